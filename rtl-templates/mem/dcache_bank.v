// dcache_bank - one word of every row of the data array
// SPDX-License-Identifier: Apache-2.0
//
// One port: a cycle reads, or writes some bytes and leaves what was read last; never both, so the
// memory needs no bypass (no_rw_check).
`default_nettype none
module ${prefix}_dcache_bank #(
  parameter ADDR_BITS = 8
) (
  input  wire                 clk,
//% if trace_retire
  // the state audit
  input  wire [ADDR_BITS-1:0] audit_addr,
  output wire [31:0]          audit_data,
//% end
  input  wire [ADDR_BITS-1:0] addr,
  input  wire                 read,
  input  wire [3:0]           write,
  input  wire [31:0]          in,
  output reg  [31:0]          out
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
