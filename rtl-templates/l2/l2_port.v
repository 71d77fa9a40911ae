// l2_port - second-level cache: the line ports of the first-level caches share the port of the bank
// SPDX-License-Identifier: Apache-2.0
//
// Requests: one per cycle. When both ports ask, they take turns. Requests of one port keep their
// order.
//
//   cycle 0    a request is accepted
//   cycle 1    the request is at the bank
//
// Responses: the bank has a whole line, each port takes beats. The highest bit of an id is 1 for
// the instruction cache. A data cache sets the highest bit of its own id in writes, and the
// response to a write has one beat.
`default_nettype none
module ${prefix}_l2_port #(
  parameter ID_BITS = ${l2_id_bits},
  parameter OP_BITS = ${l2_op_bits},
  parameter I_BITS = ${axi_i_bits},
  parameter D_BITS = ${axi_d_bits},
  parameter WRITE_BIT = ${dcache_write_bit},  // bit of an id of a data cache that is 1 for a write
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter BUS_SHIFT = ${bus_offset_bits},
  parameter LINE = ${dcache_line},
  parameter LINE_BITS = ${l2_cut_bits},
  parameter BEATS = ${dcache_beats},
  parameter BEAT_BITS = ${dcache_beat_bits},
  parameter NUM_BITS = ${l2_num_bits},
  parameter RAM_BASE = ${ram_base},
  parameter RAM_BITS = ${ram_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  // instruction cache
  input  wire                 i_req_valid,  // a read of a line
  output wire                 i_req_ready,  // the read is accepted
  input  wire [I_BITS-1:0]    i_req_id,     // id of the read
  input  wire [31:0]          i_req_addr,   // address of the line
  output wire                 i_rsp_valid,  // a beat of a line
  input  wire                 i_rsp_ready,  // the beat is accepted
  output wire [I_BITS-1:0]    i_rsp_id,     // id of the read
  // data cache
  input  wire                 d_req_valid,  // a request waits
  output wire                 d_req_ready,  // the request is accepted
  input  wire [D_BITS-1:0]    d_req_id,     // id of the request
  input  wire                 d_req_write,  // 1 write of a beat, 0 read of a line
  input  wire [31:0]          d_req_addr,   // address of the beat or line
  input  wire [BUS_BYTES-1:0] d_req_strb,   // bytes to write
  input  wire [BUS_BITS-1:0]  d_req_data,   // data to write
  input  wire [5:0]           d_req_atomic, // {operation, 1} for the word  //% if bank_atomics
  output wire                 d_rsp_valid,  // a beat of a line, or the response to a write
  input  wire                 d_rsp_ready,  // the response is accepted
  output wire [D_BITS-1:0]    d_rsp_id,     // id of the request
  // both
  output wire [BUS_BITS-1:0]  x_rsp_data,   // the beat
  output wire                 x_rsp_last,   // last beat of the line, or the response to a write
  // bank
  output wire                 req_valid,    // a request waits
  input  wire                 req_ready,    // the request is accepted
  output wire [OP_BITS-1:0]   req_op,       // 0 read, 1 write, 2 pass; {operation, 3} atomic
  output wire [ID_BITS-1:0]   req_id,       // id of the request
  output wire [NUM_BITS-1:0]  req_num,      // line
  output wire [BEAT_BITS-1:0] req_part,     // beat of the line that a store writes
  output wire [BUS_BYTES-1:0] req_mask,     // bytes of the beat to write
  output wire [BUS_BITS-1:0]  req_data,     // data to write
  input  wire                 rsp_valid,    // a response
  output wire                 rsp_ready,    // the last beat of the response is accepted
  input  wire [ID_BITS-1:0]   rsp_id,       // id of the request
  input  wire [LINE*8-1:0]    rsp_data      // line of a read
);
  localparam [1:0] OP_READ = 2'd0;           // l2-ops
  localparam [1:0] OP_WRITE = 2'd1;
  localparam [1:0] OP_PASS = 2'd2;
  localparam [31:0] BASE = RAM_BASE;
  localparam [31:0] IN_LINE = LINE - 1;
  localparam [31:0] LAST = BEATS - 1;
  localparam [BEAT_BITS-1:0] FIRST_BEAT = 0;
  localparam [BEAT_BITS-1:0] ONE_BEAT = 1;
  localparam REQUEST = OP_BITS + ID_BITS + NUM_BITS + BEAT_BITS + BUS_BYTES + BUS_BITS;

  // Requests.
  reg                  insn_q;   // the last request was that of the instruction cache
  wire                 insn = i_req_valid & (~d_req_valid | ~insn_q);
  wire                 offers = i_req_valid | d_req_valid;
  wire                 room;
  wire                 in_ram = d_req_addr[31:RAM_BITS] == BASE[31:RAM_BITS];
  wire [31:0]          offset = d_req_addr & IN_LINE;
//% if bank_atomics
  localparam [1:0] OP_ATOMIC = 2'd3;
  wire                 atomic = d_req_atomic[0];
  wire [1:0]           kind = insn | ~d_req_write ? OP_READ : ~in_ram ? OP_PASS
                              : atomic ? OP_ATOMIC : OP_WRITE;
  wire [OP_BITS-1:0]   op = {d_req_atomic[5:1], kind};
//% else
  wire [OP_BITS-1:0]   op = insn | ~d_req_write ? OP_READ : in_ram ? OP_WRITE : OP_PASS;
//% end
  wire [ID_BITS-1:0]   id = insn ? {1'b1, {ID_BITS-1-I_BITS{1'b0}}, i_req_id}
                            : {1'b0, {ID_BITS-1-D_BITS{1'b0}}, d_req_id};
  wire [NUM_BITS-1:0]  num = insn ? i_req_addr[RAM_BITS-1:LINE_BITS]
                             : d_req_addr[RAM_BITS-1:LINE_BITS];
  wire                 unused = ^{offset, i_req_addr};

  always @(posedge clk)
    if (rst)
      insn_q <= 1'b0;
    else if (offers & room)
      insn_q <= insn;

  assign i_req_ready = room & insn;
  assign d_req_ready = room & ~insn;

  ${prefix}_l2_fifo #(.WIDTH(REQUEST)) u_requests (
    .clk(clk), .rst(rst), .in_valid(offers), .in_ready(room),
    .in_data({op, id, num, offset[BUS_SHIFT +: BEAT_BITS], d_req_strb, d_req_data}),
    .out_valid(req_valid), .out_ready(req_ready),
    .out_data({req_op, req_id, req_num, req_part, req_mask, req_data})
  );

  // Responses.
  reg  [BEAT_BITS-1:0] beat_q;
  wire                 to_insn = rsp_id[ID_BITS-1];
  wire                 taken = rsp_valid & (to_insn ? i_rsp_ready : d_rsp_ready);

  always @(posedge clk)
    if (rst)
      beat_q <= FIRST_BEAT;
    else if (taken)
      beat_q <= x_rsp_last ? FIRST_BEAT : beat_q + ONE_BEAT;

  assign i_rsp_valid = rsp_valid & to_insn;
  assign d_rsp_valid = rsp_valid & ~to_insn;
  assign i_rsp_id = rsp_id[I_BITS-1:0];
  assign d_rsp_id = rsp_id[D_BITS-1:0];
  assign x_rsp_last = (~to_insn & rsp_id[WRITE_BIT]) | beat_q == LAST[BEAT_BITS-1:0];
  assign x_rsp_data = rsp_data[beat_q*BUS_BITS +: BUS_BITS];
  assign rsp_ready = taken & x_rsp_last;
endmodule
`default_nettype wire
