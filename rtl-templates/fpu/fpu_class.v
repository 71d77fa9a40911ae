// fpu_class - what kind of number a binary32 word is
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_fpu_class (
  input  wire [30:0] x,
  output wire        zero,
  output wire        subnormal,
  output wire        infinite,
  output wire        nan,
  output wire        signaling
);
  wire none = ~|x[30:23];
  wire all = &x[30:23];
  wire fraction = |x[22:0];

  assign zero = none & ~fraction;
  assign subnormal = none & fraction;
  assign infinite = all & ~fraction;
  assign nan = all & fraction;
  assign signaling = nan & ~x[22];
endmodule
`default_nettype wire
