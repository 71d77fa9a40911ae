// lsu_hold - holds two responses for writeback
// SPDX-License-Identifier: Apache-2.0
//
// A response waits in the register of the alignment (a_) until writeback accepts it. A second one
// waits behind it (b_). `room` is a flip-flop, so no path leads from writeback through the
// load/store unit to the data cache and shared memory.
//
//   cycle 0    in_valid and room: a response is accepted
//   cycle 1    it is at a_, if a_ was free or ready in cycle 0
//% if has_a
//
// lsu_atomic learns of a response to its load (in_answers) in the cycle before the response is at
// a_. A load that failed has no data: if it completes nothing, lsu_atomic alone learns of it.
//% end
`default_nettype none
module ${prefix}_lsu_hold #(
  parameter WIDTH = 1
) (
  input  wire             clk,
  input  wire             rst,
  // responses
  input  wire             in_valid,    // a response for writeback
  input  wire [WIDTH-1:0] in,          // the response
  output wire             room,        // a response is accepted
//% if has_a
  input  wire             in_answers,  // a response for lsu_atomic
  input  wire             in_failed,   // the response is a bus error
  // lsu_atomic
  output wire             answers,     // the response for lsu_atomic is at a_ in the next cycle
  output wire             failed,      // the response is a bus error
//% end
  // alignment
  output wire             a_valid,     // a response
  input  wire             a_ready,     // the response is accepted
  output wire [WIDTH-1:0] a            // the response
);
  reg              a_valid_q;
  reg              b_valid_q;   // a response waits behind a_
  reg  [WIDTH-1:0] a_q;
  reg  [WIDTH-1:0] b_q;
  wire             moves = ~a_valid_q | a_ready;
//% if has_a
  reg              b_shows_q;   // the response is for writeback
  reg              b_answers_q;
  reg              b_failed_q;
  wire             comes = in_valid | in_answers;
  wire             shows = b_valid_q ? b_shows_q : in_valid;
//% else
  wire             comes = in_valid;
  wire             shows = b_valid_q | in_valid;
//% end

  always @(posedge clk)
    if (rst) begin
      a_valid_q <= 1'b0;
      b_valid_q <= 1'b0;
    end else begin
      a_valid_q <= ~moves | shows;
      b_valid_q <= ~moves & (b_valid_q | comes);
    end

  always @(posedge clk) begin
    if (moves)
      a_q <= b_valid_q ? b_q : in;
    if (~b_valid_q) begin
      b_q <= in;
//% if has_a
      b_shows_q <= in_valid;
      b_answers_q <= in_answers;
      b_failed_q <= in_failed;
//% end
    end
  end

  assign room = ~b_valid_q;
  assign a_valid = a_valid_q;
  assign a = a_q;
//% if has_a
  assign answers = moves & (b_valid_q ? b_answers_q : in_answers);
  assign failed = b_valid_q ? b_failed_q : in_failed;
//% end
endmodule
`default_nettype wire
