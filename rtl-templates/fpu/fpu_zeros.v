// fpu_zeros - zeros in front of the first one of 80 bits, some of which is one
// SPDX-License-Identifier: Apache-2.0
//
// The first byte that has a one, then the place in it. Fed by fpu_lane.
`default_nettype none
module ${prefix}_fpu_zeros (
  input  wire [79:0] x,
  output wire [6:0]  zeros
);
  wire [9:0] any;
  reg  [3:0] bytes;
  reg  [2:0] rest;
  wire [7:0] first = x[{4'd9 - bytes, 3'b000} +: 8];

  genvar i;
  generate
    for (i = 0; i < 10; i = i + 1) begin : g_byte
      assign any[i] = |x[i*8 +: 8];
    end
  endgenerate

  always @*
    casez (any)
      10'b1?????????: bytes = 4'd0;
      10'b01????????: bytes = 4'd1;
      10'b001???????: bytes = 4'd2;
      10'b0001??????: bytes = 4'd3;
      10'b00001?????: bytes = 4'd4;
      10'b000001????: bytes = 4'd5;
      10'b0000001???: bytes = 4'd6;
      10'b00000001??: bytes = 4'd7;
      10'b000000001?: bytes = 4'd8;
      default: bytes = 4'd9;
    endcase

  always @*
    casez (first)
      8'b1???????: rest = 3'd0;
      8'b01??????: rest = 3'd1;
      8'b001?????: rest = 3'd2;
      8'b0001????: rest = 3'd3;
      8'b00001???: rest = 3'd4;
      8'b000001??: rest = 3'd5;
      8'b0000001?: rest = 3'd6;
      default: rest = 3'd7;
    endcase

  assign zeros = {bytes, rest};
endmodule
`default_nettype wire
