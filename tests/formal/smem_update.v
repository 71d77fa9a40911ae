// smem_update - lanes of an atomic instruction: nothing comes between load and store
// SPDX-License-Identifier: Apache-2.0
//
// Groups of all kinds. One lane is tracked, and a second one beside it.
`define LANES `smem_select_LANES
`define SMEM_BITS `smem_select_SMEM_BITS
`define INFO_BITS `smem_select_INFO_BITS
module smem_update (
  input wire                         clk,
  input wire                         advance,
  input wire                         fire_any,
  input wire [`LANES-1:0]            group,
  input wire [`INFO_BITS-1:0]        info,
  input wire                         update,
  input wire [4:0]                   op,
  input wire [`LANES*`SMEM_BITS-1:0] places,
  input wire [`LANES*32-1:0]         data,
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
  wire [`INFO_BITS-1:0] p_info;
  wire p_store;
  wire p_made;
  wire [4:0] p_op;
  wire [`LANES*`SMEM_BITS-1:0] p_places;
  wire [`LANES*4-1:0] p_strb;
  wire [`LANES*32-1:0] p_data;

  ww_smem_select u (
    .clk(clk), .rst(init), .clearing(1'b0), .advance(advance), .h_group_fire(fire),
    .g_ready(g_ready), .h_group(group), .h_info(info), .h_update(update), .h_op(op),
    .h_places(places), .h_data(data), .p_valid(p_valid), .p_last(p_last), .p_lanes(p_lanes),
    .p_info(p_info), .p_store(p_store), .p_made(p_made), .p_op(p_op), .p_places(p_places),
    .p_strb(p_strb), .p_data(p_data)
  );

  wire [`LANES*`SMEM_BITS-1:0] moved = places >> (lane_q * `SMEM_BITS);
  wire [`LANES*`SMEM_BITS-1:0] p_moved = p_places >> (lane_q * `SMEM_BITS);
  wire [`LANES*`SMEM_BITS-1:0] p_moved_other = p_places >> (other_q * `SMEM_BITS);
  wire [`LANES*32-1:0] data_moved = data >> (lane_q * 32);
  wire [`LANES*32-1:0] p_data_moved = p_data >> (lane_q * 32);
  wire [`LANES*4-1:0] p_strb_moved = p_strb >> (lane_q * 4);
  wire [`SMEM_BITS-1:0] place = p_moved[`SMEM_BITS-1:0];
  wire [`SMEM_BITS-1:0] place_other = p_moved_other[`SMEM_BITS-1:0];
  wire same_bank = place[2 +: BANK_BITS] == place_other[2 +: BANK_BITS];
  wire same_word = place[`SMEM_BITS-1:2] == place_other[`SMEM_BITS-1:2];
  wire serves = p_valid & advance;
  wire mine = serves & p_lanes[lane_q];

  // The group being selected from, and that in p.
  reg                  update_q, wants_q, p_update_q, p_wants_q;
  reg                  beside_q, p_beside_q;
  reg [4:0]            op_q, p_op_q;
  reg [31:0]           data_q, p_data_q;
  // What was served last; of the tracked lane: has it loaded, has it stored
  reg                  loaded_q;       // it was loads of an atomic instruction
  reg [`LANES-1:0]     lanes_q;
  reg [`SMEM_BITS-1:0] place_q;
  reg                  stored_q;
  reg                  other_stored_q;
  reg                  valid_q, chose_q, ready_q;  // lanes were chosen; the next group could enter

  always @(posedge clk) begin
    init <= 1'b0;
    if (init) begin
      lane_q <= lane_any;
      other_q <= other_any;
      loaded_q <= 1'b0;
      valid_q <= 1'b0;
    end else if (g_ready) begin
      valid_q <= fire;
      update_q <= update;
      wants_q <= group[lane_q];
      beside_q <= group[other_q];
      op_q <= op;
      data_q <= data_moved[31:0];
    end
    chose_q <= ~init & valid_q & advance;
    ready_q <= g_ready;
    if (advance) begin
      p_update_q <= update_q;
      p_wants_q <= wants_q;
      p_beside_q <= beside_q;
      p_op_q <= op_q;
      p_data_q <= data_q;
    end
    if (serves & ~init) begin
      loaded_q <= p_update_q & ~p_store;
      lanes_q <= p_lanes;
      place_q <= place;
    end
    stored_q <= init | (serves & p_last) ? 1'b0 : stored_q | (mine & p_made);
    other_stored_q <= init | (serves & p_last) ? 1'b0
                      : other_stored_q | (serves & p_made & p_lanes[other_q]);
  end

  always @*
    if (~init) begin
      lanes: assume (lane_q < `LANES & other_q < `LANES);
      if (fire) begin
        some: assume (|group);
        words: assume (~update | info[1:0] == 2'b10);
      end
      if (serves) made: assert (p_made == loaded_q);
      if (serves & p_made) together: assert (p_lanes == lanes_q & (~mine | place == place_q));
      if (serves & p_made) stores: assert (p_update_q & p_store & p_op == p_op_q);
      if (mine & p_made) operand: assert (p_data_moved[31:0] == p_data_q & &p_strb_moved[3:0]);
      if (mine & p_update_q) once: assert (p_wants_q & ~stored_q);
      if (serves & p_last & p_update_q)
        none_left: assert (p_made & (~p_wants_q | stored_q | mine));
      if (mine & p_update_q & p_lanes[other_q] & other_q < lane_q)
        alone: assert (~same_bank);
      if (mine & p_update_q & same_word & other_q < lane_q)
        upward: assert (other_stored_q | ~p_beside_q);
      if (chose_q) follows: assert (p_last == ready_q);
      if (mine & p_made) answered: assert (p_info[3]);
    end
endmodule
