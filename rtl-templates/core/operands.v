// operands - stage 3b: register read, CSR read, operand selection
// SPDX-License-Identifier: Apache-2.0
//
//   cycle n    issue register (i_): the register files are addressed, and the operand that all
//              lanes share is made (immediate, link or CSR value)
//         n+1  operand selection (o_): the operands of each lane are selected
//         n+2  execute (x_)
//
// The operands are registered before execute, so that neither the output of a memory nor a
// multiplexer lies before an adder. No stage stalls here.
//% if forward
//
// Forwarding: a register that is written in cycle n or n+1 is read from the write port (e_), if the
// write cycle of its result is known. For other results issue waits longer. All active lanes have
// been written then, since no instruction between the two can have changed the thread mask.
//% end
`default_nettype none
module ${prefix}_operands #(
  parameter WARP_BITS = ${warp_bits},
  parameter THREADS = ${threads},
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter LANE_BITS = ${lane_bits},  //% if many_lanes
//% if ventus
  parameter WARP_COUNT_BITS = ${warp_count_bits},
  parameter VREG_BITS = ${vreg_bits},
//% end
  parameter ADDR_BITS = ${regs_bits}
) (
//% emit ports_operands
);
//% emit operand_params
  // Lanes of this beat.
  wire [LANES-1:0] i_mask;
  wire [LANES-1:0] clone_mask;
  wire [ADDR_BITS-1:0] a_addr;
  wire [ADDR_BITS-1:0] b_addr;
  wire [ADDR_BITS-1:0] c_addr;  //% if three_operands

//% if folded
//% if ventus
  wire [LANES-1:0] first = {{LANES-1{1'b0}}, ~|i_beat};
  wire [LANES-1:0] active = i_tmask[i_beat*LANES +: LANES];

  assign i_mask = i_clone ? clone_mask : i_lanes[0] ? {LANES{1'b1}} : i_lanes[1] ? first : active;
//% else
  assign i_mask = i_clone ? clone_mask : i_tmask[i_beat*LANES +: LANES];
//% end
  assign a_addr = {i_warp, i_clone ? {BEAT_BITS{1'b0}} : i_beat, i_rs1};
  assign b_addr = {i_warp, i_beat, i_rs2};
  assign c_addr = {i_warp, i_beat, i_addend};  //% if three_operands
//% else
//% if ventus
  localparam [LANES-1:0] LANE_0 = 1;

  assign i_mask = i_clone ? clone_mask : i_lanes[0] ? {LANES{1'b1}} : i_lanes[1] ? LANE_0 : i_tmask;
//% else
  assign i_mask = i_clone ? clone_mask : i_tmask;
//% end
  assign a_addr = {i_warp, i_rs1};
  assign b_addr = {i_warp, i_rs2};
  assign c_addr = {i_warp, i_addend};  //% if three_operands
//% end

  // The operand that all lanes share.
  wire [31:0] imm = i_link ? {i_pc + 30'd1, 2'b00} : i_value;

  assign i_csr = i_value[31:20];  //% if not deep

  // The rest of the instruction passes the stage unchanged.
//% emit word_registers

  // Operand register.
  reg                 o_valid_q;
  reg [WARP_BITS-1:0] o_warp_q;
  reg [BEAT_BITS-1:0] o_beat_q;        //% if folded
  reg [BEAT_BITS-1:0] o_write_beat_q;  //% if folded
  reg                 o_last_q;
  reg                 o_clone_q;
  reg                 o_squashed_q;
  reg [LANES-1:0]     o_mask_q;
  reg [THREADS-1:0]   o_tmask_q;
  reg [31:2]          o_pc_q;
  reg [31:0]          o_offset_q;
  reg                 o_relative_q;
  reg [31:0]          o_imm_q;
  reg [11:0]          o_csr_number_q;         //% if deep
  wire                o_per_thread_q = 1'b0;  //% if deep
  reg                 o_per_thread_q;         //% else
  reg [${a_top}:0]           o_a_sel_q;  //% if ventus
  reg                 o_a_sel_q;  //% else
  reg [1:0]           o_b_sel_q;
  wire [7:0]          o_kind;     //% if deep

  always @(posedge clk)
    if (rst)
      o_valid_q <= 1'b0;
    else
      o_valid_q <= i_valid;

  always @(posedge clk) begin
    o_warp_q <= i_warp;
//% if folded
    o_beat_q <= i_beat;
    o_write_beat_q <= i_write_beat;
//% end
    o_last_q <= i_last;
    o_clone_q <= i_clone;
    o_squashed_q <= i_squashed;
    o_mask_q <= i_mask;
    o_tmask_q <= i_tmask;
    o_pc_q <= i_pc;
    o_offset_q <= i_value;
    o_relative_q <= i_relative;
//% if deep
    o_imm_q <= imm;
    o_csr_number_q <= i_value[31:20];
//% else
    o_imm_q <= i_b == B_CSR ? csr_value : imm;
    o_per_thread_q <= i_b == B_CSR & csr_per_thread;
//% end
    o_a_sel_q <= i_a;
    o_b_sel_q <= i_b;
  end

  // Forwarding.
//% if forward
  reg  [LANES-1:0]    last_mask_q;  // lanes that were written in the last cycle  //% if ventus
  reg                 o_a_now_q;   // the operand is written now
  reg                 o_a_last_q;  // was written in the last cycle
  reg                 o_b_now_q;
  reg                 o_b_last_q;
  reg  [LANES*32-1:0] last_q;

  always @(posedge clk) begin
    o_a_now_q <= e_next_writes & e_next_addr == a_addr;
    o_a_last_q <= e_writes & e_addr == a_addr;
    o_b_now_q <= e_next_writes & e_next_addr == b_addr;
    o_b_last_q <= e_writes & e_addr == b_addr;
    last_q <= e_data;
    last_mask_q <= e_mask;  //% if ventus
  end
//% if three_operands

  reg                 o_c_now_q;
  reg                 o_c_last_q;

  always @(posedge clk) begin
    o_c_now_q <= e_next_writes & e_next_addr == c_addr;
    o_c_last_q <= e_writes & e_addr == c_addr;
  end
//% end
//% else
  wire                o_a_now_q = 1'b0;
  wire                o_a_last_q = 1'b0;
  wire                o_b_now_q = 1'b0;
  wire                o_b_last_q = 1'b0;
  wire                o_c_now_q = 1'b0;   //% if three_operands
  wire                o_c_last_q = 1'b0;  //% if three_operands
  wire [LANES*32-1:0] e_data = {LANES*32{1'b0}};
  wire [LANES-1:0]    e_mask = {LANES{1'b0}};       //% if ventus
  wire [LANES-1:0]    last_mask_q = {LANES{1'b0}};  //% if ventus
  wire [LANES*32-1:0] last_q = {LANES*32{1'b0}};
//% end

//% if trace_retire
  wire [ADDR_BITS-1:0] audit_addr = {audit_select[10 +: WARP_BITS],
                                     audit_select[5 +: BEAT_BITS],  //% if folded
                                     audit_select[15 +: VREG_BITS-4], //% if ventus
                                     audit_select[15],              //% elif fregs
                                     audit_select[4:0]};
  wire                 unused_audit = ^audit_select;

//% end
//% if ventus
  localparam [VREG_BITS:0] MASK = {1'b1, {VREG_BITS{1'b0}}};  // v0
  localparam MASK_BITS = ADDR_BITS - VREG_BITS - 1;
  wire [MASK_BITS-1:0] o_mask_at = {o_warp_q, o_beat_q};  //% if folded
  wire [MASK_BITS-1:0] o_mask_at = o_warp_q;              //% else
  reg                  o_masked_q;
  reg                  o_apart_q;
  reg                  o_merges_q;
  wire [LANES-1:0]     o_takes;  // lanes that the mask in v0 lets act

  // Where the address of a lane comes from.
  reg  [2:0]           o_place_q;
  reg  [LANES*32-1:0]  step_q;
  wire [31:0]          warp_row = {{32-WARP_COUNT_BITS{1'b0}}, o_warps} * (4 * THREADS);
  wire [31:0]          offset_rows = {{2{o_imm_q[31]}}, o_imm_q[31:2]};
  wire [31:0]          place_row = o_private + offset_rows * warp_row;

  always @(posedge clk) begin
    o_masked_q <= i_masked;
    o_apart_q <= i_apart;
    o_merges_q <= i_merges;
    o_place_q <= i_place;
  end

  assign x_step = step_q;

  // In place of a register: the pc, or an immediate of the instruction.
  wire [31:0]          other_a = o_a_sel_q == A_PC ? {o_pc_q, 2'b00}
                                 : o_a_sel_q == A_UIMM ? {27'd0, o_imm_q[19:15]} : o_imm_q;
  wire [31:0]          all_threads = THREADS;  // in place of thread 0's register: no clones

//% end
  // Register files and operand selection, lane by lane.
  wire [31:0]         thread0;  // a of lane 0, for a clone  //% if not ventus
  reg  [LANES*32-1:0] a_q;
  reg  [LANES*32-1:0] b_q;
  reg  [LANES*32-1:0] c_q;      //% if third_sent

  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      wire [31:0] rf_a;
      wire [31:0] rf_b;
      wire [31:0] rf_c;  //% if three_operands
      wire [31:0] a;
      wire [31:0] b;
      wire [31:0] thread = ({{32-BEAT_BITS{1'b0}}, o_beat_q} * LANES) | l;  //% if folded
      wire [31:0] thread = l;                                               //% else

      ${prefix}_regfile #(.ADDR_BITS(ADDR_BITS)) u_regs (
        .audit_data(audit_regs[l*32 +: 32]),  //% if trace_retire
        .a_data(rf_a), .b_data(rf_b),
        .c_data(rf_c),  //% if three_operands
        .w_enable(wb_enable[l]), .w_addr(wb_addr), .w_data(wb_data[l*32 +: 32]),
//% connect regfile
      );
      ${prefix}_operand_lane u_operands (
//% if ventus
        .a_pc(o_a_sel_q != A_RS1), .b_sel(o_b_sel_q), .per_thread(o_per_thread_q),
        .pc(other_a), .imm(o_imm_q),
        .thread0(all_threads), .a_now(o_a_now_q & e_mask[l]),
        .a_last(o_a_last_q & last_mask_q[l]), .b_now(o_b_now_q & e_mask[l]),
        .b_last(o_b_last_q & last_mask_q[l]), .now(e_data[l*32 +: 32]),
        .last(last_q[l*32 +: 32]), .b(b_read),
//% connect operand_lane_late
      );
//% else
        .a_pc(o_a_sel_q == A_PC), .b_sel(o_b_sel_q), .per_thread(o_per_thread_q),
        .pc({o_pc_q, 2'b00}), .imm(o_imm_q), .thread(thread), .thread0(thread0),
        .rf_a(rf_a), .rf_b(rf_b), .a_now(o_a_now_q), .a_last(o_a_last_q), .b_now(o_b_now_q),
        .b_last(o_b_last_q), .now(e_data[l*32 +: 32]), .last(last_q[l*32 +: 32]), .a(a), .b(b)
      );
//% end
//% if ventus
      wire [31:0] b_read;
      wire [31:0] c = o_c_now_q & e_mask[l] ? e_data[l*32 +: 32]
                      : o_c_last_q & last_mask_q[l] ? last_q[l*32 +: 32] : rf_c;
      // The mask, once more, for instructions that have a third operand, too.
      reg         mask_m [0:(1<<MASK_BITS)-1];
      wire        mask = o_apart_q ? mask_m[o_mask_at] : c[0];
      wire        takes = ~o_masked_q | mask;  // the lane acts

      always @(posedge clk)
        if (wb_enable[l] & wb_addr[VREG_BITS:0] == MASK)
          mask_m[wb_addr[ADDR_BITS-1:VREG_BITS+1]] <= wb_data[l*32];

      wire [31:0] base;
      wire [31:0] step;

      ${prefix}_lane_place u_place (
        .place(o_place_q), .offset(o_imm_q), .private(place_row),
        .row(warp_row), .warps(o_warps),
//% connect ../ventus/lane_place
      );

      always @(posedge clk)
        step_q[l*32 +: 32] <= step;

      assign b = o_merges_q & ~c[0] ? a : b_read;
      assign o_takes[l] = takes;
//% elif three_operands
      wire [31:0] c = o_c_now_q ? e_data[l*32 +: 32] : o_c_last_q ? last_q[l*32 +: 32] : rf_c;
//% end
//% if not ventus
      if (l == 0) begin : g_thread0
        assign thread0 = rf_a;
      end
//% end
      assign clone_mask[l] = 1'b1;              //% if not many_lanes
      assign clone_mask[l] = i_clone_lane == l; //% else

      always @(posedge clk) begin
        a_q[l*32 +: 32] <= base;  //% if ventus
        a_q[l*32 +: 32] <= a;     //% else
        b_q[l*32 +: 32] <= b;
        c_q[l*32 +: 32] <= c;  //% if third_sent
      end
    end
  endgenerate

//% if deep
  ${prefix}_alu_kind u_kind (
    .op(o_alu_q), .kind(o_kind)
  );

//% end
  // Execute register.
  reg                 x_valid_q;
  reg [WARP_BITS-1:0] x_warp_q;
  reg [BEAT_BITS-1:0] x_beat_q;        //% if folded
  reg [BEAT_BITS-1:0] x_write_beat_q;  //% if folded
  reg                 x_last_q;
  reg                 x_clone_q;
  reg                 x_squashed_q;
  reg [LANES-1:0]     x_mask_q;
  reg [THREADS-1:0]   x_tmask_q;
  reg [31:2]          x_pc_q;
  reg [31:0]          x_target_q;
  reg [31:0]          x_imm_q;
  reg [7:0]           x_kind_q;       //% if deep
  reg                 x_reads_csr_q;  //% if deep

  always @(posedge clk)
    if (rst)
      x_valid_q <= 1'b0;
    else
      x_valid_q <= o_valid_q;

  always @(posedge clk) begin
    x_warp_q <= o_warp_q;
//% if folded
    x_beat_q <= o_beat_q;
    x_write_beat_q <= o_write_beat_q;
//% end
    x_last_q <= o_last_q;
    x_clone_q <= o_clone_q;
    x_squashed_q <= o_squashed_q | (p_squash & p_warp == o_warp_q);
    x_mask_q <= o_mask_q & o_takes;  //% if ventus
    x_mask_q <= o_mask_q;            //% else
    x_tmask_q <= o_tmask_q;
    x_pc_q <= o_pc_q;
    x_target_q <= o_offset_q + ({o_pc_q, 2'b00} & {32{o_relative_q}});
    x_imm_q <= o_imm_q;
//% if deep
    x_kind_q <= o_kind;
    x_reads_csr_q <= o_b_sel_q == B_CSR;
//% end
  end

  assign o_warp = o_warp_q;
//% if deep
  assign o_csr = o_csr_number_q;
  assign o_tmask = o_tmask_q;
  assign x_reads_csr = x_reads_csr_q;
//% end
  assign o_busy = o_valid_q | x_valid_q;
  assign x_valid = x_valid_q;
  assign x_warp = x_warp_q;
//% if folded
  assign x_beat = x_beat_q;
  assign x_write_beat = x_write_beat_q;
//% end
  assign x_last = x_last_q;
  assign x_clone = x_clone_q;
  assign x_squashed = x_squashed_q | (p_squash & p_warp == x_warp_q);
  assign x_mask = x_mask_q;
  assign x_tmask = x_tmask_q;
  assign x_pc = x_pc_q;
  assign x_target = x_target_q;
  assign x_imm = x_imm_q;
  assign x_kind = x_kind_q;  //% if deep
  assign x_a = a_q;
  assign x_b = b_q;
  assign x_c = c_q;          //% if third_sent
endmodule
`default_nettype wire
