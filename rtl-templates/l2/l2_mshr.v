// l2_mshr - second-level cache: lines in flight, and the requests that wait for them
// SPDX-License-Identifier: Apache-2.0
//
//   begins --> [peek] --> read from memory --> filled --> fill --> replays --> free
//
// All requests to a line with an MSHR join its list. They are replayed in their order, one per
// cycle, so all accesses to a line perform in the order in which the lookup accepted them. Lists
// share one memory.
//
// The MSHR of a line that holds dirty bytes begins with a peek at its dirty bits. If all bytes are
// dirty, the line is complete without memory. Before such a line is filled, it is peeked at again,
// and the fill leaves its dirty bytes alone. No store can come between: stores to the line join the
// list.
//
// A line is read only when no write-back of it is in flight: an MSHR notes the open writes of its
// line when it begins, and waits for the response to each. No further write-back of the line begins
// meanwhile, because a way with an MSHR is never a victim.
//
// A line of which a beat failed is filled with bytes that mean nothing. Then its loads end in an
// error, and its stores make bytes dirty, the first as a store that begins a line. The MSHR keeps
// the line until the list is empty and the lookup has ended the line (e_valid): it is partial then,
// or gone.
`default_nettype none
module ${prefix}_l2_mshr #(
  parameter ID_BITS = ${l2_id_bits},
  parameter OP_BITS = ${l2_op_bits},
  parameter NUM_BITS = ${l2_num_bits},
  parameter SET_BITS = ${l2_set_bits},
  parameter WAYS = ${l2_ways},
  parameter WAY_BITS = ${l2_way_bits},
  parameter LINE = ${dcache_line},       // bytes
  parameter BYTES = ${bus_bytes},        // most bytes of a store
  parameter PART_BITS = ${dcache_beat_bits},
  parameter BEAT = ${bus_bytes},         // bytes of a beat of memory
  parameter BEATS = ${dcache_beats},
  parameter BEAT_BITS = ${dcache_beat_bits},
  parameter MSHRS = ${l2_mshrs},
  parameter MSHR_BITS = ${l2_mshr_bits},
  parameter PENDING = ${l2_pending},     // requests in all lists
  parameter PENDING_BITS = ${l2_pending_bits},
  parameter WRITES = ${l2_writes}
) (
  input  wire                 clk,
  input  wire                 rst,
  // lookup
  input  wire [OP_BITS-1:0]   b_op,        // operation of the request
  input  wire [ID_BITS-1:0]   b_id,        // id
  input  wire [NUM_BITS-1:0]  b_num,       // line
  input  wire [PART_BITS-1:0] b_part,      // part of the line
  input  wire [BYTES-1:0]     b_mask,      // bytes to write
  input  wire [BYTES*8-1:0]   b_data,      // data to write
  input  wire [WAY_BITS-1:0]  b_way,       // way of the line
  input  wire                 b_join,      // the request joins the list of its line
  input  wire                 b_alloc,     // the request begins an MSHR and joins its list
  input  wire                 b_complete,  // the new MSHR is for a line that has dirty bytes
  output wire                 m_match,     // b_num has an MSHR
  output wire [WAYS-1:0]      m_ways,      // per way of the set: a line in the way has an MSHR
  output wire                 m_free,      // an MSHR is free
  output wire                 p_free,      // a list entry is free
  // write queue
  input  wire [WRITES-1:0]    w_match,     // per entry: open write of b_num
  input  wire [WRITES-1:0]    w_done,      // per entry: its response arrives
  // memory
  output wire                 rd_valid,    // a line is to be read, held until rd_ready
  input  wire                 rd_ready,    // the read is accepted
  output wire [MSHR_BITS-1:0] rd_id,       // MSHR of the line
  output wire [NUM_BITS-1:0]  rd_num,      // the line
  input  wire                 r_valid,     // a beat of a line arrives
  input  wire [MSHR_BITS-1:0] r_id,        // MSHR of the beat
  input  wire [BEAT*8-1:0]    r_data,      // the beat
  input  wire                 r_last,      // last beat of the line
  input  wire                 r_error,     // the beat failed
  // lookup: a line that failed ends
  output wire                 e_valid,     // the line ends in this cycle: no request of B acts
  output wire [NUM_BITS-1:0]  e_num,       // line
  output wire [WAY_BITS-1:0]  e_way,       // way of the line
  output wire                 e_dirty,     // the line has dirty bytes: it is partial, else gone
  // stage C: a peek or a fill
  output wire                 f_valid,     // an access, held until f_ready
  input  wire                 f_ready,     // the access is accepted
  output wire                 f_peek,      // a peek, else a fill
  output wire                 f_fail,      // the line failed: its bytes mean nothing
  output wire [NUM_BITS-1:0]  f_num,       // line
  output wire [WAY_BITS-1:0]  f_way,       // way of the line
  output wire [LINE-1:0]      f_mask,      // bytes to fill
  output wire [LINE*8-1:0]    f_data,      // the line
  input  wire                 peeked,      // peeked_mask is valid
  input  wire [LINE-1:0]      peeked_mask, // dirty bits of the line
  // stage C: a replay
  output wire                 p_valid,     // a replay, held until p_ready
  input  wire                 p_ready,     // the replay is accepted
  output wire                 p_fail,      // a load that ends in an error
  output wire                 p_fresh,     // a store that makes a partial line
  output wire [OP_BITS-1:0]   p_op,        // operation of the request
  output wire [ID_BITS-1:0]   p_id,        // id
  output wire [NUM_BITS-1:0]  p_num,       // line
  output wire [WAY_BITS-1:0]  p_way,       // way of the line
  output wire [PART_BITS-1:0] p_part,      // part of the line
  output wire [BYTES-1:0]     p_mask,      // bytes to write
  output wire [BYTES*8-1:0]   p_data       // data to write
);
  localparam REQUEST = OP_BITS + ID_BITS + PART_BITS + BYTES + BYTES*8;
  localparam PLACE = NUM_BITS + WAY_BITS;
  localparam [1:0] OP_READ = 2'd0;           // l2-ops
  localparam [1:0] OP_WRITE = 2'd1;
  localparam [1:0] OP_ATOMIC = 2'd3;  //% if bank_atomics
  localparam [BEAT_BITS-1:0] FIRST_BEAT = 0;
  localparam [BEAT_BITS-1:0] ONE_BEAT = 1;

  wire [MSHRS-1:0]           match;
  wire [MSHRS-1:0]           idle;
  wire [MSHRS-1:0]           first_idle = idle & -idle;
  wire [MSHRS-1:0]           alloc = first_idle & {MSHRS{b_alloc}};
  wire [MSHRS-1:0]           join_list = match & {MSHRS{b_join}};
  wire [MSHRS*PLACE-1:0]     places;
  wire [MSHRS*WAYS-1:0]      ways;
  wire [MSHRS-1:0]           failed;       // a beat of the line failed
  wire [MSHRS-1:0]           soiled;       // the line has dirty bytes

  // The lists. An entry holds a request; next_m names the entry behind it.
  reg  [REQUEST-1:0]         request_m [0:PENDING-1];
  reg  [PENDING_BITS-1:0]    next_m [0:PENDING-1];
  reg  [PENDING-1:0]         taken_q;
  wire [PENDING-1:0]         first_free = ~taken_q & -(~taken_q);
  wire [PENDING_BITS-1:0]    entry;        // for the request in stage B
  wire [PENDING_BITS-1:0]    tail;         // of the list that it joins
  wire [MSHRS*PENDING_BITS-1:0] tails;
  wire [MSHRS*PENDING_BITS-1:0] heads;
  wire [MSHRS-1:0]           empties;      // the list's last entry leaves and none joins
  wire                       adds = b_join | b_alloc;
  wire                       pops = p_valid & p_ready;
  wire [PENDING-1:0]         popped;

  ${prefix}_onehot_index #(.N(PENDING), .BITS(PENDING_BITS)) u_entry (
    .onehot(first_free), .index(entry)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(PENDING_BITS)) u_tail (
    .sel(match), .in(tails), .out(tail)
  );

  always @(posedge clk) begin
    if (adds)
      request_m[entry] <= {b_op, b_id, b_part, b_mask, b_data};
    if (b_join)
      next_m[tail] <= entry;
  end

  always @(posedge clk)
    if (rst)
      taken_q <= {PENDING{1'b0}};
    else
      taken_q <= (taken_q | (first_free & {PENDING{adds}})) & ~(popped & {PENDING{pops}});

  assign p_free = ~&taken_q;
  assign m_free = |idle;
  assign m_match = |match;

  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(WAYS)) u_ways (
    .sel({MSHRS{1'b1}}), .in(ways), .out(m_ways)
  );

  // Replays.
  wire [MSHRS-1:0]           replays;
  wire [MSHRS-1:0]           replay;
  wire [PENDING_BITS-1:0]    head;
  wire [PENDING_BITS-1:0]    head_next = next_m[head];
  wire [PLACE-1:0]           replay_place;

  ${prefix}_rr_arbiter #(.N(MSHRS)) u_replay (
    .clk(clk), .rst(rst), .advance(pops), .request(replays), .grant(replay)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(PENDING_BITS)) u_head (
    .sel(replay), .in(heads), .out(head)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(PLACE)) u_place (
    .sel(replay), .in(places), .out(replay_place)
  );

  assign p_valid = |replays;
  wire [1:0]                 p_kind = p_op[1:0];
//% if bank_atomics
  assign p_fail = |(replay & failed) & (p_kind == OP_READ | p_kind == OP_ATOMIC);
//% else
  assign p_fail = |(replay & failed) & p_kind == OP_READ;
//% end
  assign p_fresh = |(replay & failed & ~soiled);
  assign {p_op, p_id, p_part, p_mask, p_data} = request_m[head];
  assign {p_num, p_way} = replay_place;

  // Reads.
  reg                        rd_valid_q;
  reg  [MSHR_BITS-1:0]       rd_id_q;
  reg  [NUM_BITS-1:0]        rd_num_q;
  wire                       rd_room = ~rd_valid_q | rd_ready;
  wire [MSHRS-1:0]           reads;
  wire [MSHRS-1:0]           reading;
  wire [MSHR_BITS-1:0]       read_id;
  wire [PLACE-1:0]           read_place;
  wire                       unused_place = ^read_place[WAY_BITS-1:0];

  ${prefix}_rr_arbiter #(.N(MSHRS)) u_read (
    .clk(clk), .rst(rst), .advance(rd_room & |reads), .request(reads), .grant(reading)
  );
  ${prefix}_onehot_index #(.N(MSHRS), .BITS(MSHR_BITS)) u_read_id (
    .onehot(reading), .index(read_id)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(PLACE)) u_read_place (
    .sel(reading), .in(places), .out(read_place)
  );

  always @(posedge clk)
    if (rst)
      rd_valid_q <= 1'b0;
    else if (rd_room)
      rd_valid_q <= |reads;

  always @(posedge clk)
    if (rd_room) begin
      rd_id_q <= read_id;
      rd_num_q <= read_place[PLACE-1:WAY_BITS];
    end

  assign rd_valid = rd_valid_q;
  assign rd_id = rd_id_q;
  assign rd_num = rd_num_q;

  // Fills and peeks, one at a time: choose, peek, wait for the dirty bits, fill.
  localparam [1:0] F_IDLE = 2'd0;
  localparam [1:0] F_PEEK = 2'd1;
  localparam [1:0] F_WAIT = 2'd2;
  localparam [1:0] F_FILL = 2'd3;

  reg  [1:0]                 f_state_q;
  reg                        f_filled_q;   // memory has been read
  reg                        f_fail_q;     // in vain
  reg  [MSHRS-1:0]           f_mshr_q;
  reg  [MSHR_BITS-1:0]       f_id_q;
  reg  [PLACE-1:0]           f_place_q;
  reg  [LINE-1:0]            f_mask_q;
  wire [MSHRS-1:0]           peeks;        // MSHRs that want the first peek,
  wire [MSHRS-1:0]           fills;        // a fill,
  wire [MSHRS-1:0]           partial;      // of a line with dirty bytes
  wire                       f_fills = f_state_q == F_FILL & f_ready;
  wire                       f_room = f_state_q == F_IDLE | f_fills;
  wire [MSHRS-1:0]           f_wants = (peeks | fills) & ~({MSHRS{f_fills}} & f_mshr_q);
  wire [MSHRS-1:0]           f_pick;
  wire [MSHR_BITS-1:0]       f_pick_id;
  wire [PLACE-1:0]           f_pick_place;
  wire                       f_first = f_state_q == F_WAIT & peeked & ~f_filled_q;
  wire                       f_whole = f_first & &peeked_mask;

  ${prefix}_rr_arbiter #(.N(MSHRS)) u_fill (
    .clk(clk), .rst(rst), .advance(f_room & |f_wants), .request(f_wants), .grant(f_pick)
  );
  ${prefix}_onehot_index #(.N(MSHRS), .BITS(MSHR_BITS)) u_fill_id (
    .onehot(f_pick), .index(f_pick_id)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(PLACE)) u_fill_place (
    .sel(f_pick), .in(places), .out(f_pick_place)
  );

  always @(posedge clk)
    if (rst)
      f_state_q <= F_IDLE;
    else
      case (f_state_q)
        F_PEEK: f_state_q <= f_ready ? F_WAIT : F_PEEK;
        F_WAIT: f_state_q <= ~peeked ? F_WAIT : f_filled_q ? F_FILL : F_IDLE;
        default:
          if (f_room)
            f_state_q <= ~|f_wants ? F_IDLE : |(f_pick & partial) ? F_PEEK : F_FILL;
      endcase

  always @(posedge clk) begin
    if (f_room) begin
      f_mshr_q <= f_pick;
      f_id_q <= f_pick_id;
      f_place_q <= f_pick_place;
      f_filled_q <= |(f_pick & fills);
      f_fail_q <= |(f_pick & failed);
      f_mask_q <= {LINE{1'b1}};
    end
    if (f_state_q == F_WAIT)
      f_mask_q <= ~peeked_mask;
  end

  assign f_valid = f_state_q == F_PEEK | f_state_q == F_FILL;
  assign f_peek = f_state_q == F_PEEK;
  assign {f_num, f_way} = f_place_q;
  assign f_fail = f_fail_q;
  assign f_mask = f_mask_q;

  // Lines that failed end, one at a time.
  wire [MSHRS-1:0]           ends;
  wire [MSHRS-1:0]           ending = ends & -ends;
  wire [PLACE-1:0]           end_place;

  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(PLACE)) u_end_place (
    .sel(ending), .in(places), .out(end_place)
  );

  assign e_valid = |ends;
  assign {e_num, e_way} = end_place;
  assign e_dirty = |(ending & soiled);

  // Beats of lines that come; those of several lines may interleave.
  wire [MSHRS*BEAT_BITS-1:0] beats;
  wire [MSHRS-1:0]           r_mshr;
  wire [BEAT_BITS-1:0]       r_beat;

  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(BEAT_BITS)) u_beat (
    .sel(r_mshr), .in(beats), .out(r_beat)
  );

  genvar i;
  generate
    for (i = 0; i < BEATS; i = i + 1) begin : g_beat
      localparam [BEAT_BITS-1:0] ME = i;
      reg [BEAT*8-1:0] beat_m [0:MSHRS-1];

      always @(posedge clk)
        if (r_valid & r_beat == ME)
          beat_m[r_id] <= r_data;

      assign f_data[i*BEAT*8 +: BEAT*8] = beat_m[f_id_q];
    end
  endgenerate

  // The MSHRs.
  generate
    for (i = 0; i < MSHRS; i = i + 1) begin : g_mshr
      localparam [MSHR_BITS-1:0] ME = i;
      reg                    valid_q;
      reg  [NUM_BITS-1:0]    num_q;
      reg  [WAY_BITS-1:0]    way_q;
      reg                    partial_q;    // the line has dirty bytes
      reg                    peek_q;       // and has not been looked at
      reg                    sent_q;
      reg                    filled_q;     // the line is in beat_m
      reg                    open_q;       // the line is in the array: replays
      reg  [WRITES-1:0]      wait_q;       // open writes of the line
      reg  [BEAT_BITS-1:0]   beat_q;
      reg                    error_q;      // a beat of the line failed
      reg                    soiled_q;     // the line has dirty bytes
      reg                    list_q;       // the list has an entry
      reg  [PENDING_BITS-1:0] head_q;
      reg  [PENDING_BITS-1:0] tail_q;
      wire                   mine = r_id == ME;
      wire                   pop = replay[i] & pops;
      wire                   last = head_q == tail_q;
      wire                   same_set = valid_q & num_q[SET_BITS-1:0] == b_num[SET_BITS-1:0];
      wire [WAYS-1:0]        way_0 = 1;

      assign match[i] = valid_q & num_q == b_num;
      assign idle[i] = ~valid_q;
      assign ways[i*WAYS +: WAYS] = (way_0 << way_q) & {WAYS{same_set}};
      assign places[i*PLACE +: PLACE] = {num_q, way_q};
      assign heads[i*PENDING_BITS +: PENDING_BITS] = head_q;
      assign tails[i*PENDING_BITS +: PENDING_BITS] = tail_q;
      assign beats[i*BEAT_BITS +: BEAT_BITS] = beat_q;
      assign r_mshr[i] = mine;
      assign peeks[i] = valid_q & peek_q;
      assign partial[i] = partial_q;
      assign reads[i] = valid_q & ~peek_q & ~sent_q & ~open_q & ~|wait_q;
      assign fills[i] = valid_q & filled_q & ~open_q;
      assign replays[i] = valid_q & open_q & list_q;
      assign empties[i] = pop & last & ~join_list[i];
      assign failed[i] = error_q;
      assign soiled[i] = soiled_q;
      assign ends[i] = valid_q & open_q & error_q & ~list_q;

      always @(posedge clk)
        if (rst)
          valid_q <= 1'b0;
        else
          valid_q <= alloc[i] | (valid_q & ~(error_q ? ending[i] : empties[i]));

      always @(posedge clk) begin
        if (alloc[i]) begin
          num_q <= b_num;
          way_q <= b_way;
          partial_q <= b_complete;
          beat_q <= FIRST_BEAT;
        end else if (r_valid & mine)
          beat_q <= beat_q + ONE_BEAT;
        peek_q <= alloc[i] ? b_complete : peek_q & ~(f_first & f_mshr_q[i]);
        sent_q <= ~alloc[i] & (sent_q | (reading[i] & rd_room));
        filled_q <= ~alloc[i] & (filled_q | (r_valid & mine & r_last));
        open_q <= ~alloc[i] & (open_q | ((f_fills | f_whole) & f_mshr_q[i]));
        error_q <= ~alloc[i] & (error_q | (r_valid & mine & r_error));
        soiled_q <= alloc[i] ? b_complete : soiled_q | (pop & p_kind == OP_WRITE);
        wait_q <= (alloc[i] ? w_match : wait_q) & ~w_done;
        list_q <= alloc[i] | join_list[i] | (list_q & ~empties[i]);
        if (alloc[i] | (pop & last))
          head_q <= entry;
        else if (pop)
          head_q <= head_next;
        if (alloc[i] | join_list[i])
          tail_q <= entry;
      end
    end

    for (i = 0; i < PENDING; i = i + 1) begin : g_popped
      localparam [PENDING_BITS-1:0] ME = i;

      assign popped[i] = head == ME;
    end
  endgenerate
endmodule
`default_nettype wire
