// issue - the queues keep their order, and no instruction passes the scoreboard too early
// SPDX-License-Identifier: Apache-2.0
//
// Warp 0 and one register of it are tracked (the warps are copies of one block). A reference queue
// says what has to issue next; a reference bit says that a result for the register is on its way:
// from the issue of an instruction that writes it until somebody tells that it can be read.
// Whatever is not driven here, the solver chooses.
`define SLOT {d_value, d_rs1, d_rs2, d_rd, d_reads1, d_reads2, d_writes, d_holds, d_unit, d_drain}
`define WARPS `issue_WARPS
`define WARP_BITS `issue_WARP_BITS
`define U_ALU `issue_warp_U_ALU
`define U_CONTROL `issue_warp_U_CONTROL
`define U_MEMORY `issue_warp_U_MEMORY
module issue (
  input wire                  clk,
  input wire                  d_valid,
  input wire [`WARP_BITS-1:0] d_warp,
  input wire [1:0]            d_slot,
  input wire [31:0]           d_value,
  input wire [4:0]            d_rs1,
  input wire [4:0]            d_rs2,
  input wire [4:0]            d_rd,
  input wire                  d_reads1,
  input wire                  d_reads2,
  input wire                  d_writes,
  input wire                  d_holds,
  input wire                  d_drain,
  input wire                  d_bare,
  input wire [2:0]            d_unit,
  input wire [`WARPS-1:0]     c_flush,
  input wire [`WARPS-1:0]     c_release,
  input wire                  c_stop,
  input wire                  x_clear,
  input wire [`WARP_BITS-1:0] x_clear_warp,
  input wire [4:0]            x_clear_rd,
  input wire                  wb_clear,
  input wire [`WARP_BITS-1:0] wb_clear_warp,
  input wire [4:0]            wb_clear_rd,
  input wire                  lsu_free,
  input wire                  lsu_squash,
  input wire [`WARPS-1:0]     c_active,
  input wire [`WARPS-1:0]     c_leave,
  input wire                  wb_done,
  input wire [`WARP_BITS-1:0] wb_done_warp,
  input wire                  o_busy,
  input wire [`WARP_BITS-1:0] other_any,
  input wire [4:0]            register_any
);
  reg init = 1'b1;
  reg [4:0] register_q;
  reg [`WARP_BITS-1:0] other_q;

  always @(posedge clk) begin
    init <= 1'b0;
    if (init) begin
      register_q <= register_any;
      other_q <= other_any;
    end
  end

  wire [`WARPS-1:0]     i_issued;
  wire                  i_idle;
  wire                  i_drained;
  wire                  i_valid;
  wire                  i_last;
  wire                  i_clone;
  wire                  i_bare;
  wire                  i_writes;
  wire [`WARP_BITS-1:0] i_warp;
  wire [2:0]            i_unit;
  wire [4:0]            i_rd;
  wire [31:0]           i_value;
`ifdef issue_has_i_displaced
  wire                  i_displaced;
`endif

  ww_issue u (
    .clk(clk), .rst(init), .d_valid(d_valid), .d_warp(d_warp), .d_slot(d_slot), .d_value(d_value),
    .d_rs1(d_rs1), .d_rs2(d_rs2), .d_rd(d_rd), .d_reads1(d_reads1), .d_reads2(d_reads2),
    .d_writes(d_writes), .d_unit(d_unit), .d_holds(d_holds), .d_drain(d_drain), .d_bare(d_bare),
    .c_flush(c_flush), .c_release(c_release), .c_stop(c_stop),
    .x_clear(x_clear), .x_clear_warp(x_clear_warp), .x_clear_rd(x_clear_rd),
    .wb_clear(wb_clear), .wb_clear_warp(wb_clear_warp), .wb_clear_rd(wb_clear_rd),
    .lsu_free(lsu_free), .lsu_squash(lsu_squash), .c_active(c_active), .c_leave(c_leave),
    .wb_done(wb_done), .wb_done_warp(wb_done_warp), .o_busy(o_busy), .i_idle(i_idle),
    .i_drained(i_drained), .i_issued(i_issued), .i_valid(i_valid), .i_last(i_last),
    .i_clone(i_clone),
    .i_warp(i_warp), .i_bare(i_bare), .i_writes(i_writes), .i_unit(i_unit), .i_rd(i_rd),
    .i_value(i_value)
  );

  // The reference queue: decode fills it in order, from place 0 after a flush.
  wire        offers = d_valid & d_warp == 0;
  reg  [1:0]  place_q;        // of what decode offers next
  reg  [1:0]  taken_q;        // places that it has used
  reg         pending_q;      // the reference bit
`ifdef DEEP
  // What it offers is in the queue a cycle later, if the warp is not flushed then.
  reg         new_q;
  reg  [54:0] slot_q;
  wire        fills = new_q & ~c_flush[0];

  always @(posedge clk) begin
    new_q <= ~init & offers;
    slot_q <= `SLOT;
  end
`else
  wire        fills = offers;
  wire [54:0] slot_q = `SLOT;
`endif
  wire        issues = i_issued[0];
  reg  [54:0] queue_m [0:3];
  reg  [1:0]  write_q;
  reg  [1:0]  read_q;
  reg  [1:0]  count_q;
  wire [31:0] insn;
  wire [4:0]  rs1;
  wire [4:0]  rs2;
  wire [4:0]  rd;
  wire        reads1;
  wire        reads2;
  wire        writes;
  wire        holds;
  wire        drain;
  wire [2:0]  unit;

  assign {insn, rs1, rs2, rd, reads1, reads2, writes, holds, unit, drain} = queue_m[read_q];

  always @(posedge clk) begin
    if (fills)
      queue_m[write_q] <= slot_q;
    if (init | c_flush[0]) begin
      place_q <= 2'd0;
      taken_q <= 2'd0;
      write_q <= 2'd0;
      read_q <= 2'd0;
      count_q <= 2'd0;
    end else begin
      place_q <= place_q + offers;
      taken_q <= taken_q + offers - issues;
      write_q <= write_q + fills;
      read_q <= read_q + issues;
      count_q <= count_q + fills - issues;
    end
  end

  always @*
    if (~init) begin
      if (offers) decode_order: assume (d_slot == place_q & taken_q != 2'd3 & ~c_flush[0]);
`ifdef DEEP
      // Taken note of a cycle later; nobody tells it of a register that nothing is on its way to.
      if (wb_clear & wb_clear_warp == 0 & wb_clear_rd == register_q) told: assume (pending_q);
`endif
      if (d_valid) zero: assume (~d_writes | d_rd != 5'd0);
    end

  reg  held_q;
  reg  issued_q;
  reg  [31:0] value_q;
  wire mine = i_valid & i_warp == 0;
  wire sets = issues & writes & rd == register_q;
`ifdef FORWARD
  wire early = mine & i_last & i_writes & ~i_bare & i_rd == register_q
               & (i_unit == `U_ALU | i_unit == `U_CONTROL);
  wire x_ends = x_clear;
`else
  wire early = 1'b0;
  wire x_ends = x_clear;
`endif
  wire clears = early | (x_ends & x_clear_warp == 0 & x_clear_rd == register_q)
                | (wb_clear & wb_clear_warp == 0 & wb_clear_rd == register_q);

  always @(posedge clk) begin
    pending_q <= ~init & (sets | (pending_q & ~clears));
    held_q <= ~init & ~c_release[0] & (held_q | (issues & holds));
    issued_q <= ~init & issues;
    value_q <= insn;
  end

  // Any warp: what of it is on its way, and whether anything was left in the cycle before.
  wire       ends = wb_done & wb_done_warp == other_q;
  wire       leaves = c_leave[other_q];
  reg  [5:0] flight_q;
  reg        filled_q;

  always @(posedge clk) begin
    flight_q <= init ? 6'd0 : flight_q + i_issued[other_q] - ends - leaves;
    filled_q <= ~init & (|i_issued | i_valid | o_busy | (flight_q != 6'd0 & ~c_active[other_q]));
  end

  always @*
    if (~init) begin
      in_range: assume (other_q < `WARPS & wb_done_warp < `WARPS);
      on_its_way: assume (flight_q >= {5'd0, ends} + {5'd0, leaves});
      if (flight_q != 6'd0) idle: assert (~i_idle);
      if (filled_q) quiet: assert (~i_drained);
      onehot: assert ((i_issued & (i_issued - 1'b1)) == 0);
      if (issues) begin
        something: assert (count_q != 2'd0);
        raw: assert (~(pending_q & ((reads1 & rs1 == register_q) | (reads2 & rs2 == register_q))));
        waw: assert (~(pending_q & writes & rd == register_q));
        held: assert (~held_q);
        stopped: assert (~c_stop);
      end
      if (issued_q) in_order: assert (mine & ~i_clone & i_value == value_q);
    end
endmodule
