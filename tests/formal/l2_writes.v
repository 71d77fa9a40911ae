// l2_writes - a write is open from its reservation to its response, and is sent once, in order
// SPDX-License-Identifier: Apache-2.0
//
// Two entries, lines of two beats, and a model of the open writes, oldest first. w_match names a
// line exactly while a write of the line is open. A flush ends behind the writes before it.
module l2_writes (
  input wire        clk,
  input wire        w_take,
  input wire [1:0]  w_num,
  input wire        w_pass,
  input wire        push,
  input wire [3:0]  push_mask,
  input wire [31:0] push_data,
  input wire        flush_mark,
  input wire        wr_ready,
  input wire        answered,
  input wire [1:0]  num_any
);
  reg init = 1'b1;

  always @(posedge clk)
    init <= 1'b0;

  wire        w_room;
  wire        flushed;
  wire        wr_valid;
  wire        wr_pass;
  wire        wr_last;
  wire [1:0]  old_num;
  wire        old_pass;
  wire [1:0]  w_match;
  wire [1:0]  w_done;
  wire [1:0]  wr_num;
  wire [1:0]  wr_strb;
  wire [15:0] wr_data;
  reg  [1:0]  num_q;     // some line

  ww_l2_writes #(
    .NUM_BITS(2), .LINE(4), .BEAT(2), .BEATS(2), .BEAT_BITS(1), .WRITES(2), .WRITE_BITS(1)
  ) u (
    .clk(clk), .rst(init), .w_take(w_take), .w_num(w_num), .w_pass(w_pass), .w_room(w_room),
    .b_num(num_q), .w_match(w_match), .w_done(w_done), .push(push), .push_mask(push_mask),
    .push_data(push_data), .flush_mark(flush_mark), .flushed(flushed), .wr_valid(wr_valid),
    .wr_ready(wr_ready), .wr_num(wr_num), .wr_pass(wr_pass), .wr_last(wr_last),
    .wr_strb(wr_strb), .wr_data(wr_data), .old_num(old_num),
    .old_pass(old_pass), .answered(answered)
  );

  // The open writes: how many, how many of these have data, how many of these are sent.
  reg  [1:0]  count_q;
  reg  [1:0]  pushed_q;
  reg  [1:0]  sent_q;
  reg  [3:0]  first_q;   // {pass, line, before the flush}
  reg  [3:0]  second_q;
  reg         flushing_q;
  wire        sends = wr_valid & wr_ready & wr_last;
  wire [3:0]  taken = {w_pass, w_num, 1'b0};
  wire [3:0]  next = sent_q == 0 ? first_q : second_q;
  wire [3:0]  marked = {3'd0, flush_mark};
  wire        open = (count_q > 0 & first_q[2:1] == num_q) | (count_q > 1 & second_q[2:1] == num_q);
  wire        before = (count_q > 0 & first_q[0]) | (count_q > 1 & second_q[0]);

  always @(posedge clk) begin
    if (init)
      num_q <= num_any;
    count_q <= init ? 2'd0 : count_q + w_take - answered;
    pushed_q <= init ? 2'd0 : pushed_q + push - answered;
    sent_q <= init ? 2'd0 : sent_q + sends - answered;
    flushing_q <= ~init & (flush_mark | (flushing_q & ~flushed));
    if (answered) begin
      first_q <= count_q == 2 ? second_q | marked : taken;
      if (w_take)
        second_q <= taken;
    end else begin
      first_q <= w_take & count_q == 0 ? taken : first_q | marked;
      second_q <= w_take & count_q != 0 ? taken : second_q | marked;
    end
  end

  always @* begin
    takes: assume (~w_take | (w_room & ~init));
    pushes: assume (~push | pushed_q < count_q);
    responds: assume (~answered | sent_q != 0);
    marks: assume (~flush_mark | (~init & ~flushing_q));
    if (~init) begin
      matches: assert ((|w_match) == open);
      room: assert (w_room == (count_q != 2));
      sent: assert (~wr_valid | sent_q < pushed_q);
      oldest: assert (~answered | {old_pass, old_num} == first_q[3:1]);
      order: assert (~wr_valid | {wr_pass, wr_num} == next[3:1]);
      flush: assert (~flushed | ~before);
    end
  end
endmodule
