// accounts - what each cycle is charged to: an issue, or the reason why there was none
// SPDX-License-Identifier: Apache-2.0
//
// The reason is found while issue chooses, from what each warp waits for; the first that holds for
// some warp, in the order of the events' numbers, is charged. One cycle later the issue register
// shows what has been chosen. The account travels along with the instruction to the cycle in which
// warp control acts, where it is known whether the instruction counts or was cancelled. A warp has
// a load under way from the issue register on, until the load is complete or has no effect.
`default_nettype none
module ${prefix}_accounts #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  // writeback: the registers are cleared, execution may begin
  input  wire                 run,
  // warp control
  input  wire [WARPS-1:0]     c_active,
  input  wire [WARPS-1:0]     c_waiting,   // at a barrier
  input  wire                 c_cancelled, // the instruction that acts now does not count
  input  wire                 c_load_void, // a load that writes a register has no effect
  input  wire [WARP_BITS-1:0] c_warp,
//% if icache
  // fetch
  input  wire [WARPS-1:0]     f_missed,    // the next instruction was not in the cache
//% end
  // issue: what each warp with an instruction, or without, waits for
  input  wire                 i_serial,    // an empty pipeline is waited for
  input  wire [WARPS-1:0]     i_hazard,    // a register
  input  wire [WARPS-1:0]     i_held,      // an instruction that controls the warp
  input  wire [WARPS-1:0]     i_empty,     // nothing is decoded
  input  wire [WARPS-1:0]     i_blocked,   // a unit or a result slot
  // the issue register
  input  wire                 i_valid,
  input  wire                 i_first,     // the first beat of an instruction
  input  wire                 i_load,      // the first beat of a load that writes a register
  input  wire [WARP_BITS-1:0] i_warp,
  // writeback: such a load is complete
  input  wire                 l_done,
  input  wire [WARP_BITS-1:0] l_warp,
  // counters
  output wire [3:0]           account,
  output wire                 issued       // an instruction that counts acts
);
//% emit account_params
  wire [WARPS-1:0] loading;
  wire [WARPS-1:0] running = c_active & {WARPS{run}};
  wire [WARPS-1:0] active = running & ~c_waiting;

  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      localparam [WARP_BITS-1:0] ME = w;

      reg  [4:0] loads_q;
      wire       more = i_load & i_warp == ME;
      wire       less = l_done & l_warp == ME;
      wire       none = c_load_void & c_warp == ME;

      assign loading[w] = |loads_q;

      always @(posedge clk)
        if (rst)
          loads_q <= 5'd0;
        else
          loads_q <= loads_q + {4'b0000, more} - {4'b0000, less} - {4'b0000, none};
    end
  endgenerate

  // While issue chooses.
  reg  [3:0]       reason;
  reg  [3:0]       reason_q;
  wire [WARPS-1:0] empty = i_empty & active;

  always @*
    if (i_serial)
      reason = EVENT_SERIAL;
    else if (|(i_hazard & ~loading))
      reason = EVENT_OPERANDS;
    else if (|(i_held & active))
      reason = EVENT_CONTROL;
//% if icache
    else if (|(empty & ~f_missed))
      reason = EVENT_FETCH;
    else if (|i_blocked)
      reason = EVENT_UNIT;
    else if (|i_hazard)
      reason = EVENT_DATA;
    else if (|empty)
      reason = EVENT_IMISS;
//% else
    else if (|empty)
      reason = EVENT_FETCH;
    else if (|i_blocked)
      reason = EVENT_UNIT;
    else if (|i_hazard)
      reason = EVENT_DATA;
//% end
    else if (|active)
      reason = EVENT_UNIT;      // one is ready and it is not its turn
    else if (|running)
      reason = EVENT_BARRIER;
    else
      reason = EVENT_IDLE;

  // With the issue register, and from there to warp control.
  reg  [3:0] account2_q;
  reg  [3:0] account3_q;
  reg  [3:0] account4_q;
  wire       issues = account4_q == EVENT_ISSUED;

  always @(posedge clk)
    if (rst) begin
      reason_q <= EVENT_IDLE;
      account2_q <= EVENT_IDLE;
      account3_q <= EVENT_IDLE;
      account4_q <= EVENT_IDLE;
    end else begin
      reason_q <= reason;
      account2_q <= ~i_valid ? reason_q : i_first ? EVENT_ISSUED : EVENT_BEATS;
      account3_q <= account2_q;
      account4_q <= account3_q;
    end

  assign account = issues & c_cancelled ? EVENT_CANCELLED : account4_q;
  assign issued = issues & ~c_cancelled;
endmodule
`default_nettype wire
