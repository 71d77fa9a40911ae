// dcache_flush - every set has its step, and the end waits for the writes that are open behind it
// SPDX-License-Identifier: Apache-2.0
//
// One set is tracked: it has one step from the start of a walk to its end, and none if the probe
// was enough. The pipeline tells the end of the probe, and of the last step, some time after it
// took it.
`define SET_BITS `dcache_flush_SET_BITS
module dcache_flush (
  input wire                 clk,
  input wire                 start_any,
  input wire [1:0]           flush_op,
  input wire                 taken_any,
  input wire                 end_any,
  input wire                 all_any,
  input wire                 opens,
  input wire                 answers_any,
  input wire [`SET_BITS-1:0] set_any
);
  reg init = 1'b1;
  reg [`SET_BITS-1:0] set_q;

  always @(posedge clk) begin
    init <= 1'b0;
    if (init)
      set_q <= set_any;
  end

  // One flush at a time; steps that were taken and have not ended; open writes, 16 at most.
  wire                 flush_done;
  wire                 sweep;
  wire [`SET_BITS-1:0] walk_set;
  wire                 walk;
  wire                 walk_invalidate;
  wire                 walk_probe;
  reg                  flushing_q;
  wire                 start = start_any & ~flushing_q & ~init;
  wire                 taken = walk & taken_any;
  reg                  probing_q;    // the probe has not ended
  reg                  asked_q;      // it is under way
  wire                 probed = asked_q & end_any & ~init;
  wire                 walk_all = probed & all_any;
  reg                  last_q;       // the last step is under way
  wire                 walk_end = (last_q & end_any & ~init) | (probed & ~all_any);
  reg  [4:0]           open_q;
  wire                 answers = answers_any & open_q != 5'd0 & ~init;
`ifdef THROUGH
  wire                 walks = start & flush_op[1];
`else
  wire                 walks = start;
`endif

  ww_dcache_flush u (
    .clk(clk), .rst(init), .flush_start(start), .flush_op(flush_op), .flush_done(flush_done),
    .sweep(sweep), .walk_set(walk_set), .walk(walk), .walk_invalidate(walk_invalidate),
    .walk_probe(walk_probe), .walk_all(walk_all),
    .walk_taken(taken), .walk_end(walk_end), .writes_open(open_q), .write_response(answers)
  );

  reg       walking_q;    // the last step has not ended
  reg       all_q;        // the probe asked for a walk
  reg       drops_q;
  reg [1:0] steps_q;      // of the tracked set
  reg       waiting_q;
  reg [4:0] left_q;       // writes that were open then
  reg       swept_q;      // the tracked set has been cleared
  reg       sweeping_q;
  wire      behind = walk_end | (start & ~walks);

  always @(posedge clk) begin
    flushing_q <= ~init & (start | (flushing_q & ~flush_done));
    probing_q <= ~init & (walks | (probing_q & ~probed));
    asked_q <= ~init & ((taken & probing_q) | (asked_q & ~probed));
    all_q <= ~init & ~walks & (walk_all | all_q);
    last_q <= ~init & ((taken & ~probing_q & &walk_set) | (last_q & ~walk_end));
    walking_q <= ~init & (walks | (walking_q & ~walk_end));
    open_q <= init ? 5'd0 : open_q + (opens & open_q != 5'd16) - answers;
    if (start)
      drops_q <= flush_op[1];
    steps_q <= init | start ? 2'd0
               : steps_q + (taken & ~probing_q & walk_set == set_q & steps_q != 2'd3);
    waiting_q <= ~init & (behind | (waiting_q & ~flush_done));
    left_q <= behind ? open_q - answers : left_q - (answers & left_q != 5'd0);
    swept_q <= ~init & (swept_q | (sweep & walk_set == set_q));
    sweeping_q <= init | sweep;
  end

  always @*
    if (~init) begin
      done: assert (flush_done == (waiting_q & left_q == 5'd0));
      if (behind & walking_q) each: assert (steps_q == {1'b0, all_q});
      if (walk) inside: assert (walking_q & ~sweep & walk_invalidate == drops_q);
      if (walk) probe: assert (walk_probe == probing_q & ~asked_q);
      if (~sweep) cleared: assert (swept_q);
      if (~sweeping_q) once: assert (~sweep);
    end
endmodule
