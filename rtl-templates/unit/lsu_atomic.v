// lsu_atomic - the accesses of an atomic instruction, lane by lane
// SPDX-License-Identifier: Apache-2.0
//
//   load -> wait -> take -> make -> store
//
// The lowest lane that is left loads its word, and the answer goes on to writeback as any other.
// Then the lane stores what has been made of it, or nothing, and the next lane begins. As nothing
// else leaves the head meanwhile, and accesses to one word keep their order behind it, no other
// access performs between the two. When no lanes are left the instruction ends (void); one that
// acquires waits for the answers to its stores first.
//
// What the lane has is registered with its load, so that it takes no part in later cycles.
`default_nettype none
module ${prefix}_lsu_atomic #(
  parameter LANES = ${lanes}
) (
  input  wire                clk,
  input  wire                rst,
  input  wire [39:0] congest,                               //% if congest
  output wire [${stall_atomic}:${stall_atomic}] congested,  //% if congest
  // the head
  input  wire                valid,      // it holds an atomic instruction,
  input  wire                some,       // of which lanes are left
  input  wire                last,       // its last beat
  input  wire [5:0]          op,         // {operation, acquire}
  input  wire [LANES-1:0]    leader,
  input  wire [LANES*32-1:0] addr,
  input  wire [LANES*32-1:0] data,
  input  wire [LANES*32-1:0] third,
  output wire                t_asks,     // for an access,
  output wire                t_storing,  // a store
  output wire [31:0]         t_made,     // of this
  output wire                t_next,     // the leader is done
  output wire                t_done,     // the beat is
  output wire                own_unlock, // it has not stored                   //% if locks
  output wire                acquire_start, // the data cache forgets its lines  //% if locks_cache
  input  wire                acquire_done,                                       //% if locks_cache
  input  wire                fired,      // the access leaves
  // answers
  output wire                h_void,
  input  wire                void_room,
  input  wire                owner_calm,
  input  wire                h_answered,
  input  wire                h_failed,
  input  wire [31:0]         a_word,     // one cycle later
  // sc.w has not stored; reservations: made, ended by sc.w, of this lane and word
  output wire                t_fail,
  output wire                t_set,
  output wire                t_clear,
  output wire [LANES-1:0]    t_lane,
  output wire [31:2]         t_place,
  input  wire                t_hit       // the lane has reserved the word
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
  reg  [LANES-1:0] lane_q;
  reg  [31:2]      place_q;
  reg  [31:0]      source_q;
  reg  [31:0]      third_q;
  reg  [31:0]      old_q;
  reg  [31:0]      made_q;
  reg              error_q;
  reg              fail_q;
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
  wire             ends = valid & ~some & (~last | (void_room & (~op[0] | acquired)));
//% else
  wire             ends = valid & ~some & (~last | (void_room & (~op[0] | owner_calm)));
//% end
  wire             unused = ^lead_addr[1:0];

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

//% stall atomic valid & (loads | step_q == STORE)
  assign t_storing = step_q == STORE;
  assign t_asks = valid & (t_storing | (loads & some))${unless stall atomic};
  assign t_made = made_q;
  assign t_next = (step_q == MAKE & ~stores) | (t_storing & fired);
  assign t_done = ends${unless stall atomic};
  assign h_void = t_done & last;

  always @(posedge clk)
    if (rst)
      step_q <= LOAD;
    else
      case (step_q)
        LOAD: step_q <= fired & valid ? WAIT : LOAD;
        WAIT: step_q <= h_answered ? TAKE : WAIT;
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
    // The same answer is at the alignment then, which takes t_fail from here for it.
    if (step_q == WAIT & h_answered) begin
      error_q <= h_failed;
      fail_q <= ~t_hit;
    end
    if (step_q == TAKE)
      old_q <= a_word;
    if (step_q == MAKE)
      made_q <= made;
  end

//% if locks
  assign own_unlock = step_q == MAKE & ~stores & ~&place_q[31:24];

//% end
//% if locks_cache
  // One that has loaded from a line and acquires makes the data cache forget all lines.
  reg ram_q;    // it has
  reg asked_q;
  reg forgot_q;

  assign acquired = owner_calm & (~ram_q | forgot_q);
  assign acquire_start = valid & ~some & last & op[0] & owner_calm & ram_q & ~asked_q;

  always @(posedge clk)
    if (rst) begin
      ram_q <= 1'b0;
      asked_q <= 1'b0;
      forgot_q <= 1'b0;
    end else begin
      ram_q <= (ram_q | (step_q == TAKE & ~&place_q[31:24])) & ~h_void;
      asked_q <= (asked_q | acquire_start) & ~h_void;
      forgot_q <= (forgot_q | acquire_done) & ~h_void;
    end

//% end
  assign t_fail = fail_q;
  assign t_set = step_q == TAKE & is_lr;
  assign t_clear = step_q == TAKE & is_sc;
  assign t_lane = lane_q;
  assign t_place = place_q;
endmodule
`default_nettype wire
