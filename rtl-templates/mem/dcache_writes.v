// dcache_writes - the write queue, the open writes, and the request side of the line port
// SPDX-License-Identifier: Apache-2.0
//
// Rows come in the order in which they take effect and leave in it. A row is reserved before it is
// read (w_reserve), so that a push always finds room. From then until its response its write is
// open, and no read of a line with an open write is sent: the lines are known by a hash of four
// bits, with a count for each. A reservation is counted a cycle late, behind the choice of the
// operation: an MSHR for the same line begins two cycles behind the reservation, or later.
//
//% if writeback_cache
// A write is a line, a burst of all beats of its rows, or one word for the console.
//% else
// A write is a row; each of its beats with a byte to write is sent by itself.
//% end
//% if bank_atomics
//
// An operation for a bank of the second-level cache (w_atomic) is a write of one word. It is sent
// when all other writes have their responses, since it may release what they have stored. Its
// response, with the old word, goes to the core at once (old_).
//% end
`default_nettype none
module ${prefix}_dcache_writes #(
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter BUS_SHIFT = ${bus_offset_bits},
  parameter ROW_BYTES = ${access_bytes},
  parameter ROW_SHIFT = ${access_offset_bits},
  parameter WORDS = ${access_words},
  parameter ROW_LAST = ${dcache_last_row},  //% if writeback_cache
  parameter ROW_BITS = ${dcache_row_bits},
  parameter LINE_BITS = ${dcache_line_bits},
  parameter LINE_TOP = ${dcache_top_bits},
  parameter MSHRS = ${dcache_mshrs},  //% if not l2
  parameter MSHR_BITS = ${dcache_mshr_bits},
  parameter ID_BITS = ${dcache_id_bits},
  parameter BEATS = ${dcache_beats},
  parameter ROW_BEATS = ${dcache_row_beats},
  parameter REQUEST_BITS = ${request_bits},    //% if bank_atomics
  parameter QUEUE = ${dcache_queue},           // rows
  parameter QUEUE_BITS = ${dcache_queue_bits},
  parameter RAM_BASE = ${ram_base}
) (
  input  wire                        clk,
  input  wire                        rst,
  input  wire [39:0] congest,                          // {rate, seed}  //% if congest
  output wire [${stall_write}:${stall_read}] congested,  // per point: delays  //% if congest
  // data array
  output wire                        w_room,           // there is room for a row
  input  wire                        w_reserve,        // a row will come,
  input  wire                        w_reserve_op,     // the first of a write,
  input  wire                        w_reserve_pass,   // to the console,
  input  wire [LINE_TOP-1:LINE_BITS] w_reserve_line,   // or to this line
  input  wire                        w_push,           // a row comes
  input  wire                        w_push_op,        // the row is the first of a write
  input  wire                        w_pass,           // the row goes to the console
  input  wire [LINE_TOP-1:LINE_BITS] w_line,           // line of the row
  input  wire [ROW_BITS-1:0]         w_row,            // number of the row in the line
//% if writeback_cache
  input  wire                        w_evict,          // the row is of a line that leaves
  input  wire [3:0]                  w_strb,           // bytes to write
//% else
  input  wire [ROW_BYTES-1:0]        w_strb,           // bytes to write
//% end
  input  wire [WORDS*32-1:0]         w_data,           // words of the row
//% if bank_atomics
  input  wire [5:0]                  w_atomic,         // {operation, a bank makes it}
  input  wire [REQUEST_BITS-1:0]     w_tag,            // of the core's request
  output wire [5:0]                  line_req_atomic,  // as w_atomic, of the request
  output wire                        old_valid,        // the response to an operation
  output wire [REQUEST_BITS-1:0]     old_tag,          // of its request
//% end
  // flush
  output wire [4:0]                  writes_open,      // writes without a response
  output wire                        write_response,   // a write has its response
  // MSHRs
  output wire [15:0]                 w_open,           // lines that are being written, by hash
  input  wire                        read_valid,       // a line is asked for
  output wire                        read_ready,       // the line port takes it
  input  wire [MSHR_BITS-1:0]        read_id,          // MSHR of the line
  input  wire [LINE_TOP-1:LINE_BITS] read_line,        // number of the line
  input  wire                        read_lock,        // the read locks  //% if locks_cache
  output wire                        line_req_lock,    // the request locks  //% if locks_cache
  // line port
  output wire                        line_req_valid,   // there is a request
  input  wire                        line_req_ready,   // the request is accepted
  output wire [ID_BITS-1:0]          line_req_id,      // number of the request
  output wire                        line_req_write,   // the request is a write
  output wire [31:0]                 line_req_addr,    // address of the request
  output wire [7:0]                  line_req_len,     // beats of the request - 1
  output wire                        line_req_last,    // the last beat of a write
  output wire [BUS_BYTES-1:0]        line_req_strb,    // bytes of the beat to write
  output wire [BUS_BITS-1:0]         line_req_data,    // the beat
  input  wire                        rsp_valid,        // to a write  //% if not l2
  input  wire                        slot_valid,       // to a write  //% if l2
  input  wire [3:0]                  slot,             // number of the write  //% if l2
  input  wire                        rsp_error,        // memory failed
  // core
  output wire                        error_valid,      // memory failed
  output wire [31:0]                 error_addr        // address of the line that failed
);
  localparam [31:0] BASE = RAM_BASE;
  localparam [31:0] CONSOLE = 32'hFFFF_F000;
  localparam [4:0] OPS = 5'd16;                // open writes
  localparam [QUEUE_BITS:0] FULL = QUEUE;
  localparam [QUEUE_BITS:0] NO_ROWS = 0;
  localparam [QUEUE_BITS-1:0] FIRST = 0;
  localparam [QUEUE_BITS-1:0] ONE = 1;
  localparam [31:0] LAST_BEAT = BEATS - 1;  //% if writeback_cache
  localparam OP_BITS = 7 + REQUEST_BITS + LINE_TOP - LINE_BITS + ROW_BITS;  //% if bank_atomics
  localparam OP_BITS = 1 + LINE_TOP - LINE_BITS + ROW_BITS;                 //% else

  wire row_leaves;
  wire op_leaves;
  wire rsp_valid;  // the response to the oldest write  //% if l2
  wire rsp_late;   // the response has an error         //% if l2
  wire responded;  // the last response to a write

  // Room, and open writes.
  wire [3:0]          reserve_hash;
  reg  [QUEUE_BITS:0] reserved_q;
  reg  [4:0]          open_q;
  reg                 reserve_q;
  reg                 reserve_op_q;
  reg                 reserve_pass_q;
  reg  [3:0]          reserve_hash_q;

  always @(posedge clk)
    if (rst) begin
      reserved_q <= NO_ROWS;
      open_q <= 5'd0;
    end else begin
      reserved_q <= reserved_q + {{QUEUE_BITS{1'b0}}, reserve_q} - {{QUEUE_BITS{1'b0}}, row_leaves};
      open_q <= open_q + {4'd0, reserve_op_q} - {4'd0, responded};
    end

  // A row that was reserved in the last cycle is counted in this one.
  always @(posedge clk)
    if (rst) begin
      reserve_q <= 1'b0;
      reserve_op_q <= 1'b0;
    end else begin
      reserve_q <= w_reserve;
      reserve_op_q <= w_reserve_op;
    end

  always @(posedge clk) begin
    reserve_pass_q <= w_reserve_pass;
    reserve_hash_q <= reserve_hash;
  end

  assign w_room = reserved_q != FULL & ~(reserve_q & reserved_q == FULL - 1'b1)
                  & open_q != OPS & ~(reserve_op_q & open_q == OPS - 1'b1);
  assign writes_open = open_q + {4'd0, reserve_op_q};
  assign write_response = responded;

  // By hash.
  wire [3:0] sent_hash;
  wire                        sent_pass;
  wire [LINE_TOP-1:LINE_BITS] sent_line;

  ${prefix}_dcache_hash u_reserve (
    .line(w_reserve_line), .hash(reserve_hash)
  );
  ${prefix}_dcache_hash u_sent (
    .line(sent_line), .hash(sent_hash)
  );

  genvar i;
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_open
      localparam [3:0] ME = i;
      reg [4:0] count_q;
      wire      more = reserve_op_q & ~reserve_pass_q & reserve_hash_q == ME;
      wire      less = responded & ~sent_pass & sent_hash == ME;

      always @(posedge clk)
        if (rst)
          count_q <= 5'd0;
        else
          count_q <= count_q + {4'd0, more} - {4'd0, less};

      assign w_open[i] = |count_q;
    end
  endgenerate

  // The rows.
  reg  [WORDS*32-1:0]   data_m [0:QUEUE-1];
  reg  [QUEUE_BITS-1:0] tail_q;
  reg  [QUEUE_BITS-1:0] head_q;
  reg  [QUEUE_BITS:0]   rows_q;
  wire [WORDS*32-1:0]   row_data = data_m[head_q];
  wire [ROW_BYTES-1:0]  row_strb;
//% if writeback_cache
  reg  [4:0]            strb_m [0:QUEUE-1];
  wire [4:0]            row_bytes = strb_m[head_q]; // {all, those of the first word}

  assign row_strb = {{ROW_BYTES-4{row_bytes[4]}}, row_bytes[3:0]};  //% if access_many_words
  assign row_strb = row_bytes[3:0] | {4{row_bytes[4]}};             //% else
//% else
  reg  [ROW_BYTES-1:0]  strb_m [0:QUEUE-1];

  assign row_strb = strb_m[head_q];
//% end

  always @(posedge clk)
    if (w_push) begin
      data_m[tail_q] <= w_data;
      strb_m[tail_q] <= {w_evict, w_strb | {4{w_evict}}};  //% if writeback_cache
      strb_m[tail_q] <= w_strb;                            //% else
    end

  always @(posedge clk)
    if (rst) begin
      tail_q <= FIRST;
      head_q <= FIRST;
      rows_q <= NO_ROWS;
    end else begin
      if (w_push)
        tail_q <= tail_q + ONE;
      if (row_leaves)
        head_q <= head_q + ONE;
      rows_q <= rows_q + {{QUEUE_BITS{1'b0}}, w_push} - {{QUEUE_BITS{1'b0}}, row_leaves};
    end

  // The writes that they belong to.
  reg  [OP_BITS-1:0] ops_m [0:15];
  reg  [3:0]         op_tail_q;
  reg  [3:0]         op_head_q;
  wire               pass;
  wire [LINE_TOP-1:LINE_BITS] line;
  wire [ROW_BITS-1:0] row;

//% if bank_atomics
  wire [5:0] atomic;
  wire [REQUEST_BITS-1:0] tag;

  always @(posedge clk)
    if (w_push_op)
      ops_m[op_tail_q] <= {w_atomic, w_tag, w_pass, w_line, w_row};

  assign {atomic, tag, pass, line, row} = ops_m[op_head_q];
//% else
  always @(posedge clk)
    if (w_push_op)
      ops_m[op_tail_q] <= {w_pass, w_line, w_row};

  assign {pass, line, row} = ops_m[op_head_q];
//% end

  always @(posedge clk)
    if (rst) begin
      op_tail_q <= 4'd0;
      op_head_q <= 4'd0;
    end else begin
      op_tail_q <= op_tail_q + {3'd0, w_push_op};
      op_head_q <= op_head_q + {3'd0, op_leaves};
    end

  // The beat to be sent.
  wire [ROW_BEATS-1:0] filled;  // beats of the row with a byte to write
  reg  [ROW_BEATS-1:0] sent_q;
  wire [ROW_BEATS-1:0] left = filled & ~sent_q;
  wire [ROW_BEATS-1:0] sends = left & -left;
  wire                 row_ends = left == sends;
  wire [BUS_BYTES-1:0] strb;
  wire [BUS_BITS-1:0]  data;
  wire [LINE_BITS-1:0] at;      // of the beat in its line
  wire                 take_write;

  generate
    for (i = 0; i < ROW_BEATS; i = i + 1) begin : g_filled
      assign filled[i] = |row_strb[i*BUS_BYTES +: BUS_BYTES];
    end
  endgenerate

  ${prefix}_onehot_mux #(.N(ROW_BEATS), .WIDTH(BUS_BYTES)) u_strb (
    .sel(sends), .in(row_strb), .out(strb)
  );
  ${prefix}_onehot_mux #(.N(ROW_BEATS), .WIDTH(BUS_BITS)) u_data (
    .sel(sends), .in(row_data), .out(data)
  );

  always @(posedge clk)
    if (rst)
      sent_q <= {ROW_BEATS{1'b0}};
    else if (take_write)
      sent_q <= row_ends ? {ROW_BEATS{1'b0}} : sent_q | sends;

  // The place of the beat in its row, and of the row in its line.
  wire [31:0] beat_number;

  ${prefix}_onehot_index #(.N(ROW_BEATS), .BITS(32)) u_beat (
    .onehot(sends), .index(beat_number)
  );
//% if writeback_cache
  // A line's rows come one after the other; the first begins a burst.
  reg  [ROW_BITS-1:0] row_q;
  localparam [ROW_BITS-1:0] FIRST_OF_LINE = 0;
  localparam [ROW_BITS-1:0] NEXT_OF_LINE = 1;
  localparam [ROW_BITS-1:0] LAST_OF_LINE = ROW_LAST;
  reg                 burst_q;
  wire                write_ends = row_ends & (pass | row_q == LAST_OF_LINE);
  wire                burst_ends = write_ends;
  wire                unused_row = ^row;

  always @(posedge clk)
    if (rst) begin
      row_q <= FIRST_OF_LINE;
      burst_q <= 1'b0;
    end else if (take_write) begin
      burst_q <= ~write_ends;
      if (row_ends)
        row_q <= write_ends ? FIRST_OF_LINE : row_q + NEXT_OF_LINE;
    end

  wire [31:0] row_number = {{32-ROW_BITS{1'b0}}, row_q};
  wire [31:0] length = pass ? 32'd0 : LAST_BEAT;
//% else
  wire        burst_q = 1'b0;
  wire        write_ends = row_ends;
  wire        burst_ends = 1'b1;
  wire [31:0] row_number = {{32-ROW_BITS{1'b0}}, row};
  wire [31:0] length = 32'd0;
//% end
  wire [31:0] offset = (row_number << ROW_SHIFT) | (beat_number << BUS_SHIFT);

  wire        unused_offset = ^offset[31:LINE_BITS];

  assign at = offset[LINE_BITS-1:0];

  // Writes that have been sent and have no response yet: where, and whether it is the last.
  reg  [1+LINE_TOP:0] sent_m [0:15];
  reg  [3:0]          sent_tail_q;
  reg  [3:0]          sent_head_q;
  reg  [4:0]          sent_count_q;
  wire                sent_room = sent_count_q != 5'd16;
  wire                sent_push = take_write & burst_ends;
  wire                sent_last;
  wire [LINE_TOP-1:0] sent_at;

  always @(posedge clk)
    if (sent_push)
      sent_m[sent_tail_q] <= {write_ends, pass, line, burst_at};

  assign {sent_last, sent_pass, sent_at} = sent_m[sent_head_q];
  assign sent_line = sent_at[LINE_TOP-1:LINE_BITS];
  assign responded = rsp_valid & sent_last;
//% if l2

  // Each write has an id: its place in sent_m. Responses arrive in any order. Writes end in theirs.
  reg  [15:0]         back_q;
  reg  [15:0]         failed_q;
  wire [15:0]         first = 16'd1;
  wire [15:0]         back = (first << slot) & {16{slot_valid}};

  always @(posedge clk)
    if (rst)
      back_q <= 16'd0;
    else
      back_q <= (back_q | back) & ~((first << sent_head_q) & {16{rsp_valid}});

  always @(posedge clk)
    failed_q <= (failed_q & ~back) | (back & {16{rsp_error}});

  assign rsp_valid = back_q[sent_head_q];
  assign rsp_late = failed_q[sent_head_q];
//% end
//% if bank_atomics

  // Operations of banks among the writes, and the number of all others without a response.
  reg  [15:0]             atomics_q;
  reg  [REQUEST_BITS-1:0] tags_m [0:15];
  reg  [4:0]              plain_q;
  wire                    plain_more = sent_push & ~atomic[0];
  wire                    plain_less = rsp_valid & ~atomics_q[sent_head_q];

  always @(posedge clk)
    if (sent_push) begin
      atomics_q[sent_tail_q] <= atomic[0];
      tags_m[sent_tail_q] <= tag;
    end

  always @(posedge clk)
    if (rst)
      plain_q <= 5'd0;
    else
      plain_q <= plain_q + {4'd0, plain_more} - {4'd0, plain_less};

  assign old_valid = slot_valid & atomics_q[slot];
  assign old_tag = tags_m[slot];
//% end

  always @(posedge clk)
    if (rst) begin
      sent_tail_q <= 4'd0;
      sent_head_q <= 4'd0;
      sent_count_q <= 5'd0;
    end else begin
      sent_tail_q <= sent_tail_q + {3'd0, sent_push};
      sent_head_q <= sent_head_q + {3'd0, rsp_valid};
      sent_count_q <= sent_count_q + {4'd0, sent_push} - {4'd0, rsp_valid};
    end

  // Bus addresses: inside the cache a line is named by its place (dcache_place).
  wire [LINE_TOP-1:LINE_BITS] error_line;
  wire [LINE_TOP-1:LINE_BITS] read_at;
  wire [LINE_TOP-1:LINE_BITS] write_at;

//% if dcache_hashed
  ${prefix}_dcache_place u_error (
    .line(sent_line), .placed(error_line)
  );
  ${prefix}_dcache_place u_read (
    .line(read_line), .placed(read_at)
  );
  ${prefix}_dcache_place u_write (
    .line(line), .placed(write_at)
  );
//% else
  assign error_line = sent_line;
  assign read_at = read_line;
  assign write_at = line;
//% end

  assign error_valid = rsp_valid & rsp_error;  //% if not l2
  assign error_valid = rsp_valid & rsp_late;   //% else
  assign error_addr = sent_pass ? CONSOLE : {BASE[31:LINE_TOP], error_line, sent_at[LINE_BITS-1:0]};
  wire [LINE_BITS-1:0] burst_at = {LINE_BITS{1'b0}};  //% if writeback_cache
  wire [LINE_BITS-1:0] burst_at = at;                 //% else

  // The request: reads first, but no read within a burst.
  reg                  valid_q;
  reg                  write_q;
  reg                  lock_q;  //% if locks_cache
  reg  [ID_BITS-1:0]   id_q;
  reg  [31:0]          addr_q;
  reg  [7:0]           len_q;
  reg                  last_q;
  reg  [BUS_BYTES-1:0] strb_q;
  reg  [BUS_BITS-1:0]  data_q;
  localparam [ID_BITS-1:0] WRITE_ID = MSHRS;  //% if not l2
  localparam [7:0] READ_LEN = BEATS - 1;
  wire                 free = ~valid_q | line_req_ready;
//% stall read free & read_valid & ~burst_q
  wire                 take_read = free & read_valid & ~burst_q${unless stall read};
  wire                 unused_length = ^length[31:8];

//% if bank_atomics
  reg  [5:0]           atomic_q;
  wire                 in_turn = ~atomic[0] | ~|plain_q;

  always @(posedge clk)
    if (free)
      atomic_q <= atomic & {6{~take_read}};

  assign line_req_atomic = atomic_q;
//% else
  wire                 in_turn = 1'b1;
//% end
//% stall write free & |rows_q & sent_room & in_turn & ~take_read
  assign take_write = free & |rows_q & sent_room & in_turn & ~take_read${unless stall write};
  assign read_ready = free & ~burst_q${unless stall read};
  assign row_leaves = take_write & row_ends;
  assign op_leaves = take_write & write_ends;

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else if (free)
      valid_q <= take_read | take_write;

  always @(posedge clk)
    if (free) begin
      write_q <= ~take_read;
      lock_q <= take_read & read_lock;  //% if locks_cache
      id_q <= take_read ? {{ID_BITS-MSHR_BITS{1'b0}}, read_id} : {1'b1, sent_tail_q};  //% if l2
      id_q <= take_read ? {1'b0, read_id} : WRITE_ID;  //% elif dcache_many_mshrs
      id_q <= take_read ? read_id : WRITE_ID;          //% else
      addr_q <= take_read ? {BASE[31:LINE_TOP], read_at, {LINE_BITS{1'b0}}}
                : pass ? CONSOLE : {BASE[31:LINE_TOP], write_at, at};
      len_q <= take_read ? READ_LEN : length[7:0];
      last_q <= take_read | burst_ends;
      strb_q <= strb;
      data_q <= data;
    end

  assign line_req_valid = valid_q;
  assign line_req_id = id_q;
  assign line_req_write = write_q;
  assign line_req_lock = lock_q;  //% if locks_cache
  assign line_req_addr = addr_q;
  assign line_req_len = len_q;
  assign line_req_last = last_q;
  assign line_req_strb = strb_q;
  assign line_req_data = data_q;
endmodule
`default_nettype wire
