// rr_arbiter - round-robin choice of one request
// SPDX-License-Identifier: Apache-2.0
//
// The lowest-numbered request above the last granted one wins, else the lowest one. The search
// start moves only when `advance` says that the grant was used, so a grant that is not taken
// is offered again.
`default_nettype none
module ${prefix}_rr_arbiter #(
  parameter N = 4
) (
  input  wire         clk,
  input  wire         rst,
  input  wire         advance,
  input  wire [N-1:0] request,
  output wire [N-1:0] grant
);
  reg  [N-1:0] above_q; // the requests numbered above the last granted one

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
