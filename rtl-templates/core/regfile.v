// regfile - the registers of all warps in one lane: two reads and one write in a cycle
// SPDX-License-Identifier: Apache-2.0
//
// Two copies of one memory, one per read port. Reads are synchronous. A register that is read in
// the cycle in which it is written is either forwarded (operands) or excluded by the scoreboard, so
// the memories need no bypass (no_rw_check). After reset the registers are cleared through the
// write port.
`default_nettype none
module ${prefix}_regfile #(
  parameter ADDR_BITS = 7
) (
  input  wire                 clk,
//% if trace_retire
  // the state audit
  input  wire [ADDR_BITS-1:0] audit_addr,  // register that the state audit shows
  output wire [31:0]          audit_data,  // word of that register, in the same cycle
//% end
  // operand read
  input  wire [ADDR_BITS-1:0] a_addr,  // first register to read
  input  wire [ADDR_BITS-1:0] b_addr,  // second register to read
  output reg  [31:0]          a_data,  // word of a_addr a cycle ago
  output reg  [31:0]          b_data,  // word of b_addr a cycle ago
//% if three_operands
  input  wire [ADDR_BITS-1:0] c_addr,  // third register to read
  output reg  [31:0]          c_data,  // word of c_addr a cycle ago
//% end
  // writeback
  input  wire                 w_enable,  // write the register w_addr
  input  wire [ADDR_BITS-1:0] w_addr,    // register to write
  input  wire [31:0]          w_data     // word to write
);
  (* no_rw_check, ram_style = "block" *)        //% if regfile == block
  (* no_rw_check, ram_style = "distributed" *)  //% elif regfile == distributed
  (* no_rw_check *)                             //% else
  reg [31:0] regs_m [0:(1<<ADDR_BITS)-1];

  always @(posedge clk) begin
    if (w_enable)
      regs_m[w_addr] <= w_data;
    a_data <= regs_m[a_addr];
    b_data <= regs_m[b_addr];
    c_data <= regs_m[c_addr];  //% if three_operands
  end
//% if trace_retire

  assign audit_data = regs_m[audit_addr];
//% end
endmodule
`default_nettype wire
