// fpu_and_sfu - floating-point unit and special functions, with one output and one credit pool
// SPDX-License-Identifier: Apache-2.0
//
// Execute, issue and writeback see one floating-point unit (fpu). Both parts have room for all
// instructions that the credits admit.
//
// If both have a result, the special function goes first. Two exceptions: a result of fpu that was
// offered and not accepted stays, and none is passed over twice.
`default_nettype none
module ${prefix}_fpu_and_sfu #(
  parameter LANES = ${lanes},
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
  input  wire                 x_special,   // the operation is a special function
  input  wire [4:0]           x_fop,       // operation, as in fpu
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
  wire                 f_free;
  wire                 f_valid;
  wire                 f_ready;
  wire                 f_last;
  wire [BEAT_BITS-1:0] f_beat;  //% if folded
  wire [LANES-1:0]     f_mask;
  wire [META_BITS-1:0] f_meta;
  wire [LANES*32-1:0]  f_data;
  wire [4:0]           f_flags;
  wire                 s_valid;
  wire                 s_taken;
  wire                 s_last;
  wire [BEAT_BITS-1:0] s_beat;  //% if folded
  wire [LANES-1:0]     s_mask;
  wire [META_BITS-1:0] s_meta;
  wire [LANES*32-1:0]  s_data;

  ${prefix}_fpu #(.META_BITS(META_BITS)) u_fpu (
    .fp_beat(f_beat),  //% if folded
    .x_valid(x_valid & ~x_special),
    .fpu_free(f_free),
    .fp_valid(f_valid), .fp_ready(f_ready), .fp_last(f_last),
    .fp_mask(f_mask), .fp_meta(f_meta), .fp_data(f_data), .fp_flags(f_flags),
//% connect ../fpu/fpu
  );

  ${prefix}_sfu #(.META_BITS(META_BITS)) u_sfu (
    .x_valid(x_valid & x_special),
//% connect sfu
  );

  reg                  held_q;    // a result of fpu was offered a cycle ago, and not accepted
  reg                  passed_q;  // a result of fpu was passed over a cycle ago
  wire                 special = s_valid & ~held_q & ~(f_valid & passed_q);

  always @(posedge clk)
    if (rst) begin
      held_q <= 1'b0;
      passed_q <= 1'b0;
    end else begin
      held_q <= f_valid & ~special & ~fp_ready;
      passed_q <= f_valid & special & fp_ready;
    end

  assign s_taken = special & fp_ready;
  assign f_ready = ~special & fp_ready;
  assign fpu_free = f_free | (s_taken & s_last);
  assign fp_valid = f_valid | special;
  assign fp_last = special ? s_last : f_last;
  assign fp_beat = special ? s_beat : f_beat;  //% if folded
  assign fp_mask = special ? s_mask : f_mask;
  assign fp_meta = special ? s_meta : f_meta;
  assign fp_data = special ? s_data : f_data;
  assign fp_flags = f_flags & {5{~special}};
endmodule
`default_nettype wire
