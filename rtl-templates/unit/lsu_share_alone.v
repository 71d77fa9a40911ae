// lsu_share - lanes in the access of the leader: it is alone
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_lsu_share #(
  parameter LANES = ${lanes},
  parameter OFFSET_BITS = ${access_offset_bits}
) (
  input  wire [LANES-1:0]    pending,
  input  wire [LANES-1:0]    leader,
  input  wire [LANES*32-1:0] addr,
  input  wire [31:OFFSET_BITS] h_word,   // the leader's
  output wire [LANES-1:0]    h_served
);
  wire unused = ^{pending, addr, h_word};

  assign h_served = leader;
endmodule
`default_nettype wire
