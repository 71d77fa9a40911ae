// l2_slice - second-level cache: a bank with its ports to the caches, and its records
// SPDX-License-Identifier: Apache-2.0
//
//   i_, d_ --> l2_port --> l2_bank --> rd_, wr_
//
// One of several banks knows lines by their numbers in the bank (l2_home). Towards memory and in
// records a line has its number in RAM.
`default_nettype none
module ${prefix}_l2_slice #(
  parameter BANK = 0,                    // number of the bank     //% if l2_many_banks
  parameter BANK_BITS = ${l2_bank_bits},                           //% if l2_many_banks
  parameter NUM_BITS = ${l2_num_bits},   // of a line in the bank
  parameter I_BITS = ${axi_i_bits},      // of an id of the instruction caches
  parameter D_BITS = ${axi_d_bits},      // of an id of the data caches
  parameter X_BITS = ${l2_id_bits},
  parameter OP_BITS = ${l2_op_bits},
  parameter MSHR_BITS = ${l2_mshr_bits},
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter LINE = ${dcache_line},
  parameter BEAT_BITS = ${dcache_beat_bits},
  parameter WAY_BITS = ${l2_way_bits},          //% if trace_l2
  parameter RECORD_BITS = ${trace_l2_bits},    //% if trace_l2
  parameter AUDIT_BITS = ${l2_audit_bits},      //% if trace_l2
  parameter LINE_BITS = ${dcache_line_bits},    //% if trace_l2
  parameter RAM_BASE = ${ram_base},             //% if trace_l2
  parameter RAM_BITS = ${ram_bits},             //% if trace_l2
  parameter TOP = NUM_BITS + ${l2_bank_bits}  // bits of the number of a line in RAM
) (
  input  wire                   clk,
  input  wire                   rst,
  // instruction caches
  input  wire                   i_req_valid,  // a read of a line
  output wire                   i_req_ready,  // the read is accepted
  input  wire [I_BITS-1:0]      i_req_id,     // id of the read
  input  wire [31:0]            i_req_addr,   // address of the line
  output wire                   i_rsp_valid,  // a beat of a line
  input  wire                   i_rsp_ready,  // the beat is accepted
  output wire [I_BITS-1:0]      i_rsp_id,     // id of the read
  // data caches
  input  wire                   d_req_valid,  // a request waits
  output wire                   d_req_ready,  // the request is accepted
  input  wire [D_BITS-1:0]      d_req_id,     // id of the request
  input  wire                   d_req_write,  // 1 write of a beat, 0 read of a line
  input  wire [31:0]            d_req_addr,   // address of the beat or line
  input  wire [BUS_BYTES-1:0]   d_req_strb,   // bytes to write
  input  wire [BUS_BITS-1:0]    d_req_data,   // data to write
  input  wire [5:0]             d_req_atomic, // {operation, 1} for the word  //% if bank_atomics
  output wire                   d_rsp_valid,  // a beat of a line, or the response to a write
  input  wire                   d_rsp_ready,  // the response is accepted
  output wire [D_BITS-1:0]      d_rsp_id,     // id of the request
  // both
  output wire [BUS_BITS-1:0]    x_rsp_data,   // the beat
  output wire                   x_rsp_last,   // last beat of the line, or the response to a write
  output wire                   x_rsp_error,  // the request failed
  // flush: write back all dirty lines
  input  wire                   flush_start,  // the flush starts
  output wire                   flush_done,   // all writes of the flush have their responses
  // memory: reads
  output wire                   rd_valid,     // a line is to be read, held until rd_ready
  input  wire                   rd_ready,     // the read is accepted
  output wire [MSHR_BITS-1:0]   rd_id,        // MSHR of the read
  output wire [TOP-1:0]         rd_line,      // the line
  input  wire                   r_valid,      // a beat of a line arrives
  input  wire [MSHR_BITS-1:0]   r_id,         // MSHR of the beat
  input  wire [BUS_BITS-1:0]    r_data,       // the beat
  input  wire                   r_last,       // last beat of the line
  input  wire                   r_error,      // the beat failed
  // memory: writes
  output wire                   wr_valid,     // a beat, held until wr_ready
  input  wire                   wr_ready,     // the beat is accepted
  output wire [TOP-1:0]         wr_line,      // line
  output wire                   wr_pass,      // one beat outside RAM
  output wire                   wr_last,      // last beat of the write
  output wire [BUS_BYTES-1:0]   wr_strb,      // bytes to write
  output wire [BUS_BITS-1:0]    wr_data,      // data of the beat
  output wire [TOP-1:0]         wr_old_line,  // line of the oldest write
  output wire                   wr_old_pass,  // the oldest write is outside RAM
//% if trace_l2
  // records and the state audit
  output wire                   trace_l2_valid,  // a record
  output wire [RECORD_BITS-1:0] trace_l2,        // the record
  input  wire [31:0]            l2_select,       // kind and row to show
  output wire [AUDIT_BITS-1:0]  audit_l2,        // a tag, or a beat and its dirty bits
//% end
  input  wire                   wr_answered   // the response to the oldest write arrives
);
  wire                 req_valid;
  wire                 req_ready;
  wire [OP_BITS-1:0]   req_op;
  wire [X_BITS-1:0]    req_id;
  wire [NUM_BITS-1:0]  req_num;
  wire [BEAT_BITS-1:0] req_part;
  wire [BUS_BYTES-1:0] req_mask;
  wire [BUS_BITS-1:0]  req_data;
  wire                 rsp_valid;
  wire                 rsp_ready;
  wire [X_BITS-1:0]    rsp_id;
  wire [LINE*8-1:0]    rsp_data;

  ${prefix}_l2_port u_port (
//% connect l2_port
  );

  wire [NUM_BITS-1:0]  rd_num;
  wire [NUM_BITS-1:0]  wr_num;
  wire [NUM_BITS-1:0]  wr_old_num;
//% if trace_l2
  wire [WAY_BITS-1:0]  t_way;
  wire [X_BITS-1:0]    t_id;
  wire [NUM_BITS-1:0]  t_num;
  wire [LINE-1:0]      t_mask;
  wire [LINE*8-1:0]    t_data;
  wire [NUM_BITS-1:0]  audit_num;
  wire [2:0]           audit_state;
  wire [BUS_BYTES-1:0] audit_dirty;
  wire [BUS_BITS-1:0]  audit_data;
//% emit record_l2
//% end

  ${prefix}_l2_bank u_bank (
    .rsp_fail(x_rsp_error),
//% if trace_l2
    .t_valid(trace_l2_valid), .t_kind(rec_l2_op), .t_fresh(rec_l2_fresh),
    .t_fail(rec_l2_failed),
    .t_stay(rec_l2_stays),
    .audit_select(l2_select[27:0]),
//% end
//% connect l2_bank
  );

  // Numbers of lines in RAM.
//% if l2_many_banks
  localparam [BANK_BITS-1:0] ME = BANK;

  assign rd_line[TOP-1:BANK_BITS] = rd_num;
  assign wr_line[TOP-1:BANK_BITS] = wr_num;
  assign wr_old_line[TOP-1:BANK_BITS] = wr_old_num;
  ${prefix}_l2_home u_rd_home (.num(rd_num), .in(ME), .out(rd_line[BANK_BITS-1:0]));
  ${prefix}_l2_home u_wr_home (.num(wr_num), .in(ME), .out(wr_line[BANK_BITS-1:0]));
  ${prefix}_l2_home u_old_home (.num(wr_old_num), .in(ME), .out(wr_old_line[BANK_BITS-1:0]));
//% else
  assign rd_line = rd_num;
  assign wr_line = wr_num;
  assign wr_old_line = wr_old_num;
//% end
//% if trace_l2

  // Records.
  localparam [31:0] BASE = RAM_BASE;
  localparam [31:0] CONSOLE = 32'hFFFF_F000;
  localparam MASK_BITS = 32 * ${trace_l2_mask_words};
  wire [MASK_BITS-1:0] mask;
  wire [TOP-1:0]       t_line;
  wire [TOP-1:0]       audit_line;
  wire                 asked = rec_l2_op < 3'd3 | rec_l2_op == 3'd5;  // a request of a core
  wire                 unused_id = ^t_id;

//% if l2_many_banks
  assign t_line[TOP-1:BANK_BITS] = t_num;
  assign audit_line[TOP-1:BANK_BITS] = audit_num;
  ${prefix}_l2_home u_t_home (.num(t_num), .in(ME), .out(t_line[BANK_BITS-1:0]));
  ${prefix}_l2_home u_audit_home (.num(audit_num), .in(ME), .out(audit_line[BANK_BITS-1:0]));
//% else
  assign t_line = t_num;
  assign audit_line = audit_num;
//% end

  assign mask = {{MASK_BITS-LINE{1'b0}}, t_mask};  //% if l2_short_line
  assign mask = t_mask;                            //% else
  assign rec_l2_warp = 6'd0;
  assign rec_l2_seq = {${seq_bits}{1'b0}};
  assign rec_l2_insn = asked & t_id[X_BITS-1];
//% if many_cores
  localparam CORE_BITS = ${core_bits};
  wire [CORE_BITS-1:0] core = t_id[X_BITS-1] ? t_id[I_BITS-1 -: CORE_BITS]
                              : t_id[D_BITS-1 -: CORE_BITS];

  assign rec_l2_core = {{8-CORE_BITS{1'b0}}, core & {CORE_BITS{asked}}};
//% else
  assign rec_l2_core = 8'd0;
//% end
  assign rec_l2_addr = rec_l2_op == 3'd2 ? CONSOLE
                       : {BASE[31:RAM_BITS], t_line, {LINE_BITS{1'b0}}};
  assign rec_l2_way = {{32-WAY_BITS{1'b0}}, t_way};
  assign rec_l2_rest = {t_data, mask};

  // The state audit: a tag, or a beat and its dirty bits.
  reg  [AUDIT_BITS-1:0] audited;

  always @* begin
    audited = {AUDIT_BITS{1'b0}};
    case (l2_select[31:28])
      4'd7: audited[63:0] = {29'd0, audit_state, BASE[31:RAM_BITS], audit_line, {LINE_BITS{1'b0}}};
      4'd8: audited[BUS_BITS+BUS_BYTES-1:0] = {audit_dirty, audit_data};
      default: ;
    endcase
  end

  assign audit_l2 = audited;
//% end
endmodule
`default_nettype wire
