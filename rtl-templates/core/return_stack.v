// return_stack - where the calls of each warp return to, as far as decode has seen
// SPDX-License-Identifier: Apache-2.0
//
// A call writes the address behind it, and a return takes the newest one off. Only predictions come
// from here: warp control compares each with the target. So nothing is repaired when an instruction
// that was decoded is squashed, and a call too many overwrites the oldest address.
`default_nettype none
module ${prefix}_return_stack #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter PLACE_BITS = ${returns_bits},
  parameter ADDRESSES = ${returns}  // addresses that are kept for a warp
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [WARPS-1:0]     self,    // the warp, one-hot; 0: nothing happens
  input  wire [WARP_BITS-1:0] warp,    // number of the warp
  input  wire                 push,    // the instruction is a call
  input  wire                 pop,     // the instruction is a return that is followed
  input  wire [31:2]          behind,  // address behind a call
  output wire                 some,    // the warp has an address
  output wire [31:2]          top      // the newest one
);
  localparam [PLACE_BITS:0] ONE = 1;
  localparam [PLACE_BITS:0] FULL = ADDRESSES;

  wire [WARPS*PLACE_BITS-1:0] places;
  wire [WARPS-1:0]            has;
  wire [PLACE_BITS-1:0]       place = places[warp*PLACE_BITS +: PLACE_BITS];
  wire [PLACE_BITS-1:0]       above = place + ONE[PLACE_BITS-1:0];
  wire [PLACE_BITS-1:0]       below = place - ONE[PLACE_BITS-1:0];
  reg  [31:2]                 behind_m [0:(1<<(WARP_BITS+PLACE_BITS))-1];

  always @(posedge clk)
    if (push & |self)
      behind_m[{warp, above}] <= behind;

  assign top = behind_m[{warp, place}];
  assign some = has[warp];

  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      reg  [PLACE_BITS-1:0] place_q;  // of the newest address
      reg  [PLACE_BITS:0]   count_q;  // addresses of the warp
      wire [PLACE_BITS:0]   count_more = count_q + ONE;
      wire [PLACE_BITS:0]   count_less = count_q - ONE;

      assign places[w*PLACE_BITS +: PLACE_BITS] = place_q;
      assign has[w] = |count_q;

      always @(posedge clk)
        if (rst) begin
          place_q <= {PLACE_BITS{1'b0}};
          count_q <= {PLACE_BITS+1{1'b0}};
        end else if (self[w] & push) begin
          place_q <= above;
          count_q <= count_q == FULL ? FULL : count_more;
        end else if (self[w] & pop) begin
          place_q <= below;
          count_q <= count_less;
        end
    end
  endgenerate
endmodule
`default_nettype wire
