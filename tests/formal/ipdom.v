// ipdom - the stack of each warp is a stack
// SPDX-License-Identifier: Apache-2.0
//
// Warp control uses the stack as its surroundings do: an instruction is in operand selection (o) in
// one cycle and acts (c) two later; the split or join behind it in its warp comes three cycles
// later at least. A tracked place of a tracked warp remembers what is pushed there; when it is on
// top and popped, it must be there.
`define DEPTH_BITS `ipdom_DEPTH_BITS
`define THREADS `ipdom_THREADS
`define WARPS `ipdom_WARPS
`define WARP_BITS `ipdom_WARP_BITS
module ipdom (
  input wire                   clk,
  input wire [`WARP_BITS-1:0]  o_warp,
  input wire                   split_any,
  input wire                   diverges,
  input wire                   join_any,
  input wire                   c_clear,
  input wire [`WARP_BITS-1:0]  c_clear_warp,
  input wire [`THREADS-1:0]    c_tmask,
  input wire [`THREADS-1:0]    c_else,
  input wire [31:2]            c_pc,
  input wire [`WARP_BITS-1:0]  warp_any,
  input wire [`DEPTH_BITS-1:0] place_any
);
  localparam [`DEPTH_BITS-1:0] ENTRIES = `ipdom_ENTRIES;
  reg init = 1'b1;

  always @(posedge clk)
    init <= 1'b0;

  // What is tracked.
  reg [`WARP_BITS-1:0]  warp_q;
  reg [`DEPTH_BITS-1:0] place_q;

  always @(posedge clk)
    if (init) begin
      warp_q <= warp_any;
      place_q <= place_any;
    end

  // Warp control.
  reg  [`WARP_BITS-1:0]  x_warp;
  reg  [`WARP_BITS-1:0]  c_warp;
  wire                   s_empty;
  wire                   s_room1;
  wire                   s_room2;
  wire                   s_else;
  wire [`THREADS-1:0]    s_mask;
  wire [31:2]            s_pc;
  wire                   split = split_any & ~init & (diverges ? s_room2 : s_room1);
  wire                   join = join_any & ~init & ~split_any & ~s_empty;

  always @(posedge clk) begin
    x_warp <= o_warp;
    c_warp <= x_warp;
  end

  ww_ipdom u (
    .clk(clk), .rst(init), .o_warp(o_warp), .c_warp(c_warp), .c_push(split),
    .c_push_else(diverges), .c_pop(join), .c_clear(c_clear), .c_clear_warp(c_clear_warp),
    .c_tmask(c_tmask), .c_else(c_else), .c_pc(c_pc), .s_empty(s_empty), .s_room1(s_room1),
    .s_room2(s_room2), .s_else(s_else), .s_mask(s_mask), .s_pc(s_pc)
  );

  // The reference of the tracked warp.
  reg  [`DEPTH_BITS-1:0] depth_q;
  reg  [30+`THREADS:0]   entry_q;
  reg  [1:0]             changed_q;  // the tracked warp's stack changed one cycle ago, or two
  wire                   mine = c_warp == warp_q;
  wire                   acts = (split | join) & mine;
  wire                   clears = c_clear & c_clear_warp == warp_q;

  always @(posedge clk) begin
    changed_q <= {changed_q[0] | init, init | acts | clears};
    if (init | clears)
      depth_q <= {`DEPTH_BITS{1'b0}};
    else if (acts)
      depth_q <= join ? depth_q - 1'b1 : depth_q + 1'b1 + diverges;
    if (split & mine & place_q == depth_q)
      entry_q <= {1'b0, c_tmask, c_pc};
    if (split & mine & diverges & place_q == depth_q + 1'b1)
      entry_q <= {1'b1, c_else, c_pc};
  end

  // The surroundings. A warp starts anew only when it is inactive: nothing of it acts then.
  always @* begin
    in_range: assume (init | (o_warp < `WARPS & warp_q < `WARPS & place_q < ENTRIES));
    apart: assume (init | ~(|changed_q & (c_warp == warp_q & (split_any | join_any))));
    inactive: assume (~(clears & mine & (split_any | join_any)) & ~(init & c_clear));
  end

  always @*
    if (~init & mine & ~|changed_q) begin
      empty: assert (s_empty == (depth_q == 0));
      in_bounds: assert (depth_q <= ENTRIES);
      room: assert (s_room1 == (depth_q < ENTRIES) & s_room2 == (depth_q + 2 <= ENTRIES));
      if (join & depth_q == place_q + 1'b1)
        popped: assert ({s_else, s_mask, s_pc} == entry_q);
    end
endmodule
