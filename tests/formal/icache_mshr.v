// icache_mshr - a line has one MSHR, each miss is taken or refused, who is refused has its turn
// SPDX-License-Identifier: Apache-2.0
//
// One line is tracked, whatever is looked up, waits and asks again. Memory and the tags answer what
// they were asked for, beat by beat, at any time.
`define WARPS `icache_mshr_WARPS
`define WARP_BITS `icache_mshr_WARP_BITS
`define LINE_BITS `icache_mshr_LINE_BITS
`define SET_BITS `icache_mshr_SET_BITS
`define TOP `icache_mshr_FETCH_TOP
`define WAYS `icache_mshr_WAYS
`define MSHRS `icache_mshr_MSHRS
`define ID_BITS `icache_mshr_ID_BITS
`define BEAT_BITS `icache_mshr_BEAT_BITS
`define AT_BITS `icache_mshr_AT_BITS
module icache_mshr (
  input wire                   clk,
  input wire                   blocked,
  input wire                   lookup,
  input wire                   ahead_any,
  input wire [`WARP_BITS-1:0]  r_warp,
  input wire [`TOP-1:`LINE_BITS] r_line,
  input wire [`WAYS-1:0]       victim,
  input wire                   install_any,
  input wire [`WARPS-1:0]      waits,
  input wire [`WARPS-1:0]      retries,
  input wire                   req_ready,
  input wire [`ID_BITS-1:0]    rsp_id,
  input wire                   rsp_error,
  input wire                   rsp_any,
  input wire [`TOP-1:`LINE_BITS] line_any
);
  reg init = 1'b1;
  reg [`TOP-1:`LINE_BITS] line_q;

  always @(posedge clk) begin
    init <= 1'b0;
    if (init)
      line_q <= line_any;
  end

  wire                   r_valid = lookup & ~ahead_any & ~init;
  wire                   r_ahead = lookup & ahead_any & ~init;
  wire                   mine = r_line == line_q;
  wire                   busy;
  wire                   alloc;
  wire                   install;
  wire                   install_taken = ~alloc & install_any;
  wire [`WAYS-1:0]       install_way;
  wire [`TOP-1:`LINE_BITS] install_line;
  wire                   install_error;
  reg                    installed_q;
  wire                   wake;
  wire                   req_valid;
  wire [`ID_BITS-1:0]    req_id;
  wire [`TOP-1:`LINE_BITS] req_line;
  wire [`MSHRS-1:0]      beat_mshr;
  wire [`WAYS-1:0]       beat_way;
  wire [`AT_BITS-1:0]    beat_at;

  // Memory: which MSHRs have beats to come, and how many each has had. The last row of a line has
  // been written one cycle after its last beat.
  wire [`MSHRS-1:0]      one = 1;
  reg  [`MSHRS-1:0]      reading_q;
  reg  [`BEAT_BITS-1:0]  beats_m [0:`MSHRS-1];
  reg  [`MSHRS-1:0]      filled_q;
  wire                   beat = rsp_any & reading_q[rsp_id] & ~init;
  wire                   last = beat & &beats_m[rsp_id];
  wire                   asks = req_valid & req_ready;

  always @(posedge clk) begin
    reading_q <= init ? 0 : (reading_q | (one << req_id & {`MSHRS{asks}}))
                            & ~(one << rsp_id & {`MSHRS{last}});
    filled_q <= one << rsp_id & {`MSHRS{last}};
    installed_q <= install & install_taken & ~init;
    if (asks)
      beats_m[req_id] <= 0;
    if (beat)
      beats_m[rsp_id] <= beats_m[rsp_id] + 1'b1;
  end

  ww_icache_mshr u (
    .clk(clk), .rst(init), .blocked(blocked), .busy(busy), .r_valid(r_valid), .r_warp(r_warp),
`ifdef icache_mshr_has_r_ahead
    .r_ahead(r_ahead),
`endif
    .r_line(r_line), .victim(victim), .alloc(alloc), .install(install),
    .install_taken(install_taken), .install_way(install_way), .install_line(install_line),
    .install_error(install_error), .installed(installed_q), .icache_waits(waits),
    .icache_retries(retries), .icache_wake(wake), .req_valid(req_valid), .req_ready(req_ready),
    .req_id(req_id), .req_line(req_line), .rsp_id(rsp_id), .rsp_error(rsp_error),
    .beat_taken(beat), .beat_mshr(beat_mshr), .beat_way(beat_way), .beat_at(beat_at),
    .filled(filled_q & ~{`MSHRS{init}})
  );

  always @*
    if (~init) begin
      in_range: assume (r_warp < `WARPS & rsp_id < `MSHRS);
      one_way: assume (victim != 0 & (victim & (victim - 1'b1)) == 0);
    end

  //@ busy_mshrs = u.busy_q
  //@ lines = u.lines
  //@ above = u.u_ask.above_q
  //@ to_ask = u.ask_q
  //@ done = u.done_q
  //@ kept = u.keep_q
  //@ errors = u.error_q
  //@ allocated = u.allocated
  //@ freed = u.freed
  //@ turn = u.turn_q
  //@ refused = u.refused
  //@ owes = u.refused_q
  wire [`MSHRS-1:0]      busy_mshrs;
  wire [`MSHRS*(`TOP-`LINE_BITS)-1:0] lines;
  wire [`MSHRS-1:0]      above;         // those that the arbiter prefers
  wire [`MSHRS-1:0]      to_ask;
  wire [`MSHRS-1:0]      done;
  wire [`MSHRS-1:0]      kept;
  wire [`MSHRS-1:0]      errors;
  wire [`MSHRS-1:0]      allocated;
  wire [`MSHRS-1:0]      freed;
  wire [`WARPS-1:0]      turn;
  wire                   refused;
  wire                   owes;          // a warp that was refused has had no wake
  reg  [`MSHRS-1:0]      used_q;
  reg  [`MSHRS-1:0]      mine_q;        // has the tracked line
  reg                    failed_q;      // a beat of which had an error
  reg  [`WAYS-1:0]       way_q;         // which goes there
  wire [`WARPS-1:0]      waiting = waits | retries;
  reg                    past_q;
  reg  [`WARPS-1:0]      turn_q;
  reg  [`WARPS-1:0]      waiting_q;
  reg                    owed_q;
  reg                    refused_q;

  always @(posedge clk) begin
    used_q <= init ? 0 : (used_q | allocated) & ~freed;
    mine_q <= init ? 0 : (mine_q | (allocated & {`MSHRS{mine}})) & ~freed;
    failed_q <= |(allocated & {`MSHRS{mine}}) ? 1'b0
                : failed_q | (beat & rsp_error & mine_q[rsp_id]);
    if (alloc & mine)
      way_q <= victim;
    past_q <= ~init;
    turn_q <= turn;
    waiting_q <= waiting;
    owed_q <= owes;
    refused_q <= refused;
  end

  wire [`MSHRS-1:0]      asking = one << req_id & {`MSHRS{req_valid}};
  wire [`MSHRS-1:0]      below = ~above;
  wire [`MSHRS-1:0]      in_step;       // it is where its line is, once
  wire [`MSHRS-1:0]      same;          // has the number of the tracked line

  genvar i;
  generate
    for (i = 0; i < `MSHRS; i = i + 1) begin : g_same
      assign in_step[i] = {2'd0, used_q[i]} == {2'd0, to_ask[i]} + asking[i] + reading_q[i]
                                               + filled_q[i] + done[i] + kept[i];
      assign same[i] = lines[i*(`TOP-`LINE_BITS) +: `TOP-`LINE_BITS] == line_q;
    end
  endgenerate

  always @*
    if (~init) begin
      in_use: assert (busy_mshrs == used_q & busy == |used_q);
      its_line: assert (mine_q == (used_q & same) & (mine_q & (mine_q - 1'b1)) == 0);
      steps: assert (&in_step & (below & (below + 1'b1)) == 0);
      if (mine_q != 0) known: assert (|(errors & mine_q) == failed_q);
      if (alloc) one_mshr: assert (allocated != 0 & (allocated & (allocated - 1'b1)) == 0
                                   & (allocated & used_q) == 0);
      if (mine & alloc) once: assert (mine_q == 0);
      if (alloc & mine_q != 0 & r_line[`LINE_BITS +: `SET_BITS] == line_q[`LINE_BITS +: `SET_BITS])
        way_kept: assert ((victim & way_q) == 0);
      if (mine & r_valid & mine_q == 0) heard: assert (alloc | refused);
      if (past_q & owed_q & ~owes) woken: assert (wake);
      if (past_q & refused_q) remembered: assert (owes);
      if (alloc & turn != 0) its_turn: assert (r_valid & turn[r_warp]);
      if (alloc & r_ahead) spare: assert (~owes & |(~used_q & ~allocated));
      if (past_q & |(turn_q & waiting_q)) turn_kept: assert (turn == turn_q);
      if (past_q & owed_q & turn_q == 0 & waiting_q != 0)
        turn_given: assert (turn != 0 & (turn & (turn - 1'b1)) == 0 & (turn & ~waiting_q) == 0);
      if (freed != 0) stays: assert (~installed_q & ~wake & retries == 0);
      if (install & install_line == line_q) error: assert (install_error == failed_q);
    end
endmodule
