// sfu - special functions: SFU_LANES lanes take a beat group by group
// SPDX-License-Identifier: Apache-2.0
//
// A beat begins one cycle behind execute, when it is sure to stay. Results wait here: issue lets in
// no more than ENTRIES instructions.
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
  input  wire                 x_valid,
  input  wire                 x_last,
  input  wire [BEAT_BITS-1:0] x_beat,  //% if folded
  input  wire [LANES-1:0]     x_mask,
  input  wire [META_BITS-1:0] x_meta,
  input  wire [2:0]           x_funct3,
  input  wire [LANES*32-1:0]  x_a,
  input  wire                 c_cancel, // what entered in the last cycle has no effect
  // results
  output wire                 s_valid,
  input  wire                 s_taken,
  output wire                 s_last,
  output wire [BEAT_BITS-1:0] s_beat,  //% if folded
  output wire [LANES-1:0]     s_mask,
  output wire [META_BITS-1:0] s_meta,
  output wire [LANES*32-1:0]  s_data
);
  localparam QUEUE_BITS = $clog2(ENTRIES * BEATS);

  // What entered in the last cycle stays if it is not cancelled; else its slot is free again.
  reg  [QUEUE_BITS:0]     entered_q;
  reg                     entering_q;
  wire                    enters = entering_q & ~c_cancel;
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
