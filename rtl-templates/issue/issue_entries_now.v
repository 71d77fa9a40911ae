// issue_entries - memory of the queues of decoded instructions
// SPDX-License-Identifier: Apache-2.0
//
// It holds the fields that issue does not judge; those that issue judges are in issue_warp. The
// entry of the instruction that issues is read into the issue register (entry).
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
  input  wire                  d_valid,  // an instruction enters a queue
  input  wire [WARP_BITS-1:0]  d_warp,   // warp of the instruction
  input  wire [1:0]            d_slot,   // queue entry of the instruction
  input  wire [HEAD_BITS-1:0]  d_head,   // fields that issue judges
  input  wire [ENTRY_BITS-1:0] d_entry,  // all other fields
  // warp control
  input  wire [WARPS-1:0]      c_flush,  // per warp: empty the queue
  // issue_warp
  output wire                  n_valid,  // an instruction enters a queue
  output wire [WARP_BITS-1:0]  n_warp,   // warp of the instruction
  output wire [1:0]            n_slot,   // queue entry of the instruction
  output wire [HEAD_BITS-1:0]  n_head,   // fields that issue judges
  // issue
  input  wire                  room,        // the issue register accepts an entry
  input  wire [WARP_BITS-1:0]  grant_warp,  // warp that issues
  input  wire [1:0]            grant_slot,  // queue entry that issues
  output wire [ENTRY_BITS-1:0] entry        // fields of the issue register
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
