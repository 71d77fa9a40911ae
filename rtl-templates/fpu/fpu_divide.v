// fpu_divide - division and square root of a beat, by one divider or one for each lane of the unit
// SPDX-License-Identifier: Apache-2.0
//
// Takes one instruction at a time (issue keeps the credit), beat after beat. The lanes of a beat go
// through the dividers group by group; the result stays until it is taken. Fed by fpu.
`default_nettype none
module ${prefix}_fpu_divide #(
  parameter LANES = ${lanes},
  parameter DIVIDERS = ${fpu_dividers},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  // execute
  input  wire                 x_valid,
  input  wire                 x_last,
  input  wire [BEAT_BITS-1:0] x_beat,   //% if folded
  input  wire [LANES-1:0]     x_mask,
  input  wire [META_BITS-1:0] x_meta,
  input  wire                 x_root,
  input  wire [2:0]           x_rm,
  input  wire [LANES*32-1:0]  x_a,
  input  wire [LANES*32-1:0]  x_b,
  input  wire                 c_cancel, // what entered in the last cycle is poisoned
  // fpu
  output wire                 d_valid,
  input  wire                 d_ready,
  output wire                 d_last,
  output wire [BEAT_BITS-1:0] d_beat,   //% if folded
  output wire [LANES-1:0]     d_mask,
  output wire [META_BITS-1:0] d_meta,
  output wire [LANES*32-1:0]  d_data,
  output wire [4:0]           d_flags
);
  localparam GROUPS = LANES / DIVIDERS;
  localparam [5:0] LAST_GROUP = GROUPS - 1;
  localparam [1:0] IDLE = 2'd0, BEGIN = 2'd1, WORK = 2'd2, DONE = 2'd3;

  reg  [1:0]            state_q;
  reg  [5:0]            group_q;
  reg  [2:0]            rm_q;
  reg  [LANES*32-1:0]   a_q;      // what is left to be done, lowest first
  reg  [LANES*32-1:0]   b_q;
  reg  [LANES*32-1:0]   y_q;      // what has been done enters above
  reg  [LANES-1:0]      left_q;   // the mask
  reg  [4:0]            flags_q;
  wire                  start;
  wire [LANES*32-1:0]   start_a;
  wire [LANES*32-1:0]   start_b;
  wire [2:0]            funct3;
  wire [DIVIDERS-1:0]   busy;
  wire [DIVIDERS*32-1:0] y;
  wire [DIVIDERS*5-1:0] flags;
  reg  [4:0]            raised;
  wire                  ends = state_q == WORK & ~|busy;

  ${prefix}_divide_beats u_beats (
//% if folded
    .rst(rst), .c_cancel(c_cancel), .idle(state_q == IDLE), .x_beat(x_beat), .v_beat(d_beat),
//% end
    .clk(clk), .x_valid(x_valid), .x_last(x_last),
    .x_mask(x_mask), .x_meta(x_meta), .x_funct3({2'b00, x_root}), .x_a(x_a), .x_b(x_b),
    .start(start), .start_a(start_a), .start_b(start_b), .funct3(funct3), .v_last(d_last),
    .v_mask(d_mask), .v_meta(d_meta)
  );

  always @(posedge clk)
    if (x_valid)
      rm_q <= x_rm;

  always @(posedge clk)
    if (rst | c_cancel)
      state_q <= IDLE;
    else
      case (state_q)
        IDLE: state_q <= start ? BEGIN : IDLE;
        BEGIN: state_q <= WORK;
        WORK: state_q <= ~ends ? WORK : group_q == LAST_GROUP ? DONE : BEGIN;
        default: state_q <= d_ready ? IDLE : DONE;
      endcase

  always @(posedge clk)
    if (state_q == IDLE) begin
      group_q <= 6'd0;
      flags_q <= 5'd0;
      a_q <= start_a;
      b_q <= start_b;
    end else if (ends) begin
      group_q <= group_q + 6'd1;
      flags_q <= flags_q | raised;
      a_q <= a_q >> 32 * DIVIDERS;
      b_q <= b_q >> 32 * DIVIDERS;
    end

  always @(posedge clk)
    if (state_q == BEGIN & ~|group_q)
      left_q <= d_mask;
    else if (ends)
      left_q <= left_q >> DIVIDERS;

  genvar i;
  generate
    if (GROUPS == 1) begin : g_at_once
      always @(posedge clk)
        if (ends)
          y_q <= y;
    end else begin : g_groups
      always @(posedge clk)
        if (ends)
          y_q <= {y, y_q[LANES*32-1:DIVIDERS*32]};
    end
    for (i = 0; i < DIVIDERS; i = i + 1) begin : g_lane
      ${prefix}_fpu_divide_lane u_lane (
        .clk(clk), .rst(rst | c_cancel), .start(state_q == BEGIN), .root(funct3[0]), .rm(rm_q),
        .a(a_q[i*32 +: 32]), .b(b_q[i*32 +: 32]), .busy(busy[i]), .y(y[i*32 +: 32]),
        .flags(flags[i*5 +: 5])
      );
    end
  endgenerate

  integer k;
  always @* begin
    raised = 5'd0;
    for (k = 0; k < DIVIDERS; k = k + 1)
      raised = raised | (flags[k*5 +: 5] & {5{left_q[k]}});
  end

  wire unused = ^funct3[2:1];

  assign d_valid = state_q == DONE;
  assign d_data = y_q;
  assign d_flags = flags_q;
endmodule
`default_nettype wire
