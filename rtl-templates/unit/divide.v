// divide - iterative divider of all lanes: lanes in step
// SPDX-License-Identifier: Apache-2.0
//
// Two bits per cycle. If the upper halves of all dividends are zero, the first cycle skips them.
// Works on magnitudes: restoring division, quotient bits shifted in behind the dividend. Takes one
// instruction at a time (issue keeps the credit), beat after beat, and holds each result until
// writeback takes it. Signs and the special cases of the manual (section M, table of division
// by zero and overflow) are settled at the end: with divisor 0 the magnitudes give all ones and the
// dividend, so only the quotient's sign is left alone; overflow comes out right by itself.
//
//   funct3   000 mul   001 mulh   010 mulhsu   011 mulhu   100 div   101 divu   110 rem   111 remu
`default_nettype none
module ${prefix}_divide #(
  parameter LANES = ${lanes},
//% if folded
  parameter BEATS = ${beats},
  parameter BEAT_BITS = ${beat_bits},
//% end
  parameter META_BITS = ${meta_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
//% if congest
  input  wire [39:0] congest,
  output wire [${stall_quotient}:${stall_quotient}] congested,
//% end
  // operands
  input  wire                 x_valid,
  input  wire                 x_last,
//% if folded
  input  wire [BEAT_BITS-1:0] x_beat,
//% end
  input  wire [LANES-1:0]     x_mask,
  input  wire [META_BITS-1:0] x_meta,
  input  wire [2:0]           x_funct3,
  input  wire [LANES*32-1:0]  x_a,
  input  wire [LANES*32-1:0]  x_b,
  input  wire                 c_cancel, // what entered in the last cycle is poisoned
  // issue
  output wire                 div_free,
  // writeback
  output wire                 v_valid,
  input  wire                 v_ready,
  output wire                 v_last,
//% if folded
  output wire [BEAT_BITS-1:0] v_beat,
//% end
  output wire [LANES-1:0]     v_mask,
  output wire [META_BITS-1:0] v_meta,
  output wire [LANES*32-1:0]  v_data
);
  localparam [1:0] IDLE = 2'd0, PREPARE = 2'd1, ITERATE = 2'd2, DONE = 2'd3;

  reg  [1:0]           state_q;
  reg  [3:0]           count_q;
  reg  [2:0]           funct3_q;
  reg                  last_q;
  reg  [LANES-1:0]     mask_q;
  reg  [META_BITS-1:0] meta_q;
  reg                  fixed_q;  // the result has its sign
  wire                 start;
  wire                 start_last;
  wire [LANES-1:0]     start_mask;
  wire [LANES*32-1:0]  start_a;
  wire [LANES*32-1:0]  start_b;
  wire                 taken = v_valid & v_ready;

//% if folded
  // The beats of the instruction wait here while the first ones are worked on.
  localparam ENTRY_BITS = 1 + BEAT_BITS + LANES * 65;
  reg  [ENTRY_BITS-1:0] beats_m [0:BEATS-1];
  reg  [BEAT_BITS-1:0]  write_q;
  reg  [BEAT_BITS-1:0]  read_q;
  reg  [BEAT_BITS:0]    waiting_q;
  reg  [BEAT_BITS-1:0]  beat_q;
  wire [BEAT_BITS-1:0]  start_beat;

  always @(posedge clk)
    if (x_valid) begin
      beats_m[write_q] <= {x_last, x_beat, x_mask, x_a, x_b};
      funct3_q <= x_funct3;
      meta_q <= x_meta;
    end

  always @(posedge clk)
    if (rst | c_cancel) begin
      write_q <= {BEAT_BITS{1'b0}};
      read_q <= {BEAT_BITS{1'b0}};
      waiting_q <= {BEAT_BITS+1{1'b0}};
    end else begin
      write_q <= write_q + {{BEAT_BITS-1{1'b0}}, x_valid};
      read_q <= read_q + {{BEAT_BITS-1{1'b0}}, start};
      waiting_q <= waiting_q + {{BEAT_BITS{1'b0}}, x_valid} - {{BEAT_BITS{1'b0}}, start};
    end

  assign {start_last, start_beat, start_mask, start_a, start_b} = beats_m[read_q];
  assign start = state_q == IDLE & |waiting_q;

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

  always @(posedge clk)
    if (rst | c_cancel)
      state_q <= IDLE;
    else
      case (state_q)
        IDLE: state_q <= start ? PREPARE : IDLE;
        PREPARE: state_q <= ITERATE;
        ITERATE: state_q <= &count_q ? DONE : ITERATE;
        default: state_q <= taken ? IDLE : DONE;
      endcase

  wire a_signed = ~funct3_q[0];
  wire b_signed = ~funct3_q[0];
  wire high = funct3_q[1];
  wire unused_funct3 = funct3_q[2];

  // Found while magnitudes are made: what is negative and at least -65535 has a short one. With the
  // divisor zero the quotient has ones in the upper half too.
  reg  [LANES-1:0] long_q;
  wire skip = count_q == 4'd0 & ~|(mask_q & long_q);

  always @(posedge clk) begin
    count_q <= state_q == ITERATE ? count_q + (skip ? 4'd8 : 4'd1) : 4'd0;
    fixed_q <= state_q == DONE & ~taken;
  end

//% if congest
  wire stall_quotient;

  ${prefix}_congestor u_stall_quotient (
    .clk(clk), .rst(rst), .congest(congest), .point(8'd${stall_quotient}), .wants(state_q == DONE & fixed_q),
    .stall(stall_quotient), .hit(congested[${stall_quotient}])
  );

//% end
  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      reg  [31:0] high_q;    // remainder (product: high word)
      reg  [31:0] low_q;     // dividend, then quotient (product: multiplier, then low word)
      reg  [31:0] by_q;      // magnitude of the divisor (multiplicand)
      reg         negate_q;  // the result is the negative of what comes out
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

//% if congest
  assign v_valid = state_q == DONE & fixed_q & ~stall_quotient;
//% else
  assign v_valid = state_q == DONE & fixed_q;
//% end
  assign v_last = last_q;
  assign v_mask = mask_q;
  assign v_meta = meta_q;
  assign div_free = taken & last_q;
endmodule
`default_nettype wire
