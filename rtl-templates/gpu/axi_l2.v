// axi - the second-level cache, between the line ports of all caches and one AXI4 master
// SPDX-License-Identifier: Apache-2.0
//
//   i_, d_ --> l2_slice --> l2_channel --> AR, AW, W
//          <--          <-------------- R, B
//
// The first-level caches read lines and write beats through ports of their own: i_ the instruction
// caches, d_ the data caches. A write has its response when the bank has performed the write.
//
//   AR         reads of lines. An id is the number of the MSHR
//   R          beats of lines, which may arrive interleaved; always accepted
//   AW, W      lines that are written back, and beats for the console. The id is 0
//   B          always accepted
//
// The bank reads no line while a write to that line is in flight.
//
// When the first-level caches have drained at the end of a run, the bank writes back its dirty
// lines. Then the run is done.
//
// Errors of memory: reads that wait for a line of which a beat failed have an error response. A
// write that failed is no core's any more: its address goes to all cores (any_error), and done
// waits until they hold it.
`default_nettype none
module ${prefix}_axi #(
  parameter ID_BITS = ${axi_id_bits},    // of an MSHR
  parameter I_BITS = ${axi_i_bits},      // of an id of the instruction cache
  parameter D_BITS = ${axi_d_bits},      // of an id of the data cache
  parameter L2_RECORD_BITS = ${trace_l2_bits},  //% if trace_l2
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter NUM_BITS = ${l2_num_bits}
) (
//% emit ports_axi
);
  wire [BUS_BITS-1:0]  x_rsp_data;
  wire                 x_rsp_last;
  wire                 x_rsp_error;
  reg                  ends_q;      // the last flush has begun
  reg  [3:0]           done_q;      // the last flush has ended, 1 to 4 cycles ago
  wire                 flush_done;
  wire                 flush_start = (drained & ~ends_q) | l2_flush;  //% if dispatch
  wire                 rd_valid;
  wire                 rd_ready;
  wire [ID_BITS-1:0]   rd_id;
  wire [NUM_BITS-1:0]  rd_line;
  wire                 wr_valid;
  wire                 wr_ready;
  wire [NUM_BITS-1:0]  wr_line;
  wire                 wr_pass;
  wire                 wr_last;
  wire [BUS_BYTES-1:0] wr_strb;
  wire [BUS_BITS-1:0]  wr_data;
  wire [NUM_BITS-1:0]  wr_old_line;
  wire                 wr_old_pass;
  wire                 unused = ^{i_req_len, d_req_len, d_req_last, m_axi_bid};

  ${prefix}_l2_slice u_slice (
    .x_rsp_error(x_rsp_error), .flush_start(flush_start), .flush_done(flush_done),  //% if dispatch
    .x_rsp_error(x_rsp_error), .flush_start(drained & ~ends_q), .flush_done(flush_done),  //% else
    .r_valid(m_axi_rvalid), .r_id(m_axi_rid), .r_data(m_axi_rdata), .r_last(m_axi_rlast),
    .r_error(|m_axi_rresp),
    .wr_answered(m_axi_bvalid),
//% connect ../l2/l2_slice
  );

  assign i_rsp_data = x_rsp_data;
  assign i_rsp_last = x_rsp_last;
  assign i_rsp_error = x_rsp_error;
  assign d_rsp_data = x_rsp_data;
  assign d_rsp_last = x_rsp_last;
  assign d_rsp_error = x_rsp_error;

  always @(posedge clk)
    if (rst) begin
      ends_q <= 1'b0;
      done_q <= 4'd0;
    end else begin
      ends_q <= ends_q | drained;
      done_q <= {done_q[2:0], done_q[0] | (flush_done & ends_q)};  //% if dispatch
      done_q <= {done_q[2:0], done_q[0] | flush_done};             //% else
    end

  assign l2_flushed = flush_done & ~ends_q;  //% if dispatch
  assign done = done_q[3];

  ${prefix}_l2_channel u_channel (
    .wr_id({ID_BITS{1'b0}}),
    .wr_answered(m_axi_bvalid),
    .error(any_error), .error_addr(any_error_addr),
//% connect ../l2/l2_channel
  );
endmodule
`default_nettype wire
