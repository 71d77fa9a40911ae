// host - AXI4-Lite, and what the host asks for, exactly once and only if it may
// SPDX-License-Identifier: Apache-2.0
//
// A master that keeps the rules, and a device that does what it likes. Two launch slots.
module host (
  input wire        clk,
  input wire        aw_any,
  input wire [11:0] awaddr,
  input wire        w_any,
  input wire [31:0] wdata,
  input wire [3:0]  wstrb,
  input wire        bready,
  input wire        ar_any,
  input wire [11:0] araddr,
  input wire        rready,
  input wire [31:0] launch_word,
  input wire [1:0]  launch_busy,
  input wire [1:0]  launch_done,
  input wire        launch_idle,
  input wire [31:0] launch_given,
  input wire [31:0] launch_ended,
  input wire        done,
  input wire        fault_valid,
  input wire [31:0] fault_tval,
  input wire [63:0] perf_value
);
  reg         init = 1'b1;
  wire        awready;
  wire        wready;
  wire        bvalid;
  wire [1:0]  bresp;
  wire        arready;
  wire        rvalid;
  wire [31:0] rdata;
  wire [1:0]  rresp;
  wire        irq;
  wire        device_rst;
  wire        launch_more;
  wire        launch_ring;
  wire [0:0]  launch_slot;
  wire [1:0]  launch_abort;
  wire [1:0]  launch_ack;
  wire        launch_write;
  wire [4:0]  launch_where;
  wire [3:0]  launch_strb;
  wire [31:0] launch_data;
  wire [4:0]  launch_read;
  wire [4:0]  counter_select;
  wire        awvalid = aw_any & ~init;
  wire        wvalid = w_any & ~init;
  wire        arvalid = ar_any & ~init;

  ww_host u (
    .clk(clk), .rst(init), .device_rst(device_rst), .irq(irq), .s_axi_awvalid(awvalid),
    .s_axi_awready(awready), .s_axi_awaddr(awaddr), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
    .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_bvalid(bvalid), .s_axi_bready(bready),
    .s_axi_bresp(bresp), .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_araddr(araddr),
    .s_axi_rvalid(rvalid), .s_axi_rready(rready), .s_axi_rdata(rdata), .s_axi_rresp(rresp),
    .launch_more(launch_more), .launch_ring(launch_ring), .launch_slot(launch_slot),
    .launch_abort(launch_abort), .launch_ack(launch_ack), .launch_write(launch_write),
    .launch_where(launch_where), .launch_strb(launch_strb), .launch_data(launch_data),
    .launch_read(launch_read), .launch_word(launch_word), .launch_busy(launch_busy),
    .launch_done(launch_done), .launch_idle(launch_idle), .launch_given(launch_given),
    .launch_ended(launch_ended), .counter_select(counter_select), .perf_value(perf_value),
    .done(done), .fault_valid(fault_valid), .fault_tval(fault_tval)
  );

  // What has been accepted, and acts when both are there and no response waits.
  reg         a_q;
  reg  [11:0] addr_q;
  reg         d_q;
  reg  [31:0] data_q;
  reg  [3:0]  strb_q;
  reg         b_q;
  reg         good_q;
  wire        acts = a_q & d_q & ~b_q;
  wire [31:0] mask = {{8{strb_q[3]}}, {8{strb_q[2]}}, {8{strb_q[1]}}, {8{strb_q[0]}}};
  wire [31:0] value = data_q & mask;
  wire [9:0]  number = addr_q[11:2];
  reg         stop_q;
  reg         reset_q;
  reg         error_q;
  reg  [31:0] where_q;   // of the access that failed
  reg  [3:0]  pulse_q;
  reg  [31:0] enable_q;
  reg  [31:0] select_q;
  wire        closed = stop_q | reset_q | error_q;
  wire        is_control = number == 10'h008;
  wire        is_ring = number == 10'h00c;
  wire        is_ack = number == 10'h00d;
  wire        is_abort = number == 10'h00e;
  wire        is_enable = number == 10'h00f;
  wire        is_select = number == 10'h015;
  wire        is_word = number >= 10'h100 & number < 10'h120 & number[3:0] < 4'd10;
  wire        rings = is_ring & value < 2 & ~launch_busy[value[0]] & ~closed;
  wire        writes = is_word & ~launch_busy[addr_q[6]] & ~closed;
  wire        good = ~|strb_q | is_control | rings | is_ack | is_abort | is_enable | is_select
                     | writes;

  always @(posedge clk)
    if (init) begin
      init <= 1'b0;
      {a_q, d_q, b_q, stop_q, reset_q, error_q, pulse_q} <= 0;
      {enable_q, select_q} <= 0;
      where_q <= 0;
    end else begin
      a_q <= (a_q & ~acts) | (awvalid & awready);
      d_q <= (d_q & ~acts) | (wvalid & wready);
      b_q <= acts | (b_q & ~bready);
      if (awvalid & awready) addr_q <= awaddr;
      if (wvalid & wready) {strb_q, data_q} <= {wstrb, wdata};
      if (acts) good_q <= good;
      if (acts & is_enable) enable_q <= (enable_q & ~mask) | value;
      if (acts & is_select) select_q <= (select_q & ~mask) | value;
      stop_q <= ~|pulse_q & (stop_q | (acts & is_control & value[2]));
      reset_q <= (acts & is_control & |value[1:0]) | (reset_q & pulse_q != 1);
      error_q <= ~|pulse_q & (error_q | fault_valid);
      if (fault_valid & ~error_q) where_q <= fault_tval;
      pulse_q <= (acts & is_control & value[1]) | (reset_q & done & pulse_q == 0) ? 4'd8
                 : pulse_q - |pulse_q;
    end

  always @*
    if (~init) begin
      ready: assert (awready == ~a_q & wready == ~d_q);
      response: assert (bvalid == b_q & (~b_q | bresp == {~good_q, 1'b0}));
      ring: assert (launch_ring == (acts & |strb_q & rings));
      slot: assert (~launch_ring | launch_slot == value[0]);
      word: assert (launch_write == (acts & writes));
      where: assert (~launch_write | (launch_where == addr_q[6:2] & launch_data == data_q &
                                      launch_strb == strb_q));
      abort: assert (launch_abort == ({2{acts & is_abort}} & value[1:0] | {2{reset_q}}));
      ack: assert (launch_ack == ({2{acts & is_ack}} & value[1:0]));
      more: assert (launch_more == ~(stop_q | reset_q));
      resets: assert (device_rst == |pulse_q);
      interrupt: assert (irq == (|(launch_done & enable_q[1:0]) | (error_q & enable_q[31])));
      select: assert (counter_select == select_q[4:0]);
    end

  // Reads.
  reg         r_q;
  reg  [31:0] read_q;
  reg         known_q;
  reg         seen_q;    // the value is foretold
  reg  [31:0] shows;
  reg         known;
  reg         sure;

  always @* begin
    {known, sure, shows} = {1'b1, 1'b1, 32'd0};
    casez (araddr[11:2])
      10'h000: shows = "WWGP";
      10'h008, 10'h00c, 10'h00d, 10'h00e: ;
      10'h009: shows = {stop_q & done, error_q, reset_q, launch_idle};
      10'h00a: shows = launch_busy;
      10'h00b: shows = launch_done;
      10'h00f: shows = enable_q;
      10'h010: shows = where_q;
      10'h011: shows = launch_given;
      10'h012: shows = launch_ended;
      10'h015: shows = select_q;
      10'h016: shows = perf_value[31:0] & {32{select_q[12:8] == 0}};
      10'h017: shows = perf_value[63:32] & {32{select_q[12:8] == 0}};
      10'h0??: {known, sure} = {araddr[11:2] < 10'h018, 1'b0};
      10'b01000?????: shows = launch_word;
      default: known = 1'b0;
    endcase
  end

  always @(posedge clk)
    if (init)
      r_q <= 1'b0;
    else begin
      r_q <= (arvalid & ~r_q) | (r_q & ~rready);
      if (arvalid & ~r_q) {known_q, seen_q, read_q} <= {known, sure & known, shows};
    end

  always @*
    if (~init) begin
      r_ready: assert (arready == ~r_q & rvalid == r_q);
      r_response: assert (~r_q | rresp == {~known_q, 1'b0});
      r_value: assert (~r_q | ~seen_q | rdata == read_q);
      r_word: assert (~arvalid | launch_read == araddr[6:2]);
    end
endmodule
