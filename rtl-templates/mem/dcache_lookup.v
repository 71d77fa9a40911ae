// dcache_lookup - where an access goes: hit, miss, merged with a miss, or past the cache
// SPDX-License-Identifier: Apache-2.0
//
// A request (a_) is accepted while its set's tags are read; the one behind it (b_) is compared.
// When that one cannot go on, the next waits in a register of its own and its tags are read again.
//
//   hit        goes to the data array, unless its line has an MSHR
//   merged     a line with an MSHR: the request joins that line's list, so a line keeps its order
//   passing    to the write queue alone: outside RAM, or a store that misses without allocation
//   miss       takes a victim: the rows of a dirty one are read out, then the tag is written and
//              an MSHR begins
//   walk step  (of a flush) each line to be written back or forgotten is treated as a victim
//   probe      (of a flush) forgets all lines at once, or asks for a walk
//% if locks_cache
//   atomic     the line comes anew: a hit is a miss whose victim is that very line, and a line with
//              an MSHR is waited for
//% end
//% if bank_atomics
//   operation  that a bank of the second-level cache makes: passes. A hit is forgotten first, and a
//              line with an MSHR is waited for
//% end
//
// A tag has the stamp of its line. A line is valid if its stamp is the cache's; 0 is no stamp. So
// a new stamp forgets all lines. The probe takes one if no line is dirty or in flight, and if no
// older tag can have that stamp; a walk that invalidates clears all older tags. A flush that only
// writes back ends with the probe if no line is dirty.
//
// Tags are written only here, or by an MSHR whose line has failed, which holds everything else
// up (m_invalidate). A reader of a set whose tags are written in the same cycle reads again.
`default_nettype none
module ${prefix}_dcache_lookup #(
  parameter REQUEST_BITS = ${request_bits},
  parameter RAM_BITS = ${ram_bits},
  parameter RAM_BASE = ${ram_base},
  parameter ROW_SHIFT = ${access_offset_bits},  // log2 of the bytes of a row
  parameter ROW_LAST = ${dcache_last_row},      // of a line
  parameter ROW_BITS = ${dcache_row_bits},
  parameter LINE_BITS = ${dcache_line_bits},    // log2 of the bytes of a line
  parameter SET_BITS = ${dcache_set_bits},
  parameter TAG_BITS = ${dcache_tag_bits},
  parameter LINE_TOP = ${dcache_top_bits},
  parameter WAYS = ${dcache_ways},
  parameter WAY_BITS = ${dcache_way_bits}
) (
  input  wire                        clk,
//% if trace_retire
  // the state audit: {state, address} of a line
  input  wire [31:0] audit_select,                     // set and way of the tag to show
  output wire [63:0] audit_tag,                        // the tag
//% end
  input  wire                        rst,
  input  wire [39:0] congest,                          // {rate, seed}  //% if congest
  output wire [${stall_victim}:${stall_accept}] congested,  // per point: delays  //% if congest
  // core
  input  wire                        req_valid,        // a request waits
  output wire                        req_ready,        // the request is accepted
  input  wire [REQUEST_BITS-1:0]     req_tag,          // number of the request
  input  wire                        req_write,        // the request is a store
  input  wire [31:ROW_SHIFT]         req_addr,         // address of its row
  input  wire                        req_lock,         // of an atomic access  //% if locks_cache
  input  wire                        req_bank,         // a bank makes it  //% if bank_atomics
  // flush
  input  wire                        sweep,            // after reset: all tags become invalid
  input  wire                        walk,             // a set is to be written back
  input  wire [SET_BITS-1:0]         walk_set,         // set to write back
  input  wire                        walk_probe,       // no set yet: the probe
  input  wire                        walk_invalidate,  // and its lines become invalid
  output wire                        walk_taken,       // the walk of the set begins
  output wire                        walk_all,         // the probe asks for a walk
  output wire                        walk_end,         // the walk or the probe has ended the flush
  // MSHRs
  output wire [LINE_TOP-1:LINE_BITS] b_line,           // number of the line
  output wire [ROW_BITS-1:0]         b_row,            // row of the line
  output wire [REQUEST_BITS-1:0]     b_tag,            // number of the request
  output wire                        b_write,          // the request is a store
  output wire                        b_lock,           // of an atomic load  //% if locks_cache
  output wire                        b_merge,          // joins the list of its line
  output wire                        b_alloc,          // takes a free MSHR, for b_way
  output wire [WAY_BITS-1:0]         b_way,            // way of the line
  input  wire                        m_free,           // there is one
  input  wire                        m_busy,           // one is in use
  input  wire                        m_match,          // the line has an MSHR,
  input  wire [WAYS-1:0]             m_way,            // for this way
  input  wire [WAYS-1:0]             m_pending,        // ways of the set with an MSHR, or a replay
  input  wire                        m_invalidate,     // a line has failed: invalidate its tag
  input  wire [SET_BITS-1:0]         m_invalidate_set,  // set of this line
  input  wire [WAYS-1:0]             m_invalidate_way,  // way of this line
//% if count_dcache
  // counters
  output wire                        perf_hit,         // a request hits
  output wire                        perf_miss,        // a request misses: its line takes an MSHR
  output wire                        perf_merge,       // a request joins the list of its line
//% end
  output wire                        perf_writeback,   // a write-back  //% if count_writebacks
  // data array and write queue
  output wire                        b_go,             // wants to go there
  input  wire                        b_ready,          // the operation is accepted
  input  wire                        c_idle,           // no operation is in front of the array
  input  wire                        c_free,           // nothing is held up in front of the array
  output wire                        b_array,          // the array is accessed
  output wire                        b_evict,          // a row is read for the write queue
  output wire                        b_stay,           // and the line stays  //% if trace_retire
  output wire                        b_forget,         // forgets all lines   //% if trace_retire
  output wire                        b_row_op,         // a row of a line that leaves, no request
  output wire                        b_first,          // of its rows
  output wire                        b_pass,           // outside RAM
  output wire [LINE_TOP-1:LINE_BITS] b_go_line,        // number of the line
  output wire [ROW_BITS-1:0]         b_go_row,         // row of the line
  output wire [WAY_BITS-1:0]         b_go_way          // way of the line
);
  localparam [31:0] BASE = RAM_BASE;
  localparam [ROW_BITS-1:0] ROW_MASK = ROW_LAST;
  localparam [ROW_BITS-1:0] FIRST_ROW = 0;
  localparam [ROW_BITS-1:0] ONE_ROW = 1;
  localparam STAMP_BITS = 3;
  localparam ENTRY_BITS = STAMP_BITS + TAG_BITS;            // {stamp, tag}
  localparam [STAMP_BITS-1:0] STAMP = 1;                    // the first stamp
  localparam [STAMP_BITS-1:0] ALL = {STAMP_BITS{1'b1}};     // the last one
  localparam [STAMP_BITS-1:0] UNUSED = ALL - STAMP;         // stamps that no tag has, at most

  // What enters, and what waits to be looked up.
  wire                        advance;
  reg                         skid_q;
  reg                         skid_walk_q;
  reg                         skid_write_q;
  reg                         skid_lock_q;  //% if locks_cache
  reg                         skid_bank_q;  //% if bank_atomics
  reg                         skid_pass_q;
  reg  [REQUEST_BITS-1:0]     skid_tag_q;
  reg  [LINE_TOP-1:LINE_BITS] skid_line_q;
  reg  [ROW_BITS-1:0]         skid_row_q;
  wire                        enters = walk_taken | (req_valid & req_ready);
  wire [LINE_TOP-1:LINE_BITS] req_line;
  wire [LINE_TOP-1:LINE_BITS] a_line = walk ? {{TAG_BITS{1'b0}}, walk_set} : req_line;
  wire [ROW_BITS-1:0]         a_row = req_addr[ROW_SHIFT +: ROW_BITS] & ROW_MASK;
  wire                        a_pass = ~walk & req_addr[31:RAM_BITS] != BASE[31:RAM_BITS];

//% if dcache_hashed
  // From here to the line port a line is named by its place, {tag, set}.
  ${prefix}_dcache_place u_place (
    .line(req_addr[LINE_TOP-1:LINE_BITS]), .placed(req_line)
  );
//% else
  assign req_line = req_addr[LINE_TOP-1:LINE_BITS];
//% end

//% stall walk walk & ~skid_q
  assign walk_taken = walk & ~skid_q${unless stall walk};
//% stall accept req_valid & ~skid_q & ~walk & ~sweep
  assign req_ready = ~skid_q & ~walk & ~sweep${unless stall accept};

  always @(posedge clk)
    if (rst)
      skid_q <= 1'b0;
    else
      skid_q <= (skid_q | enters) & ~advance;

  always @(posedge clk)
    if (enters) begin
      skid_walk_q <= walk;
      skid_write_q <= req_write;
      skid_lock_q <= req_lock;  //% if locks_cache
      skid_bank_q <= req_bank;  //% if bank_atomics
      skid_pass_q <= a_pass;
      skid_tag_q <= req_tag;
      skid_line_q <= a_line;
      skid_row_q <= a_row;
    end

  reg                         valid_q;
  reg                         walk_q;
  reg                         write_q;
  reg                         lock_q;     //% if locks_cache
  reg                         bank_q;     //% if bank_atomics
  reg                         pass_q;
  reg  [REQUEST_BITS-1:0]     tag_q;
  reg  [LINE_TOP-1:LINE_BITS] line_q;
  reg  [ROW_BITS-1:0]         row_q;
  reg                         stale_q;    // the tags were written as they were read
  wire [SET_BITS-1:0]         set = line_q[LINE_BITS +: SET_BITS];
  reg  [STAMP_BITS-1:0]       stamp_q;    // of the lines that are valid
  reg  [STAMP_BITS-1:0]       unused_q;   // so many next stamps are in no tag

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else if (advance)
      valid_q <= skid_q | enters;

  always @(posedge clk)
    if (advance) begin
      walk_q <= skid_q ? skid_walk_q : walk;
      write_q <= skid_q ? skid_write_q : req_write;
      lock_q <= skid_q ? skid_lock_q : req_lock;  //% if locks_cache
      bank_q <= skid_q ? skid_bank_q : req_bank;  //% if bank_atomics
      pass_q <= skid_q ? skid_pass_q : a_pass;
      tag_q <= skid_q ? skid_tag_q : req_tag;
      line_q <= skid_q ? skid_line_q : a_line;
      row_q <= skid_q ? skid_row_q : a_row;
    end

//% if trace_retire
  // The state audit.
  wire [SET_BITS-1:0]           audit_set = audit_select[10 +: SET_BITS];
  wire [WAY_BITS-1:0]           audit_way = audit_select[6 +: WAY_BITS];
  wire [WAYS*ENTRY_BITS-1:0]    audit_tags;
  wire [WAYS-1:0]               audit_dirties;
  wire [ENTRY_BITS-1:0]         audit_entry = audit_tags[audit_way*ENTRY_BITS +: ENTRY_BITS];
  wire                          unused_audit = ^audit_select;

  wire [LINE_TOP-1:LINE_BITS]   audit_place = {audit_entry[TAG_BITS-1:0], audit_set};
  wire [LINE_TOP-1:LINE_BITS]   audit_line;

//% if dcache_hashed
  ${prefix}_dcache_place u_audit (
    .line(audit_place), .placed(audit_line)
  );
//% else
  assign audit_line = audit_place;
//% end
  assign audit_tag = {30'd0, audit_dirties[audit_way],
                      audit_entry[ENTRY_BITS-1:TAG_BITS] == stamp_q, BASE[31:LINE_TOP],
                      audit_line, {LINE_BITS{1'b0}}};

//% end
  // Tags.
  wire [SET_BITS-1:0]      next_set = skid_q ? skid_line_q[LINE_BITS +: SET_BITS]
                                      : a_line[LINE_BITS +: SET_BITS];
  wire [SET_BITS-1:0]      read_set = stale_q ? set : next_set;
  wire                     read = advance | stale_q;
  wire                     write;
  wire [SET_BITS-1:0]      write_set;
  wire [WAYS-1:0]          write_ways;
  wire                     write_valid;
  wire [WAYS-1:0]          used;     // ways of the set that hold a line
  wire [WAYS-1:0]          hit;
  wire [WAYS*TAG_BITS-1:0] tags;
  wire [WAYS-1:0]          dirty;

  always @(posedge clk)
    if (rst)
      stale_q <= 1'b0;
    else
      stale_q <= write & (advance ? (skid_q | enters) & write_set == next_set
                          : valid_q & write_set == set);

  genvar w;
  generate
    for (w = 0; w < WAYS; w = w + 1) begin : g_way
      (* no_rw_check *)
      reg [ENTRY_BITS-1:0] tags_m [0:(1<<SET_BITS)-1];
      reg [ENTRY_BITS-1:0] tag_read_q;

      always @(posedge clk) begin
        if (sweep | (write & write_ways[w]))
          tags_m[sweep ? walk_set : write_set]
            <= {stamp_q & {STAMP_BITS{write_valid}}, line_q[LINE_TOP-1 -: TAG_BITS]};
        if (read)
          tag_read_q <= tags_m[read_set];
      end

//% if trace_retire
      assign audit_tags[w*ENTRY_BITS +: ENTRY_BITS] = tags_m[audit_set];

//% end
      assign used[w] = tag_read_q[ENTRY_BITS-1:TAG_BITS] == stamp_q;
      assign tags[w*TAG_BITS +: TAG_BITS] = tag_read_q[TAG_BITS-1:0];
      assign hit[w] = tag_read_q == {stamp_q, line_q[LINE_TOP-1 -: TAG_BITS]};
    end
  endgenerate

  // What the request is.
  reg                     victim_q;     // a line is being replaced, written back or forgotten:
  reg  [WAYS-1:0]         way_q;        // way of that line
  wire [WAYS-1:0]         doing = way_q & {WAYS{victim_q}};
//% stall lookup ~victim_q & ~stale_q & ~m_invalidate & valid_q
  wire                    looks
    = valid_q & ~victim_q & ~stale_q & ~m_invalidate${unless stall lookup};
  wire                    asks = looks & ~walk_q & ~pass_q;
  wire                    invalidates = asks & |hit & ~m_match & bank_q;      //% if bank_atomics
  wire                    hits = asks & |hit & ~m_match & ~lock_q & ~bank_q;  //% if bank_atomics
  wire                    hits = asks & |hit & ~m_match & ~lock_q;  //% elif locks_cache
  wire                    hits = asks & |hit & ~m_match;            //% else
//% if writeback_cache
  wire                    passes = looks & ~walk_q & pass_q;
  wire                    misses = asks & ~|hit & ~m_match;
  wire [WAYS-1:0]         todo = used & (dirty | {WAYS{walk_invalidate}}) & ~doing;
//% else
  wire                    passes = (looks & ~walk_q & pass_q)
                                   | (asks & write_q & ~|hit & ~m_match);
  wire                    misses = asks & ~write_q & ~m_match & ~(|hit & ~lock_q);  //% if locks
  wire                    misses = asks & ~write_q & ~|hit & ~m_match;              //% else
  wire [WAYS-1:0]         todo = used & {WAYS{walk_invalidate}} & ~doing;
//% end
  wire [WAYS-1:0]         todo_now = todo & ~m_pending;
  wire                    walk_next;    // a line is done, and another may begin
  wire                    walk_looks = looks & walk_q & ~walk_probe;
  wire                    walked = walk_looks & ~|todo;
  wire                    clears = walked & walk_invalidate;  // older tags of the set, too
  // The probe waits until no access can come to a line that it forgets.
  wire                    probed = looks & walk_q & walk_probe & ~m_busy & c_idle;
  wire                    enough;
  wire                    flips = probed & enough & walk_invalidate;
  wire                    goes = (hits | passes) & b_ready;
  wire [WAYS-1:0]         victim;
//% if locks_cache
  wire [WAYS-1:0]         place = lock_q & |hit ? hit & ~m_pending : victim;
//% stall allocate misses & m_free & |place
  wire                    starts = (misses & m_free & |place${unless stall allocate})
                                   | ((walk_looks | walk_next) & |todo_now);

  assign b_merge = asks & m_match & ~lock_q & ~bank_q;  //% if bank_atomics
  assign b_merge = asks & m_match & ~lock_q;            //% else
//% else
//% stall allocate misses & m_free & |victim
  wire                    starts = (misses & m_free & |victim${unless stall allocate})
                                   | ((walk_looks | walk_next) & |todo_now);

  assign b_merge = asks & m_match;
//% end

  // Without the carry chain of an adder: a level less for few ways.
  wire [WAYS-1:0]         todo_first;

  ${prefix}_onehot_lowest #(.N(WAYS)) u_todo_first (
    .in(todo_now), .lowest(todo_first)
  );

  // The line that is replaced, written back or forgotten.
  reg  [TAG_BITS-1:0]     old_tag_q;
  reg                     rows_q;       // rows are to be read
  reg                     old_dirty_q;
  reg  [ROW_BITS-1:0]     go_row_q;
  wire [WAYS-1:0]         way = walk_q ? todo_first : place;   //% if locks_cache
  wire [WAYS-1:0]         way = walk_q ? todo_first : victim;  //% else
  wire [TAG_BITS-1:0]     old_tag;
  wire                    row_goes = victim_q & rows_q & b_ready;
  wire                    row_last = go_row_q == ROW_MASK;
//% stall victim victim_q & ~stale_q & ~m_invalidate
  wire                    may_end = victim_q & ~stale_q & ~m_invalidate${unless stall victim};
  wire                    ends = b_alloc | walk_next;

  ${prefix}_onehot_mux #(.N(WAYS), .WIDTH(TAG_BITS)) u_old_tag (
    .sel(way), .in(tags), .out(old_tag)
  );

  always @(posedge clk)
    if (rst)
      victim_q <= 1'b0;
    else
      victim_q <= starts | (victim_q & ~ends);

  always @(posedge clk)
    if (starts) begin
      way_q <= way;
      old_tag_q <= old_tag;
      old_dirty_q <= |(way & dirty);
      rows_q <= walk_q | |(place & dirty);   //% if locks_cache
      rows_q <= walk_q | |(victim & dirty);  //% else
      go_row_q <= FIRST_ROW;
    end else if (row_goes) begin
      rows_q <= ~row_last;
      go_row_q <= go_row_q + ONE_ROW;
    end

  // An access of the old line may still be in front of the array, where rows of the new one would
  // overtake it. A walk brings no line: in the cycle of the last row the next line begins, or none.
  // The walk looks at the set again in the next cycle, if all lines are done.
  assign b_alloc = may_end & ~walk_q & ~rows_q & c_free;
  assign walk_next = may_end & walk_q & (~rows_q | (row_goes & row_last));
  assign advance = ~valid_q | b_merge | goes | b_alloc | walked | probed;

  // When the writes of the last step are open.
  reg walk_end_q;
  reg walk_all_q;

  always @(posedge clk)
    if (rst) begin
      walk_end_q <= 1'b0;
      walk_all_q <= 1'b0;
    end else begin
      walk_end_q <= (walked & &set) | (probed & enough);
      walk_all_q <= probed & ~enough;
    end

  assign walk_end = walk_end_q;
  assign walk_all = walk_all_q;

  // Stamps.
  always @(posedge clk)
    if (rst) begin
      stamp_q <= STAMP;
      unused_q <= UNUSED;
    end else if (flips) begin
      stamp_q <= stamp_q == ALL ? STAMP : stamp_q + STAMP;
      unused_q <= unused_q - STAMP;
    end else if (clears & &set)
      unused_q <= UNUSED;

  // Tags and dirty bits change when a line comes, is forgotten, or has failed.
//% if bank_atomics
  assign write = m_invalidate | b_alloc | (walk_next & walk_invalidate) | clears | invalidates;
  assign write_ways = m_invalidate ? m_invalidate_way : invalidates ? hit : way_q | {WAYS{clears}};
  assign write_valid = ~m_invalidate & ~walk_q & ~sweep & ~invalidates;
//% else
  assign write = m_invalidate | b_alloc | (walk_next & walk_invalidate) | clears;
  assign write_ways = m_invalidate ? m_invalidate_way : way_q | {WAYS{clears}};
  assign write_valid = ~m_invalidate & ~walk_q & ~sweep;
//% end
  assign write_set = m_invalidate ? m_invalidate_set : set;
//% if writeback_cache

  // A dirty bit is written in the cycle in which its set's are looked at.
  wire [WAYS-1:0] dirties = ((hit & {WAYS{hits & b_ready}}) | (m_way & {WAYS{b_merge}}))
                            & {WAYS{write_q}};
  wire [WAYS-1:0] ended = way_q & {WAYS{ends}};

  // A line may be dirty: cleared when a walk begins, which writes back all that are.
  reg             dirty_q;

  always @(posedge clk)
    if (rst)
      dirty_q <= 1'b0;
    else
      dirty_q <= (|dirties | (b_alloc & write_q)) | (dirty_q & ~(probed & ~enough));

  assign enough = ~dirty_q & (|unused_q | ~walk_invalidate);

  generate
    for (w = 0; w < WAYS; w = w + 1) begin : g_dirty
      reg dirty_m [0:(1<<SET_BITS)-1];

      always @(posedge clk)
        if (sweep | (m_invalidate & m_invalidate_way[w]) | dirties[w] | ended[w])
          dirty_m[sweep ? walk_set : m_invalidate ? m_invalidate_set : set]
            <= write_q & ~walk_q & ~sweep & ~m_invalidate;

//% if trace_retire
      assign audit_dirties[w] = dirty_m[audit_set];

//% end
      // What joins a line that has failed leaves its mark on a way that holds nothing.
      assign dirty[w] = dirty_m[set] & used[w];
    end
  endgenerate
//% else
  assign enough = |unused_q | ~walk_invalidate;
  assign dirty = {WAYS{1'b0}};
  assign audit_dirties = {WAYS{1'b0}};  //% if trace_retire
  wire unused_m_way = ^m_way;           //% if not dcache_many_ways
//% end
//% if dcache_many_ways

  wire [WAYS-1:0] taken = way_q & {WAYS{b_alloc}};

  ${prefix}_victim_${dcache_replacement} #(
    .SET_BITS(SET_BITS), .WAY_BITS(${dcache_way_bits}), .WAYS(WAYS)
  ) u_victim (
    .clk(clk), .rst(rst), .sweep(sweep), .sweep_set(walk_set), .set(set),
    .touch((hit & {WAYS{hits & b_ready}}) | (m_way & {WAYS{b_merge}}) | taken),
    .alloc(taken), .used(used), .allowed(~m_pending), .victim(victim)
  );
//% else
  assign victim = ~m_pending;
//% end

//% if count_dcache
  assign perf_hit = hits & b_ready;
  assign perf_miss = b_alloc | (passes & b_ready);
  assign perf_merge = b_merge;
//% end
  assign perf_writeback = row_goes & b_first & b_evict;  //% if count_writebacks

  // To the data array.
  wire [WAYS-1:0]     go_way = victim_q ? way_q : hit;
  wire [WAY_BITS-1:0] way_index;

  ${prefix}_onehot_index #(.N(WAYS), .BITS(WAY_BITS)) u_go_way (
    .onehot(go_way), .index(b_go_way)
  );
  ${prefix}_onehot_index #(.N(WAYS), .BITS(WAY_BITS)) u_way (
    .onehot(way_q), .index(way_index)
  );
  assign b_line = line_q;
  assign b_row = row_q;
  assign b_tag = tag_q;
  assign b_write = write_q;
  assign b_lock = lock_q;  //% if locks_cache
  assign b_way = way_index;
  assign b_go = hits | passes | (victim_q & rows_q);
  assign b_array = hits | (victim_q & old_dirty_q);
  assign b_evict = victim_q & old_dirty_q;
  assign b_stay = walk_q & ~walk_invalidate;  //% if trace_retire
  assign b_forget = flips;                    //% if trace_retire
  assign b_row_op = victim_q;
  assign b_first = victim_q & ~|go_row_q;
  assign b_pass = pass_q;
  assign b_go_line = victim_q ? {old_tag_q, set} : line_q;
  assign b_go_row = victim_q ? go_row_q : row_q;
endmodule
`default_nettype wire
