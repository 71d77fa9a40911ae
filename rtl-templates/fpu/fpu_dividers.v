// fpu_dividers - divisions and square roots: several instructions, each in a unit of its own
// SPDX-License-Identifier: Apache-2.0
//
// An instruction enters the lowest of FDIVS units (fpu_divisions) that is free, with all its beats.
// Issue admits FDIVS instructions, so there is one. Of the units with a result the lowest is
// offered; a result that was offered and not accepted stays.
`default_nettype none
module ${prefix}_fpu_dividers #(
  parameter FDIVS = ${fdivs},
  parameter LANES = ${lanes},
  parameter UNITS = ${fdiv_units},
  parameter BEATS = ${beats},          //% if folded
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  // execute
  input  wire                 x_valid,     // a beat of a division or root is in execute
  input  wire                 x_last,      // last beat of the instruction
  input  wire [BEAT_BITS-1:0] x_beat,      // number of the beat  //% if folded
  input  wire [LANES-1:0]     x_mask,      // active lanes
  input  wire [META_BITS-1:0] x_meta,      // {sequence number if traced, warp, rd, writes}
  input  wire                 x_root,      // 1 square root, 0 division
  input  wire [2:0]           x_rm,        // rounding mode
  input  wire [LANES*32-1:0]  x_a,         // dividend of each lane, or operand of the root
  input  wire [LANES*32-1:0]  x_b,         // divisor of each lane
  input  wire                 c_squashed,  // the beat that entered a cycle ago is squashed
  // results
  output wire                 v_valid,  // a result waits
  input  wire                 v_ready,  // the result is accepted
  output wire                 v_last,   // last beat of the instruction
  output wire [BEAT_BITS-1:0] v_beat,   // number of the beat  //% if folded
  output wire [LANES-1:0]     v_mask,   // lanes that are written
  output wire [META_BITS-1:0] v_meta,   // as x_meta
  output wire [LANES*32-1:0]  v_data,   // result of each lane
  output wire [4:0]           v_flags   // {NV, DZ, OF, UF, NX} of all active lanes together
);
  // Which unit an instruction enters, and whose result is offered.
  reg  [FDIVS-1:0]           busy_q;  // an instruction is in the unit
  reg  [FDIVS-1:0]           unit_q;  // one-hot unit that was entered last
  reg                        more_q;  // more beats of its instruction follow
  reg  [FDIVS-1:0]           held_q;  // the result of this unit was offered and not accepted
  wire [FDIVS-1:0]           waits;   // units with a result
  wire                       again = more_q | c_squashed;
  wire [FDIVS-1:0]           free = ~busy_q & (busy_q + {{FDIVS-1{1'b0}}, 1'b1});
  wire [FDIVS-1:0]           enters = {FDIVS{x_valid}} & (again ? unit_q : free);
  wire [FDIVS-1:0]           squashed = {FDIVS{c_squashed}} & unit_q;
  wire [FDIVS-1:0]           offered = |held_q ? held_q : waits & -waits;
  wire [FDIVS-1:0]           taken = offered & {FDIVS{v_ready}};

  always @(posedge clk)
    if (rst) begin
      busy_q <= {FDIVS{1'b0}};
      more_q <= 1'b0;
      held_q <= {FDIVS{1'b0}};
    end else begin
      busy_q <= (busy_q & ~squashed & ~(taken & {FDIVS{v_last}})) | enters;
      more_q <= x_valid ? ~x_last : more_q & ~c_squashed;
      held_q <= offered & ~taken;
    end

  always @(posedge clk)
    if (x_valid)
      unit_q <= enters;

  // Units.
  localparam WIDTH = 6 + LANES * 33 + META_BITS + BEAT_BITS;  //% if folded
  localparam WIDTH = 6 + LANES * 33 + META_BITS;              //% else
  wire [FDIVS*WIDTH-1:0]     results;

  genvar n;
  generate
    for (n = 0; n < FDIVS; n = n + 1) begin : g_unit
      wire                 u_last;
      wire [BEAT_BITS-1:0] u_beat;  //% if folded
      wire [LANES-1:0]     u_mask;
      wire [META_BITS-1:0] u_meta;
      wire [LANES*32-1:0]  u_data;
      wire [4:0]           u_flags;

      ${prefix}_fpu_divisions #(
        .BEATS(BEATS), .BEAT_BITS(BEAT_BITS),  //% if folded
        .LANES(LANES), .UNITS(UNITS), .META_BITS(META_BITS)
      ) u_divisions (
        .x_beat(x_beat), .v_beat(u_beat),  //% if folded
        .clk(clk), .rst(rst), .x_valid(enters[n]), .x_last(x_last), .x_mask(x_mask),
        .x_meta(x_meta), .x_root(x_root), .x_rm(x_rm), .x_a(x_a), .x_b(x_b),
        .c_squashed(squashed[n]), .v_valid(waits[n]), .v_ready(taken[n]), .v_last(u_last),
        .v_mask(u_mask), .v_meta(u_meta), .v_data(u_data), .v_flags(u_flags)
      );
      assign results[n*WIDTH +: WIDTH] = {
        u_beat,  //% if folded
        u_last, u_mask, u_meta, u_data, u_flags
      };
    end
  endgenerate

  // Results.
  wire [WIDTH-1:0]           result;

  ${prefix}_onehot_mux #(.N(FDIVS), .WIDTH(WIDTH)) u_result (
    .sel(offered), .in(results), .out(result)
  );

  assign v_valid = |waits;
  assign v_beat = result[WIDTH-1 -: BEAT_BITS];  //% if folded
  assign {v_last, v_mask, v_meta, v_data, v_flags} = result[LANES*33+META_BITS+5:0];
endmodule
`default_nettype wire
