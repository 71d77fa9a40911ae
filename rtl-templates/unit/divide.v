// divide - iterative divider of all lanes: lanes in step
// SPDX-License-Identifier: Apache-2.0
//
// Restoring division of magnitudes, two bits in a cycle; quotient bits are shifted in behind the
// dividend. If the upper halves of all dividends are zero, the first cycle skips them.
//
//   IDLE      takes the operands of a beat                  1 cycle
//   PREPARE   makes the magnitudes                          1 cycle
//   ITERATE   divides                                       16 cycles, 9 if the upper halves are 0
//   DONE      gives the result its sign, then holds it      1 cycle, and until writeback takes it
//
// One instruction at a time, beat after beat: issue keeps the next one away (div_free).
//
// Division by 0 (RISC-V manual, chapter M): the magnitudes result in all ones and the dividend, as
// the manual wants, so the quotient is not negated then. Overflow needs no exception.
//
//   funct3   000 mul   001 mulh   010 mulhsu   011 mulhu   100 div   101 divu   110 rem   111 remu
`default_nettype none
module ${prefix}_divide #(
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [39:0] congest,                                   // {rate, seed}      //% if congest
  output wire [${stall_quotient}:${stall_quotient}] congested,  // a stall acts now  //% if congest
  // operands
  input  wire                 x_valid,     // a beat of a division is in execute
  input  wire                 x_last,      // last beat of the instruction
  input  wire [BEAT_BITS-1:0] x_beat,      // number of the beat  //% if folded
  input  wire [LANES-1:0]     x_mask,      // active lanes
  input  wire [META_BITS-1:0] x_meta,      // {sequence number if traced, warp, rd, writes}
  input  wire [2:0]           x_funct3,    // operation
  input  wire [LANES*32-1:0]  x_a,         // dividend of each lane
  input  wire [LANES*32-1:0]  x_b,         // divisor of each lane
  input  wire                 c_squashed,  // the beat that entered a cycle ago is squashed
  // issue
  output wire                 div_free,  // the divider is free again
  // writeback
  output wire                 v_valid,  // a result waits for a slot
  input  wire                 v_ready,  // writeback accepts the result
  output wire                 v_last,   // last beat of the instruction
  output wire [BEAT_BITS-1:0] v_beat,   // number of the beat  //% if folded
  output wire [LANES-1:0]     v_mask,   // lanes that are written
  output wire [META_BITS-1:0] v_meta,   // as x_meta
  output wire [LANES*32-1:0]  v_data    // result of each lane
);
  localparam [1:0] IDLE = 2'd0, PREPARE = 2'd1, ITERATE = 2'd2, DONE = 2'd3;

  reg  [1:0]           state_q;
  reg  [3:0]           count_q;
  wire [2:0]           funct3;
  reg                  fixed_q;  // the result has got its sign
  wire                 start;
  wire [LANES*32-1:0]  start_a;
  wire [LANES*32-1:0]  start_b;
  wire                 taken = v_valid & v_ready;

  ${prefix}_divide_beats u_beats (
//% if folded
    .idle(state_q == IDLE),
//% end
//% connect divide_beats
  );

  always @(posedge clk)
    if (rst | c_squashed)
      state_q <= IDLE;
    else
      case (state_q)
        IDLE: state_q <= start ? PREPARE : IDLE;
        PREPARE: state_q <= ITERATE;
        ITERATE: state_q <= &count_q ? DONE : ITERATE;
        default: state_q <= taken ? IDLE : DONE;
      endcase

  wire a_signed = ~funct3[0];
  wire b_signed = ~funct3[0];
  wire high = funct3[1];
  wire unused_funct3 = funct3[2];

  // Per lane, found in PREPARE: the upper half of the magnitude is not 0. A negative dividend from
  // -65535 up is short. With divisor 0 no half is skipped, since the quotient is all ones.
  reg  [LANES-1:0] long_q;
  wire skip = count_q == 4'd0 & ~|(v_mask & long_q);

  always @(posedge clk) begin
    count_q <= state_q == ITERATE ? count_q + (skip ? 4'd8 : 4'd1) : 4'd0;
    fixed_q <= state_q == DONE & ~taken;
  end

//% stall quotient state_q == DONE & fixed_q
  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      reg  [31:0] high_q;    // remainder (product: high word)
      reg  [31:0] low_q;     // dividend, then quotient (product: multiplier, then low word)
      reg  [31:0] by_q;      // magnitude of the divisor (multiplicand)
      reg         negate_q;  // the result is the negative of the magnitude
      wire        a_negative = a_signed & low_q[31];
      wire        b_negative = b_signed & by_q[31];
      wire [32:0] left = {high_q, low_q[31]};
      wire [32:0] sum = left - {1'b0, by_q};
      wire [32:0] next_left = {sum[32] ? left[31:0] : sum[31:0], low_q[30]};
      wire [32:0] next_sum = next_left - {1'b0, by_q};
      wire [31:0] value = high ? high_q : low_q;
      wire [31:0] negative = -value;

      always @(posedge clk)
        case (state_q)
          IDLE: begin
            low_q <= start_a[l*32 +: 32];
            by_q <= start_b[l*32 +: 32];
          end
          PREPARE: begin
            high_q <= 32'd0;
            low_q <= a_negative ? -low_q : low_q;
            by_q <= b_negative ? -by_q : by_q;
            negate_q <= high ? a_negative : (a_negative ^ b_negative) & |by_q;
          end
          ITERATE:
            if (skip)
              low_q <= {low_q[15:0], 16'd0};
            else
              {high_q, low_q} <= {next_sum[32] ? next_left[31:0] : next_sum[31:0], low_q[29:0],
                                  ~sum[32], ~next_sum[32]};
          default:
            if (~fixed_q) begin
              low_q <= negate_q ? negative : value;
            end
        endcase

      always @(posedge clk)
        if (state_q == PREPARE)
          long_q[l] <= (a_negative ? ~&low_q[31:16] | ~|low_q[15:0] : |low_q[31:16]) | ~|by_q;

      assign v_data[l*32 +: 32] = low_q;
    end
  endgenerate

  assign v_valid = state_q == DONE & fixed_q${unless stall quotient};
  assign div_free = taken & v_last;
endmodule
`default_nettype wire
