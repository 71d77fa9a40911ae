// lane_place - what the load/store unit adds to make the address of a lane
// SPDX-License-Identifier: Apache-2.0
//
// It is computed beside the selection of the operands, so that execute has one sum.
//
//   place   base              step
//   0       a                 offset
//   1       a                 4 * thread
//   2       a                 c * thread
//   3       a                 c
//   4       private memory    see below
//
// Private memory of a block has a row for each word of a thread, in which each of its threads has
// one. Byte a + offset of a thread is in row (a + offset) / 4. That is the row of a (step), of
// offset (private), and one more if the bytes carry.
`default_nettype none
module ${prefix}_lane_place #(
  parameter THREADS = ${threads},
  parameter WARP_COUNT_BITS = ${warp_count_bits}
) (
  input  wire [2:0]                 place,    // see above
  input  wire [31:0]                thread,   // number of the thread in its warp
  input  wire [31:0]                a,        // first operand
  input  wire [31:0]                c,        // third operand
  input  wire [31:0]                offset,   // immediate
  input  wire [31:0]                private,  // row of offset, of thread 0 of the warp
  input  wire [31:0]                row,      // bytes of a row
  input  wire [WARP_COUNT_BITS-1:0] warps,    // warps of the block
  output wire [31:0]                base,
  output wire [31:0]                step
);
  localparam [31:0] WARP_ROW = 4 * THREADS;  // bytes of a row for each warp

  wire        in_private = place[2];
  wire [2:0]  bytes = {1'b0, a[1:0]} + {1'b0, offset[1:0]};
  wire [31:0] mine = {thread[29:0], 2'b00};
  wire [31:0] first = private + mine;
  wire [31:0] second = private + (row + mine);
  wire [31:0] factor = in_private ? {2'b00, a[31:2]} : c;
  wire [31:0] times = in_private ? {{32-WARP_COUNT_BITS{1'b0}}, warps} : thread;
  wire [31:0] product = factor * times;
  reg  [31:0] chosen;

  always @*
    case (place)
      3'd0: chosen = offset;
      3'd1: chosen = mine;
      3'd2: chosen = product;
      3'd3: chosen = c;
      default: chosen = product * WARP_ROW;
    endcase

  assign base = in_private ? (bytes[2] ? second : first) | {30'd0, bytes[1:0]} : a;
  assign step = chosen;
endmodule
`default_nettype wire
