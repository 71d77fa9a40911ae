// scheduler - a ready warp issues in time, under each policy
// SPDX-License-Identifier: Apache-2.0
//
// A tracked warp is ready and stays so until it issues. lrr: at most WARPS - 1 others issue before,
// unless a delayed one is passed over; rr: the same, of those that take part. The checked warp
// changes every 512 cycles and goes round. gto: it goes first when it is ready, and stays as long
// as nothing but its unit holds it up; so a warp that only waits for its unit waits for at most
// WARPS times the longer of 512 cycles and what the unit takes. lrr: it stays and is
// delayed if it did not issue in them, and goes first when it is ready if it was passed over while
// nothing but its unit held it up.
`define WARPS `scheduler_WARPS
module scheduler (
  input wire              clk,
  input wire [`WARPS-1:0] ready,
  input wire [`WARPS-1:0] taking_part,
  input wire [`WARPS-1:0] started_any,
  input wire [`WARPS-1:0] calm_any,
  input wire              room,
  input wire [7:0]        warp_any
);
  reg init = 1'b1;

  always @(posedge clk)
    init <= 1'b0;

  wire [`WARPS-1:0] turn;
  wire              granted = |turn & room;
  reg  [7:0]        warp_q;
  wire [`WARPS-1:0] me = {{`WARPS-1{1'b0}}, 1'b1} << warp_q;
  wire              mine = |(me & ready);
  wire              served = |(me & turn) & room;

  always @(posedge clk)
    if (init)
      warp_q <= warp_any;

  always @*
    tracked: assume (init | warp_q < `WARPS);

`ifdef scheduler_has_taking_part
  wire [`WARPS-1:0] in_turn;
  ww_scheduler u (
    .clk(clk), .rst(init), .ready(ready & taking_part), .granted(granted),
    .taking_part(taking_part), .in_turn(in_turn), .turn(turn)
  );
  wire asks = |(me & taking_part);
  wire [`WARPS-1:0] possible = ready & taking_part;
`elsif scheduler_has_started
  // Only a warp that is not ready is started.
  wire [`WARPS-1:0] eligible = ready | calm_any;
  ww_scheduler u (
    .clk(clk), .rst(init), .ready(ready), .granted(granted), .eligible(eligible),
    .started(started_any & ~ready & -(started_any & ~ready)), .turn(turn)
  );
  wire asks = mine;
  wire [`WARPS-1:0] possible = ready;
`define CHECKED
`define GTO
`elsif scheduler_has_eligible
  wire [`WARPS-1:0] eligible = ready | calm_any;
  ww_scheduler u (
    .clk(clk), .rst(init), .ready(ready), .granted(granted), .eligible(eligible), .turn(turn)
  );
  wire asks = mine;
  wire [`WARPS-1:0] possible = ready;
`define CHECKED
`ifdef GREEDY_RING
`define GTO
`else
`define LRR
`endif
`else
  ww_scheduler u (
    .clk(clk), .rst(init), .ready(ready), .granted(granted), .turn(turn)
  );
  wire asks = mine;
  wire [`WARPS-1:0] possible = ready;
`endif

  always @*
    if (~init) begin
      onehot: assert ((turn & (turn - 1'b1)) == 0);
      only_ready: assert ((turn & ~possible) == 0);
    end

`ifdef CHECKED
  //@ scheduler_has_eligible: time_now = u.time_q
  //@ scheduler_has_eligible: checked = u.checked_q
  //@ scheduler_has_eligible: delayed = u.delayed_q
  wire [8:0]        time_now;
  wire [`WARPS-1:0] checked;
  wire              delayed;
  reg               past_q = 1'b0;
  reg  [8:0]        time_q;
  reg  [`WARPS-1:0] checked_q;
  reg               pending_q;    // delayed, and has not issued since
  wire              issues = granted & |(checked & turn);
  reg               keeps_q;      // the checked warp stays if its time has ended
  wire              moves = past_q & time_q == 9'd511 & ~keeps_q;
  wire              stays = past_q & time_q == 9'd511 & keeps_q;
`ifdef LRR
  reg               idle_q;       // the checked warp has not issued

  always @(posedge clk) begin
    idle_q <= init | time_now == 9'd511 | (idle_q & ~issues);
    keeps_q <= idle_q & ~issues & (~delayed | |(checked & eligible));
  end
`else
  always @(posedge clk)
    keeps_q <= delayed & |(checked & eligible) & ~issues;
`endif
  wire [`WARPS-1:0] next_checked = checked_q << 1 | checked_q >> (`WARPS - 1);

  always @(posedge clk) begin
    past_q <= ~init;
    time_q <= time_now;
    checked_q <= checked;
    pending_q <= ~init & delayed & ~(granted & |(checked & turn & ready));
  end

  always @*
    if (~init) begin
      one_checked: assert (checked != 0 & (checked & (checked - 1'b1)) == 0);
      if (past_q) counts: assert (time_now == time_q + 9'd1);
      if (past_q) rotates: assert (checked == (moves ? next_checked : checked_q));
`ifdef LRR
      if (stays) becomes_delayed: assert (delayed);
      if (pending_q & time_q != 9'd511) stays_delayed: assert (delayed);
      if (moves) no_more: assert (~delayed);
`else
      if (moves | stays | pending_q) becomes_delayed: assert (delayed);
`endif
    end
`endif

`ifdef GREEDY_RING
  //@ GREEDY_RING: last = u.last_q
  // If the last one is not ready, the next ready warp behind it issues.
  wire [`WARPS-1:0] last;
  wire [`WARPS-1:0] behind = last == 0 ? {`WARPS{1'b0}} : ~(last | (last - 1'b1));
  wire [`WARPS-1:0] near = |(ready & behind) ? ready & behind : ready;

  always @*
    if (~init & ~(delayed & |(checked & ready)) & ~|(last & ready))
      in_ring: assert (turn == (near & -near));
`endif

`ifdef GTO
  reg               last_of_me_q; // issued last
  wire              mine_delayed = checked == me & delayed;

  always @(posedge clk)
    last_of_me_q <= ~init & (granted ? served : last_of_me_q);

  always @*
    if (~init) begin
      some: assert (|turn == |ready);
      if (mine_delayed & mine) goes_first: assert (turn == me);
      if (last_of_me_q & mine & ~delayed) goes_on: assert (turn == me);
    end
`else
  reg [7:0] passed_q;
`ifdef LRR
  // A delayed warp is passed over: the search starts from it.
  wire      passes = granted & delayed & |(checked & eligible & ~turn);
  reg       from_q;

  always @(posedge clk)
    from_q <= ~init & (granted ? passes : from_q & checked == checked_q);

  always @*
    if (~init & from_q & checked == checked_q & |(checked & ready))
      delayed_first: assert (turn == checked);
`else
  wire      passes = 1'b0;
`endif

  always @(posedge clk)
    passed_q <= init | ~asks | served | passes ? 8'd0 : passed_q + granted;

  always @*
    if (~init) begin
      bounded_wait: assert (passed_q < `WARPS);
`ifdef scheduler_has_taking_part
      stays: assert ((in_turn & (in_turn - 1'b1)) == 0 & (in_turn & ~taking_part) == 0
                     & |in_turn == |taking_part & turn == (in_turn & ready));
`else
      some: assert (|turn == |ready);
`endif
    end
`endif
endmodule
