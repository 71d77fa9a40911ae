// lsu_request - places the lanes of a request in the access and drives the data bus
// SPDX-License-Identifier: Apache-2.0
//
//% if dcache
// The data cache takes the request from the stage in which the lanes are registered (r_), so that
// it reads its tags in the same cycle. Strobe and data pass the crossbar of the lanes before.
//% else
//% if lsu_short
// The lanes (r_) are those of the head. A register holds the request (b_) until the bus accepts it.
//% else
// Two stages: the lanes of the request (r_), then the request itself (b_), which is held until the
// bus accepts it.
//% end
// An access performs in the cycle in which the bus accepts it: the bus keeps that order.
//% end
`default_nettype none
module ${prefix}_lsu_request #(
  parameter LANES = ${lanes},
//% if trace_retire
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits},
  parameter TRACE_BITS = ${access_trace_bits},            //% if trace_dcache
  parameter WARP_BITS = ${warp_bits},                     //% if trace_bus
  parameter SEQ_BITS = ${seq_bits},                       //% if trace_bus
  parameter PERFORM_RECORD_BITS = ${trace_perform_bits},  //% if trace_bus
//% end
  parameter ACCESS_BITS = ${access_bits},
  parameter ACCESS_BYTES = ${access_bytes},
  parameter ACCESS_WORDS = ${access_words},
  parameter OFFSET_BITS = ${access_offset_bits},
  parameter REQUEST_BITS = ${request_bits}
) (
  input  wire                         clk,
  input  wire                         rst,
//% if congest
  input  wire [39:0] congest,                                 // {rate, seed}      //% if not dcache
  output wire [${stall_request}:${stall_request}] congested,  // a stall acts now  //% if not dcache
//% end
  // coalescing
  input  wire                         h_fire,     // a request leaves the head
//% if trace_retire
  input  wire [BEAT_BITS-1:0]         h_beat,     // number of the beat  //% if folded
  input  wire [META_BITS-1:0]         h_meta,     // {sequence number, warp, rd, writes}
//% end
  input  wire [1:0]                   h_size,     // 0 byte, 1 half, 2 word
  input  wire                         h_store,    // 1 store, 0 load
  input  wire                         h_lock,     // lock the place  //% if locks
  input  wire [5:0]                   h_atomic,   // {operation, a bank has it}  //% if bank_atomics
  input  wire [LANES-1:0]             h_served,   // lanes that the request serves
  input  wire [31:OFFSET_BITS]        h_word,     // address of the access, without the offset
  input  wire [LANES*OFFSET_BITS-1:0] h_offsets,  // byte offset of each lane
  input  wire [LANES*32-1:0]          h_data,     // data to store, of each lane
  input  wire [REQUEST_BITS-1:0]      tag_next,   // tag of the request
  output wire                         r_ready,    // a request may leave the head
  output wire                         r_store,    // the stage r_ holds a store   //% if has_a
  output wire [31:OFFSET_BITS]        r_where,    // address, without the offset  //% if has_a
  output wire [ACCESS_WORDS-1:0]      r_words,    // words of the store           //% if has_a
  // data bus
  output wire                         mem_req_valid,        // a request, held until it is accepted
  input  wire                         mem_req_ready,        // the request is accepted
  output wire [REQUEST_BITS-1:0]      mem_req_tag,          // unique among the requests in flight
  output wire                         mem_req_write,        // 1 store, 0 load
  output wire                         mem_req_lock,         // lock the place  //% if locks
  output wire [5:0]                   mem_req_atomic,       // as h_atomic     //% if bank_atomics
  output wire [31:0]                  mem_req_addr,         // address of the access
  output wire [ACCESS_BYTES-1:0]      mem_req_strb,         // bytes to read or to write
//% if trace_dcache
  output wire [TRACE_BITS-1:0]        mem_req_trace,        // {size, beat, lanes, meta}
//% end
//% if trace_bus
  input  wire [7:0]                   core_id,              // number of this core
  output wire                         trace_perform_valid,  // a record in this cycle
  output wire [PERFORM_RECORD_BITS-1:0] trace_perform,      // perform record
//% end
  output wire [ACCESS_BITS-1:0]       mem_req_data          // bytes to store, in place; 0 elsewhere
);
  // Lanes.
//% if lsu_short
  wire                         r_valid = h_fire;
  wire                         r_write = h_store;
  wire                         r_lock = h_lock;  //% if locks
  wire [1:0]                   r_size = h_size;
  wire [REQUEST_BITS-1:0]      r_tag = tag_next;
  wire [31:OFFSET_BITS]        r_word = h_word;
  wire [LANES-1:0]             r_lanes = h_served;
  wire [LANES*OFFSET_BITS-1:0] r_offsets = h_offsets;
  wire [LANES*32-1:0]          r_data = h_data;
//% else
  reg                          r_valid_q;
  reg                          r_write_q;
  reg  [5:0]                   r_atomic_q;           //% if bank_atomics
  reg                          r_lock_q;             //% if locks
  wire                         r_lock = r_lock_q;    //% if locks
  reg  [1:0]                   r_size_q;
  reg  [REQUEST_BITS-1:0]      r_tag_q;
  reg  [31:OFFSET_BITS]        r_word_q;
  reg  [LANES-1:0]             r_lanes_q;
  reg  [LANES*OFFSET_BITS-1:0] r_offsets_q;
  reg  [LANES*32-1:0]          r_data_q;
  wire                         r_valid = r_valid_q;
  wire                         r_write = r_write_q;
  wire [1:0]                   r_size = r_size_q;
  wire [REQUEST_BITS-1:0]      r_tag = r_tag_q;
  wire [31:OFFSET_BITS]        r_word = r_word_q;
  wire [LANES-1:0]             r_lanes = r_lanes_q;
  wire [LANES*OFFSET_BITS-1:0] r_offsets = r_offsets_q;
  wire [LANES*32-1:0]          r_data = r_data_q;

  always @(posedge clk)
    if (rst)
      r_valid_q <= 1'b0;
    else if (r_ready)
      r_valid_q <= h_fire;

  always @(posedge clk)
    if (h_fire) begin
      r_write_q <= h_store | h_atomic[0];  //% if bank_atomics
      r_write_q <= h_store;                //% else
      r_atomic_q <= h_atomic;              //% if bank_atomics
      r_lock_q <= h_lock;  //% if locks
      r_size_q <= h_size;
      r_tag_q <= tag_next;
      r_word_q <= h_word;
      r_lanes_q <= h_served;
      r_offsets_q <= h_offsets;
      r_data_q <= h_data;
    end
//% end
//% if not dcache
  reg                          b_valid_q;
  wire                         b_ready = ~b_valid_q | mem_req_ready;
//% stall request b_ready & (r_valid | 1'b${lsu_short})
  wire                         goes = b_ready${unless stall request};
//% end

  assign r_ready = ~r_valid | mem_req_ready;   //% if dcache
  assign r_ready = goes;                       //% elif lsu_short
  assign r_ready = ~r_valid | goes;            //% else

  // The data of each lane, repeated through the word, and its strobe. If several lanes store to one
  // byte, the highest lane wins.
  wire [LANES*32-1:0]           lane_data;
  wire [LANES*4-1:0]            lane_strb;
  wire [LANES*ACCESS_WORDS-1:0] lane_word; // lane l accesses word j
  reg  [ACCESS_BITS-1:0]        data;
  reg  [ACCESS_BYTES-1:0]       strb;

  genvar l, j;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      wire [31:0] own = r_data[l*32 +: 32];
      wire [1:0]  low = r_offsets[l*OFFSET_BITS +: 2];

      assign lane_data[l*32 +: 32] = r_size[1] ? own
                                     : r_size[0] ? {2{own[15:0]}} : {4{own[7:0]}};
      assign lane_strb[l*4 +: 4] = r_size[1] ? 4'b1111
                                   : r_size[0] ? {{2{low[1]}}, {2{~low[1]}}} : 4'b0001 << low;
      for (j = 0; j < ACCESS_WORDS; j = j + 1) begin : g_word
//% if access_many_words
        assign lane_word[l*ACCESS_WORDS+j] = r_lanes[l]
          & r_offsets[l*OFFSET_BITS+2 +: OFFSET_BITS-2] == j;
//% else
        assign lane_word[l] = r_lanes[l];
//% end
      end
    end
  endgenerate

  integer m, n, k;

  always @* begin
    data = {ACCESS_BITS{1'b0}};
    strb = {ACCESS_BYTES{1'b0}};
    for (n = 0; n < ACCESS_WORDS; n = n + 1)
      for (m = 0; m < LANES; m = m + 1)
        for (k = 0; k < 4; k = k + 1)
          if (lane_word[m*ACCESS_WORDS+n] & lane_strb[m*4+k]) begin
            strb[n*4+k] = 1'b1;
            data[(n*4+k)*8 +: 8] = lane_data[m*32+k*8 +: 8] & {8{r_write}};
          end
  end
//% if has_a

  assign r_store = r_valid & r_write;
  assign r_where = r_word;

  generate
    for (j = 0; j < ACCESS_WORDS; j = j + 1) begin : g_stored
      assign r_words[j] = |strb[j*4 +: 4];
    end
  endgenerate
//% end
//% if dcache

  assign mem_req_valid = r_valid;
  assign mem_req_atomic = r_atomic_q;  //% if bank_atomics
  assign mem_req_tag = r_tag;
  assign mem_req_write = r_write;
  assign mem_req_lock = r_lock;   //% if locks
  assign mem_req_addr = {r_word, {OFFSET_BITS{1'b0}}};
  assign mem_req_strb = strb;
  assign mem_req_data = data;
//% end
//% if trace_dcache

  // For the perform record, which the data cache makes.
  reg  [META_BITS-1:0] r_meta_q;
  reg  [BEAT_BITS-1:0] r_beat_q;  //% if folded

  always @(posedge clk)
    if (h_fire) begin
      r_meta_q <= h_meta;
      r_beat_q <= h_beat;  //% if folded
    end

  assign mem_req_trace = {r_size,
                           r_beat_q,  //% if folded
                           1'b0,      //% else
                           r_lanes, r_meta_q};
//% end
//% if not dcache

  // The request on the bus.
  reg                     b_write_q;
  reg                     b_lock_q;  //% if locks
  reg  [REQUEST_BITS-1:0] b_tag_q;
  reg  [31:OFFSET_BITS]   b_word_q;
  reg  [ACCESS_BYTES-1:0] b_strb_q;
  reg  [ACCESS_BITS-1:0]  b_data_q;

  always @(posedge clk)
    if (rst)
      b_valid_q <= 1'b0;
    else if (b_ready)
      b_valid_q <= r_valid${unless stall request};

  always @(posedge clk)
    if (r_valid & b_ready) begin
      b_write_q <= r_write;
      b_lock_q <= r_lock;  //% if locks
      b_tag_q <= r_tag;
      b_word_q <= r_word;
      b_strb_q <= strb;
      b_data_q <= data;
    end

  assign mem_req_valid = b_valid_q;
  assign mem_req_tag = b_tag_q;
  assign mem_req_write = b_write_q;
  assign mem_req_lock = b_lock_q;   //% if locks
  assign mem_req_addr = {b_word_q, {OFFSET_BITS{1'b0}}};
  assign mem_req_strb = b_strb_q;
  assign mem_req_data = b_data_q;
//% end
//% if trace_bus

  // The perform record, in the cycle in which the bus accepts the request.
//% if lsu_short
  wire [META_BITS-1:0] r_meta = h_meta;
//% else
  reg  [META_BITS-1:0] r_meta_q;
  wire [META_BITS-1:0] r_meta = r_meta_q;
//% end
  reg  [META_BITS-1:0] b_meta_q;
  reg  [LANES-1:0]     b_lanes_q;
  reg  [1:0]           b_size_q;
  reg  [BEAT_BITS-1:0] r_beat_q;  //% if folded
  reg  [BEAT_BITS-1:0] b_beat_q;  //% if folded

//% if not lsu_short
  always @(posedge clk)
    if (h_fire)
      r_meta_q <= h_meta;

//% end
//% if folded
  always @(posedge clk)
    if (h_fire)
      r_beat_q <= h_beat;

//% end
  always @(posedge clk)
    if (r_valid & b_ready) begin
      b_meta_q <= r_meta;
      b_lanes_q <= r_lanes;
      b_size_q <= r_size;
      b_beat_q <= r_beat_q;  //% if folded
    end

  wire [SEQ_BITS-1:0]  b_seq = b_meta_q[${meta_seq_at} +: SEQ_BITS];
  wire [WARP_BITS-1:0] b_warp = b_meta_q[${meta_warp_at} +: WARP_BITS];
  wire                    unused_meta = ^b_meta_q[${reg_bits}:0];

  assign trace_perform_valid = b_valid_q & mem_req_ready;

//% emit record_perform
  assign rec_perform_store = b_write_q;
  assign rec_perform_size = b_size_q;
  assign rec_perform_warp = {{6-${warp_bits}{1'b0}}, b_warp};
  assign rec_perform_core = core_id;
  assign rec_perform_seq = b_seq;
  assign rec_perform_beat = {{32-BEAT_BITS{1'b0}}, b_beat_q};  //% if folded
  assign rec_perform_beat = 32'd0;                             //% else
  assign rec_perform_lanes = {{32-LANES{1'b0}}, b_lanes_q};
  assign rec_perform_addr = mem_req_addr;
  assign rec_perform_rest = {b_data_q, {${trace_mask_pad}{1'b0}}, b_strb_q};
//% end
endmodule
`default_nettype wire
