// thread_branch - which threads go on, and where, at a branch of threads of Ventus
// SPDX-License-Identifier: Apache-2.0
//
// For all thread masks and conditions.
`ifndef N
`define N 4
`endif
module thread_branch (
  input wire          clk,
  input wire [`N-1:0] mask,   // active threads
  input wire [`N-1:0] holds   // threads whose condition holds
);
  localparam BITS = $clog2(`N + 1);
  wire [`N-1:0] jump = mask & holds;
  wire [`N-1:0] stay = mask & ~holds;
  wire          any;
  wire          split;
  wire          go_taken;
  wire [`N-1:0] first;
  wire [`N-1:0] second;

  ww_thread_branch #(.THREADS(`N), .COUNT_BITS(BITS)) u (
    .c_taken(jump), .c_not(stay), .c_any(any), .c_split(split), .c_go_taken(go_taken),
    .c_first(first), .c_second(second)
  );

  // The reference weighs the threads against each other.
  integer weight;  // threads that jump, less those that stay
  integer i;

  always @* begin
    weight = 0;
    for (i = 0; i < `N; i = i + 1)
      if (mask[i])
        weight = holds[i] ? weight + 1 : weight - 1;
  end

  always @* begin
    some: assert (any == |jump);
    disagree: assert (split == (|jump & |stay));
    each_once: assert ((first | second) == mask & ~|(first & second));
    if (split) fewer: assert (go_taken == (weight <= 0));
    if (~split) all: assert (go_taken == |jump & first == mask);
    if (|mask) with_pc: assert (first == (go_taken ? jump : stay));
  end
endmodule
