// flush_turn - flushes that warps ask for and those of atomic instructions take turns
// SPDX-License-Identifier: Apache-2.0
//
// An atomic instruction that acquires makes the data cache forget its lines, as a fence does. It
// holds the head of the load/store unit meanwhile, so it goes first, and seldom comes twice.
`default_nettype none
module ${prefix}_flush_turn (
//% emit ports_flush_turn
);
  localparam [2:0] FORGET = 3'b010;

  reg        flush_q;    // asked for, and not begun
  reg  [2:0] op_q;
  reg        acquire_q;  // asked for, and not begun
  reg        busy_q;     // one is under way
  reg        mine_q;     // that of an atomic instruction
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
  assign turn_op = acquire_q ? FORGET : op_q;
  assign flush_done = turn_done & busy_q & ~mine_q;
  assign acquire_done = turn_done & busy_q & mine_q;
endmodule
`default_nettype wire
