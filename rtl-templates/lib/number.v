// number - sequence numbers of the lockstep, and the issue record
// SPDX-License-Identifier: Apache-2.0
//
// In execute it is known what decode and branches have done before; so an instruction that is not
// poisoned there, and not killed by the one before it, gets the next number of its warp. The
// record follows one cycle later, with the first beat. The copies of a clone have its number.
`default_nettype none
module ${prefix}_number #(
  parameter WARPS = ${warps},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter WARP_BITS = ${warp_bits},
  parameter THREADS = ${threads}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [7:0]           core_id,
  // operands
  input  wire                 x_valid,
  input  wire [WARP_BITS-1:0] x_warp,
  input  wire [BEAT_BITS-1:0] x_beat,  //% if folded
  input  wire                 x_last,
  input  wire                 x_clone,
  input  wire                 x_poison,
  input  wire [THREADS-1:0]   x_tmask,
  input  wire [31:2]          x_pc,
  input  wire [31:0]          x_insn,
  input  wire                 x_fault,
  input  wire                 x_interrupt,  //% if timer
  // execute
  output wire [${seq_bits}-1:0] x_seq,
  // warp control
  input  wire                 c_kill,
  input  wire                 c_poison,
  input  wire                 c_clone_start,
  // trace
  output wire                 trace_issue_valid,
  output wire [${trace_issue_bits}-1:0] trace_issue
);
  reg                 valid_q;
  reg [WARP_BITS-1:0] warp_q;
  reg [${seq_bits}-1:0] seq_q;
  reg [THREADS-1:0]   tmask_q;
  reg [31:2]          pc_q;
  reg [31:0]          insn_q;
  reg                 fault_q;
  reg                 interrupt_q;  //% if timer
  reg [${seq_bits}-1:0] clone_seq_q;
  wire [WARPS*${seq_bits}-1:0] nexts;
  wire                counts = x_valid & x_last & ~x_clone & ~x_poison
                               & ~(c_kill & x_warp == warp_q);

  assign x_seq = x_clone ? clone_seq_q : nexts[x_warp*${seq_bits} +: ${seq_bits}];

  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      localparam [WARP_BITS-1:0] ME = w;
      reg [${seq_bits}-1:0] next_q;

      assign nexts[w*${seq_bits} +: ${seq_bits}] = next_q;

      always @(posedge clk)
        if (rst)
          next_q <= ${seq_bits}'d0;
        else if (counts & x_warp == ME)
          next_q <= next_q + ${seq_bits}'d1;
    end
  endgenerate

  always @(posedge clk)
    if (c_clone_start)
      clone_seq_q <= seq_q;

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else
      valid_q <= x_valid & ~x_clone & ~|x_beat;  //% if folded
      valid_q <= x_valid & ~x_clone;             //% else

  always @(posedge clk) begin
    warp_q <= x_warp;
    seq_q <= x_seq;
    tmask_q <= x_tmask;
    pc_q <= x_pc;
    insn_q <= x_insn;
    fault_q <= x_fault;
    interrupt_q <= x_interrupt;  //% if timer
  end

  assign trace_issue_valid = valid_q & ~c_poison;

//% emit record_issue
  assign rec_issue_fault = fault_q;
  assign rec_issue_interrupt = interrupt_q;  //% if timer
  assign rec_issue_interrupt = 1'b0;         //% else
  assign rec_issue_warp = {{6-WARP_BITS{1'b0}}, warp_q};
  assign rec_issue_core = core_id;
  assign rec_issue_seq = seq_q;
  assign rec_issue_pc = {pc_q, 2'b00};
  assign rec_issue_insn = insn_q;
  assign rec_issue_tmask = {{32-THREADS{1'b0}}, tmask_q};
endmodule
`default_nettype wire
