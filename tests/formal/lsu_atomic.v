// lsu_atomic - no update is lost: no access to its word leaves between a lane's load and its store
// SPDX-License-Identifier: Apache-2.0
//
// The head with the unit for atomic instructions, the request stage and the reservations, against
// doc/machine.md: a model follows each lane of the instruction, and knows what is reserved. Lanes
// with one word act in ascending order, others may overlap; responses come in any order. The
// operations are those of lsu_combine, which has a proof of its own. The queue holds its first
// entry until it is taken, in registers of this harness (mem.queue = 1). So that the solver gets to
// the end, words have 4 bits and RAM 8 words, the rest is zero.
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
  input wire [`LANES-1:0]       answer_any,
  input wire                    h_failed,
  input wire [31:0]             a_word,
  input wire                    bus_ready
);
  localparam [4:0] LR = 5'b00010;
  localparam [4:0] SC = 5'b00011;
  localparam [4:0] CAS = 5'b00101;

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
  // Its lanes: what each is to do next.
  reg  [`LANES-1:0]     next_q;     // it loads
  reg  [`LANES-1:0]     wait_q;     // it has loaded
  reg  [`LANES-1:0]     late_q;     // in an earlier cycle: the response may come
  reg  [`LANES-1:0]     here_q;     // its response is at the alignment
  reg  [`LANES-1:0]     stores_q;   // it stores
  reg  [`LANES*32-1:0]  word_q;     // the loaded word of each

  ww_lsu_coalesce u (
    .clk(clk), .rst(init), .q_valid(q_valid), .q_last(1'b1), .q_mask(mask_q), .q_meta(q_meta),
    .q_funct3(3'b010), .q_store(store_q), .q_addr(q_addr), .q_data(data_q), .q_atomic(atomic_q),
    .q_third(third_q), .h_pop(h_pop), .owner_free(owner_free), .tag_free(tag_free),
    .h_open(h_open), .h_close(h_close), .h_end(h_end), .end_room(end_room),
    .owner_drained(owner_drained), .h_response(h_response), .h_failed(h_failed), .a_word(word),
`ifdef lsu_coalesce_has_a_lanes
    .a_lanes(here_q),
`endif
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

  // The lane that accesses, and the one whose response comes or is at the alignment.
  wire [`LANES-1:0]     lane = h_served;
  wire [`LANES-1:0]     told = h_response ? answer_any : here_q;
  reg                   failed_q;
  reg                   live_q;     // its word was reserved
  reg  [`PLACE-1:0]     place;      // of the accessing lane
  reg  [`PLACE-1:0]     at;         // of the lane with the response
  reg  [31:0]           source;
  reg  [31:0]           old;
  reg  [31:0]           third;
  reg  [31:0]           stored;     // what the request has for it
  reg  [`LANES-1:0]     same;       // lanes with the word of the accessing one
  wire [31:0]           made;
  wire                  stores = ~failed_q & op != LR & (op != SC | live_q)
                                 & (op != CAS | word == third);
  integer               l;

  always @* begin
    place = {`PLACE{1'b0}};
    at = {`PLACE{1'b0}};
    source = 32'd0;
    old = 32'd0;
    third = 32'd0;
    stored = 32'd0;
    for (l = 0; l < `LANES; l = l + 1) begin
      if (lane[l]) begin
        place = place | place_q[l*`PLACE +: `PLACE];
        source = source | data_q[l*32 +: 32];
        old = old | word_q[l*32 +: 32];
        stored = stored | h_data[l*32 +: 32];
      end
      if (told[l])
        at = at | place_q[l*`PLACE +: `PLACE];
      if (here_q[l])
        third = third | third_q[l*32 +: 32];
    end
    for (l = 0; l < `LANES; l = l + 1)
      same[l] = place_q[l*`PLACE +: `PLACE] == place;
  end

  ww_lsu_combine u_made (.op(op), .old(old), .source(source), .made(made));

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
      mine[h] = warp_q == h / `LANES & told[h % `LANES];
      if (mine[h] & set_q[h]
          & places_q[h*`PLACE +: `PLACE] == at)
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
      here_q <= {`LANES{1'b0}};
      stores_q <= {`LANES{1'b0}};
      set_q <= {`HARTS{1'b0}};
    end else begin
      if (h_end | (h_fire & h_close & ~one))
        busy_q <= 1'b0;
      next_q <= next_q & ~(lane & {`LANES{h_fire}});
      wait_q <= (wait_q | (lane & {`LANES{acts & h_fire & ~h_store}}))
                & ~(answer_any & {`LANES{h_response}});
      late_q <= wait_q;
      here_q <= answer_any & {`LANES{h_response}};
      stores_q <= (stores_q | (here_q & {`LANES{stores}})) & ~(lane & {`LANES{h_fire & h_store}});
      if (h_response) begin
        failed_q <= h_failed;
        live_q <= live;
      end
      for (l = 0; l < `LANES; l = l + 1)
        if (here_q[l])
          word_q[l*32 +: 32] <= word;
      set_q <= set_q & ~hit;
      for (h = 0; h < `HARTS; h = h + 1)
        if (|here_q & mine[h]) begin
          if (op == LR) begin
            set_q[h] <= 1'b1;
            places_q[h*`PLACE +: `PLACE] <= at;
          end
          if (op == SC)
            set_q[h] <= 1'b0;
        end
      if (h_open) begin
        busy_q <= 1'b1;
        next_q <= mask_q;
        wait_q <= {`LANES{1'b0}};
        late_q <= {`LANES{1'b0}};
        here_q <= {`LANES{1'b0}};
        stores_q <= {`LANES{1'b0}};
      end
    end
  end

  wire [31:0] own = `lsu_share_BASE | {place, 2'b00};
  wire acts = busy_q & one;
  wire asks = acts & h_fire;
  wire free = tag_free & r_ready;
  wire may_end = end_room & (~atomic_q[1] | owner_drained);
  wire [`LANES-1:0] open = wait_q | here_q | stores_q;  // between load and store
  wire [`LANES-1:0] left = next_q | open;
  // Cycles in which nothing holds it up, but it does nothing.
  wire holds = (|left & ~free) | (~|left & ~may_end) | |wait_q | |here_q;
  reg  [2:0] idle_q;

  always @(posedge clk)
    idle_q <= init | ~acts | h_fire | h_end | holds ? 3'd0 : idle_q + {2'd0, ~&idle_q};

  always @*
    if (~init) begin
      if (q_valid) fits: assume (|mask_q & warp_q < `WARPS);
      answer: assume (~h_response | (acts & |(answer_any & wait_q & late_q)
                                     & ~|(answer_any & (answer_any - 1'b1))));

      if (asks) single: assert (|h_served & ~|(h_served & (h_served - 1'b1)));
      if (asks & ~h_store) load: assert (|(h_served & next_q));
      if (asks & ~h_store) alone: assert (~|(same & open));
      if (asks & ~h_store) ascending: assert (~|(same & next_q & (h_served - 1'b1)));
      if (asks & h_store) store: assert (|(h_served & stores_q));
      if (asks) own_word: assert (h_word == own[31:`OFFSET_BITS]);
      if (asks & h_store) update: assert (stored == made);
      if (h_end) all: assert (acts & ~|left);
      if (h_end) acquires: assert (may_end);
      if (h_open) once: assert (~busy_q | h_end | (h_fire & h_close & ~one));
      if (|here_q & op == SC) result: assert (t_fail == ~live_q);
      if (&idle_q & |stores_q) progress: assert (1'b0);
      if (&idle_q & ~|stores_q & |next_q) goes_on: assert (1'b0);
      if (&idle_q & ~|left) ends: assert (1'b0);
    end
endmodule
