// warp_table - holds the active bit and the thread mask of each warp
// SPDX-License-Identifier: Apache-2.0
//
// Warp control writes here in the cycle in which an instruction acts (c_). A wspawn starts the
// lowest inactive warp with thread 0. Until the registers are cleared after reset, the mask of warp
// 0 is written. Issue reads one mask in a cycle (i_).
`default_nettype none
module ${prefix}_warp_table #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter THREADS = ${threads}
) (
//% if trace_retire
  // state audit and records
  input  wire [WARP_BITS-1:0] audit_warp,    // warp that the state audit shows
  output wire                 audit_active,  // audit_warp is active
  output wire [THREADS-1:0]   audit_mask,    // thread mask of audit_warp
  output wire [WARPS-1:0]     spawned,       // one-hot lowest inactive warp, or 0
//% end
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 cleared,       // registers are cleared: execution has begun
  // warp control
  input  wire [WARPS-1:0]     c_halted,    // per warp: ends
  input  wire                 c_spawn,     // a wspawn acts
  input  wire                 c_spawns,    // the instruction in warp control is a wspawn
  input  wire                 c_write,     // write the mask of c_warp
  input  wire [WARP_BITS-1:0] c_warp,      // warp of the instruction
  input  wire [THREADS-1:0]   c_tmask,     // mask to write
  output wire [WARPS-1:0]     active,      // per warp: active
  output wire [WARP_BITS-1:0] spawn_warp,  // number of the warp in `spawned`
  output wire [WARPS-1:0]     started,     // one-hot warp that starts now, or 0  //% if dispatch
//% if not dispatch
  output wire [WARPS-1:0]     started,     // one-hot warp that a wspawn starts now, or 0
//% end
//% if dispatch
  // blocks
  input  wire                 start,        // a warp of a block starts
  input  wire [WARP_BITS-1:0] start_warp,   // the warp
  input  wire [THREADS-1:0]   start_tmask,  // threads of the warp
//% end
  // issue
  input  wire [WARP_BITS-1:0] i_warp,  // warp whose mask is read
  output wire [THREADS-1:0]   i_tmask  // thread mask of i_warp
);
  localparam [WARPS-1:0] WARP_0 = 1;
  localparam [THREADS-1:0] THREAD_0 = 1;

  reg  [WARPS-1:0]   active_q;
  reg  [THREADS-1:0] tmask_m [0:(1<<WARP_BITS)-1];
  wire [WARPS-1:0]   inactive = ~active_q;
  wire [WARPS-1:0]   named = WARP_0 << start_warp;  //% if dispatch
  wire [WARPS-1:0]   spawned;  //% if not trace_retire

  ${prefix}_onehot_lowest #(.N(WARPS)) u_spawned (
    .in(inactive), .lowest(spawned)
  );
  ${prefix}_onehot_index #(.N(WARPS), .BITS(WARP_BITS)) u_spawn_warp (
    .onehot(spawned), .index(spawn_warp)
  );

  assign started = (spawned & {WARPS{c_spawn}}) | (named & {WARPS{start}});  //% if dispatch
  assign started = spawned & {WARPS{c_spawn}};                               //% else

  always @(posedge clk)
    if (rst)
      active_q <= {WARPS{1'b0}};  //% if dispatch
      active_q <= WARP_0;         //% else
    else
      active_q <= (active_q | started) & ~c_halted;

  // One write port: the mask of this warp, of the warp it starts, or of warp 0 before the start.
  wire                 write = ~cleared | c_spawn | c_write | start;  //% if dispatch
  wire [WARP_BITS-1:0] at = c_spawns ? spawn_warp : c_warp;          //% if dispatch
  wire [WARP_BITS-1:0] write_warp = start ? start_warp : at & {WARP_BITS{cleared}};  //% if dispatch
//% if not dispatch
  wire                 write = ~cleared | c_spawn | c_write;
  wire [WARP_BITS-1:0] write_warp = ~cleared ? {WARP_BITS{1'b0}} : c_spawns ? spawn_warp : c_warp;
//% end

  always @(posedge clk)
    if (write)
      tmask_m[write_warp] <= start ? start_tmask :                      //% if dispatch
        ~cleared | c_spawns ? THREAD_0 : c_tmask;                       //% if dispatch
      tmask_m[write_warp] <= ~cleared | c_spawns ? THREAD_0 : c_tmask;  //% else

  assign active = active_q;
  assign i_tmask = tmask_m[i_warp];
//% if trace_retire
  assign audit_active = active_q[audit_warp];
  assign audit_mask = tmask_m[audit_warp];
//% end
endmodule
`default_nettype wire
