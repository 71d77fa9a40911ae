// l2_fifo - queue in distributed RAM, first word falls through
// SPDX-License-Identifier: Apache-2.0
//
// in_ready and out_valid depend on the number of entries only: a FIFO cuts every path from ready
// to ready. A queue of two entries or more moves one entry a cycle.
`default_nettype none
module ${prefix}_l2_fifo #(
  parameter WIDTH = 8,
  parameter DEPTH = 4,          // a power of two, at least 2
  parameter DEPTH_BITS = 2
) (
  input  wire             clk,
  input  wire             rst,
  // in
  input  wire             in_valid,   // an entry arrives
  output wire             in_ready,   // the entry is accepted
  input  wire [WIDTH-1:0] in_data,    // the entry
  // out
  output wire             out_valid,  // an entry waits
  input  wire             out_ready,  // the entry is accepted
  output wire [WIDTH-1:0] out_data    // the oldest entry
);
  localparam [DEPTH_BITS:0] EMPTY = 0;
  localparam [DEPTH_BITS-1:0] FIRST = 0;
  localparam [DEPTH_BITS-1:0] ONE = 1;

  reg  [WIDTH-1:0]      entry_m [0:DEPTH-1];
  reg  [DEPTH_BITS-1:0] head_q;
  reg  [DEPTH_BITS-1:0] tail_q;
  reg  [DEPTH_BITS:0]   count_q;
  wire                  push = in_valid & in_ready;
  wire                  pop = out_valid & out_ready;

  assign in_ready = ~count_q[DEPTH_BITS];  // DEPTH is a power of two
  assign out_valid = count_q != EMPTY;
  assign out_data = entry_m[head_q];

  always @(posedge clk)
    if (push)
      entry_m[tail_q] <= in_data;

  always @(posedge clk)
    if (rst) begin
      head_q <= FIRST;
      tail_q <= FIRST;
      count_q <= EMPTY;
    end else begin
      if (push)
        tail_q <= tail_q + ONE;
      if (pop)
        head_q <= head_q + ONE;
      count_q <= count_q + {{DEPTH_BITS{1'b0}}, push} - {{DEPTH_BITS{1'b0}}, pop};
    end
endmodule
`default_nettype wire
