// board_ram - main memory in the FPGA's block RAM
// SPDX-License-Identifier: Apache-2.0
//
// A byte-wide memory for each byte of the word: no byte enables to be mapped. What was read stays
// until the next read.
`default_nettype none
module board_ram #(
  parameter RAM_BITS = 13,            // of a byte's address
  parameter BYTES = 4,                // of a word
  parameter SHIFT = 2                 // log2 of that
) (
  input  wire                      clk,
  input  wire                      valid,
  input  wire [BYTES-1:0]          write,     // these bytes; none: read
  input  wire [RAM_BITS-1:SHIFT]   addr,
  input  wire [8*BYTES-1:0]        write_data,
  output wire [8*BYTES-1:0]        read_data  // in the next cycle
);
  genvar b;
  generate
    for (b = 0; b < BYTES; b = b + 1) begin : g_byte
      board_ram_byte #(.ADDR_BITS(RAM_BITS - SHIFT)) u_byte (
        .clk(clk), .read(valid && !(|write)), .write(valid && write[b]), .addr(addr),
        .write_data(write_data[8*b +: 8]), .read_data(read_data[8*b +: 8])
      );
    end
  endgenerate
endmodule
`default_nettype wire
