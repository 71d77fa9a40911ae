// board_system - the core with memory, console and loader behind a serial line
// SPDX-License-Identifier: Apache-2.0
//
// board_config.vh, written by fpga/boards/board, says what the core is.
`default_nettype none
`include "board_config.vh"
module board_system #(
  parameter [95:0] NAME = "",         // of the board, at most 12 letters
  parameter [31:0] CLOCK_HZ = 32'd12000000,
  parameter [31:0] BAUD = 32'd115200
) (
  input  wire clk,
  input  wire ready,                  // the clock is stable, and the reset button not pressed
  input  wire rx,
  output wire tx,
  // for lamps
  output wire running,
  output wire done,
  output wire fault
);
  localparam [31:0] DIVIDER = (CLOCK_HZ + BAUD / 32'd2) / BAUD;
  localparam DIVIDER_BITS = DIVIDER <= 32'd256 ? 8 : DIVIDER <= 32'd4096 ? 12 : 16;
  localparam RAM_BITS = `BOARD_RAM_BITS;
  localparam WARP_BITS = `BOARD_WARP_BITS;
  localparam REQUEST_BITS = `BOARD_REQUEST_BITS;
  localparam BUS_BITS = `BOARD_BUS_BITS;
  localparam BUS_BYTES = BUS_BITS / 8;
  localparam [31:0] RAM_BASE = `BOARD_RAM_BASE;
  localparam [31:0] RAM_SIZE = `BOARD_RAM_SIZE;
  localparam [31:0] RESET_PC = `BOARD_RESET_PC;
  localparam [31:0] SMEM_SIZE = `BOARD_SMEM_SIZE;
  localparam [7:0] WARPS = `BOARD_WARPS, THREADS = `BOARD_THREADS, LANES = `BOARD_LANES;
  localparam [15:0] ISA = `BOARD_ISA;
  localparam [7:0] VERSION = 8'd2;
  localparam [15:0] DATA_MOST = 16'd480;      // bytes of a `write`
  localparam INFO_BYTES = 40;
  localparam [8*INFO_BYTES-1:0] INFO = {
    NAME, DATA_MOST, CLOCK_HZ, SMEM_SIZE, RESET_PC, RAM_SIZE, RAM_BASE, ISA, LANES, THREADS, WARPS,
    VERSION
  };

  wire                    rst;
  wire                    run;
  wire                    rx_valid;
  wire [7:0]              rx_data;
  wire                    tx_valid;
  wire                    tx_ready;
  wire [7:0]              tx_data;
  wire                    mem_valid;
  wire                    mem_ready;
  wire                    mem_write;
  wire [RAM_BITS-1:0]     mem_addr;
  wire [7:0]              mem_wdata;
  wire [7:0]              mem_rdata;
  wire                    reg_valid;
  wire                    reg_write;
  wire [11:0]             reg_addr;
  wire [31:0]             reg_wdata;
  wire                    reg_done;
  wire [31:0]             reg_rdata;
  wire                    reg_bad;
  wire                    take_valid;
  wire [15:0]             take_pos;
  wire [15:0]             console_first;
  wire [15:0]             console_behind;
  wire                    taken_ok;
  wire [8:0]              console_pos;
  wire [7:0]              console_data;
  wire                    byte_valid;
  wire                    byte_ready;
  wire [7:0]              byte_data;
  wire                    ibus_req_valid;
  wire                    ibus_req_ready;
  wire [WARP_BITS-1:0]    ibus_req_tag;
  wire [31:0]             ibus_req_addr;
  wire                    ibus_rsp_valid;
  wire [WARP_BITS-1:0]    ibus_rsp_tag;
  wire [31:0]             ibus_rsp_data;
  wire                    dbus_req_valid;
  wire                    dbus_req_ready;
  wire [REQUEST_BITS-1:0] dbus_req_tag;
  wire                    dbus_req_write;
  wire [31:0]             dbus_req_addr;
  wire [BUS_BYTES-1:0]    dbus_req_strb;
  wire [BUS_BITS-1:0]     dbus_req_data;
  wire                    dbus_rsp_valid;
  wire                    dbus_rsp_ready;
  wire [REQUEST_BITS-1:0] dbus_rsp_tag;
  wire [BUS_BITS-1:0]     dbus_rsp_data;
  wire                    core_done;
  wire [31:0]             exit_code;
  wire                    fault_valid;
  wire [WARP_BITS-1:0]    fault_warp;
  wire [31:0]             fault_pc;
  wire [31:0]             fault_cause;
  wire [31:0]             fault_tval;
  wire                    unused_cause = ^fault_cause[31:8];
  reg                     core_rst_q;
  reg                     done_q;
  reg  [39:0]             cycles_q;

  assign running = !core_rst_q && !done_q;
  assign done = done_q;
  assign fault = done_q && fault_valid;

  // The core is in reset until it is told to run, and `done` counts from the cycle after.
  always @(posedge clk) begin
    core_rst_q <= rst || !run;
    done_q <= run && !core_rst_q && (done_q || core_done);
    if (core_rst_q) cycles_q <= 40'd0;
    else if (!done_q) cycles_q <= cycles_q + 40'd1;
    if (rst) done_q <= 1'b0;
  end

  board_reset u_reset (.clk(clk), .ready(ready), .rst(rst));

  board_uart_rx #(.DIVIDER(DIVIDER[15:0]), .BITS(DIVIDER_BITS)) u_rx (
    .clk(clk), .rst(rst), .rx(rx), .rx_valid(rx_valid), .rx_data(rx_data)
  );

  board_uart_tx #(.DIVIDER(DIVIDER[15:0]), .BITS(DIVIDER_BITS)) u_tx (
    .clk(clk), .rst(rst), .tx_valid(tx_valid), .tx_ready(tx_ready), .tx_data(tx_data), .tx(tx)
  );

