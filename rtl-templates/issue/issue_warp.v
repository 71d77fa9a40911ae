// issue_warp - one warp at issue: its queue, its scoreboard, and whether its first entry may issue
// SPDX-License-Identifier: Apache-2.0
//
// What the first entry is judged by is in flip-flops; the second entry's part is read beside it,
// before it is known who issues.
`default_nettype none
module ${prefix}_issue_warp #(
  parameter HEAD_BITS = ${head_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  // decode
  input  wire                 fill,         // an instruction enters the queue
  input  wire [1:0]           n_slot,
  input  wire [HEAD_BITS-1:0] n_head,
  // warp control
  input  wire                 c_active,
  input  wire                 c_flush,
  input  wire                 c_release,    // the warp may issue again
  input  wire                 c_irq,        // the warp takes an interrupt  //% if timer
  input  wire                 c_stop,
  // the end of what is on its way: results that can be counted on, instructions
  input  wire                 early,
  input  wire [${reg_top}:0]           early_rd,
  input  wire                 late,
  input  wire [${reg_top}:0]           late_rd,
  input  wire                 done,
  input  wire                 left,
  // units and result slots
  input  wire                 fixed_ok,
  input  wire                 stall_fixed,  //% if congest
  output wire                 wants_fixed,  //% if congest
  input  wire                 memory_ok,
  input  wire                 multiply_ok,  //% if fast_multiply
  input  wire                 divide_ok,    //% if has_m
  input  wire                 float_ok,     //% if floats
  input  wire                 root_ok,      //% if floats
  // serial instructions
  input  wire                 serial_hold,
  input  wire                 serial_go,    // this warp's
  output wire                 serial_wait,
  // issue
  input  wire                 grant,
  output wire                 ready,
  output wire                 wants,        // nothing but its unit holds it up  //% if knows_calm
  output wire [1:0]           place,        // of the first entry
  output wire                 flying,       // instructions are on their way
  output wire                 needs_fixed,
  output wire                 needs_multiply,  //% if fast_multiply
  output wire                 needs_divide,    //% if has_m
  output wire                 needs_float,     //% if floats
  output wire                 needs_root,      //% if floats
//% if counters
  // accounts
  output wire                 i_hazard,
  output wire                 i_held,
  output wire                 i_empty,
  output wire                 i_blocked,
  output wire [4:0]           counter,      // that the first entry would read
  output wire                 load,         // it is a load  //% if deep
//% end
  output wire                 needs_memory
);
//% emit issue_warp_params
  // Instructions on their way; the scoreboard stops at 16 of them.
  localparam FLIGHT_BITS = 5;
  localparam [FLIGHT_BITS-1:0] NO_FLIGHT = {FLIGHT_BITS{1'b0}};

  reg  [1:0]             count_q;   // entries of the queue
  reg                    first_q;   // there is one
  reg  [1:0]             slot_q;    // where it is
  reg  [HEAD_BITS-1:0]   head_q;    // and what
  reg  [HEAD_BITS-1:0]   head_m [0:3];
  reg                    held_q;    // by an instruction that has not acted
  reg  [${regs_top}:0]            pending_q; // registers that wait for a result
  reg  [FLIGHT_BITS-1:0] flight_q;

  // What judges the first entry, or an interrupt.
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

  // The scoreboard. Not the enables shifted: a number that is unknown then leaves no doubt about
  // the rest.
  wire                   waited = grant & writes & ~needs_fixed;  //% if deep
  wire                   waited = grant & writes;                 //% else
  wire [${regs_top}:0]            set_mask = {${regs}{waited}} & (${regs}'b1 << rd);
  wire [${regs_top}:0]            clear_mask = ({${regs}{early}} & (${regs}'b1 << early_rd))
                                      | ({${regs}{late}} & (${regs}'b1 << late_rd));
  wire [FLIGHT_BITS-1:0] flight_same = flight_q - {{FLIGHT_BITS-1{1'b0}}, done}
                                       - {{FLIGHT_BITS-1{1'b0}}, left};
  wire [FLIGHT_BITS-1:0] flight_more = flight_same + 1'b1;

  always @(posedge clk)
    if (rst) begin
      held_q <= 1'b0;
      pending_q <= ${regs}'b0;
      flight_q <= NO_FLIGHT;
    end else begin
      held_q <= ~c_release & (held_q | (grant & holds));
      pending_q <= (pending_q & ~clear_mask) | set_mask;
      flight_q <= grant ? flight_more : flight_same;
    end

  // The first entry: does it wait, and can its unit take it?
  wire waits = (reads1 & pending_q[rs1]) | (reads2 & pending_q[rs2])
               | (reads3 & pending_q[rs3])  //% if floats
               | (writes & pending_q[rd]);
  wire empties = drain & flight_q != NO_FLIGHT;
  wire hazard;  //% if counters
  wire calm;
  wire fixed_free = fixed_ok | bare;
  reg  unit_ok;

  ${prefix}_issue_ready u_ready (
    .clk(clk), .rst(rst), .first(first_q), .waits(waits), .empties(empties),
    .irq(c_irq),  //% if timer
    .irq(1'b0),   //% else
    .grant(grant), .held(held_q), .full(flight_q[FLIGHT_BITS-1]), .c_release(c_release),
    .hazard(hazard),  //% if counters
    .c_active(c_active), .c_flush(c_flush), .calm(calm)
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

  assign wants_fixed = calm & (unit == U_ALU | unit == U_CONTROL);  //% if congest
  assign wants = calm;                                                        //% if knows_calm
  assign serial_wait = calm & serial;
  assign ready = calm & ~c_stop & unit_ok & (serial ? serial_go : ~serial_hold);
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
