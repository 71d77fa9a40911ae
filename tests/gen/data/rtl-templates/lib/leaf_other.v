// leaf - another one, with the same ports
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module ${prefix}_leaf (
    input  wire clk,
    input  wire start,
    output reg  ready
);

    always @(posedge clk)
        ready <= ~start;
endmodule

`default_nettype wire
