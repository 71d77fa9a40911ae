// cores - the processor: several cores, the buses that they share, the ports of the host
// SPDX-License-Identifier: Apache-2.0
//
// Each shared bus is that of one core, with the number of the core above its tags or ids. Data
// caches write through here: a write is one beat, so no core gets between the beats of another one.
// Trace records and the state audit stand side by side, those of core 0 in the low bits. A wire n_
// is that port of all cores, core 0 in the low bits.
//
// README.md of the emitted tree has the rules of the buses, the registers and the memory map.
`default_nettype none
module ${prefix}_device (  //% if hosted
module ${prefix}_top (     //% else
//% emit ports_cores
);
  localparam CORES = ${cores};
  localparam CORE_BITS = ${core_bits};
//% emit params_cores
//% if shares_bus
  localparam IBUS_BITS = ${ibus_tag_bits};  // of a tag or an id of one core
  localparam DBUS_BITS = ${dbus_tag_bits};
  localparam BUS_BYTES = ACCESS_BYTES;  //% if not dcache
  localparam BUS_BITS = ACCESS_BITS;    //% if not caches
  localparam IREQ_BITS = 8 + 32 + IBUS_BITS;                                 //% if icache
  localparam IREQ_BITS = 32 + IBUS_BITS;                                     //% else
  localparam DREQ_PLAIN = 1 + 8 + 1 + 32 + BUS_BYTES + BUS_BITS + DBUS_BITS;  //% if dcache
  localparam DREQ_PLAIN = 1 + 32 + BUS_BYTES + BUS_BITS + DBUS_BITS;          //% else
  localparam DREQ_BITS = 6 + DREQ_PLAIN;                                     //% if bank_atomics
  localparam DREQ_BITS = DREQ_PLAIN;                                         //% else
//% else
  localparam BANKS = ${l2_banks};  //% if locks
//% end

//% emit wires_cores
//% if dispatch
  wire                       run_done;    //% if not caches
  wire                       l2_flush;    //% if l2
  wire                       l2_flushed;  //% if l2
  wire [${stall_give}:${stall_launch}] dispatcher_stalls;  //% if congest
//% end
  wire                       any_exit = |n_own_exit;
//% if shares_bus
  wire [CORES*IREQ_BITS-1:0] ireq;
  wire [CORES*DREQ_BITS-1:0] dreq;
  wire [DREQ_BITS-1:0]       shared;    // the data request in front of the bus
  wire [CORE_BITS-1:0]       ireq_core;
  wire [CORE_BITS-1:0]       dreq_core;
  wire [IBUS_BITS-1:0]       ireq_tag;
  wire [DBUS_BITS-1:0]       dreq_tag;
  wire [CORES-1:0]           ihere;     // one-hot core of the response on the instruction bus
  wire [CORES-1:0]           dhere;     // one-hot core of the response on the data bus
//% elif locks
  wire [BANKS-1:0]           store_valid;  // per bank: a store is in front of it
  wire [BANKS*CORE_BITS-1:0] store_core;   // cores of these stores
  wire [BANKS*32-1:0]        store_where;  // addresses of these stores
  wire [BANKS*BUS_BYTES-1:0] store_strb;   // bytes of these stores
//% end
  genvar i;

  generate
    for (i = 0; i < CORES; i = i + 1) begin : g_core
      localparam [7:0] ME = i;
      localparam [CORE_BITS-1:0] HERE = i;  //% if shares_bus
      localparam [CORE_BITS-1:0] HERE = i;  //% elif locks
//% if locks_banks
      wire [BANKS-1:0]           others;  // per bank: a store of another core
      genvar b;

      for (b = 0; b < BANKS; b = b + 1) begin : g_other
        assign others[b] = store_valid[b] & store_core[b*CORE_BITS +: CORE_BITS] != HERE;
      end
//% end

//% emit cores
//% if shares_bus
      assign ireq[i*IREQ_BITS +: IREQ_BITS]
//% if icache
        = {n_ibus_req_len[i*8 +: 8], n_ibus_req_addr[i*32 +: 32],
           n_ibus_req_id[i*IBUS_BITS +: IBUS_BITS]};
      assign ihere[i] = ibus_rsp_id[IBUS_BITS +: CORE_BITS] == HERE;
//% else
        = {n_ibus_req_addr[i*32 +: 32], n_ibus_req_tag[i*IBUS_BITS +: IBUS_BITS]};
      assign ihere[i] = ibus_rsp_tag[IBUS_BITS +: CORE_BITS] == HERE;
//% end
      assign dreq[i*DREQ_BITS+DREQ_PLAIN +: 6] = n_dbus_req_atomic[i*6 +: 6];  //% if bank_atomics
      assign dreq[i*DREQ_BITS +: DREQ_PLAIN]
        = {n_dbus_req_write[i], n_dbus_req_addr[i*32 +: 32],
           n_dbus_req_strb[i*BUS_BYTES +: BUS_BYTES], n_dbus_req_data[i*BUS_BITS +: BUS_BITS],
//% if dcache
           n_dbus_req_len[i*8 +: 8], n_dbus_req_last[i], n_dbus_req_id[i*DBUS_BITS +: DBUS_BITS]};
      assign dhere[i] = dbus_rsp_id[DBUS_BITS +: CORE_BITS] == HERE;
//% else
           n_dbus_req_tag[i*DBUS_BITS +: DBUS_BITS]};
      assign dhere[i] = dbus_rsp_tag[DBUS_BITS +: CORE_BITS] == HERE;
//% end
//% end
    end
  endgenerate

//% if shares_bus
  // The instruction bus.
  ${prefix}_bus_share #(.WIDTH(IREQ_BITS)) u_ibus (
    .clk(clk), .rst(rst), .req_valid(n_ibus_req_valid), .req_ready(n_ibus_req_ready), .req(ireq),
    .bus_valid(ibus_req_valid), .bus_ready(ibus_req_ready), .bus_core(ireq_core),
//% if icache
    .bus({ibus_req_len, ibus_req_addr, ireq_tag})
//% else
    .bus({ibus_req_addr, ireq_tag})
//% end
  );
//% if icache
  assign ibus_req_id = {ireq_core, ireq_tag};
  assign n_ibus_rsp_id = {CORES{ibus_rsp_id[IBUS_BITS-1:0]}};
  assign n_ibus_rsp_last = {CORES{ibus_rsp_last}};
  assign ibus_rsp_ready = |(n_ibus_rsp_ready & ihere);
//% else
  assign ibus_req_tag = {ireq_core, ireq_tag};
  assign n_ibus_rsp_tag = {CORES{ibus_rsp_tag[IBUS_BITS-1:0]}};
//% end
  assign n_ibus_rsp_valid = ihere & {CORES{ibus_rsp_valid}};
  assign n_ibus_rsp_data = {CORES{ibus_rsp_data}};
  assign n_ibus_rsp_error = {CORES{ibus_rsp_error}};

  // The data bus.
  localparam [DBUS_BITS-1:0] STORE_ID = ${dcache_mshrs};            //% if locks_axi
  wire stored = dbus_rsp_id[DBUS_BITS-1:0] == STORE_ID;             //% if locks_axi
  ${prefix}_bus_lock #(.WIDTH(DREQ_BITS)) u_dbus (                  //% if locks
    .req_lock(n_dbus_req_lock), .req_write(n_dbus_req_write),       //% if locks
    .req_addr(n_dbus_req_addr), .unlock(n_own_unlock),              //% if locks
    .response(n_dbus_rsp_valid & n_dbus_rsp_ready & {CORES{stored}}),  //% if locks_axi
  ${prefix}_bus_share #(.WIDTH(DREQ_BITS)) u_dbus (                 //% if not locks
    .clk(clk), .rst(rst), .req_valid(n_dbus_req_valid), .req_ready(n_dbus_req_ready), .req(dreq),
    .bus_valid(dbus_req_valid), .bus_ready(dbus_req_ready), .bus_core(dreq_core), .bus(shared)
  );

  assign dbus_req_atomic = shared[DREQ_PLAIN +: 6];  //% if bank_atomics
//% if dcache
  assign {dbus_req_write, dbus_req_addr, dbus_req_strb, dbus_req_data, dbus_req_len, dbus_req_last,
          dreq_tag} = shared[DREQ_PLAIN-1:0];
  assign dbus_req_id = {dreq_core, dreq_tag};
  assign n_dbus_rsp_id = {CORES{dbus_rsp_id[DBUS_BITS-1:0]}};
  assign n_dbus_rsp_last = {CORES{dbus_rsp_last}};
//% else
  assign {dbus_req_write, dbus_req_addr, dbus_req_strb, dbus_req_data, dreq_tag} = shared;
  assign dbus_req_tag = {dreq_core, dreq_tag};
  assign n_dbus_rsp_tag = {CORES{dbus_rsp_tag[DBUS_BITS-1:0]}};
//% end
  assign dbus_rsp_ready = |(n_dbus_rsp_ready & dhere);
  assign n_dbus_rsp_valid = dhere & {CORES{dbus_rsp_valid}};
  assign n_dbus_rsp_data = {CORES{dbus_rsp_data}};
  assign n_dbus_rsp_error = {CORES{dbus_rsp_error}};

//% end
  // The end: the exit code of the core that wrote mexit first, else of core 0.
  reg                  exited_q;
  reg  [CORE_BITS-1:0] exit_core_q;
  reg  [CORE_BITS-1:0] exit_core;
  integer              n;

  always @* begin
    exit_core = {CORE_BITS{1'b0}};
    for (n = CORES - 1; n >= 0; n = n - 1)
      if (n_own_exit[n])
        exit_core = n[CORE_BITS-1:0];
  end

  always @(posedge clk)
    if (rst) begin
      exited_q <= 1'b0;
      exit_core_q <= {CORE_BITS{1'b0}};
    end else begin
      exited_q <= exited_q | any_exit;
      if (~exited_q)
        exit_core_q <= exit_core;
    end

  wire        any_error;  // a write of the second-level cache failed  //% if cores_l2
  wire [31:0] any_error_addr;                                          //% if cores_l2
  wire drained = &n_done;   //% if cores_l2
  assign done = &n_done;    //% elif caches
  assign done = run_done;   //% elif dispatch
  assign done = &n_done;    //% else
  assign exit_code = n_exit_code[exit_core_q*32 +: 32];

  // The first trap; of several in one cycle that of the lowest core.
  reg                  fault_q;
  reg  [CORE_BITS-1:0] fault_core_q;
  reg  [CORE_BITS-1:0] first_core;
  wire [CORE_BITS-1:0] fault_at = fault_q ? fault_core_q : first_core;

  always @* begin
    first_core = {CORE_BITS{1'b0}};
    for (n = CORES - 1; n >= 0; n = n - 1)
      if (n_fault_valid[n])
        first_core = n[CORE_BITS-1:0];
  end

  always @(posedge clk)
    if (rst) begin
      fault_q <= 1'b0;
      fault_core_q <= {CORE_BITS{1'b0}};
    end else begin
      fault_q <= |n_fault_valid;
      fault_core_q <= fault_at;
    end

  assign fault_valid = |n_fault_valid;
  assign fault_core = {{8-CORE_BITS{1'b0}}, fault_at};
  assign fault_warp = n_fault_warp[fault_at*WARP_BITS +: WARP_BITS];
  assign fault_pc = n_fault_pc[fault_at*32 +: 32];
  assign fault_cause = n_fault_cause[fault_at*32 +: 32];
  assign fault_tval = n_fault_tval[fault_at*32 +: 32];
//% if trace_l2

  // Rows of the second-level cache's state are in the place of core 0.
  localparam L2_AUDIT_BITS = ${l2_audit_bits};
  wire [31:0]              l2_select = audit_select[31:0];
  wire [L2_AUDIT_BITS-1:0] audit_l2;

  assign audit_data = n_audit_data | {{CORES*AUDIT_BITS-L2_AUDIT_BITS{1'b0}}, audit_l2};
//% end
//% if dispatch

  // The dispatcher of blocks.
  ${prefix}_dispatch u_dispatch (
    .congest({congest_rate, congest_seed}), .congested(dispatcher_stalls),  //% if congest
    .blk_take(n_blk_take), .blk_room(n_blk_room), .blk_free(n_blk_free),
    .blk_faults(n_blk_faults), .blk_end_valid(n_blk_end_valid), .blk_end_take(n_blk_end_take),
    .blk_end_launch(n_blk_end_launch), .blk_end_fault(n_blk_end_fault),
    .blk_end_record(n_blk_end_record), .c_stop(n_c_stop),
    .sync_done(n_sync_done),  //% if caches
    .run_done(run_done),                                                  //% if caches
    .done(run_done),                                                      //% else
    .fetch_idle(n_fetch_idle),  //% if hosted
    .icache_idle(n_icache_idle),  //% if insn_idle
    .core_done(n_core_done),
//% connect ../blocks/dispatch
  );
//% end
//% if congest

  reg [STALL_BITS-1:0] stalls;

  always @* begin
    stalls = 0;
    for (n = 0; n < CORES; n = n + 1)
      stalls = stalls | n_congested[n*STALL_BITS +: STALL_BITS];
    stalls[${stall_give}:${stall_launch}] = dispatcher_stalls;  //% if dispatch
  end

//% if cores_axi
  wire [39:0] congest = {congest_rate, congest_seed};
  wire        unused_stalls = ^stalls[${stall_w}:${stall_ar}];  // axi drives these

  assign congested[STALL_BITS-1:${stall_w}+1] = stalls[STALL_BITS-1:${stall_w}+1];
  assign congested[${stall_ar}-1:0] = stalls[${stall_ar}-1:0];
//% else
  assign congested = stalls;
//% end
//% end
//% if shares_bus
//% emit cores_axi
//% else

  // The second-level cache.
  ${prefix}_axi u_axi (
    .congested(congested[${stall_w}:${stall_ar}]),  //% if congest
    .i_req_valid(n_ibus_req_valid), .i_req_ready(n_ibus_req_ready), .i_req_id(n_ibus_req_id),
    .i_req_addr(n_ibus_req_addr), .i_req_len(n_ibus_req_len), .i_rsp_valid(n_ibus_rsp_valid),
    .i_rsp_ready(n_ibus_rsp_ready), .i_rsp_id(n_ibus_rsp_id), .i_rsp_data(n_ibus_rsp_data),
    .i_rsp_last(n_ibus_rsp_last), .i_rsp_error(n_ibus_rsp_error),
    .d_req_valid(n_dbus_req_valid), .d_req_ready(n_dbus_req_ready), .d_req_id(n_dbus_req_id),
    .d_req_write(n_dbus_req_write), .d_req_addr(n_dbus_req_addr), .d_req_len(n_dbus_req_len),
    .d_req_last(n_dbus_req_last), .d_req_strb(n_dbus_req_strb), .d_req_data(n_dbus_req_data),
    .d_rsp_valid(n_dbus_rsp_valid), .d_rsp_ready(n_dbus_rsp_ready), .d_rsp_id(n_dbus_rsp_id),
    .d_rsp_data(n_dbus_rsp_data), .d_rsp_last(n_dbus_rsp_last), .d_rsp_error(n_dbus_rsp_error),
    .d_req_atomic(n_dbus_req_atomic),  //% if bank_atomics
    .d_req_lock(n_dbus_req_lock), .unlock(n_own_unlock),  //% if locks
//% emit channels
//% connect axi_banks
  );
//% end
endmodule
`default_nettype wire
