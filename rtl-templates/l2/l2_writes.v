// l2_writes - second-level cache: lines and stores in flight to memory
// SPDX-License-Identifier: Apache-2.0
//
//   reserved (stage B) --> data (stage C or D) --> sent, beat by beat --> response
//
// An entry lives from its reservation until its response, the B of AXI4. So w_match names exactly
// the writes that memory may not have yet. Entries are used in turn. All writes have one id, so
// memory keeps their order and responds in it.
`default_nettype none
module ${prefix}_l2_writes #(
  parameter NUM_BITS = ${l2_num_bits},
  parameter LINE = ${dcache_line},       // bytes
  parameter BEAT = ${bus_bytes},         // bytes of a beat of memory
  parameter BEATS = ${dcache_beats},
  parameter BEAT_BITS = ${dcache_beat_bits},
  parameter WRITES = ${l2_writes},
  parameter WRITE_BITS = ${l2_write_bits}
) (
  input  wire                  clk,
  input  wire                  rst,
  // lookup
  input  wire                  w_take,     // an entry is reserved
  input  wire [NUM_BITS-1:0]   w_num,      // line of the entry
  input  wire                  w_pass,     // the entry is a store outside RAM
  output wire                  w_room,     // an entry is free
  input  wire [NUM_BITS-1:0]   b_num,      // line of the request in stage B
  output wire [WRITES-1:0]     w_match,    // per entry: open write of b_num
  output wire [WRITES-1:0]     w_done,     // per entry: its response arrives
  // data, in the order of the reservations
  input  wire                  push,       // data of an entry
  input  wire [LINE-1:0]       push_mask,  // bytes to write
  input  wire [LINE*8-1:0]     push_data,  // the line
  // flush
  input  wire                  flush_mark, // the writes that are open now belong to the flush
  output wire                  flushed,    // all of these have their responses
  // memory
  output wire                  wr_valid,   // a beat, held until wr_ready
  input  wire                  wr_ready,   // the beat is accepted
  output wire [NUM_BITS-1:0]   wr_num,     // line
  output wire                  wr_pass,    // one beat outside RAM
  output wire                  wr_last,    // last beat of the write
  output wire [BEAT-1:0]       wr_strb,    // bytes to write
  output wire [BEAT*8-1:0]     wr_data,    // data of the beat
  output wire [NUM_BITS-1:0]   old_num,    // line of the oldest write
  output wire                  old_pass,   // the oldest write is outside RAM
  input  wire                  answered    // the response to the oldest write arrives
);
  localparam [WRITE_BITS:0] ONE = 1;
  localparam [WRITE_BITS:0] NONE = 0;
  localparam [BEAT_BITS-1:0] FIRST_BEAT = 0;
  localparam [BEAT_BITS-1:0] ONE_BEAT = 1;
  localparam [31:0] BEATS_LAST = BEATS - 1;
  localparam [BEAT_BITS-1:0] LAST_BEAT = BEATS_LAST[BEAT_BITS-1:0];

  // Places of the next reservation, data, transmission and response; one bit more than the number
  // of an entry.
  reg  [WRITE_BITS:0]   take_q;
  reg  [WRITE_BITS:0]   push_q;
  reg  [WRITE_BITS:0]   send_q;
  reg  [WRITE_BITS:0]   done_q;
  reg  [BEAT_BITS-1:0]  beat_q;
  wire                  sends = wr_valid & wr_ready;
  wire [WRITE_BITS:0]   open = take_q - done_q;  // at most WRITES, a power of two
  wire                  unused_open = ^open[WRITE_BITS-1:0];

  always @(posedge clk)
    if (rst) begin
      take_q <= NONE;
      push_q <= NONE;
      send_q <= NONE;
      done_q <= NONE;
      beat_q <= FIRST_BEAT;
    end else begin
      if (w_take)
        take_q <= take_q + ONE;
      if (push)
        push_q <= push_q + ONE;
      if (sends)
        beat_q <= wr_last ? FIRST_BEAT : beat_q + ONE_BEAT;
      if (sends & wr_last)
        send_q <= send_q + ONE;
      if (answered)
        done_q <= done_q + ONE;
    end

  assign w_room = ~open[WRITE_BITS];

  // Flush.
  reg                   flush_q;
  reg  [WRITE_BITS:0]   mark_q;

  always @(posedge clk)
    if (rst)
      flush_q <= 1'b0;
    else
      flush_q <= flush_mark | (flush_q & ~flushed);

  always @(posedge clk)
    if (flush_mark)
      mark_q <= take_q;

  assign flushed = flush_q & done_q == mark_q;

  // The entries.
  reg  [NUM_BITS:0]     num_m [0:WRITES-1];
  reg  [LINE-1:0]       mask_m [0:WRITES-1];
  reg  [LINE*8-1:0]     data_m [0:WRITES-1];
  wire [WRITE_BITS-1:0] send = send_q[WRITE_BITS-1:0];
  wire [LINE-1:0]       mask = mask_m[send];
  wire [LINE*8-1:0]     data = data_m[send];

  always @(posedge clk) begin
    if (w_take)
      num_m[take_q[WRITE_BITS-1:0]] <= {w_pass, w_num};
    if (push) begin
      mask_m[push_q[WRITE_BITS-1:0]] <= push_mask;
      data_m[push_q[WRITE_BITS-1:0]] <= push_data;
    end
  end

  assign wr_valid = send_q != push_q;
  assign {wr_pass, wr_num} = num_m[send];
  assign {old_pass, old_num} = num_m[done_q[WRITE_BITS-1:0]];
  assign wr_last = wr_pass | beat_q == LAST_BEAT;
  assign wr_strb = mask[beat_q*BEAT +: BEAT];
  assign wr_data = data[beat_q*BEAT*8 +: BEAT*8];

  // Open writes.
  genvar i;
  generate
    for (i = 0; i < WRITES; i = i + 1) begin : g_entry
      localparam [WRITE_BITS-1:0] ME = i;
      reg                open_q;
      reg [NUM_BITS-1:0] num_q;
      wire               takes = w_take & take_q[WRITE_BITS-1:0] == ME;

      assign w_done[i] = answered & done_q[WRITE_BITS-1:0] == ME;
      assign w_match[i] = open_q & num_q == b_num;

      always @(posedge clk)
        if (rst)
          open_q <= 1'b0;
        else
          open_q <= takes | (open_q & ~w_done[i]);

      always @(posedge clk)
        if (takes)
          num_q <= w_num;
    end
  endgenerate
endmodule
`default_nettype wire
