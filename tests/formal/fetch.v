// fetch - decode gets the word that memory has at the pc that it names
// SPDX-License-Identifier: Apache-2.0
//
// Fetch and decode, with a memory that responds to requests of one warp in their order, of several
// in any. The word at one place, which the solver chooses, never changes. All other words are new
// with each response, as if the program changed them at any time: so branches come and go, also
// those that fetch has followed before it has seen them (fetch.loops). Warp control flushes warps
// to any pc, and issue takes instructions as it likes.
`define WARPS `fetch_WARPS
`define TOP `fetch_FETCH_TOP
module fetch (
  input wire              clk,
  input wire              ready,     // memory accepts a request
  input wire              answers,   // memory responds, if it can,
  input wire              who,       // to this warp,
  input wire [31:0]       any,       // with this word
  input wire [`WARPS-1:0] c_active,
  input wire [`WARPS-1:0] c_flush,
  input wire [31:2]       c_flush_pc,
  input wire [`WARPS-1:0] takes      // issue takes an instruction of the warp, if there is one
);
  localparam [31:0] BASE = `fetch_RAM_BASE;
  reg               init = 1'b1;
  reg  [31:0]       word_q;   // the word at place_q
  reg  [`TOP-1:2]   place_q;

  wire [`TOP-1:2]   fetch_addr;
  wire [`WARPS-1:0] f_valid;
  wire [31:0]       f_insn;
  wire              f_error;
  wire [`WARPS-1:0] d_take;
  wire [`WARPS-1:0] d_pop;
  wire              d_pop_warp;
  wire [`WARPS-1:0] d_redirect;
  wire [31:2]       d_redirect_pc;
  wire              req_valid;
  wire              req_tag;
  wire [31:2]       d_pc;
  //@ d_insn = d.insn_q
  wire [31:0]       d_insn;
  wire              d_valid;
  wire              d_warp;
`ifdef fetch_has_f_leaps
  wire [`WARPS-1:0] f_leaps;
  wire [`WARPS-1:0] f_stale;
  wire              d_loop;
  wire [`TOP-1:2]   d_loop_from;
`endif

  // Requests in flight: is a request of the warp one for the place, the oldest first?
  reg  [3:0]        here_q [0:1];
  reg  [2:0]        count_q [0:1];
  // Instructions in the queues of issue.
  reg  [1:0]        queued_q [0:1];
  wire              responds = ~init & answers & count_q[who] != 3'd0;
  wire [31:0]       data = here_q[who][0] ? word_q : any;
  wire [`WARPS-1:0] issued = {takes[1] & queued_q[1] != 2'd0, takes[0] & queued_q[0] != 2'd0};

  ww_fetch u (
`ifdef fetch_has_f_leaps
    .f_leaps(f_leaps), .f_stale(f_stale), .d_loop(d_loop), .d_loop_from(d_loop_from),
`endif
    .clk(clk), .rst(init), .fetch_addr(fetch_addr), .f_valid(f_valid), .f_insn(f_insn),
    .f_error(f_error), .d_take(d_take), .d_pop(d_pop), .d_pop_warp(d_pop_warp),
    .d_redirect(d_redirect), .d_redirect_pc(d_redirect_pc), .c_active(c_active),
    .c_flush(c_flush), .c_flush_pc(c_flush_pc), .fetch_req_valid(req_valid),
    .fetch_req_tag(req_tag), .fetch_req_ready(ready), .fetch_rsp_valid(responds),
    .fetch_rsp_tag(who), .fetch_rsp_data(data), .fetch_rsp_error(1'b0)
  );

  ww_decode d (
`ifdef fetch_has_f_leaps
    .f_leaps(f_leaps), .f_stale(f_stale), .d_loop(d_loop), .d_loop_from(d_loop_from),
`endif
    .clk(clk), .rst(init), .cleared(~init), .f_valid(f_valid), .f_insn(f_insn), .f_error(f_error),
    .d_take(d_take), .d_pop(d_pop), .d_pop_warp(d_pop_warp), .d_redirect(d_redirect),
    .d_redirect_pc(d_redirect_pc), .c_active(c_active), .c_flush(c_flush),
    .c_flush_pc(c_flush_pc), .i_issued(issued), .d_valid(d_valid), .d_warp(d_warp), .d_pc(d_pc)
  );

  integer w;

  always @(posedge clk) begin
    init <= 1'b0;
    if (init) begin
      word_q <= any;
      place_q <= c_flush_pc[`TOP-1:2];
    end
    for (w = 0; w < `WARPS; w = w + 1) begin
      here_q[w] <= init ? 4'd0
                   : (here_q[w] >> (responds & who == w))
                     | ({3'd0, req_valid & ready & req_tag == w & fetch_addr == place_q}
                        << (count_q[w] - (responds & who == w)));
      count_q[w] <= init ? 3'd0
                    : count_q[w] + (req_valid & ready & req_tag == w) - (responds & who == w);
      queued_q[w] <= init | c_flush[w] ? 2'd0
                     : queued_q[w] + (d_valid & d_warp == w) - issued[w];
    end
  end

  always @*
    if (~init & d_valid & d_pc == {BASE[31:`TOP], place_q})
      right: assert (d_insn == word_q);
endmodule
