// block_slots - the resident blocks of one core: room, starts of warps, ends
// SPDX-License-Identifier: Apache-2.0
//
// A block holds a slot, a number of warps, a run of pages of shared memory and a run of barriers.
//
//   t    room is computed from what is free
//   t+1  n_room: the grid may give its next block (n_take); slot, pages and barriers are taken
//   t+2  the first warp starts (s_valid); then one warp a cycle, in the order of their numbers
//
// What ends in between makes the room only larger. Room is computed again when the last warp of
// the block starts, so a core takes a block of n warps every n + 1 cycles.
//
// A warp is free for another block when it has ended: halted, and its accesses have performed.
// When all warps of a block have ended, the slot offers this end (e_valid). With e_take slot, pages
// and barriers are free again: the only place where they become so.
//
// A block of a whole core (n_whole) is how a program with a main of its own runs: all warps are the
// block's, warp 0 starts with one thread, and wspawn starts others. The block ends when no warp is
// alive.
//
// Blocks of a launch that is cut end early: no warp of them starts any more, and those alive are
// killed (level): the core halts them as soon as nothing of theirs is in flight, then they end.
`default_nettype none
module ${prefix}_block_slots #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter COUNT_BITS = ${warp_count_bits},    // holds 0..WARPS
  parameter THREADS = ${threads},
  parameter SLOTS = ${blocks},
  parameter SLOT_BITS = ${slot_bits},
  parameter PAGES = ${pages},
  parameter PAGE_BITS = ${page_bits},     // holds 0..PAGES
  parameter BARRIERS = ${barriers},
  parameter BARRIER_BITS = ${bars_bits},  // holds 0..BARRIERS
  parameter LAUNCHES = ${launches},
  parameter LAUNCH_BITS = ${launch_bits}
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire [39:0] congest,                                 // {rate, seed}      //% if congest
  output wire [${stall_ended}:${stall_start}] congested,  // a stall acts now  //% if congest
  // grid: what its next block needs, and whether this core gets it
  input  wire [LAUNCH_BITS-1:0]     n_launch,  // launch of the block
  input  wire [COUNT_BITS-1:0]      n_warps,   // warps of the block, at least 1
  input  wire [PAGE_BITS-1:0]       n_pages,   // pages of shared memory
  input  wire [BARRIER_BITS-1:0]    n_bars,    // barriers
  input  wire [THREADS-1:0]         n_last,    // threads of its last warp
  input  wire                       n_whole,   // the block has the whole core
  input  wire                       n_take,    // the block begins here
  output wire                       n_room,    // the block fits
  output wire [COUNT_BITS-1:0]      n_free,    // warps that are free
  output wire [SLOT_BITS-1:0]       n_slot,    // slot that it would have
  output wire [PAGE_BITS-1:0]       n_page,    // first page that it would have
  output wire [BARRIER_BITS-1:0]    n_bar,     // first barrier that it would have
  // launches
  input  wire [LAUNCHES-1:0]        cut,       // per launch: its blocks are to end
  output wire [LAUNCHES-1:0]        faults,    // per launch: one of its warps traps now
  output wire                       e_valid,   // a block has ended
  input  wire                       e_take,    // the end of the block is counted
  output wire [LAUNCH_BITS-1:0]     e_launch,  // launch of the block
  output wire [SLOT_BITS-1:0]       e_slot,    // slot of the block
  output wire                       e_fault,   // one of its warps has trapped
  // warp control of the core
  output wire                       s_valid,    // start a warp; falls if its launch is cut
  input  wire                       s_ready,    // the warp starts
  output wire [WARP_BITS-1:0]       s_warp,     // the warp
  output wire [THREADS-1:0]         s_tmask,    // threads of the warp
  output wire [SLOT_BITS-1:0]       s_slot,     // slot of its block
  output wire [LAUNCH_BITS-1:0]     s_launch,   // launch of its block
  output wire [WARP_BITS-1:0]       s_number,   // number of the warp in the block
  input  wire [WARPS-1:0]           w_spawned,  // one-hot warp that wspawn starts, or 0
//% if clear
  input  wire [WARPS-1:0]           c_ended,    // per warp: has halted, and is not in flight
  output wire [WARPS-1:0]           w_ended,    // per warp: has ended now
  // what is cleared
  output wire                       clear_valid,  // clear the registers of clear_warp
  output wire [WARP_BITS-1:0]       clear_warp,   // the warp
  input  wire                       clear_done,   // the last register of clear_warp is cleared now
  output wire                       clear_start,    // clear pages of shared memory  //% if smem
  output wire [PAGES-1:0]           clear_pages,    // pages to clear                //% if smem
  input  wire                       smem_clearing,  // pages are being cleared       //% if smem
//% else
  input  wire [WARPS-1:0]           w_ended,    // per warp: has ended now
//% end
  input  wire                       w_fault,    // a warp traps, not after it has ended
  input  wire [WARP_BITS-1:0]       w_fault_warp,   // the warp
  output wire                       w_first,    // first trap of its block: keep it
  output wire [SLOT_BITS-1:0]       w_slot,     // slot of the warp in w_fault_warp
  output wire [WARPS-1:0]           kill,       // per warp: is to halt
  // barrier and CSRs
  output wire [WARPS*SLOT_BITS-1:0] slot_of,    // per warp: slot of its block
  output wire [SLOTS-1:0]           starting,   // per slot: warps are to be started yet
  output wire [SLOTS-1:0]           slot_cut,   // per slot: its launch is cut
  output wire [SLOTS*LAUNCH_BITS-1:0] launch_of,  // per slot: launch of its block
  output wire [BARRIERS-1:0]        n_bar_mask  // barriers that n_take gives, which are empty
);
  localparam [COUNT_BITS-1:0] ONE = 1;
  localparam [COUNT_BITS-1:0] ALL = WARPS;
  localparam [WARPS-1:0] WARP_0 = 1;
  localparam PLACES = 1 << SLOT_BITS;

  // What is free, and what the next block would have.
  reg  [WARPS-1:0]        free_q;
  reg  [COUNT_BITS-1:0]   count_q;   // warps free and not promised to a block
  reg  [PAGES-1:0]        page_q;    // per page: free
  reg  [BARRIERS-1:0]     bar_q;     // per barrier: free
  reg  [SLOTS-1:0]        busy_q;
  reg                     whole_q;   // the block in slot 0 has the whole core
  reg                     room_q;
  reg  [SLOTS-1:0]        new_q;     // one-hot slot
  reg  [SLOT_BITS-1:0]    slot_q;
  reg  [PAGES-1:0]        pages_q;
  reg  [PAGE_BITS-1:0]    first_page_q;
  reg  [BARRIERS-1:0]     bars_q;
  reg  [BARRIER_BITS-1:0] first_bar_q;

  // The block whose warps are being started.
  reg  [COUNT_BITS-1:0]   todo_q;    // warps to start
  reg  [SLOT_BITS-1:0]    s_slot_q;
  reg  [LAUNCH_BITS-1:0]  s_launch_q;
  reg  [THREADS-1:0]      s_last_q;
  reg  [WARP_BITS-1:0]    s_number_q;

  reg  [WARPS-1:0]        alive_q;
  reg  [SLOTS-1:0]        faulted_q;
  reg  [PAGES-1:0]        page_m [0:PLACES-1];
  reg  [BARRIERS-1:0]     bar_m [0:PLACES-1];

  wire                    starts = |todo_q;
  wire                    last = todo_q == ONE;
  wire                    dropped = starts & cut[s_launch_q];
  wire                    s_go = s_valid & s_ready;
  wire [WARPS-1:0]        lowest;
  wire [WARPS-1:0]        chosen = whole_q ? WARP_0 : lowest;
  wire [WARPS-1:0]        started = chosen & {WARPS{s_go}};
  wire [WARPS-1:0]        returned = w_ended & {WARPS{~whole_q}};
  wire [SLOTS-1:0]        ended;       // per slot: its block has ended
  wire [SLOTS-1:0]        end_slot;    // one-hot slot whose end is offered
  wire                    clean;       // the block of the slot has left nothing  //% if clear
  wire [SLOTS-1:0]        new_slot;
  wire [SLOT_BITS-1:0]    new_index;
  wire                    fit_pages;
  wire                    fit_bars;
  wire [PAGES-1:0]        pages;
  wire [PAGE_BITS-1:0]    first_page;
  wire [BARRIERS-1:0]     bars;
  wire [BARRIER_BITS-1:0] first_bar;
  wire                    whole_ends = e_take & whole_q;
  reg  [COUNT_BITS-1:0]   returns;
  integer                 i;
  genvar                  s;
  genvar                  w;

  // Room.
  ${prefix}_block_fit #(.N(PAGES), .BITS(PAGE_BITS)) u_pages (
    .free(page_q), .count(n_pages), .fits(fit_pages), .mask(pages), .first(first_page)
  );
  ${prefix}_block_fit #(.N(BARRIERS), .BITS(BARRIER_BITS)) u_bars (
    .free(bar_q), .count(n_bars), .fits(fit_bars), .mask(bars), .first(first_bar)
  );
  ${prefix}_onehot_lowest #(.N(SLOTS)) u_new (
    .in(~busy_q), .lowest(new_slot)
  );
  ${prefix}_onehot_index #(.N(SLOTS), .BITS(SLOT_BITS)) u_new_index (
    .onehot(new_slot), .index(new_index)
  );

  always @(posedge clk)
    if (rst)
      room_q <= 1'b0;
    else
      room_q <= ~n_take & (~starts | (last & s_go)) & fit_pages & fit_bars
                & (n_whole ? ~|busy_q : ~&busy_q & count_q >= n_warps);

  always @(posedge clk) begin
    new_q <= new_slot;
    slot_q <= new_index;
    pages_q <= pages;
    first_page_q <= first_page;
    bars_q <= bars;
    first_bar_q <= first_bar;
  end

  assign n_room = room_q;
  assign n_free = count_q;
  assign n_slot = slot_q;
  assign n_page = first_page_q;
  assign n_bar = first_bar_q;

  // Warps.
  ${prefix}_onehot_lowest #(.N(WARPS)) u_warp (
    .in(free_q), .lowest(lowest)
  );
  ${prefix}_onehot_index #(.N(WARPS), .BITS(WARP_BITS)) u_s_warp (
    .onehot(chosen), .index(s_warp)
  );

  always @* begin
    returns = {COUNT_BITS{1'b0}};
    for (i = 0; i < WARPS; i = i + 1)
      returns = returns + {{COUNT_BITS-1{1'b0}}, returned[i]};
  end

  always @(posedge clk)
    if (rst | whole_ends) begin
      free_q <= {WARPS{1'b1}};
      count_q <= ALL;
    end else if (n_take & n_whole) begin
      free_q <= {WARPS{1'b0}};
      count_q <= {COUNT_BITS{1'b0}};
    end else if (~whole_q) begin
      free_q <= (free_q | returned) & ~started;
      count_q <= count_q + returns - (n_take ? n_warps : {COUNT_BITS{1'b0}})
                 + (dropped ? todo_q : {COUNT_BITS{1'b0}});
    end

  always @(posedge clk)
    if (rst)
      todo_q <= {COUNT_BITS{1'b0}};
    else if (n_take)
      todo_q <= n_whole ? ONE : n_warps;
    else if (dropped)
      todo_q <= {COUNT_BITS{1'b0}};
    else if (s_go)
      todo_q <= todo_q - ONE;

  always @(posedge clk)
    if (n_take) begin
      s_slot_q <= slot_q;
      s_launch_q <= n_launch;
      s_last_q <= n_last;
      s_number_q <= {WARP_BITS{1'b0}};
    end else if (s_go)
      s_number_q <= s_number_q + 1'b1;

//% stall start starts & ~cut[s_launch_q] & s_ready
  assign s_valid = starts & ~cut[s_launch_q]${unless stall start};
  assign s_tmask = last ? s_last_q : {THREADS{1'b1}};
  assign s_slot = s_slot_q;
  assign s_launch = s_launch_q;
  assign s_number = s_number_q;

  always @(posedge clk)
    if (rst)
      alive_q <= {WARPS{1'b0}};
    else
      alive_q <= (alive_q & ~w_ended) | started | (w_spawned & {WARPS{whole_q}});

  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      reg  [SLOT_BITS-1:0] of_q;

      always @(posedge clk)
        if (n_take & n_whole)
          of_q <= slot_q;
        else if (started[w] & ~whole_q)
          of_q <= s_slot_q;

      assign slot_of[w*SLOT_BITS +: SLOT_BITS] = of_q;
      assign kill[w] = alive_q[w] & slot_cut[of_q];
    end
  endgenerate

  // Blocks.
  always @(posedge clk)
    if (rst) begin
      busy_q <= {SLOTS{1'b0}};
      page_q <= {PAGES{1'b1}};
      bar_q <= {BARRIERS{1'b1}};
      whole_q <= 1'b0;
    end else begin
      busy_q <= (busy_q | (new_q & {SLOTS{n_take}})) & ~(end_slot & {SLOTS{e_take}});
      page_q <= (page_q & ~(pages_q & {PAGES{n_take}})) | (page_m[e_slot] & {PAGES{e_take}});
      bar_q <= (bar_q & ~(bars_q & {BARRIERS{n_take}})) | (bar_m[e_slot] & {BARRIERS{e_take}});
      whole_q <= (whole_q & ~e_take) | (n_take & n_whole);
    end

  always @(posedge clk)
    if (n_take) begin
      page_m[slot_q] <= pages_q;
      bar_m[slot_q] <= bars_q;
    end

  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : g_slot
      localparam [SLOT_BITS-1:0] ME = s;
      reg  [LAUNCH_BITS-1:0] launch_q;
      wire [WARPS-1:0]       member;

      for (w = 0; w < WARPS; w = w + 1) begin : g_member
        assign member[w] = alive_q[w] & slot_of[w*SLOT_BITS +: SLOT_BITS] == ME;
      end

      always @(posedge clk)
        if (n_take & new_q[s])
          launch_q <= n_launch;

      always @(posedge clk)
        if (rst)
          faulted_q[s] <= 1'b0;
        else
          faulted_q[s] <= ~(n_take & new_q[s])
                          & (faulted_q[s] | (w_fault & w_slot == ME));

      assign launch_of[s*LAUNCH_BITS +: LAUNCH_BITS] = launch_q;
      assign starting[s] = starts & s_slot_q == ME;
      assign slot_cut[s] = cut[launch_q];
      assign ended[s] = busy_q[s] & ~starting[s] & ~|member;
    end
  endgenerate

  // Ends and traps.
//% if clear
  localparam [SLOTS-1:0] SLOT_0 = 1;

  ${prefix}_block_clear u_clear (
    .whole(whole_q), .over(ended),
    .e_valid(clean),
    .e_pages(|clear_pages),  //% if smem
//% connect block_clear
  );

  assign clear_pages = page_m[e_slot];  //% if smem
  assign end_slot = SLOT_0 << e_slot;
//% stall ended clean
  assign e_valid = clean${unless stall ended};
//% else
  ${prefix}_onehot_lowest #(.N(SLOTS)) u_end (
    .in(ended), .lowest(end_slot)
  );
  ${prefix}_onehot_index #(.N(SLOTS), .BITS(SLOT_BITS)) u_e_slot (
    .onehot(end_slot), .index(e_slot)
  );

//% stall ended |ended
  assign e_valid = |ended${unless stall ended};
//% end
  assign e_launch = launch_of[e_slot*LAUNCH_BITS +: LAUNCH_BITS];
  assign e_fault = faulted_q[e_slot];
  assign w_slot = slot_of[w_fault_warp*SLOT_BITS +: SLOT_BITS];
  assign w_first = w_fault & ~faulted_q[w_slot];

  generate
    for (s = 0; s < LAUNCHES; s = s + 1) begin : g_fault
      localparam [LAUNCH_BITS-1:0] ME = s;
      assign faults[s] = w_fault & launch_of[w_slot*LAUNCH_BITS +: LAUNCH_BITS] == ME;
    end
  endgenerate

  assign n_bar_mask = bars_q & {BARRIERS{n_take}};
endmodule
`default_nettype wire
