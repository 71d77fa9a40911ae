// thread_branch - which way a warp of Ventus goes at a branch of its threads, and what it pushes
// SPDX-License-Identifier: Apache-2.0
//
//   taken  other   c_split   c_go_taken
//     0      any      0          0       nobody jumps
//     any    0        0          1       all jump
//     t      o        1        t <= o    fewer threads go first; as many: those that jump
//
// A split pushes {rpc, mask, rpc}, then {rpc, mask of the others, pc of the others}.
`default_nettype none
module ${prefix}_thread_branch #(
  parameter THREADS = ${threads},
  parameter COUNT_BITS = ${thread_count_bits}  // holds 0..THREADS
) (
  input  wire [THREADS-1:0] c_taken,     // active threads whose condition holds
  input  wire [THREADS-1:0] c_not,       // the other active threads
  output wire               c_any,       // some thread jumps
  output wire               c_split,     // the threads disagree
  output wire               c_go_taken,  // the warp goes on at the target
  output wire [THREADS-1:0] c_first,     // threads that go on
  output wire [THREADS-1:0] c_second     // threads of the entry that is pushed last
);
  reg [COUNT_BITS-1:0] taken_count;
  reg [COUNT_BITS-1:0] other_count;
  integer i;

  always @* begin
    taken_count = {COUNT_BITS{1'b0}};
    other_count = {COUNT_BITS{1'b0}};
    for (i = 0; i < THREADS; i = i + 1) begin
      taken_count = taken_count + {{COUNT_BITS-1{1'b0}}, c_taken[i]};
      other_count = other_count + {{COUNT_BITS-1{1'b0}}, c_not[i]};
    end
  end

  assign c_any = |c_taken;
  assign c_split = c_any & |c_not;
  assign c_go_taken = c_any & (~|c_not | taken_count <= other_count);
  assign c_first = c_go_taken ? c_taken : c_not;
  assign c_second = c_go_taken ? c_not : c_taken;
endmodule
`default_nettype wire
