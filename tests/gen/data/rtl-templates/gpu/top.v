// top - a template with every directive, for tests
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module ${prefix}_top (
    input  wire clk,
    input  wire rst,
//% if trace_retire
    // trace
    output wire [${trace_issue_bits}-1:0] trace_issue,
//% end
    output wire done
);

    localparam WARPS = ${warps};
    localparam RESET_PC = ${reset_pc};

    wire [WARPS-1:0] ready;

//% for w in warps
    ${prefix}_leaf u_leaf${w} (
        .clk   (clk),
//% if has_m
        .start (rst),
//% else
        .start (1'b0),
//% end
        .ready (ready[${w}])
    );

//% end
//% if trace_retire
    assign trace_issue = {${trace_issue_bits}{ready[0]}};
//% end
//% emit table
    assign done = &ready & ~RESET_PC[0] & table_row[0];

endmodule

`default_nettype wire
