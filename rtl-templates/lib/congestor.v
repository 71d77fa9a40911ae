// congestor - says now and then that a handshake has to wait
// SPDX-License-Identifier: Apache-2.0
//
// Each point of the core that can wait has one; so things meet that otherwise would not. A linear
// shift register (xorshift, 32 bits) gives the numbers; its start depends on the seed and the
// point. A point has phases of 256 cycles on the average: in one it lets everything pass, in
// another it stalls in `rate` of 256 cycles.
`default_nettype none
module ${prefix}_congestor (
  input  wire        clk,
  input  wire        rst,
  input  wire [39:0] congest, // {rate, seed}
  input  wire [7:0]  point,
  input  wire        wants,   // something would go on
  output wire        stall,
  output wire        hit      // and has to wait
);
  reg  [31:0] random_q;
  reg         busy_q;
  wire [31:0] start = congest[31:0] ^ {point, ~point, point, ~point};
  wire [31:0] left = random_q ^ random_q << 13;
  wire [31:0] right = left ^ left >> 17;

  always @(posedge clk)
    if (rst) begin
      random_q <= start | 32'd1;
      busy_q <= ^(start[15:0] & 16'h9635);
    end else begin
      random_q <= right ^ right << 5;
      if (~|random_q[7:0])
        busy_q <= random_q[8];
    end

  assign stall = busy_q & random_q[31:24] < congest[39:32];
  assign hit = stall & wants;
endmodule
`default_nettype wire
