// block_fit - finds the lowest run of free places that is long enough
// SPDX-License-Identifier: Apache-2.0
//
// Pages of shared memory and numbers of barriers are given out in runs. Before step k, run[i] says
// that 2^k places from i on are free, and fit[i] that as many are as the low k bits of `count` say.
// Each step is a constant shift: a search in N places has log2(N) steps for any count.
`default_nettype none
module ${prefix}_block_fit #(
  parameter N = 8,
  parameter BITS = 4  // holds 0..N
) (
  input  wire [N-1:0]    free,   // per place: free
  input  wire [BITS-1:0] count,  // places wanted
  output wire            fits,   // there is such a run
  output wire [N-1:0]    mask,   // places of the run; 0 for a count of 0
  output wire [BITS-1:0] first   // number of its first place
);
  reg  [N-1:0] run;
  reg  [N:0]   fit;
  wire [N-1:0] start;
  wire [N:0]   behind = {1'b0, start} << count;
  wire [N:0]   taken = behind - {1'b0, start};
  wire         unused = taken[N] ^ fit[N];
  integer      k;

  always @* begin
    run = free;
    fit = {N+1{1'b1}};
    for (k = 0; k < BITS; k = k + 1) begin
      if (count[k])
        fit = {1'b0, run} & (fit >> (1 << k));
      run = run & (run >> (1 << k));
    end
  end

  ${prefix}_onehot_lowest #(.N(N)) u_start (
    .in(fit[N-1:0]), .lowest(start)
  );
  ${prefix}_onehot_index #(.N(N), .BITS(BITS)) u_first (
    .onehot(start), .index(first)
  );

  assign fits = |fit[N-1:0];
  assign mask = taken[N-1:0];
endmodule
`default_nettype wire
