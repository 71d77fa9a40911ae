// sfu - special functions of binary32: SFU_LANES pipelines take a beat group by group
// SPDX-License-Identifier: Apache-2.0
//
//   cycle 0                 a beat is in execute (x_)
//   cycle 1                 c_squashed squashes the beat; else its first group enters the pipelines
//   cycle STAGES + GROUPS   the result is at s_ at the earliest, GROUPS being LANES / SFU_LANES
//
// Results wait here until they are accepted. No beat that enters is ever refused: issue admits at
// most ENTRIES instructions. doc/sfu.md has the functions.
`default_nettype none
module ${prefix}_sfu #(
  parameter LANES = ${lanes},
  parameter SFU_LANES = ${sfu_lanes},
  parameter STAGES = ${sfu_stages},
  parameter ENTRIES = ${fpu_entries},
  parameter BEATS = ${beats},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  // execute
  input  wire                 x_valid,     // a beat of a special function is in execute
  input  wire                 x_last,      // last beat of the instruction
  input  wire [BEAT_BITS-1:0] x_beat,      // number of the beat  //% if folded
  input  wire [LANES-1:0]     x_mask,      // active lanes
  input  wire [META_BITS-1:0] x_meta,      // {sequence number if traced, warp, rd, writes}
  input  wire [2:0]           x_funct3,    // which function
  input  wire [LANES*32-1:0]  x_a,         // operand of each lane
  input  wire                 c_squashed,  // the beat that entered a cycle ago is squashed
  // results
  output wire                 s_valid,  // a result waits
  input  wire                 s_taken,  // the result is accepted
  output wire                 s_last,   // last beat of the instruction
  output wire [BEAT_BITS-1:0] s_beat,   // number of the beat  //% if folded
  output wire [LANES-1:0]     s_mask,   // lanes that are written
  output wire [META_BITS-1:0] s_meta,   // as x_meta
  output wire [LANES*32-1:0]  s_data    // result of each lane
);
  localparam QUEUE_BITS = $clog2(ENTRIES * BEATS);

  // A beat is counted when it is sure to stay. The queue entry of a squashed beat is used again.
  reg  [QUEUE_BITS:0]     entered_q;   // queue entry behind the last beat that stays
  reg                     entering_q;  // a beat entered a cycle ago
  wire                    enters = entering_q & ~c_squashed;
  wire [QUEUE_BITS:0]     entered = entered_q + {{QUEUE_BITS{1'b0}}, enters};

  always @(posedge clk)
    if (rst) begin
      entered_q <= {QUEUE_BITS+1{1'b0}};
      entering_q <= 1'b0;
    end else begin
      entered_q <= entered;
      entering_q <= x_valid;
    end

  // Lanes.
  wire                    f_valid;
  wire [2:0]              f_funct;
  wire [SFU_LANES*32-1:0] f_a;
  wire [SFU_LANES*32-1:0] d_data;
  reg  [STAGES-1:0]       valid_q;

  ${prefix}_sfu_feed #(
    .LANES(LANES), .SFU_LANES(SFU_LANES), .QUEUE_BITS(QUEUE_BITS)
  ) u_feed (
    .clk(clk), .rst(rst), .x_valid(x_valid), .x_funct(x_funct3), .x_a(x_a),
    .entered(entered_q), .enters(enters), .slot(entered[QUEUE_BITS-1:0]), .f_valid(f_valid),
    .f_funct(f_funct), .f_a(f_a)
  );

  always @(posedge clk)
    if (rst)
      valid_q <= {STAGES{1'b0}};
    else
      valid_q <= {valid_q[STAGES-2:0], f_valid};

  genvar l;
  generate
    for (l = 0; l < SFU_LANES; l = l + 1) begin : g_lane
      ${prefix}_sfu_lane u_lane (
        .clk(clk), .x_funct(f_funct), .x_a(f_a[l*32 +: 32]), .o_data(d_data[l*32 +: 32])
      );
    end
  endgenerate

  // Results.
  wire [4:0]              h_flags;
  wire                    unused_flags = |h_flags;

  ${prefix}_fpu_results #(
    .BEAT_BITS(BEAT_BITS),  //% if folded
    .LANES(LANES), .FPU_LANES(SFU_LANES), .META_BITS(META_BITS), .QUEUE_BITS(QUEUE_BITS)
  ) u_results (
    .x_beat(x_beat), .h_beat(s_beat),  //% if folded
    .clk(clk), .rst(rst), .x_valid(x_valid), .x_last(x_last), .x_mask(x_mask), .x_meta(x_meta),
    .slot(entered[QUEUE_BITS-1:0]), .d_valid(valid_q[STAGES-1]), .d_data(d_data),
    .d_flags(5'd0), .h_valid(s_valid), .h_taken(s_taken), .h_last(s_last), .h_mask(s_mask),
    .h_meta(s_meta), .h_data(s_data), .h_flags(h_flags)
  );
endmodule
`default_nettype wire
