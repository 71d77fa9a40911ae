// issue_warp - queue and scoreboard of one warp, and whether the head of the queue may issue
// SPDX-License-Identifier: Apache-2.0
//
// The head is the oldest decoded instruction of the warp. Its fields that issue judges are in
// flip-flops (head_q). Those of the second entry are read in each cycle, before the scheduler has
// chosen a warp, so that they can replace the head when it issues.
//
// The scoreboard has a bit per register: a result is in flight. A head waits while the bit of a
// register that it reads or writes is set. A counter of instructions in flight stops it at 16.
//% if many_vregs
// The vector registers k, k + 64, k + 128 and k + 192 share a bit.
//% end
`default_nettype none
module ${prefix}_issue_warp #(
  parameter HEAD_BITS = ${head_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  // decode
  input  wire                 fill,    // an instruction enters the queue
  input  wire [1:0]           n_slot,  // queue entry of the instruction
  input  wire [HEAD_BITS-1:0] n_head,  // fields that issue judges
  // warp control
  input  wire                 c_active,   // the warp is active
  input  wire                 c_flush,    // empty the queue
  input  wire                 c_release,  // no longer held
  input  wire                 c_flat,     // the divergence stack is empty  //% if ventus
  input  wire                 c_irq,      // the head is an interrupt  //% if timer
  input  wire                 c_stop,     // stop issuing
  // results and instructions that leave
  input  wire                 early,             // clear a scoreboard bit: the write cycle is known
  input  wire [${reg_top}:0]           early_rd,  // number of the register
  input  wire                 late,               // clear a scoreboard bit: written, or squashed
  input  wire [${reg_top}:0]           late_rd,   // number of the register
  input  wire                 done,               // an instruction retires in writeback
  input  wire                 left,               // an instruction ends in warp control
  // units and result slots
  input  wire                 fixed_ok,     // a result slot is free for ALU and control
  input  wire                 stall_fixed,  // congestor: no such slot     //% if congest
  output wire                 wants_fixed,  // the head needs such a slot  //% if congest
  input  wire                 memory_ok,    // the load/store unit has room
  input  wire                 multiply_ok,  // the slot of a product is free  //% if fast_multiply
  input  wire                 divide_ok,    // the divider is free                 //% if has_m
  input  wire                 float_ok,     // the floating-point unit has room    //% if floats
  input  wire                 root_ok,      // the floating-point divider is free  //% if floats
  // serial instructions
  input  wire                 serial_hold,  // only a serial instruction may issue
  input  wire                 serial_go,    // the serial head of this warp may issue
  output wire                 serial_wait,  // the head is serial, and ready otherwise
  // issue
  input  wire                 grant,           // the head issues
  output wire                 ready,           // the head may issue
  output wire                 wants,       // only the unit holds the head up  //% if knows_eligible
  output wire [1:0]           place,           // queue entry of the head
  output wire                 flying,          // instructions are in flight
  output wire                 needs_fixed,     // the head has an ALU or control result
  output wire                 needs_multiply,  // the head is a product  //% if fast_multiply
  output wire                 needs_divide,    // the head needs the divider           //% if has_m
  output wire                 needs_float,     // the head needs the FPU               //% if floats
  output wire                 needs_root,    // the head needs the divider of the FPU  //% if floats
//% if counters
  // accounts
  output wire                 i_hazard,     // the head waits for a register or a drain
  output wire                 i_held,       // held by a control instruction
  output wire                 i_empty,      // not held, and the queue is empty
  output wire                 i_blocked,    // unit, slot or flight count stops the head
  output wire [4:0]           counter,      // counter that the head would read
  output wire                 load,         // the head is a load  //% if deep
//% end
  output wire                 needs_memory  // the head is a load, a store or atomic
);
//% emit issue_warp_params
  // Bits of the number of instructions in flight, at most 16.
  localparam FLIGHT_BITS = 5;
  localparam [FLIGHT_BITS-1:0] NO_FLIGHT = {FLIGHT_BITS{1'b0}};

  reg  [1:0]             count_q;             // entries of the queue
  reg                    first_q;             // the queue has an entry
  reg  [1:0]             slot_q;              // queue entry of the head
  reg  [HEAD_BITS-1:0]   head_q;              // fields of the head
  reg  [HEAD_BITS-1:0]   head_m [0:3];
  reg                    held_q;              // until a control instruction has acted
  reg  [${regs_top}:0]            pending_q;  // the scoreboard
  reg  [FLIGHT_BITS-1:0] flight_q;            // instructions in flight

  // The fields of the head, or of an interrupt in its place.
//% emit word_head

  // The queue.
  wire [1:0]           next_slot = slot_q + 2'd1;
  wire [HEAD_BITS-1:0] next_head = head_m[next_slot];
  wire                 more = count_q[1];  // than one entry
  wire [1:0]           count_more = count_q + 2'd1;
  wire [1:0]           count_less = count_q - 2'd1;

  always @(posedge clk)
    if (fill)
      head_m[n_slot] <= n_head;

  always @(posedge clk)
    if (grant & more)
      head_q <= next_head;
    else if (fill & (grant | ~first_q))
      head_q <= n_head;

  always @(posedge clk)
    if (rst | c_flush) begin
      count_q <= 2'd0;
      first_q <= 1'b0;
      slot_q <= 2'd0;
    end else begin
      count_q <= fill == grant ? count_q : fill ? count_more : count_less;
      first_q <= fill | more | (first_q & ~grant);
      slot_q <= grant ? next_slot : slot_q;
    end

  // The scoreboard. The masks are gated after the shift, not by shifting the enables: so in
  // simulation an unknown register number without its enable changes no bit.
  wire                   waited = grant & writes & ~needs_fixed;  //% if deep
  wire                   waited = grant & writes;                 //% else
//% if many_vregs
  localparam TOP = ${reg_top};  // of a register's number: it is of a thread
  wire [6:0]             bit1 = {rs1[TOP], rs1[5:0]};
  wire [6:0]             bit2 = {rs2[TOP], rs2[5:0]};
  wire [6:0]             bit3 = {rs3[TOP], rs3[5:0]};
  wire [6:0]             bit_rd = {rd[TOP], rd[5:0]};
  wire [6:0]             bit_early = {early_rd[TOP], early_rd[5:0]};
  wire [6:0]             bit_late = {late_rd[TOP], late_rd[5:0]};
  wire                   unused_numbers = ^{rs1, rs2, rs3, rd, early_rd, late_rd};
  wire [${regs_top}:0]            set_mask = {${regs}{waited}} & (${regs}'b1 << bit_rd);
  wire [${regs_top}:0]            clear_mask = ({${regs}{early}} & (${regs}'b1 << bit_early))
                                      | ({${regs}{late}} & (${regs}'b1 << bit_late));
//% else
  wire [${regs_top}:0]            set_mask = {${regs}{waited}} & (${regs}'b1 << rd);
  wire [${regs_top}:0]            clear_mask = ({${regs}{early}} & (${regs}'b1 << early_rd))
                                      | ({${regs}{late}} & (${regs}'b1 << late_rd));
//% end
  wire [FLIGHT_BITS-1:0] flight_same = flight_q - {{FLIGHT_BITS-1{1'b0}}, done}
                                       - {{FLIGHT_BITS-1{1'b0}}, left};
  wire [FLIGHT_BITS-1:0] flight_more = flight_same + 1'b1;

  always @(posedge clk)
    if (rst) begin
      held_q <= 1'b0;
      pending_q <= ${regs}'b0;
      flight_q <= NO_FLIGHT;
    end else begin
      held_q <= ~c_release & (held_q | (grant & holds & ~(joins & c_flat)));  //% if ventus
      held_q <= ~c_release & (held_q | (grant & holds));                      //% else
      pending_q <= (pending_q & ~clear_mask) | set_mask;
      flight_q <= grant ? flight_more : flight_same;
    end

  // Does the head wait, and can its unit take it?
//% if many_vregs
  wire waits = (reads1 & pending_q[bit1]) | (reads2 & pending_q[bit2])
               | (reads3 & pending_q[bit3]) | (writes & pending_q[bit_rd]);
//% else
  wire waits = (reads1 & pending_q[rs1]) | (reads2 & pending_q[rs2])
               | (reads3 & pending_q[rs3])  //% if third_judged
               | (writes & pending_q[rd]);
//% end
  wire empties = drain & flight_q != NO_FLIGHT;
  wire hazard;  //% if counters
  wire eligible;
  wire fixed_free = fixed_ok | bare;
  reg  unit_ok;

  ${prefix}_issue_ready u_ready (
    .first(first_q),
    .irq(c_irq),  //% if timer
    .irq(1'b0),   //% else
    .held(held_q), .full(flight_q[FLIGHT_BITS-1]),
//% connect issue_ready_deep
  );

  always @*
    case (unit)
      U_MEMORY: unit_ok = memory_ok;
      U_MULTIPLY: unit_ok = multiply_ok;  //% if fast_multiply
      U_DIVIDE: unit_ok = divide_ok;      //% if has_m
      U_FLOAT: unit_ok = float_ok;        //% if floats
      U_ROOT: unit_ok = root_ok;          //% if floats
      default: unit_ok = fixed_free${unless stall fixed};
    endcase

  assign wants_fixed = eligible & (unit == U_ALU | unit == U_CONTROL);  //% if congest
  assign wants = eligible;                                                    //% if knows_eligible
  assign serial_wait = eligible & serial;
  assign ready = eligible & ~c_stop & unit_ok & (serial ? serial_go : ~serial_hold);
  assign place = slot_q;
  assign flying = flight_q != NO_FLIGHT;
  assign needs_fixed = ~bare & (unit == U_ALU | unit == U_CONTROL);
  assign needs_memory = unit == U_MEMORY;
  assign needs_multiply = unit == U_MULTIPLY;  //% if fast_multiply
  assign needs_divide = unit == U_DIVIDE;      //% if has_m
  assign needs_float = unit == U_FLOAT;        //% if floats
  assign needs_root = unit == U_ROOT;          //% if floats
//% if counters
  assign counter = rs2[4:0];                //% if fregs
  assign counter = rs2;                     //% else
  assign load = unit == U_MEMORY & writes;  //% if deep
  assign i_hazard = first_q & ~held_q & hazard;
  assign i_held = held_q;
  assign i_empty = ~first_q & ~held_q;
  assign i_blocked = first_q & ~held_q & ~hazard & (flight_q[FLIGHT_BITS-1] | ~unit_ok);
//% end
endmodule
`default_nettype wire
