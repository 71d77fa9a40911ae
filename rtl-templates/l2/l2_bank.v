// l2_bank - the second-level cache: writes back, serves hits under misses
// SPDX-License-Identifier: Apache-2.0
//
//   requests --> A --> B lookup --> C array --> D --> responses
//                        |  ^        ^          |
//                     misses |  fills,          +--> write queue --> memory
//                        v  stall  replays
//                       MSHRs <------------------------------------- memory
//
//   A  tags are read           l2_lookup
//   B  tags are compared       l2_lookup
//   C  the array is accessed: the request performs. One access per cycle: a fill or peek of an MSHR
//      first, else a replay, else the request in B. Accesses leave C in the order of entry
//   D  the line is read: it is the response, or goes to the write queue
//
// Each byte of the array has a dirty bit beside it, the ninth bit of a byte of block RAM. A store
// sets the bits of its bytes. So no store reads, and a store that misses needs no line from memory.
// A write-back has the dirty bits as strobes.
//
//% if bank_atomics
// An atomic operation stays in C for four cycles: the line is read, its word is chosen, the new
// word is computed, and it is stored. The response is the old word, in each word of the beat.
//
//% end
// Stage C waits for room in the FIFO of responses, and for nothing else. So fills and replays,
// which free MSHRs, go on as long as responses are accepted.
`default_nettype none
module ${prefix}_l2_bank #(
  parameter ID_BITS = ${l2_id_bits},
  parameter OP_BITS = ${l2_op_bits},
  parameter NUM_BITS = ${l2_num_bits},
  parameter SET_BITS = ${l2_set_bits},
  parameter WAYS = ${l2_ways},
  parameter WAY_BITS = ${l2_way_bits},
  parameter ADDR_BITS = ${l2_addr_bits},
  parameter LINE = ${dcache_line},       // bytes
  parameter BYTES = ${bus_bytes},        // most bytes of a store
  parameter PART_BITS = ${dcache_beat_bits},
  parameter PARTS = ${dcache_beats},
  parameter BEAT = ${bus_bytes},         // bytes of a beat of memory
  parameter MSHR_BITS = ${l2_mshr_bits},
  parameter WRITES = ${l2_writes}
) (
  input  wire                 clk,
  input  wire                 rst,
  // requests
  input  wire                 req_valid,   // a request waits
  output wire                 req_ready,   // the request is accepted
  input  wire [OP_BITS-1:0]   req_op,      // 0 read, 1 write, 2 pass; {operation, 3} atomic
  input  wire [ID_BITS-1:0]   req_id,      // id of the request
  input  wire [NUM_BITS-1:0]  req_num,     // line
  input  wire [PART_BITS-1:0] req_part,    // part of the line that a store writes
  input  wire [BYTES-1:0]     req_mask,    // bytes of the part to write
  input  wire [BYTES*8-1:0]   req_data,    // data to write
  // responses
  output wire                 rsp_valid,   // a response, held until rsp_ready
  input  wire                 rsp_ready,   // the response is accepted
  output wire [ID_BITS-1:0]   rsp_id,      // id of the request
  output wire [LINE*8-1:0]    rsp_data,    // line of a read
  output wire                 rsp_fail,    // memory could not read the line
  // flush: write back all dirty lines
  input  wire                 flush_start, // the flush starts
  output wire                 flush_done,  // all writes of the flush have their responses
  // memory: reads
  output wire                 rd_valid,    // a line is to be read, held until rd_ready
  input  wire                 rd_ready,    // the read is accepted
  output wire [MSHR_BITS-1:0] rd_id,       // MSHR of the read
  output wire [NUM_BITS-1:0]  rd_num,      // the line
  input  wire                 r_valid,     // a beat of a line arrives
  input  wire [MSHR_BITS-1:0] r_id,        // MSHR of the beat
  input  wire [BEAT*8-1:0]    r_data,      // the beat
  input  wire                 r_last,      // last beat of the line
  input  wire                 r_error,     // the beat failed
  // memory: writes
  output wire                 wr_valid,    // a beat, held until wr_ready
  input  wire                 wr_ready,    // the beat is accepted
  output wire [NUM_BITS-1:0]  wr_num,      // line
  output wire                 wr_pass,     // one beat outside RAM
  output wire                 wr_last,     // last beat of the write
  output wire [BEAT-1:0]      wr_strb,     // bytes to write
  output wire [BEAT*8-1:0]    wr_data,     // data of the beat
//% if trace_retire
  // the access of stage C a cycle ago, for records
  output wire                 t_valid,     // there is an access
  output wire [2:0]           t_kind,      // 0 read, 1 write, 2 pass, 3 evict, 4 fill, 5 atomic
  output wire [ID_BITS-1:0]   t_id,        // id of the request
  output wire                 t_fresh,     // a store that makes a partial line
  output wire                 t_fail,      // a fill of, or a read from, a line that failed
  output wire                 t_stay,      // the evicted line stays
  output wire [NUM_BITS-1:0]  t_num,       // line
  output wire [WAY_BITS-1:0]  t_way,       // way of the line
  output wire [LINE-1:0]      t_mask,      // bytes read, written, dirty or filled
  output wire [LINE*8-1:0]    t_data,      // the line
//% end
//% if trace_retire
  // the state audit: a tag, and a beat of the line
  input  wire [27:0]          audit_select, // {set, way, beat}
  output wire [NUM_BITS-1:0]  audit_num,    // line
  output wire [2:0]           audit_state,  // {full, dirty, valid}
  output wire [BEAT-1:0]      audit_dirty,  // per byte of the beat: dirty
  output wire [BEAT*8-1:0]    audit_data,   // the beat
//% end
  output wire [NUM_BITS-1:0]  wr_old_num,  // line of the oldest write
  output wire                 wr_old_pass, // the oldest write is outside RAM
  input  wire                 wr_answered  // the response to the oldest write arrives
);
  localparam WORDS = LINE / 4;
  localparam RESPONSES = 16;
  localparam [4:0] RESPONSES_FULL = RESPONSES;
  localparam [2:0] READ = 3'd0;              // l2-ops
  localparam [2:0] PASS = 3'd2;
  localparam [2:0] EVICT = 3'd3;
  localparam [2:0] FILL = 3'd4;
  localparam [2:0] ATOMIC = 3'd5;  //% if bank_atomics
  localparam [2:0] PEEK = 3'd6;
  localparam [2:0] WRITE = 3'd1;

  // Flush: each set in turn through the lookup, then the responses to the open writes.
  reg                  flush_q;
  reg                  walk_q;       // sets are left to enter the lookup
  reg  [SET_BITS-1:0]  walk_set_q;
  reg  [SET_BITS-1:0]  walked_set_q;
  localparam [SET_BITS-1:0] ONE_SET = 1;
  localparam [SET_BITS-1:0] FIRST_SET = 0;
  wire                 walk_taken;
  wire                 walk_done;
  wire                 flushed;

  always @(posedge clk)
    if (rst) begin
      flush_q <= 1'b0;
      walk_q <= 1'b0;
      walk_set_q <= FIRST_SET;
      walked_set_q <= FIRST_SET;
    end else begin
      flush_q <= flush_start | (flush_q & ~flushed);
      walk_q <= flush_start | (walk_q & ~(walk_taken & &walk_set_q));
      if (walk_taken)
        walk_set_q <= walk_set_q + ONE_SET;
      if (walk_done)
        walked_set_q <= walked_set_q + ONE_SET;
    end

  assign flush_done = flush_q & flushed;

//% if trace_retire
  // The state audit.
  wire [SET_BITS-1:0]  audit_set = audit_select[10 +: SET_BITS];
  wire [WAY_BITS-1:0]  audit_way = audit_select[6 +: WAY_BITS];
  wire [PART_BITS-1:0] audit_part = audit_select[0 +: PART_BITS];
  wire [LINE-1:0]      audit_marks;
  wire [LINE*8-1:0]    audit_line;
  wire                 unused_audit = ^audit_select;

  assign audit_dirty = audit_marks[audit_part*BEAT +: BEAT];
  assign audit_data = audit_line[audit_part*BEAT*8 +: BEAT*8];
//% end

  // Stages A and B.
  wire [OP_BITS-1:0]   b_op;
  wire [ID_BITS-1:0]   b_id;
  wire [NUM_BITS-1:0]  b_num;
  wire [PART_BITS-1:0] b_part;
  wire [BYTES-1:0]     b_mask;
  wire [BYTES*8-1:0]   b_data;
  wire                 b_join;
  wire                 b_alloc;
  wire                 b_complete;
  wire                 m_match;
  wire [WAYS-1:0]      m_ways;
  wire                 m_free;
  wire                 p_free;
  wire                 e_valid;
  wire [NUM_BITS-1:0]  e_num;
  wire [WAY_BITS-1:0]  e_way;
  wire [WAYS-1:0]      e_ways;
  wire                 e_dirty;
  wire                 w_take;
  wire [NUM_BITS-1:0]  w_num;
  wire                 w_pass;
  wire                 w_room;
  wire                 go_valid;
  wire                 go_ready;
  wire                 go_evict;
  wire                 go_fresh;
  wire                 go_stay;
  wire [NUM_BITS-1:0]  go_num;
  wire [WAY_BITS-1:0]  go_way;

  ${prefix}_l2_lookup u_lookup (
    .walk(walk_q), .walk_set(walk_set_q),
    .e_way(e_ways),
//% connect l2_lookup
  );

  // MSHRs.
  wire [WRITES-1:0]    w_match;
  wire [WRITES-1:0]    w_done;
  wire                 f_valid;
  wire                 f_ready;
  wire                 f_peek;
  wire                 f_fail;
  wire [NUM_BITS-1:0]  f_num;
  wire [WAY_BITS-1:0]  f_way;
  wire [LINE-1:0]      f_mask;
  wire [LINE*8-1:0]    f_data;
  wire                 p_valid;
  wire                 p_ready;
  wire                 p_fail;
  wire                 p_fresh;
  wire [OP_BITS-1:0]   p_op;
  wire [ID_BITS-1:0]   p_id;
  wire [NUM_BITS-1:0]  p_num;
  wire [WAY_BITS-1:0]  p_way;
  wire [PART_BITS-1:0] p_part;
  wire [BYTES-1:0]     p_mask;
  wire [BYTES*8-1:0]   p_data;
  wire                 d_peek;
  wire [LINE-1:0]      array_dirty;
  wire [LINE*8-1:0]    array_line;

  ${prefix}_l2_mshr u_mshr (
    .b_way(go_way),
    .peeked(d_peek), .peeked_mask(array_dirty),
//% connect l2_mshr
  );

  localparam [WAYS-1:0] ONE_WAY = 1;

  assign e_ways = ONE_WAY << e_way;

  // Stage C.
  reg                  c_valid_q;
  reg  [2:0]           c_kind_q;
  reg  [ID_BITS-1:0]   c_id_q;
  reg                  c_fresh_q;
  reg                  c_fail_q;
  reg                  c_stay_q;
  reg  [NUM_BITS-1:0]  c_num_q;
  reg  [WAY_BITS-1:0]  c_way_q;
  reg  [LINE-1:0]      c_mask_q;
  reg  [LINE*8-1:0]    c_data_q;
  wire                 c_go;
  wire                 c_free = ~c_valid_q | c_go;
  wire [PART_BITS-1:0] n_part = p_valid ? p_part : b_part;
  wire [BYTES-1:0]     n_mask = p_valid ? p_mask : b_mask;
  wire [BYTES*8-1:0]   n_data = p_valid ? p_data : b_data;
//% if bank_atomics
  wire [OP_BITS-1:0]   n_op = p_valid ? p_op : b_op;
  wire [2:0]           n_kind = &n_op[1:0] ? ATOMIC : {1'b0, n_op[1:0]};
//% else
  wire [2:0]           n_kind = {1'b0, p_valid ? p_op : b_op};
//% end
  wire [LINE-1:0]      n_place;      // the mask in its part of the line

  assign f_ready = c_free;
  assign p_ready = c_free & ~f_valid;
  assign go_ready = c_free & ~f_valid & ~p_valid;

  genvar i;
  generate
    if (PARTS > 1) begin : g_parts
      for (i = 0; i < PARTS; i = i + 1) begin : g_part
        localparam [PART_BITS-1:0] ME = i;

        assign n_place[i*BYTES +: BYTES] = n_mask & {BYTES{n_part == ME}};
      end
    end else begin : g_one_part
      wire unused_part = ^n_part;

      assign n_place = n_mask;
    end
  endgenerate

  always @(posedge clk)
    if (rst)
      c_valid_q <= 1'b0;
    else if (c_free)
      c_valid_q <= f_valid | p_valid | go_valid;

  always @(posedge clk)
    if (c_free) begin
      c_kind_q <= f_valid ? (f_peek ? PEEK : FILL) : ~p_valid & go_evict ? EVICT : n_kind;
      c_id_q <= p_valid ? p_id : b_id;
      c_fresh_q <= p_valid ? p_fresh : go_fresh;
      c_fail_q <= f_valid ? f_fail & ~f_peek : p_valid & p_fail;
      c_stay_q <= go_stay;
      c_num_q <= f_valid ? f_num : p_valid ? p_num : go_num;
      c_way_q <= f_valid ? f_way : p_valid ? p_way : go_way;
      c_mask_q <= f_valid ? f_mask : n_place;
      c_data_q <= f_valid ? f_data : {PARTS{n_data}};
    end

  wire                 c_evict = c_kind_q == EVICT;
  wire                 c_pass = c_kind_q == PASS;
  wire                 c_write = c_kind_q == WRITE;
//% if bank_atomics
  wire                 c_atomic = c_kind_q == ATOMIC & ~c_fail_q;
  wire                 c_responds = c_kind_q == READ | c_write | c_pass | c_kind_q == ATOMIC;
//% else
  wire                 c_responds = c_kind_q == READ | c_write | c_pass;
//% end
  reg                  d_evict_q;
  reg  [4:0]           responses_q;  // in the FIFO or in stage D
  wire                 room = responses_q != RESPONSES_FULL;

//% if bank_atomics
  // Steps of an atomic operation.
  localparam [1:0] CHOOSE = 2'd1;
  localparam [1:0] COMPUTE = 2'd2;
  localparam [1:0] STORE = 2'd3;
  reg  [1:0]           step_q;
  reg  [4:0]           c_op_q;
  reg  [31:0]          old_q;        // the word in the array
  reg  [31:0]          source_q;     // the operand
  reg  [31:0]          made_q;       // the word to store
  reg                  d_atomic_q;   // the response is old_q
  wire [31:0]          old;
  wire [31:0]          source;
  wire [31:0]          made;
  wire [WORDS-1:0]     c_word;       // one-hot

  ${prefix}_onehot_mux #(.N(WORDS), .WIDTH(32)) u_old (
    .sel(c_word), .in(array_line), .out(old)
  );
  ${prefix}_onehot_mux #(.N(WORDS), .WIDTH(32)) u_source (
    .sel(c_word), .in(c_data_q), .out(source)
  );
  ${prefix}_lsu_combine u_combine (
    .op(c_op_q), .old(old_q), .source(source_q), .made(made)
  );

  always @(posedge clk)
    if (rst)
      step_q <= 2'd0;
    else
      step_q <= c_valid_q & c_atomic ? (c_go ? 2'd0 : step_q + {1'b0, step_q != STORE}) : 2'd0;

  always @(posedge clk) begin
    if (c_free)
      c_op_q <= n_op[6:2];
    if (step_q == CHOOSE) begin
      old_q <= old;
      source_q <= source;
    end
    if (step_q == COMPUTE)
      made_q <= made;
    d_atomic_q <= c_atomic;
  end

  assign c_go = c_valid_q & (room | ~c_responds) & ~(c_pass & d_evict_q)
                & (~c_atomic | step_q == STORE);

  // The array.
  wire                 writes = c_go & (c_write | c_atomic | c_kind_q == FILL);
  wire                 reads = (c_go & (c_evict | c_kind_q == PEEK | c_kind_q == READ))
                               | (c_valid_q & c_atomic & step_q == 2'd0);
//% else
  assign c_go = c_valid_q & (room | ~c_responds) & ~(c_pass & d_evict_q);

  // The array.
  wire                 writes = c_go & (c_write | c_kind_q == FILL);
  wire                 reads = c_go & (c_evict | c_kind_q == PEEK | c_kind_q == READ);
//% end
  wire [ADDR_BITS-1:0] addr = {c_num_q[SET_BITS-1:0], c_way_q};

  generate
    for (i = 0; i < WORDS; i = i + 1) begin : g_word
      wire [3:0]  mask = c_mask_q[i*4 +: 4];
      wire [3:0]  bytes = {4{writes}} & (mask | {4{c_fresh_q & c_write}});
//% if bank_atomics
      wire [3:0]  dirty = {4{c_write | c_atomic}} & mask;
      wire [31:0] in = c_atomic ? made_q : c_data_q[i*32 +: 32];

      assign c_word[i] = mask[0];
//% else
      wire [3:0]  dirty = {4{c_write}} & mask;
      wire [31:0] in = c_data_q[i*32 +: 32];
//% end
      wire [35:0] out;
      wire [35:0] shown;  //% if trace_retire

      ${prefix}_l2_ram u_ram (
        .audit_addr({audit_set, audit_way}), .audit_out(shown),  //% if trace_retire
        .clk(clk), .addr(addr), .read(reads), .out(out), .write(bytes),
        .in({dirty[3], in[31:24], dirty[2], in[23:16], dirty[1], in[15:8], dirty[0], in[7:0]})
      );
      assign array_line[i*32 +: 32] = {out[34:27], out[25:18], out[16:9], out[7:0]};
      assign array_dirty[i*4 +: 4] = {out[35], out[26], out[17], out[8]};
//% if trace_retire
      assign audit_line[i*32 +: 32] = {shown[34:27], shown[25:18], shown[16:9], shown[7:0]};
      assign audit_marks[i*4 +: 4] = {shown[35], shown[26], shown[17], shown[8]};
//% end
    end
  endgenerate

  // Stage D.
  reg                  d_response_q;
  reg                  d_peek_q;
  reg  [ID_BITS-1:0]   d_id_q;
  reg                  d_fail_q;
  wire                 d_room;
  wire                 rsp_taken = rsp_valid & rsp_ready;
  wire                 unused_room = d_room;  // room has been counted

  always @(posedge clk)
    if (rst) begin
      d_response_q <= 1'b0;
      d_evict_q <= 1'b0;
      d_peek_q <= 1'b0;
      responses_q <= 5'd0;
    end else begin
      d_response_q <= c_go & c_responds;
      d_evict_q <= c_go & c_evict;
      d_peek_q <= c_go & c_kind_q == PEEK;
      responses_q <= responses_q + {4'd0, c_go & c_responds} - {4'd0, rsp_taken};
    end

  always @(posedge clk) begin
    d_id_q <= c_id_q;
    d_fail_q <= c_fail_q;
  end

  assign d_peek = d_peek_q;

  wire [LINE*8-1:0]    d_line;       // of the response

//% if bank_atomics
  assign d_line[BEAT*8-1:0] = d_atomic_q ? {BEAT/4{old_q}} : array_line[BEAT*8-1:0];

  generate
    if (PARTS > 1) begin : g_rest
      assign d_line[LINE*8-1:BEAT*8] = array_line[LINE*8-1:BEAT*8];
    end
  endgenerate
//% else
  assign d_line = array_line;
//% end

  ${prefix}_l2_fifo #(.WIDTH(1 + ID_BITS + LINE*8), .DEPTH(RESPONSES), .DEPTH_BITS(4)) u_responses (
    .clk(clk), .rst(rst), .in_valid(d_response_q), .in_ready(d_room),
    .in_data({d_fail_q, d_id_q, d_line}), .out_valid(rsp_valid), .out_ready(rsp_ready),
    .out_data({rsp_fail, rsp_id, rsp_data})
  );

  // Writes: lines from D, stores outside RAM from C.
  ${prefix}_l2_writes u_writes (
    .push(d_evict_q | (c_go & c_pass)), .push_mask(d_evict_q ? array_dirty : c_mask_q),
    .push_data(d_evict_q ? array_line : c_data_q),
    .flush_mark(walk_done & &walked_set_q),
    .old_num(wr_old_num), .old_pass(wr_old_pass), .answered(wr_answered),
//% connect l2_writes
  );

//% if trace_retire

  // For records.
  reg                 t_valid_q;
  reg  [2:0]          t_kind_q;
  reg                 t_fresh_q;
  reg                 t_stay_q;
  reg  [NUM_BITS-1:0] t_num_q;
  reg  [WAY_BITS-1:0] t_way_q;
  reg  [LINE-1:0]     t_mask_q;
  reg  [LINE*8-1:0]   t_data_q;
  wire                t_reads = t_kind_q == READ | t_kind_q == EVICT;

  always @(posedge clk)
    if (rst)
      t_valid_q <= 1'b0;
    else
      t_valid_q <= c_go & c_kind_q != PEEK;

  always @(posedge clk) begin
    t_kind_q <= c_kind_q;
    t_fresh_q <= c_fresh_q & c_write;
    t_stay_q <= c_stay_q & c_evict;
    t_num_q <= c_num_q;
    t_way_q <= c_way_q;
    t_mask_q <= (c_mask_q | {LINE{c_kind_q == READ}}) & {LINE{~c_fail_q}};
    t_data_q <= c_atomic ? {WORDS{old_q}} : c_data_q;  //% if bank_atomics
    t_data_q <= c_data_q;                              //% else
  end

  assign t_valid = t_valid_q;
  assign t_kind = t_kind_q;
  assign t_id = d_id_q;
  assign t_fail = d_fail_q;
  assign t_fresh = t_fresh_q;
  assign t_stay = t_stay_q;
  assign t_num = t_num_q;
  assign t_way = t_way_q;
  assign t_mask = t_kind_q == EVICT ? array_dirty : t_mask_q;

  generate
    for (i = 0; i < LINE; i = i + 1) begin : g_traced
      assign t_data[i*8 +: 8] = {8{t_mask[i]}}
                                & (t_reads ? array_line[i*8 +: 8] : t_data_q[i*8 +: 8]);
    end
  endgenerate
//% else

  wire unused_trace = ^{c_stay_q, c_num_q};
//% end
endmodule
`default_nettype wire
