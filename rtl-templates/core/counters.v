// counters - the performance counters: 29 counters of 64 bits, for programs and host
// SPDX-License-Identifier: Apache-2.0
//
// A counter is a word of a memory and a low part in flip-flops, which counts in each cycle. A visit
// adds the low part to the word and clears the low part.
//
//   cycle 0   one place of the memory is addressed
//         1   the sum of word and low part; a visit writes it back
//         2   the sum is at perf_count, or at perf_value if the host had the address
//
// The address, in this order:
//
//   i_take   the counter of an instruction that issues in the next cycle; the visit that would be
//            written now is repeated
//   host     while the walk is at place 1, and when the core is done
//   walk     over places 0 to 31; it visits the counters, 3 to 31
//
// A round takes 32 cycles, and 2 more for each read. Reads issue into an empty pipeline, so they
// are at least 3 cycles apart, and 7 bits hold the counts in between. The first round after reset
// writes the memory; meanwhile the registers are cleared and nothing is read.
`default_nettype none
module ${prefix}_counters #(
  parameter THREADS = ${threads},
  parameter LANE_BITS = ${thread_count_bits}  // holds 0..THREADS
) (
//% emit ports_counters
);
//% emit counter_params
  localparam EVENT_THREADS = ${event_threads};  //% if not selects
  localparam LOW_BITS = 7;
  localparam THREADS_BITS = LOW_BITS + LANE_BITS - 1;
  localparam [LANE_BITS-1:0] ONE_LANE = 1;

  // The events of this cycle.
  wire [(1<<${event_bits})-1:0] pulse;  //% if selects
  wire [31:0]          pulse;           //% else
  reg  [LANE_BITS-1:0] lanes;
  integer              l;

  always @* begin
    lanes = {LANE_BITS{1'b0}};
    for (l = 0; l < THREADS; l = l + 1)
      lanes = lanes + {{LANE_BITS-1{1'b0}}, c_tmask[l]};
  end

//% emit counter_pulses
//% if selects

  // The amount of each counter. Each of them may count lanes.
  wire [32*LANE_BITS-1:0] amounts;
//% if deep
  wire [32*LANE_BITS-1:0] amounts_d;  // counted one cycle later
  reg  [32*LANE_BITS-1:0] amounts_q;

  always @(posedge clk)
    if (rst)
      amounts_q <= {32*LANE_BITS{1'b0}};
    else
      amounts_q <= amounts_d;

  assign amounts = amounts_q;
//% end

  ${prefix}_event_select u_select (
    .i_event(perf_event),
    .amounts(amounts_d),  //% if deep
    .amounts(amounts),  //% else
//% connect event_select
  );
//% elif deep

  // Events are counted one cycle later. The counters that instructions read do not count then.
  reg  [31:0]          pulse_q;
  reg  [LANE_BITS-1:0] lanes_q;

  always @(posedge clk)
    if (rst)
      pulse_q <= 32'd0;
    else
      pulse_q <= pulse;

  always @(posedge clk)
    lanes_q <= lanes;
//% end

  // The walk.
  reg  [4:0]  walk_q;         // next place of the walk
  reg  [4:0]  place_q;        // place that was addressed a cycle ago
  reg         visit_q;        // the walk visits place_q
  reg         host_q;         // the host had the address
  reg         fresh_q;        // the memory is not written yet
//% if deep
  reg         done_q;         // perf_done a cycle ago
  wire        walks = ~i_take & ~done_q & (|walk_q[4:2] | &walk_q[1:0]);
  wire        host = ~i_take & (done_q | walk_q == 5'd1);

  always @(posedge clk)
    done_q <= perf_done & ~rst;

//% else
  wire        walks = ~i_take & ~perf_done & (|walk_q[4:2] | &walk_q[1:0]);
  wire        host = ~i_take & (perf_done | walk_q == 5'd1);
//% end
  wire [4:0]  place = i_take ? i_take_counter : host ? perf_select : walk_q;
  wire        write = visit_q & ~i_take;

  always @(posedge clk)
    if (rst) begin
      walk_q <= 5'd3;
      visit_q <= 1'b0;
      host_q <= 1'b0;
      fresh_q <= 1'b1;
    end else begin
      walk_q <= ~i_take ? walk_q + 5'd1 : visit_q ? place_q : walk_q;
      visit_q <= walks;
      host_q <= host & ~fresh_q;
      fresh_q <= fresh_q & walk_q != 5'd2;
    end

  always @(posedge clk)
    place_q <= place;
//% if deep

  // place_q, one-hot.
  reg  [31:0] places_q;

  always @(posedge clk)
    places_q <= 32'd1 << place;
//% end

  // The low parts, and the low part of place_q.
  wire [32*THREADS_BITS-1:0] lows;
  wire [THREADS_BITS-1:0]    low;

  genvar k;
  genvar b;
  generate
    for (k = 0; k < 32; k = k + 1) begin : g_counter
      localparam BITS = THREADS_BITS;                                  //% if selects
      localparam BITS = k == EVENT_THREADS ? THREADS_BITS : LOW_BITS;  //% else
      localparam [4:0] ME = k;  //% if not deep

      if (PRESENT[k]) begin : g_low
        reg  [BITS-1:0] low_q;
        wire [BITS-1:0] rest = low_q & {BITS{~(write & places_q[k])}};    //% if deep
        wire [BITS-1:0] rest = low_q & {BITS{~(write & place_q == ME)}};  //% else

//% if selects
        always @(posedge clk)
          if (rst)
            low_q <= {BITS{1'b0}};
          else
            low_q <= rest + {{LOW_BITS-1{1'b0}}, amounts[k*LANE_BITS +: LANE_BITS]};
        assign lows[k*THREADS_BITS +: THREADS_BITS] = low_q;
      end else begin : g_none
        wire unused_amount = |amounts[k*LANE_BITS +: LANE_BITS];
//% else
        if (k == EVENT_THREADS) begin : g_threads
          always @(posedge clk)
            if (rst)
              low_q <= {BITS{1'b0}};
            else
              low_q <= rest + {{LOW_BITS-1{1'b0}}, lanes_q & {LANE_BITS{pulse_q[k]}}};  //% if deep
              low_q <= rest + {{LOW_BITS-1{1'b0}}, lanes & {LANE_BITS{pulse[k]}}};      //% else
          assign lows[k*THREADS_BITS +: THREADS_BITS] = low_q;
        end else begin : g_pulses
          always @(posedge clk)
            if (rst)
              low_q <= {BITS{1'b0}};
            else
              low_q <= rest + {{BITS-1{1'b0}}, pulse_q[k]};  //% if deep
              low_q <= rest + {{BITS-1{1'b0}}, pulse[k]};    //% else
          assign lows[k*THREADS_BITS +: THREADS_BITS]
            = {{THREADS_BITS-LOW_BITS{1'b0}}, low_q};
        end
      end else begin : g_none
        wire unused_pulse = pulse_q[k];  //% if deep
        wire unused_pulse = pulse[k];    //% else
//% end
        assign lows[k*THREADS_BITS +: THREADS_BITS] = {THREADS_BITS{1'b0}};
      end
    end
    for (b = 0; b < THREADS_BITS; b = b + 1) begin : g_bit
      wire [31:0] column;

      for (k = 0; k < 32; k = k + 1) begin : g_row
        assign column[k] = lows[k*THREADS_BITS + b];
      end
      assign low[b] = |(column & places_q);  //% if deep
      assign low[b] = column[place_q];       //% else
    end
  endgenerate

  // The memory and the adder.
  (* no_rw_check *)
  reg  [63:0] total_m [0:31];
  reg  [63:0] total;
  wire [63:0] sum = (total & {64{~fresh_q}}) + {{64-THREADS_BITS{1'b0}}, low};

  always @(posedge clk) begin
    if (write)
      total_m[place_q] <= sum;
    total <= total_m[place];
  end

  reg  [63:0] count_q;

  always @(posedge clk)
    count_q <= sum;

  assign perf_count = count_q;

  reg  [63:0] value_q;

  always @(posedge clk)
    if (host_q)
      value_q <= sum;

  assign perf_value = value_q;
endmodule
`default_nettype wire
