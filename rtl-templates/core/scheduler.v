// scheduler - chooses the ready warp that issues
// SPDX-License-Identifier: Apache-2.0
//
//% if policy == lrr
// Loose round robin: the next ready warp behind the one that issued last. Warps that are not ready
// are passed over.
//% if lrr_watch
//
// Exception, against starvation by warps that always take the unit first: each warp in turn is
// checked for 512 cycles. If it has not issued by then it is delayed. When only its unit holds it
// up (eligible) and another warp issues, the next search starts from it.
//% end
//% elif policy == rr
// Strict round robin: the turn passes to the next warp that takes part (active, not at a barrier),
// and stays there until that warp has issued. So all warps issue equally often.
//% elif policy == gto
// Greedy, then oldest: the warp that issued last, as long as it is ready; then the ready warp that
// was started first.
//
// Exception, against starvation by older warps that always take the unit first: every 512 cycles
//% else
// Greedy, then round robin: the warp that issued last, as long as it is ready; then the next ready
// warp behind it.
//
// Exception, against starvation by a warp that is always ready: every 512 cycles
//% end
//% if greedy
// another warp, by number, is delayed and goes before all others once. As long as nothing but its
// unit holds it up (eligible) it remains the delayed one.
//% end
`default_nettype none
module ${prefix}_scheduler #(
  parameter WARPS = ${warps}
) (
  input  wire             clk,
  input  wire             rst,
  // issue
  input  wire [WARPS-1:0] ready,        // per warp: the head of its queue may issue
  input  wire             granted,      // the warp in turn issues
  input  wire [WARPS-1:0] eligible,     // only its unit holds it up  //% if watches_eligible
//% if policy == rr
  input  wire [WARPS-1:0] taking_part,  // per warp: active, and not at a barrier
  output wire [WARPS-1:0] in_turn,      // one-hot warp whose turn it is, ready or not
//% elif policy == gto
  input  wire [WARPS-1:0] started,      // per warp: starts now
//% end
  output wire [WARPS-1:0] turn          // one-hot ready warp that is chosen, or 0
);
//% if policy == lrr
//% if lrr_watch
  localparam [WARPS-1:0] CHECKED_0 = 1;

  reg  [8:0]       time_q;
  reg  [WARPS-1:0] checked_q;    // the warp that is checked
  reg              idle_q;     // the checked warp has not issued
  reg              delayed_q;
  reg  [WARPS-1:0] above_q;    // warps behind the place where the search starts
  wire             issues = granted & |(checked_q & turn);
  wire             waits = |(checked_q & eligible) & ~issues;
  wire             stays = idle_q & ~issues & (~delayed_q | waits);
  wire [WARPS-1:0] from_checked = ~(checked_q - CHECKED_0);

  always @(posedge clk)
    if (rst) begin
      time_q <= 9'd0;
      checked_q <= CHECKED_0;
      idle_q <= 1'b1;
      delayed_q <= 1'b0;
    end else begin
      time_q <= time_q + 9'd1;
      if (&time_q & ~stays)
        checked_q <= checked_q << 1 | checked_q >> (WARPS - 1);
      idle_q <= &time_q | (idle_q & ~issues);
      delayed_q <= &time_q ? stays : delayed_q & ~issues;
    end

  ${prefix}_rr_pick #(.N(WARPS)) u_turn (
    .above(above_q), .request(ready), .grant(turn)
  );

  always @(posedge clk)
    if (rst)
      above_q <= {WARPS{1'b0}};
    else if (granted)
      above_q <= delayed_q & waits ? from_checked : ~(turn | (turn - 1'b1));
//% else
  ${prefix}_rr_arbiter #(.N(WARPS)) u_turn (
    .clk(clk), .rst(rst), .advance(granted), .request(ready), .grant(turn)
  );
//% end
//% elif policy == rr
  ${prefix}_rr_arbiter #(.N(WARPS)) u_in_turn (
    .clk(clk), .rst(rst), .advance(granted), .request(taking_part), .grant(in_turn)
  );

  assign turn = in_turn & ready;
//% else
//% if policy == gto
  localparam [WARPS-1:0] CHECKED_0 = 1;

  reg  [WARPS-1:0]       last_q;   // the warp that issued last
  wire [WARPS*WARPS-1:0] younger;  // bit i * WARPS + j: warp i was started after warp j
  wire [WARPS-1:0]       oldest;

  genvar i;
  genvar j;
  generate
    for (i = 0; i < WARPS; i = i + 1) begin : g_warp
      assign younger[i*WARPS + i] = 1'b0;
      assign oldest[i] = ready[i] & ~|(ready & younger[i*WARPS +: WARPS]);

      for (j = 0; j < i; j = j + 1) begin : g_pair
        reg younger_q;

        always @(posedge clk)
          if (rst | started[i])
            younger_q <= 1'b1;
          else if (started[j])
            younger_q <= 1'b0;

        assign younger[i*WARPS + j] = younger_q;
        assign younger[j*WARPS + i] = ~younger_q;
      end
    end
  endgenerate

  generate
    if (WARPS == 1) begin : g_alone
      wire unused_started = ^started;
    end
  endgenerate

//% else
  localparam [WARPS-1:0] CHECKED_0 = 1;

  reg  [WARPS-1:0]       last_q;   // the warp that issued last
  reg  [WARPS-1:0]       above_q;  // warps behind it
  wire [WARPS-1:0]       next;

  ${prefix}_rr_pick #(.N(WARPS)) u_next (
    .above(above_q), .request(ready), .grant(next)
  );

  always @(posedge clk)
    if (rst)
      above_q <= {WARPS{1'b0}};
    else if (granted)
      above_q <= ~(turn | (turn - 1'b1));

//% end
  always @(posedge clk)
    if (rst)
      last_q <= {WARPS{1'b0}};
    else if (granted)
      last_q <= turn;

  // A delayed warp goes first when it is ready.
  reg  [8:0]       time_q;
  reg  [WARPS-1:0] checked_q;
  reg              delayed_q;
  wire             urgent = delayed_q & |(checked_q & ready);
  wire             issues = urgent & granted;
  wire             waits = delayed_q & |(checked_q & eligible) & ~issues;

  always @(posedge clk)
    if (rst) begin
      time_q <= 9'd0;
      checked_q <= CHECKED_0;
      delayed_q <= 1'b0;
    end else begin
      time_q <= time_q + 9'd1;
      if (&time_q & ~waits)
        checked_q <= checked_q << 1 | checked_q >> (WARPS - 1);
      delayed_q <= &time_q | (delayed_q & ~issues);
    end

  assign turn = urgent ? checked_q : |(last_q & ready) ? last_q : oldest;  //% if policy == gto
  assign turn = urgent ? checked_q : |(last_q & ready) ? last_q : next;    //% else
//% end
endmodule
`default_nettype wire
