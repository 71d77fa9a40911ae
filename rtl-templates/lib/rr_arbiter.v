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

  genvar i, j;
  generate
    if (N > 1 && N <= 8) begin : g_pairs
      // Who goes before whom is known without the requests.
      for (i = 0; i < N; i = i + 1) begin : g_one
        wire [N-1:0] rivals;

        for (j = 0; j < N; j = j + 1) begin : g_rival
          if (j < i) begin : g_lower
            assign rivals[j] = request[j] & (above_q[j] | ~above_q[i]);
          end else if (j > i) begin : g_higher
            assign rivals[j] = request[j] & above_q[j] & ~above_q[i];
          end else begin : g_self
            assign rivals[j] = 1'b0;
          end
        end
        assign grant[i] = request[i] & ~|rivals;
      end
    end else begin : g_lowest
      wire [N-1:0] upper = request & above_q;

      assign grant = |upper ? upper & -upper : request & -request;
    end
  endgenerate

  always @(posedge clk)
    if (rst)
      above_q <= {N{1'b0}};
    else if (advance)
      above_q <= ~(grant | (grant - 1'b1));
endmodule
`default_nettype wire
