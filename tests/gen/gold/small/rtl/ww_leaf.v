// leaf - something to instantiate
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module ww_leaf (
    input  wire clk,
    input  wire start,
    output reg  ready
);

    always @(posedge clk)
        ready <= start;

endmodule

`default_nettype wire
