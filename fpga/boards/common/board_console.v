// board_console - what the program has written and the host not yet taken
// SPDX-License-Identifier: Apache-2.0
//
// Positions count the bytes since the core started, modulo 65536. A byte stays until the host says
// that it has it, so that a lost response costs nothing. A full memory makes the core wait.
`default_nettype none
module board_console (
  input  wire        clk,
  input  wire        rst,             // nothing has been written
  // core
  input  wire        byte_valid,
  output wire        byte_ready,
  input  wire [7:0]  byte_data,
  // loader
  input  wire        take_valid,      // what is before take_pos is not needed any more
  input  wire [15:0] take_pos,
  output wire [15:0] first,           // position of the first byte kept
  output wire [15:0] behind,          // and of the one after the last
  output wire        taken_ok,        // take_pos is one of these, or in between
  input  wire [8:0]  read_pos,
  output wire [7:0]  read_data        // in the next cycle
);
  reg  [15:0] first_q;
  reg  [15:0] behind_q;
  wire [15:0] kept = behind_q - first_q;
  wire [15:0] taken = take_pos - first_q;
  wire        write = byte_valid && byte_ready;

  assign byte_ready = !kept[9];
  assign first = first_q;
  assign behind = behind_q;
  assign taken_ok = taken <= kept;

  board_bytes u_bytes (
    .clk(clk), .write(write), .write_addr(behind_q[8:0]), .write_data(byte_data),
    .read_addr(read_pos), .read_data(read_data)
  );

  always @(posedge clk) begin
    if (write) behind_q <= behind_q + 16'd1;
    if (take_valid && taken_ok) first_q <= take_pos;
    if (rst) begin
      first_q <= 16'd0;
      behind_q <= 16'd0;
    end
  end
endmodule
`default_nettype wire
