// icache_way - one way of the instruction cache: its tags and its data
// SPDX-License-Identifier: Apache-2.0
//
// A line is valid if the stamp in its tag is the cache's.
//
// Reads are synchronous: the row is presented in cycle 0 (a_), tag and block are there in cycle 1
// (t_). Each memory has one read port and one write port, and needs no bypass (no_rw_check):
//
//   tags   no lookup reads in a cycle in which a tag is written (fetch_req_ready is 0)
//   data   a row that is read while it is written belongs to a line whose tag is not valid yet
`default_nettype none
module ${prefix}_icache_way #(
  parameter WORDS = ${fetch_words},
  parameter BLOCK_BITS = ${fetch_block_bits},
  parameter LINE_BITS = ${icache_line_bits},
  parameter SET_BITS = ${icache_set_bits},
  parameter TAG_BITS = ${icache_tag_bits},
  parameter STAMP_BITS = 3,
  parameter WAY_BITS = LINE_BITS + SET_BITS     // log2 of the bytes of a way
) (
  input  wire                    clk,
  // lookup
  input  wire [WAY_BITS-1:BLOCK_BITS] a_row,  // row that a lookup reads: {set, block}
  input  wire [TAG_BITS-1:0]     t_tag,       // tag of the request, a cycle behind a_row
  input  wire [STAMP_BITS-1:0]   stamp,       // of the lines that are valid
  output wire                    t_used,      // the set holds a valid line  //% if icache_random
  output wire                    t_hit,       // the line of the request is here
  output wire                    t_error,     // the line here is the result of a bus error
  output wire [WORDS*32-1:0]     t_block,     // instructions of the block
  // tag write
  input  wire                    write,       // write a tag
  input  wire [SET_BITS-1:0]     write_set,   // set of the tag
  input  wire [STAMP_BITS+TAG_BITS:0] write_data,  // {error, stamp, tag}
  // fill
  input  wire [WORDS-1:0]        fill_words,     // words of the row to write
  input  wire [WAY_BITS-1:BLOCK_BITS] fill_row,  // row to write
  input  wire [WORDS*32-1:0]     fill_data       // data to write
);
  localparam ROW_BITS = WAY_BITS - BLOCK_BITS;

  (* no_rw_check *)
  reg [STAMP_BITS+TAG_BITS:0] tags_m [0:(1<<SET_BITS)-1];
  reg [STAMP_BITS+TAG_BITS:0] tag_q;

  always @(posedge clk) begin
    if (write)
      tags_m[write_set] <= write_data;
    tag_q <= tags_m[a_row[LINE_BITS +: SET_BITS]];
  end

  assign t_hit = tag_q[STAMP_BITS+TAG_BITS-1:0] == {stamp, t_tag};
  assign t_error = tag_q[STAMP_BITS+TAG_BITS];
  assign t_used = tag_q[TAG_BITS +: STAMP_BITS] == stamp;  //% if icache_random

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
