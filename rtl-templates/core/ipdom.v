// ipdom - the reconvergence (IPDOM) stacks of all warps: pushed by split, popped by join
// SPDX-License-Identifier: Apache-2.0
//
// An entry is {else, mask, pc}. A divergent split pushes two entries in one cycle, so the entries
// of even and odd depths are in two memories.
//
//   cycle n    a warp is in operand selection (o_warp); its top entry is addressed
//         n+1  the entry is read, in case the instruction is a join
//         n+2  the entry is in a register; warp control pushes or pops (c_)
//
// The next split or join of a warp follows several cycles later, so no entry is read while it is
// written.
`default_nettype none
module ${prefix}_ipdom #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter THREADS = ${threads},
  parameter ENTRIES = ${stack},
  parameter DEPTH_BITS = ${depth_bits}  // holds 0..ENTRIES
) (
  input  wire                  clk,
//% if trace_retire
  // the state audit: an entry, and the depth
  input  wire [WARP_BITS-1:0]  audit_warp,   // warp that the state audit shows
  input  wire [DEPTH_BITS-1:0] audit_place,  // entry of its stack, 0 the lowest
  output wire [30+THREADS:0]   audit_entry,  // {else, mask, pc} of the entry
  output wire [DEPTH_BITS-1:0] audit_depth,  // number of entries of the warp
//% end
  input  wire                  rst,
  // operand selection: the warp that may pop next
  input  wire [WARP_BITS-1:0]  o_warp,  // warp whose top entry is addressed
  // warp control, two cycles later
  input  wire [WARP_BITS-1:0]  c_warp,        // warp of the instruction in warp control
  input  wire                  c_push,        // push {0, c_tmask, c_pc}
  input  wire                  c_push_else,   // then push {1, c_else, c_pc} above it
  input  wire                  c_pop,         // pop the top entry
  input  wire                  c_clear,       // clear the stack of c_clear_warp
  input  wire [WARP_BITS-1:0]  c_clear_warp,  // warp that starts anew
  input  wire [THREADS-1:0]    c_tmask,       // mask before the split
  input  wire [THREADS-1:0]    c_else,        // mask of the threads that take the other path
  input  wire [31:2]           c_pc,          // pc behind the split
  output wire [WARPS-1:0]      s_stacked,     // per warp: the stack is not empty  //% if timer
  output wire [DEPTH_BITS-1:0] s_depth,       // number of entries of c_warp  //% if trace_retire
  output wire                  s_empty,       // the stack of c_warp is empty
  output wire                  s_room1,       // the stack of c_warp has room for an entry
  output wire                  s_room2,       // the stack of c_warp has room for two entries
  output wire                  s_else,        // the top entry of c_warp starts the other path
  output wire [THREADS-1:0]    s_mask,        // mask of the top entry
  output wire [31:2]           s_pc           // pc of the top entry
);
  localparam ENTRY_BITS = 31 + THREADS;
  localparam ROW_BITS = DEPTH_BITS - 1;      // two entries per row
  localparam [DEPTH_BITS-1:0] FULL = ENTRIES;
  localparam [DEPTH_BITS-1:0] ALMOST = ENTRIES - 1;
  localparam [DEPTH_BITS-1:0] ONE = {{DEPTH_BITS-1{1'b0}}, 1'b1};

  wire [WARPS*DEPTH_BITS-1:0] depths;
  wire [WARPS-1:0]            o_onehot;
  wire [WARPS-1:0]            c_onehot;
  wire [DEPTH_BITS-1:0]       o_depth;
  // The depth passes the stages, too: it does not change between operand selection and there.
  reg  [DEPTH_BITS-1:0]       x_depth_q;
  reg  [DEPTH_BITS-1:0]       s_depth_q;
  wire [DEPTH_BITS-1:0]       c_depth_after
    = c_pop ? s_depth_q - ONE : s_depth_q + ONE + {{DEPTH_BITS-1{1'b0}}, c_push_else};
  wire [DEPTH_BITS-1:0]       top = o_depth - ONE;

  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      localparam [WARP_BITS-1:0] ME = w;
      reg [DEPTH_BITS-1:0] depth_q;

      assign depths[w*DEPTH_BITS +: DEPTH_BITS] = depth_q;
      assign o_onehot[w] = o_warp == ME;
      assign c_onehot[w] = c_warp == ME;
      assign s_stacked[w] = |depth_q;  //% if timer

      always @(posedge clk)
        if (rst | (c_clear & c_clear_warp == ME))
          depth_q <= {DEPTH_BITS{1'b0}};
        else if ((c_push | c_pop) & c_onehot[w])
          depth_q <= c_depth_after;
    end
  endgenerate

  ${prefix}_onehot_mux #(.N(WARPS), .WIDTH(DEPTH_BITS)) u_o_depth (
    .sel(o_onehot), .in(depths), .out(o_depth)
  );

  reg                  s_empty_q;
  reg                  s_room1_q;
  reg                  s_room2_q;

  always @(posedge clk) begin
    x_depth_q <= o_depth;
    s_depth_q <= x_depth_q;
    s_empty_q <= ~|x_depth_q;
    s_room1_q <= x_depth_q != FULL;
    s_room2_q <= x_depth_q < ALMOST;
  end

  assign s_depth = s_depth_q;  //% if trace_retire
  assign s_empty = s_empty_q;
  assign s_room1 = s_room1_q;
  assign s_room2 = s_room2_q;

  // The low bit of the depth names the memory of the entry that is pushed first.
  wire [ENTRY_BITS-1:0] restore_entry = {1'b0, c_tmask, c_pc};
  wire [ENTRY_BITS-1:0] else_entry = {1'b1, c_else, c_pc};
  wire                  write_even = c_push & (~s_depth_q[0] | c_push_else);
  wire                  write_odd = c_push & (s_depth_q[0] | c_push_else);
  wire [ROW_BITS-1:0]   odd_row = s_depth_q[DEPTH_BITS-1:1];
  wire [ROW_BITS-1:0]   even_row = odd_row + {{ROW_BITS-1{1'b0}}, s_depth_q[0]};

  (* no_rw_check *)
  reg [ENTRY_BITS-1:0] even_m [0:(1<<(WARP_BITS+ROW_BITS))-1];
  (* no_rw_check *)
  reg [ENTRY_BITS-1:0] odd_m [0:(1<<(WARP_BITS+ROW_BITS))-1];
  reg [ENTRY_BITS-1:0] even_q;
  reg [ENTRY_BITS-1:0] odd_q;
  reg                  odd_top_q;

  always @(posedge clk) begin
    if (write_even)
      even_m[{c_warp, even_row}] <= s_depth_q[0] ? else_entry : restore_entry;
    even_q <= even_m[{o_warp, top[DEPTH_BITS-1:1]}];
  end

  always @(posedge clk) begin
    if (write_odd)
      odd_m[{c_warp, odd_row}] <= s_depth_q[0] ? restore_entry : else_entry;
    odd_q <= odd_m[{o_warp, top[DEPTH_BITS-1:1]}];
  end

  reg [ENTRY_BITS-1:0] s_entry_q;

  always @(posedge clk) begin
    odd_top_q <= top[0];
    s_entry_q <= odd_top_q ? odd_q : even_q;
  end

  assign {s_else, s_mask, s_pc} = s_entry_q;
//% if trace_retire

  wire [ENTRY_BITS-1:0] audit_even = even_m[{audit_warp, audit_place[DEPTH_BITS-1:1]}];
  wire [ENTRY_BITS-1:0] audit_odd = odd_m[{audit_warp, audit_place[DEPTH_BITS-1:1]}];

  assign audit_entry = audit_place[0] ? audit_odd : audit_even;
  assign audit_depth = depths[audit_warp*DEPTH_BITS +: DEPTH_BITS];
//% end
endmodule
`default_nettype wire
