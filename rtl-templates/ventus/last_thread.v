// last_thread - the operand of the last active thread: vmv.x.s and vfmv.f.s of Ventus
// SPDX-License-Identifier: Apache-2.0
//
// The active thread of the highest number gives the value of a register x. Every lane keeps that.
`default_nettype none
module ${prefix}_last_thread #(
  parameter THREADS = ${threads}
) (
  input  wire [THREADS*32-1:0] values,  // operand of each thread
  input  wire [THREADS-1:0]    active,  // active threads of the warp
  output wire [31:0]           last     // operand of the last one
);
  wire [THREADS-1:0] falling;  // the active threads, the last one first
  wire [THREADS-1:0] lowest;
  wire [THREADS-1:0] chosen;

  genvar t;
  generate
    for (t = 0; t < THREADS; t = t + 1) begin : g_thread
      assign falling[t] = active[THREADS-1-t];
      assign chosen[t] = lowest[THREADS-1-t];
    end
  endgenerate

  ${prefix}_onehot_lowest #(.N(THREADS)) u_lowest (
    .in(falling), .lowest(lowest)
  );
  ${prefix}_onehot_mux #(.N(THREADS), .WIDTH(32)) u_value (
    .sel(chosen), .in(values), .out(last)
  );
endmodule
`default_nettype wire
