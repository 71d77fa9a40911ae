// icache_way - one way of the instruction cache: its tags and its data
// SPDX-License-Identifier: Apache-2.0
//
// Synchronous reads, one read and one write port. A tag is never read and written in one cycle
// (requests are held off), and a row that is read as it is filled belongs to a line whose tag is
// not valid; so the memories need no bypass (no_rw_check).
`default_nettype none
module ${prefix}_icache_way #(
  parameter WORDS = ${fetch_words},
  parameter BLOCK_BITS = ${fetch_block_bits},
  parameter LINE_BITS = ${icache_line_bits},
  parameter SET_BITS = ${icache_set_bits},
  parameter TAG_BITS = ${icache_tag_bits},
  parameter WAY_BITS = LINE_BITS + SET_BITS     // log2 of the bytes of a way
) (
  input  wire                    clk,
  // lookup
  input  wire [WAY_BITS-1:BLOCK_BITS] a_row,
  input  wire [TAG_BITS-1:0]     t_tag,
  output wire                    t_used,  //% if icache_random
  output wire                    t_hit,
  output wire                    t_error,
  output wire [WORDS*32-1:0]     t_block,
  // tag write
  input  wire                    write,
  input  wire [SET_BITS-1:0]     write_set,
  input  wire [TAG_BITS+1:0]     write_data, // error, valid, tag
  // fill
  input  wire [WORDS-1:0]        fill_words,
  input  wire [WAY_BITS-1:BLOCK_BITS] fill_row,
  input  wire [WORDS*32-1:0]     fill_data
);
  localparam ROW_BITS = WAY_BITS - BLOCK_BITS;

  (* no_rw_check *)
  reg [TAG_BITS+1:0] tags_m [0:(1<<SET_BITS)-1];
  reg [TAG_BITS+1:0] tag_q;

  always @(posedge clk) begin
    if (write)
      tags_m[write_set] <= write_data;
    tag_q <= tags_m[a_row[LINE_BITS +: SET_BITS]];
  end

  assign t_hit = tag_q[TAG_BITS] & tag_q[TAG_BITS-1:0] == t_tag;
  assign t_error = tag_q[TAG_BITS+1];
  assign t_used = tag_q[TAG_BITS];  //% if icache_random

  genvar i;
  generate
    for (i = 0; i < WORDS; i = i + 1) begin : g_bank
      (* no_rw_check *)
      reg [31:0] words_m [0:(1<<ROW_BITS)-1];
      reg [31:0] word_q;

      always @(posedge clk) begin
        if (fill_words[i])
          words_m[fill_row] <= fill_data[i*32 +: 32];
        word_q <= words_m[a_row];
      end

      assign t_block[i*32 +: 32] = word_q;
    end
  endgenerate
endmodule
`default_nettype wire
