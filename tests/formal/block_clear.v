// block_clear - a warp, and a block, have ended only when all that they leave is cleared
// SPDX-License-Identifier: Apache-2.0
//
// Any warps that end, any blocks that are over, any time for registers and pages. A warp is owed
// its clearing from c_ended to clear_done; of a block with the whole core each warp is from the
// block's end on. A block stays over until its end is taken.
`define WARPS `block_clear_WARPS
`define WARP_BITS `block_clear_WARP_BITS
`define SLOTS `block_clear_SLOTS
`define SLOT_BITS `block_clear_SLOT_BITS
module block_clear (
  input wire                clk,
  input wire [`WARPS-1:0]   ended_any,
  input wire                whole_any,
  input wire [`SLOTS-1:0]   over_any,
  input wire [`SLOTS-1:0]   pages_any,   // per slot: its block has pages
  input wire                take_any,
  input wire                sweeps_any,
  input wire                done_any
);
  localparam [`WARPS-1:0] WARP_0 = 1;
  localparam [`SLOTS-1:0] SLOT_0 = 1;
  reg                   init = 1'b1;
  reg  [`SLOTS-1:0]     over_q;      // over, and the end is not taken yet
  reg                   whole_q;
  reg  [`SLOTS-1:0]     pages_q;
  reg  [`WARPS-1:0]     owed_q;      // per warp: has ended, and its registers are to be cleared
  reg  [`WARPS-1:0]     blank_q;     // per warp: cleared since the whole block was over
  reg  [`SLOTS-1:0]     begun_q;     // per slot: the clearing of its pages has begun
  reg                   sweeps_q;    // pages are being cleared
  wire [`WARPS-1:0]     w_ended;
  wire                  e_valid;
  wire [`SLOT_BITS-1:0] e_slot;
  wire                  clear_start;
  wire                  clear_valid;
  wire [`WARP_BITS-1:0] clear_warp;
  wire                  idle = ~|over_q & ~|owed_q;
  wire                  whole = idle ? whole_any : whole_q;
  wire                  ends = ~init & (~whole | ~|owed_q);
  wire [`SLOTS-1:0]     over = over_q | (over_any & {`SLOTS{ends}});
  wire [`WARPS-1:0]     c_ended = ended_any & ~owed_q & {`WARPS{~init & ~(whole & |over)}};
  wire                  e_take = take_any & e_valid & ~init;
  wire                  done = done_any & clear_valid;
  wire [`WARPS-1:0]     clears = (WARP_0 << clear_warp) & {`WARPS{done}};
  wire                  e_pages = pages_q[e_slot];

  ww_block_clear u (
    .clk(clk), .rst(init), .c_ended(c_ended), .whole(whole), .w_ended(w_ended), .over(over),
    .e_valid(e_valid), .e_slot(e_slot), .e_take(e_take), .e_pages(e_pages),
    .clear_start(clear_start), .smem_clearing(sweeps_q), .clear_valid(clear_valid),
    .clear_warp(clear_warp), .clear_done(done)
  );

  // Cycles in which nothing goes on though something is to be done.
  reg [2:0]            idle_q;
  reg                  held_q;
  reg [`WARP_BITS-1:0] held_warp_q;
  reg                  offered_q;
  reg [`SLOT_BITS-1:0] offered_slot_q;

  always @(posedge clk) begin
    init <= 1'b0;
    held_q <= clear_valid & ~done & ~init;
    held_warp_q <= clear_warp;
    offered_q <= e_valid & ~e_take & ~init;
    offered_slot_q <= e_slot;
    if (init) begin
      {over_q, owed_q, blank_q, begun_q, sweeps_q, idle_q} <= 0;
      pages_q <= pages_any;
      whole_q <= whole_any;
    end else begin
      whole_q <= whole;
      over_q <= over & ~((SLOT_0 << e_slot) & {`SLOTS{e_take}});
      owed_q <= (owed_q | (whole ? {`WARPS{|over & ~|over_q}} : c_ended)) & ~clears;
      blank_q <= (blank_q | clears) & {`WARPS{~e_take}};
      begun_q <= (begun_q | ((SLOT_0 << e_slot) & {`SLOTS{clear_start}}))
                 & ~((SLOT_0 << e_slot) & {`SLOTS{e_take}});
      sweeps_q <= clear_start | (sweeps_q & sweeps_any);
      idle_q <= sweeps_q | clear_valid | e_valid | ~(|over | |owed_q) ? 0 : idle_q + 1'b1;
    end
  end

  always @*
    if (~init) begin
      one_whole: assume (~whole | (over & (over - 1'b1)) == 0);
      ended: assert (w_ended == (whole ? c_ended : owed_q & clears));
      if (clear_valid) right: assert (owed_q[clear_warp]);
      if (held_q) stays: assert (clear_valid & clear_warp == held_warp_q);
      if (e_valid) over_is: assert (over_q[e_slot]);
      if (e_valid & e_pages) swept: assert (begun_q[e_slot] & ~sweeps_q);
      if (e_valid & whole) whole_clear: assert (&blank_q);
      if (clear_start) once: assert (over_q[e_slot] & e_pages & ~begun_q[e_slot] & ~sweeps_q);
      if (offered_q) offered: assert (e_valid & e_slot == offered_slot_q);
      goes_on: assert (idle_q <= 3);
    end
endmodule
