// lsu_check - an access faults as doc/machine.md says, or goes on with its address and its memory
// SPDX-License-Identifier: Apache-2.0
//
// Against the map of the row: RAM from 0 on (+RAM bytes), constant memory (+WINDOW, +CONSTANT
// bytes), shared memory (+SMEM, +SHARED bytes). One instruction is tracked, in one lane of it.
`define LANES `lsu_check_LANES
`define META_BITS `lsu_check_META_BITS
`ifdef lsu_check_QUEUE_BITS
`define ROOM (1 << `lsu_check_QUEUE_BITS)
`else
`define ROOM 1
`endif
module lsu_check (
  input wire                  clk,
  input wire                  x_any,
  input wire                  pick_any,
  input wire [7:0]            lane_any,
  input wire [`LANES-1:0]     x_mask,
  input wire [2:0]            x_funct3,
  input wire                  x_store,
  input wire [31:0]           x_offset,
  input wire [`LANES*32-1:0]  x_a,
  input wire [`LANES*32-1:0]  x_b,
  input wire                  x_is_atomic,
  input wire [5:0]            x_operation,
  input wire                  c_squashed,
  input wire                  h_pop
);
  reg                  init = 1'b1;
  reg  [3:0]           count_q;    // instructions inside
  reg  [3:0]           visible_q;  // that may be read
  reg                  k_q;        // an instruction is checked
  reg  [7:0]           lane_q;
  wire                 x_valid = x_any & count_q < `ROOM & ~init;
  wire                 k_fault;
  wire [2:0]           k_cause;
  wire [31:0]          k_tval;
  wire                 q_valid;
  wire                 q_store;
  wire [`LANES-1:0]    q_mask;
  wire [`LANES-1:0]    q_smem;
  wire [`LANES*32-1:0] q_addr;

  ww_lsu_check u (
    .clk(clk), .rst(init), .x_valid(x_valid), .x_last(1'b1), .x_mask(x_mask),
    .x_meta({`META_BITS{1'b0}}),
    .x_funct3(x_funct3), .x_store(x_store), .x_offset(x_offset), .x_a(x_a), .x_b(x_b),
`ifdef lsu_check_has_x_atomic
    .x_atomic({x_operation, x_is_atomic}),
`endif
    .c_squashed(c_squashed), .k_fault(k_fault), .k_cause(k_cause), .k_tval(k_tval),
    .h_pop(h_pop), .q_valid(q_valid), .q_mask(q_mask), .q_smem(q_smem), .q_store(q_store),
    .q_addr(q_addr)
  );

  // What the manual says of the instruction in execute.
  reg         fault, fault_q;
  reg  [2:0]  cause, cause_q;
  reg  [31:0] tval, tval_q;
  reg  [31:0] addr;
  reg         odd, there;
  integer     l;

  always @* begin
    fault = 1'b0;
    cause = 3'd0;
    tval = 32'd0;
    for (l = `LANES - 1; l >= 0; l = l - 1) begin
      addr = x_a[l*32 +: 32] + x_offset;
      odd = x_funct3[1:0] == 2'd1 ? addr[0] : x_funct3[1:0] == 2'd2 ? addr[1:0] != 2'd0 : 1'b0;
      there = addr < `RAM | (addr >= `SMEM & addr < `SMEM + `SHARED)
              | (x_store & ~x_is_atomic & addr == 32'hFFFFF000);
      if (x_store & addr >= `WINDOW & addr < `WINDOW + `CONSTANT)
        there = 1'b0;
      if (x_mask[l] & (odd | ~there)) begin
        fault = 1'b1;
        cause = odd ? (x_store ? 3'd6 : 3'd4) : (x_store ? 3'd7 : 3'd5);
        tval = addr;
      end
    end
  end

  // The tracked instruction, and how many are to be read before it.
  wire [`LANES*32-1:0] a_moved = x_a >> (lane_q * 32);
  wire [`LANES*32-1:0] q_moved = q_addr >> (lane_q * 32);
  wire                 commits = k_q & ~c_squashed & ~fault_q;
  wire                 pops = h_pop & q_valid;
  wire                 begins = x_valid & pick_any & ~k_mine_q & ~in_q;
  reg                  k_mine_q;
  reg                  in_q;
  reg  [3:0]           ahead_q;
  reg  [31:0]          addr_q;
  reg                  active_q;
  reg                  store_q;
  wire                 head = (k_mine_q & commits & visible_q == 0) | (in_q & ahead_q == 0);

  always @(posedge clk) begin
    init <= 1'b0;
    if (init)
      lane_q <= lane_any;
    k_q <= x_valid;
    {fault_q, cause_q, tval_q} <= {fault, cause, tval};
    if (init) begin
      {count_q, visible_q, k_mine_q, in_q} <= 0;
    end else begin
      count_q <= count_q + x_valid - (k_q & ~commits) - pops;
      visible_q <= visible_q + commits - pops;
      k_mine_q <= begins;
      if (k_mine_q) begin
        in_q <= commits & ~(head & pops);
        ahead_q <= visible_q - pops;
      end else if (in_q) begin
        in_q <= ~(head & pops);
        ahead_q <= ahead_q - pops;
      end
    end
    if (begins) begin
      addr_q <= a_moved[31:0] + x_offset;
      active_q <= x_mask[lane_q];
      store_q <= x_store;
    end
  end

  always @*
    if (~init) begin
      sizes: assume (x_funct3[1:0] != 2'd3 & (~x_is_atomic | x_funct3 == 3'd2));
      lanes: assume (lane_q < `LANES & x_mask != 0);
      if (k_q) traps: assert (k_fault == fault_q);
      if (k_q & fault_q) cause_is: assert (k_cause == cause_q & k_tval == tval_q);
      seen: assert (q_valid == (visible_q != 0 | commits));
      if (head) kept: assert (q_store == store_q & q_mask[lane_q] == active_q);
      if (head & active_q) place: assert (q_moved[31:0] == addr_q);
      if (head & active_q)
        memory: assert (q_smem[lane_q] == (addr_q >= `SMEM & addr_q < `SMEM + `SHARED));
      if (head & active_q & q_store)
        never: assert (q_moved[31:0] < `WINDOW | q_moved[31:0] >= `WINDOW + `CONSTANT);
    end
endmodule
