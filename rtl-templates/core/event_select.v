// event_select - what each performance counter counts, and how much of it there is in a cycle
// SPDX-License-Identifier: Apache-2.0
//
// A register for each counter has the number of its event, which programs write; a number that is
// none is written as 0, and 0 counts nothing. After reset counter N counts event N. Who writes one
// has issued into an empty pipeline and acts where the events of instructions are told, so that it
// counts itself for the event before, and everything behind it for the new one.
`default_nettype none
module ${prefix}_event_select #(
  parameter LANE_BITS = ${thread_count_bits},
  parameter EVENT_BITS = ${event_bits}
) (
  input  wire                       clk,
  input  wire                       rst,
  // counters: what happens, and in how many lanes if it happens in lanes
  input  wire [(1<<EVENT_BITS)-1:0] pulse,
  input  wire [LANE_BITS-1:0]       lanes,
  // warp control: a write
  input  wire                       c_select,
  input  wire [4:0]                 c_counter,
  input  wire [31:0]                c_value,
  output wire [31:0]                c_event,  // of c_counter  //% if deep
  // operands: a read
  input  wire [4:0]                 i_counter,
  output wire [31:0]                i_event,
  // counters: what each of them adds
  output wire [32*LANE_BITS-1:0]    amounts
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
