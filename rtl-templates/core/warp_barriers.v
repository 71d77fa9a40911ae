// warp_barriers - holds the warps that wait at each barrier, and frees them
// SPDX-License-Identifier: Apache-2.0
//
// A warp arrives in the cycle in which its bar acts in warp control. When as many warps have
// arrived as its second operand says, all of them are freed in that cycle.
`default_nettype none
module ${prefix}_warp_barriers #(
  parameter WARPS = ${warps},
  parameter COUNT_BITS = ${warp_count_bits},   // holds 0..WARPS  //% if not bars_unary
  parameter BARRIERS = ${barriers},
  parameter BARRIER_BITS = ${barrier_bits}
) (
  input  wire                    clk,
  input  wire                    rst,
  // warp control: the instruction that acts
  input  wire [WARPS-1:0]        c_self,     // one-hot warp of the instruction
  input  wire                    c_arrives,  // the instruction is a bar
  input  wire [BARRIER_BITS-1:0] c_barrier,  // number of the barrier
  input  wire [5:0]              c_warps,    // warps that the barrier is for, unless that is
  input  wire                    c_large,    // more than it has warps
  output wire [WARPS-1:0]        c_waiting,  // per warp: waits at a barrier  //% if tells_waiting
  input  wire [WARPS-1:0]        c_active,   // per warp: active                 //% if dispatch
  input  wire [BARRIERS-1:0]     clear,      // per barrier: nobody waits there  //% if dispatch
  output wire                    full,       // with this arrival the barrier is complete
  output wire [WARPS-1:0]        freed       // per warp: freed from a barrier
);
  localparam [WARPS-1:0] NO_WARP = {WARPS{1'b0}};

  reg  [WARPS-1:0]      waiters_m [0:BARRIERS-1];
  reg  [BARRIERS-1:0]   occupied_q;          // waiters_m of this barrier means something
  wire [WARPS-1:0]      here = {WARPS{occupied_q[c_barrier]}} & c_active;  //% if dispatch
  wire [WARPS-1:0]      arrived = (waiters_m[c_barrier] & here) | c_self;  //% if dispatch
//% if not dispatch
  wire [WARPS-1:0]      arrived = (waiters_m[c_barrier] & {WARPS{occupied_q[c_barrier]}}) | c_self;
//% end
//% if bars_unary
  // Bit n: at least n have arrived. No carry stands in front of what follows.
  reg  [WARPS:0]        arrivals;
  reg                   reached;

  assign full = reached & ~c_large;
//% else
  reg  [COUNT_BITS-1:0] arrivals;

  assign full = {{6-COUNT_BITS{1'b0}}, arrivals} >= c_warps & ~c_large;
//% end
  integer               i;

//% if bars_unary
  always @* begin
    arrivals = {{WARPS{1'b0}}, 1'b1};
    for (i = 0; i < WARPS; i = i + 1)
      if (arrived[i])
        arrivals = {arrivals[WARPS-1:0], 1'b1};
    reached = 1'b0;
    for (i = 0; i <= WARPS; i = i + 1)
      reached = reached | (arrivals[i] & c_warps == i[5:0]);
  end
//% else
  always @* begin
    arrivals = {COUNT_BITS{1'b0}};
    for (i = 0; i < WARPS; i = i + 1)
      arrivals = arrivals + {{COUNT_BITS-1{1'b0}}, arrived[i]};
  end
//% end

//% if deep
  // Bit by bit: an index would be subtracted, and the carry shared.
  integer b;

  always @(posedge clk)
    for (b = 0; b < BARRIERS; b = b + 1)
      if (rst | clear[b])  //% if dispatch
      if (rst)             //% else
        occupied_q[b] <= 1'b0;
      else if (c_arrives & c_barrier == b[BARRIER_BITS-1:0])
        occupied_q[b] <= ~full;
//% else
  always @(posedge clk)
    if (rst)
      occupied_q <= {BARRIERS{1'b0}};
    else begin                            //% if dispatch
      occupied_q <= occupied_q & ~clear;  //% if dispatch
      if (c_arrives)                      //% if dispatch
        occupied_q[c_barrier] <= ~full;   //% if dispatch
    end                                   //% if dispatch
    else if (c_arrives)                   //% else
      occupied_q[c_barrier] <= ~full;     //% if not dispatch
//% end

  always @(posedge clk)
    if (c_arrives)
      waiters_m[c_barrier] <= arrived;

  assign freed = c_arrives & full ? arrived : NO_WARP;
//% if tells_waiting

  reg  [WARPS-1:0] waiting_q;

  always @(posedge clk)
    if (rst)
      waiting_q <= NO_WARP;
    else
      waiting_q <= (waiting_q | (c_self & {WARPS{c_arrives}})) & ~freed;

  assign c_waiting = waiting_q;
//% end
endmodule
`default_nettype wire
