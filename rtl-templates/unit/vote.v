// vote - vote.all, vote.any, vote.uni, vote.ballot: how many active threads hold something for true
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_vote #(
  parameter THREADS = ${threads}
) (
  input  wire [THREADS-1:0] active,
  input  wire [THREADS-1:0] nonzero,  // what each holds, if it is active
  input  wire [1:0]         which,    // all, any, uni, ballot
  output wire [31:0]        vote
);
  wire [THREADS-1:0] those = nonzero & active;
  wire               all = those == active;
  wire               any = |those;
  wire               answer = which == 2'd0 ? all : which == 2'd1 ? any : all | ~any;
  wire [31:0]        ballot = {{32-THREADS{1'b0}}, those};

  assign vote = &which ? ballot : {31'd0, answer};
endmodule
`default_nettype wire
