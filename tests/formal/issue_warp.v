// issue_warp - a warp knows how many of its instructions are on their way, and waits for its unit
// SPDX-License-Identifier: Apache-2.0
//
// One warp's queue and scoreboard, with a count of the instructions that have issued and not ended.
// The first entry is whatever the queue holds; its order is proved for all of issue.
`define HEAD_BITS `issue_warp_HEAD_BITS
`define U_ALU `issue_warp_U_ALU
`define U_CONTROL `issue_warp_U_CONTROL
`define U_MEMORY `issue_warp_U_MEMORY
`define U_MULTIPLY `issue_warp_U_MULTIPLY
`define U_DIVIDE `issue_warp_U_DIVIDE
module issue_warp (
  input wire                  clk,
  input wire                  fill,
  input wire [1:0]            n_slot,
  input wire [`HEAD_BITS-1:0] n_head,
  input wire                  c_active,
  input wire                  c_flush,
  input wire                  c_release,
  input wire                  c_stop,
  input wire                  early,
  input wire [4:0]            early_rd,
  input wire                  late,
  input wire [4:0]            late_rd,
  input wire                  done,
  input wire                  left,
  input wire                  fixed_ok,
  input wire                  memory_ok,
  input wire                  multiply_ok,
  input wire                  divide_ok,
  input wire                  serial_hold,
  input wire                  serial_go,
  input wire                  grant_any
);
  reg init = 1'b1;

  always @(posedge clk)
    init <= 1'b0;

  wire       ready;
  wire       grant = grant_any & ready & ~init;
  wire       serial_wait;
  wire [1:0] place;
  wire       flying;
  wire       needs_fixed;
  wire       needs_memory;
  wire       needs_multiply;
  wire       needs_divide;

  ww_issue_warp u (
    .clk(clk), .rst(init), .fill(fill), .n_slot(n_slot), .n_head(n_head), .c_active(c_active),
    .c_flush(c_flush), .c_release(c_release), .c_stop(c_stop), .early(early),
    .early_rd(early_rd), .late(late), .late_rd(late_rd), .done(done), .left(left),
    .fixed_ok(fixed_ok), .memory_ok(memory_ok), .multiply_ok(multiply_ok),
    .needs_multiply(needs_multiply), .divide_ok(divide_ok), .needs_divide(needs_divide),
    .serial_hold(serial_hold), .serial_go(serial_go), .serial_wait(serial_wait), .grant(grant),
    .ready(ready), .place(place), .flying(flying), .needs_fixed(needs_fixed),
    .needs_memory(needs_memory)
  );

  //@ first = u.first_q
  //@ flight = u.flight_q
  //@ unit = u.unit
  //@ drain = u.drain
  //@ serial = u.serial
  //@ bare = u.bare
  wire       first;
  wire [4:0] flight;
  wire [2:0] unit;
  wire       drain;
  wire       serial;
  wire       bare;
  wire       fixed = ~bare & (unit == `U_ALU | unit == `U_CONTROL);
  reg  [5:0] flight_q;    // instructions on their way
  wire [5:0] stay = flight_q - done - left;

  always @(posedge clk)
    flight_q <= init ? 6'd0 : stay + grant;

  always @*
    if (~init) begin
      ends: assume (flight_q >= {5'd0, done} + {5'd0, left});
      units: assume (unit <= `U_DIVIDE);
      counts: assert ({1'b0, flight} == flight_q);
      knows: assert (flying == (flight_q != 6'd0));
      if (ready) begin
        some: assert (first & c_active & ~c_stop & flight_q < 6'd16);
        behind_all: assert (~drain | flight_q == 6'd0);
        alone: assert (serial ? serial_go : ~serial_hold);
        can: assert (unit == `U_MEMORY ? memory_ok : unit == `U_MULTIPLY ? multiply_ok
                     : unit == `U_DIVIDE ? divide_ok : fixed_ok | bare);
      end
      needs: assert (needs_fixed == fixed & needs_memory == (unit == `U_MEMORY)
                     & needs_multiply == (unit == `U_MULTIPLY)
                     & needs_divide == (unit == `U_DIVIDE));
    end
endmodule
