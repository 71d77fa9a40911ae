// issue - stage 3a: scoreboard, choice of the warp that issues, beats
// SPDX-License-Identifier: Apache-2.0
//
// Decode fills a queue of three instructions per warp; what is needed of the first one to judge it
// is in flip-flops, the rest in a memory. It is ready when its registers are not waiting for an
// earlier result, its unit can take it and its warp is not held; no stage behind this one stalls.
//% if judge
// Whether its registers wait is found in the cycle before, so a warp issues every second cycle.
//% end
// One ready warp issues per cycle; the scheduler says which. A warp with more threads than there
// are lanes issues its instruction in several beats and stops after the last beat that has an
// active thread.
//
// Nothing waits for loads, stores, branches and jal; so what issues behind them in their warp is
// speculative. If one of them jumps elsewhere or traps, warp control kills (p_) what its warp has
// issued since: it flows on, poisoned, without effect, and gives back what it holds.
//
//% if timer
// A warp takes an interrupt (c_irq) in place of its first entry, once nothing of it is on its way:
// an instruction with the pc of that entry, which leaves with it and is fetched again some time, since
// warp control flushes the queue.
//
//% end
// Result slots: ALU and control results reach the register files 3 cycles after the issue
// register, products after 5. A product that is alone on its way gives its slot to an instruction
// that would meet it there and takes a free one later (it is displaced); otherwise that instruction
// waits. Memory and division results use free slots and make issue leave one if there is none.
// Branches and whatever else writes no register need no slot.
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
  // Instructions of one warp on their way; the scoreboard stops at 16 of them.
  localparam FLIGHT_BITS = 5;
  localparam [FLIGHT_BITS-1:0] NO_FLIGHT = {FLIGHT_BITS{1'b0}};
  // Queue entries of the LSU, in instructions.
  localparam [3:0] LSU_ENTRIES = ${lsu_entries};

  // Free units and result slots.
//% if deep
  // What issue claims is subtracted a cycle later, what is free again is added a cycle later.
  reg  [3:0]           lsu_left_q;
  reg                  lsu_back_q;
  reg                  lsu_claim_q;
  reg                  lsu_cancel_q;
  wire                 lsu_some = |lsu_left_q[3:1] | (lsu_left_q[0] & ~lsu_claim_q);
//% else
  reg  [3:0]           lsu_free_q;
//% end
  wire                 lsu_claim;     // of an entry, in this cycle
  wire [3:0]           lsu_same = lsu_free_q + {3'b0, lsu_cancel};  //% if not deep
  wire [3:0]           lsu_more = lsu_same + 4'd1;                  //% if not deep
  wire [3:0]           lsu_less = lsu_same - 4'd1;                  //% if not deep
//% if deep
  reg                  div_left_q;                              //% if has_m
  reg                  div_claim_q;                             //% if has_m
  wire                 div_free_q = div_left_q & ~div_claim_q;  //% if has_m
//% elif has_m
  reg                  div_free_q;
//% end
  reg                  valid_q;       // the issue register holds an instruction or a beat
  reg                  fixed_q;       // one with a result slot 3 cycles later
  reg                  product_i_q;   // a product  //% if fast_multiply
  reg  [4:0]           slots_q;       // bit k: the result slot k cycles from now is taken
  wire [4:0]           slots = slots_q | {1'b0, fixed_q, 3'b000};
//% if deep
  reg                  waiting_q;     // what wb_waiting was
  wire                 must_leave = waiting_q & &slots[3:0];
//% else
  wire                 must_leave = wb_waiting & &slots[3:0];
//% end
  wire                 fixed_ok;
//% if fast_multiply

  // Products on their way. One is displaced when it is in execute and an instruction with the same
  // slot in the issue register; the others have left by then, and none issues until it has.
  reg  [2:0]           product_q;     // in operand selection, in execute, behind it
  reg                  displaced_q;
  wire                 i_displaces = fixed_q & product_q[1];
  wire                 lone;          // the product whose slot comes in 4 cycles can be displaced

//% end
  reg                  clone_q;       // a clone is copying registers
  reg                  serial_hold_q; // a serial instruction waits for the pipeline to empty
  reg                  serial_ok_q;   // it is empty
  // One of those that wait, one cycle late; the counter that it reads, if it does, is taken from its
  // memory in the cycle before it issues, and again some cycles later if it could not. The lowest
  // cannot starve others: in a loop there is an instruction that they hold back.
  reg  [WARPS-1:0]     chosen_q;
  reg  [WARPS-1:0]     taken_q;
  reg  [1:0]           pause_q;
  wire                 take = serial_ok_q & serial_hold_q & ~|taken_q & ~|pause_q;
  reg                  done_q;        // what wb_done and c_leave were
  reg  [WARP_BITS-1:0] done_warp_q;
  reg  [WARPS-1:0]     leave_q;
//% if deep
  reg                  late_q;        // what wb_clear was
  reg  [WARP_BITS-1:0] late_warp_q;
  reg  [4:0]           late_rd_q;
  reg  [WARPS-1:0]     active_q;      // what c_active was  //% if policy == gto
//% end
//% if counters
  wire [WARPS*5-1:0]   counters;      // that the first entries would read
  wire [WARPS-1:0]     loads;         // first entries that are loads  //% if deep
//% end

  wire                 room;          // the issue register takes an instruction
  wire [WARPS-1:0]     ready;
  wire [WARPS-1:0]     serial_wait;
  // What the first entries need.
  wire [WARPS-1:0]     needs_fixed;
  wire [WARPS-1:0]     needs_memory;
  wire [WARPS-1:0]     needs_multiply;  //% if fast_multiply
  wire [WARPS-1:0]     needs_divide;    //% if has_m
  wire [WARPS-1:0]     flying;        // instructions on their way
  wire [WARPS-1:0]     draining = flying & ~c_active;
  wire [WARPS-1:0]     turn;
  wire [WARPS-1:0]     grant;
  wire [WARP_BITS-1:0] grant_warp;
  wire [1:0]           grant_slot;
  wire [WARPS*2-1:0]   places;
  wire                 clone_grant;
  wire [WARPS-1:0]     owner;  //% if policy == rr

  wire [WARPS-1:0]     wants_fixed;     //% if congest
  wire [WARPS-1:0]     wants_memory;    //% if congest
//% stall issue |turn & room & ~clone_grant
//% stall fixed |wants_fixed
//% stall memory |wants_memory
//% if fast_multiply
  wire [WARPS-1:0]     wants_multiply;  //% if congest
//% stall multiply |wants_multiply
//% else
//% stall multiply never
//% end
//% if has_m
  wire [WARPS-1:0]     wants_divide;  //% if congest
//% stall divide |wants_divide
//% else
//% stall divide never
//% end
  ${prefix}_scheduler #(.WARPS(WARPS)) u_scheduler (
    .clk(clk), .rst(rst), .ready(ready), .granted(|grant),
    .taking_part(c_active & ~c_waiting), .owner(owner),  //% if policy == rr
//% if policy == gto
    .started(c_flush & ~active_q),  //% if deep
    .started(c_flush & ~c_active),  //% else
//% end
    .turn(turn)
  );
  assign grant = turn & {WARPS{room & ~clone_grant${unless stall issue}}};
  assign i_issued = grant;
  assign lsu_claim = |(grant & needs_memory);
  assign i_idle = ~|flying;
  assign i_quiet = serial_ok_q;

  ${prefix}_onehot_index #(.N(WARPS), .BITS(WARP_BITS)) u_grant_warp (
    .onehot(turn), .index(grant_warp)
  );
  ${prefix}_onehot_mux #(.N(WARPS), .WIDTH(2)) u_grant_slot (
    .sel(turn), .in(places), .out(grant_slot)
  );

  // The queues. What the first entry is judged by is in flip-flops; the second entry's part is read
  // beside it, warp by warp, before it is known who issues. The rest is read into the issue register.
  localparam HEAD_BITS = 15 + 3 + 3 + 4;
  localparam ENTRY_BITS = 30 + 32 + 1 + 2 + 3 + 4 + 4 + 1 + 15 + 1 + 4 + 1;  //% if trace_retire
  localparam ENTRY_BITS = 30 + 32 + 1 + 2 + 3 + 4 + 4 + 1 + 15 + 1 + 4;      //% else
