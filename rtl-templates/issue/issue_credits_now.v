// issue_credits - what the units can take; a claim counts in the next cycle
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_issue_credits (
  input  wire clk,
  input  wire rst,
  // queue entries of the load/store unit
  input  wire lsu_claim,
  input  wire lsu_free,
  input  wire lsu_cancel,
  input  wire div_claim,  //% if has_m
  input  wire div_free,   //% if has_m
  output wire div_some,   //% if has_m
//% if floats
  // instructions in the floating-point unit
  input  wire fpu_claim,
  input  wire fpu_free,
  input  wire fpu_cancel,
  output wire fpu_some,
  // its divider
  input  wire fdiv_claim,
  input  wire fdiv_free,
  output wire fdiv_some,
//% end
  output wire lsu_some    // there is one
);
  // In instructions.
  localparam [3:0] LSU_ENTRIES = ${lsu_entries};

  reg  [3:0] lsu_free_q;
  wire [3:0] lsu_same = lsu_free_q + {3'b0, lsu_cancel};
  wire [3:0] lsu_more = lsu_same + 4'd1;
  wire [3:0] lsu_less = lsu_same - 4'd1;

  always @(posedge clk)
    if (rst)
      lsu_free_q <= LSU_ENTRIES;
    else
      lsu_free_q <= lsu_claim == lsu_free ? lsu_same : lsu_claim ? lsu_less : lsu_more;

  assign lsu_some = lsu_free_q != 4'd0;
//% if has_m

  reg  div_free_q;

  always @(posedge clk)
    if (rst)
      div_free_q <= 1'b1;
    else
      div_free_q <= div_free | (div_free_q & ~div_claim);

  assign div_some = div_free_q;
//% end
//% if floats

  localparam FPU_BITS = ${fpu_entry_bits};
  localparam [FPU_BITS-1:0] FPU_ENTRIES = ${fpu_entries};

  reg  [FPU_BITS-1:0] fpu_free_q;

  always @(posedge clk)
    if (rst)
      fpu_free_q <= FPU_ENTRIES;
    else
      fpu_free_q <= fpu_free_q + {{FPU_BITS-1{1'b0}}, fpu_free}
                    + {{FPU_BITS-1{1'b0}}, fpu_cancel} - {{FPU_BITS-1{1'b0}}, fpu_claim};

  assign fpu_some = |fpu_free_q;

  reg  fdiv_free_q;

  always @(posedge clk)
    if (rst)
      fdiv_free_q <= 1'b1;
    else
      fdiv_free_q <= fdiv_free | (fdiv_free_q & ~fdiv_claim);

  assign fdiv_some = fdiv_free_q;
//% end
endmodule
`default_nettype wire
