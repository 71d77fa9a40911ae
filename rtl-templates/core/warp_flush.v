// warp_flush - holds warps until the caches are flushed: fence.i and writes of mflush
// SPDX-License-Identifier: Apache-2.0
//
// All warps that wait when a flush begins share that flush. Warps that ask while it runs share the
// next one. When the caches have completed a flush, its warps are released one by one, each at its
// next pc, so that they fetch again.
//% if acquires
// If other cores have data caches, fence is such a flush, too.
//% end
//% if dispatch
// The dispatcher asks for flushes in front of a launch and behind it, as if it were a warp.
//% end
`default_nettype none
module ${prefix}_warp_flush #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [39:0] congest,                               // {rate, seed}      //% if congest
  output wire [${stall_release}:${stall_flush}] congested,  // a stall acts now  //% if congest
  // warp control: the instruction that acts in this cycle
  input  wire                 c_flushes,   // the instruction requests a flush
  input  wire [WARP_BITS-1:0] c_warp,      // warp of the instruction
  input  wire [WARPS-1:0]     c_self,      // one-hot warp of the instruction
  input  wire [31:2]          c_next,      // pc of the next instruction
  input  wire                 c_fence_i,   // the instruction is fence.i
//% if acquires
  input  wire                 c_fence,     // the instruction is fence
  input  wire                 c_releases,  // fence: write back D
  input  wire                 c_acquires,  // fence: invalidate D
//% end
  input  wire [2:0]           c_value,     // value written to mflush
  input  wire                 c_busy,      // another warp is moved to a new pc
  output wire [WARPS-1:0]     f_release,   // one-hot warp that is released
  output wire [31:2]          f_pc,        // pc at which that warp continues
  output wire                 f_busy,      // a flush runs or waits
//% if dispatch
  output wire [WARPS-1:0]     f_waits,     // per warp: it has asked, and is not released
  // dispatcher
  input  wire                 sync_start,  // flush the caches
  input  wire [2:0]           sync_op,     // as flush_op
  output wire                 sync_done,   // the flush is complete
//% end
  // caches
  output wire                 flush_start,  // start a flush
  output wire [2:0]           flush_op,     // {invalidate I, invalidate D, write back D}
  input  wire                 flush_done    // the caches have completed the flush
);
  localparam [WARPS-1:0] NO_WARP = {WARPS{1'b0}};

  reg  [WARPS-1:0] waiting_q;  // warps for the next flush
  reg  [WARPS-1:0] served_q;   // warps of the flush that runs
  reg  [WARPS-1:0] ready_q;    // warps to release
  reg  [2:0]       op_q;       // flush_op of the next flush
  reg              running_q;  // a flush runs
  wire [WARPS-1:0] first = ready_q & -ready_q;
  wire [WARPS-1:0] comes = c_self & {WARPS{c_flushes}};
//% if acquires
  wire [2:0]       op = c_fence_i ? 3'b101 : c_fence ? {1'b0, c_acquires, c_releases}
                        : {c_value[2:1], |c_value[1:0]};
//% else
  wire [2:0]       op = c_fence_i ? 3'b101 : {c_value[2:1], |c_value[1:0]};
//% end

//% if dispatch
  reg              sync_q;     // the dispatcher waits for the next flush
  reg              mine_q;     // the dispatcher waits for the flush that runs
  wire             asked = |waiting_q | sync_q;

//% stall flush asked & ~running_q
  assign flush_start = asked & ~running_q${unless stall flush};
  assign sync_done = mine_q & flush_done;
  assign f_waits = waiting_q | (served_q & {WARPS{running_q}}) | ready_q;
//% else
//% stall flush |waiting_q & ~running_q
  assign flush_start = |waiting_q & ~running_q${unless stall flush};
//% end
  assign flush_op = op_q;
//% stall release |ready_q & ~c_busy
  assign f_release = first & {WARPS{~c_busy${unless stall release}}};
  assign f_busy = asked | running_q;       //% if dispatch
  assign f_busy = |waiting_q | running_q;  //% else

  always @(posedge clk)
    if (rst) begin
      waiting_q <= NO_WARP;
      served_q <= NO_WARP;
      ready_q <= NO_WARP;
      op_q <= 3'b000;
      running_q <= 1'b0;
    end else begin
      waiting_q <= (flush_start ? NO_WARP : waiting_q) | comes;
//% if dispatch
      op_q <= (flush_start ? 3'b000 : op_q) | (op & {3{c_flushes}})
              | (sync_op & {3{sync_start}});
//% else
      op_q <= (flush_start ? 3'b000 : op_q) | (op & {3{c_flushes}});
//% end
      running_q <= flush_start | (running_q & ~flush_done);
      if (flush_start)
        served_q <= waiting_q;
      ready_q <= (ready_q & ~f_release) | (served_q & {WARPS{flush_done}});
    end
//% if dispatch
  always @(posedge clk)
    if (rst) begin
      sync_q <= 1'b0;
      mine_q <= 1'b0;
    end else begin
      sync_q <= sync_start | (sync_q & ~flush_start);
      mine_q <= flush_start ? sync_q : mine_q & ~flush_done;
    end
//% end

  // The pc at which each warp continues.
  reg  [31:2]           pcs_m [0:(1<<WARP_BITS)-1];
  wire [WARP_BITS-1:0]  first_warp;

  ${prefix}_onehot_index #(.N(WARPS), .BITS(WARP_BITS)) u_first (
    .onehot(first), .index(first_warp)
  );

  always @(posedge clk)
    if (c_flushes)
      pcs_m[c_warp] <= c_next;

  assign f_pc = pcs_m[first_warp];
endmodule
`default_nettype wire
