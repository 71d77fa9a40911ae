// vote - vote.all, vote.any, vote.uni, vote.ballot: how many active threads hold something for true
// SPDX-License-Identifier: Apache-2.0
//
//% if folded
// Issue sends the beats of such an instruction twice. The first time what the threads hold is
// collected, and nothing is written; the second time every beat gives the result.
//% else
// All lanes get the result of all lanes.
//% end
`default_nettype none
module ${prefix}_vote #(
//% if folded
  parameter THREADS = ${threads},
  parameter BEAT_BITS = ${beat_bits},
//% end
  parameter LANES = ${lanes}
) (
//% if folded
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 x_votes,  // a beat of a vote
  input  wire                 x_last,
  input  wire [BEAT_BITS-1:0] x_beat,
  input  wire [THREADS-1:0]   x_tmask,
  output wire                 x_again,  // it comes for the second time  //% if trace_retire
  output wire                 c_mute,   // the beat before was collected
//% else
  input  wire [LANES-1:0]     x_mask,
//% end
  input  wire [1:0]           x_which,  // all, any, uni, ballot
  input  wire [LANES*32-1:0]  x_a,
  output wire [31:0]          x_vote
);
  wire [LANES-1:0]   nonzero;

  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      assign nonzero[l] = |x_a[l*32 +: 32];
    end
  endgenerate

//% if folded
  reg                begun_q;   // the first beat has come
  reg                second_q;  // so it has for the second time
  reg                mute_q;
  reg  [THREADS-1:0] nonzero_q;
  wire               second = second_q | (begun_q & ~|x_beat);

  always @(posedge clk)
    if (rst) begin
      begun_q <= 1'b0;
      second_q <= 1'b0;
      mute_q <= 1'b0;
    end else begin
      mute_q <= x_votes & ~second;
      if (x_votes) begin
        begun_q <= ~x_last;
        second_q <= second & ~x_last;
      end
    end

  always @(posedge clk)
    if (x_votes & ~second)
      nonzero_q[x_beat*LANES +: LANES] <= nonzero;

  wire [THREADS-1:0] those = nonzero_q & x_tmask;
  wire               all = those == x_tmask;
  wire [31:0]        ballot = {{32-THREADS{1'b0}}, those};

  assign x_again = x_votes & second;  //% if trace_retire
  assign c_mute = mute_q;
//% else
  wire [LANES-1:0]   those = nonzero & x_mask;
  wire               all = those == x_mask;
  wire [31:0]        ballot = {{32-LANES{1'b0}}, those};
//% end
  wire               any = |those;
  wire               answer = x_which == 2'd0 ? all : x_which == 2'd1 ? any : all | ~any;

  assign x_vote = &x_which ? ballot : {31'd0, answer};
endmodule
`default_nettype wire
