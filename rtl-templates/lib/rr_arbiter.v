// rr_arbiter - chooses one of several requests, round robin
// SPDX-License-Identifier: Apache-2.0
//
// The lowest-numbered request above the last granted one wins, else the lowest one.
//
// The grant is combinational. The place of the search moves only with `advance`, which means that
// the grant was used. A grant that was not used is offered again.
`default_nettype none
module ${prefix}_rr_arbiter #(
  parameter N = 4
) (
  input  wire         clk,
  input  wire         rst,
  input  wire         advance,  // the grant is used
  input  wire [N-1:0] request,  // requests
  output wire [N-1:0] grant     // one-hot request that is chosen; 0 without a request
);
  reg  [N-1:0] above_q;  // the places above the last granted request

  ${prefix}_rr_pick #(.N(N)) u_pick (
    .above(above_q), .request(request), .grant(grant)
  );

  always @(posedge clk)
    if (rst)
      above_q <= {N{1'b0}};
    else if (advance)
      above_q <= ~(grant | (grant - 1'b1));
endmodule
`default_nettype wire