//% if timer
  // An interrupt: what judges it, and what goes along with its pc. The word, which no instruction
  // has, reads mtvec.
  localparam [HEAD_BITS-1:0] INTERRUPT_HEAD = {15'd0, 3'b000, U_CONTROL, 4'b1011};
  localparam [ENTRY_BITS-31:0] INTERRUPT = {32'h30500073, A_RS1, B_CSR, I_NONE, ALU_B, OP_CSR,
                                            17'd0,
                                            1'b0,  //% if trace_retire
                                            1'b1, U_CONTROL};

//% end
  reg  [ENTRY_BITS-1:0] entry_m [0:(4<<WARP_BITS)-1];
  reg  [ENTRY_BITS-1:0] queued_q;  //% if not deep
  wire [HEAD_BITS-1:0]  d_head = {d_rs1, d_rs2, d_rd, d_reads1, d_reads2, d_writes, d_unit, d_drain,
                                  d_serial, d_holds, d_bare};

//% if deep
  // What decode makes of its table is registered before it goes into a queue.
  reg                   new_q;
  reg  [WARP_BITS-1:0]  new_warp_q;
  reg  [1:0]            new_slot_q;
  reg  [HEAD_BITS-1:0]  new_head_q;
  reg  [ENTRY_BITS-1:0] new_entry_q;
  wire                  enters = new_q & ~c_flush[new_warp_q];

  always @(posedge clk)
    if (rst)
      new_q <= 1'b0;
    else
      new_q <= d_valid;

  always @(posedge clk) begin
    new_warp_q <= d_warp;
    new_slot_q <= d_slot;
    new_head_q <= d_head;
    new_entry_q <= {d_pc, d_insn, d_a, d_b, d_imm, d_alu, d_op, d_predicted,
                    d_rs1, d_rs2, d_rd, d_writes,
                    d_fault,  //% if trace_retire
                    d_bare, d_unit};
  end

  always @(posedge clk)
    if (enters)
      entry_m[{new_warp_q, new_slot_q}] <= new_entry_q;
//% else
  always @(posedge clk) begin
    if (d_valid)
      entry_m[{d_warp, d_slot}] <= {d_pc, d_insn, d_a, d_b, d_imm, d_alu, d_op, d_predicted,
                                    d_rs1, d_rs2, d_rd, d_writes,
                                    d_fault,  //% if trace_retire
                                    d_bare, d_unit};
    if (room)
      queued_q <= entry_m[{grant_warp, grant_slot}];
  end
//% end
//% if deep

  // The place is registered and the entry read a cycle later: decode cannot have used it again yet.
  reg  [WARP_BITS+1:0] place_q;

  always @(posedge clk)
    place_q <= {grant_warp, grant_slot};
//% end

//% if timer
  reg                   irq_q;
  wire [ENTRY_BITS-1:0] entry = irq_q ? {queued_q[ENTRY_BITS-1 -: 30], INTERRUPT} : queued_q;

  always @(posedge clk)
    if (room)
      irq_q <= |(turn & c_irq);
//% elif deep
  wire [ENTRY_BITS-1:0] entry = entry_m[place_q];
//% else
  wire [ENTRY_BITS-1:0] entry = queued_q;
//% end

  // Results that are written a known time after they issue: when another instruction may count on
  // them.
  wire                 clear;
  wire [WARP_BITS-1:0] clear_warp;
  wire [4:0]           clear_rd;

  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      localparam [WARP_BITS-1:0] ME = w;

      reg  [1:0]             count_q;   // entries of the queue
      reg                    first_q;   // there is one
      reg  [1:0]             slot_q;    // where it is
      reg  [HEAD_BITS-1:0]   head_q;    // and what
      reg  [HEAD_BITS-1:0]   head_m [0:3];
      reg                    held_q;    // by an instruction that has not acted
      reg  [31:0]            pending_q; // registers that wait for a result
      reg  [FLIGHT_BITS-1:0] flight_q;

      wire [4:0] slot_rs1;
      wire [4:0] slot_rs2;
      wire [4:0] slot_rd;
      wire [2:0] slot_unit;
      wire       reads1;
      wire       reads2;
      wire       slot_writes;
      wire       drain;
      wire       serial;
      wire       holds;
      wire       bare;

      assign {slot_rs1, slot_rs2, slot_rd, reads1, reads2, slot_writes, slot_unit, drain, serial,
              holds, bare} = c_irq[w] ? INTERRUPT_HEAD : head_q;  //% if timer
              holds, bare} = head_q;                              //% else

      wire [1:0]           next_slot = slot_q + 2'd1;
      wire [HEAD_BITS-1:0] next_head = head_m[next_slot];

      wire fill = enters & new_warp_q == ME;  //% if deep
      wire fill = d_valid & d_warp == ME;     //% else
      wire more = count_q[1];  // than one entry
      wire [1:0] count_more = count_q + 2'd1;
      wire [1:0] count_less = count_q - 2'd1;
      wire early = clear & clear_warp == ME;
      wire late = late_q & late_warp_q == ME;      //% if deep
      wire late = wb_clear & wb_clear_warp == ME;  //% else
      wire done = done_q & done_warp_q == ME;
      wire [FLIGHT_BITS-1:0] flight_same = flight_q - {{FLIGHT_BITS-1{1'b0}}, done}
                                           - {{FLIGHT_BITS-1{1'b0}}, leave_q[w]};
      wire [FLIGHT_BITS-1:0] flight_more = flight_same + 1'b1;
      // Not the enable shifted: a number that is unknown then leaves no doubt about the rest.
//% if deep
      wire [31:0] set_mask = {32{grant[w] & slot_writes & ~needs_fixed[w]}} & (32'b1 << slot_rd);
      wire [31:0] clear_mask = ({32{early}} & (32'b1 << clear_rd))
                               | ({32{late}} & (32'b1 << late_rd_q));
//% else
      wire [31:0] set_mask = {32{grant[w] & slot_writes}} & (32'b1 << slot_rd);
      wire [31:0] clear_mask = ({32{early}} & (32'b1 << clear_rd))
                               | ({32{late}} & (32'b1 << wb_clear_rd));
//% end

      wire waits = (reads1 & pending_q[slot_rs1]) | (reads2 & pending_q[slot_rs2])
                   | (slot_writes & pending_q[slot_rd]);
      wire empties = drain & flight_q != NO_FLIGHT;
//% if deep
      // Whatever can be known a cycle ahead; a flush says what could not.
      reg  waits_q;

      always @(posedge clk)
        waits_q <= rst | waits | empties | grant[w] | ~first_q | (held_q & ~c_release[w]) | ~c_active[w]
                   | flight_q[FLIGHT_BITS-1] | c_flush[w];

      wire hazard = waits_q;
      wire calm = ~hazard & ~c_flush[w];
//% elif judge
      reg  waits_q;  // or the first entry was another one

      always @(posedge clk)
        waits_q <= waits | empties | grant[w] | ~first_q | c_irq[w];  //% if timer
        waits_q <= waits | empties | grant[w] | ~first_q;             //% else

      wire hazard = c_irq[w] ? empties : waits_q;  //% if timer
      wire hazard = waits_q;                       //% else
//% else
      wire hazard = waits | empties;
//% end
//% if not deep
      wire calm = first_q & ~held_q & c_active[w] & ~hazard & ~flight_q[FLIGHT_BITS-1];
//% end
      wire fixed_free = fixed_ok | bare;
      reg  unit_ok;
//% if congest

      assign wants_memory[w] = calm & slot_unit == U_MEMORY & lsu_some;            //% if deep
      assign wants_memory[w] = calm & slot_unit == U_MEMORY & lsu_free_q != 4'd0;  //% else
      assign wants_multiply[w] = calm & slot_unit == U_MULTIPLY; //% if fast_multiply
      assign wants_divide[w] = calm & slot_unit == U_DIVIDE;                       //% if has_m
      assign wants_fixed[w] = calm & (slot_unit == U_ALU | slot_unit == U_CONTROL);
//% end

      always @*
        case (slot_unit)
          U_MEMORY: unit_ok = lsu_some${unless stall memory};               //% if deep
          U_MEMORY: unit_ok = lsu_free_q != 4'd0${unless stall memory};     //% else
//% if fast_multiply
          U_MULTIPLY: unit_ok = ~must_leave & ~i_displaces & ~displaced_q${unless stall multiply};
//% end
          U_DIVIDE: unit_ok = div_free_q${unless stall divide};  //% if has_m
          default: unit_ok = fixed_free${unless stall fixed};
        endcase

      assign serial_wait[w] = calm & serial & owner[w];  //% if policy == rr
      assign serial_wait[w] = calm & serial;             //% else
      assign ready[w] = calm & ~c_stop & unit_ok
                        & (serial ? serial_ok_q & taken_q[w] : ~serial_hold_q);
      assign flying[w] = flight_q != NO_FLIGHT;
      assign needs_fixed[w] = ~bare & (slot_unit == U_ALU | slot_unit == U_CONTROL);
      assign needs_memory[w] = slot_unit == U_MEMORY;
      assign needs_multiply[w] = slot_unit == U_MULTIPLY;  //% if fast_multiply
      assign needs_divide[w] = slot_unit == U_DIVIDE;      //% if has_m
//% if counters
      assign counters[w*5 +: 5] = slot_rs2;
      assign loads[w] = slot_unit == U_MEMORY & slot_writes;  //% if deep
      assign i_hazard[w] = first_q & ~held_q & hazard;
      assign i_held[w] = held_q;
      assign i_empty[w] = ~first_q & ~held_q;
      assign i_blocked[w] = first_q & ~held_q & ~hazard & (flight_q[FLIGHT_BITS-1] | ~unit_ok);
//% end
      assign places[w*2 +: 2] = slot_q;

//% if deep
      always @(posedge clk)
        if (fill)
          head_m[new_slot_q] <= new_head_q;

      always @(posedge clk)
        if (grant[w] & more)
          head_q <= next_head;
        else if (fill & (grant[w] | ~first_q))
          head_q <= new_head_q;
//% else
      always @(posedge clk)
        if (fill)
          head_m[d_slot] <= d_head;

      always @(posedge clk)
        if (grant[w] & more)
          head_q <= next_head;
        else if (fill & (grant[w] | ~first_q))
          head_q <= d_head;
//% end

      always @(posedge clk)
        if (rst | c_flush[w]) begin
          count_q <= 2'd0;
          first_q <= 1'b0;
          slot_q <= 2'd0;
        end else begin
          count_q <= fill == grant[w] ? count_q : fill ? count_more : count_less;
          first_q <= fill | more | (first_q & ~grant[w]);
          slot_q <= grant[w] ? next_slot : slot_q;
        end

      always @(posedge clk)
        if (rst) begin
          held_q <= 1'b0;
          pending_q <= 32'b0;
          flight_q <= NO_FLIGHT;
        end else begin
          held_q <= ~c_release[w] & (held_q | (grant[w] & holds));
          pending_q <= (pending_q & ~clear_mask) | set_mask;
          flight_q <= grant[w] ? flight_more : flight_same;
        end
    end
  endgenerate

//% if counters

  assign i_serial = serial_hold_q | |serial_wait;
//% if deep
  reg  load_q;

  always @(posedge clk)
    if (rst)
      load_q <= 1'b0;
    else
      load_q <= |(grant & loads);

  assign i_load = load_q;
//% else
  assign i_load = valid_q & i_first & i_unit == U_MEMORY & i_writes;
//% end
  assign i_take = take;

  ${prefix}_onehot_mux #(.N(WARPS), .WIDTH(5)) u_take_counter (
    .sel(chosen_q), .in(counters), .out(i_take_counter)
  );

  assign i_first = ~is_clone_q & ~|beat_q;  //% if folded
  assign i_first = ~is_clone_q;             //% else
//% end

  always @(posedge clk)
    if (rst) begin
//% if deep
      lsu_left_q <= LSU_ENTRIES;
      lsu_claim_q <= 1'b0;
      lsu_back_q <= 1'b0;
      lsu_cancel_q <= 1'b0;
      waiting_q <= 1'b0;
      late_q <= 1'b0;
//% if has_m
      div_left_q <= 1'b1;
      div_claim_q <= 1'b0;
//% end
//% else
      lsu_free_q <= LSU_ENTRIES;
      div_free_q <= 1'b1;  //% if has_m
//% end
      serial_hold_q <= 1'b0;
      serial_ok_q <= 1'b0;
      chosen_q <= {WARPS{1'b0}};
      taken_q <= {WARPS{1'b0}};
      pause_q <= 2'b00;
      slots_q <= 5'b0;
      done_q <= 1'b0;
      leave_q <= {WARPS{1'b0}};
    end else begin
      done_q <= wb_done;
      leave_q <= c_leave;
//% if deep
      lsu_claim_q <= lsu_claim;
      lsu_back_q <= lsu_free;
      lsu_cancel_q <= lsu_cancel;
      lsu_left_q <= lsu_left_q + {3'b0, lsu_back_q} + {3'b0, lsu_cancel_q} - {3'b0, lsu_claim_q};
      waiting_q <= wb_waiting;
      late_q <= wb_clear;
//% if has_m
      div_claim_q <= |(grant & needs_divide);
      div_left_q <= div_free | div_free_q;
//% end
//% else
      lsu_free_q <= lsu_claim == lsu_free ? lsu_same : lsu_claim ? lsu_less : lsu_more;
      div_free_q <= div_free | (div_free_q & ~|(grant & needs_divide));  //% if has_m
//% end
      serial_hold_q <= |serial_wait;
      chosen_q <= serial_wait & -serial_wait;
      taken_q <= chosen_q & {WARPS{take}};
      pause_q <= {pause_q[0], |taken_q};
      serial_ok_q <= ~|grant & ~clone_q & ~valid_q & ~o_busy & ~|draining;
      slots_q <= {product_i_q, slots[4:1]};  //% if fast_multiply
      slots_q <= {1'b0, slots[4:1]};         //% else
    end

  always @(posedge clk)
    done_warp_q <= wb_done_warp;
//% if deep

  always @(posedge clk) begin
    late_warp_q <= wb_clear_warp;
    late_rd_q <= wb_clear_rd;
    active_q <= c_active;  //% if policy == gto
  end
//% end

  // Clone: one register per issue, thread 0 read, the named thread written. It shares the
  // issue register with the other warps, every second cycle at most.
  reg  [4:0]            clone_reg_q;
  reg                   clone_turn_q;
  reg  [WARP_BITS-1:0]  clone_warp_q;
  reg  [THREAD_BITS-1:0] clone_thread_q;  //% if many_threads

  assign clone_grant = clone_q & clone_turn_q & fixed_ok & room${unless stall clone};
//% stall clone clone_q & clone_turn_q & fixed_ok & room

  always @(posedge clk)
    if (rst) begin
      clone_q <= 1'b0;
      clone_turn_q <= 1'b0;
    end else begin
      clone_turn_q <= ~clone_grant;
      if (c_clone_start)
        clone_q <= 1'b1;
      else if (clone_grant & &clone_reg_q)
        clone_q <= 1'b0;
    end

  always @(posedge clk)
    if (c_clone_start) begin
      clone_warp_q <= c_clone_warp;
      clone_thread_q <= c_clone_thread;  //% if many_threads
      clone_reg_q <= 5'd1;
    end else if (clone_grant)
      clone_reg_q <= clone_reg_q + 5'd1;

  // The issue register.
  reg                  is_clone_q;
  reg                  poison_q;  //% if folded
  reg  [WARP_BITS-1:0] warp_q;
  reg  [4:0]           register_q;   // that a clone copies
  wire                 queued_writes;
  wire                 queued_bare;
  wire                 queued_a;
  wire [1:0]           queued_b;
  wire [3:0]           queued_alu;
  wire [2:0]           queued_unit;
  wire [4:0]           queued_rs1;
  wire [4:0]           queued_rs2;
  wire [4:0]           queued_rd;

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
      warp_q <= clone_grant ? clone_warp_q : grant_warp;
      register_q <= clone_reg_q;
    end

//% if folded
  // Beats. A clone reads the beat of thread 0 and writes that of its target.
  reg  [BEAT_BITS-1:0] beat_q;
  wire [BEATS-1:0]     used;    // beats with an active thread
  wire [BEATS-1:0]     later = used >> 1 >> beat_q;

  genvar b;
  generate
    for (b = 0; b < BEATS; b = b + 1) begin : g_beat
      assign used[b] = |i_tmask[b*LANES +: LANES];
    end
  endgenerate

  always @(posedge clk)
    if (rst | room)
      beat_q <= {BEAT_BITS{1'b0}};
    else
      beat_q <= beat_q + 1'b1;

  assign i_beat = beat_q;
  assign i_write_beat = is_clone_q ? clone_thread_q[THREAD_BITS-1 -: BEAT_BITS] : beat_q;
  assign i_last = is_clone_q ? &register_q : ~|later;
  assign room = ~valid_q | is_clone_q | i_last;
  // The second beat would meet the product of a beat that is in the issue register now.
  assign fixed_ok = ~must_leave & ~product_i_q & (~slots_q[4] | lone);  //% if fast_multiply
  assign fixed_ok = ~must_leave;                                        //% else
//% else
  assign i_last = is_clone_q ? &register_q : 1'b1;
  assign room = 1'b1;
  assign fixed_ok = ~must_leave & (~slots_q[4] | lone);  //% if fast_multiply
  assign fixed_ok = ~must_leave;                         //% else
//% end
//% if fast_multiply

  assign lone = ~|product_q[2:1] & ~displaced_q & ~product_i_q;

  always @(posedge clk)
    if (rst) begin
      product_q <= 3'b000;
      displaced_q <= 1'b0;
    end else begin
      product_q <= {product_q[1:0], product_i_q};
      displaced_q <= i_displaces | (displaced_q & ~m_done);
    end

  assign i_displaced = displaced_q;
//% end

//% if folded
  // Poison stays until the last beat.
  assign i_poison = poison_q | (p_kill & p_warp == warp_q);

  always @(posedge clk)
    poison_q <= i_poison & ~room;
//% else
  assign i_poison = p_kill & p_warp == warp_q;
//% end

//% if deep
  // Nothing waits for a result that comes at a fixed time: two cycles later, when the next instruction
  // of its warp issues at the earliest, it can be counted on. A product's is known in execute.
  assign clear = x_clear & ~i_displaces;  //% if fast_multiply
  assign clear = x_clear;                 //% else
  assign clear_warp = x_clear_warp;
  assign clear_rd = x_clear_rd;
//% elif forward
  // Its results can be taken from the write port when an instruction that issues two cycles later
  // is in operand selection.
  wire i_clears = fixed_q & i_last & i_writes;

  assign clear = i_clears | (x_clear & ~i_displaces);  //% if fast_multiply
  assign clear = i_clears | x_clear;                   //% else
  assign clear_warp = i_clears ? warp_q : x_clear_warp;
  assign clear_rd = i_clears ? i_rd : x_clear_rd;
//% else
  assign clear = x_clear;
  assign clear_warp = x_clear_warp;
  assign clear_rd = x_clear_rd;
//% end

  assign i_valid = valid_q;
  assign i_warp = warp_q;
  assign i_clone = is_clone_q;
  assign i_clone_lane = clone_thread_q[LANE_BITS-1:0];  //% if many_lanes
  assign {i_pc, i_insn, queued_a, queued_b, i_imm, queued_alu, i_op, i_predicted, queued_rs1,
          queued_rs2, queued_rd, queued_writes,
          i_fault,                                      //% if trace_retire
          queued_bare, queued_unit} = entry;
  assign i_rs1 = is_clone_q ? register_q : queued_rs1;
  assign i_rs2 = is_clone_q ? register_q : queued_rs2;
  assign i_rd = is_clone_q ? register_q : queued_rd;
  assign i_writes = is_clone_q | queued_writes;
  assign i_bare = ~is_clone_q & queued_bare;
  assign i_unit = is_clone_q ? U_ALU : queued_unit;
  assign i_a = is_clone_q ? A_RS1 : queued_a;
  assign i_b = is_clone_q ? B_THREAD0 : queued_b;
  assign i_alu = is_clone_q ? ALU_B : queued_alu;
endmodule
`default_nettype wire