`ifdef BOARD_HOST
  localparam HOST = 1;
`else
  localparam HOST = 0;
`endif

  board_loader #(
    .INFO_BYTES(INFO_BYTES), .INFO(INFO), .RAM_BITS(RAM_BITS), .RAM_BASE(RAM_BASE), .HOST(HOST)
  ) u_loader (
    .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_data(rx_data), .tx_valid(tx_valid),
    .tx_ready(tx_ready), .tx_data(tx_data), .mem_valid(mem_valid), .mem_ready(mem_ready),
    .mem_write(mem_write), .mem_addr(mem_addr), .mem_wdata(mem_wdata), .mem_rdata(mem_rdata),
    .reg_valid(reg_valid), .reg_write(reg_write), .reg_addr(reg_addr), .reg_wdata(reg_wdata),
    .reg_done(reg_done), .reg_rdata(reg_rdata), .reg_bad(reg_bad),
    .take_valid(take_valid), .take_pos(take_pos), .console_first(console_first),
    .console_behind(console_behind), .taken_ok(taken_ok), .console_pos(console_pos),
    .console_data(console_data), .run(run), .done(done_q), .fault(fault_valid),
    .state({cycles_q, fault_tval, fault_cause[7:0], fault_pc,
            {(8-WARP_BITS){1'b0}}, fault_warp, exit_code})
  );

  board_console u_console (
    .clk(clk), .rst(core_rst_q), .byte_valid(byte_valid), .byte_ready(byte_ready),
    .byte_data(byte_data), .take_valid(take_valid), .take_pos(take_pos), .first(console_first),
    .behind(console_behind), .taken_ok(taken_ok), .read_pos(console_pos),
    .read_data(console_data)
  );

  board_memory #(
    .RAM_BITS(RAM_BITS), .WARP_BITS(WARP_BITS), .REQUEST_BITS(REQUEST_BITS),
    .BUS_BITS(BUS_BITS), .BUS_BYTES(BUS_BYTES), .SHIFT(`BOARD_BUS_SHIFT)
  ) u_memory (
    .clk(clk), .rst(core_rst_q), .load_valid(mem_valid), .load_ready(mem_ready),
    .load_write(mem_write), .load_addr(mem_addr), .load_wdata(mem_wdata),
    .load_rdata(mem_rdata), .ibus_req_valid(ibus_req_valid), .ibus_req_ready(ibus_req_ready),
    .ibus_req_tag(ibus_req_tag), .ibus_req_addr(ibus_req_addr),
    .ibus_rsp_valid(ibus_rsp_valid), .ibus_rsp_tag(ibus_rsp_tag),
    .ibus_rsp_data(ibus_rsp_data), .dbus_req_valid(dbus_req_valid),
    .dbus_req_ready(dbus_req_ready), .dbus_req_tag(dbus_req_tag),
    .dbus_req_write(dbus_req_write), .dbus_req_addr(dbus_req_addr),
    .dbus_req_strb(dbus_req_strb), .dbus_req_data(dbus_req_data),
    .dbus_rsp_valid(dbus_rsp_valid), .dbus_rsp_ready(dbus_rsp_ready),
    .dbus_rsp_tag(dbus_rsp_tag), .dbus_rsp_data(dbus_rsp_data), .byte_valid(byte_valid),
    .byte_ready(byte_ready), .byte_data(byte_data)
  );

