// issue_credits - counts the free entries of the units: how many instructions each can still take
// SPDX-License-Identifier: Apache-2.0
//
// Claims and returns are registered first. The comparison subtracts the claim of the last cycle, so
// that no entry is used twice. The return of an entry counts two cycles later.
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
  output wire fdiv_some,   // the divider is free
//% end
  output wire lsu_some     // an entry is free
);
  // Entries are counted in instructions.
  localparam [3:0] LSU_ENTRIES = ${lsu_entries};

  reg  [3:0] lsu_left_q;  // free entries, before lsu_claim_q
  reg        lsu_back_q;
  reg        lsu_claim_q;
  reg        lsu_squash_q;

  always @(posedge clk)
    if (rst) begin
      lsu_left_q <= LSU_ENTRIES;
      lsu_claim_q <= 1'b0;
      lsu_back_q <= 1'b0;
      lsu_squash_q <= 1'b0;
    end else begin
      lsu_claim_q <= lsu_claim;
      lsu_back_q <= lsu_free;
      lsu_squash_q <= lsu_squash;
      lsu_left_q <= lsu_left_q + {3'b0, lsu_back_q} + {3'b0, lsu_squash_q} - {3'b0, lsu_claim_q};
    end

  assign lsu_some = |lsu_left_q[3:1] | (lsu_left_q[0] & ~lsu_claim_q);
//% if has_m

  reg  div_left_q;
  reg  div_claim_q;

  always @(posedge clk)
    if (rst) begin
      div_left_q <= 1'b1;
      div_claim_q <= 1'b0;
    end else begin
      div_claim_q <= div_claim;
      div_left_q <= div_free | div_some;
    end

  assign div_some = div_left_q & ~div_claim_q;
//% end
//% if floats

  localparam FPU_BITS = ${fpu_entry_bits};
  localparam [FPU_BITS-1:0] FPU_ENTRIES = ${fpu_entries};

  reg  [FPU_BITS-1:0] fpu_left_q;  // free places, before fpu_claim_q
  reg                 fpu_back_q;
  reg                 fpu_claim_q;
  reg                 fpu_squash_q;

  always @(posedge clk)
    if (rst) begin
      fpu_left_q <= FPU_ENTRIES;
      fpu_claim_q <= 1'b0;
      fpu_back_q <= 1'b0;
      fpu_squash_q <= 1'b0;
    end else begin
      fpu_claim_q <= fpu_claim;
      fpu_back_q <= fpu_free;
      fpu_squash_q <= fpu_squash;
      fpu_left_q <= fpu_left_q + {{FPU_BITS-1{1'b0}}, fpu_back_q}
                    + {{FPU_BITS-1{1'b0}}, fpu_squash_q} - {{FPU_BITS-1{1'b0}}, fpu_claim_q};
    end

  assign fpu_some = |fpu_left_q[FPU_BITS-1:1] | (fpu_left_q[0] & ~fpu_claim_q);

  reg  fdiv_left_q;
  reg  fdiv_claim_q;

  always @(posedge clk)
    if (rst) begin
      fdiv_left_q <= 1'b1;
      fdiv_claim_q <= 1'b0;
    end else begin
      fdiv_claim_q <= fdiv_claim;
      fdiv_left_q <= fdiv_free | fdiv_some;
    end

  assign fdiv_some = fdiv_left_q & ~fdiv_claim_q;
//% end
endmodule
`default_nettype wire
