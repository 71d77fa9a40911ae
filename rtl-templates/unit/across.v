// across - what the active threads of a warp tell each other: votes and shuffles
// SPDX-License-Identifier: Apache-2.0
//
// Every lane sees what all threads hold. On folded lanes issue sends the beats of such an
// instruction twice: the first time what the threads hold is collected, and nothing is written; the
// second time every beat gives its lanes their results.
`default_nettype none
module ${prefix}_across #(
  parameter THREADS = ${threads},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter LANES = ${lanes}
) (
//% if folded
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 x_meets,  // a beat of such an instruction
  input  wire                 x_last,
  input  wire [BEAT_BITS-1:0] x_beat,
  output wire                 x_again,  // it comes for the second time  //% if trace_retire
  output wire                 x_mute,   // it is collected
  output wire                 c_mute,   // the beat before was
//% end
  input  wire [THREADS-1:0]   active,
  input  wire [2:0]           x_which,  // funct3                   //% if both_across
  input  wire [1:0]           x_which,  // its lower bits           //% else
  input  wire [LANES*32-1:0]  x_a,
  input  wire [LANES*32-1:0]  x_b,      // of shuffles: from where  //% if has_shfl
  output wire [LANES*32-1:0]  x_across
);
//% if folded
  reg                   begun_q;   // the first beat has come
  reg                   second_q;  // so it has for the second time
  reg                   mute_q;
  reg  [THREADS-1:0]    nonzero_q;  //% if has_vote
  reg  [THREADS*32-1:0] held_q;     //% if has_shfl
  wire                  second = second_q | (begun_q & ~|x_beat);

  always @(posedge clk)
    if (rst) begin
      begun_q <= 1'b0;
      second_q <= 1'b0;
      mute_q <= 1'b0;
    end else begin
      mute_q <= x_mute;
      if (x_meets) begin
        begun_q <= ~x_last;
        second_q <= second & ~x_last;
      end
    end

  always @(posedge clk)
    if (x_mute) begin
      nonzero_q[x_beat*LANES +: LANES] <= nonzero;  //% if has_vote
      held_q[x_beat*LANES*32 +: LANES*32] <= x_a;   //% if has_shfl
    end

  assign x_mute = x_meets & ~second;
  assign x_again = x_meets & second;  //% if trace_retire
  assign c_mute = mute_q;

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
  assign x_across = x_which[2] ? shuffled : {LANES{vote}};  //% if both_across
  assign x_across = {LANES{vote}};                          //% elif has_vote
  assign x_across = shuffled;                               //% else
endmodule
`default_nettype wire
