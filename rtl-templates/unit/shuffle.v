// shuffle - shfl.up, shfl.down, shfl.bfly, shfl.idx: each thread reads the operand of another one
// SPDX-License-Identifier: Apache-2.0
//
// The second operand of a thread is {mask, c, b} of 6 bits each. Mask and c bound the segment of
// the warp in which the source must lie; b is its distance, or for shfl.idx its number. If the
// source is outside of the segment, or not active, the thread keeps its own operand
// (doc/machine.md).
`default_nettype none
module ${prefix}_shuffle #(
  parameter THREADS = ${threads},
  parameter THREAD_BITS = ${thread_bits},
  parameter BEAT_BITS = ${beat_bits},      //% if folded
  parameter LANES = ${lanes}
) (
  input  wire [THREADS-1:0]    active,   // active threads of the warp
  input  wire [THREADS*32-1:0] values,   // operand of each thread
  input  wire [BEAT_BITS-1:0]  beat,     // number of the beat  //% if folded
  input  wire [1:0]            which,    // up, down, bfly, idx
  input  wire [LANES*32-1:0]   own,      // operand of each lane
  input  wire [LANES*32-1:0]   from,     // {mask, c, b} of each lane
  output wire [LANES*32-1:0]   shuffled  // result of each lane
);
  wire [6:0] threads = THREADS;

  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      wire [31:0] place = {{32-BEAT_BITS{1'b0}}, beat} * LANES + l;  //% if folded
      wire [31:0] place = l;                                         //% else
      wire        unused_place = ^place[31:6];
      wire [5:0]  number = place[5:0];
      wire [5:0]  b = from[l*32 +: 6];
      wire [5:0]  mask = from[l*32+12 +: 6];
      wire [5:0]  first = number & mask;
      wire [5:0]  last = first | (from[l*32+6 +: 6] & ~mask);
      wire [6:0]  up = {1'b0, number} - {1'b0, b};
      wire [6:0]  down = {1'b0, number} + {1'b0, b};
      wire [5:0]  other = which[0] ? first | (b & ~mask) : number ^ b;
      wire [6:0]  source = which[1] ? {1'b0, other} : which[0] ? down : up;
      wire        in_segment = |which ? source <= {1'b0, last} : b <= (number & ~mask);
      wire        named = in_segment & source < threads;
      wire        given = named & active[source[THREAD_BITS-1:0]];

      assign shuffled[l*32 +: 32] = given ? values[source[THREAD_BITS-1:0]*32 +: 32]
                                          : own[l*32 +: 32];
    end
  endgenerate

  wire unused_from = ^from;
endmodule
`default_nettype wire
