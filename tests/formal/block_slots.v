// block_slots - no two resident blocks share anything, each end is offered, nothing is lost
// SPDX-License-Identifier: Apache-2.0
//
// Any grid that waits for room, any core, any order of ends. The model is made of the ports: a
// block is resident from n_take to e_take. A warp that wspawn starts is alive, also in the cycle of
// its end.
`define WARPS `block_slots_WARPS
`define WARP_BITS `block_slots_WARP_BITS
`define COUNT_BITS `block_slots_COUNT_BITS
`define THREADS `block_slots_THREADS
`define SLOTS `block_slots_SLOTS
`define SLOT_BITS `block_slots_SLOT_BITS
`define PAGES `block_slots_PAGES
`define PAGE_BITS `block_slots_PAGE_BITS
`define BARRIERS `block_slots_BARRIERS
`define BARRIER_BITS `block_slots_BARRIER_BITS
`define LAUNCHES `block_slots_LAUNCHES
`define LAUNCH_BITS `block_slots_LAUNCH_BITS
module block_slots (
  input wire                     clk,
  input wire [`LAUNCH_BITS-1:0]  n_launch,
  input wire [`COUNT_BITS-1:0]   n_warps,
  input wire [`PAGE_BITS-1:0]    n_pages,
  input wire [`BARRIER_BITS-1:0] n_bars,
  input wire [`THREADS-1:0]      n_last,
  input wire                     n_whole,
  input wire                     take_any,
  input wire [`LAUNCHES-1:0]     cut_any,
  input wire                     e_take_any,
  input wire                     s_ready_any,
  input wire                     spawn_any,
  input wire [`WARP_BITS-1:0]    spawn_warp,
  input wire [`WARPS-1:0]        ended_any,
  input wire                     fault_any,
  input wire [`WARP_BITS-1:0]    fault_warp
);
  localparam [`WARPS-1:0]    WARP_0 = 1;
  localparam [`SLOTS-1:0]    SLOT_0 = 1;
  localparam [`PAGES:0]      PAGE_0 = 1;
  localparam [`BARRIERS:0]   BARRIER_0 = 1;
  localparam [`COUNT_BITS-1:0] ONE = 1;
  reg                              init = 1'b1;
  wire                             n_room;
  wire [`COUNT_BITS-1:0]           n_free;
  wire [`SLOT_BITS-1:0]            n_slot;
  wire [`PAGE_BITS-1:0]            n_page;
  wire [`BARRIER_BITS-1:0]         n_bar;
  wire [`LAUNCHES-1:0]             faults;
  wire                             e_valid;
  wire [`LAUNCH_BITS-1:0]          e_launch;
  wire [`SLOT_BITS-1:0]            e_slot;
  wire                             e_fault;
  wire                             s_valid;
  wire [`WARP_BITS-1:0]            s_warp;
  wire [`THREADS-1:0]              s_tmask;
  wire [`SLOT_BITS-1:0]            s_slot;
  wire [`LAUNCH_BITS-1:0]          s_launch;
  wire [`WARP_BITS-1:0]            s_number;
  wire                             w_first;
  wire [`SLOT_BITS-1:0]            w_slot;
  wire [`WARPS-1:0]                kill;
  wire [`WARPS*`SLOT_BITS-1:0]     slot_of;
  wire [`SLOTS-1:0]                starting;
  wire [`SLOTS-1:0]                slot_cut;
  wire [`SLOTS*`LAUNCH_BITS-1:0]   launch_of;
  wire [`BARRIERS-1:0]             n_bar_mask;
  integer                          s;
  integer                          w;

  // The model.
  reg  [`SLOTS-1:0]        busy_q;
  reg  [`SLOTS-1:0]        whole_q;
  reg  [`SLOTS-1:0]        trapped_q;
  reg  [`SLOTS-1:0]        dropped_q;                 // cut while warps were to start
  reg  [`LAUNCH_BITS-1:0]  launch_q [0:`SLOTS-1];
  reg  [`PAGES-1:0]        pages_q [0:`SLOTS-1];
  reg  [`BARRIERS-1:0]     bars_q [0:`SLOTS-1];
  reg  [`COUNT_BITS-1:0]   need_q [0:`SLOTS-1];       // warps
  reg  [`COUNT_BITS-1:0]   begun_q [0:`SLOTS-1];      // of them have started
  reg  [`THREADS-1:0]      last_q [0:`SLOTS-1];
  reg  [`WARPS-1:0]        alive_q;
  reg  [`SLOT_BITS-1:0]    of_q [0:`WARPS-1];
  reg  [`LAUNCHES-1:0]     cut_q;
  reg  [`PAGES-1:0]        used_pages;
  reg  [`BARRIERS-1:0]     used_bars;
  reg  [`LAUNCHES-1:0]     resident;
  reg  [`SLOTS-1:0]        inside;                    // per slot: it has warps that are alive
  reg  [`SLOTS-1:0]        begins;                    // per slot: warps are to be started yet
  reg  [`COUNT_BITS-1:0]   free;                      // warps that are free and not promised
  wire [`SLOTS-1:0]        over = busy_q & ~begins & ~inside;
  wire                     whole_on = |(busy_q & whole_q);

  always @* begin
    used_pages = 0;
    used_bars = 0;
    resident = 0;
    inside = 0;
    begins = 0;
    free = `WARPS;
    for (s = 0; s < `SLOTS; s = s + 1)
      if (busy_q[s]) begin
        used_pages = used_pages | pages_q[s];
        used_bars = used_bars | bars_q[s];
        resident[launch_q[s]] = 1'b1;
        begins[s] = begun_q[s] != need_q[s] & ~dropped_q[s];
        if (begins[s])
          free = free - (need_q[s] - begun_q[s]);
      end
    for (w = 0; w < `WARPS; w = w + 1)
      if (alive_q[w]) begin
        inside[of_q[w]] = 1'b1;
        free = free - ONE;
      end
    if (whole_on)
      free = 0;
  end

  // The grid: a block is given if there was room for what is asked for since the cycle before. A
  // cut stays as long as a block of the launch is resident. The core: what is alive ends and traps,
  // and in a whole core starts others, also those that are about to end.
  wire [`LAUNCH_BITS+`COUNT_BITS+`PAGE_BITS+`BARRIER_BITS+`THREADS:0] needs =
    {n_launch, n_warps, n_pages, n_bars, n_last, n_whole};
  reg  [`LAUNCH_BITS+`COUNT_BITS+`PAGE_BITS+`BARRIER_BITS+`THREADS:0] needs_q;
  reg                  old_q = 1'b0;
  wire                 same = old_q & needs == needs_q;
  wire [`LAUNCHES-1:0] cut = cut_any | (cut_q & resident);
  wire                 n_take = take_any & n_room & same & ~cut[n_launch] & ~init;
  wire                 e_take = e_take_any & e_valid & ~init;
  wire [`WARPS-1:0]    w_ended = ended_any & alive_q & {`WARPS{~init}};
  wire                 spawns = spawn_any & whole_on & |alive_q & ~init;
  wire [`WARPS-1:0]    w_spawned = (WARP_0 << spawn_warp) & {`WARPS{spawns}};
  wire                 w_fault = fault_any & alive_q[fault_warp] & ~init;
  wire                 s_go = s_valid & s_ready_any & ~spawns & ~init;
  wire [`PAGES-1:0]    pages = ((PAGE_0 << n_pages) - PAGE_0) << n_page;
  wire [`BARRIERS-1:0] bars = ((BARRIER_0 << n_bars) - BARRIER_0) << n_bar;

  ww_block_slots u (
    .clk(clk), .rst(init), .n_launch(n_launch), .n_warps(n_warps), .n_pages(n_pages),
    .n_bars(n_bars), .n_last(n_last), .n_whole(n_whole), .n_take(n_take), .n_room(n_room),
    .n_free(n_free), .n_slot(n_slot), .n_page(n_page), .n_bar(n_bar), .cut(cut), .faults(faults),
    .e_valid(e_valid), .e_take(e_take), .e_launch(e_launch), .e_slot(e_slot), .e_fault(e_fault),
    .s_valid(s_valid), .s_ready(s_ready_any & ~spawns), .s_warp(s_warp), .s_tmask(s_tmask),
    .s_slot(s_slot), .s_launch(s_launch), .s_number(s_number), .w_spawned(w_spawned),
    .w_ended(w_ended), .w_fault(w_fault), .w_fault_warp(fault_warp), .w_first(w_first),
    .w_slot(w_slot), .kill(kill), .slot_of(slot_of), .starting(starting), .slot_cut(slot_cut),
    .launch_of(launch_of), .n_bar_mask(n_bar_mask)
  );

  always @(posedge clk) begin
    init <= 1'b0;
    old_q <= ~init;
    needs_q <= needs;
    cut_q <= cut;
  end

  always @*
    if (~init) begin
      warps_asked: assume (n_warps != 0 & n_warps <= `WARPS & (~n_whole | n_warps == `WARPS));
      runs_asked: assume (n_pages <= `PAGES & n_bars <= `BARRIERS);
      in_range: assume (n_launch < `LAUNCHES & spawn_warp < `WARPS & fault_warp < `WARPS);
    end

  always @(posedge clk)
    if (init) begin
      busy_q <= 0;
      alive_q <= 0;
    end else begin
      for (s = 0; s < `SLOTS; s = s + 1)
        if (begins[s] & cut[launch_q[s]])
          dropped_q[s] <= 1'b1;
      if (n_take) begin
        busy_q[n_slot] <= 1'b1;
        whole_q[n_slot] <= n_whole;
        trapped_q[n_slot] <= 1'b0;
        dropped_q[n_slot] <= 1'b0;
        launch_q[n_slot] <= n_launch;
        pages_q[n_slot] <= pages;
        bars_q[n_slot] <= bars;
        need_q[n_slot] <= n_whole ? ONE : n_warps;
        begun_q[n_slot] <= 0;
        last_q[n_slot] <= n_last;
      end
      if (e_take)
        busy_q[e_slot] <= 1'b0;
      if (s_go)
        begun_q[s_slot] <= begun_q[s_slot] + ONE;
      if (w_fault)
        trapped_q[of_q[fault_warp]] <= 1'b1;
      alive_q <= (alive_q & ~w_ended) | w_spawned | ((WARP_0 << s_warp) & {`WARPS{s_go}});
    end

  always @(posedge clk)
    for (w = 0; w < `WARPS; w = w + 1)
      if (n_take & n_whole)
        of_q[w] <= n_slot;
      else if (s_go & s_warp == w)
        of_q[w] <= s_slot;

  // Cycles without a block in which the same is asked for.
  reg [1:0] empty_q;

  always @(posedge clk)
    if (init | |busy_q | n_take | ~same)
      empty_q <= 0;
    else if (~empty_q[1])
      empty_q <= empty_q + 1'b1;

  // Room as it has to be in the next cycle: runs of pages and barriers, a slot, warps; nothing of
  // the last block is left to start.
  wire              last = begun_q[s_slot] + ONE == need_q[s_slot];
  wire              starts = |(begins & ~((SLOT_0 << s_slot) & {`SLOTS{s_go & last}}));
  reg               fit_pages;
  reg               fit_bars;
  reg               room_q;
  integer           p;

  always @* begin
    fit_pages = 1'b0;
    fit_bars = 1'b0;
    for (p = 0; p <= `PAGES; p = p + 1)
      if (p + n_pages <= `PAGES & (((PAGE_0 << n_pages) - PAGE_0) << p & used_pages) == 0)
        fit_pages = 1'b1;
    for (p = 0; p <= `BARRIERS; p = p + 1)
      if (p + n_bars <= `BARRIERS & (((BARRIER_0 << n_bars) - BARRIER_0) << p & used_bars) == 0)
        fit_bars = 1'b1;
  end

  always @(posedge clk)
    room_q <= ~init & ~n_take & ~starts & fit_pages & fit_bars
              & (n_whole ? ~|busy_q : ~&busy_q & free >= n_warps);

  reg slots_right;
  reg warps_right;

  always @* begin
    slots_right = starting == begins;
    for (s = 0; s < `SLOTS; s = s + 1)
      if (busy_q[s])
        slots_right = slots_right & launch_of[s*`LAUNCH_BITS +: `LAUNCH_BITS] == launch_q[s]
                      & slot_cut[s] == cut[launch_q[s]];
    warps_right = 1'b1;
    for (w = 0; w < `WARPS; w = w + 1)
      if (alive_q[w])
        warps_right = warps_right & slot_of[w*`SLOT_BITS +: `SLOT_BITS] == of_q[w];
  end

  reg [`WARPS-1:0] killed;

  always @*
    for (w = 0; w < `WARPS; w = w + 1)
      killed[w] = alive_q[w] & cut[launch_q[of_q[w]]];

  always @*
    if (~init) begin
      if (n_take) slot_free: assert (~busy_q[n_slot]);
      if (n_take) pages_apart: assert ((pages & used_pages) == 0 & n_page + n_pages <= `PAGES);
      if (n_take) bars_apart: assert ((bars & used_bars) == 0 & n_bar + n_bars <= `BARRIERS);
      if (n_take) warps_there: assert (n_whole ? ~|busy_q : n_warps <= free);
      if (n_take) one_starts: assert (~|begins & ~whole_on);
      free_is: assert (n_free == free);
      clears: assert (n_bar_mask == (bars & {`BARRIERS{n_take}}));
      if (empty_q[1]) room: assert (n_room);
      room_is: assert (n_room == room_q);
      if (s_valid)
        start_right: assert (begins[s_slot] & s_launch == launch_q[s_slot] & ~cut[s_launch]);
      if (s_valid) start_free: assert (~alive_q[s_warp]);
      if (s_valid) start_number: assert (s_number == begun_q[s_slot]);
      if (s_valid)
        start_lanes: assert (s_tmask == (last ? last_q[s_slot] : {`THREADS{1'b1}}));
      ends: assert (e_valid == |over);
      if (e_valid)
        end_right: assert (over[e_slot] & e_launch == launch_q[e_slot]
                           & e_fault == trapped_q[e_slot]);
      kills: assert (kill == killed);
      slots: assert (slots_right);
      warps: assert (warps_right);
      if (w_fault)
        first: assert (w_slot == of_q[fault_warp] & w_first == ~trapped_q[w_slot]
                       & faults == 1 << launch_q[w_slot]);
    end
endmodule
