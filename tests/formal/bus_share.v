// bus_share - what cores ask reaches the bus once, unchanged, in the order of acceptance, and soon
// SPDX-License-Identifier: Apache-2.0
//
// Each core holds what it asks until it is accepted. One core is tracked: while it asks, at most
// N - 1 requests of others are accepted before its own.
`ifndef N
`define N 3
`endif
`define WIDTH 3
`define BITS 2
module bus_share (
  input wire                 clk,
  input wire [`N-1:0]        asks_any,
  input wire [`N*`WIDTH-1:0] what_any,
  input wire                 bus_ready,
  input wire [`BITS-1:0]     tracked_any
);
  reg init = 1'b1;

  always @(posedge clk)
    init <= 1'b0;

  reg  [`N-1:0]        held_q;      // asked and not accepted
  reg  [`N*`WIDTH-1:0] what_q;
  wire [`N-1:0]        valid = init ? {`N{1'b0}} : held_q | asks_any;
  wire [`N-1:0]        ready;
  wire [`N*`WIDTH-1:0] what;
  wire                 bus_valid;
  wire [`BITS-1:0]     bus_core;
  wire [`WIDTH-1:0]    bus;
  genvar i;

  generate
    for (i = 0; i < `N; i = i + 1) begin : g_core
      assign what[i*`WIDTH +: `WIDTH]
        = held_q[i] ? what_q[i*`WIDTH +: `WIDTH] : what_any[i*`WIDTH +: `WIDTH];
    end
  endgenerate

  ww_bus_share #(.CORES(`N), .CORE_BITS(`BITS), .WIDTH(`WIDTH)) u (
    .clk(clk), .rst(init), .req_valid(valid), .req_ready(ready), .req(what),
    .bus_valid(bus_valid), .bus_ready(bus_ready), .bus_core(bus_core), .bus(bus)
  );

  // What has been accepted and is not on the bus yet: one at most.
  wire [`N-1:0]     taken = valid & ready;
  wire              leaves = bus_valid & bus_ready;
  reg               there_q;
  reg  [`BITS-1:0]  core_q;
  reg  [`WIDTH-1:0] expected_q;
  reg  [`BITS-1:0]  tracked_q;
  reg  [3:0]        passed_q;
  integer           n;

  always @(posedge clk) begin
    held_q <= init ? {`N{1'b0}} : valid & ~ready;
    what_q <= what;
    there_q <= ~init & (|taken | (there_q & ~leaves));
    for (n = 0; n < `N; n = n + 1)
      if (taken[n]) begin
        core_q <= n;
        expected_q <= what[n*`WIDTH +: `WIDTH];
      end
    if (init)
      tracked_q <= tracked_any;
    passed_q <= init | ~valid[tracked_q] | taken[tracked_q] ? 4'd0 : passed_q + (|taken);
  end

  always @* begin
    tracked_is: assume (init | tracked_q < `N);
    if (~init) begin
      one: assert ((taken & (taken - 1'b1)) == 0);
      room: assert (~|taken | ~there_q | leaves);
      once: assert (bus_valid == there_q);
      same: assert (~bus_valid | (bus == expected_q & bus_core == core_q));
      works: assert (there_q | ~|valid | |taken);
      bounded_wait: assert (passed_q < `N);
    end
  end
endmodule
