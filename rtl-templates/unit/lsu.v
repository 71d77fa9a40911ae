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
    .clk(clk), .rst(rst),
    .x_valid(x_valid), .x_last(x_last),
    .x_beat(x_beat), .q_beat(q_beat),  //% if folded
    .x_mask(x_mask), .x_meta(x_meta), .x_funct3(x_funct3), .x_store(x_store),
    .x_step(x_step), .x_a(x_a), .x_b(x_b),      //% if ventus
    .x_offset(x_offset), .x_a(x_a), .x_b(x_b),  //% else
    .lsu_free(lsu_free), .c_squashed(c_squashed), .k_fault(k_fault), .k_cause(k_cause),
    .k_tval(k_tval),
    .q_smem(q_smem),  //% if smem
    .x_atomic(x_atomic), .x_c(x_c), .q_atomic(q_atomic), .q_third(q_third),  //% if has_a
    .h_pop(h_pop), .q_valid(q_valid), .q_last(q_last), .q_mask(q_mask), .q_meta(q_meta),
    .q_funct3(q_funct3), .q_store(q_store), .q_addr(q_addr), .q_data(q_data)
  );

  ${prefix}_lsu_coalesce u_coalesce (
    .congest(congest), .congested(congested[${stall_atomic}:${stall_head}]),  //% if congest
    .clk(clk), .rst(rst),
//% if has_a
    .q_atomic(q_atomic), .q_third(q_third), .h_end(h_end), .end_room(end_room),
    .owner_drained(owner_drained), .h_response(h_response), .h_failed(h_failed), .a_word(a_word),
    .h_waits(h_waits),  //% if near_memory
    .a_lanes(a_lanes),  //% if atomic_lanes
    .t_fail(t_fail), .t_set(t_set), .t_clear(t_clear), .t_lane(t_lane), .t_place(t_place),
    .t_clear_word(t_clear_word), .r_store(r_store),  //% if smem
    .t_hit(t_hit),
//% end
    .h_atomic(h_atomic),                                         //% if bank_atomics
    .h_lock(h_lock), .own_unlock(own_unlock),                    //% if locks
    .acquire_start(acquire_start), .acquire_done(acquire_done),  //% if locks_cache
    .q_valid(q_valid), .q_last(q_last), .q_mask(q_mask), .q_meta(q_meta),
    .q_beat(q_beat), .h_beat(h_beat),                                        //% if folded
    .q_funct3(q_funct3), .q_store(q_store), .q_addr(q_addr), .q_data(q_data), .h_pop(h_pop),
//% if smem
    .q_smem(q_smem), .g_ready(g_ready), .h_group_fire(h_group_fire), .h_group(h_group),
    .h_places(h_places),
    .h_update(h_update), .h_op(h_op), .s_reserved(s_reserved),  //% if has_a
//% end
    .owner_free(owner_free), .owner_next(owner_next), .tag_free(tag_free),
    .h_open(h_open), .h_close(h_close), .h_owner(h_owner),
    .r_ready(r_ready), .h_fire(h_fire), .h_meta(h_meta), .h_funct3(h_funct3),
    .h_store(h_store), .h_served(h_served), .h_word(h_word), .h_offsets(h_offsets),
    .h_data(h_data)
  );

  ${prefix}_lsu_request u_request (
//% if congest
    .congest(congest), .congested(congested[${stall_request}:${stall_request}]),  //% if not dcache
//% end
    .clk(clk), .rst(rst),
    .h_fire(h_fire), .h_size(h_funct3[1:0]), .h_store(h_store), .h_served(h_served),
    .h_word(h_word), .h_offsets(h_offsets), .h_data(h_data), .tag_next(tag_next),
    .r_ready(r_ready),
    .r_store(r_store), .r_where(r_where), .r_words(r_words),  //% if has_a
    .h_atomic(h_atomic), .mem_req_atomic(mem_req_atomic),     //% if bank_atomics
    .h_lock(h_lock), .mem_req_lock(mem_req_lock),             //% if locks
//% if trace_retire
    .h_beat(h_beat),  //% if folded
    .h_meta(h_meta),
//% end
    .mem_req_trace(mem_req_trace),    //% if trace_dcache
//% if trace_bus
    .core_id(core_id), .trace_perform_valid(trace_perform_valid), .trace_perform(trace_perform),
//% end
    .mem_req_valid(mem_req_valid), .mem_req_ready(mem_req_ready),
    .mem_req_tag(mem_req_tag), .mem_req_write(mem_req_write),
    .mem_req_addr(mem_req_addr), .mem_req_strb(mem_req_strb), .mem_req_data(mem_req_data)
  );

