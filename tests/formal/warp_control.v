// warp_control - split, join and tmc lose no lane: the union of a warp's masks is preserved
// SPDX-License-Identifier: Apache-2.0
//
// Warp control and its stacks, between instructions that the solver chooses and what it likes of
// the rest of the core. One level of one warp's stack is tracked: the split that opens it, with the
// lanes that the warp had and their predicates as the manual of `split` has them (doc/machine.md).
// From then on, the warp's mask and the stack's top entry are compared with those. Nested levels
// are no exception: each is a tracked one for the solver. A tmc changes the lanes of the side that
// it is in, and nothing else of the level.
`define THREADS `warp_control_THREADS
`define WARPS `warp_control_WARPS
`define WARP_BITS `warp_control_WARP_BITS
`define DEPTH_BITS `ipdom_DEPTH_BITS
`define ENTRIES `ipdom_ENTRIES
`define LANES `warp_control_LANES
`ifdef warp_control_has_x_beat
`define BEAT_BITS `warp_control_BEAT_BITS
`else
`define BEAT_BITS 1
`endif
`define OP_BRANCH `warp_control_OP_BRANCH
`define OP_JAL `warp_control_OP_JAL
`define OP_TMC `warp_control_OP_TMC
`define OP_SPLIT `warp_control_OP_SPLIT
`define OP_JOIN `warp_control_OP_JOIN
module warp_control (
  input wire                   clk,
  input wire                   run_any,
  input wire                   x_any,
  input wire [`WARP_BITS-1:0]  o_warp,
  input wire [`BEAT_BITS-1:0]  x_beat,
  input wire                   x_last,
  input wire                   x_clone,
  input wire                   x_predicted,
  input wire                   x_bare,
  input wire [31:2]            x_pc,
  input wire [31:0]            x_target,
  input wire [31:0]            x_imm,
  input wire [2:0]             x_unit,
  input wire [2:0]             x_funct3,
  input wire [3:0]             x_op,
  input wire [`LANES*32-1:0]   x_a,
  input wire [`LANES*32-1:0]   x_b,
  input wire                   c_squashed,
  input wire                   k_fault,
  input wire [2:0]             k_cause,
  input wire [31:0]            k_tval,
  input wire                   mem_error_valid,
  input wire [31:0]            mem_error_addr,
  input wire                   i_drained,
  input wire [`WARP_BITS-1:0]  warp_any,
  input wire [`DEPTH_BITS-1:0] place_any
);
  localparam [1:0] WHOLE = 2'd0;   // the lanes agreed
  localparam [1:0] THEN = 2'd1;
  localparam [1:0] ELSE = 2'd2;
  localparam [`DEPTH_BITS-1:0] ENTRIES = `ENTRIES;
  reg init = 1'b1;
  reg run_q;
  reg [`WARP_BITS-1:0]  warp_q;
  reg [`DEPTH_BITS-1:0] place_q;

  always @(posedge clk) begin
    init <= 1'b0;
    run_q <= ~init & (run_q | run_any);
    if (init) begin
      warp_q <= warp_any;
      place_q <= place_any;
    end
  end

  // What is in operand selection (o) is in execute (x) in the next cycle.
  reg [`WARP_BITS-1:0] x_warp;

  always @(posedge clk)
    x_warp <= o_warp;

  wire run = run_q & ~init;
  wire x_valid = x_any & run;
  wire [`WARPS-1:0]   c_active;
  wire [`WARPS-1:0]   c_flush;
  wire [31:2]         c_flush_pc;
  wire [`WARPS-1:0]   c_release;
  wire                c_spawn;
  wire [`WARP_BITS-1:0] c_spawn_warp;
  wire [`THREADS-1:0] mask;       // of x_warp

  // The lanes of this beat, and the threads behind it.
`ifdef warp_control_has_x_beat
  wire [`LANES-1:0]   x_mask = mask >> (x_beat * `LANES);
  wire [`THREADS-1:0] behind = mask >> ((x_beat + 1) * `LANES);
  wire                first_beat = x_beat == 0;
`else
  wire [`LANES-1:0]   x_mask = mask;
  wire                first_beat = 1'b1;
`endif

  ww_warp_control u (
`ifdef warp_control_has_x_beat
    .x_beat(x_beat),
`endif
    .clk(clk), .rst(init), .cleared(run), .o_warp(o_warp), .x_valid(x_valid), .x_warp(x_warp),
    .x_last(x_last),
    .x_clone(x_clone), .x_predicted(x_predicted), .x_bare(x_bare), .x_mask(x_mask), .x_tmask(mask),
    .x_pc(x_pc), .x_target(x_target), .x_imm(x_imm), .x_unit(x_unit), .x_funct3(x_funct3),
    .x_op(x_op), .x_a(x_a), .x_b(x_b), .c_squashed(c_squashed), .k_fault(k_fault),
    .k_cause(k_cause),
    .k_tval(k_tval), .mem_error_valid(mem_error_valid), .mem_error_addr(mem_error_addr),
    .i_drained(i_drained), .c_active(c_active), .c_flush(c_flush), .c_flush_pc(c_flush_pc),
    .c_release(c_release), .i_warp(x_warp), .i_tmask(mask), .c_spawn(c_spawn),
    .c_spawn_warp(c_spawn_warp)
  );

  // What is in execute acts one cycle later.
  reg                  c_valid;
  reg                  c_control;
  reg [`WARP_BITS-1:0] c_warp;
  reg [3:0]            c_op;
  reg [31:2]           c_pc;
  reg [`THREADS-1:0]   c_mask;
  reg [`THREADS-1:0]   c_predicate;
  reg [31:0]           c_lead;    // the first active lane's operand
  reg [`WARPS-1:0]     held_q;    // an instruction of this warp holds it
  reg [`WARPS-1:0]     behind_q;  // or did in the last cycle: the next one is not in execute yet
  wire                 x_holds = x_valid & x_unit == `warp_control_U_CONTROL
                                 & x_op != `OP_BRANCH & x_op != `OP_JAL;
  wire [`LANES-1:0]    predicate;
  wire [`THREADS-1:0]  x_predicate;
  reg                  found_q;   // the first active lane was in an earlier beat
  reg [31:0]           lead;
  integer              l;
  genvar               i;

  generate
    for (i = 0; i < `LANES; i = i + 1) begin : g_predicate
      assign predicate[i] = |x_a[i*32 +: 32];
    end
  endgenerate

`ifdef warp_control_has_x_beat
  assign x_predicate = (first_beat ? 0 : c_predicate) | (predicate << (x_beat * `LANES));
`else
  assign x_predicate = predicate;
`endif

  always @* begin
    lead = first_beat ? 32'd0 : c_lead;
    for (l = `LANES - 1; l >= 0; l = l - 1)
      if (x_mask[l] & (first_beat | ~found_q))
        lead = x_a[l*32 +: 32];
  end

  always @(posedge clk) begin
    c_lead <= lead;
    c_valid <= x_valid & x_last;
    c_control <= x_unit == `warp_control_U_CONTROL;
    c_warp <= x_warp;
    c_op <= x_op;
    c_pc <= x_pc;
    c_mask <= mask;
    c_predicate <= x_predicate;
    found_q <= |x_mask | (found_q & ~first_beat);
    behind_q <= held_q | c_release;
    held_q <= init ? 0 : (held_q & ~c_release) | ({{`WARPS-1{1'b0}}, x_holds & x_last} << x_warp);
  end

`ifdef warp_control_has_x_beat
  // Beats follow each other, up to the last one with an active lane.
  reg                  more_q;
  reg [`BEAT_BITS-1:0] beat_q;

  always @(posedge clk) begin
    more_q <= x_valid & ~x_last;
    beat_q <= x_beat;
  end
`endif

  // The surroundings: only active warps have instructions, and one that acts has its warp for
  // itself.
  always @*
    if (~init) begin
      in_range: assume (x_warp < `WARPS & warp_q < `WARPS & place_q < ENTRIES);
      if (x_valid) ready: assume (c_active[x_warp] & ~held_q[x_warp] & ~behind_q[x_warp]);
      if (c_valid) alive: assume (c_squashed | c_active[c_warp]);
`ifdef warp_control_has_x_beat
      beats: assume (x_last == (behind == 0) & ~x_clone
                     & (more_q ? x_valid & x_warp == c_warp & x_op == c_op & x_beat == beat_q + 1'b1
                                 & (x_unit == `warp_control_U_CONTROL) == c_control : first_beat));
`endif
      if (c_valid & ~c_control) no_trap: assume (~k_fault | ~x_valid | x_warp != c_warp);
    end

  // The tracked warp acts.
  wire mine = c_valid & c_control & ~c_squashed & c_warp == warp_q & ~init;
  wire diverges = |(c_mask & c_predicate) & |(c_mask & ~c_predicate);
  wire [`DEPTH_BITS-1:0] room = ENTRIES - depth_q;
  wire split = mine & c_op == `OP_SPLIT & room > diverges;
  wire join = mine & c_op == `OP_JOIN & |depth_q;
  wire tmc = mine & c_op == `OP_TMC & c_lead <= `THREADS;

  // The reference: the depth, and the tracked level.
  reg [`DEPTH_BITS-1:0] depth_q;
  reg                   open_q;
  reg [1:0]             side_q;
  reg                   kept_q;     // no tmc in this side
  reg                   closed_q;   // and nothing of the warp has acted since
  reg [`THREADS-1:0]    whole_q;
  reg [`THREADS-1:0]    predicate_q;
  reg [31:2]            after_q;
  wire                  inner = open_q & depth_q == place_q + 1'b1 + (side_q == THEN);
  wire                  opens = split & depth_q == place_q;
  wire                  closes = join & inner & side_q != THEN;

  //@ spawn = u.spawn
  wire spawn;
  wire clears = ~init & spawn & c_spawn_warp == warp_q;

  always @(posedge clk) begin
    if (init | clears)
      depth_q <= {`DEPTH_BITS{1'b0}};
    else
      depth_q <= depth_q - join + split + (split & diverges);
    open_q <= ~init & ~clears & (opens | (open_q & ~closes));
    closed_q <= ~init & ~clears & (closes | (closed_q & ~split & ~join & ~tmc));
    if (opens) begin
      whole_q <= c_mask;
      predicate_q <= c_predicate;
      after_q <= c_pc + 30'd1;
      side_q <= diverges ? THEN : WHOLE;
      kept_q <= 1'b1;
    end else if (join & inner) begin
      side_q <= ELSE;
      kept_q <= 1'b1;
    end else if (tmc & inner)
      kept_q <= 1'b0;
  end

  // The mask that a tmc or a start has to leave.
  reg                set_q;
  reg [`THREADS-1:0] set_mask_q;

  always @(posedge clk) begin
    set_q <= ~init & (clears | tmc | (set_q & ~split & ~join));
    if (clears)
      set_mask_q <= 1;
    else if (tmc)
      set_mask_q <= ~({`THREADS{1'b1}} << c_lead);
  end

  // The mask as it was seen last, and the stack's top entry, one cycle behind; it shows a split or
  // join when the next instruction can be in execute.
  reg                look_q;
  reg [`THREADS-1:0] look_mask_q;
  reg                seen_q;
  reg [`THREADS-1:0] seen_mask_q;
  wire               looks = ~init & run & x_warp == warp_q;
  wire               stays = ~split & ~join & ~tmc & ~clears;

  //@ s_else = u.s_else
  //@ s_mask = u.s_mask
  wire                s_else;
  wire [`THREADS-1:0] s_mask;

  always @(posedge clk) begin
    look_q <= looks & stays & ~behind_q[x_warp];
    look_mask_q <= mask;
    seen_q <= ~init & stays & (looks | seen_q);
    if (looks)
      seen_mask_q <= mask;
  end

`ifdef DEEP
  // Flushes come a cycle later.
  reg        else_q;
  reg [31:2] else_pc_q;

  always @(posedge clk) begin
    else_q <= ~init & join & inner & side_q == THEN;
    else_pc_q <= after_q;
  end

`endif
  wire [`THREADS-1:0] then_lanes = whole_q & predicate_q;
  wire [`THREADS-1:0] else_lanes = whole_q & ~predicate_q;

  always @*
    if (~init) begin
      if (look_q & inner & kept_q & side_q == THEN) begin
        union: assert ((look_mask_q | s_mask) == whole_q);
        apart: assert ((look_mask_q & s_mask) == 0);
      end
      if (looks & inner & kept_q & side_q == WHOLE) agreed: assert (mask == whole_q);
      if (looks & inner & kept_q & side_q == THEN) then_side: assert (mask == then_lanes);
      if (looks & inner & kept_q & side_q == ELSE) else_side: assert (mask == else_lanes);
      if (looks & closed_q) restored: assert (mask == whole_q);
      if (looks & set_q) set: assert (mask == set_mask_q);
      if (looks & seen_q) stays_so: assert (mask == seen_mask_q);
      if (join & inner) once: assert (s_else == (side_q == THEN));
`ifdef DEEP
      if (else_q) else_pc: assert (c_flush[warp_q] & c_flush_pc == else_pc_q);
`else
      if (join & inner & side_q == THEN)
        else_pc: assert (c_flush[warp_q] & c_flush_pc == after_q);
`endif
    end
endmodule
