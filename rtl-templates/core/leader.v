// leader - collects the operands of a control instruction for warp control
// SPDX-License-Identifier: Apache-2.0
//
//   cycle n    execute (x_): the operands of the leader, which is the lowest active lane, and the
//              predicates of all lanes are collected, over the beats of the instruction
//         n+1  warp control (c_) uses them
//
// Conditions with many levels of logic are computed in cycle n: whether a branch is taken, and
// whether an operand that counts warps, threads or barriers is above 63.
`default_nettype none
module ${prefix}_leader #(
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter THREADS = ${threads}
) (
  input  wire                 clk,
  // execute
  input  wire                 x_acts,    // a beat of an instruction that may act in warp control
  input  wire [BEAT_BITS-1:0] x_beat,    // number of the beat  //% if folded
  input  wire [LANES-1:0]     x_mask,    // active lanes
  input  wire [2:0]           x_funct3,  // condition of a branch
  input  wire [LANES*32-1:0]  x_a,       // first operand of each lane
  input  wire [LANES*32-1:0]  x_b,       // second operand of each lane
  input  wire [LANES-1:0]     x_less,    // per lane: a < b
  input  wire [LANES-1:0]     x_equal,   // per lane: a = b
  input  wire [1:0]           x_target,  // low bits of the offset of jalr  //% if deep
  // warp control
  output wire                 c_found,      // a beat so far had an active lane  //% if folded
  output wire [31:0]          c_a,          // first operand of the leader
  output wire [31:0]          c_b,          // second operand of the leader
  output wire                 c_large_a,    // c_a is above 63
  output wire                 c_large_b,    // c_b is above 63
  output wire                 c_bad_jalr,   // the target of jalr is no multiple of 4  //% if deep
  output wire                 c_condition,  // the condition of a branch holds
  output wire [THREADS-1:0]   c_predicate   // per thread: the condition holds  //% if ventus
  output wire [THREADS-1:0]   c_predicate   // per thread: the first operand is not 0  //% else
);
  localparam LEAD_BITS = 64 + 2 + 1 + 1;  //% if deep
  localparam LEAD_BITS = 64 + 2 + 1;      //% else

  wire [LANES-1:0]     leader;
  wire [31:0]          a;
  wire [31:0]          b;
  wire [LANES-1:0]     predicate;
  reg  [LEAD_BITS-1:0] lead_q;
  reg  [THREADS-1:0]   predicate_q;

  ${prefix}_onehot_lowest #(.N(LANES)) u_leader (
    .in(x_mask), .lowest(leader)
  );
  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_a (
    .sel(leader), .in(x_a), .out(a)
  );
  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_b (
    .sel(leader), .in(x_b), .out(b)
  );

  // funct3 is 000 beq, 001 bne, 100 blt, 101 bge, 110 bltu, 111 bgeu.
  wire                 holds = x_funct3[2] ? |(leader & x_less) : |(leader & x_equal);
//% if deep
  wire                 bad_jalr = a[1] ^ x_target[1] ^ (a[0] & x_target[0]);
  wire [LEAD_BITS-1:0] lead = {a, b, |a[31:6], |b[31:6], bad_jalr, holds ^ x_funct3[0]};
//% else
  wire [LEAD_BITS-1:0] lead = {a, b, |a[31:6], |b[31:6], holds ^ x_funct3[0]};
//% end
  wire                 unused_funct3 = x_funct3[1];

  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_predicate
      assign predicate[l] = (x_funct3[2] ? x_less[l] : x_equal[l]) ^ x_funct3[0];  //% if ventus
      assign predicate[l] = |x_a[l*32 +: 32];                              //% else
    end
  endgenerate

//% if folded
  // The leader is in the first beat with an active lane.
  reg  found_q;
  wire first_beat = ~|x_beat;

  always @(posedge clk)
    if (x_acts) begin
      found_q <= |x_mask | (found_q & ~first_beat);
      if (first_beat | ~found_q)
        lead_q <= lead;
      predicate_q[x_beat*LANES +: LANES] <= predicate;
    end

  assign c_found = found_q;
//% else
  always @(posedge clk)
    if (x_acts) begin
      lead_q <= lead;
      predicate_q <= predicate;
    end
//% end

  assign {c_a, c_b, c_large_a, c_large_b, c_bad_jalr, c_condition} = lead_q;  //% if deep
  assign {c_a, c_b, c_large_a, c_large_b, c_condition} = lead_q;              //% else
  assign c_predicate = predicate_q;
endmodule
`default_nettype wire
