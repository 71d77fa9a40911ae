// operand_lane - selects the operands of a lane; execute adds CSRs and the register of thread 0
// SPDX-License-Identifier: Apache-2.0
//
// In the cycle after the register files were addressed. Their data pass one level of logic only.
`default_nettype none
//% ports operand_lane_now
//% emit lane_params
  wire        file_a = ~a_pc & ~a_now & ~a_last;
  wire        file_b = b_sel == B_RS2 & ~b_now & ~b_last;
  wire [31:0] other_a = a_pc ? pc : a_now ? now : last;
  reg  [31:0] other_b;
  wire        unused_late = ^{per_thread, thread, thread0};

  always @*
    case (b_sel)
      B_RS2: other_b = b_now ? now : last & {32{b_last}};
      B_THREAD0, B_CSR: other_b = 32'd0;   // execute knows them
      default: other_b = imm;
    endcase

  assign a = rf_a & {32{file_a}} | other_a & {32{~file_a}};
  assign b = rf_b & {32{file_b}} | other_b;
endmodule
`default_nettype wire
