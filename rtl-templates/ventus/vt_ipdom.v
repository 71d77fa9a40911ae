// ipdom - the divergence stacks of all warps: pushed by branches of threads, popped by join
// SPDX-License-Identifier: Apache-2.0
//
// An entry is {rpc, mask, pc}: where its threads meet others, the threads, and where they go on. A
// branch on which threads disagree pushes two entries in one cycle, so the entries of even and odd
// depths are in two memories. The first has rpc as its pc.
//
//   cycle n    a warp is in operand selection (o_warp); its top entry is addressed
//         n+1  the entry is read, in case the instruction is a join
//         n+2  the entry is in a register; warp control pushes or pops (c_)
//
// The next branch or join of a warp follows several cycles later, so no entry is read while it is
// written. Two entries for each thread suffice for every program.
`default_nettype none
module ${prefix}_ipdom #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter THREADS = ${threads},
  parameter DEPTH_BITS = ${depth_bits}  // holds 0..stack entries
) (
  input  wire                  clk,
//% if trace_retire
  // the state audit: an entry, and the depth
  input  wire [WARP_BITS-1:0]  audit_warp,   // warp that the state audit shows
  input  wire [DEPTH_BITS-1:0] audit_place,  // entry of its stack, 0 the lowest
  output wire [30+THREADS:0]   audit_entry,  // {1, mask, pc} of the entry
  output wire [DEPTH_BITS-1:0] audit_depth,  // number of entries of the warp
//% end
  input  wire                  rst,
  // operand selection: the warp that may pop next
  input  wire [WARP_BITS-1:0]  o_warp,  // warp whose top entry is addressed
  // warp control, two cycles later
  input  wire [WARP_BITS-1:0]  c_warp,        // warp of the instruction in warp control
  input  wire                  c_push,        // push two entries
  input  wire                  c_pop,         // pop the top entry
  input  wire                  c_clear,       // clear the stack of c_clear_warp
  input  wire [WARP_BITS-1:0]  c_clear_warp,  // warp that starts anew
  input  wire [THREADS-1:0]    c_tmask,       // mask before the branch: of the first entry
  input  wire [31:0]           c_rpc,         // rpc of both; pc of the first
  input  wire [THREADS-1:0]    c_other,       // mask of the second entry
  input  wire [31:2]           c_other_pc,    // pc of the second entry
  output wire [DEPTH_BITS-1:0] s_depth,       // number of entries of c_warp  //% if trace_retire
  output wire                  s_empty,       // the stack of c_warp is empty
  output wire [WARPS-1:0]      empty,         // per warp: its stack is empty
  output wire [31:2]           s_rpc,         // rpc of the top entry of c_warp
  output wire                  s_odd,         // s_rpc is no multiple of 4
  output wire [THREADS-1:0]    s_mask,        // mask of the top entry
  output wire [31:2]           s_pc           // pc of the top entry
);
  localparam ENTRY_BITS = 61 + THREADS;
  localparam ROW_BITS = DEPTH_BITS - 1;      // two entries per row
  localparam [DEPTH_BITS-1:0] ONE = {{DEPTH_BITS-1{1'b0}}, 1'b1};

  wire [WARPS*DEPTH_BITS-1:0] depths;
  wire [DEPTH_BITS-1:0]       o_depth = depths[o_warp*DEPTH_BITS +: DEPTH_BITS];
  // The depth passes the stages, too: it does not change between operand selection and there.
  reg  [DEPTH_BITS-1:0]       x_depth_q;
  reg  [DEPTH_BITS-1:0]       s_depth_q;
  wire [DEPTH_BITS-1:0]       c_depth_after = c_pop ? s_depth_q - ONE : s_depth_q + ONE + ONE;
  wire [DEPTH_BITS-1:0]       top = o_depth - ONE;

  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      localparam [WARP_BITS-1:0] ME = w;
      reg [DEPTH_BITS-1:0] depth_q;

      assign depths[w*DEPTH_BITS +: DEPTH_BITS] = depth_q;
      assign empty[w] = ~|depth_q;

      always @(posedge clk)
        if (rst | (c_clear & c_clear_warp == ME))
          depth_q <= {DEPTH_BITS{1'b0}};
        else if ((c_push | c_pop) & c_warp == ME)
          depth_q <= c_depth_after;
    end
  endgenerate

  always @(posedge clk) begin
    x_depth_q <= o_depth;
    s_depth_q <= x_depth_q;
  end

  assign s_depth = s_depth_q;  //% if trace_retire
  assign s_empty = ~|s_depth_q;

  // The low bit of the depth names the memory of the first entry.
  wire [ENTRY_BITS-1:0] first = {|c_rpc[1:0], c_rpc[31:2], c_tmask, c_rpc[31:2]};
  wire [ENTRY_BITS-1:0] second = {|c_rpc[1:0], c_rpc[31:2], c_other, c_other_pc};
  wire [ROW_BITS-1:0]   odd_row = s_depth_q[DEPTH_BITS-1:1];
  wire [ROW_BITS-1:0]   even_row = odd_row + {{ROW_BITS-1{1'b0}}, s_depth_q[0]};

  (* no_rw_check *)
  reg [ENTRY_BITS-1:0] even_m [0:(1<<(WARP_BITS+ROW_BITS))-1];
  (* no_rw_check *)
  reg [ENTRY_BITS-1:0] odd_m [0:(1<<(WARP_BITS+ROW_BITS))-1];
  reg [ENTRY_BITS-1:0] even_q;
  reg [ENTRY_BITS-1:0] odd_q;
  reg                  odd_top_q;
  reg [ENTRY_BITS-1:0] s_entry_q;

  always @(posedge clk) begin
    if (c_push)
      even_m[{c_warp, even_row}] <= s_depth_q[0] ? second : first;
    even_q <= even_m[{o_warp, top[DEPTH_BITS-1:1]}];
  end

  always @(posedge clk) begin
    if (c_push)
      odd_m[{c_warp, odd_row}] <= s_depth_q[0] ? first : second;
    odd_q <= odd_m[{o_warp, top[DEPTH_BITS-1:1]}];
  end

  always @(posedge clk) begin
    odd_top_q <= top[0];
    s_entry_q <= odd_top_q ? odd_q : even_q;
  end

  assign {s_odd, s_rpc, s_mask, s_pc} = s_entry_q;
//% if trace_retire

  wire [ENTRY_BITS-1:0] audit_even = even_m[{audit_warp, audit_place[DEPTH_BITS-1:1]}];
  wire [ENTRY_BITS-1:0] audit_odd = odd_m[{audit_warp, audit_place[DEPTH_BITS-1:1]}];
  wire [ENTRY_BITS-1:0] audit_any = audit_place[0] ? audit_odd : audit_even;
  wire                  unused_rpc = ^audit_any[ENTRY_BITS-1:30+THREADS];

  assign audit_entry = {1'b1, audit_any[29+THREADS:0]};
  assign audit_depth = depths[audit_warp*DEPTH_BITS +: DEPTH_BITS];
//% end
endmodule
`default_nettype wire
