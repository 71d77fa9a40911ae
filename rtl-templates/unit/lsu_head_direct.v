// lsu_head - the beat whose lanes make requests: here it stays in the queue until all have left
// SPDX-License-Identifier: Apache-2.0
//
// This variant needs no registers for the beat, but a cycle between two beats.
`default_nettype none
//% ports lsu_head_held
  reg                  valid_q;

  assign room = ~valid_q;
  assign h_pop = done;

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else
      valid_q <= takes | (valid_q & ~done);

  assign valid = valid_q;
  assign last = q_last;
  assign h_store = q_store;
  assign h_funct3 = q_funct3;
  assign h_meta = q_meta;
  assign addr = q_addr;
  assign h_data = q_data;
  assign atomic = q_atomic;  //% if has_a
  assign third = q_third;    //% if has_a
endmodule
`default_nettype wire
