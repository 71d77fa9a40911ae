// onehot_index - number of the one bit that is set
// SPDX-License-Identifier: Apache-2.0
//
// 0 if no bit is set. With several bits set, the OR of their numbers, which no module uses.
`default_nettype none
module ${prefix}_onehot_index #(
  parameter N = 4,
  parameter BITS = 2
) (
  input  wire [N-1:0]    onehot,  // one-hot, or 0
  output wire [BITS-1:0] index    // number of its bit; 0 for 0
);
  genvar b, i;
  generate
    for (b = 0; b < BITS; b = b + 1) begin : g_bit
      wire [N-1:0] chosen;
      for (i = 0; i < N; i = i + 1) begin : g_input
        assign chosen[i] = onehot[i] & (((i >> b) & 1) != 0);
      end
      assign index[b] = |chosen;
    end
  endgenerate
endmodule
`default_nettype wire
