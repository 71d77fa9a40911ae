// rr_pick - the first request behind a place, going round
// SPDX-License-Identifier: Apache-2.0
//
// The lowest-numbered request above the place wins, else the lowest one. rr_arbiter and the loose
// round robin of the scheduler keep the place.
`default_nettype none
module ${prefix}_rr_pick #(
  parameter N = 4
) (
  input  wire [N-1:0] above,   // the requests above the place
  input  wire [N-1:0] request,
  output wire [N-1:0] grant
);
  genvar i, j;
  generate
    if (N > 1 && N <= 8) begin : g_pairs
      // Who goes before whom is known without the requests.
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
