// icarus_waves - writes waves of the core, if asked for on the command line
// SPDX-License-Identifier: Apache-2.0
//
// +waves=FILE +from=CYCLE. A cycle is ten units of time, as with Verilator.
`timescale 1ps/1ps
`default_nettype none
module warpwright_waves;
  reg [8*4096-1:0] name;
  reg [63:0]       from;

  initial
    if ($value$plusargs("waves=%s", name)) begin
      if (!$value$plusargs("from=%d", from)) from = 64'd0;
      #(from * 64'd10) $dumpfile(name);
      $dumpvars(0, `WARPWRIGHT_TOP);
    end
endmodule
`default_nettype wire
