// issue_entries - memory of the queues of decoded instructions
// SPDX-License-Identifier: Apache-2.0
//
// It holds the fields that issue does not judge; those that issue judges are in issue_warp.
//
//   cycle n    decode has an instruction (d_)
//         n+1  the instruction enters its queue (n_)
//
//   cycle m    an instruction issues (grant_)
//         m+1  its entry is read (entry); decode cannot have overwritten it yet
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
  reg                   new_q;
  reg  [WARP_BITS-1:0]  new_warp_q;
  reg  [1:0]            new_slot_q;
  reg  [HEAD_BITS-1:0]  new_head_q;
  reg  [ENTRY_BITS-1:0] new_entry_q;
  reg  [WARP_BITS+1:0]  place_q;
  wire                  unused = room;   // always set here: an instruction has one beat

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
