// icache_mshr - the lines in flight into the instruction cache
// SPDX-License-Identifier: Apache-2.0
//
// Each MSHR holds one line, in these steps:
//
//   1. It is allocated to a miss, together with the victim's way (alloc). It reads the line.
//   2. It counts the beats that arrive, and waits until the last row is written (filled).
//   3. It has the line entered into the tags (install). A wake follows.
//   4. It holds the way until every warp that repeats a request after that wake has its response.
//
// A miss to a line that has an MSHR needs no other MSHR. No request waits in here; fetch repeats it
// after a wake.
//
// A miss is refused if no MSHR is free, or if an MSHR holds the victim's way. Then the next MSHR
// that becomes free gives a wake, too, and the waiting warps take turns (round robin). Until the
// warp whose turn it is has its block, no other warp gets an MSHR. So a warp waits for at most one
// turn of each other warp, whatever lines they need: memory responds and every woken warp repeats
// its request within a bounded time, so the MSHRs in use become free. Then the miss of the warp is
// accepted, and its line stays until the request is repeated.
//% if icache_prefetches
//
// A line that is looked up ahead gets an MSHR only if another one stays free and no warp was
// refused.
//% end
`default_nettype none
module ${prefix}_icache_mshr #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter LINE_BITS = ${icache_line_bits},
  parameter SET_BITS = ${icache_set_bits},
  parameter FETCH_TOP = ${fetch_top_bits},
  parameter WAYS = ${icache_ways},
  parameter MSHRS = ${icache_mshrs},
  parameter ID_BITS = ${icache_id_bits},
  parameter BEAT_BITS = ${icache_beat_bits}, // log2 of the beats of a line //% if icache_many_beats
  parameter AT_BITS = ${icache_at_bits}      // log2 of the beats in a way
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire [39:0] congest,                          // {rate, seed}      //% if congest
  output wire [${stall_ask}:${stall_miss}] congested,  // a stall acts now  //% if congest
  input  wire                   blocked,               // accept no miss: an invalidation runs
  output wire                   busy,                  // an MSHR is in use
  // lookup: a miss
  input  wire                   r_valid,       // a request of fetch misses
  input  wire [WARP_BITS-1:0]   r_warp,        // warp that misses
//% if icache_prefetches
  input  wire                   r_ahead,       // a line that is looked up ahead misses
//% end
  input  wire [FETCH_TOP-1:LINE_BITS] r_line,  // line that is missed
  input  wire [WAYS-1:0]        victim,        // one-hot way that the line would take
  output wire                   alloc,         // an MSHR accepts the miss and takes the victim
//% if icache_random
  output wire [WAYS-1:0]        locked,        // ways of the set of r_line that MSHRs hold
//% end
  // tags
  output wire                   install,             // a line is complete: write its tag
  input  wire                   install_taken,       // the tag is written in the next cycle
  output wire [WAYS-1:0]        install_way,         // one-hot way of the line
  output wire [FETCH_TOP-1:LINE_BITS] install_line,  // line that is complete
  output wire                   install_error,       // a beat of the line failed
  input  wire                   installed,           // the tag is written now
  // fetch
  input  wire [WARPS-1:0]       icache_waits,    // per warp: missed, and no wake since
  input  wire [WARPS-1:0]       icache_retries,  // per warp: woken, and no response since
  output wire                   icache_wake,     // warps that missed repeat their requests
  // line port: requests
  output wire                   req_valid,       // a read of a line, held until req_ready
  input  wire                   req_ready,       // the read is accepted
  output wire [ID_BITS-1:0]     req_id,          // number of the MSHR
  output wire [FETCH_TOP-1:LINE_BITS] req_line,  // line to read
  // fill: where the beat of this id belongs
  input  wire [ID_BITS-1:0]     rsp_id,      // MSHR of the beat that arrives
  input  wire                   rsp_error,   // the beat failed
  input  wire                   beat_taken,  // the beat is accepted
  output wire [MSHRS-1:0]       beat_mshr,   // one-hot MSHR of the beat
  output wire [WAYS-1:0]        beat_way,    // one-hot way of its line
  output wire [AT_BITS-1:0]     beat_at,    // place in the way, in beats: {set, number in the line}
  input  wire [MSHRS-1:0]       filled       // one-hot MSHR whose last row is written now
);
  localparam NUMBER_BITS = FETCH_TOP - LINE_BITS;
  localparam [BEAT_BITS-1:0] ONE = 1;  //% if icache_many_beats

  // A bit per MSHR.
  reg  [MSHRS-1:0]             busy_q;         // in use
  reg  [MSHRS-1:0]             ask_q;          // read is not sent yet
  reg  [MSHRS-1:0]             done_q;         // line is complete and not entered yet
  reg  [MSHRS-1:0]             keep_q;         // line is entered
  reg  [MSHRS-1:0]             error_q;        // a beat of its line failed
  wire [MSHRS-1:0]             match;
  wire [MSHRS*NUMBER_BITS-1:0] lines;
  wire [MSHRS*WAYS-1:0]        ways;
  wire [MSHRS*WAYS-1:0]        locks;
  wire [MSHRS*AT_BITS-1:0]     ats;

  // Accept or refuse a miss.
  reg  [WARPS-1:0]             turn_q;         // one-hot warp whose turn it is, or 0
  reg                          refused_q;      // a warp needs a wake when an MSHR is free
  reg                          freed_q;        // an MSHR became free a cycle ago
  reg                          wake_q;
  wire [MSHRS-1:0]             free = ~busy_q;
  wire [MSHRS-1:0]             first_free = free & -free;
  wire [WAYS-1:0]              lock;
  wire                         my_turn = ~|turn_q | turn_q[r_warp];
//% stall miss r_valid & ~|match & |free & ~|(victim & lock) & ~blocked
  wire                         takes
    = ~|match & |free & ~|(victim & lock) & ~blocked${unless stall miss};
//% if icache_prefetches
  wire                         spare = |(free & ~first_free) & ~|turn_q & ~refused_q;

  assign alloc = takes & ((r_valid & my_turn) | (r_ahead & spare));
//% else
  assign alloc = takes & r_valid & my_turn;
//% end
  assign locked = lock;  //% if icache_random

  wire                         refused = r_valid & ~|match & ~alloc;
  wire [MSHRS-1:0]             allocated = first_free & {MSHRS{alloc}};

  // Reads of lines.
  reg                          req_valid_q;
  reg  [ID_BITS-1:0]           req_id_q;
  reg  [FETCH_TOP-1:LINE_BITS]       req_line_q;
//% stall ask |ask_q & (~req_valid_q | req_ready)
  wire                         advance = |ask_q & (~req_valid_q | req_ready)${unless stall ask};
  wire [MSHRS-1:0]             asking;
  wire [MSHRS-1:0]             asked = asking & {MSHRS{advance}};
  wire [ID_BITS-1:0]           asking_id;
  wire [FETCH_TOP-1:LINE_BITS]       asking_line;

  ${prefix}_rr_arbiter #(.N(MSHRS)) u_ask (
    .clk(clk), .rst(rst), .advance(advance), .request(ask_q), .grant(asking)
  );
  ${prefix}_onehot_index #(.N(MSHRS), .BITS(ID_BITS)) u_asking_id (
    .onehot(asking), .index(asking_id)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(NUMBER_BITS)) u_asking_line (
    .sel(asking), .in(lines), .out(asking_line)
  );

  always @(posedge clk)
    if (rst)
      req_valid_q <= 1'b0;
    else if (advance | req_ready)
      req_valid_q <= advance;

  always @(posedge clk)
    if (advance) begin
      req_id_q <= asking_id;
      req_line_q <= asking_line;
    end

  assign req_valid = req_valid_q;
  assign req_id = req_id_q;
  assign req_line = req_line_q;

  // Complete lines are entered; then their MSHRs become free.
  wire [MSHRS-1:0]             entering = done_q & -done_q;
  wire [MSHRS-1:0]             entered = entering & {MSHRS{install_taken}};
  wire                         let_go = ~installed & ~wake_q & ~|icache_retries;
  wire [MSHRS-1:0]             freed = keep_q & {MSHRS{let_go}};
  wire                         wake_refused = refused_q & (freed_q | ~|busy_q);

  assign install = |done_q;
  assign install_error = |(entering & error_q);

  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(WAYS)) u_install_way (
    .sel(entering), .in(ways), .out(install_way)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(NUMBER_BITS)) u_install_line (
    .sel(entering), .in(lines), .out(install_line)
  );

  always @(posedge clk)
    if (rst) begin
      busy_q <= {MSHRS{1'b0}};
      ask_q <= {MSHRS{1'b0}};
      done_q <= {MSHRS{1'b0}};
      keep_q <= {MSHRS{1'b0}};
      refused_q <= 1'b0;
      freed_q <= 1'b0;
      wake_q <= 1'b0;
    end else begin
      busy_q <= (busy_q | allocated) & ~freed;
      ask_q <= (ask_q | allocated) & ~asked;
      done_q <= (done_q | filled) & ~entered;
      keep_q <= (keep_q | entered) & ~freed;
      refused_q <= refused | (refused_q & ~wake_refused);
      freed_q <= |freed;
      wake_q <= installed | wake_refused;
    end

  // In the cycle of the wake the last lookup that read the old tag has its response.
  assign icache_wake = wake_q;
  assign busy = |busy_q;

  // Turns.
  wire [WARPS-1:0]             waiting = icache_waits | icache_retries;
  wire                         turn_next = refused_q & ~|turn_q & |waiting;
  wire [WARPS-1:0]             turn;

  ${prefix}_rr_arbiter #(.N(WARPS)) u_turn (
    .clk(clk), .rst(rst), .advance(turn_next), .request(waiting), .grant(turn)
  );

  always @(posedge clk)
    if (rst)
      turn_q <= {WARPS{1'b0}};
    else
      turn_q <= turn_next ? turn : turn_q & waiting;

  // The MSHRs.
  genvar i;
  generate
    for (i = 0; i < MSHRS; i = i + 1) begin : g_mshr
      reg  [FETCH_TOP-1:LINE_BITS] line_q;
      reg  [WAYS-1:0]        way_q;
      wire                   mine = rsp_id == i[ID_BITS-1:0];
      wire                   same_set = line_q[LINE_BITS +: SET_BITS]
                                        == r_line[LINE_BITS +: SET_BITS];

      assign match[i] = busy_q[i] & line_q == r_line;
      assign lines[i*NUMBER_BITS +: NUMBER_BITS] = line_q;
      assign ways[i*WAYS +: WAYS] = way_q;
      assign locks[i*WAYS +: WAYS] = way_q & {WAYS{busy_q[i] & same_set}};
      assign beat_mshr[i] = mine;

      always @(posedge clk)
        if (allocated[i]) begin
          line_q <= r_line;
          way_q <= victim;
        end

      always @(posedge clk)
        if (allocated[i])
          error_q[i] <= 1'b0;
        else if (beat_taken & mine & rsp_error)
          error_q[i] <= 1'b1;
//% if icache_many_beats

      reg [BEAT_BITS-1:0] beat_q;

      assign ats[i*AT_BITS +: AT_BITS] = {line_q[LINE_BITS +: SET_BITS], beat_q};

      always @(posedge clk)
        if (allocated[i])
          beat_q <= {BEAT_BITS{1'b0}};
        else if (beat_taken & mine)
          beat_q <= beat_q + ONE;
//% else

      assign ats[i*AT_BITS +: AT_BITS] = line_q[LINE_BITS +: SET_BITS];
//% end
    end
  endgenerate

  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(WAYS)) u_lock (
    .sel({MSHRS{1'b1}}), .in(locks), .out(lock)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(WAYS)) u_beat_way (
    .sel(beat_mshr), .in(ways), .out(beat_way)
  );
  ${prefix}_onehot_mux #(.N(MSHRS), .WIDTH(AT_BITS)) u_beat_at (
    .sel(beat_mshr), .in(ats), .out(beat_at)
  );
endmodule
`default_nettype wire