//% if has_a
  ${prefix}_lsu_reserve u_reserve (
    .clk(clk), .rst(rst), .r_store(r_store), .r_where(r_where), .r_words(r_words),
    .h_beat(h_beat),                                                       //% if folded
//% if smem
    .s_store(h_group_fire & h_store & ~h_update & ~t_clear_word), .t_clear_word(t_clear_word),
    .s_reserved(s_reserved),
//% end
    .any_store(any_store), .any_where(any_where), .any_strb(any_strb),     //% if locks
    .h_warp(h_meta[${meta_warp_at} +: ${warp_bits}]), .t_lane(t_lane), .t_place(t_place),
    .t_set(t_set), .t_clear(t_clear), .t_hit(t_hit)
  );
  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_word (
    .sel(a_lanes), .in(a_words), .out(a_word)
  );

//% end
//% if smem
  ${prefix}_smem u_smem (
    .audit_select(audit_select), .audit_smem(audit_smem),                   //% if trace_smem
    .congest(congest), .congested(congested[${stall_bank}:${stall_bank}]),  //% if congest
    .clk(clk), .rst(rst),
    .h_group_fire(h_group_fire), .g_ready(g_ready), .h_group(h_group),
    .h_info({
             h_beat,  //% if folded
             h_owner, h_store & ~(h_update & h_meta[${meta_writes_at}]), h_funct3}),  //% if has_a
             h_owner, h_store, h_funct3}),                                            //% else
    .h_update(h_update), .h_op(h_op),                                                 //% if has_a
//% if trace_smem
    .h_meta(h_meta), .core_id(core_id),
    .trace_smem_valid(trace_smem_valid), .trace_smem(trace_smem),
//% end
    .perf_smem_access(perf_smem_access), .perf_smem_conflict(perf_smem_conflict),  //% if counters
//% if clear
    .clear_start(clear_start), .clear_pages(clear_pages), .smem_clearing(smem_clearing),
//% end
    .h_places(h_places), .h_data(h_data),
    .s_valid(s_valid), .s_taken(s_taken), .s_last(s_last), .s_lanes(s_lanes), .s_info(s_info),
    .s_offsets(s_offsets), .s_data(s_data)
  );

//% end
  ${prefix}_lsu_flight u_flight (
    .congest(congest), .congested(congested[${stall_word}:${stall_owner}]),  //% if congest
    .clk(clk), .rst(rst),
    .owner_free(owner_free), .owner_next(owner_next), .tag_free(tag_free), .tag_next(tag_next),
    .h_open(h_open), .h_close(h_close), .h_owner(h_owner), .h_fire(h_fire),
    .h_beat(h_beat), .a_beat(a_beat),                                        //% if folded
    .h_meta(h_meta), .h_funct3(h_funct3), .h_store(h_store), .h_served(h_served),
    .h_offsets(h_offsets),
//% if has_a
    .h_end(h_end), .end_room(end_room), .owner_drained(owner_drained), .h_response(h_response),
    .h_failed(h_failed),
    .h_waits(h_waits),  //% if near_memory
//% end
//% if smem
    .h_group_fire(h_group_fire), .s_valid(s_valid), .s_taken(s_taken), .s_last(s_last),
    .s_lanes(s_lanes), .s_info(s_info), .s_offsets(s_offsets), .s_data(s_data),
//% end
    .mem_rsp_valid(mem_rsp_valid), .mem_rsp_ready(mem_rsp_ready),
    .mem_rsp_tag(mem_rsp_tag), .mem_rsp_data(mem_rsp_data), .mem_rsp_error(mem_rsp_error),
//% if not dcache
    .h_word(h_word), .mem_error_valid(mem_error_valid), .mem_error_addr(mem_error_addr),
//% end
    .a_valid(a_valid), .a_ready(a_ready), .a_last(a_last), .a_meta(a_meta),
    .a_owner(a_owner),                                          //% if gather
    .next_valid(l_next_valid), .next_meta(next_meta),           //% if loads_ahead
    .a_funct3(a_funct3), .a_writes(a_writes), .a_lanes(a_lanes), .a_offsets(a_offsets),
    .a_data(a_data)
  );

//% if loads_ahead
  wire [META_BITS-1:0]         next_meta;
  wire                         unused_next = ^next_meta;

  assign l_next_warp = next_meta[${meta_warp_at} +: WARP_BITS];
  assign l_next_rd = next_meta[${meta_rd_at} +: ${reg_bits}];
//% end

  ${prefix}_lsu_align u_align (
    .t_fail(t_fail),  //% if has_a
    .a_funct3(a_funct3), .a_offsets(a_offsets), .a_data(a_data),
    .l_data(a_words)
  );

//% if gather
  ${prefix}_lsu_gather u_gather (
    .congest(congest), .congested(congested[${stall_gather}:${stall_gather}]),  //% if congest
    .clk(clk), .rst(rst),
    .a_valid(a_valid), .a_ready(a_ready), .a_last(a_last), .a_owner(a_owner),
    .a_beat(a_beat), .l_beat(l_beat),                                           //% if folded
    .a_mask(a_lanes & {LANES{a_writes}}), .a_meta(a_meta), .a_words(a_words),
    .l_valid(l_valid), .l_ready(l_ready), .l_last(l_last), .l_mask(l_mask), .l_meta(l_meta),
    .l_data(l_data)
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
