// lsu_coalesce - which lanes of a beat go together in one request
// SPDX-License-Identifier: Apache-2.0
//
// The head (h_) holds one beat of a load or store and the lanes that still have to be requested.
// The lowest of them leads; all pending lanes in the same access come along (none without
// merging, nor at the console, whose bytes must not merge). One request leaves per cycle when a tag
// is free and the request stage has room.
// Lanes in shared memory leave before, all together.  //% if smem
//% if has_a
// Of an atomic instruction the lowest lane is alone, wherever its word is, until lsu_atomic has
// made its accesses.
//% end
`default_nettype none
module ${prefix}_lsu_coalesce #(
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits},
  parameter OFFSET_BITS = ${access_offset_bits},
  parameter SMEM_BITS = ${smem_bits},  //% if smem
  parameter OWNER_BITS = ${owner_bits}
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [39:0] congest,                            //% if congest
  output wire [${stall_atomic}:${stall_head}] congested,  //% if congest
  // queue
  input  wire                         q_valid,
  input  wire                         q_last,
  input  wire [BEAT_BITS-1:0]         q_beat,  //% if folded
  input  wire [LANES-1:0]             q_mask,
  input  wire [LANES-1:0]             q_smem,  //% if smem
  input  wire [META_BITS-1:0]         q_meta,
  input  wire [2:0]                   q_funct3,
  input  wire                         q_store,
  input  wire [LANES*32-1:0]          q_addr,
  input  wire [LANES*32-1:0]          q_data,
  input  wire [6:0]                   q_atomic,  //% if has_a
  input  wire [LANES*32-1:0]          q_third,   //% if has_a
  output wire                         h_pop,
  // instructions and requests in flight
  input  wire                         owner_free,
  input  wire [OWNER_BITS-1:0]        owner_next,
  input  wire                         tag_free,
  output wire                         h_open,     // an instruction begins, as owner_next
  output wire                         h_close,    // this request is its last
  output wire [OWNER_BITS-1:0]        h_owner,
//% if smem
  // shared memory
  input  wire                         g_ready,
  output wire                         h_group_fire,
  output wire [LANES-1:0]             h_group,
  output wire [LANES*SMEM_BITS-1:0]   h_places,
//% end
//% if has_a
  // atomic instructions: answers, and what is reserved
  output wire                         h_void,     // all accesses of one have been made
  input  wire                         void_room,
  input  wire                         owner_calm,
  input  wire                         h_answered,
  input  wire                         h_failed,
  input  wire [31:0]                  a_word,
  output wire                         t_fail,
  output wire                         t_set,
  output wire                         t_clear,
  output wire                         t_kill,   // its store to shared memory  //% if smem
  output wire [LANES-1:0]             t_lane,
  output wire [31:2]                  t_place,
  input  wire                         t_hit,
  input  wire                         r_store,                                //% if smem
//% end
  // request
  input  wire                         r_ready,
  output wire                         h_fire,     // a request leaves
  output wire [BEAT_BITS-1:0]         h_beat,  //% if folded
  output wire [META_BITS-1:0]         h_meta,
  output wire [2:0]                   h_funct3,
  output wire                         h_store,
  output wire [LANES-1:0]             h_served,   // its lanes
  output wire [31:OFFSET_BITS]        h_word,
  output wire [LANES*OFFSET_BITS-1:0] h_offsets,
  output wire [LANES*32-1:0]          h_data
);
  wire                    valid;
  wire                    room;
  wire                    last;
  wire                    first;       // the next beat begins an instruction  //% if folded
//% if has_a
  wire [6:0]              atomic;
  wire                    one = atomic[0];  // an atomic instruction is at the head
  wire                    store;
  wire [2:0]              funct3;
  wire [LANES*32-1:0]     data;
  wire [LANES*32-1:0]     third;
  wire                    t_asks;      // it makes an access
  wire                    t_shared;    // to shared memory  //% if smem
  wire                    t_storing;   // a store
  wire [31:0]             t_made;      // of this
  wire                    t_next;      // its lowest lane is done
  wire                    t_done;      // all of the beat
//% end
  reg  [BEAT_BITS-1:0]    beat_q;  //% if folded
  reg  [LANES-1:0]        pending_q;
  reg  [OWNER_BITS-1:0]   owner_q;
//% if smem
  reg  [LANES-1:0]        group_q;     // pending in shared memory
  wire                    grouped = |group_q;
  wire                    finishes = ~|(pending_q & ~({LANES{~grouped}} & h_served));
  wire                    done = one ? t_done : valid & finishes  //% if has_a
  wire                    done = valid & finishes                 //% else
                                 & (grouped ? h_group_fire : h_fire | ~|pending_q);
//% else
  wire                    finishes = ~|(pending_q & ~h_served);
  wire                    ended = valid & finishes & (h_fire | ~|pending_q);  //% if has_a
  wire                    done = one ? t_done : ended;                        //% if has_a
  wire                    done = valid & finishes & (h_fire | ~|pending_q);  //% else
//% end
  wire                    starts = valid ? last : first;  //% if folded
  wire                    starts = 1'b1;                  //% else
//% stall head q_valid & room & (~starts | owner_free)
  wire                    takes = q_valid & room & (~starts | owner_free)${unless stall head};
  wire [LANES*32-1:0]     addr;

  ${prefix}_lsu_head u_head (
    .clk(clk), .rst(rst), .q_last(q_last), .q_store(q_store), .q_funct3(q_funct3),
    .q_meta(q_meta), .q_addr(q_addr), .q_data(q_data), .h_pop(h_pop), .takes(takes), .done(done),
//% if has_a
    .q_atomic(q_atomic), .q_third(q_third), .atomic(atomic), .third(third),
    .valid(valid), .room(room), .last(last), .h_store(store), .h_funct3(funct3),
    .h_meta(h_meta), .addr(addr), .h_data(data)
//% else
    .valid(valid), .room(room), .last(last), .h_store(h_store), .h_funct3(h_funct3),
    .h_meta(h_meta), .addr(addr), .h_data(h_data)
//% end
  );
  assign h_open = takes & starts;
//% if folded

  reg                     first_q;

  always @(posedge clk)
    if (rst)
      first_q <= 1'b1;
    else if (done)
      first_q <= last;

  assign first = first_q;
//% end

  always @(posedge clk)
    if (room) begin
      beat_q <= q_beat;                //% if folded
//% if has_a
      group_q <= q_mask & q_smem & ~{LANES{q_atomic[0]}};     //% if smem
      pending_q <= q_mask & (~q_smem | {LANES{q_atomic[0]}});  //% if smem
      pending_q <= q_mask;                                     //% else
//% else
      group_q <= q_mask & q_smem;      //% if smem
      pending_q <= q_mask & ~q_smem;   //% if smem
      pending_q <= q_mask;             //% else
//% end
      if (starts)
        owner_q <= owner_next;
    end else begin
      if (one ? t_next : h_fire)  //% if has_a
      if (h_fire)                 //% else
        pending_q <= pending_q & ~h_served;
//% if smem
      if (h_group_fire)
        group_q <= {LANES{1'b0}};
//% end
    end

//% if smem
//% stall group valid & grouped & g_ready
//% else
//% stall group never
//% end
//% if not has_a
//% stall atomic never
//% end
  // The leader and the lanes in its access.
  wire [LANES-1:0]                  leader;
  wire [LANES-1:0]                  alike;  //% if has_a
  wire [LANES*(32-OFFSET_BITS)-1:0] words;

  ${prefix}_onehot_lowest #(.N(LANES)) u_leader (
    .in(pending_q), .lowest(leader)
  );
  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32-OFFSET_BITS)) u_word (
    .sel(leader), .in(words), .out(h_word)
  );
  ${prefix}_lsu_share u_share (
    .pending(pending_q), .leader(leader), .addr(addr), .h_word(h_word),
    .h_served(alike)     //% if has_a
    .h_served(h_served)  //% else
  );

  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      assign words[l*(32-OFFSET_BITS) +: 32-OFFSET_BITS]
        = addr[l*32+OFFSET_BITS +: 32-OFFSET_BITS];
      assign h_places[l*SMEM_BITS +: SMEM_BITS] = addr[l*32 +: SMEM_BITS];  //% if smem
      assign h_offsets[l*OFFSET_BITS +: OFFSET_BITS] = addr[l*32 +: OFFSET_BITS];
    end
  endgenerate

//% if has_a
  // A store on its way to the bus goes before what an atomic instruction does in shared memory, so
  // that reservations are compared with one address at a time.
  wire plain = ~one & |pending_q;
  wire to_bus = plain & ~grouped | t_asks & ~t_shared;  //% if smem
  wire to_bus = plain | t_asks;                         //% else

  ${prefix}_lsu_atomic u_atomic (
    .congest(congest), .congested(congested[${stall_atomic}:${stall_atomic}]),  //% if congest
    .clk(clk), .rst(rst), .valid(valid & one), .some(|pending_q), .last(last), .op(atomic[6:1]),
    .leader(leader), .addr(addr), .data(data), .third(third),
    .t_asks(t_asks), .t_storing(t_storing), .t_made(t_made), .t_next(t_next), .t_done(t_done),
    .fired(h_fire | h_group_fire),  //% if smem
    .fired(h_fire),                 //% else
    .h_void(h_void), .void_room(void_room), .owner_calm(owner_calm), .h_answered(h_answered),
    .h_failed(h_failed), .a_word(a_word), .t_fail(t_fail), .t_set(t_set), .t_clear(t_clear),
    .t_lane(t_lane), .t_place(t_place), .t_hit(t_hit)
  );
  assign t_shared = &h_word[31:24];  //% if smem
  assign h_store = store & (t_storing | ~one);
  // sc.w has a kind of its own.
  assign h_funct3 = {funct3[2] | (one & atomic[6:2] == 5'b00011), funct3[1:0]};
  assign h_data = one ? {LANES{t_made}} : data;
  assign h_served = one ? leader : alike;
  assign h_fire = valid & to_bus & tag_free & r_ready;
//% else
  assign h_fire = valid & ~grouped & |pending_q & tag_free & r_ready;  //% if smem
  assign h_fire = valid & |pending_q & tag_free & r_ready;             //% else
//% end
//% if smem
//% if has_a
  wire grouping = one ? t_asks & t_shared & ~r_store : grouped;

  assign h_group_fire = valid & grouping & g_ready${unless stall group};
  assign h_group = one ? leader : group_q;
  assign t_kill = h_group_fire & t_storing;
//% else
  assign h_group_fire = valid & grouped & g_ready${unless stall group};
  assign h_group = group_q;
//% end
//% end
  assign h_close = one ? h_void : last & finishes;  //% if has_a
  assign h_close = last & finishes;                 //% else
  assign h_owner = owner_q;
  assign h_beat = beat_q;  //% if folded
endmodule
`default_nettype wire
