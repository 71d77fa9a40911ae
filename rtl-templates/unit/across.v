// across - computes votes and shuffles: results that depend on the operands of other threads
// SPDX-License-Identifier: Apache-2.0
//
// Every lane reads the operands of all active threads of its warp. With folded lanes issue sends
// the beats of such an instruction twice. In the first pass the operands are collected and nothing
// is written (x_no_write). In the second pass each beat has the results of its lanes.
`default_nettype none
module ${prefix}_across #(
  parameter THREADS = ${threads},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter LANES = ${lanes}
) (
//% if folded
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 x_present,   // a beat of a vote or shuffle
  input  wire                 x_last,      // last beat of the pass
  input  wire [BEAT_BITS-1:0] x_beat,      // number of the beat
  output wire                 x_again,     // the beat is of the second pass  //% if trace_retire
  output wire                 x_no_write,  // the beat is of the first pass
  output wire                 c_no_write,  // x_no_write a cycle ago
//% end
  input  wire [THREADS-1:0]   active,      // active threads of the warp
//% if not ventus
  input  wire [2:0]           x_which,     // funct3                //% if both_across
  input  wire [1:0]           x_which,     // lower bits of funct3  //% else
//% end
  input  wire [LANES*32-1:0]  x_a,         // operand of each lane
  input  wire [LANES*32-1:0]  x_b,         // source of each lane  //% if has_shfl
  output wire [LANES*32-1:0]  x_across     // result of each lane
);
//% if folded
  reg                   begun_q;    // the first beat has passed
  reg                   second_q;   // a beat of the second pass has passed
  reg                   no_write_q; // x_no_write a cycle ago
  reg  [THREADS-1:0]    nonzero_q;  // operand of each thread: not zero  //% if has_vote
  reg  [THREADS*32-1:0] held_q;     // operand of each thread            //% if across_values
  wire                  second = second_q | (begun_q & ~|x_beat);

  always @(posedge clk)
    if (rst) begin
      begun_q <= 1'b0;
      second_q <= 1'b0;
      no_write_q <= 1'b0;
    end else begin
      no_write_q <= x_no_write;
      if (x_present) begin
        begun_q <= ~x_last;
        second_q <= second & ~x_last;
      end
    end

  always @(posedge clk)
    if (x_no_write) begin
      nonzero_q[x_beat*LANES +: LANES] <= nonzero;  //% if has_vote
      held_q[x_beat*LANES*32 +: LANES*32] <= x_a;   //% if across_values
    end

  assign x_no_write = x_present & ~second;
  assign x_again = x_present & second;  //% if trace_retire
  assign c_no_write = no_write_q;

//% end
//% if has_vote
  wire [LANES-1:0]    nonzero;
  wire [31:0]         vote;

  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      assign nonzero[l] = |x_a[l*32 +: 32];
    end
  endgenerate

  ${prefix}_vote u_vote (
    .nonzero(nonzero_q),  //% if folded
    .nonzero(nonzero),    //% else
    .active(active), .which(x_which[1:0]), .vote(vote)
  );

//% end
//% if has_shfl
  wire [LANES*32-1:0] shuffled;

  ${prefix}_shuffle u_shuffle (
    .values(held_q), .beat(x_beat),  //% if folded
    .values(x_a),                    //% else
    .active(active), .which(x_which[1:0]), .own(x_a), .from(x_b), .shuffled(shuffled)
  );

//% end
//% if ventus
  wire [31:0]         last;

  ${prefix}_last_thread u_last (
    .values(held_q),  //% if folded
    .values(x_a),     //% else
    .active(active), .last(last)
  );

//% end
  assign x_across = x_which[2] ? shuffled : {LANES{vote}};  //% if both_across
  assign x_across = {LANES{vote}};                          //% elif has_vote
  assign x_across = {LANES{last}};                          //% elif ventus
  assign x_across = shuffled;                               //% else
endmodule
`default_nettype wire
