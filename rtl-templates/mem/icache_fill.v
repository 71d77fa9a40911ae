// icache_fill - writes the beats of a line into the data memories, row by row
// SPDX-License-Identifier: Apache-2.0
//
//% if icache_beat_rows
// A beat is several rows. It is held here while they are written, one per cycle. The next beat is
// accepted in the cycle of the last row.
//% elif icache_row_beats
// Several beats are a row. A beat is held here for one cycle, in which it writes its words of the
// row.
//% else
// A beat is a row. It is held here for one cycle, in which it is written.
//% end
//
//   cycle 0    a beat is accepted (beat_taken); icache_mshr knows its way and its place
//   cycle 1    the first row is written
//   cycle N    with the last row of the last beat: filled
`default_nettype none
module ${prefix}_icache_fill #(
  parameter WORDS = ${fetch_words},
  parameter BLOCK_BITS = ${fetch_block_bits},
  parameter SUB_BITS = ${icache_sub_bits},     // log2 of the rows of a beat //% if icache_beat_rows
  parameter SUB_BITS = ${icache_sub_bits},     // log2 of the beats of a row //% if icache_row_beats
  parameter LINE_BITS = ${icache_line_bits},
  parameter SET_BITS = ${icache_set_bits},
  parameter WAYS = ${icache_ways},
  parameter MSHRS = ${icache_mshrs},
  parameter BUS_BITS = ${bus_width},
  parameter AT_BITS = ${icache_at_bits}
) (
  input  wire                clk,
  input  wire                rst,
  input  wire [39:0] congest,                           // {rate, seed}      //% if congest
  output wire [${stall_beat}:${stall_beat}] congested,  // a stall acts now  //% if congest
  // line port
  input  wire                rsp_valid,  // a beat of a line arrives
  output wire                rsp_ready,  // the beat is accepted
  input  wire [BUS_BITS-1:0] rsp_data,   // data of the beat, lowest address first
  input  wire                rsp_last,   // last beat of its line
  // MSHRs
  output wire                beat_taken,  // a beat is accepted
  input  wire [MSHRS-1:0]    beat_mshr,   // one-hot MSHR of the beat
  input  wire [WAYS-1:0]     beat_way,    // one-hot way of its line
  input  wire [AT_BITS-1:0]  beat_at,     // place in the way, in beats: {set, number in the line}
  output wire [MSHRS-1:0]    filled,      // one-hot MSHR whose last row is written now
  // ways
  output wire [WAYS-1:0]     fill_way,                     // one-hot way to write
  output wire [WORDS-1:0]    fill_words,                   // words of the row to write
  output wire [LINE_BITS+SET_BITS-1:BLOCK_BITS] fill_row,  // row of the way to write
  output wire [WORDS*32-1:0] fill_data                     // data to write
);
  reg                 valid_q;
  reg                 last_q;
  reg  [MSHRS-1:0]    mshr_q;
  reg  [WAYS-1:0]     way_q;
  reg  [AT_BITS-1:0]  at_q;
  reg  [BUS_BITS-1:0] data_q;
  wire                finishes;
  wire                room = ~valid_q | finishes;

//% stall beat rsp_valid & room
  assign rsp_ready = room${unless stall beat};
  assign beat_taken = rsp_valid & rsp_ready;
  assign filled = mshr_q & {MSHRS{valid_q & finishes & last_q}};
  assign fill_way = way_q;

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else if (room)
      valid_q <= beat_taken;

  always @(posedge clk)
    if (beat_taken) begin
      last_q <= rsp_last;
      mshr_q <= beat_mshr;
      way_q <= beat_way;
      at_q <= beat_at;
    end
//% if icache_beat_rows

  localparam [SUB_BITS-1:0] ONE = 1;

  reg [SUB_BITS-1:0] sub_q;

  assign finishes = &sub_q;
  assign fill_words = {WORDS{valid_q}};
  assign fill_row = {at_q, sub_q};
  assign fill_data = data_q[WORDS*32-1:0];

  always @(posedge clk)
    if (beat_taken)
      sub_q <= {SUB_BITS{1'b0}};
    else
      sub_q <= sub_q + ONE;

  always @(posedge clk)
    if (beat_taken)
      data_q <= rsp_data;
    else
      data_q <= {{WORDS*32{1'b0}}, data_q[BUS_BITS-1:WORDS*32]};
//% else

  assign finishes = 1'b1;

  always @(posedge clk)
    if (beat_taken)
      data_q <= rsp_data;
//% if icache_row_beats

  genvar i;
  generate
    for (i = 0; i < WORDS; i = i + 1) begin : g_word
      localparam SUB = i * 32 / BUS_BITS;
      assign fill_words[i] = valid_q & at_q[SUB_BITS-1:0] == SUB[SUB_BITS-1:0];
      assign fill_data[i*32 +: 32] = data_q[i * 32 % BUS_BITS +: 32];
    end
  endgenerate

  assign fill_row = at_q[AT_BITS-1:SUB_BITS];
//% else

  assign fill_words = {WORDS{valid_q}};
  assign fill_row = at_q;
  assign fill_data = data_q;
//% end
//% end
endmodule
`default_nettype wire
