// block_barrier - phases, in the order in which instructions act: nobody passes alone
// SPDX-License-Identifier: Apache-2.0
//
// Warps that the solver starts, starts again (wspawn), halts and cuts as it likes. The reference
// takes the events of a cycle one after the other: phases that are complete end, then the
// instruction acts, in the next phase already, then a warp starts.
// Beside it, by numbers of phases alone: of two tracked warps of a block one goes on only in a
// phase in which the other has arrived, too, and it waits only in the phase in which it began to,
// with the lowest bit that a wait gives.
`define WARPS `block_barrier_WARPS
`define WARP_BITS `block_barrier_WARP_BITS
`define SLOTS `block_barrier_SLOTS
`define SLOT_BITS `block_barrier_SLOT_BITS
module block_barrier (
  input wire                  clk,
  input wire                  acts_any,
  input wire [1:0]            op_any,
  input wire [`WARP_BITS-1:0] c_warp,
  input wire                  c_phase,
  input wire                  begin_any,
  input wire [`SLOT_BITS-1:0] begin_slot,
  input wire                  whole,       // the block that begins has all warps
  input wire                  start_any,
  input wire [`WARP_BITS-1:0] start_warp,
  input wire                  last,        // it is the last one of its block
  input wire [`SLOT_BITS-1:0] start_slot,
  input wire [`WARPS-1:0]     halt_any,
  input wire [`SLOTS-1:0]     cut,
  input wire [`WARP_BITS-1:0] me_any,
  input wire [`WARP_BITS-1:0] you_any
);
  localparam [`WARPS-1:0] WARP_0 = 1;
  localparam [`SLOTS-1:0] SLOT_0 = 1;
  reg                          init = 1'b1;
  reg  [`WARPS-1:0]            active_q;
  reg  [`WARPS*`SLOT_BITS-1:0] slot_of_q;
  reg  [`SLOTS-1:0]            starting_q;
  reg  [`WARP_BITS-1:0]        me_q;
  reg  [`WARP_BITS-1:0]        you_q;
  reg  [`SLOTS-1:0]            inside;      // per slot: it has active warps
  wire                         c_twice;
  wire                         c_waits;
  wire [`WARPS-1:0]            freed;
  wire [`SLOTS-1:0]            full;
  wire [`SLOTS*8-1:0]          phase;
  integer                      w;
  integer                      s;

  always @* begin
    inside = 0;
    for (w = 0; w < `WARPS; w = w + 1)
      if (active_q[w])
        inside[slot_of_q[w*`SLOT_BITS +: `SLOT_BITS]] = 1'b1;
  end

  // The surroundings: a block begins where none is; a warp starts for it, or again for a block that
  // runs; only an active warp that does not wait acts.
  wire [`SLOT_BITS-1:0] c_slot = slot_of_q[c_warp*`SLOT_BITS +: `SLOT_BITS];
  wire [`SLOT_BITS-1:0] old_slot = slot_of_q[start_warp*`SLOT_BITS +: `SLOT_BITS];
  wire                  c_valid = acts_any & ~init & active_q[c_warp] & ~waits_q[c_warp];
  wire [1:0]            c_op = {op_any[1], op_any[0] & ~op_any[1]};
  wire                  begins = begin_any & ~init & ~inside[begin_slot] & ~starting_q[begin_slot]
                                 & (~whole | (~|inside & ~|starting_q));
  wire                  again = ~starting_q[start_slot] & old_slot == start_slot
                                & inside[start_slot];
  wire                  starts = start_any & ~init & ~active_q[start_warp]
                                 & (starting_q[start_slot] | again);
  wire [`WARPS-1:0]     started = (WARP_0 << start_warp) & {`WARPS{starts}};

  always @*
    if (~init)
      in_range: assume (c_warp < `WARPS & start_warp < `WARPS & me_q < `WARPS & you_q < `WARPS
                        & begin_slot < `SLOTS & start_slot < `SLOTS);

  always @(posedge clk) begin
    init <= 1'b0;
    if (init) begin
      me_q <= me_any;
      you_q <= you_any;
      active_q <= 0;
      starting_q <= 0;
    end else begin
      active_q <= (active_q & ~halt_any) | started;
      starting_q <= (starting_q & ~((SLOT_0 << start_slot) & {`SLOTS{starts & last}}))
                    | ((SLOT_0 << begin_slot) & {`SLOTS{begins}});
      if (begins & whole)
        slot_of_q <= {`WARPS{begin_slot}};
      else if (starts)
        slot_of_q[start_warp*`SLOT_BITS +: `SLOT_BITS] <= start_slot;
    end
  end

  ww_block_barrier u (
    .clk(clk), .rst(init), .c_valid(c_valid), .c_op(c_op), .c_warp(c_warp), .c_phase(c_phase),
    .c_twice(c_twice), .c_waits(c_waits), .freed(freed), .active(active_q), .slot_of(slot_of_q),
    .starting(starting_q), .slot_cut(cut), .begins((SLOT_0 << begin_slot) & {`SLOTS{begins}}),
    .started(started), .full(full), .phase(phase)
  );

  // The reference: arrived, waits, and number of the phase, one event after the other.
  reg  [`WARPS-1:0]   arrived_q;
  reg  [`WARPS-1:0]   waits_q;
  reg  [`SLOTS*8-1:0] phase_q;
  reg  [`WARPS-1:0]   arrived;
  reg  [`WARPS-1:0]   waits;
  reg  [`SLOTS*8-1:0] number;
  reg  [`SLOTS-1:0]   ends;
  reg  [`WARPS-1:0]   goes;
  reg                 twice;
  reg                 stays;
  reg  [7:0]          c_number;    // phase of the instruction

  always @* begin
    arrived = arrived_q;
    waits = waits_q;
    number = phase_q;
    // Phases end.
    ends = inside & ~starting_q & ~cut;
    for (w = 0; w < `WARPS; w = w + 1)
      if (active_q[w] & ~arrived_q[w])
        ends[slot_of_q[w*`SLOT_BITS +: `SLOT_BITS]] = 1'b0;
    for (w = 0; w < `WARPS; w = w + 1) begin
      goes[w] = active_q[w] & waits_q[w] & ends[slot_of_q[w*`SLOT_BITS +: `SLOT_BITS]];
      if (active_q[w] & ends[slot_of_q[w*`SLOT_BITS +: `SLOT_BITS]]) begin
        arrived[w] = 1'b0;
        waits[w] = 1'b0;
      end
    end
    for (s = 0; s < `SLOTS; s = s + 1)
      if (ends[s])
        number[s*8 +: 8] = number[s*8 +: 8] + 8'd1;
    // The instruction acts.
    c_number = number[c_slot*8 +: 8];
    twice = arrived[c_warp];
    stays = c_op == 2'd2 ? c_number[0] == c_phase : c_op == 2'd0 & ~twice;
    if (c_valid & c_op != 2'd2)
      arrived[c_warp] = 1'b1;
    if (c_valid & stays)
      waits[c_warp] = 1'b1;
    // A block begins, a warp starts.
    if (begins)
      number[begin_slot*8 +: 8] = 8'd0;
    if (starts) begin
      arrived[start_warp] = 1'b0;
      waits[start_warp] = 1'b0;
    end
  end

  always @(posedge clk) begin
    arrived_q <= init ? 0 : arrived;
    waits_q <= init ? 0 : waits;
    phase_q <= init ? 0 : number;
  end

  // Phases in which tracked warps have arrived and began to wait.
  wire [`SLOT_BITS-1:0] me_slot = slot_of_q[me_q*`SLOT_BITS +: `SLOT_BITS];
  wire [`SLOT_BITS-1:0] you_slot = slot_of_q[you_q*`SLOT_BITS +: `SLOT_BITS];
  wire [7:0]            here = phase[me_slot*8 +: 8];
  wire [7:0]            acts_in = phase[c_slot*8 +: 8] + full[c_slot];
  reg                   wait_q;
  reg  [7:0]            wait_phase_q;
  reg                   came_q;
  reg  [7:0]            came_phase_q;

  always @(posedge clk) begin
    wait_q <= ~init & ~(starts & start_warp == me_q)
              & ((wait_q & ~freed[me_q]) | (c_valid & c_warp == me_q & c_waits));
    came_q <= ~init & ~(starts & start_warp == you_q)
              & (came_q | (c_valid & c_warp == you_q & ~c_op[1] & ~c_twice));
    if (c_valid & c_warp == me_q & c_waits)
      wait_phase_q <= c_op[1] ? {acts_in[7:1], c_phase} : acts_in;   // of a wait the one given
    if (c_valid & c_warp == you_q & ~c_op[1] & ~c_twice)
      came_phase_q <= acts_in;
  end

  always @*
    if (~init) begin
      complete: assert (full == ends);
      goes_on: assert (freed == goes);
      number_is: assert (phase == phase_q);
      if (c_valid & ~c_op[1]) second: assert (c_twice == twice);
      waits_is: assert (c_waits == (c_valid & stays));
      if (freed[me_q] & active_q[you_q] & you_slot == me_slot)
        together: assert (came_q & came_phase_q == here);
      if (wait_q & active_q[me_q]) no_longer: assert (wait_phase_q == here);
    end
endmodule
