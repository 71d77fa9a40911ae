// fcsr - holds frm (rounding mode) and fflags (accrued exceptions) of each warp
// SPDX-License-Identifier: Apache-2.0
//
// Decode resolves dynamic rounding modes. So an instruction that writes frm flushes its warp.
// Flags accrue when writeback takes a result. An instruction that reads or writes them issues only
// while its warp has nothing in flight.
`default_nettype none
module ${prefix}_fcsr #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter META_BITS = ${meta_bits}
) (
//% emit ports_fcsr
);
  wire write_fflags = c_fwrite[0] | c_fwrite[2];
  wire write_frm = c_fwrite[1] | c_fwrite[2];
  wire [2:0] new_frm = c_fwrite[2] ? c_value[7:5] : c_value[2:0];
  wire [WARP_BITS-1:0] fp_warp = fp_meta[${meta_warp_at} +: WARP_BITS];
  wire fp_taken = fp_valid & fp_ready;
  wire unused = ^{fp_meta, c_value};
  wire [WARPS*8-1:0] all;

  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      localparam [WARP_BITS-1:0] ME = w;

      reg  [2:0] frm_q;
      reg  [4:0] fflags_q;
      wire       raises = fp_taken & fp_warp == ME;
      wire       writes = c_fwarp == ME;
      wire       blank = clear_done & clear_warp == ME;  // with its registers  //% if clear

      always @(posedge clk)
        if (rst | blank)  //% if clear
        if (rst)          //% else
          frm_q <= 3'd0;
        else if (write_frm & writes)
          frm_q <= new_frm;

      always @(posedge clk)
        if (rst | blank)  //% if clear
        if (rst)          //% else
          fflags_q <= 5'd0;
        else if (write_fflags & writes)
          fflags_q <= c_value[4:0];
        else
          fflags_q <= fflags_q | (fp_flags & {5{raises}});

      assign frm[w*3 +: 3] = frm_q;
      assign all[w*8 +: 8] = {frm_q, fflags_q};
    end
  endgenerate

  assign fcsr = all[i_warp*8 +: 8];
  assign c_fcsr = all[c_fwarp*8 +: 8];               //% if deep
  assign audit_fcsr = all[audit_select[10 +: WARP_BITS]*8 +: 8];  //% if trace_retire
  wire unused_audit = ^audit_select;                 //% if trace_retire
endmodule
`default_nettype wire
