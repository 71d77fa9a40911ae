// host_map - addresses of the registers of the host
// SPDX-License-Identifier: Apache-2.0
//
// Reads: the value of the register at r_addr, and whether there is one. Writes: which register
// w_addr is. Words of launches are at 0x400 + 64 slot + 4 word; r_slot and w_slot say that it is
// one.
`default_nettype none
module ${prefix}_host_map (
  input  wire [11:2] r_addr,   // address that is read
  output reg  [31:0] r_data,   // value that is read; 0 of a launch
  output reg         r_known,  // there is a register
  input  wire [11:2] w_addr,   // address that is written
//% emit ports_host_map
  output wire        r_slot,   // r_addr is a word of a launch
  output wire        w_slot    // w_addr is one that can be written
);
  assign r_slot = r_addr[11:10] == 2'b01;
  assign w_slot = w_addr[11:10] == 2'b01 & w_addr[5:2] < 4'd${launch_words};
//% emit host_map
endmodule
`default_nettype wire
