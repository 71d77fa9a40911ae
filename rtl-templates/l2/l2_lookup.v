// l2_lookup - second-level cache: hit, miss, merge with a miss, or a store that bypasses the cache
// SPDX-License-Identifier: Apache-2.0
//
// Stage A reads the tags of a request, or of the set that a flush walks through. Stage B compares
// the tags and decides:
//
//   join      the line has an MSHR: the request joins its list, so a line keeps its order
//   serve     hit on a full line, or a store that hits a partial line: to the array (stage C)
//   complete  a load hits a partial line: an MSHR begins, the line keeps its way
//   miss      a victim is chosen and, if dirty, evicted. Then a store takes the way at once, and
//             the stored bytes are the only valid ones; a load begins an MSHR
//   pass      outside RAM: to the write queue alone
//% if bank_atomics
//   atomic    as a load, and the line becomes dirty
//% end
//% if dispatch
//   walk      flush: each line of the set is invalidated; a dirty line is written back before
//% else
//   walk      flush: each dirty line of the set is written back, and invalidated unless it is full
//% end
//   end       a line whose read failed is partial again, or invalid. The request in B stands still
//             for that cycle, and its tags are read again
//
// A line is invalid, partial (its dirty bytes alone are valid) or full. Partial lines are dirty.
// Tags are written in this module only, at the latest when the request leaves B. So a tag can name
// a full line that has an MSHR: the line is not in the array yet. The MSHR comes first.
//
// A request in B holds up the requests behind it, but no fill and no replay: these need no tags.
// The request waits for a free MSHR, list entry or write queue entry, for a way of its set without
// an MSHR, or for stage C.
`default_nettype none
module ${prefix}_l2_lookup #(
  parameter ID_BITS = ${l2_id_bits},
  parameter OP_BITS = ${l2_op_bits},
  parameter NUM_BITS = ${l2_num_bits},   // of the number of a line
  parameter SET_BITS = ${l2_set_bits},
  parameter WAYS = ${l2_ways},
  parameter WAY_BITS = ${l2_way_bits},
  parameter BYTES = ${bus_bytes},        // most bytes of a store
  parameter PART_BITS = ${dcache_beat_bits},  // of the number of such a part of the line
  parameter PARTS = ${dcache_beats}
) (
  input  wire                 clk,
  input  wire                 rst,
  // requests
  input  wire                 req_valid,   // a request waits
  output wire                 req_ready,   // the request is accepted
  input  wire [OP_BITS-1:0]   req_op,      // 0 read, 1 write, 2 pass; {operation, 3} atomic
  input  wire [ID_BITS-1:0]   req_id,      // id of the request
  input  wire [NUM_BITS-1:0]  req_num,     // line
  input  wire [PART_BITS-1:0] req_part,    // part of the line that a store writes
  input  wire [BYTES-1:0]     req_mask,    // bytes of the part to write
  input  wire [BYTES*8-1:0]   req_data,    // data to write
  // flush: one set at a time
  input  wire                 walk,        // a set is to be walked
  input  wire [SET_BITS-1:0]  walk_set,    // the set
  output wire                 walk_taken,  // the set is accepted
  output wire                 walk_done,   // a set leaves stage B
  // the request in stage B
  output wire [OP_BITS-1:0]   b_op,        // as req_op
  output wire [ID_BITS-1:0]   b_id,        // id
  output wire [NUM_BITS-1:0]  b_num,       // line
  output wire [PART_BITS-1:0] b_part,      // part of the line
  output wire [BYTES-1:0]     b_mask,      // bytes to write
  output wire [BYTES*8-1:0]   b_data,      // data to write
  // MSHRs
  output wire                 b_join,      // the request joins the list of its line
  output wire                 b_alloc,     // the request begins an MSHR and joins its list
  output wire                 b_complete,  // the new MSHR is for a line that has dirty bytes
  input  wire                 m_match,     // b_num has an MSHR
  input  wire [WAYS-1:0]      m_ways,      // per way of the set: a line in the way has an MSHR
  input  wire                 m_free,      // an MSHR is free
  input  wire                 p_free,      // a list entry is free
  input  wire                 e_valid,     // a line that failed ends
  input  wire [NUM_BITS-1:0]  e_num,       // the line
  input  wire [WAYS-1:0]      e_way,       // one-hot: way of the line
  input  wire                 e_dirty,     // the line is partial, else gone
  // write queue
  output wire                 w_take,      // an entry is reserved
  output wire [NUM_BITS-1:0]  w_num,       // line of the entry
  output wire                 w_pass,      // the entry is a store outside RAM
  input  wire                 w_room,      // an entry is free
//% if trace_retire
  // the state audit: a tag
  input  wire [SET_BITS-1:0]  audit_set,   // set to show
  input  wire [WAY_BITS-1:0]  audit_way,   // way to show
  output wire [NUM_BITS-1:0]  audit_num,   // line
  output wire [2:0]           audit_state, // {full, dirty, valid}
//% end
  // stage C
  output wire                 go_valid,    // an access to the array
  input  wire                 go_ready,    // the access is accepted
  output wire                 go_evict,    // the access reads a line to be written back
  output wire                 go_fresh,    // a store that makes a partial line
  output wire                 go_stay,     // the evicted line stays
  output wire [NUM_BITS-1:0]  go_num,      // line
  output wire [WAY_BITS-1:0]  go_way       // way of the line
);
  localparam [1:0] OP_READ = 2'd0;           // l2-ops
  localparam [1:0] OP_WRITE = 2'd1;
  localparam [1:0] OP_PASS = 2'd2;
  localparam TAG_BITS = NUM_BITS - SET_BITS;
  localparam ENTRY_BITS = TAG_BITS + 3;      // {valid, full, dirty, tag}
  localparam [SET_BITS-1:0] FIRST_SET = 0;
  localparam [SET_BITS-1:0] ONE_SET = 1;

  // Initialisation.
  reg                  sweep_q;
  reg  [SET_BITS-1:0]  sweep_set_q;

  always @(posedge clk)
    if (rst) begin
      sweep_q <= 1'b1;
      sweep_set_q <= FIRST_SET;
    end else begin
      sweep_q <= sweep_q & ~&sweep_set_q;
      sweep_set_q <= sweep_set_q + ONE_SET;
    end

  // Stage A.
  wire                 advance;     // B is free, or its request leaves
  wire                 ready = advance & ~sweep_q & ~e_valid;
  wire                 enters = (walk | req_valid) & ready;
  wire [NUM_BITS-1:0]  a_num = walk ? {{TAG_BITS{1'b0}}, walk_set} : req_num;

  assign walk_taken = walk & ready;
  assign req_ready = ~walk & ready;

  // Stage B.
  reg                  valid_q;
  reg                  walk_q;
  reg  [OP_BITS-1:0]   op_q;
  wire [1:0]           kind = op_q[1:0];
  reg  [ID_BITS-1:0]   id_q;
  reg  [NUM_BITS-1:0]  num_q;
  reg  [PART_BITS-1:0] part_q;
  reg  [BYTES-1:0]     mask_q;
  reg  [BYTES*8-1:0]   data_q;
  reg                  stale_q;     // the tags were written as they were read: read them again
  wire [SET_BITS-1:0]  set = num_q[SET_BITS-1:0];
  wire                 acts = valid_q & ~e_valid;
  wire                 leaves;

  assign advance = ~valid_q | leaves;

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else
      valid_q <= enters | (valid_q & ~leaves);

  always @(posedge clk)
    if (enters) begin
      walk_q <= walk;
      op_q <= req_op;
      id_q <= req_id;
      num_q <= a_num;
      part_q <= req_part;
      mask_q <= req_mask;
      data_q <= req_data;
    end

  // Tags.
  wire                     write;
  wire [WAYS-1:0]          write_way;
  wire [ENTRY_BITS-1:0]    write_entry;
  wire                     read = enters | stale_q;
  wire [SET_BITS-1:0]      read_set = enters ? a_num[SET_BITS-1:0] : set;
  wire [WAYS-1:0]          used;
  wire [WAYS-1:0]          full;
  wire [WAYS-1:0]          dirty;
  wire [WAYS-1:0]          hit;
  wire [WAYS*TAG_BITS-1:0] tags;

  always @(posedge clk)
    if (rst)
      stale_q <= 1'b0;
    else
      stale_q <= e_valid | write & (leaves ? enters & a_num[SET_BITS-1:0] == set : 1'b1);

  genvar w;
  wire [SET_BITS-1:0]      write_set = sweep_q ? sweep_set_q : e_valid ? e_num[SET_BITS-1:0] : set;
  wire [ENTRY_BITS-1:0]    end_entry = {e_dirty, 1'b0, e_dirty, e_num[NUM_BITS-1:SET_BITS]};
  wire [ENTRY_BITS-1:0]    new_entry = sweep_q ? {ENTRY_BITS{1'b0}} : e_valid ? end_entry
                                       : write_entry;

//% if trace_retire
  wire [WAYS*ENTRY_BITS-1:0] audit_entries;
  wire [ENTRY_BITS-1:0]      audited = audit_entries[audit_way*ENTRY_BITS +: ENTRY_BITS];

  assign audit_num = {audited[TAG_BITS-1:0], audit_set};
  assign audit_state = {audited[ENTRY_BITS-2], audited[ENTRY_BITS-3], audited[ENTRY_BITS-1]};
//% end

  generate
    for (w = 0; w < WAYS; w = w + 1) begin : g_way
      (* no_rw_check *)
      reg  [ENTRY_BITS-1:0] tag_m [0:(1<<SET_BITS)-1];
      reg  [ENTRY_BITS-1:0] tag_q;

      always @(posedge clk) begin
        if (sweep_q | (e_valid ? e_way[w] : write & write_way[w]))
          tag_m[write_set] <= new_entry;
        if (read)
          tag_q <= tag_m[read_set];
      end

      assign audit_entries[w*ENTRY_BITS +: ENTRY_BITS] = tag_m[audit_set];  //% if trace_retire
      assign used[w] = tag_q[ENTRY_BITS-1];
      assign full[w] = tag_q[ENTRY_BITS-2];
      assign dirty[w] = tag_q[ENTRY_BITS-1] & tag_q[ENTRY_BITS-3];
      assign tags[w*TAG_BITS +: TAG_BITS] = tag_q[TAG_BITS-1:0];
      assign hit[w] = used[w] & tag_q[TAG_BITS-1:0] == num_q[NUM_BITS-1:SET_BITS];
    end
  endgenerate

  // What the request is.
  reg                  victim_q;    // a way has been chosen:
  reg  [WAYS-1:0]      way_q;       // the chosen way,
  reg  [TAG_BITS-1:0]  old_tag_q;   // with this line,
  reg                  old_full_q;  //% if not dispatch
  reg                  evict_q;     // the line is still to be evicted
//% if bank_atomics
  localparam [1:0] OP_ATOMIC = 2'd3;
  wire                 loads = kind == OP_READ | kind == OP_ATOMIC;  // needs the whole line
  wire                 stores = kind == OP_WRITE | kind == OP_ATOMIC;
//% else
  wire                 loads = kind == OP_READ;      // needs the whole line
  wire                 stores = kind == OP_WRITE;
//% end
  wire                 whole = PARTS == 1 & stores & &mask_q;
  wire                 hit_full = |(hit & full);
  wire                 hit_dirty = |(hit & dirty);
  wire                 looks = acts & ~stale_q & ~victim_q;
  wire                 asks = looks & ~walk_q & kind != OP_PASS;
  wire                 passes = looks & ~walk_q & kind == OP_PASS;
  wire                 joins = asks & m_match;
  wire                 serves = asks & ~m_match & |hit & (hit_full | ~loads);
  wire                 completes = asks & ~m_match & |hit & ~hit_full & loads;
  wire                 misses = asks & ~m_match & ~|hit;
  wire [WAYS-1:0]      todo = used;   //% if dispatch
  wire [WAYS-1:0]      todo = dirty;  //% else
  wire [WAYS-1:0]      todo_now = todo & ~m_ways;
  wire                 walks = looks & walk_q & |todo_now;
  wire                 walked = looks & walk_q & ~|todo;

  // The victim: an empty way, else the ways in turn; never a way with an MSHR.
  wire [WAYS-1:0]      allowed = ~m_ways;
  wire [WAYS-1:0]      empty = allowed & ~used;
  wire [WAYS-1:0]      in_turn;
  wire [WAYS-1:0]      pick = walk_q ? todo_now & -todo_now : |empty ? empty & -empty : in_turn;
  wire                 starts = (misses & |allowed) | walks;
  wire [TAG_BITS-1:0]  pick_tag;

  ${prefix}_rr_arbiter #(.N(WAYS)) u_turn (
    .clk(clk), .rst(rst), .advance(misses & |allowed & ~|empty), .request(allowed), .grant(in_turn)
  );
  ${prefix}_onehot_mux #(.N(WAYS), .WIDTH(TAG_BITS)) u_tag (
    .sel(pick), .in(tags), .out(pick_tag)
  );

  wire                 evicts = acts & victim_q & evict_q & w_room;
  wire                 ends = acts & victim_q & ~evict_q;
  wire                 end_walk = ends & walk_q;
  wire                 end_store = ends & ~walk_q & ~loads & go_ready;
  wire                 end_miss = ends & ~walk_q & loads & m_free & p_free;

  always @(posedge clk)
    if (rst)
      victim_q <= 1'b0;
    else
      victim_q <= starts | (victim_q & ~(end_walk | end_store | end_miss));

  always @(posedge clk)
    if (starts) begin
      way_q <= pick;
      old_tag_q <= pick_tag;
      old_full_q <= |(pick & full);  //% if not dispatch
      evict_q <= |(pick & dirty);
    end else if (evicts & go_ready)
      evict_q <= 1'b0;

  assign b_join = joins & p_free;
  assign b_alloc = (completes & m_free & p_free) | end_miss;
  assign b_complete = completes;
  assign leaves = b_join | b_alloc | end_store | walked
                  | (serves & go_ready) | (passes & w_room & go_ready);
  assign walk_done = walked;

  // Tag writes. full: after an MSHR has begun, or a store of the whole line.
  //
  //   event             valid  full            dirty
  //   serve, join       1      full or whole   dirty or stores
  //   complete          1      1               1
  //   miss of a store   1      whole           1
  //   other miss        1      1               stores
  //   walk              0      1               0  //% if dispatch
  //   walk              full   full            0  //% else
  wire                 touch = (serves & go_ready) | b_join;
  wire                 changes = touch & ((stores & ~hit_dirty) | (whole & ~hit_full));

  assign write = changes | b_alloc | end_store | end_walk;
  assign write_way = victim_q ? way_q : hit;
  assign write_entry = {
    ~walk_q,               //% if dispatch
    ~walk_q | old_full_q,  //% else
    walk_q | loads | whole | (~victim_q & hit_full),
    ~walk_q & (stores | (~victim_q & hit_dirty)),
    walk_q ? old_tag_q : num_q[NUM_BITS-1:SET_BITS]
  };

  // To stage C.
  wire [WAY_BITS-1:0]  way;

  ${prefix}_onehot_index #(.N(WAYS), .BITS(WAY_BITS)) u_way (
    .onehot(victim_q ? way_q : hit), .index(way)
  );

  assign go_valid = serves | (passes & w_room) | evicts | (ends & ~walk_q & ~loads);
  assign go_evict = victim_q & evict_q;
  assign go_fresh = victim_q;
  assign go_stay = 1'b0;                 //% if dispatch
  assign go_stay = walk_q & old_full_q;  //% else
  assign go_num = victim_q & evict_q ? {old_tag_q, set} : num_q;
  assign go_way = way;
  assign w_take = (evicts | (passes & w_room)) & go_ready;
  assign w_num = go_num;
  assign w_pass = ~victim_q;

  assign b_op = op_q;
  assign b_id = id_q;
  assign b_num = num_q;
  assign b_part = part_q;
  assign b_mask = mask_q;
  assign b_data = data_q;
endmodule
`default_nettype wire
