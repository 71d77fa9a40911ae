// blocks - the blocks that a core holds: room, starts of warps, barriers, ends, what programs read
// SPDX-License-Identifier: Apache-2.0
//
// The dispatcher offers the next block of a launch (blk_); this core says whether it has room. Its
// warps are then started one by one in warp control, in cycles in which nothing acts there.
`default_nettype none
module ${prefix}_blocks #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter WARP_COUNT_BITS = ${warp_count_bits},
  parameter THREADS = ${threads},
  parameter SLOTS = ${blocks},
  parameter SLOT_BITS = ${slot_bits},
  parameter PAGES = ${pages},  //% if clears_smem
  parameter PAGE_BITS = ${page_bits},
  parameter BARRIERS = ${barriers},
  parameter BARS_BITS = ${bars_bits},
  parameter LAUNCHES = ${launches},
  parameter LAUNCH_BITS = ${launch_bits},
  parameter SEQ_BITS = ${seq_bits},  //% if trace_retire
  parameter BLOCK_RECORD_BITS = ${trace_block_bits},  //% if trace_retire
  parameter END_BITS = ${end_bits}
) (
//% emit ports_blocks
);
  localparam [WARPS-1:0] WARP_0 = 1;
  localparam [SLOTS-1:0] SLOT_0 = 1;

  wire [SLOT_BITS-1:0]         n_slot;
  wire [PAGE_BITS-1:0]         n_page;
  wire [BARS_BITS-1:0]         n_bar;
  wire [SLOT_BITS-1:0]         e_slot;
  wire [95:0]                  e_place;
  wire [SLOT_BITS-1:0]         s_slot;
  wire [LAUNCH_BITS-1:0]       s_launch;
  wire [WARP_BITS-1:0]         s_number;
  wire [WARPS-1:0]             w_ended;  // per warp: has ended, and is clear  //% if clear
  wire                         w_first;
  wire [SLOT_BITS-1:0]         w_slot;
  wire [WARPS*SLOT_BITS-1:0]   slot_of;
  wire [SLOTS-1:0]             starting;
  wire [SLOTS-1:0]             slot_cut;
  wire [SLOTS*LAUNCH_BITS-1:0] launch_of;
  wire [SLOTS-1:0]             full;
  wire [SLOTS*8-1:0]           phase;
  wire                         s_go = start_valid & start_ready;
  wire [WARPS-1:0]             s_warps = WARP_0 << start_warp;
  wire [SLOTS-1:0]             begins = SLOT_0 << n_slot;
  wire                         unused_csr = ^i_csr[11:5];
//% if not trace_retire
  wire                         unused_ended = ^w_ended;  //% if clear
  wire                         unused_records = ^{s_slot, full};
//% end

  ${prefix}_block_slots u_slots (
    .congested(congested[${stall_ended}:${stall_start}]),  //% if congest
    .n_launch(blk_launch), .n_warps(blk_warps), .n_pages(blk_pages),
    .n_bars(blk_bars), .n_last(blk_last), .n_whole(blk_whole), .n_take(blk_take),
    .n_room(blk_room), .n_free(blk_free),
    .n_bar_mask(bar_clear), .cut(blk_cut), .faults(blk_faults), .e_valid(blk_end_valid),
    .e_take(blk_end_take), .e_launch(blk_end_launch), .e_fault(blk_end_fault),
    .s_valid(start_valid), .s_ready(start_ready), .s_warp(start_warp), .s_tmask(start_tmask),
    .w_spawned(c_spawned),
//% if clear
    .w_fault(c_fault), .w_fault_warp(c_block_warp),
//% else
    .w_ended(c_ended), .w_fault(c_fault), .w_fault_warp(c_block_warp),
//% end
    .kill(block_kill),
//% connect block_slots
  );

  ${prefix}_block_csrs u_csrs (
//% if ventus
    .n_index(blk_index), .n_warps(blk_warps), .n_private(blk_private),
//% end
    .b_valid(blk_word_valid), .b_launch(blk_word_launch), .b_index(blk_word_index),
    .b_word(blk_word), .n_take(blk_take), .n_x(blk_x), .n_y(blk_y), .n_z(blk_z),
    .n_whole(blk_whole), .n_bars(blk_bars),
    .s_warp(start_warp), .s_pc(start_pc),
    .i_csr(i_csr[4:0]), .csr_value(block_value), .c_warp(c_block_warp),
    .c_bar(bar_first), .c_bars(bar_count), .c_whole(block_whole),
//% connect block_csrs
  );

  ${prefix}_block_barrier u_barrier (
    .c_valid(c_block_bar), .c_op(c_block_op), .c_warp(c_block_warp),
    .c_phase(c_block_phase), .c_twice(bar_twice), .c_waits(bar_waits), .freed(bar_freed),
    .waiting(bar_waiting),  //% if tells_waiting
    .active(c_active),
    .begins(begins & {SLOTS{blk_take}}), .started(c_spawned | (s_warps & {WARPS{s_go}})),
//% connect block_barrier
  );

  // The first trap of each block: {warp, cause, pc, tval}.
  reg  [WARP_BITS+68:0] trap_m [0:(1<<SLOT_BITS)-1];

  always @(posedge clk)
    if (w_first)
      trap_m[w_slot] <= {c_block_warp, c_fault_cause, c_block_pc, 2'b00, c_fault_tval};

  assign blk_end_record = {trap_m[e_slot], e_place};
//% if trace_retire

//% emit record_block
//% if clear
  assign trace_block_valid = blk_take | s_go | blk_end_take | |c_killed | |w_ended | |full;
//% else
  assign trace_block_valid = blk_take | s_go | blk_end_take | |c_killed | |c_ended | |full;
//% end
  assign rec_block_warp = {{6-WARP_BITS{1'b0}}, start_warp & {WARP_BITS{s_go}}};
  assign rec_block_core = core_id;
  assign rec_block_seq = {SEQ_BITS{1'b0}};
  assign rec_block_gives = blk_take;
  assign rec_block_starts = s_go;
  assign rec_block_ends = blk_end_take;
  assign rec_block_trapped = blk_end_take & blk_end_fault;
  assign rec_block_launch = {{4-LAUNCH_BITS{1'b0}}, blk_launch & {LAUNCH_BITS{blk_take}}};
  assign rec_block_x = blk_x & {32{blk_take}};
  assign rec_block_y = blk_y & {32{blk_take}};
  assign rec_block_z = blk_z & {32{blk_take}};
  assign rec_block_mask = {{32-THREADS{1'b0}}, start_tmask & {THREADS{s_go}}};
  assign rec_block_killed = {{32-WARPS{1'b0}}, c_killed};
  assign rec_block_ended = {{32-WARPS{1'b0}}, w_ended};  //% if clear
  assign rec_block_ended = {{32-WARPS{1'b0}}, c_ended};  //% else
  assign rec_block_full = {{32-SLOTS{1'b0}}, full};
  assign rec_block_place = {{5-SLOT_BITS{1'b0}}, n_slot & {SLOT_BITS{blk_take}}};
  assign rec_block_page = {{5-PAGE_BITS{1'b0}}, n_page & {PAGE_BITS{blk_take}}};
  assign rec_block_bar = {{6-BARS_BITS{1'b0}}, n_bar & {BARS_BITS{blk_take}}};
  assign rec_block_number = {{5-WARP_BITS{1'b0}}, s_number & {WARP_BITS{s_go}}};
  assign rec_block_start = {{5-SLOT_BITS{1'b0}}, s_slot & {SLOT_BITS{s_go}}};
  assign rec_block_end = {{5-SLOT_BITS{1'b0}}, e_slot & {SLOT_BITS{blk_end_take}}};
  assign rec_block_of = {{4-LAUNCH_BITS{1'b0}}, blk_end_launch & {LAUNCH_BITS{blk_end_take}}};
//% end
endmodule
`default_nettype wire
