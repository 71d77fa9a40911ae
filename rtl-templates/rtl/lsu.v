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
// Loads and stores leave the pipeline here and come back when memory has answered; nothing waits
// for them but their own warp, and that only where it needs them.
`default_nettype none
module ${prefix}_lsu #(
  parameter LANES = ${lanes},
//% if folded
  parameter BEAT_BITS = ${beat_bits},
//% end
  parameter META_BITS = ${meta_bits},
  parameter ACCESS_BITS = ${access_bits},
  parameter ACCESS_BYTES = ${access_bytes},
  parameter OFFSET_BITS = ${access_offset_bits}, // log2(ACCESS_BYTES)
//% if smem
  parameter SMEM_BITS = ${smem_bits},
  parameter SMEM_INFO_BITS = ${smem_info_bits},
  parameter BANKS = ${smem_banks},
  parameter BANK_OFFSET_BITS = ${smem_offset_bits},
//% end
  parameter ANSWER_BITS = ${answer_bits},
  parameter ANSWER_OFFSET_BITS = ${answer_offset_bits},
  parameter OWNER_BITS = ${owner_bits},
  parameter REQUEST_BITS = ${request_bits}
) (
  input  wire                    clk,
//% if trace_smem
  input  wire [31:0] audit_select,
  output wire [BANKS*32-1:0] audit_smem,
//% end
  input  wire                    rst,
//% if congest
  input  wire [39:0] congest,
  output wire [${stall_bank}:${stall_head}] congested,
//% end
  // operands
  input  wire                    x_valid,
  input  wire                    x_last,
//% if folded
  input  wire [BEAT_BITS-1:0]    x_beat,
//% end
  input  wire [LANES-1:0]        x_mask,
  input  wire [META_BITS-1:0]    x_meta,
  input  wire [2:0]              x_funct3,
  input  wire                    x_store,
  input  wire [31:0]             x_offset,
  input  wire [LANES*32-1:0]     x_a,
  input  wire [LANES*32-1:0]     x_b,
  // issue
  output wire                    lsu_free,
  input  wire                    c_poison,
  // warp control, one cycle behind execute
  output wire                    k_fault,
  output wire [2:0]              k_cause,
  output wire [31:0]             k_tval,
  // data bus
  output wire                    dbus_req_valid,
  input  wire                    dbus_req_ready,
  output wire [REQUEST_BITS-1:0] dbus_req_tag,
  output wire                    dbus_req_write,
  output wire [31:0]             dbus_req_addr,
  output wire [ACCESS_BYTES-1:0] dbus_req_strb,
  output wire [ACCESS_BITS-1:0]  dbus_req_data,
//% if trace_dcache
  output wire [${access_trace_bits}-1:0] dbus_req_trace,
//% end
  input  wire                    dbus_rsp_valid,
  output wire                    dbus_rsp_ready,
  input  wire [REQUEST_BITS-1:0] dbus_rsp_tag,
  input  wire [ACCESS_BITS-1:0]  dbus_rsp_data,
  input  wire                    dbus_rsp_error,
//% if not dcache
  output wire                    mem_error_valid, // an answer with an error
  output wire [31:0]             mem_error_addr,
//% end
//% if trace_lsu
  input  wire [7:0]              core_id,
//% end
//% if trace_smem
  output wire                    trace_smem_valid,
  output wire [${trace_smem_bits}-1:0] trace_smem,
//% end
//% if counters
  output wire                    perf_request,
//% if smem
  output wire                    perf_smem_access,
  output wire                    perf_smem_conflict,
//% end
//% end
//% if trace_bus
  output wire                    trace_perform_valid,
  output wire [${trace_perform_bits}-1:0] trace_perform,
//% end
  // writeback
  output wire                    l_valid,
  input  wire                    l_ready,
  output wire                    l_last,
//% if folded
  output wire [BEAT_BITS-1:0]    l_beat,
//% end
  output wire [LANES-1:0]        l_mask,
  output wire [META_BITS-1:0]    l_meta,
  output wire [LANES*32-1:0]     l_data
);
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
  wire [LANES*ANSWER_OFFSET_BITS-1:0] a_offsets;
  wire [ANSWER_BITS-1:0]       a_data;
//% if gather
  wire                         a_valid;
  wire                         a_ready;
  wire                         a_last;
  wire [OWNER_BITS-1:0]        a_owner;
//% if folded
  wire [BEAT_BITS-1:0]         a_beat;
//% end
  wire [META_BITS-1:0]         a_meta;
  wire [LANES*32-1:0]          a_words;
//% end
//% if folded
  wire [BEAT_BITS-1:0]         q_beat;
  wire [BEAT_BITS-1:0]         h_beat;
//% end

  ${prefix}_lsu_check u_check (
    .clk(clk), .rst(rst),
    .x_valid(x_valid), .x_last(x_last),
//% if folded
    .x_beat(x_beat), .q_beat(q_beat),
//% end
    .x_mask(x_mask), .x_meta(x_meta), .x_funct3(x_funct3), .x_store(x_store),
    .x_offset(x_offset), .x_a(x_a), .x_b(x_b),
    .lsu_free(lsu_free), .c_poison(c_poison), .k_fault(k_fault), .k_cause(k_cause),
    .k_tval(k_tval),
//% if smem
    .q_smem(q_smem),
//% end
    .h_pop(h_pop), .q_valid(q_valid), .q_last(q_last), .q_mask(q_mask), .q_meta(q_meta),
    .q_funct3(q_funct3), .q_store(q_store), .q_addr(q_addr), .q_data(q_data)
  );

  ${prefix}_lsu_coalesce u_coalesce (
//% if congest
    .congest(congest), .congested(congested[${stall_group}:${stall_head}]),
//% end
    .clk(clk), .rst(rst),
    .q_valid(q_valid), .q_last(q_last), .q_mask(q_mask), .q_meta(q_meta),
//% if folded
    .q_beat(q_beat), .h_beat(h_beat),
//% end
    .q_funct3(q_funct3), .q_store(q_store), .q_addr(q_addr), .q_data(q_data), .h_pop(h_pop),
//% if smem
    .q_smem(q_smem), .g_ready(g_ready), .h_group_fire(h_group_fire), .h_group(h_group),
    .h_places(h_places),
//% end
    .owner_free(owner_free), .owner_next(owner_next), .tag_free(tag_free),
    .h_open(h_open), .h_close(h_close), .h_owner(h_owner),
    .r_ready(r_ready), .h_fire(h_fire), .h_meta(h_meta), .h_funct3(h_funct3),
    .h_store(h_store), .h_served(h_served), .h_word(h_word), .h_offsets(h_offsets),
    .h_data(h_data)
  );

  ${prefix}_lsu_request u_request (
//% if congest
//% if not dcache
    .congest(congest), .congested(congested[${stall_request}:${stall_request}]),
//% end
//% end
    .clk(clk), .rst(rst),
    .h_fire(h_fire), .h_size(h_funct3[1:0]), .h_store(h_store), .h_served(h_served),
    .h_word(h_word), .h_offsets(h_offsets), .h_data(h_data), .tag_next(tag_next),
    .r_ready(r_ready),
//% if trace_retire
//% if folded
    .h_beat(h_beat),
//% end
    .h_meta(h_meta),
//% end
//% if trace_dcache
    .dbus_req_trace(dbus_req_trace),
//% end
//% if trace_bus
    .core_id(core_id), .trace_perform_valid(trace_perform_valid), .trace_perform(trace_perform),
//% end
    .dbus_req_valid(dbus_req_valid), .dbus_req_ready(dbus_req_ready),
    .dbus_req_tag(dbus_req_tag), .dbus_req_write(dbus_req_write),
    .dbus_req_addr(dbus_req_addr), .dbus_req_strb(dbus_req_strb), .dbus_req_data(dbus_req_data)
  );

//% if smem
  ${prefix}_smem u_smem (
//% if trace_smem
    .audit_select(audit_select), .audit_smem(audit_smem),
//% end
//% if congest
    .congest(congest), .congested(congested[${stall_bank}:${stall_bank}]),
//% end
    .clk(clk), .rst(rst),
    .h_group_fire(h_group_fire), .g_ready(g_ready), .h_group(h_group),
    .h_info({
//% if folded
             h_beat,
//% end
             h_owner, h_store, h_funct3}),
//% if trace_smem
    .h_meta(h_meta), .core_id(core_id),
    .trace_smem_valid(trace_smem_valid), .trace_smem(trace_smem),
//% end
//% if counters
    .perf_smem_access(perf_smem_access), .perf_smem_conflict(perf_smem_conflict),
//% end
    .h_places(h_places), .h_data(h_data),
    .s_valid(s_valid), .s_taken(s_taken), .s_last(s_last), .s_lanes(s_lanes), .s_info(s_info),
    .s_offsets(s_offsets), .s_data(s_data)
  );

//% end
  ${prefix}_lsu_flight u_flight (
//% if congest
    .congest(congest), .congested(congested[${stall_word}:${stall_owner}]),
//% end
    .clk(clk), .rst(rst),
    .owner_free(owner_free), .owner_next(owner_next), .tag_free(tag_free), .tag_next(tag_next),
    .h_open(h_open), .h_close(h_close), .h_owner(h_owner), .h_fire(h_fire),
//% if folded
    .h_beat(h_beat),
//% if gather
    .a_beat(a_beat),
//% else
    .a_beat(l_beat),
//% end
//% end
    .h_meta(h_meta), .h_funct3(h_funct3), .h_store(h_store), .h_served(h_served),
    .h_offsets(h_offsets),
//% if smem
    .h_group_fire(h_group_fire), .s_valid(s_valid), .s_taken(s_taken), .s_last(s_last),
    .s_lanes(s_lanes), .s_info(s_info), .s_offsets(s_offsets), .s_data(s_data),
//% end
    .dbus_rsp_valid(dbus_rsp_valid), .dbus_rsp_ready(dbus_rsp_ready),
    .dbus_rsp_tag(dbus_rsp_tag), .dbus_rsp_data(dbus_rsp_data), .dbus_rsp_error(dbus_rsp_error),
//% if not dcache
    .h_word(h_word), .mem_error_valid(mem_error_valid), .mem_error_addr(mem_error_addr),
//% end
//% if gather
    .a_valid(a_valid), .a_ready(a_ready), .a_last(a_last), .a_owner(a_owner), .a_meta(a_meta),
//% else
    .a_valid(l_valid), .a_ready(l_ready), .a_last(l_last), .a_meta(l_meta),
//% end
    .a_funct3(a_funct3), .a_writes(a_writes), .a_lanes(a_lanes), .a_offsets(a_offsets),
    .a_data(a_data)
  );

  ${prefix}_lsu_align u_align (
    .a_funct3(a_funct3), .a_offsets(a_offsets), .a_data(a_data),
//% if gather
    .l_data(a_words)
//% else
    .l_data(l_data)
//% end
  );

//% if gather
  ${prefix}_lsu_gather u_gather (
//% if congest
    .congest(congest), .congested(congested[${stall_gather}:${stall_gather}]),
//% end
    .clk(clk), .rst(rst),
    .a_valid(a_valid), .a_ready(a_ready), .a_last(a_last), .a_owner(a_owner),
//% if folded
    .a_beat(a_beat), .l_beat(l_beat),
//% end
    .a_mask(a_lanes & {LANES{a_writes}}), .a_meta(a_meta), .a_words(a_words),
    .l_valid(l_valid), .l_ready(l_ready), .l_last(l_last), .l_mask(l_mask), .l_meta(l_meta),
    .l_data(l_data)
  );
//% else
  assign l_mask = a_lanes & {LANES{a_writes}};
//% end

//% if congest
//% if dcache
  assign congested[${stall_request}] = 1'b0;
//% end
//% if not gather
  assign congested[${stall_gather}] = 1'b0;
//% end
//% if not smem
  assign congested[${stall_bank}] = 1'b0;
//% end
//% end
//% if counters
  assign perf_request = dbus_req_valid & dbus_req_ready;
//% end
endmodule
`default_nettype wire
