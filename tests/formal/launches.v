// launches - a launch is done once, behind its blocks and a release; order, cuts, results, idle
// SPDX-License-Identifier: Apache-2.0
//
// Two slots, two cores; any host, a grid that keeps its rules, any ends. Where a launch is: free,
// queued, prepared, in the grid, out, done.
`define CORES 2
`define RECORD_BITS (`launches_CORE_BITS + `launches_WARP_BITS + 165)
module launches (
  input wire       clk,
  input wire       ring_any,
  input wire       h_slot,
  input wire [1:0] abort_any,
  input wire [1:0] ack_any,
  input wire       stop_any,
  input wire       pop_any,
  input wire       skip_any,
  input wire [3:0] reason,
  input wire       acquire_any,
  input wire       a_keep,
  input wire       go_any,
  input wire       p_flush,
  input wire       given_any,
  input wire       out_any,
  input wire       n_launch,
  input wire [1:0] faults_any,
  input wire       end_any,
  input wire       e_launch,
  input wire       e_fault,
  input wire [3:0] e_mark,      // of the record, to tell records apart
  input wire       r_slot,
  input wire [1:0] sync_any
);
  localparam [2:0] FREE = 3'd0;
  localparam [2:0] QUEUED = 3'd1;
  localparam [2:0] PREPARED = 3'd2;
  localparam [2:0] GRID = 3'd3;
  localparam [2:0] OUT = 3'd4;
  localparam [2:0] DONE = 3'd5;
  reg                     init = 1'b1;
  wire [1:0]              busy;
  wire [1:0]              done;
  wire [1:0]              cut;
  wire [1:0]              ahead;
  wire [7:0]              r_status;
  wire [`RECORD_BITS-1:0] r_fault;
  wire                    idle;
  wire                    q_valid;
  wire                    q_launch;
  wire                    a_done;
  wire                    y_start;
  wire [2:0]              y_op;

  reg  [2:0] at_q [0:1];        // where it is
  reg  [2:0] in_q [0:1];        // blocks in cores
  reg        prepared_q;        // launch_prepare has one
  reg        which_q;           // this one
  reg        first_q;           // of two queued ones the older
  reg  [1:0] done_q;
  reg        sync_q;            // an acquire or a release goes on
  reg  [2:0] op_q;
  reg  [1:0] waits_q;           // per core: not done
  reg  [1:0] ready_q;           // per slot: out, without blocks, when the release began
  reg        released_q;        // a release has ended
  reg  [1:0] flush_q;
  reg        keep_q;            // of an acquire, a cycle ago

  // The surroundings.
  wire       h_ring = ring_any & ~init;
  wire       rings = h_ring & at_q[h_slot] == FREE;
  wire [1:0] h_abort = abort_any & {2{~init}};
  wire [1:0] h_ack = ack_any & {2{~init}};
  wire       h_stop = stop_any & ~init;
  wire       q_pop = pop_any & q_valid & ~prepared_q & ~init;
  wire       skipped = skip_any & prepared_q & ~init;
  wire       p_go = go_any & ~skip_any & prepared_q & at_q[0] != GRID & at_q[1] != GRID & ~init;
  wire       a_valid = acquire_any & prepared_q & ~init;
  wire       given = given_any & at_q[n_launch] == GRID & ~cut[n_launch]
                     & in_q[n_launch] < 4 & ~init;
  wire       out = out_any & at_q[n_launch] == GRID & ~init;
  wire       e_go = end_any & in_q[e_launch] != 0 & ~init;
  wire [1:0] faults = faults_any & {in_q[1] != 0, in_q[0] != 0} & {2{~init}};
  wire [1:0] y_done = sync_any & {2{sync_q & ~y_start}};
  wire       sync_ends = sync_q & ~y_start & (waits_q & ~y_done) == 0;

  ww_launches #(.CORES(`CORES), .RESIDENT_BITS(3)) u (
    .clk(clk), .rst(init), .h_ring(h_ring), .h_slot(h_slot), .h_abort(h_abort), .h_ack(h_ack),
    .h_stop(h_stop), .busy(busy), .done(done), .r_slot(r_slot), .r_status(r_status),
    .r_fault(r_fault), .idle(idle), .q_valid(q_valid), .q_launch(q_launch), .q_pop(q_pop),
    .cut(cut), .ahead(ahead), .skipped(skipped), .reason(reason), .here(which_q), .a_valid(a_valid),
    .a_keep(a_keep), .a_done(a_done), .p_go(p_go), .p_flush(p_flush), .given(given), .out(out),
    .n_launch(n_launch), .faults(faults), .e_go(e_go), .e_launch(e_launch), .e_fault(e_fault),
    .e_record({{`RECORD_BITS-4{1'b0}}, e_mark}), .y_start(y_start), .y_op(y_op), .y_done(y_done)
  );

  wire [1:0] quiet = {at_q[1] == OUT & in_q[1] == 0, at_q[0] == OUT & in_q[0] == 0};
  integer    l;

  always @(posedge clk) begin
    init <= 1'b0;
    for (l = 0; l < 2; l = l + 1)
      if (init) begin
        at_q[l] <= FREE;
        in_q[l] <= 0;
        done_q[l] <= 1'b0;
      end else begin
        if (rings & h_slot == l) at_q[l] <= QUEUED;
        else if (q_pop & q_launch == l) at_q[l] <= PREPARED;
        else if (p_go & which_q == l) at_q[l] <= GRID;
        else if ((skipped & which_q == l) | (out & n_launch == l)) at_q[l] <= OUT;
        else if (done[l] & ~done_q[l]) at_q[l] <= h_ack[l] ? FREE : DONE;
        else if (at_q[l] == DONE & h_ack[l]) at_q[l] <= FREE;
        in_q[l] <= in_q[l] + (given & n_launch == l) - (e_go & e_launch == l);
        done_q[l] <= done[l] & ~h_ack[l];
        if (rings & h_slot == l) flush_q[l] <= 1'b0;
        else if (p_go & which_q == l) flush_q[l] <= p_flush;
      end
    if (rings)
      first_q <= at_q[~h_slot] == QUEUED ? ~h_slot : h_slot;
    else if (q_pop)
      first_q <= ~q_launch;
    keep_q <= a_keep;
    prepared_q <= ~init & (q_pop | (prepared_q & ~skipped & ~p_go));
    if (q_pop)
      which_q <= q_launch;
    sync_q <= ~init & (y_start | (sync_q & ~sync_ends));
    released_q <= ~init & sync_ends & op_q[1];
    waits_q <= y_start ? 2'b11 : waits_q & ~y_done;
    if (y_start & ~init) begin
      op_q <= y_op;
      ready_q <= quiet;
    end
  end

  // Cuts and results.
  reg  [1:0] cut_q;
  reg  [1:0] trapped_q;
  reg  [1:0] missed_q;
  reg  [3:0] reason_q [0:1];
  reg  [3:0] mark_q [0:1];

  always @(posedge clk)
    for (l = 0; l < 2; l = l + 1)
      if (init | (rings & h_slot == l)) begin
        cut_q[l] <= 1'b0;
        trapped_q[l] <= 1'b0;
        missed_q[l] <= 1'b0;
      end else begin
        cut_q[l] <= busy[l] & ~done[l] & (cut_q[l] | h_abort[l] | h_stop | faults[l]);
        missed_q[l] <= missed_q[l] | (cut_q[l] & ~quiet[l] & ~done[l]);
        if (e_go & e_fault & e_launch == l) begin
          trapped_q[l] <= 1'b1;
          if (~trapped_q[l])
            mark_q[l] <= e_mark;
        end
        if ((skipped | p_go) & which_q == l)
          reason_q[l] <= reason;
      end

  wire [1:0] now = done & ~done_q;       // done since this cycle
  wire [1:0] free = {at_q[1] == FREE, at_q[0] == FREE};
  wire [1:0] kept = {at_q[1] == DONE, at_q[0] == DONE};
  wire [1:0] waits = {at_q[1] == QUEUED, at_q[0] == QUEUED};
  wire [1:0] rest = free | kept | done;
  wire [1:0] popped = ~(free | waits | kept | done);

  always @*
    if (~init) begin
      cut_is: assert (cut == cut_q);
      if (done[r_slot]) reason_is: assert (r_status[7:4] == reason_q[r_slot]);
      if (done[r_slot])
        status: assert (r_status[3:0] == (|reason_q[r_slot] ? 3 : trapped_q[r_slot] ? 2
                                          : missed_q[r_slot]));
      if (done[r_slot] & trapped_q[r_slot]) record: assert (r_fault[3:0] == mark_q[r_slot]);
      busy_is: assert (busy == ~free);
      if (|now) due: assert ((now & ~quiet) == 0);
      if (|now) released: assert (released_q & (now & ~ready_q) == 0 & op_q[2] == |(now & flush_q));
      if (|kept) stays: assert ((kept & ~done) == 0);
      if (y_start)
        one: assert (~sync_q & (y_op[1] ? y_op[0] == 0 & |quiet : y_op == {keep_q, 2'b01}));
      a_done_is: assert (a_done == (sync_ends & ~op_q[1]));
      waits_is: assert (q_valid == |waits);
      if (q_valid) order: assert (waits[q_launch] & (~&waits | q_launch == first_q));
      if (prepared_q) ahead_is: assert (ahead == (popped & ~(2'b01 << which_q)));
      if (idle) idle_is: assert (&rest & in_q[0] == 0 & in_q[1] == 0 & ~sync_q & ~y_start);
      if (&rest & ~sync_q & ~y_start & ~prepared_q) idle_then: assert (idle);
    end
endmodule
