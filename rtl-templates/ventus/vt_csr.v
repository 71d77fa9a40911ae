// csr - reads the CSRs of Ventus
// SPDX-License-Identifier: Apache-2.0
//
// One value per instruction, read while its registers are read; all its beats use it. The number of
// a lane is a CSR that no program can name, 0xFFF: each lane adds its number to 0.
`default_nettype none
module ${prefix}_csr #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter THREADS = ${threads}
) (
//% emit ports_csr
);
  wire [31:0] threads = THREADS;
  reg  [31:0] value;
  wire        unused = ^{core_id, c_active, wb_done, c_done, i_tmask, i_warp, rst};  //% if folded
  wire        unused = ^{core_id, c_active, wb_done, c_done, i_tmask, i_warp, clk, rst};  //% else

  always @* begin
    value = 32'd0;
    case (i_csr)
//% emit csr_reader
      default: ;
    endcase
  end

//% if folded
  reg  [31:0] value_q;

  always @(posedge clk)
    value_q <= csr_value;

//% end
  assign csr_value = i_later ? value_q : value;  //% if folded
  assign csr_value = value;                      //% else
  assign csr_per_thread = &i_csr;
endmodule
`default_nettype wire
