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
//% ports issue_entries_now
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
