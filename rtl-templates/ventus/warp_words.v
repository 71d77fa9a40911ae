// warp_words - the CSRs that a warp of Ventus stores: rpc, and mstatus, mtvec, mscratch, print
// SPDX-License-Identifier: Apache-2.0
//
// None but rpc has an effect. All are zero when the warp starts.
`default_nettype none
module ${prefix}_warp_words #(
  parameter WARP_BITS = ${warp_bits}
) (
  input  wire                 clk,
  // warp control
  input  wire                 c_write,    // a CSR is written
  input  wire [1:0]           c_index,    // mstatus, mtvec, mscratch, print
  input  wire                 c_is_rpc,   // the CSR is rpc
  input  wire [WARP_BITS-1:0] c_warp,     // warp of the instruction
  input  wire [31:0]          c_value,    // value
  output wire [31:0]          c_rpc,      // rpc of c_warp
  input  wire                 start,      // a warp starts, and no instruction acts
  input  wire [WARP_BITS-1:0] start_warp, // the warp
  // CSR file
  input  wire [WARP_BITS-1:0] i_warp,     // warp that reads a CSR
  input  wire [11:0]          i_csr,      // address of the CSR
  output wire [31:0]          value       // value of the CSR
);
  reg  [31:0]        rpc_m [0:(1<<WARP_BITS)-1];
  reg  [31:0]        word_m [0:4*(1<<WARP_BITS)-1];
  reg  [4*(1<<WARP_BITS)-1:0] stored_q;  // per warp and word: it has been written
  wire [WARP_BITS-1:0] at = start ? start_warp : c_warp;

  always @(posedge clk)
    if (start | (c_write & c_is_rpc))
      rpc_m[at] <= c_value & {32{~start}};

  always @(posedge clk)
    if (c_write & ~c_is_rpc)
      word_m[{c_warp, c_index}] <= c_value;

  always @(posedge clk)
    if (start)
      stored_q[4*start_warp +: 4] <= 4'd0;
    else if (c_write & ~c_is_rpc)
      stored_q[{c_warp, c_index}] <= 1'b1;

  // 0x300, 0x305, 0x340, 0x80B, and 0x80C.
  wire [1:0] index = i_csr[11] ? 2'd3 : i_csr[6] ? 2'd2 : {1'b0, i_csr[0]};
  wire       unused = ^{i_csr[10:7], i_csr[5:3], i_csr[1]};

  assign c_rpc = rpc_m[c_warp];
  assign value = i_csr[11] & i_csr[2] ? rpc_m[i_warp]
                 : word_m[{i_warp, index}] & {32{stored_q[{i_warp, index}]}};
endmodule
`default_nettype wire
