// event_select - registers that choose the event of each performance counter
// SPDX-License-Identifier: Apache-2.0
//
// Programs write the number of an event; a number without an event is written as 0, and 0 counts
// nothing. After reset counter N counts event N.
//
// A write issues into an empty pipeline, and acts in the cycle in which events of instructions are
// counted. So the writing instruction counts for the event before, and all behind it for the new
// one.
`default_nettype none
module ${prefix}_event_select #(
  parameter LANE_BITS = ${thread_count_bits},
  parameter EVENT_BITS = ${event_bits}
) (
  input  wire                       clk,
  input  wire                       rst,
  // counters: events
  input  wire [(1<<EVENT_BITS)-1:0] pulse,  // bit per event: it happens in this cycle
  input  wire [LANE_BITS-1:0]       lanes,  // number of active threads
  // warp control: a write
  input  wire                       c_select,   // write an event register
  input  wire [4:0]                 c_counter,  // number of the counter
  input  wire [31:0]                c_value,    // number of the event
  output wire [31:0]                c_event,    // event of c_counter before the write  //% if deep
  // operands: a read
  input  wire [4:0]                 i_counter,  // counter whose event is read
  output wire [31:0]                i_event,    // event of counter i_counter
  // counters: amounts
  output wire [32*LANE_BITS-1:0]    amounts  // amount of each counter in this cycle
);
//% emit counter_params
  localparam EVENT_THREADS = ${event_threads};
  localparam [LANE_BITS-1:0] ONE = 1;

  wire                  known = c_value >= 32'd${first_event} & c_value <= 32'd${last_event};
  wire [EVENT_BITS-1:0] chosen = c_value[EVENT_BITS-1:0] & {EVENT_BITS{known}};

  wire [32*EVENT_BITS-1:0] events;

  genvar k;
  genvar b;
  generate
    for (k = 0; k < 32; k = k + 1) begin : g_counter
      localparam [4:0] ME = k;

      if (PRESENT[k]) begin : g_selects
        reg  [EVENT_BITS-1:0] event_q;
        wire                  in_lanes = event_q == EVENT_THREADS;

        always @(posedge clk)
          if (rst)
            event_q <= k;
          else if (c_select & c_counter == ME)
            event_q <= chosen;

        assign events[k*EVENT_BITS +: EVENT_BITS] = event_q;
        assign amounts[k*LANE_BITS +: LANE_BITS]
          = (in_lanes ? lanes : ONE) & {LANE_BITS{pulse[event_q]}};
      end else begin : g_none
        assign events[k*EVENT_BITS +: EVENT_BITS] = {EVENT_BITS{1'b0}};
        assign amounts[k*LANE_BITS +: LANE_BITS] = {LANE_BITS{1'b0}};
      end
    end
    for (b = 0; b < 32; b = b + 1) begin : g_bit
      if (b < EVENT_BITS) begin : g_number
        wire [31:0] column;

        for (k = 0; k < 32; k = k + 1) begin : g_row
          assign column[k] = events[k*EVENT_BITS + b];
        end
        assign c_event[b] = column[c_counter];  //% if deep
        assign i_event[b] = column[i_counter];
      end else begin : g_zero
        assign c_event[b] = 1'b0;  //% if deep
        assign i_event[b] = 1'b0;
      end
    end
  endgenerate
endmodule
`default_nettype wire
