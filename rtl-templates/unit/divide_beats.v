// divide_beats - queues the beats of the instruction in the divider, and holds its mask and meta
// SPDX-License-Identifier: Apache-2.0
//
// The divider works on one beat at a time and starts the next one when it is idle. Issue keeps the
// next instruction away until writeback has taken the result of the last beat.
`default_nettype none
module ${prefix}_divide_beats #(
  parameter LANES = ${lanes},
  parameter BEATS = ${beats},          //% if folded
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits}
) (
  input  wire                 clk,
  input  wire                 rst,      //% if folded
  // operands
  input  wire                 x_valid,     // a beat of a product or division is in execute
  input  wire                 x_last,      // last beat of the instruction
  input  wire [BEAT_BITS-1:0] x_beat,      // number of the beat  //% if folded
  input  wire [LANES-1:0]     x_mask,      // active lanes
  input  wire [META_BITS-1:0] x_meta,      // {sequence number if traced, warp, rd, writes}
  input  wire [2:0]           x_funct3,    // operation
  input  wire [LANES*32-1:0]  x_a,         // first operand of each lane
  input  wire [LANES*32-1:0]  x_b,         // second operand of each lane
  input  wire                 c_squashed,  // the last beat is squashed  //% if folded
  // divider
  input  wire                 idle,     // the divider is idle  //% if folded
  output wire                 start,    // a beat starts
  output wire [LANES*32-1:0]  start_a,  // first operands of that beat
  output wire [LANES*32-1:0]  start_b,  // second operands of that beat
  output wire [2:0]           funct3,   // operation
  // writeback: of the beat
  output wire                 v_last,  // last beat of the instruction
  output wire [BEAT_BITS-1:0] v_beat,  // number of the beat  //% if folded
  output wire [LANES-1:0]     v_mask,  // lanes that are written
  output wire [META_BITS-1:0] v_meta   // as x_meta
);
  reg  [2:0]           funct3_q;
  reg                  last_q;
  reg  [LANES-1:0]     mask_q;
  reg  [META_BITS-1:0] meta_q;
  wire                 start_last;
  wire [LANES-1:0]     start_mask;

//% if folded
  // The beats of the instruction wait here for the divider.
  localparam ENTRY_BITS = 1 + BEAT_BITS + LANES * 65;
  reg  [ENTRY_BITS-1:0] beats_m [0:BEATS-1];
  reg  [BEAT_BITS-1:0]  write_q;
  reg  [BEAT_BITS-1:0]  read_q;
  reg  [BEAT_BITS:0]    waiting_q;  // beats that wait
  reg  [BEAT_BITS-1:0]  beat_q;     // the beat in the divider
  wire [BEAT_BITS-1:0]  start_beat;

  always @(posedge clk)
    if (x_valid) begin
      beats_m[write_q] <= {x_last, x_beat, x_mask, x_a, x_b};
      funct3_q <= x_funct3;
      meta_q <= x_meta;
    end

  always @(posedge clk)
    if (rst | c_squashed) begin
      write_q <= {BEAT_BITS{1'b0}};
      read_q <= {BEAT_BITS{1'b0}};
      waiting_q <= {BEAT_BITS+1{1'b0}};
    end else begin
      write_q <= write_q + {{BEAT_BITS-1{1'b0}}, x_valid};
      read_q <= read_q + {{BEAT_BITS-1{1'b0}}, start};
      waiting_q <= waiting_q + {{BEAT_BITS{1'b0}}, x_valid} - {{BEAT_BITS{1'b0}}, start};
    end

  assign {start_last, start_beat, start_mask, start_a, start_b} = beats_m[read_q];
  assign start = idle & |waiting_q;

  always @(posedge clk)
    if (start)
      beat_q <= start_beat;

  assign v_beat = beat_q;
//% else
  assign start = x_valid;
  assign start_last = x_last;
  assign start_mask = x_mask;
  assign start_a = x_a;
  assign start_b = x_b;

  always @(posedge clk)
    if (x_valid) begin
      funct3_q <= x_funct3;
      meta_q <= x_meta;
    end
//% end

  always @(posedge clk)
    if (start) begin
      last_q <= start_last;
      mask_q <= start_mask;
    end

  assign funct3 = funct3_q;
  assign v_last = last_q;
  assign v_mask = mask_q;
  assign v_meta = meta_q;
endmodule
`default_nettype wire
