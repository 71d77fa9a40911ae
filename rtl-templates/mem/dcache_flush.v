// dcache_flush - clears the tags after reset; writes back or invalidates all lines on request
// SPDX-License-Identifier: Apache-2.0
//
// After reset a sweep clears the tags, one set per cycle.
//
// A flush begins with a probe: one step in the pipeline of the cache, which does the whole flush
// if it can (dcache_lookup). If not, the flush walks over all sets. A step enters the pipeline for
// each set, at most in every second cycle, so that other accesses go on between the steps. Behind
// the last step the flush waits until the writes to memory that are in flight then have their
// responses. Later writes are not waited for, so other warps cannot keep a flush from ending.
//
// Protocol: flush_start is 1 for one cycle, with flush_op. The next one follows flush_done.
//
//   cycle 0     flush_start
//   cycle 2     the probe is at the pipeline (walk), unless the sweep still runs
//   later       walk_taken accepts a step; walk_all: the probe was not enough; walk_end: the probe
//               was, or the last step is done
//   flush_done  from a cycle behind walk_end on, when the writes have their responses
//% if acquires
//
// Here stores are written through. A flush that writes back waits for the writes in flight first,
// and only then walks, if it invalidates at all. So all stores that the cache has performed are in
// memory before lines are invalidated, and no line that arrives meanwhile is older than these
// stores.
//% elif not writeback_cache
//
// Here stores are written through. A flush that does not invalidate has no walk.
//% end
`default_nettype none
module ${prefix}_dcache_flush #(
  parameter SET_BITS = ${dcache_set_bits}
) (
  input  wire                clk,
  input  wire                rst,
  // core
  input  wire                flush_start,  // start a flush
  input  wire [1:0]          flush_op,     // {invalidate, write back}
  output wire                flush_done,   // the flush is complete
  // sweep
  output wire                sweep,     // clear all tags and states of set walk_set
  output wire [SET_BITS-1:0] walk_set,  // set of the sweep or of the walk
  // pipeline
  output wire                walk,             // a step is at the pipeline
  output wire                walk_probe,       // the step is the probe
  output wire                walk_invalidate,  // the walk invalidates lines
  input  wire                walk_taken,       // the step is accepted
  input  wire                walk_all,         // the probe asks for a walk
  input  wire                walk_end,         // the probe was enough, or the last step is done
  // writes
  input  wire [4:0]          writes_open,    // number of writes without a response
  input  wire                write_response  // a write gets its response
);
  localparam [SET_BITS-1:0] FIRST = 0;
  localparam [SET_BITS-1:0] ONE = 1;

  reg                sweep_q;
  reg                probe_q;       // the probe has not ended yet
  reg                enter_q;       // the probe has not entered yet
  reg                walk_q;        // a step has not entered yet
  reg                turn_q;        // the step may enter in this cycle
  reg                invalidate_q;  // the walk invalidates lines
  reg [SET_BITS-1:0] set_q;
  reg                steps_q;       // the last step is not done yet
  reg                wait_q;        // the flush waits for writes
  reg [4:0]          left_q;        // number of writes to wait for
//% if acquires
  reg                before_q;      // a walk follows this wait
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
      probe_q <= 1'b0;
      enter_q <= 1'b0;
      walk_q <= 1'b0;
      turn_q <= 1'b0;
      invalidate_q <= 1'b0;
      set_q <= FIRST;
      steps_q <= 1'b0;
      wait_q <= 1'b0;
      left_q <= 5'd0;
      before_q <= 1'b0;  //% if acquires
    end else begin
      sweep_q <= sweep_q & ~last_set;
      probe_q <= walks | (probe_q & ~walk_all & ~walk_end);
      enter_q <= walks | (enter_q & ~walk_taken);
      walk_q <= walk_all | (walk_q & ~(walk_taken & last_set));
      turn_q <= (enter_q | walk_q) & ~turn_q;
      if (flush_start)
        invalidate_q <= flush_op[1];
      if (sweep_q | (walk_taken & ~probe_q))
        set_q <= set_q + ONE;
      steps_q <= walks | (steps_q & ~walk_end);
      before_q <= (skips & flush_op[1]) | (before_q & ~waited);  //% if acquires
      wait_q <= ends | (wait_q & ~flush_done & ~waited);         //% if acquires
      wait_q <= ends | (wait_q & ~flush_done);                   //% else
      if (ends)
        left_q <= writes_open - {4'd0, write_response};
      else if (wait_q & write_response & |left_q)
        left_q <= left_q - 5'd1;
    end

  assign sweep = sweep_q;
  assign walk = (enter_q | walk_q) & turn_q & ~sweep_q;
  assign walk_probe = probe_q;
  assign walk_set = set_q;
  assign walk_invalidate = invalidate_q;
  assign flush_done = wait_q & ~|left_q & ~before_q;  //% if acquires
  assign flush_done = wait_q & ~|left_q;              //% else
endmodule
`default_nettype wire
