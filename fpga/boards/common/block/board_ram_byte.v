// board_ram_byte - a byte of each word of main memory
// SPDX-License-Identifier: Apache-2.0
//
// One access per cycle, and no output while writing: every family's block RAM can do that.
`default_nettype none
module board_ram_byte #(
  parameter ADDR_BITS = 11
) (
  input  wire                 clk,
  input  wire                 read,
  input  wire                 write,
  input  wire [ADDR_BITS-1:0] addr,
  input  wire [7:0]           write_data,
  output reg  [7:0]           read_data
);
  (* no_rw_check, ramstyle = "no_rw_check", ram_style = "block" *)
  reg [7:0] bytes [0:(1<<ADDR_BITS)-1];

  always @(posedge clk) begin
    if (write) bytes[addr] <= write_data;
    else if (read) read_data <= bytes[addr];
  end
endmodule
`default_nettype wire
