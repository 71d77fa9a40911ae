// lsu_align - a lane's load, byte by byte
// SPDX-License-Identifier: Apache-2.0
//
// A tracked lane gets what the byte memory of the answer holds at its offset.
module lsu_align (
  input wire                                                           clk,
  input wire [2:0]                                                     funct3,
  input wire [`lsu_align_LANES*`lsu_align_OFFSET_BITS-1:0]             offsets,
  input wire [`lsu_align_RESPONSE_BITS-1:0]                              data,
  input wire [7:0]                                                     lane
);
  localparam LANES = `lsu_align_LANES;
  localparam OFFSET_BITS = `lsu_align_OFFSET_BITS;
  wire [LANES*32-1:0] l_data;
  wire [LANES*32-1:0] lane_data = l_data >> (lane * 32);
  wire [31:0] got = lane_data[31:0];
  wire [LANES*OFFSET_BITS-1:0] lane_offset = offsets >> (lane * OFFSET_BITS);
  wire [OFFSET_BITS-1:0] offset = lane_offset[OFFSET_BITS-1:0];
  wire [`lsu_align_RESPONSE_BITS-1:0] there = data >> (offset * 8);
  wire [31:0] want = funct3 == 3'b000 ? {{24{there[7]}}, there[7:0]}
                     : funct3 == 3'b001 ? {{16{there[15]}}, there[15:0]}
                     : funct3 == 3'b010 ? there[31:0]
                     : funct3 == 3'b100 ? {24'd0, there[7:0]} : {16'd0, there[15:0]};
  wire aligned = funct3[1:0] == 2'b00 | (funct3[1:0] == 2'b01 & ~offset[0])
                 | (funct3 == 3'b010 & offset[1:0] == 2'b00);

  ww_lsu_align u (.a_funct3(funct3), .a_offsets(offsets), .a_data(data), .l_data(l_data));

  always @*
    if (lane < LANES & aligned & funct3[1:0] != 2'b11 & funct3 != 3'b110)
      loads: assert (got == want);
endmodule
