// block_clear - clears what a block leaves: registers of its warps, its pages of shared memory
// SPDX-License-Identifier: Apache-2.0
//
// A warp of a block has ended (w_ended) when it has halted, nothing of it is in flight and its
// registers are clear. When all warps of a block have ended, its pages of shared memory are
// cleared; then its end may be counted (e_valid). Behind a block of a whole core, whose wspawn may
// start a warp again, the registers of all warps are cleared at the end.
//
//   t        c_ended; the warp is owed a clearing
//   t+1      the lowest of these warps is chosen
//   t+2 ...  clear_valid: writeback clears a register in each cycle in which no result is written
//            clear_done, with the last one: w_ended
//
//   t        over; the lowest of these slots is chosen, and a whole core is owed its registers
//   t+1      clear_start, if the block has pages, when the clearing after reset is complete
//   t+2 ...  e_valid, if shared memory and registers are clear; until e_take
`default_nettype none
module ${prefix}_block_clear #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter SLOTS = ${blocks},
  parameter SLOT_BITS = ${slot_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  // warps
  input  wire [WARPS-1:0]     c_ended,   // per warp: has halted, and nothing of it is in flight
  input  wire                 whole,     // the only block has the whole core
  output wire [WARPS-1:0]     w_ended,   // per warp: has ended now
  // blocks
  input  wire [SLOTS-1:0]     over,      // per slot: all warps of its block have ended
  output wire                 e_valid,   // a block has ended
  output wire [SLOT_BITS-1:0] e_slot,    // slot of the block
  input  wire                 e_take,    // the end of the block is counted
//% if smem
  input  wire                 e_pages,   // the block has pages of shared memory
  // shared memory
  output wire                 clear_start,    // clear its pages
  input  wire                 smem_clearing,  // pages are being cleared
//% end
  // writeback
  output wire                 clear_valid,  // clear the registers of clear_warp
  output wire [WARP_BITS-1:0] clear_warp,   // the warp
  input  wire                 clear_done    // the last register of clear_warp is cleared now
);
  localparam [WARPS-1:0] WARP_0 = 1;

  // Blocks.
  reg                  chosen_q;
  reg                  first_q;    // clear_start is due
  reg  [SLOT_BITS-1:0] slot_q;
  wire                 chooses = ~chosen_q & |over;
  wire [SLOTS-1:0]     lowest_over;
  wire [SLOT_BITS-1:0] over_index;

  ${prefix}_onehot_lowest #(.N(SLOTS)) u_over (
    .in(over), .lowest(lowest_over)
  );
  ${prefix}_onehot_index #(.N(SLOTS), .BITS(SLOT_BITS)) u_over_index (
    .onehot(lowest_over), .index(over_index)
  );

  always @(posedge clk)
    if (rst) begin
      chosen_q <= 1'b0;
      first_q <= 1'b0;
    end else begin
      chosen_q <= chooses | (chosen_q & ~e_take);
      first_q <= chooses | (first_q & smem_clearing);  //% if smem
      first_q <= chooses;                              //% else
    end

  always @(posedge clk)
    if (chooses)
      slot_q <= over_index;

  // Warps.
  reg  [WARPS-1:0]     owed_q;     // per warp: its registers are to be cleared
  reg                  clears_q;   // the registers of warp_q are being cleared
  reg  [WARP_BITS-1:0] warp_q;
  wire [WARPS-1:0]     cleared = (WARP_0 << warp_q) & {WARPS{clear_done}};
  wire [WARPS-1:0]     lowest_owed;
  wire [WARP_BITS-1:0] owed_index;

  ${prefix}_onehot_lowest #(.N(WARPS)) u_owed (
    .in(owed_q), .lowest(lowest_owed)
  );
  ${prefix}_onehot_index #(.N(WARPS), .BITS(WARP_BITS)) u_owed_index (
    .onehot(lowest_owed), .index(owed_index)
  );

  always @(posedge clk)
    if (rst) begin
      owed_q <= {WARPS{1'b0}};
      clears_q <= 1'b0;
    end else begin
      owed_q <= (owed_q | (whole ? {WARPS{chooses}} : c_ended)) & ~cleared;
      clears_q <= clears_q ? ~clear_done : |owed_q;
    end

  always @(posedge clk)
    if (~clears_q)
      warp_q <= owed_index;

  assign clear_valid = clears_q;
  assign clear_warp = warp_q;
  assign w_ended = whole ? c_ended : cleared;
  assign e_slot = slot_q;
//% if smem
  assign clear_start = first_q & e_pages & ~smem_clearing;
  assign e_valid = chosen_q & ~first_q & ~smem_clearing & ~(whole & |owed_q);
//% else
  assign e_valid = chosen_q & ~first_q & ~(whole & |owed_q);
//% end
endmodule
`default_nettype wire
