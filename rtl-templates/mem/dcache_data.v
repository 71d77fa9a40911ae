// dcache_data - the data array, its port, and the responses
// SPDX-License-Identifier: Apache-2.0
//
// One operation (c_) at a time: an access of a request, new or replayed, which performs here, or a
// row of a line that leaves. Rows of a line that comes go first and never wait. While a replay
// waits, no new request goes: it may be for the line of the replay, whose MSHR has ended. What an
// operation reads is there in the next cycle (d_): the response, which waits for the core, or a row
// for the write queue. What a request stores waits in a table by its tag from its acceptance on, so
// that no stage has to carry it along.
//% if bank_atomics
//
// An operation that a bank of the second-level cache makes is a store that has no response here.
// The bank's is the old word. It waits in a register (o_) and goes to the core before others.
//% end
`default_nettype none
module ${prefix}_dcache_data #(
//% if trace_retire
  parameter RAM_BASE = ${ram_base},
  parameter LANES = ${lanes},
  parameter TRACE_BITS = ${access_trace_bits},
  parameter META_BITS = ${meta_bits},
  parameter WARP_BITS = ${warp_bits},
  parameter SEQ_BITS = ${seq_bits},
  parameter PERFORM_RECORD_BITS = ${trace_perform_bits},
  parameter FILL_RECORD_BITS = ${trace_fill_bits},
  parameter EVICT_RECORD_BITS = ${trace_evict_bits},
  parameter ROW_SHIFT = ${access_offset_bits},
//% end
  parameter BUS_BITS = ${bus_width},
  parameter ROW_BYTES = ${access_bytes},
  parameter WORDS = ${access_words},
  parameter REQUESTS = ${requests},
  parameter REQUEST_BITS = ${request_bits},
  parameter ROW_BITS = ${dcache_row_bits},
  parameter LINE_BITS = ${dcache_line_bits},
  parameter SET_BITS = ${dcache_set_bits},
  parameter LINE_TOP = ${dcache_top_bits},
  parameter WAY_BITS = ${dcache_way_bits},
  parameter MSHRS = ${dcache_mshrs},
  parameter MSHR_BITS = ${dcache_mshr_bits},
  parameter BEAT_BITS = ${dcache_beat_bits},
  parameter BEAT_ROW_END = ${dcache_row_end},  //% if dcache_many_row_beats
  parameter ROW_BEATS = ${dcache_row_beats}
) (
  input  wire                        clk,
//% if trace_retire
  // the state audit: a row
  input  wire [31:0] audit_select,                    // set, way and row to show
  output wire [WORDS*32-1:0] audit_row,               // the words of the row
//% end
  input  wire                        rst,
  input  wire [39:0] congest,                         // {rate, seed}  //% if congest
  output wire [${stall_room}:${stall_operation}] congested,  // per point: delays  //% if congest
  // core
  input  wire                        req_taken,       // a request is accepted
  input  wire [REQUEST_BITS-1:0]     req_tag,         // number of the request
  input  wire [ROW_BYTES-1:0]        req_strb,        // bytes that it stores
  input  wire [WORDS*32-1:0]         req_data,        // words that it stores
//% if bank_atomics
  input  wire [5:0]                  req_atomic,      // {operation, a bank makes it}
  output wire [5:0]                  w_atomic,        // as req_atomic, of the row
  output wire [REQUEST_BITS-1:0]     w_tag,           // of its request
  // old words from banks
  input  wire                        old_valid,       // a bank has made an operation
  output wire                        old_ready,       // for any response
  input  wire [REQUEST_BITS-1:0]     old_tag,         // request of the operation
  input  wire [BUS_BITS-1:0]         old_data,        // word as it was, in a beat
  input  wire                        old_error,       // memory failed
//% end
  output wire                        rsp_valid,       // there is a response
  input  wire                        rsp_ready,       // the core takes it
  output wire [REQUEST_BITS-1:0]     rsp_tag,         // number of the request
  output wire [WORDS*32-1:0]         rsp_data,        // words of the row
  output wire                        rsp_error,       // memory failed
  // lookup
  input  wire                        b_go,            // an operation of the lookup waits
  output wire                        b_ready,         // the operation is accepted
  output wire                        c_idle,          // no operation is here
  output wire                        c_free,          // no operation is held up here
  input  wire                        b_array,         // the array is accessed
  input  wire                        b_evict,         // a row is read for the write queue
  input  wire                        b_row_op,        // of a line that leaves, no request
  input  wire                        b_first,         // the first row of a line that leaves
  input  wire                        b_pass,          // outside RAM: goes to the console
  input  wire                        b_write,         // the request is a store
  input  wire [REQUEST_BITS-1:0]     b_tag,           // number of the request
  input  wire [LINE_TOP-1:LINE_BITS] b_line,          // number of the line
  input  wire [ROW_BITS-1:0]         b_row,           // row of the line
  input  wire [WAY_BITS-1:0]         b_way,           // way of the line
  // replay
  input  wire                        r_valid,         // a replay waits
  output wire                        r_ready,         // the replay is accepted
  input  wire                        r_failed,        // a row of a line that has failed, no request
  input  wire                        r_error,         // the request ends in an error
  input  wire [REQUEST_BITS-1:0]     r_tag,           // number of the request
  input  wire                        r_write,         // the request is a store
  input  wire [LINE_TOP-1:LINE_BITS] r_line,          // number of the line
  input  wire [ROW_BITS-1:0]         r_row,           // row of the line
  input  wire [WAY_BITS-1:0]         r_way,           // way of the line
  // lines that come
  input  wire                        beat_valid,      // a beat of a line has come
  input  wire [MSHR_BITS-1:0]        beat_id,         // MSHR of the line
  input  wire [BEAT_BITS-1:0]        beat,            // number of the beat in the line
  input  wire [BUS_BITS-1:0]         beat_data,       // data of the beat
  input  wire                        fill,            // a row is complete: written in this cycle
  input  wire [MSHR_BITS-1:0]        fill_id,         // MSHR of the row
  input  wire [LINE_TOP-1:LINE_BITS] fill_line,       // line of the row  //% if trace_retire
  input  wire [LINE_BITS+SET_BITS-1:LINE_BITS] fill_line,  // line of the row  //% else
  input  wire [ROW_BITS-1:0]         fill_row,        // number of the row in the line
  input  wire [WAY_BITS-1:0]         fill_way,        // way of the line
  // write queue
  input  wire                        w_room,          // there is room for a row
  output wire                        w_reserve,       // a row will come,
  output wire                        w_reserve_op,    // the first of a write,
  output wire                        w_reserve_pass,  // to the console,
  output wire [LINE_TOP-1:LINE_BITS] w_reserve_line,  // or to this line
  output wire                        w_push,          // here it is
  output wire                        w_push_op,       // the row is the first of a write
  output wire                        w_pass,          // the row goes to the console
  output wire [LINE_TOP-1:LINE_BITS] w_line,          // line of the row
  output wire [ROW_BITS-1:0]         w_row,           // number of the row in the line
  output wire                        w_evict,         // of a leaving line  //% if writeback_cache
//% if trace_retire
  // trace
  input  wire                        req_write,       // the request is a store
  input  wire [31:ROW_SHIFT]         req_addr,        // address of its row
  input  wire [TRACE_BITS-1:0]       req_trace,       // what the records need of the request
  input  wire                        b_stay,          // the line stays after its write-back
  input  wire                        b_forget,        // all lines are forgotten at once
  input  wire [7:0]                  core_id,         // number of the core
  output wire                        trace_perform_valid,  // an access performs
  output wire [PERFORM_RECORD_BITS-1:0] trace_perform,  // record of the access
  output wire                        trace_fill_valid,  // a row of a line has come
  output wire [FILL_RECORD_BITS-1:0] trace_fill,      // record of the row
  output wire                        trace_evict_valid,  // a row of a line leaves
  output wire [EVICT_RECORD_BITS-1:0] trace_evict,    // record of the row
//% end
  output wire [3:0]                  w_strb,          // bytes to write  //% if writeback_cache
  output wire [ROW_BYTES-1:0]        w_strb,          // bytes to write  //% else
  output wire [WORDS*32-1:0]         w_data           // words of the row
);
  // What requests store.
  reg  [WORDS*32-1:0]  data_m [0:REQUESTS-1];
  reg  [ROW_BYTES-1:0] strb_m [0:REQUESTS-1];

  always @(posedge clk)
    if (req_taken) begin
      data_m[req_tag] <= req_data;
      strb_m[req_tag] <= req_strb;
    end

  // The next operation.
  wire                    c_ready;
  wire                    d_taken;      // the core accepts the response of the array
  wire                    d_own;        // an operation has one
//% if writeback_cache
  wire                    b_queues = b_evict | b_pass;
  wire                    r_queues = 1'b0;
//% else
  wire                    b_queues = ~b_row_op & b_write;
  wire                    r_queues = r_write & ~r_error;
//% end
//% stall room w_room & c_ready & ((r_valid & r_queues) | (b_go & b_queues))
//% stall replay r_valid & c_ready
  wire                    room = w_room${unless stall room};
  wire                    from_r = r_valid & (~r_queues | room)${unless stall replay};

//% stall operation b_go & c_ready & ~r_valid
  assign r_ready = c_ready & from_r;
  assign b_ready = c_ready & ~r_valid & (~b_queues | room)${unless stall operation};

  wire                    loads_b = b_go & b_ready;
  wire                    next_queues = from_r ? r_queues : b_queues;

  assign w_reserve = (r_ready | loads_b) & next_queues;
  assign w_reserve_pass = ~from_r & b_pass;
//% if writeback_cache
  assign w_reserve_op = w_reserve & (b_first | b_pass);
  assign w_reserve_line = b_line;
//% else
  wire                    unused_evict = ^{b_evict, b_first};

  assign w_reserve_op = w_reserve;
  assign w_reserve_line = from_r ? r_line : b_line;
//% end

  reg                         c_valid_q;
//% stall array c_valid_q
  reg                         c_request_q;  // of a request
  reg                         c_array_q;    // accesses the array
  reg                         c_write_q;
  reg                         c_pass_q;
  reg                         c_error_q;
  reg  [REQUEST_BITS-1:0]     c_tag_q;
  reg  [LINE_TOP-1:LINE_BITS] c_line_q;
  reg  [ROW_BITS-1:0]         c_row_q;
  reg  [WAY_BITS-1:0]         c_way_q;
  reg                         d_request_q;
//% if writeback_cache
  reg                         c_evict_q;
  reg                         c_first_q;
  reg                         d_evict_q;
  wire                        c_blocked = fill | (d_request_q & ~d_taken)
                                      | (c_pass_q & d_evict_q)${or stall array};
//% else
  reg                     c_queues_q;   // stores to the write queue
  wire                    c_blocked = fill | (d_request_q & ~d_taken)${or stall array};
//% end
  wire                    c_fires = c_valid_q & ~c_blocked;

  assign c_ready = ~c_valid_q | c_fires;
  assign c_free = c_ready;
  assign c_idle = ~c_valid_q;

  always @(posedge clk)
    if (rst)
      c_valid_q <= 1'b0;
    else if (c_ready)
      c_valid_q <= r_ready | loads_b;

  always @(posedge clk)
    if (c_ready) begin
      c_request_q <= from_r ? ~r_failed : ~b_row_op;
      c_array_q <= from_r ? ~r_failed & ~r_error : b_array;
      c_write_q <= from_r ? r_write : b_write & ~b_row_op;
      c_pass_q <= ~from_r & b_pass;
      c_error_q <= from_r & r_error;
      c_tag_q <= from_r ? r_tag : b_tag;
      c_line_q <= from_r ? r_line : b_line;
      c_row_q <= from_r ? r_row : b_row;
      c_way_q <= from_r ? r_way : b_way;
//% if writeback_cache
      c_evict_q <= ~from_r & b_evict;
      c_first_q <= b_first;
//% else
      c_queues_q <= next_queues;
//% end
    end

//% if bank_atomics
  // Operations of banks, by tag.
  reg  [5:0]           atomic_m [0:REQUESTS-1];

  always @(posedge clk)
    if (req_taken)
      atomic_m[req_tag] <= req_atomic;

  assign w_atomic = atomic_m[c_tag_q];
  assign w_tag = c_tag_q;

  // The response of a bank.
  reg                    o_valid_q;
  reg                    o_error_q;
  reg [REQUEST_BITS-1:0] o_tag_q;
  reg [BUS_BITS-1:0]     o_data_q;

  assign d_taken = rsp_ready & ~o_valid_q;
  assign d_own = ~w_atomic[0];
  assign old_ready = ~o_valid_q | rsp_ready;

  always @(posedge clk)
    if (rst)
      o_valid_q <= 1'b0;
    else if (old_ready)
      o_valid_q <= old_valid;

  always @(posedge clk)
    if (old_ready) begin
      o_error_q <= old_error;
      o_tag_q <= old_tag;
      o_data_q <= old_data;
    end

//% else
  assign d_taken = rsp_ready;
  assign d_own = 1'b1;

//% end
  wire [WORDS*32-1:0]  c_data = data_m[c_tag_q];
  wire [ROW_BYTES-1:0] c_strb = strb_m[c_tag_q];

  // Rows of lines that come are put together from their beats.
  wire [WORDS*32-1:0]  fill_data;

  genvar i;
  generate
    for (i = 0; i < ROW_BEATS; i = i + 1) begin : g_beat
      localparam [BEAT_BITS-1:0] ROW_END = BEAT_ROW_END;  //% if dcache_many_row_beats
      localparam [BEAT_BITS-1:0] ME = i;                  //% if dcache_many_row_beats
      reg [BUS_BITS-1:0] beat_m [0:MSHRS-1];

      always @(posedge clk)
        if (beat_valid & (beat & ROW_END) == ME)  //% if dcache_many_row_beats
        if (beat_valid)                           //% else
          beat_m[beat_id] <= beat_data;

      assign fill_data[i*BUS_BITS +: BUS_BITS] = beat_m[fill_id];
    end
  endgenerate
  wire unused_beat = ^beat;  //% if not dcache_many_row_beats

  // The array: a memory per word, one port.
  wire [WORDS*32-1:0]  array_in = fill ? fill_data : c_data;
  wire [ROW_BYTES-1:0] array_write = fill ? {ROW_BYTES{1'b1}}
                                     : c_strb & {ROW_BYTES{c_array_q & c_write_q & c_fires}};
  wire                 array_read = c_fires & c_array_q & ~c_write_q;
  wire [WORDS*32-1:0]  array_out;
  wire [SET_BITS-1:0]  array_set = fill ? fill_line[LINE_BITS +: SET_BITS]
                                   : c_line_q[LINE_BITS +: SET_BITS];
  wire [WAY_BITS-1:0]  array_way = fill ? fill_way : c_way_q;  //% if dcache_many_ways
  wire                 unused_way = ^{fill_way, c_way_q};      //% else
  wire [ROW_BITS-1:0]  array_row = fill ? fill_row : c_row_q;  //% if dcache_many_rows
  wire                 unused_row = ^{fill_row, c_row_q};      //% else
//% if dcache_many_rows
//% if dcache_many_ways
  localparam ADDR_BITS = SET_BITS + WAY_BITS + ROW_BITS;
  wire [ADDR_BITS-1:0] array_addr = {array_set, array_way, array_row};
//% else
  localparam ADDR_BITS = SET_BITS + ROW_BITS;
  wire [ADDR_BITS-1:0] array_addr = {array_set, array_row};
//% end
//% else
//% if dcache_many_ways
  localparam ADDR_BITS = SET_BITS + WAY_BITS;
  wire [ADDR_BITS-1:0] array_addr = {array_set, array_way};
//% else
  localparam ADDR_BITS = SET_BITS;
  wire [ADDR_BITS-1:0] array_addr = array_set;
//% end
//% end

//% if trace_retire
  wire [ADDR_BITS-1:0] audit_addr;
  wire                 unused_audit = ^audit_select;

  assign audit_addr[ADDR_BITS-1 -: SET_BITS] = audit_select[10 +: SET_BITS];
//% end
//% if trace_retire
//% if dcache_many_ways
  assign audit_addr[ADDR_BITS-SET_BITS-1 -: WAY_BITS] = audit_select[6 +: WAY_BITS];
//% end
  assign audit_addr[ROW_BITS-1:0] = audit_select[ROW_BITS-1:0];  //% if dcache_many_rows

//% end
  generate
    for (i = 0; i < WORDS; i = i + 1) begin : g_bank
      ${prefix}_dcache_bank #(.ADDR_BITS(ADDR_BITS)) u_bank (
        .audit_addr(audit_addr), .audit_data(audit_row[i*32 +: 32]),  //% if trace_retire
        .clk(clk), .addr(array_addr), .read(array_read), .write(array_write[i*4 +: 4]),
        .in(array_in[i*32 +: 32]), .out(array_out[i*32 +: 32])
      );
    end
  endgenerate

  // Answers, and rows for the write queue.
  reg                     d_error_q;
  reg  [REQUEST_BITS-1:0] d_tag_q;

  always @(posedge clk)
    if (rst)
      d_request_q <= 1'b0;
    else
      d_request_q <= (c_fires & c_request_q & d_own) | (d_request_q & ~d_taken);

  always @(posedge clk)
    if (c_fires) begin
      d_error_q <= c_error_q;
      d_tag_q <= c_tag_q;
    end

//% if bank_atomics
  assign rsp_valid = d_request_q | o_valid_q;
  assign rsp_tag = o_valid_q ? o_tag_q : d_tag_q;
  assign rsp_data = o_valid_q ? {ROW_BEATS{o_data_q}} : array_out;
  assign rsp_error = o_valid_q ? o_error_q : d_error_q;
//% else
  assign rsp_valid = d_request_q;
  assign rsp_tag = d_tag_q;
  assign rsp_data = array_out;
  assign rsp_error = d_error_q;
//% end
//% if writeback_cache

  reg                         d_first_q;
  reg  [LINE_TOP-1:LINE_BITS] d_line_q;
  reg  [ROW_BITS-1:0]         d_row_q;
  wire                        c_stores = c_fires & c_pass_q;

  always @(posedge clk)
    if (rst)
      d_evict_q <= 1'b0;
    else
      d_evict_q <= c_fires & c_evict_q;

  always @(posedge clk)
    if (c_fires) begin
      d_first_q <= c_first_q;
      d_line_q <= c_line_q;
      d_row_q <= c_row_q;
    end

  // What passes goes to the console: one word, at the begin of its row.
  assign w_push = d_evict_q | c_stores;
  assign w_push_op = (d_evict_q & d_first_q) | c_stores;
  assign w_pass = ~d_evict_q;
  assign w_evict = d_evict_q;
  assign w_line = d_line_q;
  assign w_row = d_row_q;
  assign w_strb = c_strb[3:0];
//% if access_many_words
  assign w_data = {array_out[WORDS*32-1:32], d_evict_q ? array_out[31:0] : c_data[31:0]};
//% else
  assign w_data = d_evict_q ? array_out : c_data;
//% end
//% else
  assign w_push = c_fires & c_queues_q;
  assign w_push_op = w_push;
  assign w_pass = c_pass_q;
  assign w_line = c_line_q;
  assign w_row = c_row_q;
  assign w_strb = c_strb;
  assign w_data = c_data;
//% end
//% if trace_retire

  // Records. What a request is comes with it and waits in a table like its data.
  localparam [31:0] BASE = RAM_BASE;
  localparam NOTE_BITS = 33 - ROW_SHIFT + TRACE_BITS;
  localparam BEAT_AT = LANES + META_BITS;

  reg  [NOTE_BITS-1:0]   note_m [0:REQUESTS-1];
  wire                   n_write;
  wire [31:ROW_SHIFT]    n_addr;
  wire [TRACE_BITS-1:0]  n_trace;
  wire [1:0]             n_size = n_trace[TRACE_BITS-1 -: 2];
  wire [TRACE_BITS-BEAT_AT-3:0] n_beat = n_trace[TRACE_BITS-3:BEAT_AT];
  wire [LANES-1:0]       n_lanes = n_trace[META_BITS +: LANES];
  wire [SEQ_BITS-1:0] n_seq = n_trace[${meta_seq_at} +: SEQ_BITS];
  wire [WARP_BITS-1:0]   n_warp = n_trace[${meta_warp_at} +: WARP_BITS];
  wire                   unused_meta = ^n_trace[${reg_bits}:0];

  always @(posedge clk)
    if (req_taken)
      note_m[req_tag] <= {req_write, req_addr, req_trace};

  assign {n_write, n_addr, n_trace} = note_m[c_tag_q];
  assign trace_perform_valid = c_fires & c_request_q;

//% emit record_perform
  assign rec_perform_store = n_write;
  assign rec_perform_size = n_size;
  assign rec_perform_warp = {{6-WARP_BITS{1'b0}}, n_warp};
  assign rec_perform_core = core_id;
  assign rec_perform_seq = n_seq;
  assign rec_perform_beat = {{34-TRACE_BITS+BEAT_AT{1'b0}}, n_beat};
  assign rec_perform_lanes = {{32-LANES{1'b0}}, n_lanes};
  assign rec_perform_addr = {n_addr, {ROW_SHIFT{1'b0}}};
  assign rec_perform_way = {{4-WAY_BITS{1'b0}}, c_way_q & {WAY_BITS{c_array_q}}};
  assign rec_perform_array = c_array_q;
  assign rec_perform_error = c_error_q;
  assign rec_perform_rest = {c_data & {WORDS*32{n_write}}, {${trace_mask_pad}{1'b0}}, c_strb};

  assign trace_fill_valid = fill;

  // Records name lines by their addresses, not by their places.
  wire [LINE_TOP-1:LINE_BITS] fill_number;
  wire [LINE_TOP-1:LINE_BITS] e_number;
  reg  [LINE_TOP-1:LINE_BITS] e_line_q;

//% if dcache_hashed
  ${prefix}_dcache_place u_fill (
    .line(fill_line), .placed(fill_number)
  );
  ${prefix}_dcache_place u_evict (
    .line(e_line_q), .placed(e_number)
  );
//% else
  assign fill_number = fill_line;
  assign e_number = e_line_q;
//% end

//% emit record_fill
  assign rec_fill_warp = 6'd0;
  assign rec_fill_core = core_id;
  assign rec_fill_seq = {SEQ_BITS{1'b0}};
  assign rec_fill_addr = {BASE[31:LINE_TOP], fill_number, fill_at};
  assign rec_fill_way = {28'd0, {4-WAY_BITS{1'b0}}, fill_way};
  assign rec_fill_data = fill_data;

  // A row that leaves is reported when it has been read.
  reg                   e_valid_q;
  reg                   e_all_q;    // all lines are forgotten
  reg  [1:0]            e_op_q;
  reg                   c_op_stay_q;
  reg                   c_op_discard_q;
  reg  [ROW_BITS-1:0]   e_row_q;
  reg  [WAY_BITS-1:0]   e_way_q;

  always @(posedge clk)
    if (rst)
      e_valid_q <= 1'b0;
    else
      e_valid_q <= (c_fires & ~c_request_q) | b_forget;

  always @(posedge clk) begin
    if (c_ready) begin
      c_op_stay_q <= b_stay;
      c_op_discard_q <= from_r | ~b_evict;
    end
    e_all_q <= b_forget;
    if (c_fires) begin
      e_op_q <= {c_op_discard_q, c_op_stay_q & ~c_op_discard_q};
      e_line_q <= c_line_q;
      e_row_q <= c_row_q;
      e_way_q <= c_way_q;
    end
  end

  wire [LINE_BITS-1:0] fill_at = {{LINE_BITS-ROW_BITS{1'b0}}, fill_row} << ROW_SHIFT;
  wire [LINE_BITS-1:0] e_at = {{LINE_BITS-ROW_BITS{1'b0}}, e_row_q} << ROW_SHIFT;

  assign trace_evict_valid = e_valid_q;

//% emit record_evict
  assign rec_evict_op = e_all_q ? 2'd3 : e_op_q;
  assign rec_evict_warp = 6'd0;
  assign rec_evict_core = core_id;
  assign rec_evict_seq = {SEQ_BITS{1'b0}};
  assign rec_evict_addr = {BASE[31:LINE_TOP], {e_number, e_at} & {LINE_TOP{~e_all_q}}};
  assign rec_evict_way = {28'd0, {4-WAY_BITS{1'b0}}, e_way_q & {WAY_BITS{~e_all_q}}};
  assign rec_evict_data = array_out & {WORDS*32{~e_op_q[1] & ~e_all_q}};
//% end
endmodule
`default_nettype wire
