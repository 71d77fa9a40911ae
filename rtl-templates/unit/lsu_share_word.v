// lsu_share - chooses the lanes that a request serves: those with the word of the leader
// SPDX-License-Identifier: Apache-2.0
//
// An address outside of RAM is the console, whose bytes go out one by one: such a leader is served
// alone.
`default_nettype none
//% ports lsu_share_alone
  localparam RAM_BITS = ${ram_bits};
  localparam [31:0] BASE = ${ram_base};

  wire [LANES-1:0] same_word;
  wire             in_ram = h_word[31:RAM_BITS] == BASE[31:RAM_BITS];

  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      wire unused = ^addr[l*32 +: OFFSET_BITS];

      assign same_word[l] = addr[l*32+OFFSET_BITS +: 32-OFFSET_BITS] == h_word;
    end
  endgenerate

  assign h_served = leader | (pending & same_word & {LANES{in_ram}});
endmodule
`default_nettype wire
