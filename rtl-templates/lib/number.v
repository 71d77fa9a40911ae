// number - sequence numbers of instructions, and the issue record, for the lockstep
// SPDX-License-Identifier: Apache-2.0
//
// In execute it is known how decode and the branches before have acted. So an instruction that is
// not squashed there (x_squashed), nor by the instruction before it (c_squashes), takes the next
// number of its warp. The copies of a clone have the number of the clone.
//
//   cycle 0    the last beat is in execute (x_): the number is taken
//   cycle 1    the issue record, if the first beat was in execute in cycle 0
`default_nettype none
module ${prefix}_number #(
  parameter WARPS = ${warps},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter WARP_BITS = ${warp_bits},
  parameter SEQ_BITS = ${seq_bits},
  parameter ISSUE_RECORD_BITS = ${trace_issue_bits},
  parameter THREADS = ${threads}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [7:0]           core_id,  // number of this core
  // operands
  input  wire                 x_valid,      // execute holds a beat
  input  wire [WARP_BITS-1:0] x_warp,       // warp of the beat
  input  wire [BEAT_BITS-1:0] x_beat,       // number of the beat  //% if folded
  input  wire                 x_last,       // last beat of the instruction
  input  wire                 x_clone,      // the beat copies one register of a clone
  input  wire                 x_squashed,   // squashed: issued on a wrong path or behind a trap
  input  wire [THREADS-1:0]   x_tmask,      // active threads of the warp
  input  wire [31:2]          x_pc,         // pc of the instruction
  input  wire [31:0]          x_insn,       // word of the instruction
  input  wire                 x_fault,      // the fetch of the instruction ended in a bus error
  input  wire                 x_interrupt,  // an interrupt in place of an instruction  //% if timer
  // execute
  output wire [SEQ_BITS-1:0]  x_seq,  // sequence number of the instruction
  // warp control
  input  wire                 c_squashes,     // the instruction in warp control squashes others
  input  wire                 c_squashed,     // the instruction in warp control is squashed
  input  wire                 c_clone_start,  // a clone acts: copy the registers
  // trace
  output wire                 trace_issue_valid,    // an issue record in this cycle
  output wire [ISSUE_RECORD_BITS-1:0] trace_issue   // issue record
);
  // A cycle ago in execute: the first beat of an instruction, and its record.
  reg                 valid_q;
  reg [WARP_BITS-1:0] warp_q;
  reg [SEQ_BITS-1:0] seq_q;
  reg [THREADS-1:0]   tmask_q;
  reg [31:2]          pc_q;
  reg [31:0]          insn_q;
  reg                 fault_q;
  reg                 interrupt_q;  //% if timer
  reg [SEQ_BITS-1:0] clone_seq_q;
  wire [WARPS*SEQ_BITS-1:0] nexts;
  wire                counts = x_valid & x_last & ~x_clone & ~x_squashed
                               & ~(c_squashes & x_warp == warp_q);

  assign x_seq = x_clone ? clone_seq_q : nexts[x_warp*SEQ_BITS +: SEQ_BITS];

  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      localparam [WARP_BITS-1:0] ME = w;
      reg [SEQ_BITS-1:0] next_q;

      assign nexts[w*SEQ_BITS +: SEQ_BITS] = next_q;

      always @(posedge clk)
        if (rst)
          next_q <= {SEQ_BITS{1'b0}};
        else if (counts & x_warp == ME)
          next_q <= next_q + {{SEQ_BITS-1{1'b0}}, 1'b1};
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

  assign trace_issue_valid = valid_q & ~c_squashed;

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
