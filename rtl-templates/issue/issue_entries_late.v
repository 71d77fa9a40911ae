// issue_entries - what the queues of decoded instructions hold, but for what judges the first ones
// SPDX-License-Identifier: Apache-2.0
//
// What decode makes of its table is registered before it goes into a queue. The place of what
// issues is registered and the entry read a cycle later: decode cannot have used it again yet.
`default_nettype none
module ${prefix}_issue_entries #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter HEAD_BITS = ${head_bits},
  parameter ENTRY_BITS = ${entry_bits}
) (
  input  wire                  clk,
  input  wire                  rst,
  // decode
  input  wire                  d_valid,
  input  wire [WARP_BITS-1:0]  d_warp,
  input  wire [1:0]            d_slot,
  input  wire [HEAD_BITS-1:0]  d_head,      // what it is judged by
  input  wire [ENTRY_BITS-1:0] d_entry,
  // warp control
  input  wire [WARPS-1:0]      c_flush,
  // warps: what enters a queue
  output wire                  n_valid,
  output wire [WARP_BITS-1:0]  n_warp,
  output wire [1:0]            n_slot,
  output wire [HEAD_BITS-1:0]  n_head,
  // issue
  input  wire                  room,        // the issue register takes an entry
  input  wire [WARP_BITS-1:0]  grant_warp,
  input  wire [1:0]            grant_slot,
  output wire [ENTRY_BITS-1:0] entry        // in the issue register
);
  reg  [ENTRY_BITS-1:0] entry_m [0:(4<<WARP_BITS)-1];
  reg                   new_q;
  reg  [WARP_BITS-1:0]  new_warp_q;
  reg  [1:0]            new_slot_q;
  reg  [HEAD_BITS-1:0]  new_head_q;
  reg  [ENTRY_BITS-1:0] new_entry_q;
  reg  [WARP_BITS+1:0]  place_q;
  wire                  unused = room;   // it always does: an instruction has one beat

  always @(posedge clk)
    if (rst)
      new_q <= 1'b0;
    else
      new_q <= d_valid;

  always @(posedge clk) begin
    new_warp_q <= d_warp;
    new_slot_q <= d_slot;
    new_head_q <= d_head;
    new_entry_q <= d_entry;
    place_q <= {grant_warp, grant_slot};
  end

  always @(posedge clk)
    if (n_valid)
      entry_m[{new_warp_q, new_slot_q}] <= new_entry_q;

  assign entry = entry_m[place_q];
  assign n_valid = new_q & ~c_flush[new_warp_q];
  assign n_warp = new_warp_q;
  assign n_slot = new_slot_q;
  assign n_head = new_head_q;
endmodule
`default_nettype wire
