// fpu_feed - beats that wait for fewer lanes of the floating-point unit than they have
// SPDX-License-Identifier: Apache-2.0
//
// A beat enters the lanes group by group, one per cycle, beginning one cycle behind execute.
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
  input  wire                    x_valid,
  input  wire [LANES-1:0]        x_mask,
  input  wire [OP_BITS-1:0]      x_op,
  input  wire [LANES*32-1:0]     x_a,
  input  wire [LANES*32-1:0]     x_b,
  input  wire [LANES*32-1:0]     x_c,
  // queue
  input  wire [QUEUE_BITS:0]     entered, // behind the last beat that is sure to stay
  input  wire                    enters,  // and one more is now
  input  wire [QUEUE_BITS-1:0]   slot,    // of what is in execute
  // lanes
  output wire                    f_valid,
  output wire [FPU_LANES-1:0]    f_mask,
  output wire [OP_BITS-1:0]      f_op,
  output wire [FPU_LANES*32-1:0] f_a,
  output wire [FPU_LANES*32-1:0] f_b,
  output wire [FPU_LANES*32-1:0] f_c
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
