// core - the pipeline: fetch, decode, issue, execute, writeback
// SPDX-License-Identifier: Apache-2.0
//
// Instructions flow down the page. Three groups of signals flow up: the state of the warps from
// warp control (c_), freed queue entries from issue (i_issued), and written registers (wb_).
`default_nettype none
module ${prefix}_core #(
//% emit params_core
) (
//% emit ports_core
);
//% emit wires_core
//% emit blocks_core
//% if not dispatch
//% stall start never
//% stall ended never
//% end

  assign done = cleared & i_idle & ~|c_active & ~flush_busy;  //% if caches
  assign done = cleared & i_idle & ~|c_active;                //% else
endmodule
`default_nettype wire
