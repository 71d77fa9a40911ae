// accounts - charges each cycle to one event: an issue, or the reason why there was none
// SPDX-License-Identifier: Apache-2.0
//
//   cycle 0   issue chooses; the state of each warp is registered
//         1   the issue register shows the choice: an issue, a further beat, or neither; then the
//             reason is the first one that holds for some warp, in the order of the events' numbers
//         4   warp control: a squashed instruction is charged to EVENT_SQUASHED instead
//
// A warp has loads in flight (loading) from the issue register on, until each load is complete, or
// is known to be squashed or to fault.
`default_nettype none
module ${prefix}_accounts #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits}
) (
//% emit ports_accounts
);
//% emit account_params
  wire [WARPS-1:0] loading;
  wire [WARPS-1:0] running = c_active & {WARPS{cleared}};
  wire [WARPS-1:0] active = running & ~c_waiting;

//% if deep
  reg                  done_q;       // l_done a cycle ago
  reg  [WARP_BITS-1:0] done_warp_q;

  always @(posedge clk)
    if (rst)
      done_q <= 1'b0;
    else
      done_q <= l_done;

  always @(posedge clk)
    done_warp_q <= l_warp;

//% end
  reg                  squash_q;     // c_load_squash a cycle ago
  reg  [WARP_BITS-1:0] squash_warp_q;

  always @(posedge clk)
    if (rst)
      squash_q <= 1'b0;
    else
      squash_q <= c_load_squash;

  always @(posedge clk)
    squash_warp_q <= c_warp;

  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      localparam [WARP_BITS-1:0] ME = w;

      reg  [4:0] loads_q;
      wire       more = i_load & i_warp == ME;
      wire       less = done_q & done_warp_q == ME;  //% if deep
      wire       less = l_done & l_warp == ME;       //% else
      wire       squashed = squash_q & squash_warp_q == ME;

      assign loading[w] = |loads_q;

      always @(posedge clk)
        if (rst)
          loads_q <= 5'd0;
        else
          loads_q <= loads_q + {4'b0000, more} - {4'b0000, less} - {4'b0000, squashed};
    end
  endgenerate

  // The state of the warps while issue chose. Each bit holds for at least one warp.
  reg              serial_q;    // an instruction waits for an empty pipeline
  reg              fast_q;      // the head waits for a result, and no load is in flight
  reg              control_q;   // held until a control instruction acts
//% if icache
  reg              fetched_q;   // the queue is empty, and the cache has not missed
//% end
  reg              empty_q;     // the queue is empty
  reg              unit_q;      // unit, slot or flight count stops the head
  reg              data_q;      // the head waits for a result
  reg              active_q;    // active, and not at a barrier
  reg              running_q;   // active
  wire [WARPS-1:0] empty = i_empty & active;

  always @(posedge clk)
    if (rst)
      {serial_q, fast_q, control_q, empty_q, unit_q, data_q, active_q, running_q} <= 8'd0;
    else begin
      serial_q <= i_serial;
      fast_q <= |(i_hazard & ~loading);
      control_q <= |(i_held & active);
      empty_q <= |empty;
      unit_q <= |i_blocked;
      data_q <= |i_hazard;
      active_q <= |active;
      running_q <= |running;
    end
//% if icache

  always @(posedge clk)
    fetched_q <= |(empty & ~f_missed);
//% end

  // Cycle 1: the reason.
  reg  [3:0]       reason;

  always @*
    if (serial_q)
      reason = EVENT_SERIAL;
    else if (fast_q)
      reason = EVENT_OPERANDS;
    else if (control_q)
      reason = EVENT_CONTROL;
//% if icache
    else if (fetched_q)
      reason = EVENT_FETCH;
    else if (unit_q)
      reason = EVENT_UNIT;
    else if (data_q)
      reason = EVENT_DATA;
    else if (empty_q)
      reason = EVENT_IMISS;
//% else
    else if (empty_q)
      reason = EVENT_FETCH;
    else if (unit_q)
      reason = EVENT_UNIT;
    else if (data_q)
      reason = EVENT_DATA;
//% end
    else if (active_q)
      reason = EVENT_UNIT;      // a warp is ready, and another one has the turn
    else if (running_q)
      reason = EVENT_BARRIER;
    else
      reason = EVENT_IDLE;

  // Cycles 2 to 4: the account passes the stages with its instruction.
  reg  [3:0] account2_q;
  reg  [3:0] account3_q;
  reg  [3:0] account4_q;
  wire       issues = account4_q == EVENT_ISSUED;

  always @(posedge clk)
    if (rst) begin
      account2_q <= EVENT_IDLE;
      account3_q <= EVENT_IDLE;
      account4_q <= EVENT_IDLE;
    end else begin
      account2_q <= ~i_valid ? reason : i_first ? EVENT_ISSUED : EVENT_BEATS;
      account3_q <= account2_q;
      account4_q <= account3_q;
    end

  assign account = issues & c_account_squashed ? EVENT_SQUASHED : account4_q;
  assign account_issued = issues & ~c_account_squashed;
endmodule
`default_nettype wire
