// flush_turn - lets flushes of warps and invalidations of acquires take turns
// SPDX-License-Identifier: Apache-2.0
//
// An atomic instruction that acquires invalidates the data cache, as a fence does. cache_flush runs
// one flush at a time, so one of the two waits here. If both wait, the acquire goes first: its
// instruction holds the head of the load/store unit meanwhile.
//
// Protocol: flush_start and acquire_start are 1 for one cycle. Each is followed by its done, for
// one cycle, before its next start.
//
//   cycle 0    flush_start or acquire_start
//   cycle 1    turn_start, if no flush is in progress; else behind its turn_done
//   later      turn_done; flush_done or acquire_done in the same cycle
`default_nettype none
module ${prefix}_flush_turn (
//% emit ports_flush_turn
);
  localparam [2:0] INVALIDATE = 3'b010;  // the data cache

  reg        flush_q;    // the flush of a warp waits
  reg  [2:0] op_q;       // operation of the flush that waits
  reg        acquire_q;  // the invalidation of an acquire waits
  reg        busy_q;     // a flush is in progress
  reg        mine_q;     // the flush in progress is that of an acquire
  wire       begins = ~busy_q & (flush_q | acquire_q);

  always @(posedge clk)
    if (rst) begin
      flush_q <= 1'b0;
      acquire_q <= 1'b0;
      busy_q <= 1'b0;
      mine_q <= 1'b0;
    end else begin
      flush_q <= flush_start | (flush_q & ~(begins & ~acquire_q));
      acquire_q <= acquire_start | (acquire_q & ~begins);
      busy_q <= begins | (busy_q & ~turn_done);
      if (begins)
        mine_q <= acquire_q;
    end

  always @(posedge clk)
    if (flush_start)
      op_q <= flush_op;

  assign turn_start = begins;
  assign turn_op = acquire_q ? INVALIDATE : op_q;
  assign flush_done = turn_done & busy_q & ~mine_q;
  assign acquire_done = turn_done & busy_q & mine_q;
endmodule
`default_nettype wire
