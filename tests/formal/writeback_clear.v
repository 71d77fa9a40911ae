// writeback_clear - behind a warp all its registers are zero, and those of other warps stay
// SPDX-License-Identifier: Apache-2.0
//
// One register is tracked: is it known to be zero? A warp that is cleared has nothing in flight.
`define ADDR_BITS 6
`define LANES `writeback_LANES
`define WARP_BITS `writeback_WARP_BITS
`define META_BITS `writeback_META_BITS
module writeback_clear (
  input wire                  clk,
  input wire [`ADDR_BITS-1:0] addr_any,
  input wire                  clear_any,
  input wire [`WARP_BITS-1:0] clear_warp_any,
  input wire                  w_any,
  input wire [`WARP_BITS-1:0] w_to_warp,
  input wire                  m_any,
  input wire [`META_BITS-1:0] m_meta,
  input wire                  v_any,
  input wire [`META_BITS-1:0] v_meta,
  input wire                  l_any,
  input wire [`META_BITS-1:0] l_meta
);
  localparam LOW_BITS = `ADDR_BITS - `WARP_BITS;
  reg                   init = 1'b1;
  reg  [`ADDR_BITS-1:0] addr_q;
  reg                   zero_q;       // the tracked register is zero
  reg                   clears_q;
  reg  [`WARP_BITS-1:0] warp_q;
  reg  [1:0]            passed_q;
  reg                   l_stays, v_stays;
  wire                  run;
  wire                  clear_done;
  wire                  v_ready;
  wire                  l_ready;
  wire [`LANES-1:0]     wb_enable;
  wire [`ADDR_BITS-1:0] wb_addr;
  wire [`LANES*32-1:0]  wb_data;

  // Results: of no warp that is cleared, and a slot has one.
  wire                  clear_valid = (clears_q | clear_any) & run & ~init;
  wire [`WARP_BITS-1:0] clear_warp = clears_q ? warp_q : clear_warp_any;
  wire                  w_valid = w_any & run & ~(clear_valid & w_to_warp == clear_warp);
  wire                  m_valid = m_any & ~w_valid & run
    & ~(clear_valid & m_meta[`META_BITS-1 -: `WARP_BITS] == clear_warp);
  wire                  v_valid = v_any & run
    & ~(clear_valid & v_meta[`META_BITS-1 -: `WARP_BITS] == clear_warp);
  wire                  l_valid = l_any & run
    & ~(clear_valid & l_meta[`META_BITS-1 -: `WARP_BITS] == clear_warp);

  ww_writeback #(.ADDR_BITS(`ADDR_BITS)) u (
    .clk(clk), .rst(init), .cleared(run), .w_valid(w_valid), .w_to_warp(w_to_warp),
    .m_valid(m_valid), .m_live(m_valid), .m_late(1'b0), .m_meta(m_meta),
    .v_valid(v_valid), .v_ready(v_ready), .v_meta(v_meta),
    .l_valid(l_valid), .l_ready(l_ready), .l_meta(l_meta),
    .clear_valid(clear_valid), .clear_warp(clear_warp), .clear_done(clear_done),
    .wb_enable(wb_enable), .wb_addr(wb_addr), .wb_data(wb_data)
  );

  wire takes_l = l_valid & l_ready;
  wire takes_v = v_valid & v_ready;
  wire any = w_valid | m_valid | takes_l | takes_v;
  wire here = wb_addr == addr_q & |wb_enable;
  wire zeroes = here & &wb_enable & wb_data == 0;
  wire zero = zeroes | (zero_q & ~here);

  always @(posedge clk) begin
    init <= 1'b0;
    if (init)
      addr_q <= addr_any;
    zero_q <= ~init & zero;
    clears_q <= clear_valid & ~clear_done;
    warp_q <= clear_warp;
    passed_q <= clear_valid & any ? passed_q + (takes_l | takes_v) : 0;
    l_stays <= ~init & l_valid & ~l_ready;
    v_stays <= ~init & v_valid & ~v_ready;
  end

  always @*
    if (~init & run) begin
      if (l_stays) l_held: assume (l_valid);
      if (v_stays) v_held: assume (v_valid);
      if (clear_done & clear_warp == addr_q[`ADDR_BITS-1 -: `WARP_BITS]) behind: assert (zero);
      if (|wb_enable & ~any)
        own: assert (clear_valid & wb_addr[`ADDR_BITS-1 -: `WARP_BITS] == clear_warp);
      if (clear_valid & ~any) each: assert (&wb_enable & wb_data == 0);
      passes: assert (passed_q <= 2);
    end
endmodule
