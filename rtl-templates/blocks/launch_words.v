// launch_words - the words that describe each launch, written by the host
// SPDX-License-Identifier: Apache-2.0
//
// Ten words of each slot are in use; they stay, so a second launch from a slot writes only what
// differs. One port for each reader.
`default_nettype none
module ${prefix}_launch_words #(
  parameter LAUNCH_BITS = ${launch_bits}
) (
  input  wire                   clk,
  input  wire                   h_write,   // write bytes of a word
  input  wire [LAUNCH_BITS+3:0] h_where,   // {slot, word}, also of the read
  input  wire [3:0]             h_strb,  // bytes to write
  input  wire [31:0]            h_data,  // data to write
  input  wire [LAUNCH_BITS+3:0] r_where,   // host: word that is read
  output wire [31:0]            r_word,  // value of that word
  input  wire [LAUNCH_BITS+3:0] d_where,   // launch_prepare: word that is read
  output wire [31:0]            d_word  // the word
);
  localparam WORDS = 16 << LAUNCH_BITS;

  genvar b;
  generate
    for (b = 0; b < 4; b = b + 1) begin : g_byte
      reg [7:0] host_m [0:WORDS-1];
      reg [7:0] launch_m [0:WORDS-1];

      always @(posedge clk)
        if (h_write & h_strb[b]) begin
          host_m[h_where] <= h_data[b*8 +: 8];
          launch_m[h_where] <= h_data[b*8 +: 8];
        end

      assign r_word[b*8 +: 8] = host_m[r_where];
      assign d_word[b*8 +: 8] = launch_m[d_where];
    end
  endgenerate
endmodule
`default_nettype wire
