// cache_flush - runs one flush at a time: the data cache first, then the instruction cache
// SPDX-License-Identifier: Apache-2.0
//
// The instruction cache fetches from memory. So the stores that the data cache holds must be in
// memory before the instruction cache invalidates its lines.
//
// Protocol: flush_start is 1 for one cycle, with flush_op. The next flush_start follows flush_done.
//
//   cycle 0     flush_start
//   cycle 1     dflush_start; or iflush_start, if the data cache has nothing to do
//   a cycle behind dflush_done    iflush_start, if flush_op asks for it, else flush_done
//   a cycle behind iflush_done    flush_done
//% if dcache
//
// Exception: when the core is done (core_done), the data cache is written back once more. Only then
// the run has ended (done).
//% else
//
// Exception: without a data cache every flush invalidates the instruction cache.
//% end
`default_nettype none
module ${prefix}_cache_flush (
//% emit ports_cache_flush
);
//% if dcache
  reg        data_q;     // the data cache is at work
  reg        data_go_q;  // the data cache starts
  reg  [1:0] op_q;       // {invalidate, write back}
  reg        ending_q;   // the write-back at the end of the run has started
  reg        ended_q;    // the write-back at the end of the run is complete
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

  // The instruction cache.
  reg  insn_q;     // the instruction cache is at work, or waits for the data cache
  reg  insn_go_q;  // the instruction cache starts
//% if dcache
  wire insn_start = (flush_start & flush_op[2] & ~|flush_op[1:0]) | (insn_q & data_end);
//% else
  wire insn_start = flush_start & |flush_op;
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
