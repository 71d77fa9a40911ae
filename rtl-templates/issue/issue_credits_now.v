// issue_credits - counts the free entries of the units: how many instructions each can still take
// SPDX-License-Identifier: Apache-2.0
//
// A claim or a return counts in the next cycle.
`default_nettype none
module ${prefix}_issue_credits (
  input  wire clk,
  input  wire rst,
  // queue entries of the load/store unit
  input  wire lsu_claim,   // an instruction takes an entry
  input  wire lsu_free,    // an entry is free again
  input  wire lsu_squash,  // return the entry of a squashed access
  input  wire div_claim,   // an instruction takes the divider  //% if has_m
  input  wire div_free,    // the divider is free again         //% if has_m
  output wire div_some,    // the divider is free               //% if has_m
//% if floats
  // instructions in the floating-point unit
  input  wire fpu_claim,   // an instruction enters the unit
  input  wire fpu_free,    // an instruction has left the unit
  input  wire fpu_squash,  // return the place of a squashed one
  output wire fpu_some,    // the unit has room
  // the floating-point divider
  input  wire fdiv_claim,  // an instruction takes the divider
  input  wire fdiv_free,   // the divider is free again
  input  wire fdiv_squash, // return the divider of a squashed one  //% if many_fdivs
  output wire fdiv_some,   // the divider is free
//% end
  output wire lsu_some     // an entry is free
);
  // Entries are counted in instructions.
  localparam [3:0] LSU_ENTRIES = ${lsu_entries};

  reg  [3:0] lsu_free_q;
  wire [3:0] lsu_same = lsu_free_q + {3'b0, lsu_squash};
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
                    + {{FPU_BITS-1{1'b0}}, fpu_squash} - {{FPU_BITS-1{1'b0}}, fpu_claim};

  assign fpu_some = |fpu_free_q;
//% end
//% if many_fdivs

  localparam FDIV_BITS = ${fdiv_bits};
  localparam [FDIV_BITS-1:0] FDIVS = ${fdivs};

  reg  [FDIV_BITS-1:0] fdiv_free_q;  // dividers that are free

  always @(posedge clk)
    if (rst)
      fdiv_free_q <= FDIVS;
    else
      fdiv_free_q <= fdiv_free_q + {{FDIV_BITS-1{1'b0}}, fdiv_free}
                     + {{FDIV_BITS-1{1'b0}}, fdiv_squash} - {{FDIV_BITS-1{1'b0}}, fdiv_claim};

  assign fdiv_some = |fdiv_free_q;
//% elif floats

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
