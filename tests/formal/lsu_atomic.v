// lsu_atomic - no update is lost: nothing leaves the head between a lane's load and its store
// SPDX-License-Identifier: Apache-2.0
//
// The head with the unit for atomic instructions, the request stage and the reservations, against
// doc/machine.md: a model takes the lanes of the instruction in ascending order, and knows what is
// reserved. The operations are those of lsu_combine, which has a proof of its own. The queue holds
// its first entry until it is taken, in registers of this harness (mem.queue = 1). So that the
// solver gets to the end, words have 4 bits and RAM 8 words, the rest is zero.
`define LANES `lsu_coalesce_LANES
`define OFFSET_BITS `lsu_coalesce_OFFSET_BITS
`define META_BITS `lsu_coalesce_META_BITS
`define WARPS `lsu_reserve_WARPS
`define WARP_BITS `lsu_reserve_WARP_BITS
`define RAM_BITS `lsu_share_RAM_BITS
`define HARTS (`WARPS * `LANES)
`define PLACE (`RAM_BITS - 2)
module lsu_atomic (
  input wire                    clk,
  input wire                    q_valid,
  input wire [`LANES-1:0]       mask_any,
  input wire [`WARP_BITS-1:0]   warp_any,
  input wire                    store_any,
  input wire [6:0]              atomic_any,
  input wire [`LANES-1:0]       console_any,
  input wire [`LANES*`PLACE-1:0] place_any,
  input wire [`LANES*32-1:0]    data_any,
  input wire [`LANES*32-1:0]    third_any,
  input wire                    owner_free,
  input wire                    tag_free,
  input wire                    end_room,
  input wire                    owner_drained,
  input wire                    h_response,
  input wire                    h_failed,
  input wire [31:0]             a_word,
  input wire                    bus_ready
);
  localparam [4:0] LR = 5'b00010;
  localparam [4:0] SC = 5'b00011;
  localparam [4:0] CAS = 5'b00101;
  localparam [1:0] NEXT = 2'd0, LOADED = 2'd1, ANSWERED = 2'd2, STORES = 2'd3;

  reg init = 1'b1;
  wire h_pop;
  wire h_open;
  wire h_close;
  wire h_end;
  wire h_fire;
  wire h_store;
  wire t_fail;
  wire t_set;
  wire t_clear;
  wire t_hit;
  wire r_ready;
  wire r_store;
  wire [2:0] h_funct3;
  wire [`META_BITS-1:0] h_meta;
  wire [`LANES-1:0] h_served;
  wire [31:`OFFSET_BITS] h_word;
  wire [`LANES*`OFFSET_BITS-1:0] h_offsets;
  wire [`LANES*32-1:0] h_data;
  wire [`LANES-1:0] t_lane;
  wire [31:2] t_place;
  wire [31:`OFFSET_BITS] r_where;
  wire [`lsu_request_ACCESS_WORDS-1:0] r_words;

  // The first entry of the queue: lanes are in RAM, those of plain stores at the console too.
  reg  [`LANES-1:0]       mask_q;
  reg  [`WARP_BITS-1:0]   warp_q;
  reg                     store_q;
  reg  [6:0]              atomic_q;  // {operation, acquire, it is one}
  reg  [`LANES-1:0]       console_q;
  reg  [`LANES*`PLACE-1:0] place_q;
  reg  [`LANES*32-1:0]    data_q;
  reg  [`LANES*32-1:0]    third_q;
  wire                    one = atomic_q[0];
  wire [4:0]              op = atomic_q[6:2];
  wire [`LANES*32-1:0]    q_addr;
  wire [`META_BITS-1:0]   q_meta = {warp_q, {`META_BITS-`WARP_BITS{1'b0}}};

  wire [`PLACE-1:0]       few = 7;
  wire [31:0]             word = a_word & 32'hf;

  always @(posedge clk)
    if (init | h_pop) begin
      mask_q <= mask_any;
      warp_q <= warp_any;
      atomic_q <= atomic_any;
      store_q <= store_any | (atomic_any[0] & atomic_any[6:2] != LR);
      console_q <= console_any & {`LANES{store_any & ~atomic_any[0]}};
      place_q <= place_any & {`LANES{few}};
      data_q <= data_any & {`LANES{32'hf}};
      third_q <= third_any & {`LANES{32'hf}};
    end

  genvar g;
  generate
    for (g = 0; g < `LANES; g = g + 1) begin : g_addr
      assign q_addr[g*32 +: 32] = console_q[g] ? 32'hfffff000
        : `lsu_share_BASE | {place_q[g*`PLACE +: `PLACE], 2'b00};
    end
  endgenerate

  reg                   busy_q;     // it is at the head
  reg  [`LANES-1:0]     left_q;     // its lanes that have not acted

  ww_lsu_coalesce u (
    .clk(clk), .rst(init), .q_valid(q_valid), .q_last(1'b1), .q_mask(mask_q), .q_meta(q_meta),
    .q_funct3(3'b010), .q_store(store_q), .q_addr(q_addr), .q_data(data_q), .q_atomic(atomic_q),
    .q_third(third_q), .h_pop(h_pop), .owner_free(owner_free), .tag_free(tag_free),
    .h_open(h_open), .h_close(h_close), .h_end(h_end), .end_room(end_room),
    .owner_drained(owner_drained), .h_response(h_response), .h_failed(h_failed), .a_word(word),
    .t_fail(t_fail), .t_set(t_set), .t_clear(t_clear), .t_lane(t_lane), .t_place(t_place),
    .t_hit(t_hit), .r_ready(r_ready), .h_fire(h_fire), .h_meta(h_meta), .h_funct3(h_funct3),
    .h_store(h_store), .h_served(h_served), .h_word(h_word), .h_offsets(h_offsets),
    .h_data(h_data)
  );
  ww_lsu_request u_request (
    .clk(clk), .rst(init), .h_fire(h_fire), .h_size(h_funct3[1:0]), .h_store(h_store),
    .h_served(h_served), .h_word(h_word), .h_offsets(h_offsets), .h_data(h_data),
    .r_ready(r_ready), .r_store(r_store), .r_where(r_where), .r_words(r_words),
    .mem_req_ready(bus_ready)
  );
  ww_lsu_reserve u_reserve (
    .clk(clk), .rst(init), .r_store(r_store), .r_where(r_where), .r_words(r_words),
    .h_warp(h_meta[`META_BITS-1 -: `WARP_BITS]), .t_lane(t_lane), .t_place(t_place),
    .t_set(t_set), .t_clear(t_clear), .t_hit(t_hit)
  );

  // Its lane that acts.
  reg  [1:0]            step_q;
  reg  [1:0]            age_q;      // cycles in that step
  reg                   failed_q;
  reg                   live_q;     // its word was reserved
  reg  [31:0]           word_q;
  wire [`LANES-1:0]     lane = left_q & ~(left_q - 1'b1);
  reg  [`PLACE-1:0]     place;
  reg  [31:0]           source;
  reg  [31:0]           third;
  reg  [31:0]           stored;     // what the request has for it
  wire [31:0]           made;
  wire                  stores = ~failed_q & op != LR & (op != SC | live_q)
                                 & (op != CAS | word == third);
  integer               l;

  always @* begin
    place = {`PLACE{1'b0}};
    source = 32'd0;
    third = 32'd0;
    stored = 32'd0;
    for (l = 0; l < `LANES; l = l + 1)
      if (lane[l]) begin
        place = place_q[l*`PLACE +: `PLACE];
        source = data_q[l*32 +: 32];
        third = third_q[l*32 +: 32];
        stored = h_data[l*32 +: 32];
      end
  end

  ww_lsu_combine u_made (.op(op), .old(word_q), .source(source), .made(made));

  // What is reserved, hart by hart.
  reg  [`HARTS-1:0]     set_q;
  reg  [`HARTS*`PLACE-1:0] places_q;
  reg                   live;
  reg  [`HARTS-1:0]     mine;
  reg  [`HARTS-1:0]     hit;        // a store that leaves ends it
  integer               h, s;

  always @* begin
    live = 1'b0;
    hit = {`HARTS{1'b0}};
    for (h = 0; h < `HARTS; h = h + 1) begin
      mine[h] = warp_q == h / `LANES & lane[h % `LANES];
      if (mine[h] & set_q[h]
          & places_q[h*`PLACE +: `PLACE] == place)
        live = 1'b1;
      for (s = 0; s < `LANES; s = s + 1)
        if (h_fire & h_store & h_served[s] & ~console_q[s]
            & places_q[h*`PLACE +: `PLACE] == place_q[s*`PLACE +: `PLACE])
          hit[h] = 1'b1;
    end
  end

  always @(posedge clk) begin
    init <= 1'b0;
    if (init) begin
      busy_q <= 1'b0;
      step_q <= NEXT;
      age_q <= 2'd0;
      set_q <= {`HARTS{1'b0}};
    end else begin
      if (h_end | (h_fire & h_close))
        busy_q <= 1'b0;
      age_q <= age_q + {1'b0, ~&age_q};
      if (h_fire & ~one)
        left_q <= left_q & ~h_served;
      if (one)
        case (step_q)
          NEXT: if (h_fire) begin
            step_q <= LOADED;
            age_q <= 2'd0;
          end
          LOADED: if (h_response) begin
            step_q <= ANSWERED;
            failed_q <= h_failed;
            live_q <= live;
          end
          ANSWERED: begin
            word_q <= word;
            step_q <= stores ? STORES : NEXT;
            age_q <= 2'd0;
            if (~stores)
              left_q <= left_q & ~lane;
          end
          STORES: if (h_fire) begin
            step_q <= NEXT;
            age_q <= 2'd0;
            left_q <= left_q & ~lane;
          end
        endcase
      set_q <= set_q & ~hit;
      for (h = 0; h < `HARTS; h = h + 1)
        if (one & step_q == ANSWERED & mine[h]) begin
          if (op == LR) begin
            set_q[h] <= 1'b1;
            places_q[h*`PLACE +: `PLACE] <= place;
          end
          if (op == SC)
            set_q[h] <= 1'b0;
        end
      if (h_open) begin
        busy_q <= 1'b1;
        left_q <= mask_q;
        step_q <= NEXT;
        age_q <= 2'd0;
      end
    end
  end

  wire [31:0] own = `lsu_share_BASE | {place, 2'b00};
  wire acts = busy_q & one;
  wire asks = acts & h_fire;
  wire free = tag_free & r_ready;
  wire may_end = end_room & (~atomic_q[1] | owner_drained);

  always @*
    if (~init) begin
      if (q_valid) fits: assume (|mask_q & warp_q < `WARPS);
      answer: assume (~h_response | (acts & step_q == LOADED & age_q >= 2'd1));

      if (asks & step_q == NEXT) load: assert (~h_store & |left_q);
      if (asks & (step_q == LOADED | step_q == ANSWERED)) alone: assert (1'b0);
      if (asks & step_q == STORES) store: assert (h_store);
      if (asks) ascending: assert (h_served == lane);
      if (asks) own_word: assert (h_word == own[31:`OFFSET_BITS]);
      if (asks & step_q == STORES) update: assert (stored == made);
      if (h_end) all: assert (acts & step_q == NEXT & ~|left_q);
      if (h_end) acquires: assert (may_end);
      if (h_open) once: assert (~busy_q | h_end | (h_fire & h_close & ~one));
      if (acts & step_q == ANSWERED & op == SC) result: assert (t_fail == ~live_q);
      if (acts & step_q == STORES & age_q >= 2'd1 & free) progress: assert (h_fire);
      if (acts & step_q == NEXT & |left_q & age_q >= 2'd1 & free) goes_on: assert (h_fire);
      if (acts & step_q == NEXT & ~|left_q & age_q >= 2'd1 & may_end) ends: assert (h_end);
    end
endmodule
