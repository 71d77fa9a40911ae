// counters - the performance counters: 29 of 64 bits, for programs and host
// SPDX-License-Identifier: Apache-2.0
//
// A counter is a word of a memory and a low part in flip-flops that is added to it now and then.
// Each cycle one address is presented; a cycle later its word and its low part are added. Normally
// the address walks over all counters: the sum goes back into the memory and the low part starts
// again (a visit). In the cycle before an instruction that reads a counter issues it has the
// address, and the visit that would be written in that cycle is done again. Places 1 and 2 of the
// memory belong to no counter; while the walk is there, and when the core is done, the host has the
// address.
//
// A round takes 32 cycles, and 2 more for each read. Reads issue into an empty pipeline, so they
// are at least 3 cycles apart, and 7 bits hold what can be counted in between. After reset the
// first round writes the memory; registers are being cleared meanwhile and nothing is read.
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

  // What counts in this cycle.
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

  // And by which counter; all of them may count lanes.
  wire [32*LANE_BITS-1:0] amounts;
//% if deep
  wire [32*LANE_BITS-1:0] amounts_d;  // they count one cycle later
  reg  [32*LANE_BITS-1:0] amounts_q;

  always @(posedge clk)
    if (rst)
      amounts_q <= {32*LANE_BITS{1'b0}};
    else
      amounts_q <= amounts_d;

  assign amounts = amounts_q;
//% end

  ${prefix}_event_select u_select (
    .clk(clk), .rst(rst), .pulse(pulse), .lanes(lanes), .c_select(c_select),
    .c_counter(c_counter), .c_value(c_value),
    .c_event(c_event),  //% if deep
    .i_counter(i_counter), .i_event(perf_event),
    .amounts(amounts_d)  //% if deep
    .amounts(amounts)    //% else
  );
//% elif deep

  // They count one cycle later; the counters that instructions read are still then.
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
  reg  [4:0]  walk_q;         // the next place to be visited
  reg  [4:0]  place_q;        // whose word the memory shows
  reg         visit_q;        // for a visit
  reg         host_q;         // for the host
  reg         fresh_q;        // the memory has not been written
//% if deep
  reg         done_q;         // what perf_done was
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

  // The same, a bit for each.
  reg  [31:0] places_q;

  always @(posedge clk)
    places_q <= 32'd1 << place;
//% end

  // The low parts, and the one that belongs to the word.
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
