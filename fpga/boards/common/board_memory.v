// board_memory - one memory behind the core's two buses and the loader
// SPDX-License-Identifier: Apache-2.0
//
// The word form of doc/bus.md. One access per cycle: the loader's first, else instructions and data
// in turn. Answers come one cycle later, straight from the memory, which rests while the core has
// not taken one. A store whose address begins with eight ones goes to the console.
`default_nettype none
module board_memory #(
  parameter RAM_BITS = 13,
  parameter WARP_BITS = 1,
  parameter REQUEST_BITS = 1,
  parameter BUS_BITS = 32,
  parameter BUS_BYTES = 4,
  parameter SHIFT = 2                 // log2 of BUS_BYTES
) (
  input  wire                    clk,
  input  wire                    rst,         // the core's: its requests do not count
  // loader: bytes
  input  wire                    load_valid,
  output wire                    load_ready,
  input  wire                    load_write,
  input  wire [RAM_BITS-1:0]     load_addr,
  input  wire [7:0]              load_wdata,
  output wire [7:0]              load_rdata,  // in the next cycle
  // instructions
  input  wire                    ibus_req_valid,
  output wire                    ibus_req_ready,
  input  wire [WARP_BITS-1:0]    ibus_req_tag,
  input  wire [31:0]             ibus_req_addr,
  output wire                    ibus_rsp_valid,
  output wire [WARP_BITS-1:0]    ibus_rsp_tag,
  output wire [31:0]             ibus_rsp_data,
  // data
  input  wire                    dbus_req_valid,
  output wire                    dbus_req_ready,
  input  wire [REQUEST_BITS-1:0] dbus_req_tag,
  input  wire                    dbus_req_write,
  input  wire [31:0]             dbus_req_addr,
  input  wire [BUS_BYTES-1:0]    dbus_req_strb,
  input  wire [BUS_BITS-1:0]     dbus_req_data,
  output wire                    dbus_rsp_valid,
  input  wire                    dbus_rsp_ready,
  output wire [REQUEST_BITS-1:0] dbus_rsp_tag,
  output wire [BUS_BITS-1:0]     dbus_rsp_data,
  // console
  output wire                    byte_valid,
  input  wire                    byte_ready,
  output wire [7:0]              byte_data
);
  reg                     i_valid_q;
  reg  [WARP_BITS-1:0]    i_tag_q;
  reg                     d_valid_q;
  reg  [REQUEST_BITS-1:0] d_tag_q;
  reg                     d_last_q;     // data went before, instructions go first
  reg  [SHIFT-1:0]        place_q;      // of what was read, in the word

  wire to_console = &dbus_req_addr[31:24];
  wire rest = d_valid_q && !dbus_rsp_ready;
  wire i_wants = ibus_req_valid && !rst && !rest && !load_valid;
  wire d_wants = dbus_req_valid && !rst && !rest && !load_valid && (!to_console || byte_ready);
  wire i_go = i_wants && !(d_wants && !d_last_q);
  wire d_go = d_wants && !(i_wants && d_last_q);
  wire load_go = load_valid && !rest;

  wire [BUS_BYTES-1:0]        byte_0 = {{(BUS_BYTES-1){1'b0}}, 1'b1};
  wire [BUS_BYTES-1:0]        load_strb = byte_0 << load_addr[SHIFT-1:0];
  wire [RAM_BITS-1:SHIFT]     addr = load_valid ? load_addr[RAM_BITS-1:SHIFT]
                                   : d_go ? dbus_req_addr[RAM_BITS-1:SHIFT]
                                   : ibus_req_addr[RAM_BITS-1:SHIFT];
  wire [BUS_BYTES-1:0]        write = load_valid ? load_strb & {BUS_BYTES{load_write}}
                                    : dbus_req_strb & {BUS_BYTES{d_go && dbus_req_write}};
  wire [BUS_BITS-1:0]         write_data = load_valid ? {BUS_BYTES{load_wdata}} : dbus_req_data;
  wire [BUS_BITS-1:0]         read_data;
  wire [BUS_BITS-1:0]         byte_down = read_data >> {place_q, 3'b000};
  wire                        unused_down = ^byte_down;
  wire                        unused_addr = ^{ibus_req_addr, dbus_req_addr};

  assign load_ready = load_go;
  assign load_rdata = byte_down[7:0];
  assign ibus_req_ready = i_go;
  assign ibus_rsp_valid = i_valid_q;
  assign ibus_rsp_tag = i_tag_q;
  assign dbus_req_ready = d_go;
  assign dbus_rsp_valid = d_valid_q;
  assign dbus_rsp_tag = d_tag_q;
  assign dbus_rsp_data = read_data;
  assign byte_valid = d_go && to_console;
  assign byte_data = dbus_req_data[7:0];

  generate
    if (BUS_BITS == 32) begin : g_word
      assign ibus_rsp_data = read_data;
    end
    else begin : g_words
      assign ibus_rsp_data = read_data[{place_q[SHIFT-1:2], 5'd0} +: 32];
    end
  endgenerate

  board_ram #(.RAM_BITS(RAM_BITS), .BYTES(BUS_BYTES), .SHIFT(SHIFT)) u_ram (
    .clk(clk), .valid(load_go || i_go || d_go && !to_console), .write(write), .addr(addr),
    .write_data(write_data), .read_data(read_data)
  );

  always @(posedge clk) begin
    if (load_go || i_go) place_q <= load_valid ? load_addr[SHIFT-1:0] : ibus_req_addr[SHIFT-1:0];
    i_valid_q <= i_go;
    if (i_go) i_tag_q <= ibus_req_tag;
    if (!rest) d_valid_q <= d_go;
    if (d_go) d_tag_q <= dbus_req_tag;
    if (i_go || d_go) d_last_q <= d_go;
    if (rst) begin
      i_valid_q <= 1'b0;
      d_valid_q <= 1'b0;
      d_last_q <= 1'b0;
    end
  end
endmodule
`default_nettype wire
