// tb_simple - the memory of the test bench behind the simple bus, in the word and in the line form
// SPDX-License-Identifier: Apache-2.0
//
// A side without a cache makes requests of one beat; a tag of it is an id here.
`default_nettype none
module ${prefix}_tb_simple #(
  parameter I_BITS = 1,          // of an id of ibus
  parameter D_BITS = 1,
  parameter I_WIDTH = 32,        // bits of a beat of ibus
  parameter I_BEATS = 1,         // of a read of ibus
  parameter D_BEATS = 1,
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [31:0]          latency,
  input  wire                 mixed,
  input  wire [31:0]          random,
  // ibus
  input  wire                 ibus_req_valid,
  output wire                 ibus_req_ready,
  input  wire [I_BITS-1:0]    ibus_req_id,
  input  wire [31:0]          ibus_req_addr,
  input  wire [7:0]           ibus_req_len,
  output wire                 ibus_rsp_valid,
  input  wire                 ibus_rsp_ready,
  output wire [I_BITS-1:0]    ibus_rsp_id,
  output wire [I_WIDTH-1:0]   ibus_rsp_data,
  output wire                 ibus_rsp_last,
  // dbus
  input  wire                 dbus_req_valid,
  output wire                 dbus_req_ready,
  input  wire [D_BITS-1:0]    dbus_req_id,
  input  wire                 dbus_req_write,
  input  wire [31:0]          dbus_req_addr,
  input  wire [7:0]           dbus_req_len,
  input  wire                 dbus_req_last,
  input  wire [BUS_BYTES-1:0] dbus_req_strb,
  input  wire [BUS_BITS-1:0]  dbus_req_data,
  output wire                 dbus_rsp_valid,
  input  wire                 dbus_rsp_ready,
  output wire [D_BITS-1:0]    dbus_rsp_id,
  output wire [BUS_BITS-1:0]  dbus_rsp_data,
  output wire                 dbus_rsp_last
);
  localparam [4:0] WORD_MASK = ${bus_words} - 1;

  wire                        i_room, d_room;
  wire                        i_goes = ibus_req_valid & ibus_req_ready;
  wire                        d_goes = dbus_req_valid & dbus_req_ready;
  wire [I_BEATS*BUS_BITS-1:0] i_line;
  wire [D_BEATS*BUS_BITS-1:0] d_line;
  wire [I_BEATS*I_WIDTH-1:0]  i_data;

  assign ibus_req_ready = i_room & ~(mixed & random[8]);
  assign dbus_req_ready = d_room & ~(mixed & random[9]);

  // Without an instruction cache ibus reads 32 bits of a bus word.
  generate
    if (I_WIDTH == BUS_BITS) begin : g_all
      assign i_data = i_line;
    end else begin : g_word
      wire [BUS_BITS-1:0] shifted = i_line >> {ibus_req_addr[6:2] & WORD_MASK, 5'd0};
      wire unused_high = ^shifted[BUS_BITS-1:32];
      assign i_data = shifted[31:0];
    end
  endgenerate

  ${prefix}_tb_ram #(.A_BEATS(I_BEATS), .B_BEATS(D_BEATS)) u_ram (
    .clk(clk), .write(d_goes & dbus_req_write), .write_addr(dbus_req_addr),
    .write_strb(dbus_req_strb), .write_data(dbus_req_data),
    .a_read(i_goes), .a_addr(ibus_req_addr), .a_data(i_line),
    .b_read(d_goes & ~dbus_req_write), .b_addr(dbus_req_addr), .b_data(d_line)
  );

  ${prefix}_tb_replies #(.ID_BITS(I_BITS), .BUS_BITS(I_WIDTH), .BEATS(I_BEATS)) u_ibus (
    .put(i_goes), .put_id(ibus_req_id), .put_len(ibus_req_len), .put_data(i_data), .room(i_room),
    .rsp_valid(ibus_rsp_valid), .rsp_id(ibus_rsp_id), .rsp_data(ibus_rsp_data),
    .rsp_last(ibus_rsp_last), .rsp_ready(ibus_rsp_ready),
//% connect tb_replies
  );

  // The last beat of a write makes its response, a read its line.
  ${prefix}_tb_replies #(.ID_BITS(D_BITS), .BUS_BITS(BUS_BITS), .BEATS(D_BEATS)) u_dbus (
    .random({random[15:0], random[31:16]}),
    .put(d_goes & (~dbus_req_write | dbus_req_last)), .put_id(dbus_req_id),
    .put_len(dbus_req_write ? 8'd0 : dbus_req_len), .put_data(d_line), .room(d_room),
    .rsp_valid(dbus_rsp_valid), .rsp_id(dbus_rsp_id), .rsp_data(dbus_rsp_data),
    .rsp_last(dbus_rsp_last), .rsp_ready(dbus_rsp_ready),
//% connect tb_replies
  );

  ${prefix}_tb_hold #(.BITS(I_BITS + 40), .NAME("ibus")) u_ibus_hold (
    .clk(clk), .rst(rst), .valid(ibus_req_valid), .ready(ibus_req_ready),
    .request({ibus_req_id, ibus_req_addr, ibus_req_len})
  );

  ${prefix}_tb_hold #(.BITS(D_BITS + 42 + BUS_BYTES + BUS_BITS), .NAME("dbus")) u_dbus_hold (
    .clk(clk), .rst(rst), .valid(dbus_req_valid), .ready(dbus_req_ready),
    .request({dbus_req_id, dbus_req_addr, dbus_req_len, dbus_req_write, dbus_req_last,
              dbus_req_strb, dbus_req_data})
  );
endmodule
`default_nettype wire
