// issue_credits - counts the free entries of the units: how many instructions each can still take
// SPDX-License-Identifier: Apache-2.0
//
// Claims and returns are registered first. The comparison subtracts the claim of the last cycle, so
// that no entry is used twice. The return of an entry counts two cycles later.
`default_nettype none
//% ports issue_credits_now
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
//% end
//% if many_fdivs

  localparam FDIV_BITS = ${fdiv_bits};
  localparam [FDIV_BITS-1:0] FDIVS = ${fdivs};

  reg  [FDIV_BITS-1:0] fdiv_left_q;   // free dividers, before fdiv_claim_q
  reg                  fdiv_claim_q;

  always @(posedge clk)
    if (rst) begin
      fdiv_left_q <= FDIVS;
      fdiv_claim_q <= 1'b0;
    end else begin
      fdiv_claim_q <= fdiv_claim;
      fdiv_left_q <= fdiv_left_q + {{FDIV_BITS-1{1'b0}}, fdiv_free}
                     + {{FDIV_BITS-1{1'b0}}, fdiv_squash} - {{FDIV_BITS-1{1'b0}}, fdiv_claim_q};
    end

  assign fdiv_some = |fdiv_left_q[FDIV_BITS-1:1] | (fdiv_left_q[0] & ~fdiv_claim_q);
//% elif floats

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
