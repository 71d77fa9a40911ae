// lsu_coalesce - which lanes of a beat go together in one request
// SPDX-License-Identifier: Apache-2.0
//
// The head (h_) holds one beat of a load or store and the lanes that still have to be requested.
// The lowest of them leads; all pending lanes in the same access come along (none without
// merging, nor at the console, whose bytes must not merge). One request leaves per cycle when a tag
// is free and the request stage has room.
// Lanes in shared memory leave before, all together.  //% if smem
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
  output wire [${stall_group}:${stall_head}] congested,  //% if congest
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
  reg  [BEAT_BITS-1:0]    beat_q;  //% if folded
  reg  [LANES-1:0]        pending_q;
  reg  [OWNER_BITS-1:0]   owner_q;
//% if smem
  reg  [LANES-1:0]        group_q;     // pending in shared memory
  wire                    grouped = |group_q;
  wire                    finishes = ~|(pending_q & ~({LANES{~grouped}} & h_served));
  wire                    done = valid & finishes
                                 & (grouped ? h_group_fire : h_fire | ~|pending_q);
//% else
  wire                    finishes = ~|(pending_q & ~h_served);
  wire                    done = valid & finishes & (h_fire | ~|pending_q);
//% end
  wire                    starts = valid ? last : first;  //% if folded
  wire                    starts = 1'b1;                  //% else
//% stall head q_valid & room & (~starts | owner_free)
  wire                    takes = q_valid & room & (~starts | owner_free)${unless stall head};
  wire [LANES*32-1:0]     addr;

  ${prefix}_lsu_head u_head (
    .clk(clk), .rst(rst), .q_last(q_last), .q_store(q_store), .q_funct3(q_funct3),
    .q_meta(q_meta), .q_addr(q_addr), .q_data(q_data), .h_pop(h_pop), .takes(takes), .done(done),
    .valid(valid), .room(room), .last(last), .h_store(h_store), .h_funct3(h_funct3),
    .h_meta(h_meta), .addr(addr), .h_data(h_data)
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
      group_q <= q_mask & q_smem;      //% if smem
      pending_q <= q_mask & ~q_smem;   //% if smem
      pending_q <= q_mask;             //% else
      if (starts)
        owner_q <= owner_next;
    end else begin
      if (h_fire)
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
  // The leader and the lanes in its access.
  wire [LANES-1:0]                  leader;
  wire [LANES*(32-OFFSET_BITS)-1:0] words;

  ${prefix}_onehot_lowest #(.N(LANES)) u_leader (
    .in(pending_q), .lowest(leader)
  );
  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32-OFFSET_BITS)) u_word (
    .sel(leader), .in(words), .out(h_word)
  );
  ${prefix}_lsu_share u_share (
    .pending(pending_q), .leader(leader), .addr(addr), .h_word(h_word), .h_served(h_served)
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

//% if smem
  assign h_fire = valid & ~grouped & |pending_q & tag_free & r_ready;
  assign h_group_fire = valid & grouped & g_ready${unless stall group};
  assign h_group = group_q;
//% else
  assign h_fire = valid & |pending_q & tag_free & r_ready;
//% end
  assign h_close = last & finishes;
  assign h_owner = owner_q;
  assign h_beat = beat_q;  //% if folded
endmodule
`default_nettype wire
