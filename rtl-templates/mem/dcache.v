// dcache - the data cache, between the load/store unit and a line port
// SPDX-License-Identifier: Apache-2.0
//
//   cycle 0   a request is accepted; the tags of its set are read         dcache_lookup
//         1   the tags are compared: hit or miss                          dcache_lookup, _mshr
//         2   the data array is accessed: the access performs             dcache_data
//         3   the response is at the port                                 dcache_data
//
// Throughput: one access per cycle. A hit passes misses to other lines. An access to a line in
// flight waits in the list of that line, and is replayed when the whole line has arrived. So
// accesses to one line keep their order. Evicted lines, and stores that write through, wait in a
// queue of writes (dcache_writes). doc/memory.md describes the whole.
//
// The bus of the load/store unit is mem_, the port to memory is line_.
`default_nettype none
module ${prefix}_dcache #(
  parameter REQUEST_BITS = ${request_bits},
  parameter ACCESS_BITS = ${access_bits},
  parameter ACCESS_BYTES = ${access_bytes},
  parameter ACCESS_SHIFT = ${access_offset_bits},
//% if trace_retire
  parameter TRACE_BITS = ${access_trace_bits},
  parameter PERFORM_RECORD_BITS = ${trace_perform_bits},
  parameter FILL_RECORD_BITS = ${trace_fill_bits},
  parameter EVICT_RECORD_BITS = ${trace_evict_bits},
//% end
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter ID_BITS = ${dcache_id_bits},
  parameter MSHRS = ${dcache_mshrs},  //% if not l2
  parameter MSHR_BITS = ${dcache_mshr_bits},
  parameter LINE_BITS = ${dcache_line_bits},
  parameter SET_BITS = ${dcache_set_bits},
  parameter LINE_TOP = ${dcache_top_bits},
  parameter ROW_BITS = ${dcache_row_bits},
  parameter WAYS = ${dcache_ways},
  parameter WAY_BITS = ${dcache_way_bits},
  parameter BEAT_BITS = ${dcache_beat_bits}
) (
//% emit ports_dcache
);
  localparam [ID_BITS-1:0] WRITE_ID = MSHRS;  //% if not l2

  wire                        sweep;
  wire                        walk;
  wire [SET_BITS-1:0]         walk_set;
  wire                        walk_invalidate;
  wire                        walk_taken;
  wire                        walk_probe;
  wire                        walk_all;
  wire                        walk_end;
  wire [4:0]                  writes_open;
  wire                        write_response;
  wire [LINE_TOP-1:LINE_BITS] b_line;
  wire [ROW_BITS-1:0]         b_row;
  wire [REQUEST_BITS-1:0]     b_tag;
  wire                        b_write;
  wire                        b_lock;     //% if locks_cache
  wire                        read_lock;  //% if locks_cache
  wire                        b_merge;
  wire                        b_alloc;
  wire [WAY_BITS-1:0]         b_way;
  wire                        m_free;
  wire                        m_busy;
  wire                        m_match;
  wire [WAYS-1:0]             m_way;
  wire [WAYS-1:0]             m_pending;
  wire                        m_invalidate;
  wire [SET_BITS-1:0]         m_invalidate_set;
  wire [WAYS-1:0]             m_invalidate_way;
  wire                        b_go;
  wire                        b_ready;
  wire                        c_free;
  wire                        c_idle;
  wire                        b_array;
  wire                        b_evict;
  wire                        b_row_op;
  wire                        b_first;
  wire                        b_pass;
  wire [LINE_TOP-1:LINE_BITS] b_go_line;
  wire [ROW_BITS-1:0]         b_go_row;
  wire [WAY_BITS-1:0]         b_go_way;
  wire                        r_valid;
  wire                        r_ready;
  wire                        r_failed;
  wire                        r_error;
  wire [REQUEST_BITS-1:0]     r_tag;
  wire                        r_write;
  wire [LINE_TOP-1:LINE_BITS] r_line;
  wire [ROW_BITS-1:0]         r_row;
  wire [WAY_BITS-1:0]         r_way;
  wire [15:0]                 w_open;
  wire                        read_valid;
  wire                        read_ready;
  wire [MSHR_BITS-1:0]        read_id;
  wire [LINE_TOP-1:LINE_BITS] read_line;
//% stall fill line_rsp_valid
//% if bank_atomics
  wire [5:0]                  w_atomic;
  wire [REQUEST_BITS-1:0]     w_tag;
  wire                        old_valid;
  wire                        old_ready;
  wire [REQUEST_BITS-1:0]     old_tag;
  wire                        arrives = line_rsp_valid & line_rsp_ready;

  assign line_rsp_ready = old_ready${unless stall fill};
//% else
  assign line_rsp_ready = ~stall_fill;  //% if congest
  wire                        arrives = line_rsp_valid${unless stall fill};
//% end
  wire                        beat_valid = arrives & line_rsp_id != WRITE_ID;  //% if not l2
  wire                        beat_valid = arrives & ~line_rsp_id[ID_BITS-1];  //% else
  wire [BEAT_BITS-1:0]        beat;
  wire                        fill;
  wire [MSHR_BITS-1:0]        fill_id;
  wire [LINE_TOP-1:LINE_BITS] fill_line;
  wire [ROW_BITS-1:0]         fill_row;
  wire [WAY_BITS-1:0]         fill_way;
  wire                        w_room;
  wire                        w_reserve;
  wire                        w_reserve_op;
  wire                        w_reserve_pass;
  wire [LINE_TOP-1:LINE_BITS] w_reserve_line;
  wire                        w_push;
  wire                        w_push_op;
  wire                        w_pass;
  wire [LINE_TOP-1:LINE_BITS] w_line;
  wire [ROW_BITS-1:0]         w_row;
//% if writeback_cache
  wire                        w_evict;
  wire [3:0]                  w_strb;
//% else
  wire [ACCESS_BYTES-1:0]     w_strb;
//% end
  wire [ACCESS_BITS-1:0]      w_data;
  wire                        read_error;
  wire [31:0]                 read_error_addr;
  wire                        write_error;
  wire                        b_stay;    //% if trace_retire
  wire                        b_forget;  //% if trace_retire
  wire                        unused_tag = ^fill_line[LINE_TOP-1:LINE_BITS+SET_BITS];  //% else
  wire [31:0]                 write_error_addr;

  ${prefix}_dcache_flush u_flush (
//% connect dcache_flush
  );

  ${prefix}_dcache_lookup u_lookup (
    .congested(congested[${stall_victim}:${stall_accept}]),  //% if congest
    .req_valid(mem_req_valid), .req_ready(mem_req_ready),
    .req_tag(mem_req_tag), .req_write(mem_req_write), .req_addr(mem_req_addr),
    .req_bank(mem_req_atomic[0]),  //% if bank_atomics
    .req_lock(mem_req_lock),  //% if locks_cache
//% connect dcache_lookup
  );

  ${prefix}_dcache_mshr u_mshr (
    .rsp_valid(beat_valid),
    .rsp_id(line_rsp_id[MSHR_BITS-1:0]), .rsp_error(line_rsp_error), .rsp_beat(beat),
    .error_valid(read_error), .error_addr(read_error_addr),
//% connect dcache_mshr
  );

  ${prefix}_dcache_data u_data (
    .congested(congested[${stall_room}:${stall_operation}]),  //% if congest
    .req_taken(mem_req_valid & mem_req_ready), .req_tag(mem_req_tag),
    .req_strb(mem_req_strb), .req_data(mem_req_data), .rsp_valid(mem_rsp_valid),
//% if bank_atomics
    .req_atomic(mem_req_atomic),
    .old_data(line_rsp_data),
    .old_error(line_rsp_error),
//% end
    .rsp_ready(mem_rsp_ready), .rsp_tag(mem_rsp_tag), .rsp_data(mem_rsp_data),
    .rsp_error(mem_rsp_error),
    .b_line(b_go_line), .b_row(b_go_row), .b_way(b_go_way),
    .beat_id(line_rsp_id[MSHR_BITS-1:0]),
    .beat_data(line_rsp_data),
    .fill_line(fill_line),                         //% if trace_retire
    .fill_line(fill_line[LINE_BITS +: SET_BITS]),  //% else
//% if trace_retire
    .req_write(mem_req_write), .req_addr(mem_req_addr), .req_trace(mem_req_trace),
//% end
//% connect dcache_data
  );

  ${prefix}_dcache_writes u_writes (
    .congested(congested[${stall_write}:${stall_read}]),  //% if congest
    .rsp_valid(arrives & line_rsp_id == WRITE_ID),  //% if not l2
    .slot_valid(arrives & line_rsp_id[ID_BITS-1]),  //% else
    .slot(line_rsp_id[3:0]),  //% if l2
    .rsp_error(line_rsp_error),
    .error_valid(write_error), .error_addr(write_error_addr),
//% connect dcache_writes
  );

  assign mem_error_valid = read_error | write_error;
  assign mem_error_addr = write_error ? write_error_addr : read_error_addr;
endmodule
`default_nettype wire
