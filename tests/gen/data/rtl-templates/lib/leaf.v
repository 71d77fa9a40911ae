// leaf - something to instantiate
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module ${prefix}_leaf (
    input  wire clk,
    input  wire start,
    output reg  ready
);

    always @(posedge clk)
//% if multiplier == iterative
        ready <= ~start;
//% else
        ready <= start;
//% end

endmodule

`default_nettype wire
