// block_barrier - the barrier of each resident block of a core, with phases
// SPDX-License-Identifier: Apache-2.0
//
// A block's barrier is for all of its active warps. A phase is complete when each of them has
// arrived: in the next cycle those that wait go on (freed), all arrivals are forgotten and the
// phase number of the block counts up. An instruction that acts in this cycle sees the next phase
// already. A warp that halts leaves, which may complete the phase. No phase is complete before all
// warps of the block have started, or when the block is cut.
//
//   op            arrives  waits
//   0 sync        yes      for the end of the phase
//   1 arrive      yes      no: the program keeps the phase number (CSR block_phase)
//   2 wait        no       until the phase number is another than the one given
//
// An arrival of a warp that has arrived in this phase is an error: c_twice, and nothing happens.
`default_nettype none
module ${prefix}_block_barrier #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter SLOTS = ${blocks},
  parameter SLOT_BITS = ${slot_bits}
) (
  input  wire                       clk,
  input  wire                       rst,
  // warp control: the instruction that acts
  input  wire                       c_valid,  // a barrier instruction of a block acts
  input  wire [1:0]                 c_op,     // sync, arrive, wait
  input  wire [WARP_BITS-1:0]       c_warp,   // warp of the instruction
  input  wire                       c_phase,  // wait: lowest bit of the phase number given
  output wire                       c_twice,  // the warp has arrived before: sync and arrive trap
  output wire                       c_waits,  // the warp waits
  output wire [WARPS-1:0]           freed,    // per warp: goes on now
  output wire [WARPS-1:0]           waiting,  // per warp: waits  //% if tells_waiting
  // blocks of the core
  input  wire [WARPS-1:0]           active,    // per warp: active
  input  wire [WARPS*SLOT_BITS-1:0] slot_of,   // per warp: slot of its block
  input  wire [SLOTS-1:0]           starting,  // per slot: warps are to be started yet
  input  wire [SLOTS-1:0]           slot_cut,  // per slot: its launch is cut
  input  wire [SLOTS-1:0]           begins,    // per slot: a block begins
  input  wire [WARPS-1:0]           started,   // per warp: starts now
  output wire [SLOTS-1:0]           full,      // per slot: the phase is complete now
  output wire [SLOTS*8-1:0]         phase      // per slot: phase number
);
  reg  [WARPS-1:0]       arrived_q;
  reg  [WARPS-1:0]       waiting_q;
  reg  [SLOTS*8-1:0]     phase_q;
  wire [WARPS-1:0]       self;
  wire [WARPS-1:0]       of_full;  // per warp: the phase of its block is complete
  wire [SLOT_BITS-1:0]   c_slot = slot_of[c_warp*SLOT_BITS +: SLOT_BITS];
  wire                   now = phase_q[c_slot*8] ^ full[c_slot];  // lowest bit of the phase
  wire                   c_arrives = c_valid & ~c_op[1] & ~c_twice;
  genvar                 s;
  genvar                 w;

  assign c_twice = arrived_q[c_warp] & ~full[c_slot];
  assign c_waits = c_valid & (c_op[1] ? c_phase == now : ~c_op[0] & ~c_twice);

  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      localparam [WARP_BITS-1:0] ME = w;
      assign self[w] = c_warp == ME;
      assign of_full[w] = active[w] & full[slot_of[w*SLOT_BITS +: SLOT_BITS]];
    end

    for (s = 0; s < SLOTS; s = s + 1) begin : g_slot
      localparam [SLOT_BITS-1:0] ME = s;
      wire [WARPS-1:0] member;

      for (w = 0; w < WARPS; w = w + 1) begin : g_member
        assign member[w] = active[w] & slot_of[w*SLOT_BITS +: SLOT_BITS] == ME;
      end

      assign full[s] = ~starting[s] & ~slot_cut[s] & |member & ~|(member & ~arrived_q);
      assign phase[s*8 +: 8] = phase_q[s*8 +: 8];

      always @(posedge clk)
        if (rst | begins[s])
          phase_q[s*8 +: 8] <= 8'd0;
        else if (full[s])
          phase_q[s*8 +: 8] <= phase_q[s*8 +: 8] + 8'd1;
    end
  endgenerate

  always @(posedge clk)
    if (rst) begin
      arrived_q <= {WARPS{1'b0}};
      waiting_q <= {WARPS{1'b0}};
    end else begin
      arrived_q <= ((arrived_q & ~of_full) | (self & {WARPS{c_arrives}})) & ~started;
      waiting_q <= ((waiting_q & ~of_full) | (self & {WARPS{c_waits}})) & ~started;
    end

  assign freed = waiting_q & of_full;
  assign waiting = waiting_q & active;  //% if tells_waiting
endmodule
`default_nettype wire
