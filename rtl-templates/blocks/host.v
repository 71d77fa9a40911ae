// host - the registers of the host, behind AXI4-Lite
// SPDX-License-Identifier: Apache-2.0
//
//   cycle 0    a write's address and its data have been accepted, in any order
//   cycle 1    it acts, if no response waits
//   cycle 2    its response is valid
//
//   cycle 0    a read's address is accepted
//   cycle 1    the register's value is valid
//
// Writes and reads do not wait for each other. A read has no effect.
//
// SLVERR: there is no such register, or it cannot be written; a doorbell or a word of a slot that
// is not free, or while the device is reset, has failed, or has been stopped. Such a write has no
// effect. Nor has a write without strobes.
//
// A reset by CONTROL cuts all launches and waits until the device is done: then memory holds what
// was stored, and no access is on its way. device_rst follows for 8 cycles. With FORCE it does not
// wait.
`default_nettype none
module ${prefix}_host #(
  parameter CORES = ${cores},             //% if counters
  parameter CORE_BITS = ${core_bits},     //% if counters
  parameter LAUNCHES = ${launches},
  parameter LAUNCH_BITS = ${launch_bits},
  parameter WHERE_BITS = ${where_bits}
) (
  input  wire                   clk,
  input  wire                   rst,
  output wire                   device_rst,  // reset of the device
  output wire                   irq,         // interrupt, a level
  // AXI4-Lite slave
  input  wire                   s_axi_awvalid,  // a write address is valid
  output wire                   s_axi_awready,  // the write address is accepted
  input  wire [11:0]            s_axi_awaddr,   // address of a register
  input  wire                   s_axi_wvalid,   // write data are valid
  output wire                   s_axi_wready,   // the write data are accepted
  input  wire [31:0]            s_axi_wdata,    // data to write
  input  wire [3:0]             s_axi_wstrb,    // bytes to write
  output wire                   s_axi_bvalid,   // a write has acted
  input  wire                   s_axi_bready,   // the response is taken
  output wire [1:0]             s_axi_bresp,    // OKAY or SLVERR
  input  wire                   s_axi_arvalid,  // a read address is valid
  output wire                   s_axi_arready,  // the read address is accepted
  input  wire [11:0]            s_axi_araddr,   // address of a register
  output wire                   s_axi_rvalid,   // read data are valid
  input  wire                   s_axi_rready,   // the read data are taken
  output wire [31:0]            s_axi_rdata,    // value of the register
  output wire [1:0]             s_axi_rresp,    // OKAY or SLVERR
  // launches
  output wire                   launch_more,   // the host may make launches: not done
  output wire                   launch_ring,   // doorbell: a launch begins
  output wire [LAUNCH_BITS-1:0] launch_slot,   // slot of the launch, which is not busy
  output wire [LAUNCHES-1:0]    launch_abort,  // per slot: cut its launch
  output wire [LAUNCHES-1:0]    launch_ack,    // per slot: if it is done, it is free again
  output wire                   launch_write,  // write a word of a slot that is not busy
  output wire [WHERE_BITS-1:0]  launch_where,  // {slot, word} to write
  output wire [3:0]             launch_strb,   // bytes to write
  output wire [31:0]            launch_data,   // data to write
  output wire [WHERE_BITS-1:0]  launch_read,   // {slot, word} to read
  input  wire [31:0]            launch_word,   // value of the word
  input  wire [LAUNCHES-1:0]    launch_busy,   // per slot: not free
  input  wire [LAUNCHES-1:0]    launch_done,   // per slot: done, with a result
  input  wire                   launch_idle,   // no launch waits or runs
  input  wire [31:0]            launch_given,  // blocks given to cores
  input  wire [31:0]            launch_ended,  // blocks that have ended
  // device
  output wire [4:0]             counter_select,  // counter to show                //% if counters
  input  wire [CORES*64-1:0]    perf_value,      // per core: the selected counter  //% if counters
  input  wire                   done,         // no launches, and memory is complete
  input  wire                   fault_valid,  // an access has failed
  input  wire [31:0]            fault_tval    // address of the failed access
);
  localparam [1:0] OKAY = 2'b00;
  localparam [1:0] SLVERR = 2'b10;

  // A write: its address, its data, its response.
  reg         aw_q;
  reg  [11:2] awaddr_q;
  reg         w_q;
  reg  [31:0] wdata_q;
  reg  [3:0]  wstrb_q;
  reg         b_q;
  reg  [1:0]  bresp_q;
  wire        acts = aw_q & w_q & ~b_q;
  wire [31:0] strobes = {{8{wstrb_q[3]}}, {8{wstrb_q[2]}}, {8{wstrb_q[1]}}, {8{wstrb_q[0]}}};
  wire [31:0] written = wdata_q & strobes;
  wire        bad;

  always @(posedge clk)
    if (rst) begin
      aw_q <= 1'b0;
      w_q <= 1'b0;
      b_q <= 1'b0;
    end else begin
      aw_q <= (aw_q & ~acts) | (s_axi_awvalid & ~aw_q);
      w_q <= (w_q & ~acts) | (s_axi_wvalid & ~w_q);
      b_q <= acts | (b_q & ~s_axi_bready);
    end

  always @(posedge clk) begin
    if (~aw_q)
      awaddr_q <= s_axi_awaddr[11:2];
    if (~w_q) begin
      wdata_q <= s_axi_wdata;
      wstrb_q <= s_axi_wstrb;
    end
    if (acts)
      bresp_q <= bad ? SLVERR : OKAY;
  end

  assign s_axi_awready = ~aw_q;
  assign s_axi_wready = ~w_q;
  assign s_axi_bvalid = b_q;
  assign s_axi_bresp = bresp_q;

  // A read.
  reg         r_q;
  reg  [31:0] rdata_q;
  reg  [1:0]  rresp_q;
  wire        r_known;
  wire        r_slot;
  wire [31:0] r_data;
  wire        r_exists = r_known & ~(r_slot & {1'b0, s_axi_araddr[9:6]} >= 5'd${launches});

  always @(posedge clk)
    if (rst)
      r_q <= 1'b0;
    else
      r_q <= (r_q & ~s_axi_rready) | (s_axi_arvalid & ~r_q);

  always @(posedge clk)
    if (~r_q) begin
      rdata_q <= r_slot ? launch_word & {32{r_exists}} : r_data;
      rresp_q <= r_exists ? OKAY : SLVERR;
    end

  wire unused_addr = ^{s_axi_awaddr[1:0], s_axi_araddr[1:0]};

  assign s_axi_arready = ~r_q;
  assign s_axi_rvalid = r_q;
  assign s_axi_rdata = rdata_q;
  assign s_axi_rresp = rresp_q;
  assign launch_read = {s_axi_araddr[6 +: LAUNCH_BITS], s_axi_araddr[5:2]};

  // The registers.
  reg  [31:0] irq_enable_q;
  reg  [31:0] select_q;
  reg  [63:0] cycle_q;
  reg         stop_q;       // no more launches
  reg         resetting_q;  // a reset goes on
  reg  [3:0]  pulse_q;      // cycles of device_rst to come
  reg         error_q;      // an access has failed, since the reset
  reg  [31:0] error_addr_q;
  wire        w_control;
  wire        w_doorbell;
  wire        w_ack;
  wire        w_abort;
  wire        w_irq_enable;
  wire        w_counter_select;
  wire        w_slot;
  wire        closed = resetting_q | stop_q | error_q;
  wire [LAUNCH_BITS-1:0] slot = awaddr_q[6 +: LAUNCH_BITS];
  wire        bad_slot = {1'b0, awaddr_q[9:6]} >= 5'd${launches} | launch_busy[slot] | closed;
  wire        bad_ring = written >= 32'd${launches} | launch_busy[launch_slot] | closed;
  wire        writes = w_control | w_doorbell | w_ack | w_abort | w_irq_enable | w_counter_select
                       | w_slot;
  wire        some = |wstrb_q;
  wire        resets = acts & w_control & written[0];
  wire        forces = acts & w_control & written[1];
  wire        stops = acts & w_control & written[2];
  wire [63:0] counter = 64'd0;  //% if not counters
//% if counters
  wire [CORE_BITS-1:0] counter_core = select_q[8 +: CORE_BITS];
  wire [63:0] counter = perf_value[counter_core*64 +: 64] & {64{select_q[12:8] < 5'd${cores}}};

  assign counter_select = select_q[4:0];
//% end

  assign bad = some & (~writes | (w_doorbell & bad_ring) | (w_slot & bad_slot));

  ${prefix}_host_map u_map (
    .r_addr(s_axi_araddr[11:2]), .w_addr(awaddr_q),
//% if mapped
    .id(32'h57574750), .version(32'd2), .const_base(${const_base}), .const_size(${const_size}),
    .smem_base(${smem_base}),
//% else
    .id(32'h57574750), .version(32'd1),
//% end
    .shape({8'd${blocks}, 8'd${threads}, 8'd${warps}, 8'd${cores}}),
    .limits({8'd${page_shift}, 8'd${barriers}, 8'd${pages}, 8'd${launches}}),
    .isa(32'd${extensions}), .ram_base(${ram_base}), .ram_size(${ram_size}),
    .local_size(32'd${local_size}),
    .status({28'd0, done & stop_q, error_q, resetting_q, launch_idle}),
    .busy({{32-LAUNCHES{1'b0}}, launch_busy}), .done({{32-LAUNCHES{1'b0}}, launch_done}),
    .irq_enable(irq_enable_q), .error_addr(error_addr_q), .given(launch_given),
    .ended(launch_ended), .cycles(cycle_q[31:0]), .cyclesh(cycle_q[63:32]),
    .counter_select(select_q), .counter(counter[31:0]), .counterh(counter[63:32]),
//% connect host_map
  );

  always @(posedge clk)
    if (rst) begin
      irq_enable_q <= 32'd0;
      select_q <= 32'd0;
    end else begin
      if (acts & w_irq_enable)
        irq_enable_q <= (irq_enable_q & ~strobes) | written;
      if (acts & w_counter_select)
        select_q <= (select_q & ~strobes) | written;
    end

  always @(posedge clk)
    if (rst | device_rst)
      cycle_q <= 64'd0;
    else
      cycle_q <= cycle_q + 64'd1;

  assign irq = |({{32-LAUNCHES{1'b0}}, launch_done} & {1'b0, irq_enable_q[30:0]})
               | (error_q & irq_enable_q[31]);

  // Launches.
  assign launch_ring = acts & some & w_doorbell & ~bad_ring;
  assign launch_slot = written[LAUNCH_BITS-1:0];
  assign launch_abort = (written[LAUNCHES-1:0] & {LAUNCHES{acts & w_abort}})
                        | {LAUNCHES{resetting_q}};
  assign launch_ack = written[LAUNCHES-1:0] & {LAUNCHES{acts & w_ack}};
  assign launch_write = acts & w_slot & ~bad_slot;
  assign launch_where = {slot, awaddr_q[5:2]};
  assign launch_strb = wstrb_q;
  assign launch_data = wdata_q;

  // The end, resets, and failed accesses.
  always @(posedge clk)
    if (rst) begin
      stop_q <= 1'b0;
      resetting_q <= 1'b0;
      pulse_q <= 4'd0;
      error_q <= 1'b0;
    end else begin
      stop_q <= (stop_q | stops) & ~device_rst;
      resetting_q <= resets | forces | (resetting_q & pulse_q != 4'd1);
      if (forces | (resetting_q & done & ~|pulse_q))
        pulse_q <= 4'd8;
      else if (|pulse_q)
        pulse_q <= pulse_q - 4'd1;
      error_q <= (error_q | fault_valid) & ~device_rst;
    end

  always @(posedge clk)
    if (rst)
      error_addr_q <= 32'd0;
    else if (fault_valid & ~error_q)
      error_addr_q <= fault_tval;

  assign launch_more = ~(stop_q | resetting_q);
  assign device_rst = |pulse_q;
endmodule
`default_nettype wire