`ifdef BOARD_HOST
  wire        axi_awvalid;
  wire        axi_awready;
  wire [11:0] axi_awaddr;
  wire        axi_wvalid;
  wire        axi_wready;
  wire [31:0] axi_wdata;
  wire [3:0]  axi_wstrb;
  wire        axi_bvalid;
  wire        axi_bready;
  wire [1:0]  axi_bresp;
  wire        axi_arvalid;
  wire        axi_arready;
  wire [11:0] axi_araddr;
  wire        axi_rvalid;
  wire        axi_rready;
  wire [31:0] axi_rdata;
  wire [1:0]  axi_rresp;
  wire        irq;
  wire        unused_irq = irq;

  board_registers u_registers (
    .clk(clk), .rst(core_rst_q), .valid(reg_valid), .write(reg_write), .addr(reg_addr),
    .wdata(reg_wdata), .done(reg_done), .rdata(reg_rdata), .bad(reg_bad),
    .axi_awvalid(axi_awvalid), .axi_awready(axi_awready), .axi_awaddr(axi_awaddr),
    .axi_wvalid(axi_wvalid), .axi_wready(axi_wready), .axi_wdata(axi_wdata),
    .axi_wstrb(axi_wstrb), .axi_bvalid(axi_bvalid), .axi_bready(axi_bready),
    .axi_bresp(axi_bresp), .axi_arvalid(axi_arvalid), .axi_arready(axi_arready),
    .axi_araddr(axi_araddr), .axi_rvalid(axi_rvalid), .axi_rready(axi_rready),
    .axi_rdata(axi_rdata), .axi_rresp(axi_rresp)
  );
`else
  wire        unused_reg = ^{reg_valid, reg_write, reg_addr, reg_wdata};

  assign reg_done = 1'b0;
  assign reg_rdata = 32'd0;
  assign reg_bad = 1'b0;
`endif

`ifdef BOARD_COUNTERS
  wire [63:0] perf_value;
  wire        unused_perf = ^perf_value;

`endif
  `BOARD_CORE u_core (
    .clk(clk), .rst(core_rst_q), .ibus_req_valid(ibus_req_valid),
    .ibus_req_ready(ibus_req_ready), .ibus_req_tag(ibus_req_tag),
    .ibus_req_addr(ibus_req_addr), .ibus_rsp_valid(ibus_rsp_valid),
    .ibus_rsp_tag(ibus_rsp_tag), .ibus_rsp_data(ibus_rsp_data), .ibus_rsp_error(1'b0),
    .dbus_req_valid(dbus_req_valid), .dbus_req_ready(dbus_req_ready),
    .dbus_req_tag(dbus_req_tag), .dbus_req_write(dbus_req_write),
    .dbus_req_addr(dbus_req_addr), .dbus_req_strb(dbus_req_strb),
    .dbus_req_data(dbus_req_data), .dbus_rsp_valid(dbus_rsp_valid),
    .dbus_rsp_ready(dbus_rsp_ready), .dbus_rsp_tag(dbus_rsp_tag),
    .dbus_rsp_data(dbus_rsp_data), .dbus_rsp_error(1'b0),
`ifdef BOARD_HOST
    .s_axi_awvalid(axi_awvalid), .s_axi_awready(axi_awready), .s_axi_awaddr(axi_awaddr),
    .s_axi_wvalid(axi_wvalid), .s_axi_wready(axi_wready), .s_axi_wdata(axi_wdata),
    .s_axi_wstrb(axi_wstrb), .s_axi_bvalid(axi_bvalid), .s_axi_bready(axi_bready),
    .s_axi_bresp(axi_bresp), .s_axi_arvalid(axi_arvalid), .s_axi_arready(axi_arready),
    .s_axi_araddr(axi_araddr), .s_axi_rvalid(axi_rvalid), .s_axi_rready(axi_rready),
    .s_axi_rdata(axi_rdata), .s_axi_rresp(axi_rresp), .irq(irq),
`endif
`ifdef BOARD_COUNTERS
    .perf_select(5'd0), .perf_value(perf_value),
`endif
    .done(core_done), .exit_code(exit_code), .fault_valid(fault_valid),
    .fault_warp(fault_warp), .fault_pc(fault_pc), .fault_cause(fault_cause),
    .fault_tval(fault_tval)
  );
endmodule
`default_nettype wire
