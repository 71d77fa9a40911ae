// dispatch - launches of grids: from the host's words to the blocks of cores, and back
// SPDX-License-Identifier: Apache-2.0
//
//   launch_words -> launch_prepare -> grid -> blocks (in each core) -> warp control
//                         launches <- ends, traps <-'
//
// The host writes the ten words of a launch, rings its slot, finds it done, reads its result and
// acknowledges it. doc/blocks.md has the words. Signals of all cores stand side by side, those of
// core 0 in the low bits.
`default_nettype none
module ${prefix}_dispatch #(
  parameter CORES = ${cores},
  parameter CORE_BITS = ${core_bits},
  parameter WARP_BITS = ${warp_bits},
  parameter WARP_COUNT_BITS = ${warp_count_bits},
  parameter THREADS = ${threads},
  parameter PAGE_BITS = ${page_bits},
  parameter BARS_BITS = ${bars_bits},
  parameter LAUNCHES = ${launches},
  parameter LAUNCH_BITS = ${launch_bits},
  parameter WHERE_BITS = ${where_bits},
  parameter LAUNCH_RECORD_BITS = ${trace_launch_bits},  //% if trace_retire
  parameter END_BITS = ${end_bits}
) (
  input  wire                      clk,
  input  wire                      rst,
  input  wire [39:0] congest,                                   // {rate, seed}      //% if congest
  output wire [${stall_give}:${stall_launch}] congested,  // a stall acts now  //% if congest
  // host
  input  wire                      launch_more,   // the host has more launches to make: not done
  input  wire                      launch_ring,   // doorbell: a launch begins
  input  wire [LAUNCH_BITS-1:0]    launch_slot,   // slot of the launch, which is not busy
  input  wire [LAUNCHES-1:0]       launch_abort,  // per slot: cut its launch
  input  wire [LAUNCHES-1:0]       launch_ack,    // per slot: if it is done, it is free again
  input  wire                      launch_write,  // write a word of a slot that is not busy
  input  wire [WHERE_BITS-1:0]     launch_where,  // {slot, word} to write
  input  wire [3:0]                launch_strb,   // bytes to write
  input  wire [31:0]               launch_data,   // data to write
  input  wire [WHERE_BITS-1:0]     launch_read,   // {slot, word} to read
  output wire [31:0]               launch_word,   // value of the word
  output wire [LAUNCHES-1:0]       launch_busy,   // per slot: not free
  output wire [LAUNCHES-1:0]       launch_done,   // per slot: done, with a result
//% if hosted
  output wire                      launch_idle,   // no launch waits or runs
  output wire [31:0]               launch_given,  // blocks given to cores since the reset
  output wire [31:0]               launch_ended,  // blocks that have ended
//% end
//% if trace_retire
  output wire                      trace_launch_valid,              // a record in this cycle
  output wire [LAUNCH_RECORD_BITS-1:0] trace_launch,                // record of launches
//% end
  // words of a launch, for each core
  output wire                      blk_word_valid,   // a word of a launch is written
  output wire [LAUNCH_BITS-1:0]    blk_word_launch,  // launch that the word is of
  output wire [3:0]                blk_word_index,   // number of the word
  output wire [31:0]               blk_word,         // the word
  // the next block
  output wire [LAUNCH_BITS-1:0]    blk_launch,  // launch of the block
  output wire [31:0]               blk_x,       // x of the block
  output wire [31:0]               blk_y,       // y of the block
  output wire [31:0]               blk_z,       // z of the block
  output wire [31:0]               blk_index,   // number of the block in the grid  //% if ventus
  output wire [31:0]               blk_private,  // private memory of the block  //% if ventus
  output wire [WARP_COUNT_BITS-1:0] blk_warps,  // warps of the block, at least 1
  output wire [PAGE_BITS-1:0]      blk_pages,   // pages of shared memory of the block
  output wire [BARS_BITS-1:0]      blk_bars,    // barriers of the block
  output wire [THREADS-1:0]        blk_last,    // threads of its last warp
  output wire                      blk_whole,   // the block has a whole core
  output wire [CORES-1:0]          blk_take,    // per core: it begins there
  input  wire [CORES-1:0]          blk_room,    // per core: it fits
  input  wire [CORES*WARP_COUNT_BITS-1:0] blk_free,  // per core: warps that are free
  // ends and traps
  output wire [LAUNCHES-1:0]       blk_cut,         // per launch: its blocks are to end
  input  wire [CORES*LAUNCHES-1:0] blk_faults,      // per core and launch: one of its warps traps
  input  wire [CORES-1:0]          blk_end_valid,   // per core: a block has ended
  output wire [CORES-1:0]          blk_end_take,    // per core: its end is counted
  input  wire [CORES*LAUNCH_BITS-1:0] blk_end_launch,  // per core: its launch
  input  wire [CORES-1:0]          blk_end_fault,   // per core: one of its warps has trapped
  input  wire [CORES*END_BITS-1:0] blk_end_record,  // per core: {warp, cause, pc, tval, z, y, x}
  input  wire [CORES-1:0]          c_stop,          // per core: an access has failed
  // caches
//% if caches
  output wire                      sync_start,  // flush the caches
  output wire [2:0]                sync_op,     // {invalidate I, invalidate D, write back D}
  input  wire [CORES-1:0]          sync_done,   // per core: this flush is complete
  output wire                      run_done,    // no more launches, and all are done
  output wire                      l2_flush,    // write back the second-level cache  //% if l2
  input  wire                      l2_flushed,  // all dirty lines are in memory      //% if l2
//% else
  output wire                      done,        // no more launches, and all are done
//% end
  input  wire [CORES-1:0]          fetch_idle,   // per core: no fetch is in flight  //% if hosted
  input  wire [CORES-1:0]          icache_idle,  // per core: nor a line  //% if insn_idle
  input  wire [CORES-1:0]          core_done    // per core: nothing is active, nothing in flight
);
  localparam RECORD_BITS = CORE_BITS + END_BITS;

  wire                   q_valid;
  wire [LAUNCH_BITS-1:0] q_launch;
  wire                   q_pop;
  wire [LAUNCHES-1:0]    ahead;
  wire                   skipped;
  wire [3:0]             reason;
  wire [LAUNCH_BITS-1:0] here;
  wire [WHERE_BITS-1:0]  d_where;
  wire [31:0]            d_word;
  wire                   a_valid;
  wire                   a_keep;
  wire                   a_done;
  wire                   p_valid;
  wire                   p_ready;
  wire [31:0]            p_x;
  wire [31:0]            p_y;
  wire [31:0]            p_z;
  wire [WARP_COUNT_BITS-1:0] p_warps;
  wire [PAGE_BITS-1:0]   p_pages;
  wire [BARS_BITS-1:0]   p_bars;
  wire [THREADS-1:0]     p_last;
  wire                   p_whole;
  wire                   p_flush;
  wire                   given;
  wire                   out;
  wire                   idle;
  wire [RECORD_BITS-1:0] r_fault;
  wire [7:0]             r_status;
  wire [31:0]            r_described;
  wire                   y_start;
  wire [2:0]             y_op;
  reg  [CORES-1:0]       y_q;                    //% if not dcache
  wire [CORES-1:0]       y_done;
  wire [LAUNCH_BITS-1:0] e_launch;
  wire [RECORD_BITS-1:0] e_record;
  reg  [LAUNCHES-1:0]    faults;
  integer                n;
  wire                   p_go = p_valid & p_ready;
  wire [31:0]            p_private;  //% if ventus
  wire [31:0]            p_step;     //% if ventus
//% if trace_retire
  wire [LAUNCHES-1:0]    cuts;   // per slot: cut from the next cycle on
  wire [LAUNCHES-1:0]    dones;  // per slot: done now
  wire [LAUNCHES-1:0]    releases;
  wire                   synced;
//% else
  wire                   unused_op = ^y_op;
//% end

  ${prefix}_launch_words u_words (
    .clk(clk), .h_write(launch_write), .h_where(launch_where), .h_strb(launch_strb),
    .h_data(launch_data), .r_where(launch_read), .r_word(r_described), .d_where(d_where),
    .d_word(d_word)
  );

//% if l2
  // An acquire: what the caches hold is not used any more. A release: stores are in the second-
  // level cache. With flush it is written back, too, when all cores have made the release.
  reg                    flush_q;  // such a release goes on
  reg                    sent_q;   // and the second-level cache is at it
  reg  [CORES-1:0]       made_q;   // per core: has made it
  wire                   sends = flush_q & ~sent_q & &made_q;

  always @(posedge clk)
    if (rst) begin
      flush_q <= 1'b0;
      sent_q <= 1'b0;
    end else begin
      flush_q <= (y_start & &y_op[2:1]) | (flush_q & ~l2_flushed);
      sent_q <= sends | (sent_q & ~l2_flushed);
    end

  always @(posedge clk)
    made_q <= y_start ? {CORES{1'b0}} : made_q | sync_done;

  assign l2_flush = sends;
  assign y_done = flush_q ? {CORES{l2_flushed}} : sync_done;
  assign sync_start = y_start;
  assign sync_op = y_op[0] ? {~y_op[2], 2'b11} : 3'b001;
//% elif dcache
  // An acquire: what the caches hold is not used any more. A release: stores are in memory.
  assign y_done = sync_done;
  assign sync_start = y_start;
  assign sync_op = y_op[0] ? {~y_op[2], 2'b11} : 3'b001;
//% elif icache
  // An acquire forgets instructions, or has nothing to do, as a release.
  wire                   forgets = y_start & y_op[0] & ~y_op[2];

  assign y_done = sync_done | y_q;

  always @(posedge clk)
    y_q <= {CORES{y_start & ~forgets}};

  assign sync_start = forgets;
  assign sync_op = 3'b100;
//% else
  // Without caches an acquire or a release has nothing to do.
  assign y_done = y_q;

  always @(posedge clk)
    y_q <= {CORES{y_start}};
//% end

  ${prefix}_launches u_launches (
    .h_ring(launch_ring), .h_slot(launch_slot), .h_abort(launch_abort),
    .h_ack(launch_ack), .h_stop(|c_stop), .busy(launch_busy), .done(launch_done),
    .r_slot(launch_read[4 +: LAUNCH_BITS]),
    .t_cuts(cuts), .t_dones(dones), .t_releases(releases), .t_synced(synced),  //% if trace_retire
    .cut(blk_cut),
    .n_launch(blk_launch), .e_go(|blk_end_take),
    .e_fault(|(blk_end_take & blk_end_fault)),
//% connect launches
  );

  ${prefix}_launch_prepare u_prepare (
    .congested(congested[${stall_launch}:${stall_launch}]),  //% if congest
    .cut(blk_cut),
    .b_valid(blk_word_valid), .b_launch(blk_word_launch),
    .b_index(blk_word_index), .b_word(blk_word),
//% connect launch_prepare
  );

  ${prefix}_grid u_grid (
    .congested(congested[${stall_give}:${stall_give}]),  //% if congest
    .p_launch(here),
    .cut(blk_cut), .n_launch(blk_launch),
    .n_x(blk_x), .n_y(blk_y), .n_z(blk_z), .n_warps(blk_warps), .n_pages(blk_pages),
    .n_index(blk_index),  //% if ventus
    .n_private(blk_private),  //% if ventus
    .n_bars(blk_bars), .n_last(blk_last), .n_whole(blk_whole), .n_room(blk_room),
    .n_free(blk_free), .n_take(blk_take),
//% connect grid
  );

  // The end; before a reset by the host no access of fetch may be on its way either.
  wire over = &core_done & idle & ~launch_more & &fetch_idle & &icache_idle;  //% if insn_idle
  wire over = &core_done & idle & ~launch_more & &fetch_idle;                 //% elif hosted
  wire over = &core_done & idle & ~launch_more;                               //% else
  assign run_done = over;  //% if caches
  assign done = over;      //% else

  always @* begin
    faults = {LAUNCHES{1'b0}};
    for (n = 0; n < CORES; n = n + 1)
      faults = faults | blk_faults[n*LAUNCHES +: LAUNCHES];
  end

//% if hosted
  reg  [31:0] given_q;
  reg  [31:0] ended_q;

  always @(posedge clk)
    if (rst) begin
      given_q <= 32'd0;
      ended_q <= 32'd0;
    end else begin
      given_q <= given_q + {31'd0, |blk_take};
      ended_q <= ended_q + {31'd0, |blk_end_take};
    end

  assign launch_idle = idle;
  assign launch_given = given_q;
  assign launch_ended = ended_q;

//% end
//% if many_cores
  // The end of one block is counted in a cycle.
  wire [CORES*RECORD_BITS-1:0] e_records;
  genvar                       c;

  generate
    for (c = 0; c < CORES; c = c + 1) begin : g_end
      localparam [CORE_BITS-1:0] ME = c;
      assign e_records[c*RECORD_BITS +: RECORD_BITS]
        = {ME, blk_end_record[c*END_BITS +: END_BITS]};
    end
  endgenerate

  ${prefix}_rr_arbiter #(.N(CORES)) u_end (
    .clk(clk), .rst(rst), .advance(|blk_end_valid), .request(blk_end_valid), .grant(blk_end_take)
  );
  ${prefix}_onehot_mux #(.N(CORES), .WIDTH(LAUNCH_BITS)) u_e_launch (
    .sel(blk_end_take), .in(blk_end_launch), .out(e_launch)
  );
  ${prefix}_onehot_mux #(.N(CORES), .WIDTH(RECORD_BITS)) u_e_record (
    .sel(blk_end_take), .in(e_records), .out(e_record)
  );
//% else
  assign blk_end_take = blk_end_valid;
  assign e_launch = blk_end_launch;
  assign e_record = {{CORE_BITS{1'b0}}, blk_end_record};
//% end

  // What the host reads: the ten words of a launch, its result, its first trap.
  wire [CORE_BITS-1:0] r_core;
  wire [WARP_BITS-1:0] r_warp;
  wire [4:0]           r_cause;
  wire [31:0]          r_pc;
  wire [31:0]          r_tval;
  wire [31:0]          r_x;
  wire [31:0]          r_y;
  wire [31:0]          r_z;
  wire                 r_done = launch_done[launch_read[4 +: LAUNCH_BITS]];
  wire                 trapped = r_done & r_status[3:0] == 4'd2;
  reg  [31:0]          r_word;

  assign {r_core, r_warp, r_cause, r_pc, r_tval, r_z, r_y, r_x} = r_fault;

  always @*
    case (launch_read[3:0])
      4'd10: r_word = {3'd0, {5-WARP_BITS{1'b0}}, r_warp, {8-CORE_BITS{1'b0}}, r_core, 3'd0,
                       r_cause, 8'd0} & {32{trapped}} | {r_done, 23'd0, r_status & {8{r_done}}};
      4'd11: r_word = r_pc & {32{trapped}};
      4'd12: r_word = r_tval & {32{trapped}};
      4'd13: r_word = r_x & {32{trapped}};
      4'd14: r_word = r_y & {32{trapped}};
      4'd15: r_word = r_z & {32{trapped}};
      default: r_word = r_described;
    endcase

  assign launch_word = r_word;
//% if trace_retire

//% emit record_launch
  assign trace_launch_valid = launch_ring | q_pop | skipped | p_go | y_start | synced | |cuts;
  assign rec_launch_warp = 6'd0;
  assign rec_launch_core = 8'd0;
  assign rec_launch_seq = 24'd0;
  assign rec_launch_ring = launch_ring;
  assign rec_launch_take = q_pop;
  assign rec_launch_skip = skipped;
  assign rec_launch_go = p_go;
  assign rec_launch_acquire = y_start & y_op[0];
  assign rec_launch_release = y_start & y_op[1];
  assign rec_launch_flush = y_start & &y_op[2:1];
  assign rec_launch_keep = y_start & y_op[2] & y_op[0];
  assign rec_launch_synced = synced;
  assign rec_launch_rung = {{4-LAUNCH_BITS{1'b0}}, launch_slot & {LAUNCH_BITS{launch_ring}}};
  assign rec_launch_taken = {{4-LAUNCH_BITS{1'b0}}, q_launch & {LAUNCH_BITS{q_pop}}};
  assign rec_launch_here = {{4-LAUNCH_BITS{1'b0}}, here & {LAUNCH_BITS{skipped | p_go}}};
  assign rec_launch_reason = reason & {4{skipped}};
  assign rec_launch_cut = {{16-LAUNCHES{1'b0}}, cuts};
  assign rec_launch_released = {{16-LAUNCHES{1'b0}}, releases & {LAUNCHES{y_start & y_op[1]}}};
  assign rec_launch_done = {{16-LAUNCHES{1'b0}}, dones};
//% end
endmodule
`default_nettype wire
