// icache_mshr - lines on their way into the instruction cache
// SPDX-License-Identifier: Apache-2.0
//
// An MSHR asks for its line, counts the beats that arrive, has the line entered into the tags, and
// then keeps it: its way is not replaced until every warp that was woken has had its answer. Misses
// to a line that has an MSHR need no other; nobody waits in here. A wake follows each new line.
//
// A miss is refused if no MSHR is free or if its victim is still kept. The next MSHR that is freed
// then gives a wake too, and the waiting warps have turns (round robin): until the warp whose
// turn it is has its block, no other warp gets an MSHR. So a warp that waits is served after at
// most one turn of each other warp, whatever lines they want: the MSHRs in use come free, as
// memory answers and every woken warp asks again within a bounded time; then its miss is taken; and
// the line stays until it has asked.
//% if icache_prefetches
//
// A line that was looked up ahead gets an MSHR if another one stays free and nobody was refused.
//% end
`default_nettype none
module ${prefix}_icache_mshr #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter LINE_BITS = ${icache_line_bits},
  parameter SET_BITS = ${icache_set_bits},
  parameter TOP = ${fetch_top_bits},
  parameter WAYS = ${icache_ways},
  parameter MSHRS = ${icache_mshrs},
  parameter ID_BITS = ${icache_id_bits},
  parameter BEAT_BITS = ${icache_beat_bits}, // log2 of the beats of a line //% if icache_many_beats
  parameter AT_BITS = ${icache_at_bits}      // log2 of the beats in a way
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire [39:0] congest,                          //% if congest
  output wire [${stall_ask}:${stall_miss}] congested,  //% if congest
  input  wire                   blocked,       // nothing new
  output wire                   busy,
  // lookup: a miss
  input  wire                   r_valid,
  input  wire [WARP_BITS-1:0]   r_warp,
  input  wire                   r_ahead,  //% if icache_prefetches
  input  wire [TOP-1:LINE_BITS] r_line,
  input  wire [WAYS-1:0]        victim,
  output wire                   alloc,         // an MSHR takes it, and the victim
  output wire [WAYS-1:0]        locked,  //% if icache_random
  // tags
  output wire                   install,       // a line is complete
  input  wire                   install_taken,
  output wire [WAYS-1:0]        install_way,
  output wire [TOP-1:LINE_BITS] install_line,
  output wire                   install_error,
  input  wire                   installed,     // the tag is being written
  // fetch
  input  wire [WARPS-1:0]       ibus_waits,
  input  wire [WARPS-1:0]       ibus_retries,
  output wire                   ibus_wake,
  // line port: requests
  output wire                   req_valid,
  input  wire                   req_ready,
  output wire [ID_BITS-1:0]     req_id,
  output wire [TOP-1:LINE_BITS] req_line,
  // fill: where the beat of this id belongs
  input  wire [ID_BITS-1:0]     rsp_id,
  input  wire                   rsp_error,
  input  wire                   beat_taken,
  output wire [MSHRS-1:0]       beat_mshr,
  output wire [WAYS-1:0]        beat_way,
  output wire [AT_BITS-1:0]     beat_at,
  input  wire [MSHRS-1:0]       filled         // its last row has been written
);
  localparam NUMBER_BITS = TOP - LINE_BITS;
  localparam [BEAT_BITS-1:0] ONE = 1;  //% if icache_many_beats

  reg  [MSHRS-1:0]             busy_q;
  reg  [MSHRS-1:0]             ask_q;          // its request is still to be sent
  reg  [MSHRS-1:0]             done_q;         // complete, not entered
  reg  [MSHRS-1:0]             keep_q;         // entered
  reg  [MSHRS-1:0]             error_q;
  wire [MSHRS-1:0]             match;
  wire [MSHRS*NUMBER_BITS-1:0] lines;
  wire [MSHRS*WAYS-1:0]        ways;
  wire [MSHRS*WAYS-1:0]        locks;
  wire [MSHRS*AT_BITS-1:0]     ats;

  // Taking a miss.
  reg  [WARPS-1:0]             turn_q;         // one warp or none
  reg                          refused_q;      // a warp needs a wake when an MSHR is freed
  reg                          freed_q;
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

  // Asking for lines.
  reg                          req_valid_q;
  reg  [ID_BITS-1:0]           req_id_q;
  reg  [TOP-1:LINE_BITS]       req_line_q;
//% stall ask |ask_q & (~req_valid_q | req_ready)
  wire                         advance = |ask_q & (~req_valid_q | req_ready)${unless stall ask};
  wire [MSHRS-1:0]             asking;
  wire [MSHRS-1:0]             asked = asking & {MSHRS{advance}};
  wire [ID_BITS-1:0]           asking_id;
  wire [TOP-1:LINE_BITS]       asking_line;

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

  // Entering complete lines, and letting go of them.
  wire [MSHRS-1:0]             entering = done_q & -done_q;
  wire [MSHRS-1:0]             entered = entering & {MSHRS{install_taken}};
  wire                         let_go = ~installed & ~wake_q & ~|ibus_retries;
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

  // A lookup that still missed the new line has its answer now at the latest.
  assign ibus_wake = wake_q;
  assign busy = |busy_q;

  // Turns.
  wire [WARPS-1:0]             waiting = ibus_waits | ibus_retries;
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
      reg  [TOP-1:LINE_BITS] line_q;
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
