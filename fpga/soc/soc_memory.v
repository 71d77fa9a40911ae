// soc_memory - the memory of the system: RAM behind words and AXI4, a console, registers
// SPDX-License-Identifier: Apache-2.0
//
// The host's accesses take a cycle; those to the last 4 KiB of RAM go to the registers. Each
// channel of AXI4 has a read and a write at a time, bursts that count up, a beat a cycle.
`default_nettype none
module soc_memory #(
  parameter RAM_BITS = 24,
  parameter CHANNELS = 2,
  parameter BUS_BITS = 128,
  parameter BUS_BYTES = 16,
  parameter ID_BITS = 4
) (
  input  wire                          clk,
  input  wire                          rst,
  // instructions of the host
  input  wire                          ibus_req_valid,
  input  wire [0:0]                    ibus_req_tag,
  input  wire [31:0]                   ibus_req_addr,
  output reg                           ibus_rsp_valid,
  output reg  [0:0]                    ibus_rsp_tag,
  output reg  [31:0]                   ibus_rsp_data,
  // data of the host
  input  wire                          dbus_req_valid,
  output wire                          dbus_req_ready,
  input  wire [0:0]                    dbus_req_tag,
  input  wire                          dbus_req_write,
  input  wire [31:0]                   dbus_req_addr,
  input  wire [3:0]                    dbus_req_strb,
  input  wire [31:0]                   dbus_req_data,
  output reg                           dbus_rsp_valid,
  input  wire                          dbus_rsp_ready,
  output reg  [0:0]                    dbus_rsp_tag,
  output reg  [31:0]                   dbus_rsp_data,
  // registers of the device
  output wire                          reg_valid,
  output wire                          reg_write,
  output wire [11:0]                   reg_addr,
  output wire [31:0]                   reg_wdata,
  input  wire                          reg_done,
  input  wire [31:0]                   reg_rdata,
  // AXI4, channel 0 in the low bits
  input  wire [CHANNELS-1:0]           awvalid,
  output wire [CHANNELS-1:0]           awready,
  input  wire [CHANNELS*ID_BITS-1:0]   awid,
  input  wire [CHANNELS*32-1:0]        awaddr,
  input  wire [CHANNELS*8-1:0]         awlen,
  input  wire [CHANNELS-1:0]           wvalid,
  output wire [CHANNELS-1:0]           wready,
  input  wire [CHANNELS*BUS_BITS-1:0]  wdata,
  input  wire [CHANNELS*BUS_BYTES-1:0] wstrb,
  input  wire [CHANNELS-1:0]           wlast,
  output wire [CHANNELS-1:0]           bvalid,
  input  wire [CHANNELS-1:0]           bready,
  output wire [CHANNELS*ID_BITS-1:0]   bid,
  input  wire [CHANNELS-1:0]           arvalid,
  output wire [CHANNELS-1:0]           arready,
  input  wire [CHANNELS*ID_BITS-1:0]   arid,
  input  wire [CHANNELS*32-1:0]        araddr,
  input  wire [CHANNELS*8-1:0]         arlen,
  output wire [CHANNELS-1:0]           rvalid,
  input  wire [CHANNELS-1:0]           rready,
  output wire [CHANNELS*ID_BITS-1:0]   rid,
  output wire [CHANNELS*BUS_BITS-1:0]  rdata,
  output wire [CHANNELS-1:0]           rlast
);
  localparam [31:0] CONSOLE = 32'hfffff000;

  reg [7:0] ram [0:(1<<RAM_BITS)-1];
  integer   n;

  initial begin
    $readmemh("cpu.hex", ram);
    $readmemh("device.hex", ram);
  end

  // The host. A response that is not taken holds up the next request.
  wire at_console = dbus_req_addr[31:RAM_BITS] == CONSOLE[31:RAM_BITS];
  wire at_regs = !at_console && &dbus_req_addr[RAM_BITS-1:12];
  wire free = !dbus_rsp_valid || dbus_rsp_ready;
  wire goes = dbus_req_valid && free && (!at_regs || reg_done);

  assign dbus_req_ready = free && (!at_regs || reg_done);
  assign reg_valid = dbus_req_valid && free && at_regs;
  assign reg_write = dbus_req_write;
  assign reg_addr = dbus_req_addr[11:0];
  assign reg_wdata = dbus_req_data;

  always @(posedge clk) begin
    ibus_rsp_valid <= ibus_req_valid && !rst;
    ibus_rsp_tag <= ibus_req_tag;
    for (n = 0; n < 4; n = n + 1)
      ibus_rsp_data[8*n +: 8] <= ram[ibus_req_addr[RAM_BITS-1:0] + n];
    dbus_rsp_valid <= !rst && (goes || !free);
    if (goes) begin
      dbus_rsp_tag <= dbus_req_tag;
      for (n = 0; n < 4; n = n + 1) begin
        dbus_rsp_data[8*n +: 8] <= at_regs ? reg_rdata[8*n +: 8]
                                           : ram[dbus_req_addr[RAM_BITS-1:0] + n];
        if (dbus_req_write && dbus_req_strb[n] && !at_regs && !at_console)
          ram[dbus_req_addr[RAM_BITS-1:0] + n] <= dbus_req_data[8*n +: 8];
      end
      if (dbus_req_write && at_console) $write("%c", dbus_req_data[7:0]);
    end
  end

  // The device.
  genvar c;

  generate
    for (c = 0; c < CHANNELS; c = c + 1) begin : g_channel
      reg                 w_q;         // a write goes on
      reg                 b_q;         // its response waits
      reg  [ID_BITS-1:0]  w_id_q;
      reg  [31:0]         w_addr_q;
      reg                 r_q;
      reg  [ID_BITS-1:0]  r_id_q;
      reg  [31:0]         r_addr_q;
      reg  [7:0]          r_left_q;
      reg  [BUS_BITS-1:0] row;
      integer             i;

      assign awready[c] = !w_q && !b_q;
      assign wready[c] = w_q;
      assign bvalid[c] = b_q;
      assign bid[c*ID_BITS +: ID_BITS] = w_id_q;
      assign arready[c] = !r_q;
      assign rvalid[c] = r_q;
      assign rid[c*ID_BITS +: ID_BITS] = r_id_q;
      assign rlast[c] = r_left_q == 8'd0;
      assign rdata[c*BUS_BITS +: BUS_BITS] = row;

      always @*
        for (i = 0; i < BUS_BYTES; i = i + 1)
          row[8*i +: 8] = ram[r_addr_q[RAM_BITS-1:0] + i];

      always @(posedge clk) begin
        if (awvalid[c] && awready[c]) begin
          w_id_q <= awid[c*ID_BITS +: ID_BITS];
          w_addr_q <= awaddr[c*32 +: 32];
        end
        if (wvalid[c] && wready[c]) begin
          w_addr_q <= w_addr_q + BUS_BYTES;
          for (i = 0; i < BUS_BYTES; i = i + 1)
            if (wstrb[c*BUS_BYTES + i] && w_addr_q[31:RAM_BITS] != CONSOLE[31:RAM_BITS])
              ram[w_addr_q[RAM_BITS-1:0] + i] <= wdata[c*BUS_BITS + 8*i +: 8];
          if (w_addr_q == CONSOLE) $write("%c", wdata[c*BUS_BITS +: 8]);
        end
        if (arvalid[c] && arready[c]) begin
          r_id_q <= arid[c*ID_BITS +: ID_BITS];
          r_addr_q <= araddr[c*32 +: 32];
          r_left_q <= arlen[c*8 +: 8];
        end else if (rvalid[c] && rready[c]) begin
          r_addr_q <= r_addr_q + BUS_BYTES;
          r_left_q <= r_left_q - 8'd1;
        end
        w_q <= !rst && ((awvalid[c] && awready[c]) || (w_q && !(wvalid[c] && wlast[c])));
        b_q <= !rst && ((w_q && wvalid[c] && wlast[c]) || (b_q && !bready[c]));
        r_q <= !rst && ((arvalid[c] && arready[c]) || (r_q && !(rready[c] && rlast[c])));
      end
    end
  endgenerate
endmodule
`default_nettype wire
