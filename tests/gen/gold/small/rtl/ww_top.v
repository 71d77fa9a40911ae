// top - a template with every directive, for tests
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module ww_top (
    input  wire clk,
    input  wire rst,
    output wire done
);

    localparam WARPS = 2;
    localparam RESET_PC = 32'h80000000;

    wire [WARPS-1:0] ready;

    ww_leaf u_leaf0 (
        .clk   (clk),
        .start (1'b0),
        .ready (ready[0])
    );

    ww_leaf u_leaf1 (
        .clk   (clk),
        .start (1'b0),
        .ready (ready[1])
    );

    wire [3:0] table_row = 4'd2;
    assign done = &ready & ~RESET_PC[0] & table_row[0];

endmodule

`default_nettype wire
