// vote - vote.all, vote.any, vote.uni, vote.ballot: on the active threads whose operand is not 0
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_vote #(
  parameter THREADS = ${threads}
) (
  input  wire [THREADS-1:0] active,   // active threads of the warp
  input  wire [THREADS-1:0] nonzero,  // per thread: the operand is not 0
  input  wire [1:0]         which,    // all, any, uni, ballot
  output wire [31:0]        vote      // result of all threads
);
  wire [THREADS-1:0] those = nonzero & active;
  wire               all = those == active;
  wire               any = |those;
  wire               result = which == 2'd0 ? all : which == 2'd1 ? any : all | ~any;
  wire [31:0]        ballot = {{32-THREADS{1'b0}}, those};

  assign vote = &which ? ballot : {31'd0, result};
endmodule
`default_nettype wire
