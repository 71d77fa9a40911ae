// lsu_coalesce - which lanes of a beat go together in one request
// SPDX-License-Identifier: Apache-2.0
//
// The head (h_) holds one beat of a load or store and the lanes that still have to be requested.
// The lowest of them leads; all pending lanes in the same access come along (none without
// merging, nor at the console, whose bytes must not merge). One request leaves per cycle when a tag is
// free and the request stage has room.
//% if smem
// Lanes in shared memory leave before, all together.
//% end
//% if lsu_direct
// The instruction itself stays where its addresses have been checked (q_) until all has left.
//% end
`default_nettype none
module ${prefix}_lsu_coalesce #(
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits},
  parameter RAM_BITS = ${ram_bits},
  parameter RAM_BASE = ${ram_base},
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
  localparam [31:0] BASE = RAM_BASE;

  reg                     valid_q;
  reg                     last_q;    //% if not lsu_direct
  reg                     store_q;   //% if not lsu_direct
  reg  [2:0]              funct3_q;  //% if not lsu_direct
  reg  [META_BITS-1:0]    meta_q;    //% if not lsu_direct
//% if folded
  reg  [BEAT_BITS-1:0]    beat_q;
  reg                     first_q;     // the next beat is the first of its instruction
//% end
  reg  [LANES-1:0]        pending_q;
  reg  [LANES-1:0]        group_q;     // pending in shared memory  //% if smem
  reg  [LANES*32-1:0]     addr_q;                                   //% if not lsu_direct
  reg  [LANES*32-1:0]     data_q;                                   //% if not lsu_direct
  reg  [OWNER_BITS-1:0]   owner_q;
//% if smem
  wire                    grouped = |group_q;
  wire                    finishes = ~|(pending_q & ~({LANES{~grouped}} & h_served));
  wire                    done = valid_q & finishes
                                 & (grouped ? h_group_fire : h_fire | ~|pending_q);
//% else
  wire                    finishes = ~|(pending_q & ~h_served);
  wire                    done = valid_q & finishes & (h_fire | ~|pending_q);
//% end
  wire                    room = ~valid_q;                      //% if lsu_direct
  wire                    room = ~valid_q | done;               //% else
  wire                    starts = valid_q ? last_q : first_q;  //% if folded
  wire                    starts = 1'b1;                        //% else
//% stall head q_valid & room & (~starts | owner_free)
  wire                    takes = q_valid & room & (~starts | owner_free)${unless stall head};

  assign h_open = takes & starts;
//% if lsu_direct
  assign h_pop = done;

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else
      valid_q <= takes | (valid_q & ~done);
//% else
  assign h_pop = takes;

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else if (room)
      valid_q <= takes;
//% end

//% if folded
  always @(posedge clk)
    if (rst)
      first_q <= 1'b1;
    else if (done)
      first_q <= last_q;

//% end
  // What does not become valid does not matter.
  always @(posedge clk)
    if (room) begin
//% if not lsu_direct
      last_q <= q_last;
      store_q <= q_store;
      funct3_q <= q_funct3;
      meta_q <= q_meta;
//% end
      beat_q <= q_beat;  //% if folded
//% if smem
      pending_q <= q_mask & ~q_smem;
      group_q <= q_mask & q_smem;
//% else
      pending_q <= q_mask;
//% end
//% if not lsu_direct
      addr_q <= q_addr;
      data_q <= q_data;
//% end
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
//% stall group valid_q & grouped & g_ready
//% else
//% stall group never
//% end
  // The leader and the lanes in its access.
//% if lsu_direct
  wire                              last = q_last;
  wire [LANES*32-1:0]               addr = q_addr;
//% else
  wire                              last = last_q;
  wire [LANES*32-1:0]               addr = addr_q;
//% end
//% if deep
  wire [LANES-1:0] leader;

  ${prefix}_onehot_lowest #(.N(LANES)) u_leader (
    .in(pending_q), .lowest(leader)
  );
//% else
  wire [LANES-1:0]                  leader = pending_q & -pending_q;
//% end
  wire [LANES*(32-OFFSET_BITS)-1:0] words;
  wire [LANES-1:0]                  same_word;
  wire [LANES-1:0]                  in_rams;  //% if lanes_compared

  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32-OFFSET_BITS)) u_word (
    .sel(leader), .in(words), .out(h_word)
  );

  genvar l;
  genvar j;  //% if lanes_compared
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      assign words[l*(32-OFFSET_BITS) +: 32-OFFSET_BITS]
        = addr[l*32+OFFSET_BITS +: 32-OFFSET_BITS];
      assign h_places[l*SMEM_BITS +: SMEM_BITS] = addr[l*32 +: SMEM_BITS];  //% if smem
      assign h_offsets[l*OFFSET_BITS +: OFFSET_BITS] = addr[l*32 +: OFFSET_BITS];
//% if lanes_compared
      // With every lane, while it is found which one leads, and by what differs in RAM.
      wire [LANES-1:0] same;

      for (j = 0; j < LANES; j = j + 1) begin : g_other
        assign same[j] = addr[l*32+OFFSET_BITS +: RAM_BITS-OFFSET_BITS]
                         == addr[j*32+OFFSET_BITS +: RAM_BITS-OFFSET_BITS];
      end
      assign same_word[l] = |(same & leader) & in_rams[l];
      assign in_rams[l] = addr[l*32+RAM_BITS +: 32-RAM_BITS] == BASE[31:RAM_BITS];
//% elif merge_lanes
      assign same_word[l] = words[l*(32-OFFSET_BITS) +: 32-OFFSET_BITS] == h_word;
//% else
      assign same_word[l] = 1'b0;
//% end
    end
  endgenerate

  // What is not in RAM is the console.
  wire in_ram = |(in_rams & leader);                       //% if lanes_compared
  wire in_ram = h_word[31:RAM_BITS] == BASE[31:RAM_BITS];  //% else

  assign h_served = leader | (pending_q & same_word & {LANES{in_ram}});
//% if smem
  assign h_fire = valid_q & ~grouped & |pending_q & tag_free & r_ready;
  assign h_group_fire = valid_q & grouped & g_ready${unless stall group};
  assign h_group = group_q;
//% else
  assign h_fire = valid_q & |pending_q & tag_free & r_ready;
//% end
  assign h_close = last & finishes;
  assign h_owner = owner_q;
  assign h_beat = beat_q;  //% if folded
//% if lsu_direct
  assign h_meta = q_meta;
  assign h_funct3 = q_funct3;
  assign h_store = q_store;
  assign h_data = q_data;
//% else
  assign h_meta = meta_q;
  assign h_funct3 = funct3_q;
  assign h_store = store_q;
  assign h_data = data_q;
//% end
endmodule
`default_nettype wire
