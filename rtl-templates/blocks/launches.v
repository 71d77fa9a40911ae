// launches - the launch slots: order of doorbells, blocks that are out, ends, results
// SPDX-License-Identifier: Apache-2.0
//
// A slot is free, rings (doorbell), waits in order, has blocks in cores, and is done when
//
//   * no more blocks of it will be given (out),
//   * each block given has ended and its end is counted, and
//   * all cores have made a release, so that what its blocks have stored is in memory.
//
// It stays done, with its result, until the host acknowledges it. A trap cuts its launch, and so
// does the host's abort: no more blocks are given, those in cores are killed, and the launch is
// done as above. The result has the first trapped block whose end was counted.
//
// Acquires (of launch_prepare) and releases go to all cores at once, one after the other. A core
// says done one cycle after the start or later.
`default_nettype none
module ${prefix}_launches #(
  parameter CORES = ${cores},
  parameter CORE_BITS = ${core_bits},
  parameter WARP_BITS = ${warp_bits},
  parameter RESIDENT_BITS = ${resident_bits},  // holds 0 .. CORES x SLOTS
  parameter LAUNCHES = ${launches},       // a power of two
  parameter LAUNCH_BITS = ${launch_bits}
) (
  input  wire                   clk,
  input  wire                   rst,
  // host
  input  wire                   h_ring,     // a free slot begins a launch
  input  wire [LAUNCH_BITS-1:0] h_slot,     // the slot
  input  wire [LAUNCHES-1:0]    h_abort,    // per slot: cut its launch
  input  wire [LAUNCHES-1:0]    h_ack,      // per slot: if it is done, it is free
  input  wire                   h_stop,     // no launch is to go on
  output wire [LAUNCHES-1:0]    busy,       // per slot: not free
  output wire [LAUNCHES-1:0]    done,       // per slot: done
  input  wire [LAUNCH_BITS-1:0] r_slot,     // slot whose result is read
  output wire [7:0]             r_status,   // {reason, 0 complete, 1 cut, 2 trapped, 3 refused}
  output wire [CORE_BITS+WARP_BITS+164:0] r_fault,  // {core, warp, cause, pc, tval, x, y, z}
  output wire                   idle,       // nothing goes on
//% if trace_retire
  // records
  output wire [LAUNCHES-1:0]    t_cuts,      // per slot: cut from the next cycle on
  output wire [LAUNCHES-1:0]    t_dones,     // per slot: done from the next cycle on
  output wire [LAUNCHES-1:0]    t_releases,  // per slot: a release is of this launch
  output wire                   t_synced,    // an acquire or a release is complete
//% end
  // launch_prepare
  output wire                   q_valid,  // a launch waits
  output wire [LAUNCH_BITS-1:0] q_launch,  // the first one that waits
  input  wire                   q_pop,  // the launch is taken
  output wire [LAUNCHES-1:0]    cut,  // per launch: no more blocks
  output wire [LAUNCHES-1:0]    ahead,     // per slot: popped, and not done
  input  wire                   skipped,  // the launch in here gets no blocks
  input  wire [3:0]             reason,  // reason of a refusal, or 0
  input  wire [LAUNCH_BITS-1:0] here,  // launch in launch_prepare
  input  wire                   a_valid,  // an acquire is asked for
  input  wire                   a_keep,   // which leaves instructions in the caches
  output wire                   a_done,  // the acquire is complete
  input  wire                   p_go,       // the launch in `here` goes to the grid
  input  wire                   p_flush,  // the end of the launch flushes the second-level cache
  // grid
  input  wire                   given,  // a block of n_launch is given
  input  wire                   out,  // n_launch has no more blocks
  input  wire [LAUNCH_BITS-1:0] n_launch,  // launch of the next block
  // cores
  input  wire [LAUNCHES-1:0]    faults,     // per slot: a warp of its blocks traps
  input  wire                   e_go,       // the end of a block is counted
  input  wire [LAUNCH_BITS-1:0] e_launch,  // launch of the block
  input  wire                   e_fault,  // the block has trapped
  input  wire [CORE_BITS+WARP_BITS+164:0] e_record,  // {core, warp, cause, pc, tval, z, y, x}
  output wire                   y_start,    // all cores make an acquire, a release
  output wire [2:0]             y_op,       // {write the second-level cache back or leave
                                            //  instructions in the caches, release, acquire}
  input  wire [CORES-1:0]       y_done      // per core: has made it
);
  localparam RECORD_BITS = CORE_BITS + WARP_BITS + 165;
  localparam [LAUNCH_BITS:0] NONE = 0;
  localparam [LAUNCH_BITS-1:0] ONE = 1;
  localparam [LAUNCHES-1:0] SLOT_0 = 1;

  // Order of the doorbells.
  reg  [LAUNCH_BITS-1:0] order_m [0:(1<<LAUNCH_BITS)-1];
  reg  [LAUNCH_BITS-1:0] put_q;
  reg  [LAUNCH_BITS-1:0] get_q;
  reg  [LAUNCH_BITS:0]   queued_q;

  reg  [LAUNCHES-1:0]    busy_q;
  reg  [LAUNCHES-1:0]    popped_q;
  reg  [LAUNCHES-1:0]    out_q;      // no more blocks of it
  reg  [LAUNCHES-1:0]    cut_q;
  reg  [LAUNCHES-1:0]    trapped_q;
  reg  [LAUNCHES-1:0]    flush_q;
  reg  [LAUNCHES-1:0]    done_q;
  wire [LAUNCHES-1:0]    quiet;      // per slot: a release is due
  wire [LAUNCHES-1:0]    quiet_first;
  wire [LAUNCH_BITS-1:0] quiet_slot;
  reg  [3:0]             reason_m [0:(1<<LAUNCH_BITS)-1];
  reg  [RECORD_BITS-1:0] record_m [0:(1<<LAUNCH_BITS)-1];

  // What all cores make.
  reg                    sync_q;     // all cores flush
  reg                    start_q;
  reg                    acquire_q;  // an acquire, else a release
  reg  [LAUNCHES-1:0]    of_q;       // a release: of this slot
  reg  [2:0]             op_q;
  reg  [CORES-1:0]       wait_q;     // per core: not done
  wire                   sync_ends = sync_q & ~start_q & ~|(wait_q & ~y_done);
  wire                   releases = ~sync_q & |quiet;
  wire                   acquires = ~sync_q & ~|quiet & a_valid;
  wire                   keep = e_go & e_fault & ~trapped_q[e_launch];
  wire                   ring = h_ring & ~busy_q[h_slot];
  genvar                 l;

  always @(posedge clk)
    if (rst) begin
      put_q <= {LAUNCH_BITS{1'b0}};
      get_q <= {LAUNCH_BITS{1'b0}};
      queued_q <= NONE;
    end else begin
      if (ring)
        put_q <= put_q + ONE;
      if (q_pop)
        get_q <= get_q + ONE;
      queued_q <= queued_q + {NONE[LAUNCH_BITS:1], ring} - {NONE[LAUNCH_BITS:1], q_pop};
    end

  always @(posedge clk)
    if (ring)
      order_m[put_q] <= h_slot;

  assign q_valid = |queued_q;
  assign q_launch = order_m[get_q];

  generate
    for (l = 0; l < LAUNCHES; l = l + 1) begin : g_slot
      localparam [LAUNCH_BITS-1:0] ME = l;
      reg  [RESIDENT_BITS-1:0] resident_q;  // blocks given whose end is not counted
      wire                     begins = ring & h_slot == ME;
      wire                     grows = given & n_launch == ME;
      wire                     shrinks = e_go & e_launch == ME;
      wire                     goes_on = busy_q[l] & ~done_q[l];
      wire                     cuts = h_abort[l] | h_stop | faults[l];

      assign t_cuts[l] = goes_on & cuts & ~cut_q[l];  //% if trace_retire
      assign quiet[l] = busy_q[l] & out_q[l] & ~|resident_q & ~done_q[l];

      always @(posedge clk)
        if (rst) begin
          busy_q[l] <= 1'b0;
          popped_q[l] <= 1'b0;
          out_q[l] <= 1'b0;
          cut_q[l] <= 1'b0;
          trapped_q[l] <= 1'b0;
          done_q[l] <= 1'b0;
          flush_q[l] <= 1'b0;
          resident_q <= {RESIDENT_BITS{1'b0}};
        end else if (begins) begin
          busy_q[l] <= 1'b1;
          popped_q[l] <= 1'b0;
          out_q[l] <= 1'b0;
          cut_q[l] <= 1'b0;
          trapped_q[l] <= 1'b0;
          done_q[l] <= 1'b0;
          flush_q[l] <= 1'b0;
        end else begin
          busy_q[l] <= busy_q[l] & ~(done_q[l] & h_ack[l]);
          popped_q[l] <= popped_q[l] | (q_pop & q_launch == ME);
          out_q[l] <= out_q[l] | (out & n_launch == ME) | (skipped & here == ME);
          cut_q[l] <= goes_on & (cut_q[l] | cuts);
          trapped_q[l] <= trapped_q[l] | (keep & e_launch == ME);
          done_q[l] <= (done_q[l] & ~h_ack[l]) | (sync_ends & ~acquire_q & of_q[l]);
          flush_q[l] <= flush_q[l] | (p_go & p_flush & here == ME);
          if (grows != shrinks)
            resident_q <= grows ? resident_q + 1'b1 : resident_q - 1'b1;
        end
    end
  endgenerate

  always @(posedge clk)
    if (skipped | p_go)
      reason_m[here] <= reason;

  always @(posedge clk)
    if (keep)
      record_m[e_launch] <= e_record;

  // The result says cut only if a block may be missing for it; cut_q is clear when done.
  reg  [LAUNCHES-1:0]    missed_q;
  wire [3:0]             r_reason = reason_m[r_slot];

  generate
    for (l = 0; l < LAUNCHES; l = l + 1) begin : g_missed
      localparam [LAUNCH_BITS-1:0] ME = l;

      always @(posedge clk)
        if (rst | (ring & h_slot == ME))
          missed_q[l] <= 1'b0;
        else
          missed_q[l] <= missed_q[l] | (cut_q[l] & ~quiet[l] & ~done_q[l]);
    end
  endgenerate

  assign r_status = {r_reason, 2'b00, |r_reason ? 2'd3 : trapped_q[r_slot] ? 2'd2
                                       : {1'b0, missed_q[r_slot]}};
  assign r_fault = record_m[r_slot];

  // Acquires and releases.
  ${prefix}_onehot_lowest #(.N(LAUNCHES)) u_quiet (
    .in(quiet), .lowest(quiet_first)
  );
  ${prefix}_onehot_index #(.N(LAUNCHES), .BITS(LAUNCH_BITS)) u_quiet_slot (
    .onehot(quiet_first), .index(quiet_slot)
  );

  always @(posedge clk)
    if (rst) begin
      sync_q <= 1'b0;
      start_q <= 1'b0;
      acquire_q <= 1'b0;
    end else begin
      sync_q <= (sync_q & ~sync_ends) | releases | acquires;
      start_q <= releases | acquires;
      if (releases | acquires)
        acquire_q <= acquires;
    end

  always @(posedge clk)
    if (releases | acquires) begin
      of_q <= quiet_first;
      op_q <= releases ? {flush_q[quiet_slot], 2'b10} : {a_keep, 2'b01};
      wait_q <= {CORES{1'b1}};
    end else if (sync_q & ~start_q)
      wait_q <= wait_q & ~y_done;

//% if trace_retire
  assign t_dones = of_q & {LAUNCHES{sync_ends & ~acquire_q}};
  assign t_releases = of_q;
  assign t_synced = sync_ends;
//% end
  assign y_start = start_q;
  assign y_op = op_q;
  assign a_done = sync_ends & acquire_q;
  assign busy = busy_q;
  assign done = done_q;
  assign cut = cut_q;
  assign ahead = busy_q & popped_q & ~done_q & ~(SLOT_0 << here);
  assign idle = ~|(busy_q & ~done_q) & ~sync_q;
endmodule
`default_nettype wire
