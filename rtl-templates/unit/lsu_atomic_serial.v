// lsu_atomic - makes the accesses of an atomic instruction, lane by lane
// SPDX-License-Identifier: Apache-2.0
//
//   LOAD    the lowest pending lane (the leader) loads its word
//   WAIT    until the response to the load, which also goes to writeback, as that of any load
//   TAKE    the word is at the alignment (a_word) and is registered
//   MAKE    lsu_combine computes the word to store
//   STORE   the lane stores it; a failed sc.w, a failed amocas.w and lr.w skip this step
//
// Then the next lane begins. Between load and store of a lane no other access leaves the head, and
// accesses to one word keep their order behind the head. So no other access performs between the
// two. When no lane is left the instruction ends (h_end). An instruction that acquires first waits
// for the responses to its stores.
//
//% if bank_atomics
// If the lane's word is in RAM and the operation always stores, a bank of the second-level cache
// makes it (t_bank). LOAD sends it, and the next lane begins at once. The response is the old word.
// Before a lane that makes its accesses itself, all such responses have arrived.
//
//% end
// Address and operands of the lane are registered while it loads, so that the multiplexers of the
// lanes are not in the paths of later steps.
`default_nettype none
module ${prefix}_lsu_atomic #(
  parameter LANES = ${lanes}
) (
  input  wire                clk,
  input  wire                rst,
  input  wire [39:0] congest,                               // {rate, seed}      //% if congest
  output wire [${stall_atomic}:${stall_atomic}] congested,  // a stall acts now  //% if congest
  // the head
  input  wire                valid,          // the head holds an atomic instruction
  input  wire                some,           // a lane of the beat is pending
//% if atomic_lanes
  input  wire [LANES-1:0]    pending,        // lanes of the beat that are pending
  output wire                t_turn,         // from now on other lanes are pending
  output wire [LANES-1:0]    t_turn_lanes,   // which lanes
//% end
  input  wire                last,           // last beat of the instruction
  input  wire [5:0]          op,             // {operation, acquire}
  input  wire [LANES-1:0]    leader,         // lowest pending lane, one-hot
  input  wire [LANES*32-1:0] addr,           // address of each lane
  input  wire [LANES*32-1:0] data,           // operand of each lane
  input  wire [LANES*32-1:0] third,          // value that amocas.w expects, of each lane
  output wire                t_asks,         // an access is to be made
  output wire                t_storing,      // the access is a store
  output wire [31:0]         t_made,         // word to store
  output wire                t_next,         // the leader acts in this cycle  //% if atomic_lanes
  output wire                t_next,         // the leader is done             //% else
  output wire                t_done,         // all lanes of the beat are done
  output wire                t_bank,         // a bank makes the operation  //% if bank_atomics
  output wire                own_unlock,     // unlock: no store follows   //% if locks
  output wire                acquire_start,  // invalidate the data cache  //% if locks_cache
  input  wire                acquire_done,   // the cache is invalidated   //% if locks_cache
  input  wire                fired,          // the access leaves
  // responses, and the end of the instruction
  output wire                h_end,          // the instruction ends, without an access
  input  wire                end_room,       // such an end is accepted
  input  wire                owner_drained,  // the instruction waits for no response
  output wire                t_waits,        // a response is expected  //% if near_memory
  input  wire                h_response,     // the response to the load
  input  wire                h_failed,       // the load ended in a bus error
  input  wire [31:0]         a_word,         // the loaded word, a cycle after h_response
  input  wire [LANES-1:0]    a_lanes,        // the lane that has loaded it  //% if atomic_lanes
  // reservations
  output wire                t_fail,   // sc.w does not store
  output wire                t_set,    // reserve t_place for t_lane
  output wire                t_clear,  // sc.w ends the reservation of t_lane
  output wire [LANES-1:0]    t_lane,   // lane that is served, one-hot
  output wire [31:2]         t_place,  // word of t_lane
  input  wire                t_hit     // the lane has reserved the word
);
  localparam [2:0] LOAD = 3'd0;
  localparam [2:0] WAIT = 3'd1;
  localparam [2:0] TAKE = 3'd2;
  localparam [2:0] MAKE = 3'd3;
  localparam [2:0] STORE = 3'd4;

  localparam [4:0] LR = 5'b00010;
  localparam [4:0] SC = 5'b00011;
  localparam [4:0] CAS = 5'b00101;

  reg  [2:0]       step_q;
  reg  [LANES-1:0] lane_q;    // lane that is served
  reg  [31:2]      place_q;   // word that the lane accesses
  reg  [31:0]      source_q;  // operand of the lane
  reg  [31:0]      third_q;   // value that the lane expects
  reg  [31:0]      old_q;     // word that the lane loaded
  reg  [31:0]      made_q;    // word that the lane stores
  reg              error_q;   // the load ended in a bus error
  reg              fail_q;    // the word is not reserved
  wire [31:0]      lead_addr;
  wire [31:0]      lead_data;
  wire [31:0]      lead_third;
  wire [31:0]      made;
  wire             loads = step_q == LOAD;
  wire             is_lr = op[5:1] == LR;
  wire             is_sc = op[5:1] == SC;
  wire             is_cas = op[5:1] == CAS;
  wire             stores = ~error_q & ~is_lr & ~(is_sc & fail_q)
                            & ~(is_cas & old_q != third_q);
//% if locks_cache
  wire             acquired;
  wire             ends = valid & ~some & (~last | (end_room & (~op[0] | acquired)));
//% else
  wire             ends = valid & ~some & (~last | (end_room & (~op[0] | owner_drained)));
//% end
  wire             unused = ^lead_addr[1:0];
  localparam [31:0] RAM = ${ram_base};  //% if smem_moved
  wire             unused_ram = ^RAM;   //% if smem_moved

  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_addr (
    .sel(leader), .in(addr), .out(lead_addr)
  );
  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_data (
    .sel(leader), .in(data), .out(lead_data)
  );
  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_third (
    .sel(leader), .in(third), .out(lead_third)
  );
  ${prefix}_lsu_combine u_combine (
    .op(op[5:1]), .old(old_q), .source(source_q), .made(made)
  );

//% if bank_atomics
  reg              sent_q;   // a lane of the instruction has been sent to a bank
//% if smem_moved
  wire             by_bank = ~op[2] & ~(op[3] & op[1])
                             & lead_addr[31:${ram_bits}] == RAM[31:${ram_bits}];
//% else
  wire             by_bank = ~op[2] & ~(op[3] & op[1]) & ~&lead_addr[31:24];
//% end
  wire             may = by_bank | ~sent_q | owner_drained;
  wire             sends = loads & by_bank & valid & fired;

  always @(posedge clk)
    if (rst)
      sent_q <= 1'b0;
    else
      sent_q <= (sent_q | sends) & ~h_end;

  assign t_bank = loads & by_bank;
//% else
  wire             may = 1'b1;
//% end
//% stall atomic valid & (loads | step_q == STORE)
  assign t_storing = step_q == STORE;
  assign t_asks = valid & (t_storing | (loads & some & may))${unless stall atomic};
  assign t_made = made_q;
  assign t_next = (step_q == MAKE & ~stores) | (t_storing & fired) | sends;  //% if bank_atomics
  assign t_next = (step_q == MAKE & ~stores) | (t_storing & fired);          //% else
  assign t_done = ends${unless stall atomic};
  assign t_waits = step_q == WAIT;  //% if near_memory
  assign h_end = t_done & last;

  always @(posedge clk)
    if (rst)
      step_q <= LOAD;
    else
      case (step_q)
        LOAD: step_q <= fired & valid & ~by_bank ? WAIT : LOAD;  //% if bank_atomics
        LOAD: step_q <= fired & valid ? WAIT : LOAD;             //% else
        WAIT: step_q <= h_response ? TAKE : WAIT;
        TAKE: step_q <= MAKE;
        MAKE: step_q <= stores ? STORE : LOAD;
        default: step_q <= fired ? LOAD : STORE;
      endcase

  always @(posedge clk) begin
    if (loads) begin
      lane_q <= leader;
      place_q <= lead_addr[31:2];
      source_q <= lead_data;
      third_q <= lead_third;
    end
    // In the next cycle that response is at the alignment, which reads t_fail for it.
    if (step_q == WAIT & h_response) begin
      error_q <= h_failed;
      fail_q <= ~t_hit;
    end
    if (step_q == TAKE)
      old_q <= a_word;
    if (step_q == MAKE)
      made_q <= made;
  end

//% if locks
//% if smem_moved
  assign own_unlock = step_q == MAKE & ~stores & place_q[31:${ram_bits}] == RAM[31:${ram_bits}];
//% else
  assign own_unlock = step_q == MAKE & ~stores & ~&place_q[31:24];
//% end

//% end
//% if locks_cache
  // An instruction that has loaded from RAM and acquires invalidates the data cache at its end.
  reg ram_q;     // a lane has loaded from RAM
  reg asked_q;   // the invalidation was asked for
  reg forgot_q;  // the invalidation has ended

  assign acquired = owner_drained & (~ram_q | forgot_q);
  assign acquire_start = valid & ~some & last & op[0] & owner_drained & ram_q & ~asked_q;

  always @(posedge clk)
    if (rst) begin
      ram_q <= 1'b0;
      asked_q <= 1'b0;
      forgot_q <= 1'b0;
    end else begin
      ram_q <= (ram_q | sends | (step_q == TAKE & ~&place_q[31:24])) & ~h_end;  //% if bank_atomics
      ram_q <= (ram_q | (step_q == TAKE & ~&place_q[31:24])) & ~h_end;          //% else
      asked_q <= (asked_q | acquire_start) & ~h_end;
      forgot_q <= (forgot_q | acquire_done) & ~h_end;
    end

//% end
  assign t_fail = fail_q;
  assign t_set = step_q == TAKE & is_lr;
  assign t_clear = step_q == TAKE & is_sc;
  assign t_lane = lane_q;
  assign t_place = place_q;
endmodule
`default_nettype wire
