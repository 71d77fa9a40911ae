// congestor - stalls one point of the core at random, for tests
// SPDX-License-Identifier: Apache-2.0
//
// Each point of the core where a handshake can wait has one. So rare coincidences become frequent.
//
// A shift register (xorshift, 32 bits) steps in each cycle; seed and point set its start. A new
// phase begins after 256 cycles on average. In half of the phases the point never stalls. In the
// others it stalls in `rate` of 256 cycles.
`default_nettype none
module ${prefix}_congestor (
  input  wire        clk,
  input  wire        rst,
  input  wire [39:0] congest,  // {rate, seed}
  input  wire [7:0]  point,    // number of the stall point
  input  wire        wants,    // without the stall the handshake would happen now
  output wire        stall,    // the handshake waits
  output wire        hit       // the stall delays something now
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
