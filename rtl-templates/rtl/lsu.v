// lsu - load/store unit: addresses, checks, coalescing, requests in flight, load results
// SPDX-License-Identifier: Apache-2.0
//
// Stages behind execute (x_): check (k_) holds the addresses of one beat and looks for faults, so
// that warp control learns of a trap at a fixed time; the queue takes the beats of an
// instruction and keeps them only if none of them faults. At its head (h_) the lowest pending lane
// names a bus word and all lanes in that word go together (one by one without coalescing and
// for the console, whose bytes must not merge). The request is assembled (r_) and put on the
// bus. Requests wait for answers in a table by tag, instructions in a table of their own
// until their last answer; answers come in any order and write the lanes they serve.
`default_nettype none
module ${prefix}_lsu #(
  parameter LANES = ${lanes},
//% if folded
  parameter BEAT_BITS = ${beat_bits},
//% end
  parameter META_BITS = ${meta_bits},
  parameter RAM_BITS = ${ram_bits},
  parameter RAM_BASE = ${ram_base},
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter BUS_WORDS = ${bus_words},
  parameter OFFSET_BITS = ${bus_offset_bits}, // log2(BUS_BYTES)
  parameter REQUESTS = ${requests},
  parameter REQUEST_BITS = ${request_bits}
) (
  input  wire                    clk,
  input  wire                    rst,
  // operands
  input  wire                    x_valid,
  input  wire                    x_last,
//% if folded
  input  wire [BEAT_BITS-1:0]    x_beat,
//% end
  input  wire [LANES-1:0]        x_mask,
  input  wire [META_BITS-1:0]    x_meta,
  input  wire [2:0]              x_funct3,
  input  wire                    x_store,
  input  wire [31:0]             x_offset,
  input  wire [LANES*32-1:0]     x_a,
  input  wire [LANES*32-1:0]     x_b,
  // issue
  output wire                    lsu_free,
  // warp control, one cycle behind execute
  output wire                    k_fault,
  output wire [2:0]              k_cause,
  output wire [31:0]             k_tval,
  // data bus
  output wire                    dbus_req_valid,
  input  wire                    dbus_req_ready,
  output wire [REQUEST_BITS-1:0] dbus_req_tag,
  output wire                    dbus_req_write,
  output wire [31:0]             dbus_req_addr,
  output wire [BUS_BYTES-1:0]    dbus_req_strb,
  output wire [BUS_BITS-1:0]     dbus_req_data,
  input  wire                    dbus_rsp_valid,
  output wire                    dbus_rsp_ready,
  input  wire [REQUEST_BITS-1:0] dbus_rsp_tag,
  input  wire [BUS_BITS-1:0]     dbus_rsp_data,
//% if trace_retire
  input  wire [7:0]              core_id,
  output wire                    trace_perform_valid,
  output wire [${trace_perform_bits}-1:0] trace_perform,
//% end
  // writeback
  output wire                    l_valid,
  input  wire                    l_ready,
  output wire                    l_last,
//% if folded
  output wire [BEAT_BITS-1:0]    l_beat,
//% end
  output wire [LANES-1:0]        l_mask,
  output wire [META_BITS-1:0]    l_meta,
  output wire [LANES*32-1:0]     l_data
);
  localparam [31:0] BASE = RAM_BASE;
  localparam [31:0] CONSOLE = 32'hFFFFF000;
//% if folded
  localparam QUEUE_BITS = 2 + BEAT_BITS;
  localparam BEAT_INFO = BEAT_BITS;
//% else
  localparam QUEUE_BITS = 2;
  localparam BEAT_INFO = 0;
//% end
  localparam ENTRY_BITS = 1 + 1 + 3 + META_BITS + BEAT_INFO + LANES * 65;

  // Check: one beat, its addresses and what is wrong with them.
  reg                  k_valid_q;
  reg                  k_last_q;
//% if folded
  reg  [BEAT_BITS-1:0] k_beat_q;
//% end
  reg  [LANES-1:0]     k_mask_q;
  reg  [META_BITS-1:0] k_meta_q;
  reg  [2:0]           k_funct3_q;
  reg                  k_store_q;
  reg  [LANES*32-1:0]  k_addr_q;
  reg  [LANES*32-1:0]  k_data_q;
  wire [LANES-1:0]     misaligned;
  wire [LANES-1:0]     outside;
  wire [LANES-1:0]     faulty = k_mask_q & (misaligned | outside);
  wire [LANES-1:0]     first_faulty = faulty & -faulty;
  wire [31:0]          faulty_addr;
  wire                 beat_fault = |faulty;
  wire [2:0]           beat_cause = {1'b1, k_store_q, ~|(first_faulty & misaligned)};

  always @(posedge clk)
    if (rst)
      k_valid_q <= 1'b0;
    else
      k_valid_q <= x_valid;

  always @(posedge clk)
    if (x_valid) begin
      k_last_q <= x_last;
//% if folded
      k_beat_q <= x_beat;
//% end
      k_mask_q <= x_mask;
      k_meta_q <= x_meta;
      k_funct3_q <= x_funct3;
      k_store_q <= x_store;
      k_data_q <= x_b;
    end

  genvar l, j, i;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_check
      wire [31:0] addr = k_addr_q[l*32 +: 32];
      wire        in_ram = addr[31:RAM_BITS] == BASE[31:RAM_BITS];
      wire        is_console = k_store_q & addr == CONSOLE;

      // funct3[1:0]: 0 byte, 1 half, 2 word
      assign misaligned[l] = (k_funct3_q[1] & |addr[1:0]) | (k_funct3_q[0] & addr[0]);
      assign outside[l] = ~in_ram & ~is_console;

      always @(posedge clk)
        if (x_valid)
          k_addr_q[l*32 +: 32] <= x_a[l*32 +: 32] + x_offset;
    end
  endgenerate

  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_faulty_addr (
    .sel(first_faulty), .in(k_addr_q), .out(faulty_addr)
  );

//% if folded
  // The first faulty beat counts.
  reg         fault_q;
  reg  [2:0]  cause_q;
  reg  [31:0] tval_q;

  always @(posedge clk)
    if (rst)
      fault_q <= 1'b0;
    else if (k_valid_q)
      fault_q <= ~k_last_q & (fault_q | beat_fault);

  always @(posedge clk)
    if (k_valid_q & ~fault_q) begin
      cause_q <= beat_cause;
      tval_q <= faulty_addr;
    end

  assign k_fault = fault_q | beat_fault;
  assign k_cause = fault_q ? cause_q : beat_cause;
  assign k_tval = fault_q ? tval_q : faulty_addr;
//% else
  assign k_fault = beat_fault;
  assign k_cause = beat_cause;
  assign k_tval = faulty_addr;
//% end

  // Queue of the beats of four instructions. An instruction becomes visible with its last beat, or
  // not at all.
  reg  [ENTRY_BITS-1:0] queue_m [0:(1<<QUEUE_BITS)-1];
  reg  [QUEUE_BITS-1:0] write_q;
  reg  [QUEUE_BITS-1:0] read_q;
  reg  [QUEUE_BITS:0]   visible_q;    // beats that may be read
  wire                  commit = k_valid_q & k_last_q & ~k_fault;
  wire                  cancel = k_valid_q & k_last_q & k_fault;
  wire                  pop;
  wire [QUEUE_BITS:0]   popped_n = {{QUEUE_BITS{1'b0}}, pop};

//% if folded
  reg  [BEAT_BITS-1:0]  pushed_q;     // earlier beats of the instruction being written
  wire [QUEUE_BITS:0]   pushed_n = {{QUEUE_BITS+1-BEAT_BITS{1'b0}}, pushed_q};

  always @(posedge clk)
    if (rst | (k_valid_q & k_last_q))
      pushed_q <= {BEAT_BITS{1'b0}};
    else if (k_valid_q)
      pushed_q <= pushed_q + 1'b1;

  always @(posedge clk)
    if (rst) begin
      write_q <= {QUEUE_BITS{1'b0}};
      visible_q <= {QUEUE_BITS+1{1'b0}};
    end else begin
      if (cancel)
        write_q <= write_q - pushed_n[QUEUE_BITS-1:0];
      else if (k_valid_q)
        write_q <= write_q + 1'b1;
      visible_q <= visible_q - popped_n + (commit ? pushed_n + 1'b1 : {QUEUE_BITS+1{1'b0}});
    end
//% else
  always @(posedge clk)
    if (rst) begin
      write_q <= {QUEUE_BITS{1'b0}};
      visible_q <= {QUEUE_BITS+1{1'b0}};
    end else begin
      if (commit)
        write_q <= write_q + 1'b1;
      visible_q <= visible_q - popped_n + {{QUEUE_BITS{1'b0}}, commit};
    end
//% end

  always @(posedge clk)
    if (rst)
      read_q <= {QUEUE_BITS{1'b0}};
    else if (pop)
      read_q <= read_q + 1'b1;

  always @(posedge clk)
    if (k_valid_q)
      queue_m[write_q] <= {k_last_q, k_store_q, k_funct3_q, k_meta_q,
//% if folded
                           k_beat_q,
//% end
                           k_mask_q, k_addr_q, k_data_q};

  // Head: the lanes of one beat that still have to be requested.
  reg                     h_valid_q;
  reg                     h_last_q;
  reg                     h_store_q;
  reg  [2:0]              h_funct3_q;
  reg  [META_BITS-1:0]    h_meta_q;
//% if folded
  reg  [BEAT_BITS-1:0]    h_beat_q;
  reg                     h_first_q;    // first beat of its instruction
//% end
  reg  [LANES-1:0]        h_pending_q;
  reg  [LANES*32-1:0]     h_addr_q;
  reg  [LANES*32-1:0]     h_data_q;
  reg  [REQUEST_BITS-1:0] h_owner_q;    // instruction table entry
  wire                    h_fire;       // a request leaves
  wire [LANES-1:0]        h_served;     // its lanes
  wire                    h_final = ~|(h_pending_q & ~h_served);
  wire                    h_done = h_valid_q & h_final & (h_fire | ~|h_pending_q);
  wire                    queue_last = queue_m[read_q][ENTRY_BITS-1];
  wire                    owner_ready;
  wire [REQUEST_BITS-1:0] owner_next;

  assign pop = |visible_q & (~h_valid_q | h_done) & owner_ready;
//% if folded
  wire                    starts = ~h_valid_q ? h_first_q : h_last_q;
//% else
  wire                    starts = 1'b1;
//% end

  always @(posedge clk)
    if (rst)
      h_valid_q <= 1'b0;
    else if (pop)
      h_valid_q <= 1'b1;
    else if (h_done)
      h_valid_q <= 1'b0;

//% if folded
  always @(posedge clk)
    if (rst)
      h_first_q <= 1'b1;
    else if (h_done)
      h_first_q <= h_last_q;
//% end

  always @(posedge clk)
    if (pop) begin
      {h_last_q, h_store_q, h_funct3_q, h_meta_q,
//% if folded
       h_beat_q,
//% end
       h_pending_q, h_addr_q, h_data_q} <= queue_m[read_q];
      if (starts)
        h_owner_q <= owner_next;
    end else if (h_fire)
      h_pending_q <= h_pending_q & ~h_served;

  assign lsu_free = (pop & queue_last) | cancel;

  // The lowest pending lane leads; the others in its bus word come along.
  wire [LANES-1:0] leader = h_pending_q & -h_pending_q;
  wire [31:OFFSET_BITS] lead_word;
  wire [LANES*(32-OFFSET_BITS)-1:0] words;
  wire [LANES-1:0] same_word;

  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32-OFFSET_BITS)) u_lead_word (
    .sel(leader), .in(words), .out(lead_word)
  );

  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_same
      assign words[l*(32-OFFSET_BITS) +: 32-OFFSET_BITS]
        = h_addr_q[l*32+OFFSET_BITS +: 32-OFFSET_BITS];
//% if coalesce
      assign same_word[l] = words[l*(32-OFFSET_BITS) +: 32-OFFSET_BITS] == lead_word;
//% else
      assign same_word[l] = 1'b0;
//% end
    end
  endgenerate

  // RAM is where the base address is; the only other place is the console.
  wire lead_in_ram = lead_word[31:RAM_BITS] == BASE[31:RAM_BITS];
  assign h_served = leader | (h_pending_q & same_word & {LANES{lead_in_ram}});

  // Tables of requests and instructions in flight.
  reg  [REQUESTS-1:0]     tags_q;       // tags in use
  wire [REQUESTS-1:0]     idle_tags = ~tags_q;
  wire [REQUESTS-1:0]     free_tag = idle_tags & -idle_tags;
  wire [REQUEST_BITS-1:0] tag_next;
  wire [REQUESTS-1:0]     owners_busy;
  wire [REQUESTS-1:0]     idle_owners = ~owners_busy;
  wire [REQUESTS-1:0]     free_owner = idle_owners & -idle_owners;
  wire                    rsp_taken = dbus_rsp_valid & dbus_rsp_ready;
  wire                    r_ready;

  ${prefix}_onehot_index #(.N(REQUESTS), .BITS(REQUEST_BITS)) u_tag_next (
    .onehot(free_tag), .index(tag_next)
  );
  ${prefix}_onehot_index #(.N(REQUESTS), .BITS(REQUEST_BITS)) u_owner_next (
    .onehot(free_owner), .index(owner_next)
  );

  assign h_fire = h_valid_q & |h_pending_q & ~&tags_q & r_ready;
  assign owner_ready = ~starts | ~&owners_busy;

  always @(posedge clk)
    if (rst)
      tags_q <= {REQUESTS{1'b0}};
    else
      tags_q <= (tags_q | (free_tag & {REQUESTS{h_fire}}))
                & ~({{REQUESTS-1{1'b0}}, rsp_taken} << dbus_rsp_tag);

  localparam REQUEST_INFO = REQUEST_BITS + BEAT_INFO + 1 + 3 + LANES + LANES * OFFSET_BITS;
  reg  [REQUEST_INFO-1:0] requests_m [0:REQUESTS-1];
  wire [LANES*OFFSET_BITS-1:0] h_offsets;

  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_offset
      assign h_offsets[l*OFFSET_BITS +: OFFSET_BITS] = h_addr_q[l*32 +: OFFSET_BITS];
    end
  endgenerate

  always @(posedge clk)
    if (h_fire)
      requests_m[tag_next] <= {h_owner_q,
//% if folded
                               h_beat_q,
//% end
                               h_store_q, h_funct3_q, h_served, h_offsets};

  wire [REQUEST_INFO-1:0]      info = requests_m[dbus_rsp_tag];
  wire [REQUEST_BITS-1:0]      info_owner = info[REQUEST_INFO-1 -: REQUEST_BITS];
  wire                         info_store = info[LANES*(OFFSET_BITS+1)+3];
  wire [REQUESTS-1:0]          last_answer; // the next answer completes this instruction
  wire                         rsp_last = last_answer[info_owner];

  reg  [META_BITS-1:0] metas_m [0:REQUESTS-1];

  always @(posedge clk)
    if (h_fire)
      metas_m[h_owner_q] <= h_meta_q;

  generate
    for (i = 0; i < REQUESTS; i = i + 1) begin : g_owner
      localparam [REQUEST_BITS-1:0] ME = i;

      reg                   busy_q;
      reg                   closed_q;   // all its requests have been made
      reg  [REQUEST_BITS:0] waiting_q;  // for this many answers

      wire opened = pop & starts & owner_next == ME;
      wire fired = h_fire & h_owner_q == ME;
      wire answered = rsp_taken & info_owner == ME;
      wire closes = fired & h_last_q & h_final;

      assign owners_busy[i] = busy_q;
      assign last_answer[i] = closed_q & waiting_q == {{REQUEST_BITS{1'b0}}, 1'b1};

      always @(posedge clk)
        if (rst) begin
          busy_q <= 1'b0;
          closed_q <= 1'b0;
          waiting_q <= {REQUEST_BITS+1{1'b0}};
        end else begin
          busy_q <= opened | (busy_q & ~(answered & last_answer[i]));
          closed_q <= ~opened & (closes | closed_q);
          waiting_q <= waiting_q + {{REQUEST_BITS{1'b0}}, fired}
                       - {{REQUEST_BITS{1'b0}}, answered};
        end
    end
  endgenerate

  // Request: lanes, word and store data, about to be put in place.
  reg                         r_valid_q;
  reg                         r_write_q;
  reg  [1:0]                  r_size_q;
  reg  [REQUEST_BITS-1:0]     r_tag_q;
  reg  [31:OFFSET_BITS]       r_word_q;
  reg  [LANES-1:0]            r_lanes_q;
  reg  [LANES*OFFSET_BITS-1:0] r_offsets_q;
  reg  [LANES*32-1:0]         r_data_q;
  reg                         b_valid_q;
  wire                        b_ready = ~b_valid_q | dbus_req_ready;

  assign r_ready = ~r_valid_q | b_ready;

  always @(posedge clk)
    if (rst)
      r_valid_q <= 1'b0;
    else if (r_ready)
      r_valid_q <= h_fire;

  always @(posedge clk)
    if (h_fire) begin
      r_write_q <= h_store_q;
      r_size_q <= h_funct3_q[1:0];
      r_tag_q <= tag_next;
      r_word_q <= lead_word;
      r_lanes_q <= h_served;
      r_offsets_q <= h_offsets;
      r_data_q <= h_data_q;
    end

  // Bytes of each lane, repeated through the word, and where they go; the highest lane wins.
  wire [LANES*32-1:0]        lane_data;
  wire [LANES*4-1:0]         lane_strb;
  wire [LANES*BUS_WORDS-1:0] lane_word;  // lane l uses bus word j
  reg  [BUS_BITS-1:0]        bus_data;
  reg  [BUS_BYTES-1:0]       bus_strb;

  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_place
      wire [31:0] data = r_data_q[l*32 +: 32];
      wire [1:0]  low = r_offsets_q[l*OFFSET_BITS +: 2];

      assign lane_data[l*32 +: 32] = r_size_q[1] ? data
                                     : r_size_q[0] ? {2{data[15:0]}} : {4{data[7:0]}};
      assign lane_strb[l*4 +: 4] = r_size_q[1] ? 4'b1111
                                   : r_size_q[0] ? {{2{low[1]}}, {2{~low[1]}}} : 4'b0001 << low;
      for (j = 0; j < BUS_WORDS; j = j + 1) begin : g_word
//% if not bus_many_words
        assign lane_word[l] = r_lanes_q[l];
//% else
        assign lane_word[l*BUS_WORDS+j] = r_lanes_q[l]
          & r_offsets_q[l*OFFSET_BITS+2 +: OFFSET_BITS-2] == j;
//% end
      end
    end
  endgenerate

  integer m, n, k;

  always @* begin
    bus_data = {BUS_BITS{1'b0}};
    bus_strb = {BUS_BYTES{1'b0}};
    for (n = 0; n < BUS_WORDS; n = n + 1)
      for (m = 0; m < LANES; m = m + 1)
        for (k = 0; k < 4; k = k + 1)
          if (lane_word[m*BUS_WORDS+n] & lane_strb[m*4+k]) begin
            bus_strb[n*4+k] = 1'b1;
            bus_data[(n*4+k)*8 +: 8] = lane_data[m*32+k*8 +: 8] & {8{r_write_q}};
          end
  end

  // Bus request.
  reg                     b_write_q;
  reg  [REQUEST_BITS-1:0] b_tag_q;
  reg  [31:OFFSET_BITS]   b_word_q;
  reg  [BUS_BYTES-1:0]    b_strb_q;
  reg  [BUS_BITS-1:0]     b_data_q;

  always @(posedge clk)
    if (rst)
      b_valid_q <= 1'b0;
    else if (b_ready)
      b_valid_q <= r_valid_q;

  always @(posedge clk)
    if (r_valid_q & b_ready) begin
      b_write_q <= r_write_q;
      b_tag_q <= r_tag_q;
      b_word_q <= r_word_q;
      b_strb_q <= bus_strb;
      b_data_q <= bus_data;
    end

  assign dbus_req_valid = b_valid_q;
  assign dbus_req_tag = b_tag_q;
  assign dbus_req_write = b_write_q;
  assign dbus_req_addr = {b_word_q, {OFFSET_BITS{1'b0}}};
  assign dbus_req_strb = b_strb_q;
  assign dbus_req_data = b_data_q;

  // Answer: the data of one request, until writeback takes them. Answers that neither carry data
  // nor complete a store are dropped.
  reg                          a_valid_q;
  reg                          a_last_q;
  reg  [META_BITS-1:0]         a_meta_q;
  reg  [REQUEST_INFO-REQUEST_BITS-1:0] a_info_q;
  reg  [BUS_BITS-1:0]          a_data_q;
  wire                         a_store = a_info_q[LANES*(OFFSET_BITS+1)+3];
  wire [2:0]                   a_funct3 = a_info_q[LANES*(OFFSET_BITS+1) +: 3];

  assign dbus_rsp_ready = ~a_valid_q | l_ready;

  always @(posedge clk)
    if (rst)
      a_valid_q <= 1'b0;
    else if (dbus_rsp_ready)
      a_valid_q <= dbus_rsp_valid & (~info_store | rsp_last);

  always @(posedge clk)
    if (rsp_taken) begin
      a_last_q <= rsp_last;
      a_meta_q <= metas_m[info_owner];
      a_info_q <= info[REQUEST_INFO-REQUEST_BITS-1:0];
      a_data_q <= dbus_rsp_data;
    end

  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_align
      wire [OFFSET_BITS-1:0] offset = a_info_q[l*OFFSET_BITS +: OFFSET_BITS];
//% if not bus_many_words
      wire [31:0] word = a_data_q;
//% else
      wire [31:0] word = a_data_q[{offset[OFFSET_BITS-1:2], 5'b00000} +: 32];
//% end
      wire [15:0] half = offset[1] ? word[31:16] : word[15:0];
      wire [7:0]  byte_ = offset[0] ? half[15:8] : half[7:0];
      wire        sign_half = half[15] & ~a_funct3[2];
      wire        sign_byte = byte_[7] & ~a_funct3[2];

      assign l_data[l*32 +: 32] = a_funct3[1] ? word
                                  : a_funct3[0] ? {{16{sign_half}}, half}
                                  : {{24{sign_byte}}, byte_};
    end
  endgenerate

  assign l_valid = a_valid_q;
  assign l_last = a_last_q;
  assign l_meta = a_meta_q;
  assign l_mask = a_info_q[LANES*OFFSET_BITS +: LANES] & {LANES{~a_store}};
//% if folded
  assign l_beat = a_info_q[LANES*(OFFSET_BITS+1)+4 +: BEAT_BITS];
//% end
//% if trace_retire

  // Perform record, when the bus takes the request.
  reg  [META_BITS-1:0] r_meta_q;
  reg  [META_BITS-1:0] b_meta_q;
  reg  [LANES-1:0]     b_lanes_q;
  reg  [1:0]           b_size_q;
//% if folded
  reg  [BEAT_BITS-1:0] r_beat_q;
  reg  [BEAT_BITS-1:0] b_beat_q;
//% end

  always @(posedge clk) begin
    if (h_fire) begin
      r_meta_q <= h_meta_q;
//% if folded
      r_beat_q <= h_beat_q;
//% end
    end
    if (r_valid_q & b_ready) begin
      b_meta_q <= r_meta_q;
      b_lanes_q <= r_lanes_q;
      b_size_q <= r_size_q;
//% if folded
      b_beat_q <= r_beat_q;
//% end
    end
  end

  wire [7:0]              b_seq = b_meta_q[META_BITS-1 -: 8];
  wire [${warp_bits}-1:0] b_warp = b_meta_q[META_BITS-9 -: ${warp_bits}];
  wire                    unused_meta = ^b_meta_q[5:0];

  assign trace_perform_valid = b_valid_q & dbus_req_ready;
  assign trace_perform = {b_data_q, {${trace_mask_pad}{1'b0}}, b_strb_q, dbus_req_addr,
                          {32-LANES{1'b0}}, b_lanes_q,
//% if folded
                          {32-BEAT_BITS{1'b0}}, b_beat_q,
//% else
                          32'd0,
//% end
                          24'd0, b_seq, 7'd0, b_size_q, b_write_q, core_id,
                          {6-${warp_bits}{1'b0}}, b_warp, 4'd0, 4'd4};
//% end
endmodule
`default_nettype wire
