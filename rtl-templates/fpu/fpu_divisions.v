// fpu_divisions - divisions and roots: one instruction at a time, its lanes group by group
// SPDX-License-Identifier: Apache-2.0
//
// There are UNITS dividers, which work in step; with fewer than lanes they take those groups of
// lanes of a beat that have active ones, one after the other. The beats of the instruction wait
// here. A result is held until it is taken. It is issue that keeps the next instruction away until
// the last beat has been taken (one credit).
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
  input  wire                 x_valid,
  input  wire                 x_last,
  input  wire [BEAT_BITS-1:0] x_beat,  //% if folded
  input  wire [LANES-1:0]     x_mask,
  input  wire [META_BITS-1:0] x_meta,
  input  wire                 x_root,
  input  wire [2:0]           x_rm,
  input  wire [LANES*32-1:0]  x_a,
  input  wire [LANES*32-1:0]  x_b,
  input  wire                 c_cancel, // what entered in the last cycle is forgotten
  // results
  output wire                 v_valid,
  input  wire                 v_ready,
  output wire                 v_last,
  output wire [BEAT_BITS-1:0] v_beat,  //% if folded
  output wire [LANES-1:0]     v_mask,
  output wire [META_BITS-1:0] v_meta,
  output wire [LANES*32-1:0]  v_data,
  output wire [4:0]           v_flags
);
  localparam GROUPS = LANES / UNITS;
  localparam [1:0] IDLE = 2'd0, START = 2'd1, DIVIDE = 2'd2, DONE = 2'd3;

  reg                   root_q;
  reg  [2:0]            rm_q;
  reg  [META_BITS-1:0]  meta_q;
  reg  [1:0]            state_q;
  reg  [GROUPS-1:0]     left_q;   // groups to be done
  reg  [GROUPS-1:0]     group_q;  // the one that is being done
  wire                  some;     // there is a beat
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
      read_q <= c_cancel ? write_q : read_q + {{BEAT_BITS-1{1'b0}}, taken};
      waiting_q <= (waiting_q & {BEAT_BITS+1{~c_cancel}}) + {{BEAT_BITS{1'b0}}, x_valid}
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
      some_q <= x_valid | (some_q & ~taken & ~c_cancel);

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
    if (rst | c_cancel)
      state_q <= IDLE;
    else
      case (state_q)
        IDLE: state_q <= ~some ? IDLE : |active ? START : DONE;
        START: state_q <= DIVIDE;
        DIVIDE: state_q <= ~finished ? DIVIDE : |left_q ? START : DONE;
        default: state_q <= taken ? IDLE : DONE;
      endcase

  // What is left is behind the group that is being done.
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
