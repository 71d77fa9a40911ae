// dcache_flush - clears the tags after reset, and writes back or forgets all lines when asked to
// SPDX-License-Identifier: Apache-2.0
//
// A walk begins behind the clearing of the tags. It sends one step per set down the pipeline of the
// cache, in every second cycle at most, so that other traffic goes on between the steps. After the
// last one it waits until the writes that are open then have been answered; later ones are not
// waited for, so a flush ends whatever others do.
//% if acquires
//
// One that writes back begins with such a wait, too: when lines are forgotten all stores that the
// cache has shown are in memory, and no line that comes meanwhile is older than they are.
//% end
`default_nettype none
module ${prefix}_dcache_flush #(
  parameter SET_BITS = ${dcache_set_bits}
) (
  input  wire                clk,
  input  wire                rst,
  // core
  input  wire                flush_start,
  input  wire [1:0]          flush_op,    // {invalidate, write back}
  output wire                flush_done,
  // all tags and states are cleared
  output wire                sweep,
  output wire [SET_BITS-1:0] walk_set,    // of the sweep or the walk
  // pipeline
  output wire                walk,        // a step enters
  output wire                walk_drop,   // lines are to be forgotten
  input  wire                walk_taken,
  input  wire                walk_end,    // the last step is done
  // writes
  input  wire [4:0]          writes_open,
  input  wire                write_answered
);
  localparam [SET_BITS-1:0] FIRST = 0;
  localparam [SET_BITS-1:0] ONE = 1;

  reg                sweep_q;
  reg                walk_q;
  reg                turn_q;    // the step may enter in this cycle
  reg                drop_q;
  reg [SET_BITS-1:0] set_q;
  reg                steps_q;   // steps are on their way
  reg                wait_q;
  reg [4:0]          left_q;    // writes to wait for
//% if acquires
  reg                before_q;  // the walk comes behind this wait
  wire               skips = flush_start & flush_op[0];
  wire               waited = wait_q & ~|left_q & before_q;
  wire               walks = waited | (flush_start & ~flush_op[0]);
//% elif writeback_cache
  wire               walks = flush_start;
  wire               skips = 1'b0;
  wire               unused_op = flush_op[0];
//% else
  wire               walks = flush_start & flush_op[1];
  wire               skips = flush_start & ~flush_op[1];
  wire               unused_op = flush_op[0];
//% end
  wire               last_set = &set_q;
  wire               ends = (steps_q & walk_end) | skips;

  always @(posedge clk)
    if (rst) begin
      sweep_q <= 1'b1;
      walk_q <= 1'b0;
      turn_q <= 1'b0;
      drop_q <= 1'b0;
      set_q <= FIRST;
      steps_q <= 1'b0;
      wait_q <= 1'b0;
      left_q <= 5'd0;
      before_q <= 1'b0;  //% if acquires
    end else begin
      sweep_q <= sweep_q & ~last_set;
      walk_q <= walks | (walk_q & ~(walk_taken & last_set));
      turn_q <= walk_q & ~turn_q;
      if (flush_start)
        drop_q <= flush_op[1];
      if (sweep_q | walk_taken)
        set_q <= set_q + ONE;
      steps_q <= walks | (steps_q & ~walk_end);
      before_q <= (skips & flush_op[1]) | (before_q & ~waited);  //% if acquires
      wait_q <= ends | (wait_q & ~flush_done & ~waited);         //% if acquires
      wait_q <= ends | (wait_q & ~flush_done);                   //% else
      if (ends)
        left_q <= writes_open - {4'd0, write_answered};
      else if (wait_q & write_answered & |left_q)
        left_q <= left_q - 5'd1;
    end

  assign sweep = sweep_q;
  assign walk = walk_q & turn_q & ~sweep_q;
  assign walk_set = set_q;
  assign walk_drop = drop_q;
  assign flush_done = wait_q & ~|left_q & ~before_q;  //% if acquires
  assign flush_done = wait_q & ~|left_q;              //% else
endmodule
`default_nettype wire
