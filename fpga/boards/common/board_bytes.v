// board_bytes - 512 bytes of memory with a write and a read port
// SPDX-License-Identifier: Apache-2.0
//
// What is read in the cycle in which it is written is undefined.
`default_nettype none
module board_bytes (
  input  wire       clk,
  input  wire       write,
  input  wire [8:0] write_addr,
  input  wire [7:0] write_data,
  input  wire [8:0] read_addr,
  output reg  [7:0] read_data         // in the next cycle
);
  (* no_rw_check, ramstyle = "no_rw_check" *)
  reg [7:0] bytes [0:511];

  always @(posedge clk) begin
    if (write) bytes[write_addr] <= write_data;
    read_data <= bytes[read_addr];
  end
endmodule
`default_nettype wire
