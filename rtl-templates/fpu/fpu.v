// fpu - floating-point unit: binary32 in all lanes, one beat per cycle at most
// SPDX-License-Identifier: Apache-2.0
//
// FPU_LANES pipelines (fpu_lane) take a beat group by group. Divisions and square roots have units
// of their own (fpu_divisions), and a credit of their own. All other instructions leave in the
// order of their entry. Results wait here until writeback accepts them. No beat that enters is ever
// refused: issue admits at most ENTRIES instructions, and ${fdivs} divisions.    //% if many_fdivs
// refused: issue admits at most ENTRIES instructions, and one division or root.  //% else
//
//   cycle 0        a beat is in execute (x_)
//   cycle 1        c_squashed squashes the beat
//   cycle STAGES   its result is at q_ at the earliest, if FPU_LANES = LANES;
//                  with fewer pipelines in cycle STAGES + GROUPS
//
// Credits: fpu_free and fdiv_free return the credit of an instruction when writeback accepts its
// last beat. A squashed instruction does not leave here: execute returns its credit.
//
//   x_fop   insn[31:27] of OP-FP, {011, insn[3:2]} of fmadd, fmsub, fnmsub, fnmadd
`default_nettype none
module ${prefix}_fpu #(
  parameter LANES = ${lanes},
  parameter FPU_LANES = ${fpu_lanes},
  parameter STAGES = ${fpu_stages},
  parameter ENTRIES = ${fpu_entries},
  parameter FDIV_UNITS = ${fdiv_units},
  parameter BEATS = ${beats},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [39:0] congest,                                 // {rate, seed}      //% if congest
  output wire [${stall_rounded}:${stall_rounded}] congested,  // a stall acts now  //% if congest
  // execute
  input  wire                 x_valid,     // a floating-point beat is in execute
  input  wire                 x_last,      // last beat of the instruction
  input  wire [BEAT_BITS-1:0] x_beat,      // number of the beat  //% if folded
  input  wire [LANES-1:0]     x_mask,      // active lanes
  input  wire [META_BITS-1:0] x_meta,      // {sequence number if traced, warp, rd, writes}
  input  wire [4:0]           x_fop,       // operation, as above
  input  wire [2:0]           x_funct3,    // insn[14:12]: which of some operations
  input  wire                 x_unsigned,  // the integer of a conversion is unsigned
  input  wire [2:0]           x_rm,        // rounding mode
  input  wire [LANES*32-1:0]  x_a,         // first operand of each lane
  input  wire [LANES*32-1:0]  x_b,         // second operand of each lane
  input  wire [LANES*32-1:0]  x_c,         // third operand of each lane
  input  wire                 c_squashed,  // the beat that entered a cycle ago is squashed
  // issue
  output wire                 fpu_free,   // return the credit of a completed instruction
  output wire                 fdiv_free,  // return the credit of a completed division or root
  // writeback
  output wire                 fp_valid,  // a result waits for a slot
  input  wire                 fp_ready,  // writeback accepts the result
  output wire                 fp_last,   // last beat of the instruction
  output wire [BEAT_BITS-1:0] fp_beat,   // number of the beat  //% if folded
  output wire [LANES-1:0]     fp_mask,   // lanes that are written
  output wire [META_BITS-1:0] fp_meta,   // as x_meta
  output wire [LANES*32-1:0]  fp_data,   // result of each lane
  output wire [4:0]           fp_flags   // {NV, DZ, OF, UF, NX} of all active lanes together
);
  localparam GROUPS = LANES / FPU_LANES;
  localparam QUEUE_BITS = $clog2(ENTRIES * BEATS);
  localparam OP_BITS = 11;

  wire                    x_divides = x_fop == 5'b00011 | x_fop == 5'b01011;
  wire                    x_enters = x_valid & ~x_divides;
  wire [OP_BITS-1:0]      x_op = {x_fop, x_funct3[1:0], x_unsigned, x_rm};
  wire                    unused_funct3 = x_funct3[2];

  // A beat is counted when it is sure to stay. The queue entry of a squashed beat is used again.
  reg  [QUEUE_BITS:0]     entered_q;   // queue entry behind the last beat that stays
  reg                     entering_q;  // a beat entered a cycle ago
  reg                     dividing_q;  // a beat of a division or root entered a cycle ago
  wire                    enters = entering_q & ~c_squashed;
  wire [QUEUE_BITS:0]     entered = entered_q + {{QUEUE_BITS{1'b0}}, enters};

  always @(posedge clk)
    if (rst) begin
      entered_q <= {QUEUE_BITS+1{1'b0}};
      entering_q <= 1'b0;
      dividing_q <= 1'b0;
    end else begin
      entered_q <= entered;
      entering_q <= x_enters;
      dividing_q <= x_valid & x_divides;
    end

  // Lanes.
  wire                    f_valid;
  wire [FPU_LANES-1:0]    f_mask;
  wire [OP_BITS-1:0]      f_op;
  wire [FPU_LANES*32-1:0] f_a;
  wire [FPU_LANES*32-1:0] f_b;
  wire [FPU_LANES*32-1:0] f_c;
  wire                    f_stays;  // the beat that entered the lanes a cycle ago is not squashed

  generate
    if (GROUPS == 1) begin : g_beats
      assign f_valid = x_enters;
      assign f_mask = x_mask;
      assign f_op = x_op;
      assign f_a = x_a;
      assign f_b = x_b;
      assign f_c = x_c;
      assign f_stays = ~c_squashed;
    end else begin : g_groups
      ${prefix}_fpu_feed #(
        .LANES(LANES), .FPU_LANES(FPU_LANES), .OP_BITS(OP_BITS), .QUEUE_BITS(QUEUE_BITS)
      ) u_feed (
        .clk(clk), .rst(rst), .x_valid(x_enters), .x_mask(x_mask), .x_op(x_op), .x_a(x_a),
        .x_b(x_b), .x_c(x_c), .entered(entered_q), .enters(enters),
        .slot(entered[QUEUE_BITS-1:0]), .f_valid(f_valid), .f_mask(f_mask), .f_op(f_op),
        .f_a(f_a), .f_b(f_b), .f_c(f_c)
      );
      assign f_stays = 1'b1;
    end
  endgenerate

  wire [FPU_LANES*32-1:0] d_data;
  wire [FPU_LANES*5-1:0]  lane_flags;
  wire [4:0]              d_flags;
  reg  [STAGES-1:0]       valid_q;

  always @(posedge clk)
    if (rst)
      valid_q <= {STAGES{1'b0}};
    else
      valid_q <= {valid_q[STAGES-2:0] & {{STAGES-2{1'b1}}, f_stays}, f_valid};

  genvar l;
  generate
    for (l = 0; l < FPU_LANES; l = l + 1) begin : g_lane
      reg  [STAGES-1:0] active_q;
      wire [4:0]        r_flags;

      always @(posedge clk)
        active_q <= {active_q[STAGES-2:0], f_mask[l]};

      ${prefix}_fpu_lane #(.STAGES(STAGES)) u_lane (
        .clk(clk), .x_fop(f_op[10:6]), .x_funct3(f_op[5:4]), .x_unsigned(f_op[3]),
        .x_rm(f_op[2:0]), .x_a(f_a[l*32 +: 32]), .x_b(f_b[l*32 +: 32]),
        .x_c(f_c[l*32 +: 32]), .r_data(d_data[l*32 +: 32]), .r_flags(r_flags)
      );
      assign lane_flags[l*5 +: 5] = r_flags & {5{active_q[STAGES-1]}};
    end
  endgenerate

  ${prefix}_onehot_mux #(.N(FPU_LANES), .WIDTH(5)) u_flags (
    .sel({FPU_LANES{1'b1}}), .in(lane_flags), .out(d_flags)
  );

  // Results.
  wire                 h_valid;
  wire                 h_taken;
  wire                 h_last;
  wire [BEAT_BITS-1:0] h_beat;  //% if folded
  wire [LANES-1:0]     h_mask;
  wire [META_BITS-1:0] h_meta;
  wire [LANES*32-1:0]  h_data;
  wire [4:0]           h_flags;

  ${prefix}_fpu_results #(
    .BEAT_BITS(BEAT_BITS),  //% if folded
    .LANES(LANES), .FPU_LANES(FPU_LANES), .META_BITS(META_BITS), .QUEUE_BITS(QUEUE_BITS)
  ) u_results (
    .x_beat(x_beat), .h_beat(h_beat),  //% if folded
    .clk(clk), .rst(rst), .x_valid(x_enters), .x_last(x_last), .x_mask(x_mask), .x_meta(x_meta),
    .slot(entered[QUEUE_BITS-1:0]), .d_valid(valid_q[STAGES-1]), .d_data(d_data),
    .d_flags(d_flags), .h_valid(h_valid), .h_taken(h_taken), .h_last(h_last), .h_mask(h_mask),
    .h_meta(h_meta), .h_data(h_data), .h_flags(h_flags)
  );

  wire                 v_valid;
  wire                 v_ready;
  wire                 v_last;
  wire [BEAT_BITS-1:0] v_beat;  //% if folded
  wire [LANES-1:0]     v_mask;
  wire [META_BITS-1:0] v_meta;
  wire [LANES*32-1:0]  v_data;
  wire [4:0]           v_flags;

  ${prefix}_fpu_dividers #(   //% if many_fdivs
  ${prefix}_fpu_divisions #(  //% else
    .BEATS(BEATS), .BEAT_BITS(BEAT_BITS),  //% if folded
    .LANES(LANES), .UNITS(FDIV_UNITS), .META_BITS(META_BITS)
  ) u_divisions (
    .x_beat(x_beat), .v_beat(v_beat),  //% if folded
    .clk(clk), .rst(rst), .x_valid(x_valid & x_divides), .x_last(x_last), .x_mask(x_mask),
    .x_meta(x_meta), .x_root(x_fop[3]), .x_rm(x_rm), .x_a(x_a), .x_b(x_b),
    .c_squashed(dividing_q & c_squashed), .v_valid(v_valid), .v_ready(v_ready), .v_last(v_last),
    .v_mask(v_mask), .v_meta(v_meta), .v_data(v_data), .v_flags(v_flags)
  );

  // A division or root goes first. A result that was offered and not accepted stays.
  reg                  offered_q;
  wire                 divides = v_valid & ~offered_q;

  always @(posedge clk)
    if (rst)
      offered_q <= 1'b0;
    else
      offered_q <= h_valid & ~divides & ~fp_ready;

  assign v_ready = divides & fp_ready;
  assign h_taken = h_valid & ~divides & fp_ready;
//% stall rounded h_valid | v_valid
  assign fp_valid = (h_valid | v_valid)${unless stall rounded};
  assign fp_last = divides ? v_last : h_last;
  assign fp_beat = divides ? v_beat : h_beat;  //% if folded
  assign fp_mask = divides ? v_mask : h_mask;
  assign fp_meta = divides ? v_meta : h_meta;
  assign fp_data = divides ? v_data : h_data;
  assign fp_flags = divides ? v_flags : h_flags;
  assign fpu_free = h_taken & h_last;
  assign fdiv_free = v_ready & v_last;
endmodule
`default_nettype wire
