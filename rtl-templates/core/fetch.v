// fetch - stage 1: chooses a warp, requests its next instructions, buffers the responses
// SPDX-License-Identifier: Apache-2.0
//
// Every active warp fetches ahead in a straight line, a block of WORDS instructions at a time, into
// a buffer of its own. Warps with room in their buffers take turns, round robin. A slow response to
// one warp delays no other warp.
//
// A flush by warp control or a redirect by decode empties the buffer and sets the pc of the warp.
// The requests of the warp that are in flight then are counted, and their responses are squashed:
// the warp requests its new block at once. The first request leaves right after reset, while the
// registers are still being cleared.
//% if icache
//
// The response of the cache may be a miss. Then the warp goes back to that block, drops its younger
// requests, and repeats the request after the next wake. The cache sends a wake whenever a line has
// arrived; a wake in the cycle of the response counts. The cache keeps a new line at least until
// every warp that repeats a request after that wake has its response.
//% end
//% if loops
//
// One loop is remembered for all warps: the block of its branch and the block where it begins. A
// warp that requests the first goes on with the second (it leaps), unless it has just been flushed:
// then it is likely to be behind the branch. A bit of each buffered block says so. Decode checks
// what it finds. It redirects a warp whose leap was wrong, and every warp that leapt for a loop
// which has been replaced since (f_stale).
//% end
`default_nettype none
module ${prefix}_fetch #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter DEPTH_BITS = ${fetch_bits}, // log2 of the blocks buffered per warp
  parameter WORDS = ${fetch_words},      // instructions of a block
  parameter WORD_BITS = ${fetch_word_bits},  //% if fetch_many_words
  parameter BLOCK_BITS = ${fetch_block_bits}, // log2 of a block's bytes
  parameter FETCH_TOP = ${fetch_top_bits},  // address bits from here on are those of RAM
  parameter RAM_BITS = ${ram_bits},     // log2 of the RAM's bytes
  parameter RAM_BASE = ${ram_base},
  parameter RESET_PC = ${reset_pc}
) (
//% emit ports_fetch
);
  localparam COUNT_BITS = DEPTH_BITS + 2;
  localparam PC_BITS = 32 - BLOCK_BITS;
  localparam PLACE_BITS = FETCH_TOP - BLOCK_BITS;  // in RAM
  localparam [PC_BITS-1:0] ONE = 1;
  localparam [COUNT_BITS-1:0] NONE = {COUNT_BITS{1'b0}};
  localparam [COUNT_BITS-1:0] DEPTH = {2'b01, {DEPTH_BITS{1'b0}}};
  localparam [31:0] BASE = RAM_BASE;
  localparam [31:0] START = RESET_PC;

  reg                         req_valid_q;
  reg  [WARP_BITS-1:0]        req_warp_q;
  reg  [FETCH_TOP-1:BLOCK_BITS]     req_pc_q;

  wire [WARPS-1:0]            wants;
  wire [WARPS-1:0]            grant;
  wire [WARP_BITS-1:0]        grant_warp;
  wire [WARPS*PLACE_BITS-1:0] pcs;
  wire [FETCH_TOP-1:BLOCK_BITS]     grant_pc;
  wire [WARPS*DEPTH_BITS-1:0] write_slots;
  wire [WARPS*DEPTH_BITS-1:0] read_slots;
  wire [WARPS-1:0]            response;
  wire [WARPS-1:0]            kept;
  wire [DEPTH_BITS-1:0]       write_slot;
  wire [DEPTH_BITS-1:0]       read_slot;

//% stall fetch |wants & (~req_valid_q | fetch_req_ready)
  wire                        advance
    = |wants & (~req_valid_q | fetch_req_ready)${unless stall fetch};
  wire                        goes  //% if deep
    = (~req_valid_q | fetch_req_ready)${unless stall fetch};  //% if deep
  wire [WARPS-1:0]            flush = c_flush | d_redirect;
//% if loops

  reg                         loop_q;       // there is a loop
  reg  [FETCH_TOP-1:BLOCK_BITS]     loop_from_q;  // block of its branch
  reg  [FETCH_TOP-1:BLOCK_BITS]     loop_to_q;    // block of the branch's target

  always @(posedge clk)
    if (rst)
      loop_q <= 1'b0;
    else if (d_loop)
      loop_q <= d_redirect_pc[31:RAM_BITS] == BASE[31:RAM_BITS];

  always @(posedge clk)
    if (d_loop) begin
      loop_from_q <= d_loop_from;
      loop_to_q <= d_redirect_pc[FETCH_TOP-1:BLOCK_BITS];
    end
//% end

  ${prefix}_rr_arbiter #(.N(WARPS)) u_turn (
    .request(wants),
//% connect ../lib/rr_arbiter
  );
  ${prefix}_onehot_index #(.N(WARPS), .BITS(WARP_BITS)) u_grant_warp (
    .onehot(grant), .index(grant_warp)
  );
  ${prefix}_onehot_mux #(.N(WARPS), .WIDTH(PLACE_BITS)) u_grant_pc (
    .sel(grant), .in(pcs), .out(grant_pc)
  );

//% if hosted
  wire [WARPS-1:0]            flying;  // per warp: requests are in flight

  assign fetch_idle = ~|flying;

//% end
  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      reg  [31:BLOCK_BITS]  pc_q;     // next block to request
      reg  [COUNT_BITS-1:0] claim_q;  // entries requested or filled, without squashed ones
      reg  [COUNT_BITS-1:0] flying_q; // requests in flight, with squashed ones
      reg  [COUNT_BITS-1:0] squash_q; // number of the next responses to squash
      reg  [COUNT_BITS-1:0] filled_q; // entries ready for decode
      reg                   some_q;   // there are some
      reg  [DEPTH_BITS-1:0] write_q;
      reg  [DEPTH_BITS-1:0] read_q;
//% if loops
      reg  [DEPTH_BITS-1:0] ask_q;    // entry of the next request
      reg  [(1<<DEPTH_BITS)-1:0] leaps_q; // per entry: the next one is where the loop begins
      reg                   stale_q;  // the loop has changed since the last flush
      reg                   first_q;  // nothing has been requested since warp control's flush
      wire                  leaps = loop_q & ~first_q & pc_q[FETCH_TOP-1:BLOCK_BITS] == loop_from_q;
//% end

//% if deep
      reg                   in_ram;   // pc_q is there
      reg                   full_q;   // claim_q is DEPTH
//% else
      wire                  in_ram = pc_q[31:RAM_BITS] == BASE[31:RAM_BITS];
//% end
      wire                  asked = goes & grant[w];     //% if deep
      wire                  asked = advance & grant[w];  //% else
      wire [COUNT_BITS-1:0] response_n = {{COUNT_BITS-1{1'b0}}, response[w]};
      wire [COUNT_BITS-1:0] kept_n = {{COUNT_BITS-1{1'b0}}, kept[w]};
      wire [DEPTH_BITS-1:0] popped_n = {{DEPTH_BITS-1{1'b0}}, d_pop[w]};
      wire [COUNT_BITS-1:0] claim_more = claim_q + 1'b1;
      wire [COUNT_BITS-1:0] claim_less = claim_q - 1'b1;
      wire [COUNT_BITS-1:0] filled_more = filled_q + 1'b1;
      wire [COUNT_BITS-1:0] filled_less = filled_q - 1'b1;
      wire [COUNT_BITS-1:0] flying_less = flying_q - response_n;
      wire [COUNT_BITS-1:0] flying_same = flying_less + 1'b1;
      wire [COUNT_BITS-1:0] flying_d = asked ? flying_same : flying_less;

//% if icache
      reg                   wait_q;   // missed: no request before the next wake
      reg                   retry_q;  // woken: the request for the missed block is repeated
      wire                  current = response[w] & squash_q == NONE;
      wire                  missed = current & fetch_rsp_miss;

//% if deep
      assign wants[w] = c_active[w] & in_ram & ~full_q & ~flying_q[COUNT_BITS-1] & ~wait_q;
//% else
      assign wants[w] = c_active[w] & in_ram & claim_q != DEPTH
                        & ~flying_q[COUNT_BITS-1] & ~wait_q;
//% end
      assign kept[w] = current & ~fetch_rsp_miss;
      assign fetch_waits[w] = wait_q;
      assign fetch_retries[w] = retry_q;
//% else
//% if deep
      assign wants[w] = c_active[w] & in_ram & ~full_q & ~flying_q[COUNT_BITS-1];
//% else
      assign wants[w] = c_active[w] & in_ram & claim_q != DEPTH
                        & ~flying_q[COUNT_BITS-1];
//% end
      assign kept[w] = response[w] & squash_q == NONE;
//% end
      assign flying[w] = |flying_q;  //% if hosted
      assign pcs[w*PLACE_BITS +: PLACE_BITS] = pc_q[FETCH_TOP-1:BLOCK_BITS];
      assign f_valid[w] = some_q;
      assign response[w] = fetch_rsp_valid & fetch_rsp_tag == w[WARP_BITS-1:0];
      assign write_slots[w*DEPTH_BITS +: DEPTH_BITS] = write_q;
      assign read_slots[w*DEPTH_BITS +: DEPTH_BITS] = read_q;

      always @(posedge clk)
        if (rst)
          pc_q <= START[31:BLOCK_BITS];
        else if (c_flush[w])
          pc_q <= c_flush_pc;
        else if (d_redirect[w])
          pc_q <= d_redirect_pc;
//% if icache
        else if (missed)
          pc_q <= {BASE[31:FETCH_TOP], fetch_rsp_addr};
//% end
//% if loops
        else if (asked & leaps)
          pc_q <= {BASE[31:FETCH_TOP], loop_to_q};
//% end
        else if (asked)
          pc_q <= pc_q + ONE;

//% if deep
      // Found when the pc changes; the next block is in RAM too unless this is the last one.
      always @(posedge clk)
        if (rst)
          in_ram <= 1'b1;
        else if (c_flush[w])
          in_ram <= c_flush_pc[31:RAM_BITS] == BASE[31:RAM_BITS];
        else if (d_redirect[w])
          in_ram <= d_redirect_pc[31:RAM_BITS] == BASE[31:RAM_BITS];
//% if icache
        else if (missed)
          in_ram <= 1'b1;
//% end
        else if (asked)
          in_ram <= leaps | ~&pc_q[RAM_BITS-1:BLOCK_BITS];  //% if loops
          in_ram <= ~&pc_q[RAM_BITS-1:BLOCK_BITS];          //% else

      always @(posedge clk)
        if (rst | flush[w])
          full_q <= 1'b0;
//% if icache
        else if (missed)
          full_q <= filled_q == DEPTH & ~d_pop[w];
//% end
        else if (asked != d_pop[w])
          full_q <= asked & claim_more == DEPTH;

//% end
      always @(posedge clk)
        if (rst) begin
          claim_q <= NONE;
          flying_q <= NONE;
          squash_q <= NONE;
          filled_q <= NONE;
          write_q <= {DEPTH_BITS{1'b0}};
          read_q <= {DEPTH_BITS{1'b0}};
        end else begin
          flying_q <= flying_d;
          if (flush[w]) begin
            claim_q <= NONE;
            squash_q <= flying_d;
            filled_q <= NONE;
            write_q <= {DEPTH_BITS{1'b0}};
            read_q <= {DEPTH_BITS{1'b0}};
//% if icache
          end else if (missed) begin
            claim_q <= d_pop[w] ? filled_less : filled_q;
            squash_q <= flying_d;
            filled_q <= d_pop[w] ? filled_less : filled_q;
            read_q <= read_q + popped_n;
//% end
          end else begin
            claim_q <= asked == d_pop[w] ? claim_q : asked ? claim_more : claim_less;
            squash_q <= squash_q - (response_n & ~kept_n);
            filled_q <= kept[w] == d_pop[w] ? filled_q : kept[w] ? filled_more : filled_less;
            write_q <= write_q + kept_n[DEPTH_BITS-1:0];
            read_q <= read_q + popped_n;
          end
        end

      always @(posedge clk)
        if (rst | flush[w])
          some_q <= 1'b0;
        else
          some_q <= kept[w] | (d_pop[w] ? |filled_q[COUNT_BITS-1:1] : some_q);
//% if loops

      assign f_leaps[w] = leaps_q[read_q];
      assign f_stale[w] = stale_q;

      always @(posedge clk)
        if (asked)
          leaps_q[ask_q] <= leaps;

      always @(posedge clk)
        if (rst | flush[w])
          ask_q <= {DEPTH_BITS{1'b0}};
//% if icache
        else if (missed)
          ask_q <= write_q;
//% end
        else if (asked)
          ask_q <= ask_q + 1'b1;

      always @(posedge clk)
        stale_q <= ~rst & ~flush[w] & (stale_q | d_loop);

      always @(posedge clk)
        if (rst | c_flush[w])
          first_q <= 1'b1;
        else if (asked | d_redirect[w])
          first_q <= 1'b0;
//% end
//% if icache

      always @(posedge clk)
        if (rst | flush[w] | ~c_active[w]) begin
          wait_q <= 1'b0;
          retry_q <= 1'b0;
        end else begin
          wait_q <= (wait_q | missed) & ~fetch_wake;
          retry_q <= ((wait_q | missed) & fetch_wake) | (retry_q & ~current);
        end
//% end
    end
  endgenerate

  always @(posedge clk)
    if (rst)
      req_valid_q <= 1'b0;
    else if (advance | fetch_req_ready)
      req_valid_q <= advance;

  always @(posedge clk)
    if (advance) begin
      req_warp_q <= grant_warp;
      req_pc_q <= grant_pc;
    end

  assign fetch_req_valid = req_valid_q;
  assign fetch_req_tag = req_warp_q;
  assign fetch_addr = req_pc_q;

  // The buffers of all warps share one memory; the warp number is the high part of the address.
  reg  [WORDS*32:0] buffer_m [0:(1<<(WARP_BITS+DEPTH_BITS))-1];
  wire [WORDS*32-1:0] block;

  ${prefix}_onehot_mux #(.N(WARPS), .WIDTH(DEPTH_BITS)) u_write_slot (
    .sel(kept), .in(write_slots), .out(write_slot)
  );
  ${prefix}_onehot_mux #(.N(WARPS), .WIDTH(DEPTH_BITS)) u_read_slot (
    .sel(d_take), .in(read_slots), .out(read_slot)
  );

  always @(posedge clk)
    if (|kept)
      buffer_m[{fetch_rsp_tag, write_slot}] <= {fetch_rsp_error, fetch_rsp_data};

  assign {f_error, block} = buffer_m[{d_pop_warp, read_slot}];
  assign f_insn = block[{d_pop_word, 5'd0} +: 32];  //% if fetch_many_words
  assign f_insn = block;                            //% else
endmodule
`default_nettype wire
