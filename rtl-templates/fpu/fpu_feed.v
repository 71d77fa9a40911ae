// fpu_feed - queue of beats in front of the pipelines, if these are fewer than the lanes
// SPDX-License-Identifier: Apache-2.0
//
//   cycle 0    a beat is in execute (x_)
//   cycle 1    its first group enters the pipelines (f_), if no older beat waits
//              then one group per cycle
//
// A beat enters only when it is sure to stay; a squashed beat is overwritten by the next one.
`default_nettype none
module ${prefix}_fpu_feed #(
  parameter LANES = ${lanes},
  parameter FPU_LANES = ${fpu_lanes},
  parameter OP_BITS = 1,
  parameter QUEUE_BITS = 1
) (
  input  wire                    clk,
  input  wire                    rst,
  // execute
  input  wire                    x_valid,  // a beat is in execute
  input  wire [LANES-1:0]        x_mask,   // active lanes
  input  wire [OP_BITS-1:0]      x_op,     // {operation, funct3[1:0], unsigned, rounding mode}
  input  wire [LANES*32-1:0]     x_a,      // first operand of each lane
  input  wire [LANES*32-1:0]     x_b,      // second operand of each lane
  input  wire [LANES*32-1:0]     x_c,      // third operand of each lane
  // queue
  input  wire [QUEUE_BITS:0]     entered,  // queue entry behind the last beat that stays
  input  wire                    enters,   // the beat of a cycle ago stays
  input  wire [QUEUE_BITS-1:0]   slot,     // queue entry of the beat in execute
  // lanes
  output wire                    f_valid,  // a group enters the pipelines
  output wire [FPU_LANES-1:0]    f_mask,   // active lanes of the group
  output wire [OP_BITS-1:0]      f_op,     // as x_op
  output wire [FPU_LANES*32-1:0] f_a,      // first operands of the group
  output wire [FPU_LANES*32-1:0] f_b,      // second operands of the group
  output wire [FPU_LANES*32-1:0] f_c       // third operands of the group
);
  localparam GROUPS = LANES / FPU_LANES;
  localparam ENTRY_BITS = OP_BITS + LANES * 97;
  localparam [GROUPS-1:0] FIRST = 1;

  reg  [ENTRY_BITS-1:0]  beats_m [0:(1<<QUEUE_BITS)-1];
  reg  [QUEUE_BITS:0]    read_q;
  reg  [GROUPS-1:0]      group_q;
  wire                   some = entered != read_q | enters;
  wire [LANES-1:0]       mask;
  wire [LANES*32-1:0]    a;
  wire [LANES*32-1:0]    b;
  wire [LANES*32-1:0]    c;

  always @(posedge clk)
    if (x_valid)
      beats_m[slot] <= {x_op, x_mask, x_a, x_b, x_c};

  assign {f_op, mask, a, b, c} = beats_m[read_q[QUEUE_BITS-1:0]];

  always @(posedge clk)
    if (rst) begin
      read_q <= {QUEUE_BITS+1{1'b0}};
      group_q <= FIRST;
    end else if (some) begin
      read_q <= read_q + {{QUEUE_BITS{1'b0}}, group_q[GROUPS-1]};
      group_q <= group_q << 1 | group_q >> (GROUPS - 1);
    end

  ${prefix}_onehot_mux #(.N(GROUPS), .WIDTH(FPU_LANES)) u_mask (
    .sel(group_q), .in(mask), .out(f_mask)
  );

  ${prefix}_onehot_mux #(.N(GROUPS), .WIDTH(FPU_LANES * 32)) u_a (
    .sel(group_q), .in(a), .out(f_a)
  );

  ${prefix}_onehot_mux #(.N(GROUPS), .WIDTH(FPU_LANES * 32)) u_b (
    .sel(group_q), .in(b), .out(f_b)
  );

  ${prefix}_onehot_mux #(.N(GROUPS), .WIDTH(FPU_LANES * 32)) u_c (
    .sel(group_q), .in(c), .out(f_c)
  );

  assign f_valid = some;
endmodule
`default_nettype wire
