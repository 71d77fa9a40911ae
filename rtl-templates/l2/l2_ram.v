// l2_ram - synchronous RAM of four slices with a write enable each, one port
// SPDX-License-Identifier: Apache-2.0
//
// One word of the data array: a slice is a byte and its dirty bit, nine bits as block RAMs have
// them. A cycle reads or writes. The output keeps the word of the last read.
`default_nettype none
module ${prefix}_l2_ram #(
  parameter WIDTH = 9,          // bits of a slice
  parameter ADDR_BITS = ${l2_addr_bits}
) (
  input  wire                 clk,
  input  wire [ADDR_BITS-1:0] addr,   // word
  input  wire                 read,   // read the word
  output wire [4*WIDTH-1:0]   out,    // word of the last read, from the next cycle on
  input  wire [3:0]           write,  // per slice: write it
//% if trace_retire
  input  wire [ADDR_BITS-1:0] audit_addr,  // word that the state audit shows
  output wire [4*WIDTH-1:0]   audit_out,   // the word, in the same cycle
//% end
  input  wire [4*WIDTH-1:0]   in      // data to write
);
  (* no_rw_check *)
  reg  [4*WIDTH-1:0] data_m [0:(1<<ADDR_BITS)-1];
  reg  [4*WIDTH-1:0] out_q;

  always @(posedge clk) begin
    if (write[0])
      data_m[addr][0*WIDTH +: WIDTH] <= in[0*WIDTH +: WIDTH];
    if (write[1])
      data_m[addr][1*WIDTH +: WIDTH] <= in[1*WIDTH +: WIDTH];
    if (write[2])
      data_m[addr][2*WIDTH +: WIDTH] <= in[2*WIDTH +: WIDTH];
    if (write[3])
      data_m[addr][3*WIDTH +: WIDTH] <= in[3*WIDTH +: WIDTH];
    if (read)
      out_q <= data_m[addr];
  end

  assign out = out_q;
  assign audit_out = data_m[audit_addr];  //% if trace_retire
endmodule
`default_nettype wire
