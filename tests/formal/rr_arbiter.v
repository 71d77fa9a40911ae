// rr_arbiter - round robin: fair, exact
// SPDX-License-Identifier: Apache-2.0
//
// A tracked requester keeps asking; whatever the others do, at most N - 1 other grants are used
// before its own.
`ifndef N
`define N 4
`endif
module rr_arbiter (
  input wire          clk,
  input wire          advance,
  input wire [`N-1:0] request,
  input wire [7:0]    tracked_any
);
  reg init = 1'b1;
  wire [`N-1:0] grant;

  always @(posedge clk)
    init <= 1'b0;

  ww_rr_arbiter #(.N(`N)) u (
    .clk(clk), .rst(init), .advance(advance), .request(request), .grant(grant)
  );

  // Which requester is tracked does not change.
  reg  [7:0] tracked_q;
  wire       asks = request[tracked_q];
  wire       served = grant[tracked_q];
  reg  [7:0] passed_q = 8'd0;   // grants of others while it asked

  always @(posedge clk) begin
    if (init)
      tracked_q <= tracked_any;
    passed_q <= init | ~asks | (served & advance) ? 8'd0 : passed_q + (advance & |grant);
  end

  always @* begin
    tracked_is: assume (init | tracked_q < `N);
    if (~init) begin
      onehot: assert ((grant & (grant - 1'b1)) == 0);
      asked_for: assert ((grant & ~request) == 0);
      some: assert (|grant == |request);
      bounded_wait: assert (passed_q < `N);
    end
  end
endmodule
