// issue - stage 3a: scoreboard, choice of the warp that issues, beats
// SPDX-License-Identifier: Apache-2.0
//
// Decode fills a queue of three instructions per warp. The fields of the head that issue judges are
// in flip-flops, all others in a memory. The head is ready when none of its registers waits for an
// earlier result, its unit can take it and its warp is not held. No stage behind issue stalls.
//% if judge
// Hazards of registers are found a cycle before, so a warp issues every second cycle at most.
//% end
// One ready warp issues in a cycle; the scheduler chooses it. If a warp has more threads than there
// are lanes, its instruction issues in several beats, up to the last beat with an active thread.
//
// A warp does not wait for its loads, stores, branches and jal, so the instructions behind them are
// speculative. If one of them jumps elsewhere than predicted, or traps, warp control squashes the
// instructions that its warp has issued since (p_). A squashed instruction flows on without effect
// and returns the entries that it holds.
//
//% if timer
// Interrupts: with c_irq a pseudo-instruction with the pc of the head replaces the head. It waits
// until the warp has nothing in flight. Warp control then flushes the queue, and the replaced
// instruction is fetched again after the handler.
//
//% end
// Branches, and all other instructions that write no register, need no result slot.
`default_nettype none
module ${prefix}_issue #(
  parameter WARPS = ${warps},
  parameter THREADS = ${threads},          //% if folded
  parameter LANES = ${lanes},              //% if folded
  parameter BEATS = ${beats},              //% if folded
  parameter BEAT_BITS = ${beat_bits},      //% if folded
  parameter LANE_BITS = ${lane_bits},      //% if many_lanes
  parameter THREAD_BITS = ${thread_bits},  //% if many_threads
  parameter WARP_BITS = ${warp_bits}
) (
//% emit ports_issue
);
//% emit issue_params
  // The issue register.
  reg                  valid_q;       // the register holds an instruction or a beat
  reg                  fixed_q;       // one with a result slot 3 cycles later
  reg                  product_i_q;   // a product  //% if fast_multiply
  reg                  is_clone_q;
  reg  [WARP_BITS-1:0] warp_q;
  reg  [${reg_top}:0]           register_q;    // register that a clone copies
  wire                 room;          // the issue register accepts an instruction

  // Reports of earlier instructions. The ends of instructions count a cycle later.
  wire                 waiting;
  wire                 late;
  wire [WARP_BITS-1:0] late_warp;
  wire [${reg_top}:0]           late_rd;
  wire [WARPS-1:0]     was_active;  //% if policy == gto
  reg                  done_q;
  reg  [WARP_BITS-1:0] done_warp_q;
  reg  [WARPS-1:0]     leave_q;

  ${prefix}_issue_inputs u_inputs (
//% connect ../issue/issue_inputs_late
  );

  always @(posedge clk)
    if (rst) begin
      done_q <= 1'b0;
      leave_q <= {WARPS{1'b0}};
    end else begin
      done_q <= wb_done;
      leave_q <= c_leave;
    end

  always @(posedge clk)
    done_warp_q <= wb_done_warp;

  // Result slots.
  wire                 fixed_ok;
//% if fast_multiply
  wire                 multiply_ok;
  wire                 i_displaces;  // the product loses its slot  //% if forward
//% end

  ${prefix}_issue_slots u_slots (
    .fixed(fixed_q),
//% if fast_multiply
    .product(product_i_q),
//% end
//% connect ../issue/issue_slots
  );

  // Who issues.
  wire [WARPS-1:0]     ready;
  wire [WARPS-1:0]     eligible;      // only the unit holds the head up  //% if knows_eligible
  // What the first entries need.
  wire [WARPS-1:0]     needs_fixed;
  wire [WARPS-1:0]     needs_memory;
  wire [WARPS-1:0]     needs_multiply;  //% if fast_multiply
  wire [WARPS-1:0]     needs_divide;    //% if has_m
  wire [WARPS-1:0]     needs_float;     //% if floats
  wire [WARPS-1:0]     needs_root;      //% if floats
  wire [WARPS-1:0]     flying;        // instructions are in flight
  wire [WARPS-1:0]     draining = flying & ~c_active;
  wire [WARPS-1:0]     turn;
  wire [WARPS-1:0]     grant;
  wire [WARP_BITS-1:0] grant_warp;
  wire [1:0]           grant_slot;
  wire [WARPS*2-1:0]   places;
  wire                 clone_ready;
  wire                 clone_wants = clone_ready & fixed_ok & room;
  wire [WARPS-1:0]     in_turn;  //% if policy == rr

  wire                 lsu_some;
  wire                 div_some;     //% if has_m
  wire                 fpu_some;     //% if floats
  wire                 fdiv_some;    //% if floats
  wire [WARPS-1:0]     wants_fixed;  //% if congest
//% stall clone clone_wants
  wire                 clone_grant = clone_wants${unless stall clone};
//% stall issue |turn & room & ~clone_grant
//% stall fixed |wants_fixed
//% stall memory |(eligible & needs_memory) & lsu_some
  wire                 memory_ok = lsu_some${unless stall memory};
//% if fast_multiply
//% stall multiply |(eligible & needs_multiply)
  wire                 may_multiply = multiply_ok${unless stall multiply};
//% else
//% stall multiply never
//% end
//% if has_m
//% stall divide |(eligible & needs_divide)
  wire                 divide_ok = div_some${unless stall divide};
//% else
//% stall divide never
//% end
//% if floats
//% stall float |(eligible & (needs_float | needs_root))
  wire                 float_ok = fpu_some${unless stall float};
  wire                 root_ok = fdiv_some${unless stall float};
//% else
//% stall float never
//% end

  ${prefix}_scheduler #(.WARPS(WARPS)) u_scheduler (
    .granted(|grant),
    .taking_part(c_active & ~c_waiting),  //% if policy == rr
    .started(c_flush & ~was_active),  //% if policy == gto
//% connect scheduler
  );
  assign grant = turn & {WARPS{room & ~clone_grant${unless stall issue}}};
  assign i_issued = grant;
  assign i_idle = ~|flying;
  assign i_flying = flying;  //% if dispatch

  ${prefix}_onehot_index #(.N(WARPS), .BITS(WARP_BITS)) u_grant_warp (
    .onehot(turn), .index(grant_warp)
  );
  ${prefix}_onehot_mux #(.N(WARPS), .WIDTH(2)) u_grant_slot (
    .sel(turn), .in(places), .out(grant_slot)
  );

  ${prefix}_issue_credits u_credits (
    .lsu_claim(|(grant & needs_memory)),
    .div_claim(|(grant & needs_divide)),  //% if has_m
//% if floats
    .fpu_claim(|(grant & needs_float)),
    .fdiv_claim(|(grant & needs_root)),
//% end
//% connect ../issue/issue_credits_late
  );

  // Instructions that issue into an empty pipeline.
  wire [WARPS-1:0]     serial_asks;
  wire [WARPS-1:0]     serial_wait = serial_asks & in_turn;  //% if policy == rr
  wire [WARPS-1:0]     serial_wait = serial_asks;          //% else
  wire [WARPS-1:0]     serial_go;
  wire                 serial_hold;
  wire                 clone_busy;
  wire [WARPS-1:0]     chosen;   //% if counters

  ${prefix}_issue_serial u_serial (
    .waiting(serial_wait),
    .empty(~|grant & ~clone_busy & ~valid_q & ~o_busy & ~|draining),
    .hold(serial_hold), .ok(i_drained), .go(serial_go),
//% connect ../issue/issue_serial
  );

  // The queues: heads and scoreboards warp by warp, the rest of the entries in one memory.
//% emit word_queue
  wire                 n_valid;
  wire [WARP_BITS-1:0] n_warp;
  wire [1:0]           n_slot;
  localparam HEAD_BITS = ${head_bits};
  localparam ENTRY_BITS = ${entry_bits};
  wire [HEAD_BITS-1:0] n_head;
  wire [ENTRY_BITS-1:0] queued;

  ${prefix}_issue_entries u_entries (
    .entry(queued),
//% connect ../issue/issue_entries_late
  );

  // Results with a fixed time: the cycle in which their bit in the scoreboard is cleared.
  wire                 early;
  wire [WARP_BITS-1:0] early_warp;
  wire [${reg_top}:0]           early_rd;
  wire [WARPS*5-1:0]   counters;  // counters that the first entries would read  //% if counters
  wire [WARPS-1:0]     loads;     // first entries that are loads       //% if count_loads_early

  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      ${prefix}_issue_warp u_warp (
        .fill(n_valid & n_warp == w[WARP_BITS-1:0]),
        .c_active(c_active[w]), .c_flush(c_flush[w]), .c_release(c_release[w]),
        .c_flat(c_flat[w]),  //% if ventus
        .c_irq(c_irq[w]),  //% if timer
//% if dispatch
        .c_stop(c_stop | block_kill[w]),
        .early(early & early_warp == w[WARP_BITS-1:0]),
//% else
        .early(early & early_warp == w[WARP_BITS-1:0]),
//% end
        .late(late & late_warp == w[WARP_BITS-1:0]),
        .done(done_q & done_warp_q == w[WARP_BITS-1:0]), .left(leave_q[w]),
        .wants_fixed(wants_fixed[w]),  //% if congest
        .wants(eligible[w]),  //% if knows_eligible
        .multiply_ok(may_multiply), .needs_multiply(needs_multiply[w]),  //% if fast_multiply
        .needs_divide(needs_divide[w]),  //% if has_m
        .needs_float(needs_float[w]),  //% if floats
        .needs_root(needs_root[w]),  //% if floats
        .serial_go(serial_go[w]), .serial_wait(serial_asks[w]),
        .grant(grant[w]), .ready(ready[w]), .place(places[w*2 +: 2]),
        .flying(flying[w]), .needs_fixed(needs_fixed[w]),
//% if counters
        .i_hazard(i_hazard[w]), .i_held(i_held[w]), .i_empty(i_empty[w]),
        .i_blocked(i_blocked[w]), .counter(counters[w*5 +: 5]),
        .load(loads[w]),  //% if deep
//% end
        .needs_memory(needs_memory[w]),
//% connect ../issue/issue_warp
      );
    end
  endgenerate

//% if deep
  // No head waits for a result with a fixed time: the next instruction of its warp issues at least
  // two cycles later, and then the result is in time. The time of a product is known in execute.
  assign early = x_clear & ~i_displaces;  //% if fast_multiply
  assign early = x_clear;                 //% else
  assign early_warp = x_clear_warp;
  assign early_rd = x_clear_rd;
//% elif forward
  // An ALU result is forwarded from the write port to an instruction that issues two cycles later,
  // which is in operand selection then.
  wire i_clears = fixed_q & i_last & i_writes;

  assign early = i_clears | (x_clear & ~i_displaces);  //% if fast_multiply
  assign early = i_clears | x_clear;                   //% else
  assign early_warp = i_clears ? warp_q : x_clear_warp;
  assign early_rd = i_clears ? i_rd : x_clear_rd;
//% else
  assign early = x_clear;
  assign early_warp = x_clear_warp;
  assign early_rd = x_clear_rd;
//% end

  // A clone.
  wire [WARP_BITS-1:0]   clone_warp;
  wire [THREAD_BITS-1:0] clone_thread;  //% if many_threads
  wire [${reg_top}:0]             clone_register;

  ${prefix}_issue_clone u_clone (
    .thread(clone_thread),  //% if many_threads
    .busy(clone_busy), .ready(clone_ready), .grant(clone_grant), .warp(clone_warp),
    .register(clone_register),
//% connect ../issue/issue_clone
  );

  // The issue register.
  always @(posedge clk)
    if (rst) begin
      valid_q <= 1'b0;
      fixed_q <= 1'b0;
      product_i_q <= 1'b0;  //% if fast_multiply
    end else if (room) begin
      valid_q <= |grant | clone_grant;
      fixed_q <= |(grant & needs_fixed) | clone_grant;
      product_i_q <= |(grant & needs_multiply);  //% if fast_multiply
    end

  always @(posedge clk)
    if (room) begin
      is_clone_q <= clone_grant;
      warp_q <= clone_grant ? clone_warp : grant_warp;
      register_q <= clone_register;
    end

//% if timer
  // An interrupt takes the pc of the head. Its word, which no instruction has, reads mtvec.
  reg                   irq_q;
  wire [ENTRY_BITS-1:0] entry = irq_q ? {queued[ENTRY_BITS-1 -: 30], INTERRUPT} : queued;

  always @(posedge clk)
    if (room)
      irq_q <= |(turn & c_irq);
//% else
  wire [ENTRY_BITS-1:0] entry = queued;
//% end

//% if folded
  // Beats. A clone reads the beat of thread 0 and writes that of its target.
  reg  [BEAT_BITS-1:0] beat_q;
  wire [BEATS-1:0]     used;    // beats with an active thread
  wire [BEATS-1:0]     later = used >> 1 >> beat_q;
//% if across
  // A vote or shuffle passes all its beats twice.
  reg                  again_q;
  wire                 turns = i_unit == U_ALU & i_alu == ALU_ACROSS & ~again_q & ~|later;
//% end

  genvar b;
  generate
    for (b = 0; b < BEATS; b = b + 1) begin : g_beat
//% if ventus
      assign used[b] = i_lanes[0] | (i_lanes[1] ? b == 0 : |i_tmask[b*LANES +: LANES]);
//% else
      assign used[b] = |i_tmask[b*LANES +: LANES];
//% end
    end
  endgenerate

//% if across
  always @(posedge clk)
    again_q <= ~rst & ~room & (again_q | turns);

//% end
  always @(posedge clk)
    if (rst | room | turns)  //% if across
    if (rst | room)          //% else
      beat_q <= {BEAT_BITS{1'b0}};
    else
      beat_q <= beat_q + 1'b1;

  assign i_beat = beat_q;
  assign i_write_beat = is_clone_q ? clone_thread[THREAD_BITS-1 -: BEAT_BITS] : beat_q;
  assign i_last = is_clone_q ? &register_q : ~|later & ~turns;  //% if across
  assign i_last = is_clone_q ? &register_q : ~|later;           //% else
  assign room = ~valid_q | is_clone_q | i_last;

  // A squash holds until the last beat.
  reg                  squashed_q;

  assign i_squashed = squashed_q | (p_squash & p_warp == warp_q);

  always @(posedge clk)
    squashed_q <= i_squashed & ~room;
//% else
  assign i_last = is_clone_q ? &register_q : 1'b1;
  assign room = 1'b1;
  assign i_squashed = p_squash & p_warp == warp_q;
//% end

//% emit word_entry
  assign i_valid = valid_q;
  assign i_warp = warp_q;
  assign i_clone = is_clone_q;
  assign i_clone_lane = clone_thread[LANE_BITS-1:0];  //% if many_lanes
//% if counters

  // For the accounts.
  assign i_serial = serial_hold | |serial_wait;
  assign i_first = ~is_clone_q & ~|beat_q & ~again_q;  //% if across_twice
  assign i_first = ~is_clone_q & ~|beat_q;             //% elif folded
  assign i_first = ~is_clone_q;                        //% else

  ${prefix}_onehot_mux #(.N(WARPS), .WIDTH(5)) u_take_counter (
    .sel(chosen), .in(counters), .out(i_take_counter)
  );
//% end
//% if count_loads_early
  reg  load_q;

  always @(posedge clk)
    if (rst)
      load_q <= 1'b0;
    else
      load_q <= |(grant & loads);

  assign i_load = load_q;
//% elif counters
  assign i_load = valid_q & i_first & i_unit == U_MEMORY & i_writes;
//% end
endmodule
`default_nettype wire
