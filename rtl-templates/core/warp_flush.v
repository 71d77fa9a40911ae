// warp_flush - warps that wait for the caches: fence.i and writes of mflush
// SPDX-License-Identifier: Apache-2.0
//
// A warp that asks for a flush is held. All that wait when a flush begins share it; those that
// come while it runs share the next one. When the caches have done what they were asked for, the
// warps go on one by one, each at its next pc, so that they fetch anew.
//% if acquires
// Where other cores have caches, too, fence is such a flush.
//% end
`default_nettype none
module ${prefix}_warp_flush #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [39:0] congest,                               //% if congest
  output wire [${stall_release}:${stall_flush}] congested,  //% if congest
  // warp control: the instruction that acts in this cycle
  input  wire                 c_flushes,
  input  wire [WARP_BITS-1:0] c_warp,
  input  wire [WARPS-1:0]     c_self,
  input  wire [31:2]          c_next,
  input  wire                 c_fence_i,
//% if acquires
  input  wire                 c_fence,
  input  wire                 c_releases,  // with it: what the core has stored is to be in memory
  input  wire                 c_acquires,  // and older copies of lines are to be forgotten
//% end
  input  wire [2:0]           c_value,     // written to mflush
  input  wire                 c_busy,      // another warp gets a new pc
  output wire [WARPS-1:0]     f_release,   // at most one
  output wire [31:2]          f_pc,
  output wire                 f_busy,
  // caches
  output wire                 flush_start,
  output wire [2:0]           flush_op,
  input  wire                 flush_done
);
  localparam [WARPS-1:0] NO_WARP = {WARPS{1'b0}};

  reg  [WARPS-1:0] waiting_q;  // for the next flush
  reg  [WARPS-1:0] served_q;   // by the one that runs
  reg  [WARPS-1:0] ready_q;    // to go on
  reg  [2:0]       op_q;       // of the next flush
  reg              running_q;
  wire [WARPS-1:0] first = ready_q & -ready_q;
  wire [WARPS-1:0] comes = c_self & {WARPS{c_flushes}};
//% if acquires
  wire [2:0]       op = c_fence_i ? 3'b101 : c_fence ? {1'b0, c_acquires, c_releases}
                        : {c_value[2:1], |c_value[1:0]};
//% else
  wire [2:0]       op = c_fence_i ? 3'b101 : {c_value[2:1], |c_value[1:0]};
//% end

//% stall flush |waiting_q & ~running_q
  assign flush_start = |waiting_q & ~running_q${unless stall flush};
  assign flush_op = op_q;
//% stall release |ready_q & ~c_busy
  assign f_release = first & {WARPS{~c_busy${unless stall release}}};
  assign f_busy = |waiting_q | running_q;

  always @(posedge clk)
    if (rst) begin
      waiting_q <= NO_WARP;
      served_q <= NO_WARP;
      ready_q <= NO_WARP;
      op_q <= 3'b000;
      running_q <= 1'b0;
    end else begin
      waiting_q <= (flush_start ? NO_WARP : waiting_q) | comes;
      op_q <= (flush_start ? 3'b000 : op_q) | (op & {3{c_flushes}});
      running_q <= flush_start | (running_q & ~flush_done);
      if (flush_start)
        served_q <= waiting_q;
      ready_q <= (ready_q & ~f_release) | (served_q & {WARPS{flush_done}});
    end

  // Where they go on.
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
