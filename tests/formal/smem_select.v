// smem_select - each lane of a group is served once, lanes of one bank only with the same word
// SPDX-License-Identifier: Apache-2.0
//
// One lane is tracked, and a second one beside it. Accesses are words.
`define LANES `smem_select_LANES
`define SMEM_BITS `smem_select_SMEM_BITS
`define INFO_BITS `smem_select_INFO_BITS
module smem_select (
  input wire                         clk,
  input wire                         advance,
  input wire                         fire_any,
  input wire [`LANES-1:0]            group,
  input wire [`INFO_BITS-1:0]        info,
  input wire [`LANES*`SMEM_BITS-1:0] places,
  input wire [7:0]                   lane_any,
  input wire [7:0]                   other_any
);
  localparam BANK_BITS = `smem_select_OFFSET_BITS - 2;
  reg init = 1'b1;
  reg [7:0] lane_q;
  reg [7:0] other_q;
  wire g_ready;
  wire fire = fire_any & g_ready & ~init;
  wire p_valid;
  wire p_last;
  wire [`LANES-1:0] p_lanes;
  wire [`LANES*`SMEM_BITS-1:0] p_places;

  ww_smem_select u (
    .clk(clk), .rst(init), .clearing(1'b0), .advance(advance), .h_group_fire(fire),
    .g_ready(g_ready), .h_group(group), .h_info(info), .h_places(places),
    .p_valid(p_valid), .p_last(p_last), .p_lanes(p_lanes), .p_places(p_places)
  );

  wire [`LANES*`SMEM_BITS-1:0] moved = places >> (lane_q * `SMEM_BITS);
  wire [`LANES*`SMEM_BITS-1:0] p_moved = p_places >> (lane_q * `SMEM_BITS);
  wire [`LANES*`SMEM_BITS-1:0] p_moved_other = p_places >> (other_q * `SMEM_BITS);
  wire [`SMEM_BITS-1:0] place = p_moved[`SMEM_BITS-1:0];
  wire [`SMEM_BITS-1:0] place_other = p_moved_other[`SMEM_BITS-1:0];
  wire serves = p_valid & advance;
  wire mine = serves & p_lanes[lane_q];
  wire same_bank = place[2 +: BANK_BITS] == place_other[2 +: BANK_BITS];
  wire same_word = place[`SMEM_BITS-1:2] == place_other[`SMEM_BITS-1:2];

  // The groups in the two registers: what the tracked lane wants of them.
  reg                   first_q, wants_q, served_q;     // the group being selected from
  reg  [`SMEM_BITS-1:0] place_q;
  reg                   p_wants_q, p_served_q, p_first_q;
  reg  [`SMEM_BITS-1:0] p_place_q;
  reg                   valid_q, free_q;                // no two lanes share a bank
  reg                   p_free_q, p_begins_q;
  reg                   chose_q, ready_q;               // lanes were chosen; g_ready then
  reg                   conflict;
  integer               l, m;

  always @* begin
    conflict = 1'b0;
    for (l = 0; l < `LANES; l = l + 1)
      for (m = 0; m < l; m = m + 1)
        if (group[l] & group[m]
            & places[l*`SMEM_BITS+2 +: BANK_BITS] == places[m*`SMEM_BITS+2 +: BANK_BITS])
          conflict = 1'b1;
  end

  always @(posedge clk) begin
    init <= 1'b0;
    if (init) begin
      lane_q <= lane_any;
      other_q <= other_any;
      valid_q <= 1'b0;
    end else if (g_ready) begin
      valid_q <= fire;
      wants_q <= group[lane_q];
      place_q <= moved[`SMEM_BITS-1:0];
      free_q <= ~conflict;
    end
    chose_q <= ~init & valid_q & advance;
    ready_q <= g_ready;
    if (advance) begin
      p_wants_q <= wants_q;
      p_place_q <= place_q;
      p_free_q <= free_q;
    end
    // Served before, in this group: the group in p ends with p_last.
    served_q <= init | (serves & p_last) ? 1'b0 : served_q | mine;
    p_begins_q <= init ? 1'b1 : serves ? p_last : p_begins_q;
  end

  always @*
    if (~init) begin
      lanes: assume (lane_q < `LANES & other_q < `LANES);
      if (fire) some: assume (|group);
      if (mine) once: assert (~served_q & p_wants_q);
      if (mine) place_kept: assert (place == p_place_q);
      if (serves & p_last) none_left: assert (~p_wants_q | served_q | mine);
      if (p_valid & p_lanes[lane_q] & p_lanes[other_q] & same_bank) bank: assert (same_word);
      if (serves & p_free_q) at_once: assert (p_last & p_begins_q);
      if (chose_q) follows: assert (p_last == ready_q);
      if (serves) progress: assert (|p_lanes);
    end
endmodule
