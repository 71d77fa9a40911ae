// launch_words - a byte of a launch's words is what the host wrote last
// SPDX-License-Identifier: Apache-2.0
`define WHERE_BITS (`launch_words_LAUNCH_BITS + 4)
module launch_words (
  input wire                   clk,
  input wire                   write_any,
  input wire [`WHERE_BITS-1:0] h_where,
  input wire [3:0]             h_strb,
  input wire [31:0]            h_data,
  input wire [`WHERE_BITS-1:0] r_where,
  input wire [`WHERE_BITS-1:0] d_where,
  input wire [`WHERE_BITS-1:0] where_any,
  input wire [1:0]             byte_any
);
  reg                    init = 1'b1;
  reg  [`WHERE_BITS-1:0] where_q;
  reg  [1:0]             byte_q;
  reg                    has_q;
  reg  [7:0]             value_q;
  wire [31:0]            r_word;
  wire [31:0]            d_word;
  wire                   h_write = write_any & ~init;

  ww_launch_words u (
    .clk(clk), .h_write(h_write), .h_where(h_where), .h_strb(h_strb), .h_data(h_data),
    .r_where(r_where), .r_word(r_word), .d_where(d_where), .d_word(d_word)
  );

  always @(posedge clk)
    if (init) begin
      init <= 1'b0;
      where_q <= where_any;
      byte_q <= byte_any;
      has_q <= 1'b0;
    end else if (h_write & h_where == where_q & h_strb[byte_q]) begin
      has_q <= 1'b1;
      value_q <= h_data[byte_q*8 +: 8];
    end

  always @*
    if (~init & has_q) begin
      if (r_where == where_q) host: assert (r_word[byte_q*8 +: 8] == value_q);
      if (d_where == where_q) launch: assert (d_word[byte_q*8 +: 8] == value_q);
    end
endmodule
