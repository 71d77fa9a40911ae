// lsu_share - chooses the lanes that a request serves: those with the word of the leader
// SPDX-License-Identifier: Apache-2.0
//
// Each lane is compared with each lower one while the beat enters the head, a cycle before a leader
// is chosen. So no comparison is in the path from the pending lanes to the next beat. Lanes match
// only if both are in RAM. An address outside of RAM is the console, whose bytes go out one by one:
// such a leader is served alone.
`default_nettype none
//% ports lsu_share_alone
  localparam RAM_BITS = ${ram_bits};
  localparam [31:0] BASE = ${ram_base};

  wire [LANES-1:0] in_rams;
  wire [LANES-1:0] same_word;
  wire             unused_word = ^{addr, h_word};

  genvar l;
  genvar j;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      wire [LANES-1:0] same;    // lower lanes in the same word of RAM
      reg  [LANES-1:0] same_q;  // same, of the beat at the head
      wire             unused = ^q_addr[l*32 +: OFFSET_BITS];

      for (j = 0; j < LANES; j = j + 1) begin : g_other
        assign same[j] = j < l & in_rams[l] & in_rams[j]
                         & q_addr[l*32+OFFSET_BITS +: RAM_BITS-OFFSET_BITS]
                           == q_addr[j*32+OFFSET_BITS +: RAM_BITS-OFFSET_BITS];
      end

      always @(posedge clk)
        if (loads)
          same_q <= same;

      assign in_rams[l] = q_addr[l*32+RAM_BITS +: 32-RAM_BITS] == BASE[31:RAM_BITS];
      assign same_word[l] = |(same_q & leader);
    end
  endgenerate

  assign h_served = leader | (pending & same_word);
endmodule
`default_nettype wire
