// block_fit - the lowest run of free places that is long enough
// SPDX-License-Identifier: Apache-2.0
//
// For all sets of free places and all counts, also those that no set can hold.
`ifndef N
`define N 8
`endif
`ifndef BITS
`define BITS 4
`endif
module block_fit (
  input wire             clk,
  input wire [`N-1:0]    free,
  input wire [`BITS-1:0] count
);
  localparam [2*`N-1:0] ONE = 1;
  wire             fits;
  wire [`N-1:0]    mask;
  wire [`BITS-1:0] first;

  ww_block_fit #(.N(`N), .BITS(`BITS)) u (
    .free(free), .count(count), .fits(fits), .mask(mask), .first(first)
  );

  // The reference tries each place, the lowest one last.
  wire [2*`N-1:0]  run = (ONE << count) - ONE;
  reg              found;
  reg  [2*`N-1:0]  want;
  reg  [`BITS-1:0] at;
  integer          i;

  always @* begin
    found = 1'b0;
    want = 0;
    at = 0;
    for (i = `N - 1; i >= 0; i = i - 1)
      if (i + count <= `N & (run << i & ~free) == 0) begin
        found = 1'b1;
        want = run << i;
        at = i;
      end
  end

  always @* begin
    found_is: assert (fits == found);
    if (found) places: assert (mask == want);
    if (found) lowest: assert (first == at);
  end
endmodule
