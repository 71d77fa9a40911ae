// fpu_divisions - divisions and square roots: one instruction, its lanes group by group
// SPDX-License-Identifier: Apache-2.0
//
// UNITS dividers work in step. With fewer dividers than lanes they take the groups of lanes of a
// beat one after the other, and skip groups without an active lane. The beats of the instruction
// wait here. Issue holds the next instruction until writeback has accepted the last beat (one
// credit).
//
//   IDLE     a beat is there: its first group is chosen; without active lanes it is DONE
//   START    1 cycle: the dividers start
//   DIVIDE   until all dividers of the group are done; then START for the next group, or DONE
//   DONE     the result is at v_, held until v_ready
`default_nettype none
module ${prefix}_fpu_divisions #(
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
  localparam GROUPS = LANES / UNITS;
  localparam [1:0] IDLE = 2'd0, START = 2'd1, DIVIDE = 2'd2, DONE = 2'd3;

  reg                   root_q;
  reg  [2:0]            rm_q;
  reg  [META_BITS-1:0]  meta_q;
  reg  [1:0]            state_q;
  reg  [GROUPS-1:0]     left_q;   // groups that wait
  reg  [GROUPS-1:0]     group_q;  // one-hot group in the dividers
  wire                  some;     // a beat waits or is in the dividers
  wire                  last;
  wire [LANES-1:0]      mask;
  wire [LANES*32-1:0]   a;
  wire [LANES*32-1:0]   b;
  wire                  taken = v_valid & v_ready;

  always @(posedge clk)
    if (x_valid) begin
      root_q <= x_root;
      rm_q <= x_rm;
      meta_q <= x_meta;
    end
//% if folded

  // The beats of the instruction.
  localparam ENTRY_BITS = 1 + BEAT_BITS + LANES * 65;
  reg  [ENTRY_BITS-1:0] beats_m [0:BEATS-1];
  reg  [BEAT_BITS-1:0]  write_q;
  reg  [BEAT_BITS-1:0]  read_q;
  reg  [BEAT_BITS:0]    waiting_q;

  always @(posedge clk)
    if (x_valid)
      beats_m[write_q] <= {x_last, x_beat, x_mask, x_a, x_b};

  always @(posedge clk)
    if (rst) begin
      write_q <= {BEAT_BITS{1'b0}};
      read_q <= {BEAT_BITS{1'b0}};
      waiting_q <= {BEAT_BITS+1{1'b0}};
    end else begin
      write_q <= write_q + {{BEAT_BITS-1{1'b0}}, x_valid};
      read_q <= c_squashed ? write_q : read_q + {{BEAT_BITS-1{1'b0}}, taken};
      waiting_q <= (waiting_q & {BEAT_BITS+1{~c_squashed}}) + {{BEAT_BITS{1'b0}}, x_valid}
                   - {{BEAT_BITS{1'b0}}, taken};
    end

  assign {last, v_beat, mask, a, b} = beats_m[read_q];
  assign some = |waiting_q;
//% else

  // The beat of the instruction.
  reg                   some_q;
  reg                   last_q;
  reg  [LANES-1:0]      mask_q;
  reg  [LANES*32-1:0]   a_q;
  reg  [LANES*32-1:0]   b_q;

  always @(posedge clk)
    if (x_valid) begin
      last_q <= x_last;
      mask_q <= x_mask;
      a_q <= x_a;
      b_q <= x_b;
    end

  always @(posedge clk)
    if (rst)
      some_q <= 1'b0;
    else
      some_q <= x_valid | (some_q & ~taken & ~c_squashed);

  assign some = some_q;
  assign last = last_q;
  assign mask = mask_q;
  assign a = a_q;
  assign b = b_q;
//% end

  // Groups with active lanes.
  wire [GROUPS-1:0] active;
  wire [GROUPS-1:0] left = state_q == IDLE ? active : left_q;
  wire [UNITS-1:0]  group_mask;
  wire [UNITS-1:0]  done;
  wire              finished = &(done | ~group_mask);

  genvar g;
  generate
    for (g = 0; g < GROUPS; g = g + 1) begin : g_active
      assign active[g] = |mask[g*UNITS +: UNITS];
    end
  endgenerate

  always @(posedge clk)
    if (rst | c_squashed)
      state_q <= IDLE;
    else
      case (state_q)
        IDLE: state_q <= ~some ? IDLE : |active ? START : DONE;
        START: state_q <= DIVIDE;
        DIVIDE: state_q <= ~finished ? DIVIDE : |left_q ? START : DONE;
        default: state_q <= taken ? IDLE : DONE;
      endcase

  // The lowest group that waits is the next one.
  always @(posedge clk)
    if (state_q == IDLE | (state_q == DIVIDE & finished)) begin
      left_q <= left & ~(left & -left);
      group_q <= left & -left;
    end

  // Dividers.
  wire [UNITS*32-1:0]   start_a;
  wire [UNITS*32-1:0]   start_b;
  wire [UNITS*32-1:0]   data;
  wire [UNITS*5-1:0]    flags;

  ${prefix}_onehot_mux #(.N(GROUPS), .WIDTH(UNITS)) u_mask (
    .sel(group_q), .in(mask), .out(group_mask)
  );

  ${prefix}_onehot_mux #(.N(GROUPS), .WIDTH(UNITS * 32)) u_a (
    .sel(group_q), .in(a), .out(start_a)
  );

  ${prefix}_onehot_mux #(.N(GROUPS), .WIDTH(UNITS * 32)) u_b (
    .sel(group_q), .in(b), .out(start_b)
  );

  genvar u;
  generate
    for (u = 0; u < UNITS; u = u + 1) begin : g_unit
      wire [4:0] unit_flags;

      ${prefix}_fpu_divide u_divide (
        .clk(clk), .rst(rst), .start(state_q == START), .root(root_q), .rm(rm_q),
        .a(start_a[u*32 +: 32]), .b(start_b[u*32 +: 32]), .done(done[u]),
        .data(data[u*32 +: 32]), .flags(unit_flags)
      );
      assign flags[u*5 +: 5] = unit_flags & {5{group_mask[u]}};
    end
  endgenerate

  // Results.
  wire [4:0]            any_flags;
  reg  [LANES*32-1:0]   data_q;
  reg  [4:0]            flags_q;

  ${prefix}_onehot_mux #(.N(UNITS), .WIDTH(5)) u_flags (
    .sel({UNITS{1'b1}}), .in(flags), .out(any_flags)
  );

  generate
    for (g = 0; g < GROUPS; g = g + 1) begin : g_data
      always @(posedge clk)
        if (state_q == DIVIDE & group_q[g])
          data_q[g*UNITS*32 +: UNITS*32] <= data;
    end
  endgenerate

  always @(posedge clk)
    if (state_q == IDLE)
      flags_q <= 5'd0;
    else if (state_q == DIVIDE & finished)
      flags_q <= flags_q | any_flags;

  assign v_valid = state_q == DONE;
  assign v_last = last;
  assign v_mask = mask;
  assign v_meta = meta_q;
  assign v_data = data_q;
  assign v_flags = flags_q;
endmodule
`default_nettype wire
