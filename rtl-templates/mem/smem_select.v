// smem_select - chooses the lanes of a group that shared memory serves in this cycle
// SPDX-License-Identifier: Apache-2.0
//
// A group (g_) is the lanes of one beat of a load or store that access shared memory.
//
// In each cycle the lowest waiting lane of each bank leads. All waiting lanes with the word of a
// leader are served with it. The other lanes stay and are replayed in the next cycle: a bank
// conflict. Pairs of lanes with the same bank or word are found when the group enters. If several
// lanes store to one byte, the highest lane wins.
//
//   cycle 0    h_group_fire; the addresses of the lanes are compared
//   cycle 1    the first lanes are chosen; a conflict adds one cycle per further part
//   cycle 2    the chosen lanes are at p_
//
// The next group is accepted in the cycle in which the last lanes are chosen. All stages hold while
// `advance` is 0.
//% if parts_ahead
//
// Whether the lanes that are chosen are the last ones is found a cycle ahead, so no choice of lanes
// is in the path of g_ready.
//% end
//% if smem_update
//
// Exception: of an atomic instruction (h_update) only the leaders are served, and each part takes
// two cycles: it loads, then it stores.
//% end
`default_nettype none
module ${prefix}_smem_select #(
  parameter LANES = ${lanes},
  parameter META_BITS = ${meta_bits},           //% if trace_retire
  parameter INFO_BITS = ${smem_info_bits},
  parameter OFFSET_BITS = ${smem_offset_bits},  //% if smem_many_banks
  parameter SMEM_BITS = ${smem_bits}
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire [39:0] congest,                           // {rate, seed}      //% if congest
  output wire [${stall_bank}:${stall_bank}] congested,  // a stall acts now  //% if congest
  input  wire                       clearing,           // accept no group: the banks are cleared
  input  wire                       advance,            // all stages advance
  output wire                       g_empty,            // no group waits  //% if clear
  // lsu_coalesce: a group
  input  wire                       h_group_fire,        // a group enters
  output wire                       g_ready,             // a group is accepted
  input  wire [LANES-1:0]           h_group,             // lanes of the group
  input  wire [INFO_BITS-1:0]       h_info,              // {beat if folded, owner, store, funct3}
//% if smem_update
  input  wire                       h_update,            // an atomic access that the banks make
  input  wire [4:0]                 h_op,                // operation of the atomic access
//% end
//% if trace_retire
  input  wire [META_BITS-1:0]       h_meta,         // {sequence number if traced, warp, rd, writes}
//% end
  input  wire [LANES*SMEM_BITS-1:0] h_places,            // byte offset of each lane
  input  wire [LANES*32-1:0]        h_data,              // data to store, of each lane
//% if counters
  output wire                       perf_smem_access,    // lanes are served
  output wire                       perf_smem_conflict,  // lanes of a group are replayed
//% end
  // banks: lanes that are served
  output wire                       p_valid,   // lanes are served
  output wire                       p_last,    // last part of the group
  output wire [LANES-1:0]           p_lanes,   // lanes that are served
  output wire [LANES-1:0]           p_first,   // leaders: the lowest waiting lane of each bank
  output wire [INFO_BITS-1:0]       p_info,    // as h_info; store is 1 also if the part stores
//% if smem_update
  output wire                       p_store,   // the part stores
  output wire                       p_made,    // the banks make the stored word by p_op
  output wire [4:0]                 p_op,      // operation of the atomic access
//% end
  output wire [META_BITS-1:0]       p_meta,    // as h_meta  //% if trace_retire
  output wire [LANES*SMEM_BITS-1:0] p_places,  // byte offset of each lane
  output wire [LANES*4-1:0]         p_strb,    // bytes to read or write, of each lane
  output wire [LANES*32-1:0]        p_data     // data to store, of each lane; 0 for loads
);
  // The group.
  reg                        valid_q;
  reg  [LANES-1:0]           pending_q;
  reg  [INFO_BITS-1:0]       info_q;
  reg  [META_BITS-1:0]       meta_q;  //% if trace_retire
  reg  [LANES*SMEM_BITS-1:0] places_q;
  reg  [LANES*32-1:0]        data_q;
//% if smem_update
  reg                        update_q;
  reg                        second_q;   // the leaders have loaded, and store now
  reg  [4:0]                 op_q;
//% end
  wire [LANES-1:0]           waiting = pending_q & {LANES{valid_q}};
  wire [LANES-1:0]           first;
  wire [LANES-1:0]           served;
//% if smem_update
  wire                       loads = update_q & ~second_q;
  wire                       finishes = ~loads & ~|(waiting & ~served);
  wire                       store = update_q ? second_q : info_q[3];
//% else
  wire                       finishes = ~|(waiting & ~served);
//% end
  wire                       ends;       // as finishes, of a group that waits
  assign g_empty = ~valid_q;  //% if clear
  wire [1:0]                 size = info_q[1:0];
  wire                       store = info_q[3];  //% if not smem_update

//% stall bank valid_q & advance
//% if clear
  wire                       leaves = ~valid_q | (advance & ends${unless stall bank});

  assign g_ready = ~clearing & leaves;

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else if (leaves)
      valid_q <= h_group_fire;
//% else
  assign g_ready = ~clearing & (~valid_q | (advance & ends${unless stall bank}));

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else if (g_ready)
      valid_q <= h_group_fire;
//% end

  always @(posedge clk)
    if (g_ready) begin
      pending_q <= h_group;
      info_q <= h_info;
      meta_q <= h_meta;  //% if trace_retire
      places_q <= h_places;
      data_q <= h_data;
    end else if (advance${unless stall bank})
      pending_q <= waiting & ~(served & {LANES{~loads}});  //% if smem_update
      pending_q <= waiting & ~served;                      //% else
//% if smem_update

  always @(posedge clk)
    if (g_ready) begin
      update_q <= h_update;
      second_q <= 1'b0;
      op_q <= h_op;
    end else if (advance${unless stall bank})
      second_q <= loads;
//% end

  // Lanes in the same bank or word: bit l * LANES + m is lane l and the lower lane m.
  wire [LANES*LANES-1:0]     banks;
  wire [LANES*LANES-1:0]     words;
  reg  [LANES*LANES-1:0]     banks_q;
  reg  [LANES*LANES-1:0]     words_q;
  wire [LANES*4-1:0]         strb;     // bytes of each lane
  wire [LANES*4-1:0]         kept;     // bytes of each lane, without those of a higher lane
  wire [LANES*32-1:0]        data;     // data of each lane, repeated through the word

  always @(posedge clk)
    if (g_ready) begin
      banks_q <= banks;
      words_q <= words;
    end

//% if parts_ahead
  // A part is the last one if no two of the lanes that wait name different words of one bank.
  reg                        last_q;   // the part that is chosen now is the last one
  wire [LANES-1:0]           left = waiting & ~served;
  wire [LANES-1:0]           enter_clash;  // of a group that enters: with a lower lane
  wire [LANES-1:0]           left_clash;   // of the lanes that are left
//% if smem_update
  // Of an atomic instruction it is the store behind the load of the last lanes.
  wire                       last_next = update_q ? ~|left : ~|left_clash;
  wire                       last_enters = ~|enter_clash & ~h_update;
//% else
  wire                       last_next = ~|left_clash;
  wire                       last_enters = ~|enter_clash;
//% end

  always @(posedge clk)
    if (g_ready)
      last_q <= last_enters;
    else if (advance${unless stall bank})
      last_q <= last_next;

  assign ends = last_q;
//% else
  assign ends = finishes;
//% end

  genvar l, m;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      wire [1:0]           low = places_q[l*SMEM_BITS +: 2];
      wire [31:0]          own = data_q[l*32 +: 32];
      reg  [3:0]           lost;
      integer              h;

      for (m = 0; m < LANES; m = m + 1) begin : g_lower
        if (m < l) begin : g_pair
          assign words[l*LANES+m] = h_places[l*SMEM_BITS+2 +: SMEM_BITS-2]
                                    == h_places[m*SMEM_BITS+2 +: SMEM_BITS-2];
//% if smem_many_banks
          assign banks[l*LANES+m] = h_places[l*SMEM_BITS+2 +: OFFSET_BITS-2]
                                    == h_places[m*SMEM_BITS+2 +: OFFSET_BITS-2];
//% else
          assign banks[l*LANES+m] = 1'b1;
//% end
        end else begin : g_none
          assign words[l*LANES+m] = 1'b0;
          assign banks[l*LANES+m] = 1'b0;
        end
      end

//% if parts_ahead
      assign enter_clash[l] = h_group[l] & |(banks[l*LANES +: LANES] & ~words[l*LANES +: LANES]
                                             & h_group);
      assign left_clash[l] = left[l] & |(banks_q[l*LANES +: LANES] & ~words_q[l*LANES +: LANES]
                                         & left);
//% end
      assign first[l] = waiting[l] & ~|(waiting & banks_q[l*LANES +: LANES]);
//% if smem_update
      assign served[l] = waiting[l]
                         & (first[l] | (~update_q & |(first & words_q[l*LANES +: LANES])));
//% else
      assign served[l] = waiting[l] & (first[l] | |(first & words_q[l*LANES +: LANES]));
//% end

      // size: 0 byte, 1 half, 2 word
      assign strb[l*4 +: 4] = size[1] ? 4'b1111
                              : size[0] ? {{2{low[1]}}, {2{~low[1]}}} : 4'b0001 << low;
      assign data[l*32 +: 32] = (size[1] ? own : size[0] ? {2{own[15:0]}} : {4{own[7:0]}})
                                & {32{store}};

      always @* begin
        lost = 4'b0000;
        for (h = l + 1; h < LANES; h = h + 1)
//% if smem_update
          lost = lost | (strb[h*4 +: 4] & {4{~update_q & waiting[h] & words_q[h*LANES+l]}});
//% else
          lost = lost | (strb[h*4 +: 4] & {4{waiting[h] & words_q[h*LANES+l]}});
//% end
      end

      assign kept[l*4 +: 4] = strb[l*4 +: 4] & ~lost & {4{served[l]}};
    end
  endgenerate

  // The lanes that are served.
  reg                        p_valid_q;
  reg                        p_last_q;
  reg  [LANES-1:0]           p_lanes_q;
  reg  [LANES-1:0]           p_first_q;
  reg  [INFO_BITS-1:0]       p_info_q;
  reg                        p_store_q;  //% if smem_update
  reg                        p_made_q;   //% if smem_update
  reg  [4:0]                 p_op_q;     //% if smem_update
  reg  [META_BITS-1:0]       p_meta_q;  //% if trace_retire
  reg  [LANES*SMEM_BITS-1:0] p_places_q;
  reg  [LANES*4-1:0]         p_strb_q;
  reg  [LANES*32-1:0]        p_data_q;

  always @(posedge clk)
    if (rst)
      p_valid_q <= 1'b0;
    else if (advance)
      p_valid_q <= valid_q${unless stall bank};

  always @(posedge clk)
    if (advance) begin
      p_last_q <= finishes;
      p_lanes_q <= served;
      p_first_q <= first;
//% if smem_update
      p_info_q <= {info_q[INFO_BITS-1:4], info_q[3] | store, info_q[2:0]};
      p_store_q <= store;
      p_made_q <= update_q & second_q;
      p_op_q <= op_q;
//% else
      p_info_q <= info_q;
//% end
      p_meta_q <= meta_q;                         //% if trace_retire
      p_places_q <= places_q;
      p_strb_q <= kept & {LANES*4{~stall_bank}};  //% if congest
      p_strb_q <= kept;                           //% else
      p_data_q <= data;
    end

  assign p_valid = p_valid_q;
  assign p_last = p_last_q;
  assign p_lanes = p_lanes_q;
  assign p_first = p_first_q;
  assign p_info = p_info_q;
  assign p_store = p_store_q;  //% if smem_update
  assign p_made = p_made_q;    //% if smem_update
  assign p_op = p_op_q;        //% if smem_update
  assign p_meta = p_meta_q;  //% if trace_retire
  assign p_places = p_places_q;
  assign p_strb = p_strb_q;
  assign p_data = p_data_q;
//% if counters

  reg replay_q;    // a part of the group has been served

  always @(posedge clk)
    if (g_ready)
      replay_q <= 1'b0;
    else if (advance${unless stall bank})
      replay_q <= valid_q;

  assign perf_smem_access = valid_q & advance${unless stall bank};
//% if smem_update
  assign perf_smem_conflict = valid_q & advance & replay_q & ~update_q${unless stall bank};
//% else
  assign perf_smem_conflict = valid_q & advance & replay_q${unless stall bank};
//% end
//% end
endmodule
`default_nettype wire
