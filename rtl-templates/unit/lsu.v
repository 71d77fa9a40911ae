// lsu - load/store unit: from addresses to the data bus and back to the register files
// SPDX-License-Identifier: Apache-2.0
//
//   operands -> check, queue -> coalesce -> request -> bus
//                                 |                     |
//                                 +-> requests and instructions in flight -> align -> writeback
//% if smem
//                                 |                     |
//                                 +---> shared memory --+
//% end
//
// Loads and stores leave the pipeline here, and their results return when memory has responded. No
// other warp waits for them. Their own warp waits only where an instruction needs the result.
//
// Prefixes: q_ oldest beat of the queue, h_ head (the beat whose lanes make requests), r_ request,
// a_ response, l_ result for writeback, k_ check of a beat a cycle behind execute.
`default_nettype none
module ${prefix}_lsu #(
  parameter LANES = ${lanes},
  parameter WARP_BITS = ${warp_bits},   //% if loads_ahead
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits},
  parameter TRACE_BITS = ${access_trace_bits},            //% if trace_dcache
  parameter PERFORM_RECORD_BITS = ${trace_perform_bits},  //% if trace_bus
  parameter SMEM_RECORD_BITS = ${trace_smem_bits},        //% if trace_smem
  parameter ACCESS_BITS = ${access_bits},
  parameter ACCESS_BYTES = ${access_bytes},
  parameter OFFSET_BITS = ${access_offset_bits}, // log2(ACCESS_BYTES)
  parameter BUS_BYTES = ${bus_bytes},                //% if locks
  parameter SMEM_BITS = ${smem_bits},                //% if smem
  parameter PAGES = ${pages},                        //% if clears_smem
  parameter SMEM_INFO_BITS = ${smem_info_bits},      //% if smem
  parameter BANKS = ${smem_banks},                   //% if smem
  parameter BANK_OFFSET_BITS = ${smem_offset_bits},  //% if smem
  parameter RESPONSE_BITS = ${response_bits},
  parameter RESPONSE_OFFSET_BITS = ${response_offset_bits},
  parameter OWNER_BITS = ${owner_bits},
  parameter REQUEST_BITS = ${request_bits}
) (
//% emit ports_lsu
);
//% if has_a
  wire [6:0]                   q_atomic;
  wire [LANES*32-1:0]          q_third;
  wire                         h_end;
  wire                         end_room;
  wire                         owner_drained;
  wire                         h_response;
  wire                         h_failed;
  wire                         h_waits;  //% if near_memory
  wire [31:0]                  a_word;
  wire                         t_fail;
  wire                         t_set;
  wire                         t_clear;
  wire                         t_clear_word;  //% if smem
  wire [LANES-1:0]             t_lane;
  wire [31:2]                  t_place;
  wire                         t_hit;
  wire                         h_update;    //% if smem
  wire [4:0]                   h_op;        //% if smem
  wire                         s_reserved;  //% if smem
  wire                         r_store;
  wire [31:OFFSET_BITS]        r_where;
  wire [ACCESS_BITS/32-1:0]    r_words;
  wire                         h_lock;  //% if locks
  wire [5:0]                   h_atomic;  //% if bank_atomics
//% end
  wire                         q_valid;
  wire                         q_last;
  wire [LANES-1:0]             q_mask;
  wire [META_BITS-1:0]         q_meta;
//% if smem
  wire [LANES-1:0]             q_smem;
  wire                         h_group_fire;
  wire                         g_ready;
  wire [LANES-1:0]             h_group;
  wire [LANES*SMEM_BITS-1:0]   h_places;
  wire                         s_valid;
  wire                         s_taken;
  wire                         s_last;
  wire [LANES-1:0]             s_lanes;
  wire [SMEM_INFO_BITS-1:0]    s_info;
  wire [LANES*BANK_OFFSET_BITS-1:0] s_offsets;
  wire [BANKS*32-1:0]          s_data;
//% end
  wire [2:0]                   q_funct3;
  wire                         q_store;
  wire [LANES*32-1:0]          q_addr;
  wire [LANES*32-1:0]          q_data;
  wire                         h_pop;
  wire                         h_open;
  wire                         h_close;
  wire [OWNER_BITS-1:0]        h_owner;
  wire                         h_fire;
  wire [META_BITS-1:0]         h_meta;
  wire [2:0]                   h_funct3;
  wire                         h_store;
  wire [LANES-1:0]             h_served;
  wire [31:OFFSET_BITS]        h_word;
  wire [LANES*OFFSET_BITS-1:0] h_offsets;
  wire [LANES*32-1:0]          h_data;
  wire                         owner_free;
  wire [OWNER_BITS-1:0]        owner_next;
  wire                         tag_free;
  wire [REQUEST_BITS-1:0]      tag_next;
  wire                         r_ready;
  wire [2:0]                   a_funct3;
  wire                         a_writes;
  wire [LANES-1:0]             a_lanes;
  wire [LANES*RESPONSE_OFFSET_BITS-1:0] a_offsets;
  wire [RESPONSE_BITS-1:0]       a_data;
  wire                         a_valid;
  wire                         a_ready;
  wire                         a_last;
  wire [OWNER_BITS-1:0]        a_owner;  //% if gather
  wire [META_BITS-1:0]         a_meta;
  wire [LANES*32-1:0]          a_words;
  wire [BEAT_BITS-1:0]         q_beat;   //% if folded
  wire [BEAT_BITS-1:0]         h_beat;   //% if folded
  wire [BEAT_BITS-1:0]         a_beat;   //% if folded

  ${prefix}_lsu_check u_check (
//% connect lsu_check
  );

  ${prefix}_lsu_coalesce u_coalesce (
    .congested(congested[${stall_atomic}:${stall_head}]),  //% if congest
//% connect lsu_coalesce
  );

  ${prefix}_lsu_request u_request (
//% if congest
    .congested(congested[${stall_request}:${stall_request}]),  //% if not dcache
//% end
    .h_size(h_funct3[1:0]),
//% connect lsu_request
  );

//% if has_a
  ${prefix}_lsu_reserve u_reserve (
//% if smem
    .s_store(h_group_fire & h_store & ~h_update & ~t_clear_word),
//% end
    .h_warp(h_meta[${meta_warp_at} +: ${warp_bits}]),
//% connect lsu_reserve
  );
  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_word (
    .sel(a_lanes), .in(a_words), .out(a_word)
  );

//% end
//% if smem
  ${prefix}_smem u_smem (
    .congested(congested[${stall_bank}:${stall_bank}]),  //% if congest
    .h_info({
             h_beat,  //% if folded
             h_owner, h_store & ~(h_update & h_meta[${meta_writes_at}]), h_funct3}),  //% if has_a
             h_owner, h_store, h_funct3}),                                            //% else
//% connect ../mem/smem
  );

//% end
  ${prefix}_lsu_flight u_flight (
    .congested(congested[${stall_word}:${stall_owner}]),  //% if congest
    .next_valid(l_next_valid),  //% if loads_ahead
//% connect lsu_flight
  );

//% if loads_ahead
  wire [META_BITS-1:0]         next_meta;
  wire                         unused_next = ^next_meta;

  assign l_next_warp = next_meta[${meta_warp_at} +: WARP_BITS];
  assign l_next_rd = next_meta[${meta_rd_at} +: ${reg_bits}];
//% end

  ${prefix}_lsu_align u_align (
    .l_data(a_words),
//% connect lsu_align
  );

//% if gather
  ${prefix}_lsu_gather u_gather (
    .congested(congested[${stall_gather}:${stall_gather}]),  //% if congest
    .a_mask(a_lanes & {LANES{a_writes}}),
//% connect lsu_gather
  );
//% else
  assign a_ready = l_ready;
  assign l_valid = a_valid;
  assign l_last = a_last;
  assign l_beat = a_beat;  //% if folded
  assign l_mask = a_lanes & {LANES{a_writes}};
  assign l_meta = a_meta;
  assign l_data = a_words;
//% end

//% if dcache
//% stall request never
//% end
//% if not gather
//% stall gather never
//% end
//% if not smem
//% stall bank never
//% end
  assign perf_request = mem_req_valid & mem_req_ready;    //% if counters
endmodule
`default_nettype wire
