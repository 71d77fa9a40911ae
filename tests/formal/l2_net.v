// l2_net - a message reaches its target once, unchanged, in the order of acceptance, and soon
// SPDX-License-Identifier: Apache-2.0
//
// Each of N sources holds a message for one of two targets until it is accepted. One source is
// tracked: while it waits, at most N - 1 messages of others to its target are accepted before its
// own. A target that is free accepts a message, whatever the other one does.
`ifndef N
`define N 3
`endif
`define WIDTH 2
`define BITS 2
module l2_net (
  input wire                 clk,
  input wire [`N-1:0]        asks_any,
  input wire [`N-1:0]        to_any,
  input wire [`N*`WIDTH-1:0] what_any,
  input wire [1:0]           target_ready,
  input wire [`BITS-1:0]     tracked_any
);
  reg init = 1'b1;

  always @(posedge clk)
    init <= 1'b0;

  reg  [`N-1:0]        held_q;      // offered and not accepted
  reg  [`N-1:0]        to_q;
  reg  [`N*`WIDTH-1:0] what_q;
  wire [`N-1:0]        valid = init ? {`N{1'b0}} : held_q | asks_any;
  wire [`N-1:0]        ready;
  wire [`N-1:0]        to = (held_q & to_q) | (~held_q & to_any);
  wire [`N*`WIDTH-1:0] what;
  wire [1:0]           target_valid;
  wire [2*`BITS-1:0]   target_from;
  wire [2*`WIDTH-1:0]  target_data;
  genvar i;

  generate
    for (i = 0; i < `N; i = i + 1) begin : g_source
      assign what[i*`WIDTH +: `WIDTH]
        = held_q[i] ? what_q[i*`WIDTH +: `WIDTH] : what_any[i*`WIDTH +: `WIDTH];
    end
  endgenerate

  ww_l2_net #(
    .SOURCES(`N), .SOURCE_BITS(`BITS), .TARGETS(2), .TARGET_BITS(1), .WIDTH(`WIDTH)
  ) u (
    .clk(clk), .rst(init), .source_valid(valid), .source_ready(ready), .source_to(to),
    .source_data(what), .target_valid(target_valid), .target_ready(target_ready),
    .target_from(target_from), .target_data(target_data)
  );

  // Accepted and not at the target yet: one at most for each target.
  wire [`N-1:0]     taken = valid & ready;
  wire [1:0]        leaves = target_valid & target_ready;
  reg  [1:0]        there_q;
  reg  [`BITS-1:0]  from_q [0:1];
  reg  [`WIDTH-1:0] expected_q [0:1];
  reg  [`BITS-1:0]  tracked_q;
  reg  [3:0]        passed_q;
  wire              aim = to[tracked_q];
  wire [`N-1:0]     to_aim = taken & (aim ? to : ~to);
  wire [`N-1:0]     to_0 = taken & ~to;
  wire [`N-1:0]     to_1 = taken & to;
  integer           n;

  always @(posedge clk) begin
    held_q <= init ? {`N{1'b0}} : valid & ~ready;
    to_q <= to;
    what_q <= what;
    there_q <= {2{~init}} & ({|to_1, |to_0} | (there_q & ~leaves));
    for (n = 0; n < `N; n = n + 1)
      if (taken[n]) begin
        from_q[to[n]] <= n;
        expected_q[to[n]] <= what[n*`WIDTH +: `WIDTH];
      end
    if (init)
      tracked_q <= tracked_any;
    passed_q <= init | ~valid[tracked_q] | taken[tracked_q] ? 4'd0 : passed_q + (|to_aim);
  end

  always @* begin
    tracked_is: assume (init | tracked_q < `N);
    if (~init) begin
      one: assert ((to_0 & (to_0 - 1'b1)) == 0 & (to_1 & (to_1 - 1'b1)) == 0);
      room: assert ((~|to_0 | ~there_q[0] | leaves[0]) & (~|to_1 | ~there_q[1] | leaves[1]));
      once: assert (target_valid == there_q);
      same: assert ((~target_valid[0] | (target_data[0 +: `WIDTH] == expected_q[0]
                                         & target_from[0 +: `BITS] == from_q[0]))
                    & (~target_valid[1] | (target_data[`WIDTH +: `WIDTH] == expected_q[1]
                                           & target_from[`BITS +: `BITS] == from_q[1])));
      works: assert ((there_q[0] | ~|(valid & ~to) | |to_0)
                     & (there_q[1] | ~|(valid & to) | |to_1));
      bounded_wait: assert (passed_q < `N);
    end
  end
endmodule
