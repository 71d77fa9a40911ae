// onehot_lowest - the lowest set bit alone
// SPDX-License-Identifier: Apache-2.0
//
// As in & -in, but without a carry chain, which takes longer than a level of logic where there are
// few bits.
`default_nettype none
module ${prefix}_onehot_lowest #(
  parameter N = 4
) (
  input  wire [N-1:0] in,
  output wire [N-1:0] lowest
);
  genvar i;
  generate
    for (i = 0; i < N; i = i + 1) begin : g_bit
      if (i == 0) begin : g_first
        assign lowest[i] = in[i];
      end else begin : g_other
        assign lowest[i] = in[i] & ~|in[i-1:0];
      end
    end
  endgenerate
endmodule
`default_nettype wire
