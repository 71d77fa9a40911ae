// smem - shared memory: serves groups of lanes, and responds with their words
// SPDX-License-Identifier: Apache-2.0
//
// Word i is row i / BANKS of bank i mod BANKS. A group is the lanes of one beat. A group with bank
// conflicts is served in several parts, and each part has a response of its own.
//
//   cycle 0    h_group_fire: a group enters
//         1    g_  smem_select chooses the lanes to serve; more cycles if banks conflict
//         2    p_  the crossbar takes each lane to its bank
//         3    b_  the banks are accessed: the access performs
//   3 + LATENCY   s_  the response
//
// All stages advance together. They hold while the response at the end is not accepted (s_taken).
//
// After reset the banks are cleared, one row per cycle; g_ready is 0 meanwhile.
//% if clear
// Behind a block (clear_start) its pages are, when the groups before have passed to the banks.
//% end
//% if smem_update
//
// Exception: lanes of an atomic instruction (h_update) are served twice, one part directly behind
// the other: the first loads, the second stores. The banks combine the operand with the loaded
// word.
//% end
`default_nettype none
module ${prefix}_smem #(
  parameter LANES = ${lanes},
//% if trace_smem
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter WARP_BITS = ${warp_bits},
  parameter SEQ_BITS = ${seq_bits},
  parameter SMEM_RECORD_BITS = ${trace_smem_bits},
//% end
  parameter META_BITS = ${meta_bits},  //% if trace_retire
  parameter INFO_BITS = ${smem_info_bits},
  parameter BANKS = ${smem_banks},
  parameter SMEM_BITS = ${smem_bits},
  parameter OFFSET_BITS = ${smem_offset_bits},
  parameter ROW_BITS = ${smem_row_bits},
  parameter PAGES = ${pages},            //% if clear
  parameter PAGE_SHIFT = ${page_shift},  //% if clears_many
  parameter LATENCY = ${smem_latency}
) (
  input  wire                         clk,
//% if trace_smem
  // the state audit: a row
  input  wire [31:0] audit_select,                // row that the state audit shows, in the low bits
  output wire [BANKS*32-1:0] audit_smem,                // the row, a word per bank
//% end
  input  wire                         rst,
  input  wire [39:0] congest,                           // {rate, seed}      //% if congest
  output wire [${stall_bank}:${stall_bank}] congested,  // a stall acts now  //% if congest
  // lsu_coalesce: a group
  input  wire                         h_group_fire,        // a group enters
  output wire                         g_ready,             // a group is accepted
  input  wire [LANES-1:0]             h_group,             // lanes of the group
  input  wire [INFO_BITS-1:0]         h_info,              // {beat if folded, owner, store, funct3}
//% if trace_smem
  input  wire [META_BITS-1:0]         h_meta,       // {sequence number if traced, warp, rd, writes}
  input  wire [7:0]                   core_id,             // number of this core
  output wire                         trace_smem_valid,    // a record in this cycle
  output wire [SMEM_RECORD_BITS-1:0]  trace_smem,          // record of shared memory
//% end
//% if counters
  output wire                         perf_smem_access,    // lanes access shared memory
  output wire                         perf_smem_conflict,  // a replay, after a bank conflict
//% end
  input  wire [LANES*SMEM_BITS-1:0]   h_places,            // byte offset of each lane
  input  wire [LANES*32-1:0]          h_data,              // data to store, of each lane
//% if smem_update
  input  wire                         h_update,            // an atomic access that the banks make
  input  wire [4:0]                   h_op,                // operation of the atomic access
//% end
//% if clear
  // blocks
  input  wire                         clear_start,    // clear the pages clear_pages
  input  wire [PAGES-1:0]             clear_pages,    // per page: clear it
  output wire                         smem_clearing,  // pages are being cleared
//% end
  // responses
  output wire                         s_valid,    // a response waits
  input  wire                         s_taken,    // the response is accepted
  output wire                         s_last,     // last response of the group
  output wire [LANES-1:0]             s_lanes,    // lanes that were served
  output wire [INFO_BITS-1:0]         s_info,     // as h_info
  output wire [LANES*OFFSET_BITS-1:0] s_offsets,  // byte offset of each lane in a row
  output wire [BANKS*32-1:0]          s_data      // word of each bank
);
  localparam STAGE_BITS = 1 + LANES + INFO_BITS + LANES * OFFSET_BITS;

  wire                       advance = ~s_valid | s_taken;
  wire                       p_valid;
  wire                       p_last;
  wire [LANES-1:0]           p_lanes;
  wire [LANES-1:0]           p_first;
  wire [INFO_BITS-1:0]       p_info;
  wire                       p_store;  //% if smem_update
  wire                       p_made;   //% if smem_update
  wire [4:0]                 p_op;     //% if smem_update
  wire [LANES*SMEM_BITS-1:0] p_places;
  wire [LANES*4-1:0]         p_strb;
  wire [LANES*32-1:0]        p_data;
  wire [META_BITS-1:0]       p_meta;  //% if trace_smem

  // Clear all banks after reset, from the second cycle on: in the first one p_ may be garbage.
  reg               rst_q;
  reg  [ROW_BITS:0] clear_q;  // row to clear next
  wire              again = rst | rst_q;
  wire              clearing = ~clear_q[ROW_BITS];

  always @(posedge clk)
    rst_q <= rst;
//% if clear

  // Behind a block: the banks of each row in which it has pages. The rest of a page is skipped.
  localparam [ROW_BITS:0] LOW = ${clear_skip};  // rows of a page, less one
  reg  [PAGES-1:0]  pages_q;  // pages to clear
  reg               blank_q;  // the banks clear a row
  wire              g_empty;
  wire [BANKS-1:0]  in_page;  // per bank: its word of the row is in one of these pages
  assign            in_page = {BANKS{pages_q[0]}};  //% if not clears_many
  wire              skips = ~|in_page;
  wire              blank = clearing & ~skips & g_empty & ~p_valid;

  always @(posedge clk)
    if (again | clear_start) begin
      clear_q <= {ROW_BITS+1{1'b0}};
      pages_q <= clear_pages | {PAGES{again}};
    end else if (clearing & (skips | (blank & advance)))
      clear_q <= (clear_q | (LOW & {ROW_BITS+1{skips}})) + 1'b1;

  always @(posedge clk)
    if (rst)
      blank_q <= 1'b0;
    else if (advance)
      blank_q <= blank;

  assign smem_clearing = clearing | blank_q;
//% else

  always @(posedge clk)
    if (again)
      clear_q <= {ROW_BITS+1{1'b0}};
    else if (clearing)
      clear_q <= clear_q + 1'b1;
//% end

  ${prefix}_smem_select u_select (
    .congested(congested[${stall_bank}:${stall_bank}]),  //% if congest
//% connect smem_select
  );

  // Banks.
  wire [LANES*ROW_BITS-1:0]    rows;
  wire [LANES*OFFSET_BITS-1:0] offsets;
  wire [BANKS*32-1:0]          b_places;    // row and byte enables  //% if trace_smem
  wire [BANKS*32-1:0]          b_data;                               //% if trace_smem
  wire [BANKS-1:0]             b_used;                               //% if trace_smem

  genvar b, l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      assign offsets[l*OFFSET_BITS +: OFFSET_BITS] = p_places[l*SMEM_BITS +: OFFSET_BITS];
      assign rows[l*ROW_BITS +: ROW_BITS] = p_places[l*SMEM_BITS+OFFSET_BITS +: ROW_BITS];
    end

    for (b = 0; b < BANKS; b = b + 1) begin : g_bank
//% if clears_many
      localparam [SMEM_BITS-1:0] OFFSET = b * 4;
      wire [SMEM_BITS-1:0] place = {clear_q[ROW_BITS-1:0], {OFFSET_BITS{1'b0}}} | OFFSET;
      wire                 unused_place = ^place;

      assign in_page[b] = pages_q[place[SMEM_BITS-1:PAGE_SHIFT]];
//% end
      wire [LANES-1:0]   here;
      wire [LANES*4-1:0] strb;
      wire [ROW_BITS-1:0] row;      //% if trace_smem
      wire [3:0]          enables;  //% if trace_smem

      for (l = 0; l < LANES; l = l + 1) begin : g_lane
        assign here[l] = offsets[l*OFFSET_BITS+2 +: OFFSET_BITS-2] == b;  //% if smem_many_banks
        assign here[l] = 1'b1;                                            //% else
        assign strb[l*4 +: 4] = p_strb[l*4 +: 4] & {4{here[l]}};
      end

      ${prefix}_smem_bank u_bank (
//% if clear
        .clearing(blank & in_page[b]),
        .clear_row(clear_q[ROW_BITS-1:0]),
//% else
        .clear_row(clear_q[ROW_BITS-1:0]),
//% end
        .first(p_first & here), .lane_strb(strb), .lane_row(rows), .lane_data(p_data),
        .store(p_store), .made(p_made), .op(p_op),  //% if smem_update
        .store(p_info[3]),                          //% else
//% if trace_smem
        .b_row(row), .b_strb(enables), .b_data(b_data[b*32 +: 32]),
        .audit_row(audit_select[ROW_BITS-1:0]), .audit_data(audit_smem[b*32 +: 32]),
//% end
        .s_data(s_data[b*32 +: 32]),
//% connect smem_bank
      );
//% if trace_smem

      assign b_places[b*32 +: 32] = {{28-ROW_BITS{1'b0}}, row, enables};
      assign b_used[b] = |enables;
//% end
    end
  endgenerate

  // The rest of the access passes the same stages: that of the banks (0), then LATENCY more.
  reg  [LATENCY:0]                valid_q;
  wire [(LATENCY+1)*STAGE_BITS-1:0] stages;

  always @(posedge clk)
    if (rst)
      valid_q <= {LATENCY+1{1'b0}};
    else if (advance)
      valid_q <= {valid_q[LATENCY-1:0], p_valid};

  genvar s;
  generate
    for (s = 0; s <= LATENCY; s = s + 1) begin : g_stage
      reg [STAGE_BITS-1:0] stage_q;

      if (s == 0) begin : g_first
        always @(posedge clk)
          if (advance)
            stage_q <= {p_last, p_lanes, p_info, offsets};
      end else begin : g_later
        always @(posedge clk)
          if (advance)
            stage_q <= stages[(s-1)*STAGE_BITS +: STAGE_BITS];
      end
      assign stages[s*STAGE_BITS +: STAGE_BITS] = stage_q;
    end
  endgenerate

  assign s_valid = valid_q[LATENCY];
  assign {s_last, s_lanes, s_info, s_offsets} = stages[LATENCY*STAGE_BITS +: STAGE_BITS];
//% if trace_smem

  wire unused_audit = ^audit_select;

  // The record, in the cycle in which the access performs.
  reg  [META_BITS-1:0]   b_meta_q;
  wire                   b_last;
  wire [LANES-1:0]       b_lanes;
  wire [INFO_BITS-1:0]   b_info;
  wire [LANES*OFFSET_BITS-1:0] b_offsets;
  wire [SEQ_BITS-1:0]  b_seq = b_meta_q[${meta_seq_at} +: SEQ_BITS];
  wire [WARP_BITS-1:0] b_warp = b_meta_q[${meta_warp_at} +: WARP_BITS];
  reg                     b_store_q;  //% if smem_update
  wire                    unused_trace = ^{b_meta_q[${reg_bits}:0], b_last, b_info, b_offsets};

  always @(posedge clk)
    if (advance)
      b_meta_q <= p_meta & {META_BITS{p_valid}};  //% if clear
      b_meta_q <= p_meta;                         //% else
//% if smem_update

  always @(posedge clk)
    if (advance)
      b_store_q <= p_store;
//% end

//% if clear
  // A row that is cleared has the record of a store without lanes.
  assign {b_last, b_lanes, b_info, b_offsets} = stages[STAGE_BITS-1:0] & {STAGE_BITS{~blank_q}};
//% else
  assign {b_last, b_lanes, b_info, b_offsets} = stages[STAGE_BITS-1:0];
//% end
//% if clear
  reg                    behind_q;  // the clearing behind a block, not that after reset

  always @(posedge clk)
    if (rst | clear_start)
      behind_q <= ~rst;

  assign trace_smem_valid = (valid_q[0] | (blank_q & behind_q)) & advance;
//% else
  assign trace_smem_valid = valid_q[0] & advance;
//% end

//% emit record_smem
  assign rec_smem_store = b_store_q | blank_q;  //% if clears_update
  assign rec_smem_store = b_info[3] | blank_q;  //% elif clear
  assign rec_smem_store = b_store_q;            //% elif smem_update
  assign rec_smem_store = b_info[3];            //% else
  assign rec_smem_size = b_info[1:0];
  assign rec_smem_warp = {{6-${warp_bits}{1'b0}}, b_warp};
  assign rec_smem_core = core_id;
  assign rec_smem_seq = b_seq;
  assign rec_smem_beat = {{32-BEAT_BITS{1'b0}}, b_info[INFO_BITS-1 -: BEAT_BITS]};  //% if folded
  assign rec_smem_beat = 32'd0;                                                     //% else
  assign rec_smem_lanes = {{32-LANES{1'b0}}, b_lanes};
  assign rec_smem_mask = {{32-BANKS{1'b0}}, b_used};

  generate
    for (b = 0; b < BANKS; b = b + 1) begin : g_trace
      assign rec_smem_bank[b*64 +: 64] = {b_data[b*32 +: 32], b_places[b*32 +: 32]};
    end
  endgenerate
//% end
endmodule
`default_nettype wire
