// lsu_share - chooses the lanes that a request serves: those with the word of the leader
// SPDX-License-Identifier: Apache-2.0
//
// Each lane is compared with each other one while the leader is found, so that the comparison does
// not wait for it. Only the address bits inside RAM are compared. An address outside of RAM is the
// console, whose bytes go out one by one: such a leader is served alone.
`default_nettype none
//% ports lsu_share_alone
  localparam RAM_BITS = ${ram_bits};
  localparam [31:0] BASE = ${ram_base};

  wire [LANES-1:0] same_word;
  wire [LANES-1:0] in_rams;
  wire             in_ram = |(in_rams & leader);
  wire             unused_word = ^h_word;

  genvar l;
  genvar j;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      wire [LANES-1:0] same;
      wire             unused = ^addr[l*32 +: OFFSET_BITS];

      for (j = 0; j < LANES; j = j + 1) begin : g_other
        assign same[j] = addr[l*32+OFFSET_BITS +: RAM_BITS-OFFSET_BITS]
                         == addr[j*32+OFFSET_BITS +: RAM_BITS-OFFSET_BITS];
      end
      assign same_word[l] = |(same & leader) & in_rams[l];
      assign in_rams[l] = addr[l*32+RAM_BITS +: 32-RAM_BITS] == BASE[31:RAM_BITS];
    end
  endgenerate

  assign h_served = leader | (pending & same_word & {LANES{in_ram}});
endmodule
`default_nettype wire
