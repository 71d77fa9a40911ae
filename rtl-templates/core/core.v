// core - the pipeline: fetch, decode, issue, execute, writeback
// SPDX-License-Identifier: Apache-2.0
//
// Instructions flow down the page. What flows up: warp control's view of the warps (c_), the
// issue slots that are free again (i_issued), and finished registers (wb_).
`default_nettype none
module ${prefix}_core #(
//% emit params_core
) (
//% emit ports_core
);
//% emit wires_core
//% emit blocks_core

  assign done = run & i_idle & ~|c_active & ~flush_busy;  //% if caches
  assign done = run & i_idle & ~|c_active;                //% else
endmodule
`default_nettype wire
