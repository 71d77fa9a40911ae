// muldiv - small iterative multiplier and divider of all lanes: lanes in step
// SPDX-License-Identifier: Apache-2.0
//
// One bit in a cycle. One adder per lane serves all steps: the iteration, the magnitude of the
// dividend, the sign of the result. One instruction at a time, beat after beat: issue keeps the
// next one away (div_free). A result is held until writeback takes it.
//
//   state     high (34 bits)            low                        by
//   IDLE      0                         b                          a
//   PREPARE                             a, or |a| of a division    b
//   ITERATE   see below
//   HIGH                                high if it is wanted; remainders below 0: + |b|
//   MOVE      0                                                    low
//   SIGN                                by, or -by
//   DONE
//
// Products: b is added to high where low has a bit, and both are shifted right; the last bit of a
// signed multiplier is subtracted. Their sign is right from the beginning: no MOVE, no SIGN.
//
// Division does not restore: |b| is subtracted from a remainder, added to one below 0 (it is b that
// is added or subtracted, as its sign wants). High is the remainder shifted, with the next bit of
// the dividend, so the first cycle only brings that bit and the last one only shifts back. With
// divisor 0 the steps give all ones and the dividend, as the manual wants (section M, table of
// division by zero and overflow); a signed quotient cannot begin with two ones otherwise, and keeps
// its sign. Overflow comes out right by itself.
//
//   funct3   000 mul   001 mulh   010 mulhsu   011 mulhu   100 div   101 divu   110 rem   111 remu
`default_nettype none
module ${prefix}_muldiv #(
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [39:0] congest,                                   // {rate, seed}      //% if congest
  output wire [${stall_quotient}:${stall_quotient}] congested,  // a stall acts now  //% if congest
  // operands
  input  wire                 x_valid,     // a beat of a product or division is in execute
  input  wire                 x_last,      // last beat of the instruction
  input  wire [BEAT_BITS-1:0] x_beat,      // number of the beat  //% if folded
  input  wire [LANES-1:0]     x_mask,      // active lanes
  input  wire [META_BITS-1:0] x_meta,      // {sequence number if traced, warp, rd, writes}
  input  wire [2:0]           x_funct3,    // operation
  input  wire [LANES*32-1:0]  x_a,         // first operand of each lane
  input  wire [LANES*32-1:0]  x_b,         // second operand of each lane
  input  wire                 c_squashed,  // the beat that entered a cycle ago is squashed
  // issue
  output wire                 div_free,  // the unit is free again
  // writeback
  output wire                 v_valid,  // a result waits for a slot
  input  wire                 v_ready,  // writeback accepts the result
  output wire                 v_last,   // last beat of the instruction
  output wire [BEAT_BITS-1:0] v_beat,   // number of the beat  //% if folded
  output wire [LANES-1:0]     v_mask,   // lanes that are written
  output wire [META_BITS-1:0] v_meta,   // as x_meta
  output wire [LANES*32-1:0]  v_data    // result of each lane
);
  localparam [2:0] IDLE = 3'd0, PREPARE = 3'd1, ITERATE = 3'd2, HIGH = 3'd3, MOVE = 3'd4,
                   SIGN = 3'd5, DONE = 3'd6;
  localparam [5:0] FIRST = 6'd0, FIRST_BIT = 6'd1, LAST_BIT = 6'd32;

  reg  [2:0]           state_q;
  reg  [5:0]           count_q;
  reg                  first_q;    // count_q is FIRST
  reg                  end_bit_q;  // LAST_BIT
  reg                  end_q;      // the one behind it, of a division
  wire [2:0]           funct3;
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

  wire divides = funct3[2];
  wire a_signed = divides ? ~funct3[0] : funct3[1] ^ funct3[0];
  wire b_signed = divides ? ~funct3[0] : funct3[1:0] == 2'b01;
  wire remainder = funct3[1];
  wire high = divides ? remainder : |funct3[1:0];

  always @(posedge clk)
    if (rst | c_squashed)
      state_q <= IDLE;
    else
      case (state_q)
        IDLE: state_q <= start ? PREPARE : IDLE;
        PREPARE: state_q <= ITERATE;
        ITERATE: state_q <= (divides ? end_q : end_bit_q) ? HIGH : ITERATE;
        HIGH: state_q <= divides ? MOVE : DONE;
        MOVE: state_q <= SIGN;
        SIGN: state_q <= DONE;
        default: state_q <= taken ? IDLE : DONE;
      endcase

  always @(posedge clk)
    if (state_q == ITERATE) begin
      count_q <= count_q + 6'd1;
      first_q <= 1'b0;
      end_bit_q <= count_q == LAST_BIT - 6'd1;
      end_q <= end_bit_q;
    end else begin
      count_q <= divides ? FIRST : FIRST_BIT;
      first_q <= divides;
      end_bit_q <= 1'b0;
      end_q <= 1'b0;
    end

  // What all lanes do.
  wire prepares = state_q == PREPARE;
  wire iterates = state_q == ITERATE;
  wire moves = state_q == MOVE;
  wire finishes = state_q == HIGH;
  wire signs = state_q == SIGN;
  wire steps = ~first_q & ~end_q;                   // of a division
  wire right = ~divides | end_q;                    // shifts to the right
  wire negative_bit = ~divides & a_signed & end_bit_q;
  wire low_loads = state_q == IDLE;
  wire low_sums = prepares | (finishes & high) | signs;
  wire low_changes = low_loads | low_sums | (iterates & ~end_q);
  wire by_changes = low_loads | prepares | moves;
  wire high_clears = low_loads | moves;

//% stall quotient state_q == DONE
  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      reg  [33:0] high_q;
      reg  [31:0] low_q;
      reg  [31:0] by_q;
      reg         negate_q;  // the dividend is negative, then: the result has to be
      wire        below = high_q[33];
      wire        b_negative = b_signed & by_q[31];
      wire        adds = prepares | signs
                         | (iterates ? (divides ? steps : low_q[0]) : finishes & divides & below);
      wire        subtracts = prepares ? divides & a_signed & by_q[31]
                              : signs ? negate_q
                              : iterates ? (divides ? below == b_negative : negative_bit)
                              : b_negative;
      wire [33:0] term = ({{2{b_negative}}, by_q} ^ {34{subtracts}}) & {34{adds}};
      wire [33:0] sum = high_q + term + {33'd0, subtracts & adds};

      always @(posedge clk)
        if (high_clears)
          high_q <= 34'd0;
        else if (iterates)
          high_q <= right ? {sum[33], sum[33:1]} : {sum[32:0], low_q[31]};

      always @(posedge clk)
        if (low_changes)
          low_q <= low_loads ? start_b[l*32 +: 32]
                   : low_sums ? sum[31:0]
                   : divides ? {low_q[30:0], ~sum[33]} : {sum[0], low_q[31:1]};

      always @(posedge clk)
        if (by_changes)
          by_q <= low_loads ? start_a[l*32 +: 32] : low_q;

      always @(posedge clk)
        if (prepares)
          negate_q <= a_signed & by_q[31];
        else if (moves & ~remainder)
          negate_q <= (negate_q ^ b_negative) & ~(&low_q[31:30]);

      assign v_data[l*32 +: 32] = low_q;
    end
  endgenerate

  assign v_valid = state_q == DONE${unless stall quotient};
  assign div_free = taken & v_last;
endmodule
`default_nettype wire
