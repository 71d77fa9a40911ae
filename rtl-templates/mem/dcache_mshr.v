// dcache_mshr - lines on their way, and the requests that wait for them
// SPDX-License-Identifier: Apache-2.0
//
// An MSHR is a line that is to be read into a way. Its read is sent when no write of that line is
// open any more (w_open). Requests for the line wait in a list of their tags, linked by a table,
// and are replayed in their order when all rows of the line are in the data array, one per cycle.
// The MSHR ends when its list is empty and nothing joins it.
//
// Which MSHR may read, and which replay goes next, is found a cycle ahead and waits in flip-flops:
//
//   cycle 0    b_alloc, and no write of the line is open
//   cycle 1    read_valid
//   cycle n    the last beat of the line; its first replay is chosen, if no other waits
//   cycle n+1  the last row is written to the data array; r_valid, for a replay in each cycle
//   cycle n+2  another line may take the MSHR, if only one request had waited
//
// The last replay of a list may wait when its MSHR has ended. Its way is pending (m_pending) until
// the replay leaves, so that no other line comes into it.
//
// A line of which a beat came with an error is forgotten before its list is replayed: its rows are
// reported to the trace, its tag is invalidated (m_invalidate), and the replayed requests end in an
// error.
//% if locks_cache
//
// A line for an atomic access is read when nothing else is on its way: no other line, no replay, no
// write. What its core has locked then waits for nothing that waits for the lock of another core.
//% end
`default_nettype none
module ${prefix}_dcache_mshr #(
  parameter REQUESTS = ${requests},
  parameter REQUEST_BITS = ${request_bits},
  parameter ROW_LAST = ${dcache_last_row},
  parameter ROW_BITS = ${dcache_row_bits},
  parameter LINE_BITS = ${dcache_line_bits},
  parameter SET_BITS = ${dcache_set_bits},
  parameter LINE_TOP = ${dcache_top_bits},
  parameter WAYS = ${dcache_ways},
  parameter WAY_BITS = ${dcache_way_bits},
  parameter MSHRS = ${dcache_mshrs},
  parameter MSHR_BITS = ${dcache_mshr_bits},
  parameter BEAT_BITS = ${dcache_beat_bits},
  parameter BEAT_LAST = ${dcache_last_beat},
  parameter BEAT_ROW_END = ${dcache_row_end},
  parameter RAM_BASE = ${ram_base}
) (
  input  wire                        clk,
  input  wire                        rst,
  // lookup
  input  wire [LINE_TOP-1:LINE_BITS] b_line,        // number of the line
  input  wire [ROW_BITS-1:0]         b_row,         // row of the line
  input  wire [REQUEST_BITS-1:0]     b_tag,         // number of the request
  input  wire                        b_write,       // the request is a store
  input  wire                        b_lock,        // of an atomic load  //% if locks_cache
  input  wire [4:0]                  writes_open,   // writes without a response  //% if locks_cache
  output wire                        read_lock,     // the read locks  //% if locks_cache
  input  wire                        b_merge,       // the request joins the list of its line
  input  wire                        b_alloc,       // the line takes a free MSHR, for b_way
  input  wire [WAY_BITS-1:0]         b_way,         // way of the line
  output wire                        m_free,        // an MSHR is free
  output wire                        m_busy,        // an MSHR is in use, or a replay waits
  output wire                        m_match,       // the line has an MSHR,
  output wire [WAYS-1:0]             m_way,         // for this way
  output wire [WAYS-1:0]             m_pending,     // ways of the set with an MSHR, or a replay
  output wire                        m_invalidate,  // a line has failed: invalidate its tag
  output wire [SET_BITS-1:0]         m_invalidate_set,  // set of this line
  output wire [WAYS-1:0]             m_invalidate_way,  // way of this line
  // replay
  output wire                        r_valid,       // a replay waits
  input  wire                        r_ready,       // the replay is accepted
  output wire                        r_failed,      // a row of a line that has failed, no request
  output wire                        r_error,       // the request ends in an error
  output wire [REQUEST_BITS-1:0]     r_tag,         // number of the request
  output wire                        r_write,       // the request is a store
  output wire [LINE_TOP-1:LINE_BITS] r_line,        // number of the line
  output wire [ROW_BITS-1:0]         r_row,         // row of the line
  output wire [WAY_BITS-1:0]         r_way,         // way of the line
  // line port: reads
  input  wire [15:0]                 w_open,        // lines that are being written, by hash
  output wire                        read_valid,    // a line is asked for
  input  wire                        read_ready,    // the line port takes it
  output wire [MSHR_BITS-1:0]        read_id,       // MSHR of the line
  output wire [LINE_TOP-1:LINE_BITS] read_line,     // number of the line
  input  wire                        rsp_valid,     // a beat of a line
  input  wire [MSHR_BITS-1:0]        rsp_id,        // MSHR of the line
  input  wire                        rsp_error,     // memory failed
  // data array
  output wire [BEAT_BITS-1:0]        rsp_beat,      // number of the beat in the line
  output wire                        fill,          // a row is complete: written in this cycle
  output wire [MSHR_BITS-1:0]        fill_id,       // MSHR of the row
  output wire [LINE_TOP-1:LINE_BITS] fill_line,     // line of the row
  output wire [ROW_BITS-1:0]         fill_row,      // number of the row in the line
  output wire [WAY_BITS-1:0]         fill_way,      // way of the line
  // core
  output wire                        error_valid,   // memory failed
  output wire [31:0]                 error_addr     // address of the line that failed
);
  localparam HASH_BITS = 4;
  localparam LINE_WIDTH = LINE_TOP - LINE_BITS;
  localparam ENTRY_BITS = LINE_WIDTH + WAY_BITS;
  localparam [31:0] BASE = RAM_BASE;
  localparam [ROW_BITS-1:0] FIRST_ROW = 0;
  localparam [ROW_BITS-1:0] ONE_ROW = 1;
  localparam [ROW_BITS-1:0] LAST_ROW = ROW_LAST;
  localparam [BEAT_BITS-1:0] FIRST_BEAT = 0;
  localparam [BEAT_BITS-1:0] ONE_BEAT = 1;
  localparam [BEAT_BITS-1:0] LAST_BEAT = BEAT_LAST;
  localparam [BEAT_BITS-1:0] ROW_END = BEAT_ROW_END; // the bits below a row's number

  wire [MSHRS-1:0]              valid;
  wire [MSHRS-1:0]              match;
  wire [MSHRS-1:0]              idle = ~valid;
  wire [MSHRS-1:0]              next = idle & -idle;
  wire [MSHRS-1:0]              alloc = next & {MSHRS{b_alloc}};
  wire [MSHRS-1:0]              join_list = match & {MSHRS{b_merge}};
  wire [MSHRS*WAYS-1:0]         ways;
  wire [MSHRS*WAYS-1:0]         pendings;
  wire [MSHRS*ENTRY_BITS-1:0]   entries;   // {line, way}
  wire [MSHRS*REQUEST_BITS-1:0] heads;
  wire [MSHRS*REQUEST_BITS-1:0] tails;
  wire [MSHRS*BEAT_BITS-1:0]    beats;
  wire [MSHRS-1:0]              lists;     // requests wait
  wire [MSHRS-1:0]              fails;     // per MSHR: its line has to be forgotten
  wire [MSHRS-1:0]              failed;
  wire [MSHRS-1:0]              waits;     // per MSHR: its requests can be replayed
  wire [MSHRS-1:0]              wants;     // the read can be sent
  reg                           invalidate_q;
  reg  [MSHRS-1:0]              invalidated_q; // by this MSHR

  // Replay: one MSHR at a time, lines to be forgotten first, one after the other.
  reg                           some_fail_q;   // there were fails in the last cycle
  wire [MSHRS-1:0]              first_wait;
  wire [MSHRS-1:0]              rsp_sel;       // a beat is for this MSHR
  wire [MSHRS-1:0]              arrives;       // the last one: the list can be replayed
//% if dcache_many_rows
  reg  [MSHRS-1:0]              begun_q;   // some of its rows have gone
  wire [MSHRS-1:0]              failing = |begun_q ? begun_q : fails & -fails;
//% else
  wire [MSHRS-1:0]              failing = fails & -fails;
//% end
  wire [MSHRS-1:0]              chosen = some_fail_q ? failing : |waits ? first_wait : rsp_sel;
  wire [ENTRY_BITS-1:0]         entry;
  wire [REQUEST_BITS-1:0]       head;
  wire [REQUEST_BITS-1:0]       head_next;
  // The replay that was chosen. It leaves in a cycle with r_ready; then the next may come.
  reg                           r_valid_q;
  reg                           r_failed_q;
  reg                           r_error_q;
  reg                           r_write_q;
  reg  [REQUEST_BITS-1:0]       r_tag_q;
  reg  [ROW_BITS-1:0]           r_row_q;
  reg  [ENTRY_BITS-1:0]         r_entry_q;
  wire                          r_free = ~r_valid_q | r_ready;
  wire                          takes = (some_fail_q ? |fails : |waits | |arrives) & r_free;
  wire                          pops = takes & ~some_fail_q;
  wire [MSHRS-1:0]              pop = chosen & {MSHRS{pops}};

  ${prefix}_onehot_lowest #(.N(MSHRS)) u_first_wait (
    .in(waits), .lowest(first_wait)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(ENTRY_BITS)) u_entry (
    .sel(chosen), .in(entries), .out(entry)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(REQUEST_BITS)) u_head (
    .sel(chosen), .in(heads), .out(head)
  );

  // Lists: which tag follows, and what it asks for.
  wire [REQUEST_BITS-1:0] tail;
  reg  [REQUEST_BITS-1:0] next_m [0:REQUESTS-1];
  reg  [ROW_BITS:0]       what_m [0:REQUESTS-1];

  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(REQUEST_BITS)) u_tail (
    .sel(match), .in(tails), .out(tail)
  );

  always @(posedge clk) begin
    if (b_merge & |(match & lists))
      next_m[tail] <= b_tag;
    if (b_merge | b_alloc)
      what_m[b_tag] <= {b_write, b_row};
  end

  assign head_next = next_m[head];

  // A line that has failed goes row by row.
  reg  [ROW_BITS-1:0] report_row_q;
  wire                reports = takes & some_fail_q;
  wire                reports_end = reports & report_row_q == LAST_ROW;

  always @(posedge clk)
    if (rst) begin
      invalidate_q <= 1'b0;
      report_row_q <= FIRST_ROW;
    end else begin
      invalidate_q <= reports_end;
      if (reports)
        report_row_q <= reports_end ? FIRST_ROW : report_row_q + ONE_ROW;
    end

  always @(posedge clk)
    invalidated_q <= chosen & {MSHRS{reports_end}};
//% if dcache_many_rows

  always @(posedge clk)
    if (rst)
      begun_q <= {MSHRS{1'b0}};
    else if (reports)
      begun_q <= chosen & {MSHRS{~reports_end}};
//% end

  wire [ENTRY_BITS-1:0] failed_entry;

  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(ENTRY_BITS)) u_invalidate (
    .sel(invalidated_q), .in(entries), .out(failed_entry)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(WAYS)) u_invalidate_way (
    .sel(invalidated_q), .in(ways), .out(m_invalidate_way)
  );
  wire unused_failed = ^{failed_entry[ENTRY_BITS-1:WAY_BITS+SET_BITS], failed_entry[WAY_BITS-1:0]};

  assign m_invalidate = invalidate_q;
  assign m_invalidate_set = failed_entry[WAY_BITS +: SET_BITS];

  // Beats of lines.
  wire [ENTRY_BITS-1:0] rsp_entry;
  wire                  row_end = (rsp_beat & ROW_END) == ROW_END;
  reg                   fill_q;
  reg  [MSHR_BITS-1:0]  fill_id_q;
  reg  [ROW_BITS-1:0]   fill_row_q;
  reg  [ENTRY_BITS-1:0] fill_entry_q;

  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(BEAT_BITS)) u_beat (
    .sel(rsp_sel), .in(beats), .out(rsp_beat)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(ENTRY_BITS)) u_rsp_entry (
    .sel(rsp_sel), .in(entries), .out(rsp_entry)
  );

  always @(posedge clk)
    if (rst)
      fill_q <= 1'b0;
    else
      fill_q <= rsp_valid & row_end;

  always @(posedge clk) begin
    fill_id_q <= rsp_id;
    fill_row_q <= rsp_beat[BEAT_BITS-1 -: ROW_BITS];  //% if dcache_many_rows
    fill_row_q <= FIRST_ROW;                          //% else
    fill_entry_q <= rsp_entry;
  end

  // Reads.
  wire [MSHRS-1:0]      sends;
  wire [ENTRY_BITS-1:0] read_entry;

  ${prefix}_rr_arbiter #(.N(MSHRS)) u_read (
    .clk(clk), .rst(rst), .advance(read_valid & read_ready), .request(wants), .grant(sends)
  );
  ${prefix}_onehot_index #(.N(MSHRS), .BITS(MSHR_BITS)) u_read_id (
    .onehot(sends), .index(read_id)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(ENTRY_BITS)) u_read_entry (
    .sel(sends), .in(entries), .out(read_entry)
  );
  wire unused_way = ^read_entry[WAY_BITS-1:0];

//% if locks_cache
  assign read_valid = |wants;
//% else
  // Some MSHR wants to read: found a cycle ahead, too.
  reg                   wants_any_q;
  wire [MSHRS-1:0]      wants_next;

  always @(posedge clk)
    if (rst)
      wants_any_q <= 1'b0;
    else
      wants_any_q <= (read_ready ? |(wants_next & ~sends) : |wants_next) | (b_alloc & ~b_open);

  assign read_valid = wants_any_q;
//% end
//% if locks_cache
  wire [MSHRS-1:0]      locks;

  assign read_lock = |(sends & locks);
//% end

  // The hash of the line is kept beside it.
  wire [HASH_BITS-1:0]  hash;
  wire                  b_open = w_open[hash];  // a write of the line is open

  ${prefix}_dcache_hash u_hash (
    .line(b_line), .hash(hash)
  );

  genvar i;
  generate
    for (i = 0; i < MSHRS; i = i + 1) begin : g_mshr
      localparam [MSHR_BITS-1:0] ME = i;

      reg                         valid_q;
      reg                         sent_q;     // the read
      reg                         wants_q;    // the read can be sent
      reg [HASH_BITS-1:0]         hash_q;     // of the line
      reg                         filled_q;   // the line is in the array
      reg                         error_q;    // but for a beat that failed
      reg                         lock_q;     // for an atomic access  //% if locks_cache
      reg                         gone_q;     // and has been forgotten
      reg                         ready_q;    // the list of the MSHR can be replayed
      reg                         list_q;     // requests wait
      reg [ENTRY_BITS-1:0]        entry_q;
      reg [REQUEST_BITS-1:0]      head_q;
      reg [REQUEST_BITS-1:0]      tail_q;
      reg [BEAT_BITS-1:0]         beat_q;
      wire [LINE_TOP-1:LINE_BITS] line = entry_q[ENTRY_BITS-1:WAY_BITS];
      wire                        line_end = rsp_valid & rsp_sel[i] & beat_q == LAST_BEAT;
      wire                        emptied = pop[i] & head_q == tail_q;
      wire                        ends = filled_q & ~list_q & ~join_list[i] & (~error_q | gone_q);
      wire [WAYS-1:0]             way = {{WAYS-1{1'b0}}, 1'b1} << entry_q[WAY_BITS-1:0];

      assign valid[i] = valid_q;
      assign match[i] = valid_q & line == b_line;
      assign ways[i*WAYS +: WAYS] = way;
      assign pendings[i*WAYS +: WAYS]
        = way & {WAYS{valid_q & line[LINE_BITS +: SET_BITS] == b_line[LINE_BITS +: SET_BITS]}};
      assign entries[i*ENTRY_BITS +: ENTRY_BITS] = entry_q;
      assign heads[i*REQUEST_BITS +: REQUEST_BITS] = head_q;
      assign tails[i*REQUEST_BITS +: REQUEST_BITS] = tail_q;
      assign beats[i*BEAT_BITS +: BEAT_BITS] = beat_q;
      assign rsp_sel[i] = rsp_id == ME;
      assign lists[i] = list_q;
      assign failed[i] = error_q;
      assign fails[i] = valid_q & filled_q & error_q & ~gone_q & ~invalidated_q[i];
      assign waits[i] = valid_q & ready_q & list_q;
      assign arrives[i] = line_end & ~rsp_error & ~error_q;
//% if locks_cache
      localparam [MSHRS-1:0] SELF = 1 << i;
      wire                   alone = ~|writes_open & ~|(valid & ~SELF) & ~r_valid_q;

      assign wants[i] = wants_q & ~sent_q & (~lock_q | alone);
      assign locks[i] = lock_q;
//% else
      assign wants_next[i] = valid_q & ~sent_q & ~w_open[hash_q];
      assign wants[i] = wants_q & ~sent_q;
//% end

      always @(posedge clk)
        if (rst)
          valid_q <= 1'b0;
        else
          valid_q <= alloc[i] | (valid_q & ~ends);

      // No write to the line begins behind its MSHR: once none is open, none is.
      always @(posedge clk)
        if (rst)
          wants_q <= 1'b0;
        else
//% if locks_cache
          wants_q <= alloc[i] ? b_lock | ~b_open : valid_q & ~sent_q & (lock_q | ~w_open[hash_q]);
//% else
          wants_q <= alloc[i] ? ~b_open : wants_next[i];
//% end

      always @(posedge clk) begin
        sent_q <= ~alloc[i] & (sent_q | (sends[i] & read_ready));
        filled_q <= ~alloc[i] & (filled_q | line_end);
        error_q <= ~alloc[i] & (error_q | (rsp_valid & rsp_sel[i] & rsp_error));
        gone_q <= ~alloc[i] & (gone_q | invalidated_q[i]);
        ready_q <= ~alloc[i] & (ready_q | invalidated_q[i] | arrives[i]);
        list_q <= alloc[i] | join_list[i] | (list_q & ~emptied);
        if (alloc[i]) begin
          entry_q <= {b_line, b_way};
          hash_q <= hash;
        end
        if (alloc[i])        //% if locks_cache
          lock_q <= b_lock;  //% if locks_cache
        if (alloc[i] | (join_list[i] & (emptied | ~list_q)))
          head_q <= b_tag;
        else if (pop[i])
          head_q <= head_next;
        if (alloc[i] | join_list[i])
          tail_q <= b_tag;
        if (alloc[i])
          beat_q <= FIRST_BEAT;
        else if (rsp_valid & rsp_sel[i])
          beat_q <= beat_q + ONE_BEAT;
      end
    end
  endgenerate

  // What the lookup wants to know.
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(WAYS)) u_m_way (
    .sel(match), .in(ways), .out(m_way)
  );
  wire [WAYS-1:0] r_pending
    = {{WAYS-1{1'b0}}, 1'b1} << r_way
      & {WAYS{r_valid_q & r_line[LINE_BITS +: SET_BITS] == b_line[LINE_BITS +: SET_BITS]}};

  ${prefix}_onehot_mux #(.N(MSHRS + 1), .WIDTH(WAYS)) u_m_pending (
    .sel({MSHRS+1{1'b1}}), .in({r_pending, pendings}), .out(m_pending)
  );
  assign m_free = |idle;
  assign m_busy = |valid | r_valid_q;
  assign m_match = |match;

  always @(posedge clk)
    if (rst) begin
      r_valid_q <= 1'b0;
      some_fail_q <= 1'b0;
    end else begin
      r_valid_q <= takes | (r_valid_q & ~r_ready);
      some_fail_q <= |fails;
    end

  always @(posedge clk)
    if (r_free) begin
      r_failed_q <= some_fail_q;
      r_error_q <= |(chosen & failed);
      r_tag_q <= head;
      r_write_q <= what_m[head][ROW_BITS] & ~some_fail_q;
      r_row_q <= some_fail_q ? report_row_q : what_m[head][ROW_BITS-1:0];
      r_entry_q <= entry;
    end

  assign r_valid = r_valid_q;
  assign r_failed = r_failed_q;
  assign r_error = r_error_q;
  assign r_tag = r_tag_q;
  assign r_write = r_write_q;
  assign r_row = r_row_q;
  assign r_line = r_entry_q[ENTRY_BITS-1:WAY_BITS];
  assign r_way = r_entry_q[WAY_BITS-1:0];
  assign read_line = read_entry[ENTRY_BITS-1:WAY_BITS];
  assign fill = fill_q;
  assign fill_id = fill_id_q;
  assign fill_line = fill_entry_q[ENTRY_BITS-1:WAY_BITS];
  assign fill_row = fill_row_q;
  assign fill_way = fill_entry_q[WAY_BITS-1:0];
  assign error_valid = rsp_valid & rsp_error;
//% if dcache_hashed
  wire [LINE_TOP-1:LINE_BITS] error_line;

  ${prefix}_dcache_place u_error (
    .line(rsp_entry[ENTRY_BITS-1:WAY_BITS]), .placed(error_line)
  );
//% else
  wire [LINE_TOP-1:LINE_BITS] error_line = rsp_entry[ENTRY_BITS-1:WAY_BITS];
//% end
  assign error_addr = {BASE[31:LINE_TOP], error_line, {LINE_BITS{1'b0}}};
endmodule
`default_nettype wire
