// l2_crossbar - the line ports of all cores and the banks of the second-level cache
// SPDX-License-Identifier: Apache-2.0
//
//   i_req_ of each core --> l2_net --> bi_req_ of each bank
//   d_req_ of each core --> l2_net --> bd_req_ of each bank
//   i_rsp_ of each core <-- l2_net <-- bi_rsp_ of each bank
//   d_rsp_ of each core <-- l2_net <-- bd_rsp_ of each bank
//
// A request goes to the bank of its line (l2_home), one to the console to bank 0. So requests of
// one port to one line, and those to the console, keep their order. A response goes back by the
// number of the core in its id, beat by beat. Beats of lines from different banks mix.
//
// The four networks are independent. A core accepts each response in bounded time, whether its
// requests are accepted or not. So no request waits for ever.
//
// A core has one request at a time at each port. While the request waits for its bank, those behind
// it wait, too.
`default_nettype none
module ${prefix}_l2_crossbar #(
  parameter CORES = ${cores},
  parameter CORE_BITS = ${core_bits},
  parameter BANKS = ${l2_banks},
  parameter BANK_BITS = ${l2_bank_bits},
  parameter IBUS_BITS = ${ibus_tag_bits},  // of an id of one core
  parameter DBUS_BITS = ${dbus_tag_bits},
  parameter I_BITS = ${axi_i_bits},        // of an id of all cores
  parameter D_BITS = ${axi_d_bits},
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter LINE_BITS = ${dcache_line_bits},
  parameter RAM_BASE = ${ram_base},
  parameter RAM_BITS = ${ram_bits}
) (
  input  wire                       clk,
  input  wire                       rst,
  // instruction caches
  input  wire [CORES-1:0]           i_req_valid,   // per core: a read of a line
  output wire [CORES-1:0]           i_req_ready,   // per core: the read is accepted
  input  wire [CORES*IBUS_BITS-1:0] i_req_id,      // ids of the reads
  input  wire [CORES*32-1:0]        i_req_addr,    // addresses of the lines
  output wire [CORES-1:0]           i_rsp_valid,   // per core: a beat of a line
  input  wire [CORES-1:0]           i_rsp_ready,   // per core: the beat is accepted
  output wire [CORES*IBUS_BITS-1:0] i_rsp_id,      // ids of the reads
  output wire [CORES*BUS_BITS-1:0]  i_rsp_data,    // the beats
  output wire [CORES-1:0]           i_rsp_last,    // per core: last beat of the line
  output wire [CORES-1:0]           i_rsp_error,   // per core: the read failed
  // data caches
  input  wire [CORES-1:0]           d_req_valid,   // per core: a request waits
  output wire [CORES-1:0]           d_req_ready,   // per core: the request is accepted
  input  wire [CORES*DBUS_BITS-1:0] d_req_id,      // ids of the requests
  input  wire [CORES-1:0]           d_req_write,   // per core: 1 write of a beat, 0 read of a line
  input  wire [CORES*32-1:0]        d_req_addr,    // addresses of the beats or lines
  input  wire [CORES*BUS_BYTES-1:0] d_req_strb,    // bytes to write
  input  wire [CORES*BUS_BITS-1:0]  d_req_data,    // data to write
  input  wire [CORES*6-1:0]         d_req_atomic,  // {operation, 1} for a word  //% if bank_atomics
  input  wire [CORES-1:0]           d_req_lock,    // per core: atomic load   //% if locks
  input  wire [CORES-1:0]           unlock,        // per core: no store follows  //% if locks
  output wire [CORES-1:0]           d_rsp_valid,   // per core: a beat, or the response to a write
  input  wire [CORES-1:0]           d_rsp_ready,   // per core: the response is accepted
  output wire [CORES*DBUS_BITS-1:0] d_rsp_id,      // ids of the requests
  output wire [CORES*BUS_BITS-1:0]  d_rsp_data,    // the beats
  output wire [CORES-1:0]           d_rsp_last,    // per core: last beat, or of a write
  output wire [CORES-1:0]           d_rsp_error,   // per core: the request failed
  // banks: requests
  output wire [BANKS-1:0]           bi_req_valid,  // per bank: a read of a line
  input  wire [BANKS-1:0]           bi_req_ready,  // per bank: the read is accepted
  output wire [BANKS*I_BITS-1:0]    bi_req_id,     // {core, id} of the reads
  output wire [BANKS*32-1:0]        bi_req_addr,   // addresses of the lines
  output wire [BANKS-1:0]           bd_req_valid,  // per bank: a request waits
  input  wire [BANKS-1:0]           bd_req_ready,  // per bank: the request is accepted
  output wire [BANKS*CORE_BITS-1:0] bd_req_core,   // cores of the requests
  output wire [BANKS*D_BITS-1:0]    bd_req_id,     // {core, id} of the requests
  output wire [BANKS-1:0]           bd_req_write,  // per bank: 1 write of a beat, 0 read of a line
  output wire [BANKS*32-1:0]        bd_req_addr,   // addresses of the beats or lines
  output wire [BANKS*BUS_BYTES-1:0] bd_req_strb,   // bytes to write
  output wire [BANKS*BUS_BITS-1:0]  bd_req_data,   // data to write
  output wire [BANKS*6-1:0]         bd_req_atomic, // {operation, 1} for a word  //% if bank_atomics
  // banks: responses
  input  wire [BANKS-1:0]           bi_rsp_valid,  // per bank: a beat for an instruction cache
  output wire [BANKS-1:0]           bi_rsp_ready,  // per bank: the beat is accepted
  input  wire [BANKS*I_BITS-1:0]    bi_rsp_id,     // {core, id} of the reads
  input  wire [BANKS-1:0]           bd_rsp_valid,  // per bank: a response for a data cache
  output wire [BANKS-1:0]           bd_rsp_ready,  // per bank: the response is accepted
  input  wire [BANKS*D_BITS-1:0]    bd_rsp_id,     // {core, id} of the requests
  input  wire [BANKS*BUS_BITS-1:0]  b_rsp_data,    // the beats, for either cache
  input  wire [BANKS-1:0]           b_rsp_last,    // per bank: last beat, or of a write
  input  wire [BANKS-1:0]           b_rsp_error    // per bank: the request failed
);
  localparam [31:0] BASE = RAM_BASE;
  localparam CUT = LINE_BITS + BANK_BITS;
  localparam IREQ_BITS = 32 + IBUS_BITS;
  localparam DREQ_BITS = 6 + 1 + 32 + BUS_BYTES + BUS_BITS + DBUS_BITS;  //% if bank_atomics
  localparam DREQ_BITS = 1 + 32 + BUS_BYTES + BUS_BITS + DBUS_BITS;      //% else
  localparam IRSP_BITS = 2 + BUS_BITS + IBUS_BITS;
  localparam DRSP_BITS = 2 + BUS_BITS + DBUS_BITS;

  wire [CORES*IREQ_BITS-1:0] ireq;
  wire [CORES*DREQ_BITS-1:0] dreq;
  wire [CORES*IRSP_BITS-1:0] irsp;
  wire [CORES*DRSP_BITS-1:0] drsp;
  wire [BANKS*IREQ_BITS-1:0] b_ireq;
  wire [BANKS*DREQ_BITS-1:0] b_dreq;
  wire [BANKS*IRSP_BITS-1:0] b_irsp;
  wire [BANKS*DRSP_BITS-1:0] b_drsp;
  wire [CORES*BANK_BITS-1:0] ireq_to;
  wire [CORES*BANK_BITS-1:0] dreq_to;
  wire [BANKS*CORE_BITS-1:0] ireq_from;
  wire [BANKS*CORE_BITS-1:0] irsp_to;
  wire [BANKS*CORE_BITS-1:0] drsp_to;
  wire [CORES*BANK_BITS-1:0] irsp_from;
  wire [CORES*BANK_BITS-1:0] drsp_from;
  wire                       unused = ^{irsp_from, drsp_from};  // ids are enough
  wire                       unused_core = ^ireq_from;  //% if not many_cores

  genvar i;
  generate
    for (i = 0; i < CORES; i = i + 1) begin : g_core
      wire [31:0]          i_addr = i_req_addr[i*32 +: 32];
      wire [31:0]          d_addr = d_req_addr[i*32 +: 32];
      wire                 in_ram = d_addr[31:RAM_BITS] == BASE[31:RAM_BITS];
      wire [BANK_BITS-1:0] i_bank;
      wire [BANK_BITS-1:0] d_bank;

      ${prefix}_l2_home u_i_home (
        .num(i_addr[RAM_BITS-1:CUT]), .in(i_addr[CUT-1:LINE_BITS]), .out(i_bank)
      );
      ${prefix}_l2_home u_d_home (
        .num(d_addr[RAM_BITS-1:CUT]), .in(d_addr[CUT-1:LINE_BITS]), .out(d_bank)
      );
      assign ireq_to[i*BANK_BITS +: BANK_BITS] = i_bank;
      assign dreq_to[i*BANK_BITS +: BANK_BITS] = d_bank & {BANK_BITS{in_ram}};
      assign ireq[i*IREQ_BITS +: IREQ_BITS] = {i_addr, i_req_id[i*IBUS_BITS +: IBUS_BITS]};
      assign dreq[i*DREQ_BITS +: DREQ_BITS] = {
        d_req_atomic[i*6 +: 6],  //% if bank_atomics
        d_req_write[i], d_addr, d_req_strb[i*BUS_BYTES +: BUS_BYTES],
        d_req_data[i*BUS_BITS +: BUS_BITS], d_req_id[i*DBUS_BITS +: DBUS_BITS]
      };
      assign {
        i_rsp_error[i], i_rsp_last[i], i_rsp_data[i*BUS_BITS +: BUS_BITS],
        i_rsp_id[i*IBUS_BITS +: IBUS_BITS]
      } = irsp[i*IRSP_BITS +: IRSP_BITS];
      assign {
        d_rsp_error[i], d_rsp_last[i], d_rsp_data[i*BUS_BITS +: BUS_BITS],
        d_rsp_id[i*DBUS_BITS +: DBUS_BITS]
      } = drsp[i*DRSP_BITS +: DRSP_BITS];
    end

    for (i = 0; i < BANKS; i = i + 1) begin : g_bank
      wire [IBUS_BITS-1:0] i_id;
      wire [DBUS_BITS-1:0] d_id;

      assign {bi_req_addr[i*32 +: 32], i_id} = b_ireq[i*IREQ_BITS +: IREQ_BITS];
      assign {
        bd_req_atomic[i*6 +: 6],  //% if bank_atomics
        bd_req_write[i], bd_req_addr[i*32 +: 32], bd_req_strb[i*BUS_BYTES +: BUS_BYTES],
        bd_req_data[i*BUS_BITS +: BUS_BITS], d_id
      } = b_dreq[i*DREQ_BITS +: DREQ_BITS];
//% if many_cores
      assign bi_req_id[i*I_BITS +: I_BITS] = {ireq_from[i*CORE_BITS +: CORE_BITS], i_id};
      assign bd_req_id[i*D_BITS +: D_BITS] = {bd_req_core[i*CORE_BITS +: CORE_BITS], d_id};
      assign irsp_to[i*CORE_BITS +: CORE_BITS] = bi_rsp_id[i*I_BITS+IBUS_BITS +: CORE_BITS];
      assign drsp_to[i*CORE_BITS +: CORE_BITS] = bd_rsp_id[i*D_BITS+DBUS_BITS +: CORE_BITS];
//% else
      assign bi_req_id[i*I_BITS +: I_BITS] = i_id;
      assign bd_req_id[i*D_BITS +: D_BITS] = d_id;
      assign irsp_to[i*CORE_BITS +: CORE_BITS] = {CORE_BITS{1'b0}};
      assign drsp_to[i*CORE_BITS +: CORE_BITS] = {CORE_BITS{1'b0}};
//% end
      assign b_irsp[i*IRSP_BITS +: IRSP_BITS] = {
        b_rsp_error[i], b_rsp_last[i], b_rsp_data[i*BUS_BITS +: BUS_BITS],
        bi_rsp_id[i*I_BITS +: IBUS_BITS]
      };
      assign b_drsp[i*DRSP_BITS +: DRSP_BITS] = {
        b_rsp_error[i], b_rsp_last[i], b_rsp_data[i*BUS_BITS +: BUS_BITS],
        bd_rsp_id[i*D_BITS +: DBUS_BITS]
      };
    end
  endgenerate

  ${prefix}_l2_net #(
    .SOURCES(CORES), .SOURCE_BITS(CORE_BITS), .TARGETS(BANKS), .TARGET_BITS(BANK_BITS),
    .WIDTH(IREQ_BITS)
  ) u_ireq (
    .clk(clk), .rst(rst), .source_valid(i_req_valid), .source_ready(i_req_ready),
    .source_to(ireq_to), .source_data(ireq),
    .target_valid(bi_req_valid), .target_ready(bi_req_ready), .target_from(ireq_from),
    .target_data(b_ireq)
  );

//% if locks
  ${prefix}_l2_locks #(.WIDTH(DREQ_BITS)) u_dreq (
    .clk(clk), .rst(rst), .core_valid(d_req_valid), .core_ready(d_req_ready),
    .core_to(dreq_to), .core_data(dreq), .core_lock(d_req_lock), .core_write(d_req_write),
    .core_addr(d_req_addr), .unlock(unlock), .bank_valid(bd_req_valid),
    .bank_ready(bd_req_ready), .bank_from(bd_req_core), .bank_data(b_dreq)
  );
//% else
  ${prefix}_l2_net #(
    .SOURCES(CORES), .SOURCE_BITS(CORE_BITS), .TARGETS(BANKS), .TARGET_BITS(BANK_BITS),
    .WIDTH(DREQ_BITS)
  ) u_dreq (
    .clk(clk), .rst(rst), .source_valid(d_req_valid), .source_ready(d_req_ready),
    .source_to(dreq_to), .source_data(dreq), .target_valid(bd_req_valid),
    .target_ready(bd_req_ready), .target_from(bd_req_core), .target_data(b_dreq)
  );
//% end

  ${prefix}_l2_net #(
    .SOURCES(BANKS), .SOURCE_BITS(BANK_BITS), .TARGETS(CORES), .TARGET_BITS(CORE_BITS),
    .WIDTH(IRSP_BITS)
  ) u_irsp (
    .clk(clk), .rst(rst), .source_valid(bi_rsp_valid), .source_ready(bi_rsp_ready),
    .source_to(irsp_to), .source_data(b_irsp),
    .target_valid(i_rsp_valid), .target_ready(i_rsp_ready), .target_from(irsp_from),
    .target_data(irsp)
  );

  ${prefix}_l2_net #(
    .SOURCES(BANKS), .SOURCE_BITS(BANK_BITS), .TARGETS(CORES), .TARGET_BITS(CORE_BITS),
    .WIDTH(DRSP_BITS)
  ) u_drsp (
    .clk(clk), .rst(rst), .source_valid(bd_rsp_valid), .source_ready(bd_rsp_ready),
    .source_to(drsp_to), .source_data(b_drsp),
    .target_valid(d_rsp_valid), .target_ready(d_rsp_ready), .target_from(drsp_from),
    .target_data(drsp)
  );
endmodule
`default_nettype wire
