// warp_record - emits control records of Ventus: the effect of an instruction on its warp
// SPDX-License-Identifier: Apache-2.0
//
// doc/trace.md describes the fields of the records.
`default_nettype none
module ${prefix}_warp_record #(
  parameter WARP_BITS = ${warp_bits},
  parameter THREADS = ${threads},
  parameter SEQ_BITS = ${seq_bits},
  parameter OP_BITS = ${op_bits},
  parameter CSR_BITS = ${csr_bits},
  parameter CONTROL_RECORD_BITS = ${trace_control_bits},
  parameter DEPTH_BITS = ${depth_bits}
) (
  input  wire [7:0]            core_id,  // number of this core
  // warp control: the instruction
  input  wire [SEQ_BITS-1:0]   c_seq,      // sequence number of the instruction
  input  wire                  c_acts,     // an instruction, not squashed, other than load or store
  input  wire [OP_BITS-1:0]    c_op,                    // operation
  input  wire [WARP_BITS-1:0]  c_warp,                  // warp of the instruction
  input  wire [31:2]           c_pc,                    // pc of the instruction
  input  wire [THREADS-1:0]    c_tmask,                 // thread mask before the instruction
  input  wire [CSR_BITS-1:0]   c_csr_write,             // number of the CSR to write
  input  wire [31:0]           c_csr_written,           // value that is written
  input  wire [THREADS-1:0]    c_other,                 // mask of the path that is pushed
  input  wire                  c_push,                  // a branch of threads pushes two entries
  input  wire                  c_pop,                   // a join pops
  input  wire [THREADS-1:0]    s_mask,                  // mask of the top entry
  input  wire [DEPTH_BITS-1:0] s_depth,                 // number of entries of the warp, before
  input  wire                  c_trap,                  // the instruction traps
  input  wire                  c_halts,                 // the warp halts
  input  wire                  c_stops,                 // a hardware error stops all warps
  input  wire                  c_exits,                 // all warps stop
  input  wire [31:0]           c_error,                 // address of the failed access
  input  wire [4:0]            c_cause,                 // cause of the trap
  input  wire [31:0]           c_tval,                  // trap value
  // its warp afterwards
  input  wire [31:2]           next_pc,                  // pc of the warp, after
  input  wire [THREADS-1:0]    next_tmask,               // thread mask of the warp, after
  output wire                  trace_control_valid,      // a control record in this cycle
  output wire [CONTROL_RECORD_BITS-1:0] trace_control    // control record
);
//% emit record_params
  localparam [DEPTH_BITS-1:0] TWO = 2;

  wire [DEPTH_BITS-1:0] depth_after = c_pop ? s_depth - 1'b1 : c_push ? s_depth + TWO : s_depth;
  wire [THREADS-1:0]    tmask_after = next_tmask & {THREADS{~c_halts & ~c_stops & ~c_exits}};
  wire [31:2]           record_pc = c_trap ? c_pc : next_pc;
  reg  [3:0]            record_op;
  reg  [31:0]           aux_mask;
  reg  [31:0]           aux_value;
  reg  [11:0]           csr_address;

  always @* begin
    {record_op, aux_mask, aux_value} = {4'd0, 32'd0, 32'd0};
    if (c_stops)
      record_op = 4'd11;
    else if (c_exits)
      record_op = 4'd12;
    else if (c_trap)
      record_op = 4'd8;
    else
      case (c_op)
        OP_SPLIT: begin
          record_op = 4'd1;
          aux_mask = {{32-THREADS{1'b0}}, c_other & {THREADS{c_push}}};
          aux_value = {{32-THREADS{1'b0}}, c_tmask};
        end
        OP_JOIN: begin
          record_op = 4'd2;
          aux_mask = {{32-THREADS{1'b0}}, s_mask & {THREADS{c_pop}}};
          aux_value = {31'd0, c_pop};
        end
        OP_SYNC: record_op = 4'd5;
        OP_EBREAK: record_op = 4'd6;
        OP_FENCE: record_op = 4'd15;  //% if acquires
        OP_CSR: begin
          record_op = 4'd10;
          aux_mask = {20'd0, csr_address};
          aux_value = c_csr_written;
        end
        default: ;
      endcase
  end

  always @* begin
    csr_address = 12'd0;
    case (c_csr_write)
//% emit csr_addresses
      default: ;
    endcase
  end

//% if acquires
  assign trace_control_valid = c_stops | c_exits | c_trap | c_acts;
//% else
  assign trace_control_valid = c_stops | c_exits | c_trap | (c_acts & c_op != OP_FENCE);
//% end

//% emit record_control
  // A record of a stop of all warps belongs to no instruction.
  wire of_warp = ~c_stops & ~c_exits;

  assign rec_control_op = record_op;
  assign rec_control_warp = {{6-WARP_BITS{1'b0}}, c_warp & {WARP_BITS{of_warp}}};
  assign rec_control_core = core_id;
  assign rec_control_seq = c_seq & {SEQ_BITS{of_warp}};
  assign rec_control_next_pc = {record_pc & {30{of_warp}}, 2'b00};
  assign rec_control_tmask = {{32-THREADS{1'b0}}, tmask_after};
  assign rec_control_aux_mask = aux_mask;
  assign rec_control_aux_value = aux_value;
  assign rec_control_depth = {{32-DEPTH_BITS{1'b0}}, depth_after & {DEPTH_BITS{of_warp}}};
  assign rec_control_cause = {27'd0, c_stops ? CAUSE_HARDWARE : c_trap ? c_cause : 5'd0};
  assign rec_control_tval = c_stops ? c_error : c_trap ? c_tval : 32'd0;
endmodule
`default_nettype wire
