// issue_entries - what the queues of decoded instructions hold, but for what judges the first ones
// SPDX-License-Identifier: Apache-2.0
//
// What issues is read into the issue register.
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
  reg  [ENTRY_BITS-1:0] queued_q;
  wire                  unused = ^{rst, c_flush};

  always @(posedge clk) begin
    if (d_valid)
      entry_m[{d_warp, d_slot}] <= d_entry;
    if (room)
      queued_q <= entry_m[{grant_warp, grant_slot}];
  end

  assign entry = queued_q;
  assign n_valid = d_valid;
  assign n_warp = d_warp;
  assign n_slot = d_slot;
  assign n_head = d_head;
endmodule
`default_nettype wire
