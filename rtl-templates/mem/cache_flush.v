// cache_flush - one flush after another: first the data cache, then the instruction cache
// SPDX-License-Identifier: Apache-2.0
//
// What stores have left in the data cache is in memory before the instruction cache forgets its
// lines and fetches anew. When the core is done the data cache is written back once more, and
// only then the run has ended.
`default_nettype none
module ${prefix}_cache_flush (
//% emit ports_cache_flush
);
//% if dcache
  reg        data_q;    // the data cache is at work
  reg        data_go_q; // it begins
  reg  [1:0] op_q;
  reg        ending_q;  // it is the last time
  reg        ended_q;
  wire       ends = core_done & ~ending_q & ~data_q;
  wire       data_start = (flush_start & |flush_op[1:0]) | ends;
  wire       data_end = data_q & dflush_done;

  always @(posedge clk)
    if (rst) begin
      data_q <= 1'b0;
      data_go_q <= 1'b0;
      ending_q <= 1'b0;
      ended_q <= 1'b0;
    end else begin
      data_q <= data_start | (data_q & ~dflush_done);
      data_go_q <= data_start;
      ending_q <= ending_q | ends;
      ended_q <= ended_q | (ending_q & data_end);
    end

  always @(posedge clk)
    if (data_start)
      op_q <= ends ? 2'b01 : flush_op[1:0];

  assign dflush_start = data_go_q;
  assign dflush_op = op_q;
  assign done = ended_q;
//% else
  assign done = core_done;
//% end
//% if not icache
  wire       unused_op = flush_op[2];
//% else

  // The instruction cache's turn.
  reg  insn_q;    // it is at work, or waits for the data cache
  reg  insn_go_q; // it begins
//% if dcache
  wire insn_start = (flush_start & flush_op[2] & ~|flush_op[1:0]) | (insn_q & data_end);
//% else
  wire insn_start = flush_start & |flush_op;  // the only cache forgets its lines for any of them
//% end

  always @(posedge clk)
    if (rst) begin
      insn_q <= 1'b0;
      insn_go_q <= 1'b0;
    end else begin
      insn_q <= (flush_start & flush_op[2]) | (insn_q & ~iflush_done);  //% if dcache
      insn_q <= insn_start | (insn_q & ~iflush_done);                   //% else
      insn_go_q <= insn_start;
    end

  assign iflush_start = insn_go_q;
//% end

  // The core asks for one flush at a time.
  reg  busy_q;
//% if dcache
  wire idle = ~data_q & ~insn_q;  //% if icache
  wire idle = ~data_q;            //% else
//% else
  wire idle = ~insn_q;
//% end

  always @(posedge clk)
    if (rst)
      busy_q <= 1'b0;
    else
      busy_q <= flush_start | (busy_q & ~idle);

  assign flush_done = busy_q & idle;
endmodule
`default_nettype wire
