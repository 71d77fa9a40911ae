// rr_pick - chooses the first request behind a place, going round
// SPDX-License-Identifier: Apache-2.0
//
// The lowest-numbered request above the place wins, else the lowest one. rr_arbiter and the
// scheduler with loose round robin hold the place.
`default_nettype none
module ${prefix}_rr_pick #(
  parameter N = 4
) (
  input  wire [N-1:0] above,    // the places above the last one
  input  wire [N-1:0] request,  // requests
  output wire [N-1:0] grant     // one-hot request that is chosen; 0 without a request
);
  genvar i, j;
  generate
    if (N > 1 && N <= 8) begin : g_pairs
      // The order of each pair of requests is known from the place alone.
      for (i = 0; i < N; i = i + 1) begin : g_one
        wire [N-1:0] rivals;

        for (j = 0; j < N; j = j + 1) begin : g_rival
          if (j < i) begin : g_lower
            assign rivals[j] = request[j] & (above[j] | ~above[i]);
          end else if (j > i) begin : g_higher
            assign rivals[j] = request[j] & above[j] & ~above[i];
          end else begin : g_self
            assign rivals[j] = 1'b0;
          end
        end
        assign grant[i] = request[i] & ~|rivals;
      end
    end else begin : g_lowest
      wire [N-1:0] upper = request & above;

      assign grant = |upper ? upper & -upper : request & -request;
    end
  endgenerate
endmodule
`default_nettype wire
