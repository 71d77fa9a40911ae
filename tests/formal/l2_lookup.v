// l2_lookup - a line is served as it is: present and whole, in its way, and no dirty line is lost
// SPDX-License-Identifier: Apache-2.0
//
// Two sets of two ways, and a model of one line, which may be any: whether it is there, its way,
// and whether it is full and dirty. A line is full once it has an MSHR. The model of MSHRs has one
// for each way; they end at any time, well or with a failure. A flush walks through the sets at any
// time. GONE: when it leaves a set, all lines of the set are gone.
module l2_lookup (
  input wire       clk,
  input wire       req_valid,
  input wire [1:0] req_op,
  input wire [2:0] req_num,
  input wire [1:0] req_mask,
  input wire       walk,
  input wire       walk_set,
  input wire       m_free,
  input wire       p_free,
  input wire       e_valid,
  input wire       e_dirty,
  input wire [1:0] end_which,  // MSHR: {set, way}
  input wire       end_well,   // it ends as its line is filled; else with e_valid
  input wire       w_room,
  input wire       go_ready,
  input wire [2:0] line_any
);
  localparam [1:0] PASS = 2'd2;
  reg init = 1'b1;

  always @(posedge clk)
    init <= 1'b0;

  wire       req_ready;
  wire       walk_taken;
  wire       walk_done;
  wire [1:0] op;
  wire [2:0] num;
  wire [1:0] mask;
  wire       b_join;
  wire       b_alloc;
  wire       b_complete;
  wire       w_take;
  wire       w_pass;
  wire [2:0] w_num;
  wire       go_valid;
  wire       go_evict;
  wire       go_fresh;
  wire       go_stay;
  wire [2:0] go_num;
  wire       go_way;

  // MSHRs: one for each way of each set.
  reg  [3:0] open_q;           // bit {set, way}
  reg  [2:0] num_q [0:3];      // line
  wire [1:0] m_ways = num[0] ? open_q[3:2] : open_q[1:0];
  wire [1:0] same = {num_q[{num[0], 1'b1}] == num, num_q[{num[0], 1'b0}] == num};
  wire       m_match = |(m_ways & same);
  wire [2:0] e_num = num_q[end_which];
  wire [1:0] e_way = {end_which[0], ~end_which[0]};

  always @(posedge clk)
    if (init)
      open_q <= 4'd0;
    else begin
      if (e_valid | end_well)
        open_q[end_which] <= 1'b0;
      if (b_alloc) begin
        open_q[{num[0], go_way}] <= 1'b1;
        num_q[{num[0], go_way}] <= num;
      end
    end

  ww_l2_lookup #(
    .ID_BITS(1), .OP_BITS(2), .NUM_BITS(3), .SET_BITS(1), .WAYS(2), .WAY_BITS(1), .BYTES(2),
    .PART_BITS(1), .PARTS(1)
  ) u (
    .clk(clk), .rst(init), .req_valid(req_valid), .req_ready(req_ready), .req_op(req_op),
    .req_id(1'b0), .req_num(req_num), .req_part(1'b0), .req_mask(req_mask), .req_data(16'd0),
    .walk(walk), .walk_set(walk_set), .walk_taken(walk_taken), .walk_done(walk_done),
    .b_op(op), .b_num(num), .b_mask(mask), .b_join(b_join), .b_alloc(b_alloc),
    .b_complete(b_complete), .m_match(m_match), .m_ways(m_ways), .m_free(m_free), .p_free(p_free),
    .e_valid(e_valid), .e_num(e_num), .e_way(e_way), .e_dirty(e_dirty),
    .w_take(w_take), .w_num(w_num), .w_pass(w_pass), .w_room(w_room),
    .go_valid(go_valid), .go_ready(go_ready), .go_evict(go_evict), .go_fresh(go_fresh),
    .go_stay(go_stay), .go_num(go_num), .go_way(go_way)
  );

  // What happens in stage B.
  wire       goes = go_valid & go_ready;
  wire       evicts = goes & go_evict;
  wire       passes = goes & ~go_evict & op == PASS;
  wire       serves = goes & ~go_evict & ~go_fresh & op != PASS;
  wire       begins = goes & ~go_evict & go_fresh;          // a store takes a way
  wire       stores = op[0];
  wire       loads = op != 2'd1;
  wire       whole = op == 2'd1 & &mask;

  // The line.
  reg  [2:0] line_q;
  reg        there_q;
  reg        way_q;
  reg        full_q;
  reg        dirty_q;
  wire       mine = num == line_q;
  wire       opens = b_alloc & ~b_complete;
  wire       takes = begins | opens;                        // a way gets another line
  wire       rivals = takes & ~mine & num[0] == line_q[0] & go_way == way_q;
  wire       ends = e_valid & e_num == line_q;
  wire       has = open_q[{line_q[0], way_q}] & num_q[{line_q[0], way_q}] == line_q;

  always @(posedge clk)
    if (init) begin
      line_q <= line_any;
      there_q <= 1'b0;
      full_q <= 1'b0;
      dirty_q <= 1'b0;
    end else if (ends) begin
      there_q <= e_dirty;
      full_q <= 1'b0;
      dirty_q <= e_dirty;
    end else if (evicts & go_num == line_q) begin
      there_q <= go_stay;
      dirty_q <= 1'b0;
    end else if (rivals | (`GONE & walk_done & num[0] == line_q[0]))
      there_q <= 1'b0;
    else if (mine & takes) begin
      there_q <= 1'b1;
      way_q <= go_way;
      full_q <= opens | whole;
      dirty_q <= stores;
    end else if (mine & (serves | b_join | b_alloc)) begin
      full_q <= full_q | whole | b_alloc;
      dirty_q <= dirty_q | stores;
    end

  always @* begin
    begun: assume (~init | ~(walk | req_valid | e_valid | end_well));
    ended: assume (~(e_valid | end_well) | open_q[end_which]);
    once: assume (~(e_valid & end_well));
    if (~init) begin
      hit: assert (~(serves & mine) | (there_q & go_way == way_q & (full_q | ~loads)));
      first: assert (~(serves | begins | b_alloc) | ~mine | ~has);
      fresh: assert (~(takes & mine) | ~there_q);
      completes: assert (~(b_alloc & b_complete & mine)
                         | (there_q & dirty_q & ~full_q & go_way == way_q));
      joins: assert (~(b_join & mine) | (there_q & has));
      lost: assert (~(rivals & there_q) | (~dirty_q & ~has));
      evict: assert (~(evicts & go_num == line_q)
                     | (there_q & dirty_q & go_way == way_q & ~has & (full_q | ~go_stay)));
      reserved: assert (w_take == (evicts | passes));
      written: assert (~w_take | (w_pass == passes & (w_pass | w_num == go_num) & w_room));
      walked: assert (~(walk_done & num[0] == line_q[0]) | ~(there_q & dirty_q));
    end
  end
endmodule
