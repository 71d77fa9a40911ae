// smem_clear - pages that are cleared are zero then; no other word of shared memory changes
// SPDX-License-Identifier: Apache-2.0
//
// One word is tracked, at the ports of its bank's array: is it known to be zero? With `apart` no
// access stores to it and its page is never cleared: then it is never written.
`define LANES `smem_LANES
`define SMEM_BITS `smem_SMEM_BITS
`define INFO_BITS `smem_INFO_BITS
`define PAGES `smem_PAGES
module smem_clear (
  input wire                         clk,
  input wire                         taken_any,
  input wire                         fire_any,
  input wire [`LANES-1:0]            group,
  input wire [`INFO_BITS-1:0]        info,
  input wire [`LANES*`SMEM_BITS-1:0] places,
  input wire                         update,
  input wire [4:0]                   op,
  input wire                         start_any,
  input wire [`PAGES-1:0]            pages,
  input wire [`SMEM_BITS-1:0]        word_any,
  input wire                         apart_any
);
  localparam ROWS = 1 << `smem_ROW_BITS;
  localparam BOUND = ROWS + 2 * `LANES + `smem_LATENCY + 4;
  reg                   init = 1'b1;
  reg  [`SMEM_BITS-1:0] word_q;
  reg                   apart_q;
  reg                   zero_q;       // the word is zero
  reg                   clears_q;     // pages are being cleared, its own among them
  reg                   busy_q;       // as smem_clearing in the last cycle
  reg                   ran_q;        // the clearing after reset is over
  reg  [6:0]            age_q;        // cycles of the clearing in which responses are accepted
  wire                  g_ready;
  wire                  s_valid;
  wire                  smem_clearing;
  wire [`smem_BANKS*32-1:0] s_data;
  wire                  fire = fire_any & g_ready & ~init;
  wire                  start = start_any & ran_q & ~smem_clearing & ~init;
  wire                  advance = ~s_valid | taken_any;
  integer               l;

  ww_smem u (
    .clk(clk), .rst(init), .h_group_fire(fire), .g_ready(g_ready), .h_group(group), .h_info(info),
`ifdef smem_has_h_update
    .h_update(update), .h_op(op),
`endif
    .h_places(places), .clear_start(start), .clear_pages(pages), .smem_clearing(smem_clearing),
    .s_valid(s_valid), .s_taken(s_valid & taken_any), .s_data(s_data)
  );

  // The first bank has the word, or the last one.
  //@ write_0 = u.g_bank[0].u_bank.u_ram.write
  //@ enable_0 = u.g_bank[0].u_bank.u_ram.enable
  //@ row_0 = u.g_bank[0].u_bank.u_ram.row
  //@ strb_0 = u.g_bank[0].u_bank.u_ram.strb
  //@ data_0 = u.g_bank[0].u_bank.u_ram.data
  wire                     write_0;
  wire                     enable_0;
  wire [`smem_ROW_BITS-1:0] row_0;
  wire [3:0]               strb_0;
  wire [31:0]              data_0;
  wire [`smem_ROW_BITS-1:0] row = word_q[`SMEM_BITS-1 -: `smem_ROW_BITS];
  wire                     writes = enable_0 & write_0 & row_0 == row;
  wire                     stored = |strb_0 & writes;
  wire                     zeroes = &strb_0 & data_0 == 0 & writes;
  wire                     mine = pages[word_q[`SMEM_BITS-1:`smem_PAGE_SHIFT]];
  reg                      read_q;   // the word that was zero has been read
  reg                      stores;   // a group is to store there

  always @* begin
    stores = 1'b0;
    for (l = 0; l < `LANES; l = l + 1)
      if (fire & group[l] & (info[3] | update)
          & places[l*`SMEM_BITS+2 +: `SMEM_BITS-2] == word_q[`SMEM_BITS-1:2])
        stores = 1'b1;
  end

  always @(posedge clk) begin
    init <= 1'b0;
    if (init) begin
      word_q <= {word_any[`SMEM_BITS-1 -: `smem_ROW_BITS], {`SMEM_BITS-`smem_ROW_BITS{1'b0}}};
      apart_q <= apart_any;
      {ran_q, clears_q, busy_q, age_q} <= 0;
    end else begin
      ran_q <= ran_q | ~smem_clearing;
      busy_q <= smem_clearing;
      clears_q <= start ? mine : clears_q & smem_clearing;
      age_q <= ~smem_clearing ? 0 : age_q + advance;
    end
    read_q <= ~init & zero_q & enable_0 & ~write_0 & row_0 == row;
    zero_q <= ~init & (zeroes | (zero_q & ~stored));
  end

  always @*
    if (~init) begin
      if (fire) some: assume (|group);
      if (apart_q) no_store: assume (~stores & ~(start & mine));
      if (busy_q & ~smem_clearing & (clears_q | ~ran_q)) zero: assert (zero_q);
      if (read_q) reads: assert (s_data[31:0] == 0);
      if (apart_q & ran_q) untouched: assert (~stored);
      ends: assert (age_q <= BOUND);
    end
endmodule
