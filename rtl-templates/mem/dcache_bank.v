// dcache_bank - the data array of one bank: one word of every row
// SPDX-License-Identifier: Apache-2.0
//
// One port: a cycle either reads a word, or writes some of its bytes. Data are there a cycle after
// the read, and stay until the next one. Read and write never share a cycle, so the memory needs no
// bypass (no_rw_check).
`default_nettype none
module ${prefix}_dcache_bank #(
  parameter ADDR_BITS = 8
) (
  input  wire                 clk,
//% if trace_retire
  // the state audit
  input  wire [ADDR_BITS-1:0] audit_addr,  // row that the state audit shows
  output wire [31:0]          audit_data,  // word of that row, in the same cycle
//% end
  input  wire [ADDR_BITS-1:0] addr,        // row
  input  wire                 read,        // read the word
  input  wire [3:0]           write,       // bytes to write
  input  wire [31:0]          in,          // data to write
  output reg  [31:0]          out          // word that was read last
);
  (* no_rw_check *)
  reg [31:0] words_m [0:(1<<ADDR_BITS)-1];

  always @(posedge clk) begin
    if (write[0])
      words_m[addr][7:0] <= in[7:0];
    if (write[1])
      words_m[addr][15:8] <= in[15:8];
    if (write[2])
      words_m[addr][23:16] <= in[23:16];
    if (write[3])
      words_m[addr][31:24] <= in[31:24];
    if (read)
      out <= words_m[addr];
  end
//% if trace_retire

  assign audit_data = words_m[audit_addr];
//% end
endmodule
`default_nettype wire
