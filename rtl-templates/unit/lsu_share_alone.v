// lsu_share - chooses the lanes that a request serves: the leader alone
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_lsu_share #(
  parameter LANES = ${lanes},
  parameter OFFSET_BITS = ${access_offset_bits}
) (
//% if lanes_compared
  input  wire                clk,
  input  wire                loads,     // the next beat enters the head,
  input  wire [LANES*32-1:0] q_addr,    // with these addresses
//% end
  input  wire [LANES-1:0]    pending,   // lanes that have no request yet
  input  wire [LANES-1:0]    leader,    // lowest pending lane, one-hot
  input  wire [LANES*32-1:0] addr,      // address of each lane
  input  wire [31:OFFSET_BITS] h_word,  // address of the leader, without the offset
  output wire [LANES-1:0]    h_served   // lanes that the request serves
);
  wire unused = ^{pending, addr, h_word};

  assign h_served = leader;
endmodule
`default_nettype wire
