// block_csrs - a warp reads the words of its own launch, its block and its number
// SPDX-License-Identifier: Apache-2.0
//
// A warp, a slot and a word of a launch are tracked; all others change as the solver likes. Words
// and places are a byte four times: nothing here depends on their values.
`define WARPS `block_csrs_WARPS
`define WARP_BITS `block_csrs_WARP_BITS
`define SLOTS `block_csrs_SLOTS
`define SLOT_BITS `block_csrs_SLOT_BITS
`define PAGE_BITS `block_csrs_PAGE_BITS
`define BARRIER_BITS `block_csrs_BARRIER_BITS
`define LAUNCH_BITS `block_csrs_LAUNCH_BITS
module block_csrs (
  input wire                            clk,
  input wire                            b_valid,
  input wire [`LAUNCH_BITS-1:0]         b_launch,
  input wire [3:0]                      b_index,
  input wire [7:0]                      byte_any,
  input wire                            n_take,
  input wire [`SLOT_BITS-1:0]           n_slot,
  input wire [7:0]                      n_x,
  input wire [7:0]                      n_y,
  input wire [7:0]                      n_z,
  input wire [`PAGE_BITS-1:0]           n_page,
  input wire [`BARRIER_BITS-1:0]        n_bar,
  input wire                            n_whole,
  input wire [`BARRIER_BITS-1:0]        n_bars,
  input wire                            start_any,
  input wire [`WARP_BITS-1:0]           s_warp,
  input wire [`WARP_BITS-1:0]           s_number,
  input wire [`LAUNCH_BITS-1:0]         s_launch,
  input wire [4:0]                      i_csr,
  input wire [`WARP_BITS-1:0]           c_warp,
  input wire [`WARPS*`SLOT_BITS-1:0]    slot_of,
  input wire [`SLOTS*`LAUNCH_BITS-1:0]  launch_of,
  input wire [`SLOTS*8-1:0]             phase,
  input wire [`SLOT_BITS-1:0]           e_slot,
  input wire [`WARP_BITS-1:0]           warp_any,
  input wire [`SLOT_BITS-1:0]           slot_any,
  input wire [`LAUNCH_BITS-1:0]         launch_any,
  input wire [3:0]                      word_any
);
  reg                      init = 1'b1;
  wire [31:2]              s_pc;
  wire [31:0]              value;
  wire [`BARRIER_BITS-1:0] c_bar;
  wire [`BARRIER_BITS-1:0] c_bars;
  wire                     c_whole;
  wire [95:0]              e_place;
  reg  [`WARP_BITS-1:0]    warp_q;
  reg  [`SLOT_BITS-1:0]    slot_q;
  reg  [`LAUNCH_BITS-1:0]  launch_q;
  reg  [3:0]               index_q;
  reg                      taken_q;     // a block has begun
  wire [31:0]              b_word = {4{byte_any}};
  wire                     s_go = start_any & taken_q & ~n_take & ~init;

  ww_block_csrs u (
    .clk(clk), .b_valid(b_valid), .b_launch(b_launch), .b_index(b_index), .b_word(b_word),
    .n_take(n_take), .n_slot(n_slot), .n_x({4{n_x}}), .n_y({4{n_y}}), .n_z({4{n_z}}),
    .n_page(n_page), .n_bar(n_bar), .n_whole(n_whole), .n_bars(n_bars), .s_go(s_go),
    .s_warp(s_warp), .s_number(s_number), .s_launch(s_launch), .s_pc(s_pc), .i_warp(warp_q),
    .i_csr(i_csr), .csr_value(value), .c_warp(c_warp), .c_bar(c_bar), .c_bars(c_bars),
    .c_whole(c_whole), .slot_of(slot_of), .launch_of(launch_of), .phase(phase), .e_slot(e_slot),
    .e_place(e_place)
  );

  // What was written last for the tracked word, slot and warp.
  reg                      has_word_q;
  reg  [31:0]              word_q;
  reg                      has_pc_q;
  reg  [31:2]              pc_q;
  reg                      has_slot_q;
  reg  [95:0]              place_q;
  reg  [`PAGE_BITS-1:0]    page_q;
  reg  [`BARRIER_BITS-1:0] bar_q;
  reg  [`BARRIER_BITS-1:0] bars_q;
  reg                      starts_whole_q;
  reg                      has_number_q;
  reg  [`WARP_BITS-1:0]    number_q;
  reg                      whole_q;

  always @(posedge clk)
    if (init) begin
      init <= 1'b0;
      {warp_q, slot_q, launch_q, index_q} <= {warp_any, slot_any, launch_any, word_any};
      {has_word_q, has_pc_q, has_slot_q, has_number_q, taken_q} <= 0;
    end else begin
      taken_q <= taken_q | n_take;
      if (b_valid & b_launch == launch_q & b_index == index_q) begin
        has_word_q <= 1'b1;
        word_q <= b_word;
      end
      if (b_valid & b_launch == launch_q & b_index == 0) begin
        has_pc_q <= 1'b1;
        pc_q <= b_word[31:2];
      end
      if (n_take & n_slot == slot_q) begin
        has_slot_q <= 1'b1;
        place_q <= {{4{n_z}}, {4{n_y}}, {4{n_x}}};
        page_q <= n_page;
        bar_q <= n_bar;
        bars_q <= n_bars;
      end
      if (n_take)
        starts_whole_q <= n_whole;
      if (n_take & n_whole) begin
        has_number_q <= 1'b1;
        number_q <= warp_q;
        whole_q <= 1'b1;
      end else if (s_go & s_warp == warp_q & ~starts_whole_q) begin
        has_number_q <= 1'b1;
        number_q <= s_number;
        whole_q <= 1'b0;
      end
    end

  always @*
    if (~init)
      in_range: assume (s_warp < `WARPS & c_warp < `WARPS & warp_q < `WARPS);

  wire [`SLOT_BITS-1:0]   slot = slot_of[warp_q*`SLOT_BITS +: `SLOT_BITS];
  wire [`LAUNCH_BITS-1:0] launch = launch_of[slot*`LAUNCH_BITS +: `LAUNCH_BITS];
  wire [`SLOT_BITS-1:0]   c_slot = slot_of[c_warp*`SLOT_BITS +: `SLOT_BITS];
  wire                    mine = has_slot_q & slot == slot_q;

  always @*
    if (~init) begin
      if (has_word_q & i_csr == index_q & index_q < 10 & launch == launch_q)
        words: assert (value == word_q);
      if (has_number_q & i_csr == 10) thread: assert (value == number_q * `block_csrs_THREADS);
      if (has_number_q & i_csr == 11) number: assert (value == number_q);
      if (mine & i_csr == 12)
        page: assert (value == 32'hFF000000 + (page_q << `block_csrs_PAGE_SHIFT));
      if (i_csr == 13) phase_is: assert (value == phase[slot*8 +: 8]);
      if (i_csr == 14) slots: assert (value[31:16] == slot & value[15:0] == launch);
      if (mine & i_csr == 16) x: assert (value == place_q[31:0]);
      if (mine & i_csr == 17) y: assert (value == place_q[63:32]);
      if (mine & i_csr == 18) z: assert (value == place_q[95:64]);
      if (has_slot_q & c_slot == slot_q) bars: assert (c_bar == bar_q & c_bars == bars_q);
      if (has_number_q & c_warp == warp_q) whole: assert (c_whole == whole_q);
      if (has_slot_q & e_slot == slot_q) end_place: assert (e_place == place_q);
      if (has_pc_q & s_launch == launch_q) entry: assert (s_pc == pc_q);
    end
endmodule
