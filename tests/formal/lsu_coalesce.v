// lsu_coalesce - each lane of a beat is requested once, with lanes of its own access only
// SPDX-License-Identifier: Apache-2.0
`define LANES `lsu_coalesce_LANES
`define OFFSET_BITS `lsu_coalesce_OFFSET_BITS
module lsu_coalesce (
  input wire                  clk,
  input wire                  q_valid,
  input wire [`LANES-1:0]     q_mask,
  input wire [`LANES*32-1:0]  q_addr,
  input wire                  owner_free,
  input wire                  tag_free,
  input wire                  r_ready,
  input wire [7:0]            lane_any
);
  reg init = 1'b1;
  reg [7:0] lane_q;
  wire h_pop;
  wire h_open;
  wire h_close;
  wire h_fire;
  wire [`LANES-1:0] h_served;
  wire [31:`OFFSET_BITS] h_word;

  ww_lsu_coalesce u (
    .clk(clk), .rst(init), .q_valid(q_valid), .q_last(1'b1), .q_mask(q_mask), .q_addr(q_addr),
    .h_pop(h_pop), .owner_free(owner_free), .tag_free(tag_free), .h_open(h_open),
    .h_close(h_close), .r_ready(r_ready), .h_fire(h_fire), .h_served(h_served), .h_word(h_word)
  );

  wire [`LANES*32-1:0] moved = q_addr >> (lane_q * 32);
  reg         busy_q;     // a beat is in the head
  reg         wants_q;    // the tracked lane has not been requested
  reg  [31:0] addr_q;
  reg  [`LANES-1:0] left_q;
  wire        mine = h_fire & h_served[lane_q];
  wire        console = addr_q[31:`lsu_share_RAM_BITS]
                        != `lsu_share_BASE >> `lsu_share_RAM_BITS;

  always @(posedge clk) begin
    init <= 1'b0;
    if (init)
      lane_q <= lane_any;
    busy_q <= ~init & (h_pop | (busy_q & ~(h_fire & h_close)));
    if (h_pop) begin
      wants_q <= q_mask[lane_q];
      addr_q <= moved[31:0];
      left_q <= q_mask;
    end else if (h_fire) begin
      wants_q <= wants_q & ~mine;
      left_q <= left_q & ~h_served;
    end
  end

  always @*
    if (~init) begin
      lane: assume (lane_q < `LANES);
      if (q_valid) some: assume (|q_mask);
      if (h_pop) empty: assert (q_valid & (~busy_q | (h_fire & h_close)));
      if (h_pop & busy_q) none_left: assert (~wants_q | mine);
      if (mine) once: assert (wants_q);
      if (mine) own_word: assert (h_word == addr_q[31:`OFFSET_BITS]);
      if (mine & console) alone: assert ((h_served & (h_served - 1'b1)) == 0);
      if (h_fire) request: assert (busy_q & |h_served & tag_free & r_ready);
      if (h_fire) closes: assert (h_close == ((left_q & ~h_served) == 0));
      if (busy_q & tag_free & r_ready) progress: assert (h_fire);
    end
endmodule
