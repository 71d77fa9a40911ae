// vector_length - the CSRs vl and vtype of Ventus' warps, which vsetvl and its like write
// SPDX-License-Identifier: Apache-2.0
//
// Neither has an effect: all threads of a warp act. Both are zero when the warp starts. An
// instruction that sets them is one of the ALU; they are written a cycle behind execute, when it is
// known that it is not squashed. An instruction that reads them waits until then.
`default_nettype none
module ${prefix}_vector_length #(
  parameter THREADS = ${threads},
  parameter WARP_BITS = ${warp_bits},
  parameter COUNT_BITS = ${thread_count_bits}
) (
  input  wire                 clk,
  // execute
  input  wire                 x_sets,     // an instruction that sets them is in its last beat
  input  wire [WARP_BITS-1:0] x_warp,     // warp of the instruction
  input  wire [31:0]          x_insn,     // word of the instruction
  input  wire                 x_drops,    // rd of the instruction is x0
  input  wire [31:0]          x_elements, // first operand: rs1 or an immediate
  input  wire [31:0]          x_vtype,    // rs2 of vsetvl
  input  wire                 c_squashed, // a cycle later: it is squashed
  // warp control
  input  wire                 start,      // a warp starts
  input  wire [WARP_BITS-1:0] start_warp, // warp that starts
  // CSR file
  input  wire [WARP_BITS-1:0] i_warp,     // warp that reads a CSR
  input  wire                 i_type,     // vtype, not vl
  output wire [31:0]          value       // value of the CSR
);
  localparam [31:0] ALL = THREADS;

  // The word begins with 0 for vsetvli, 11 for vsetivli, 10 for vsetvl. x0 asks for all threads,
  // or, if rd is x0 too, for no change.
  wire                  immediate = x_insn[31] & x_insn[30];
  wire                  of_x0 = ~immediate & ~|x_insn[19:15];
  wire [COUNT_BITS-1:0] count = of_x0 | x_elements >= ALL ? ALL[COUNT_BITS-1:0]
                                : x_elements[COUNT_BITS-1:0];
  wire [31:0]           type_d = ~x_insn[31] ? {21'd0, x_insn[30:20]}
                                 : immediate ? {22'd0, x_insn[29:20]} : x_vtype;
  wire                  unused = ^x_insn[14:0];
  reg                   sets_q;
  reg                   keeps_q;  // vl keeps its value
  reg  [WARP_BITS-1:0]  warp_q;
  reg  [COUNT_BITS-1:0] count_q;
  reg  [31:0]           type_q;
  reg  [COUNT_BITS-1:0] length_m [0:(1<<WARP_BITS)-1];
  reg  [31:0]           type_m [0:(1<<WARP_BITS)-1];
  reg  [(1<<WARP_BITS)-1:0] typed_q;     // per warp: vtype has been set
  reg  [(1<<WARP_BITS)-1:0] measured_q;  // so has vl
  wire                  writes = sets_q & ~c_squashed;

  always @(posedge clk) begin
    sets_q <= x_sets;
    keeps_q <= of_x0 & x_drops;
    warp_q <= x_warp;
    count_q <= count;
    type_q <= type_d;
  end

  always @(posedge clk)
    if (writes)
      type_m[warp_q] <= type_q;

  always @(posedge clk)
    if (writes & ~keeps_q)
      length_m[warp_q] <= count_q;

  always @(posedge clk) begin
    if (start) begin
      typed_q[start_warp] <= 1'b0;
      measured_q[start_warp] <= 1'b0;
    end
    if (writes) begin
      typed_q[warp_q] <= 1'b1;
      measured_q[warp_q] <= measured_q[warp_q] | ~keeps_q;
    end
  end

  wire [31:0] length = {{32-COUNT_BITS{1'b0}}, length_m[i_warp]};

  assign value = i_type ? type_m[i_warp] & {32{typed_q[i_warp]}}
                 : length & {32{measured_q[i_warp]}};
endmodule
`default_nettype wire
