// smem_ram - one bank of shared memory: a single port, byte enables, data a cycle later
// SPDX-License-Identifier: Apache-2.0
//
// An enabled cycle reads the word, or writes some of its bytes. Data are there a cycle after the
// read, and stay until the next one.
`default_nettype none
module ${prefix}_smem_ram #(
  parameter ROW_BITS = ${smem_row_bits}
) (
  input  wire                clk,
  input  wire [ROW_BITS-1:0] audit_row,   // row that the state audit shows  //% if trace_smem
  output wire [31:0]         audit_data,  // word of that row, in the same cycle  //% if trace_smem
  input  wire                enable,      // access the row
  input  wire                write,       // 1 write, 0 read
  input  wire [ROW_BITS-1:0] row,         // row to access
  input  wire [3:0]          strb,        // bytes to write
  input  wire [31:0]         data,        // data to write
  output reg  [31:0]         q            // word that was read last
);
  (* no_rw_check, ram_style = "block" *)
  reg [31:0] words_m [0:(1<<ROW_BITS)-1];

  always @(posedge clk)
    if (enable) begin
      if (write) begin
        if (strb[0])
          words_m[row][7:0] <= data[7:0];
        if (strb[1])
          words_m[row][15:8] <= data[15:8];
        if (strb[2])
          words_m[row][23:16] <= data[23:16];
        if (strb[3])
          words_m[row][31:24] <= data[31:24];
      end else
        q <= words_m[row];
    end
//% if trace_smem

  assign audit_data = words_m[audit_row];
//% end
endmodule
`default_nettype wire
