// across - votes and shuffles as doc/machine.md has them, thread by thread
// SPDX-License-Identifier: Apache-2.0
//
// What one thread gets, any of them; N threads, all in lanes.
module across (
  input wire              clk,
  input wire [`N-1:0]     active,
  input wire [`N*32-1:0]  values,
  input wire [`N*32-1:0]  from,
  input wire [1:0]        which,
  input wire [4:0]        lane
);
  wire [`N-1:0]    nonzero;
  wire [31:0]      vote;
  wire [`N*32-1:0] shuffled;

  ww_vote #(.THREADS(`N)) u_vote (
    .active(active), .nonzero(nonzero), .which(which), .vote(vote)
  );
  ww_shuffle #(.THREADS(`N), .LANES(`N)) u_shuffle (
    .active(active), .values(values), .which(which), .own(values), .from(from),
    .shuffled(shuffled)
  );

  integer t;
  integer yes;
  integer all;

  genvar g;
  generate
    for (g = 0; g < `N; g = g + 1) begin : g_thread
      assign nonzero[g] = values[g*32 +: 32] != 0;
    end
  endgenerate

  always @* begin
    yes = 0;
    all = 0;
    for (t = 0; t < `N; t = t + 1)
      if (active[t]) begin
        all = all + 1;
        if (nonzero[t])
          yes = yes + 1;
      end
  end

  wire [31:0] own = values >> (lane * 32);
  wire [31:0] given = shuffled >> (lane * 32);
  wire [31:0] where = from >> (lane * 32);
  integer     i;
  integer     b;
  integer     c;
  integer     mask;
  integer     first;
  integer     last;
  integer     source;
  reg         named;
  reg  [31:0] there;

  always @* begin
    i = lane;
    b = where[5:0];
    c = where[11:6];
    mask = where[17:12];
    first = i & mask;
    last = first | (c & ~mask);
    case (which)
      2'd0: source = i - b;
      2'd1: source = i + b;
      2'd2: source = i ^ b;
      2'd3: source = first | (b & ~mask);
    endcase
    named = which == 2'd0 ? source >= first : source <= last;
    there = own;
    for (t = 0; t < `N; t = t + 1)
      if (named && source == t && active[t])
        there = values[t*32 +: 32];
  end

  always @* begin
    if (which == 2'd0) all_: assert (vote == (yes == all));
    if (which == 2'd1) any: assert (vote == (yes != 0));
    if (which == 2'd2) uni: assert (vote == (yes == all | yes == 0));
    if (which == 2'd3) ballot: assert (vote == (active & nonzero));
    if (lane < `N & which == 2'd0) up: assert (given == there);
    if (lane < `N & which == 2'd1) down: assert (given == there);
    if (lane < `N & which == 2'd2) bfly: assert (given == there);
    if (lane < `N & which == 2'd3) idx: assert (given == there);
  end
endmodule
