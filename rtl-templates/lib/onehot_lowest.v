// onehot_lowest - the lowest bit that is set, alone
// SPDX-License-Identifier: Apache-2.0
//
// Equal to in & -in. Few bits are faster by a level of logic than by a carry chain.
`default_nettype none
module ${prefix}_onehot_lowest #(
  parameter N = 4
) (
  input  wire [N-1:0] in,     // bits
  output wire [N-1:0] lowest  // one-hot lowest bit of in; 0 for 0
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
