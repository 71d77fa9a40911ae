// fcsr - flags stay until they are written, each result adds its own; modes are what was written
// SPDX-License-Identifier: Apache-2.0
//
// Of one warp, whichever: what a read gives and decode sees, against CSRs kept as doc/machine.md
// has them. An instruction that writes flags acts when its warp has nothing on its way. With
// `gpu.clear` they are zero when the registers of the warp are.
`define WARPS `fcsr_WARPS
`define WARP_BITS `fcsr_WARP_BITS
`define META_BITS `fcsr_META_BITS
module fcsr (
  input wire                  clk,
  input wire [`WARP_BITS-1:0] warp_any,
  input wire [`WARP_BITS-1:0] i_warp,
  input wire                  fp_valid,
  input wire                  fp_ready,
  input wire [`META_BITS-1:0] fp_meta,
  input wire [4:0]            fp_flags,
  input wire [31:0]           c_value,
  input wire [2:0]            c_fwrite,
  input wire [`WARP_BITS-1:0] c_fwarp,
  input wire                  clear_any,  // the registers of clear_warp are cleared now
  input wire [`WARP_BITS-1:0] clear_warp
);
  reg init = 1'b1;
  reg [`WARP_BITS-1:0] warp_q;
  reg [2:0]            mode_q;
  reg [4:0]            flags_q;
  wire [`WARPS*3-1:0]  frm;
  wire [7:0]           fcsr;

`ifdef fcsr_has_clear_done
  wire clears = clear_any & clear_warp == warp_q;
`else
  wire clears = 1'b0;
`endif

  ww_fcsr u (
`ifdef fcsr_has_clear_done
    .clear_done(clear_any), .clear_warp(clear_warp),
`endif
    .clk(clk), .rst(init), .frm(frm), .i_warp(i_warp), .fcsr(fcsr), .fp_valid(fp_valid),
    .fp_meta(fp_meta), .fp_flags(fp_flags), .c_value(c_value), .c_fwrite(c_fwrite),
    .c_fwarp(c_fwarp), .fp_ready(fp_ready)
  );

  wire written = c_fwarp == warp_q & c_fwrite != 3'd0;
  wire raised = fp_valid & fp_ready & fp_meta[`META_BITS-1 -: `WARP_BITS] == warp_q;

  always @(posedge clk) begin
    init <= 1'b0;
    if (init) begin
      warp_q <= warp_any;
      mode_q <= 3'd0;
      flags_q <= 5'd0;
    end else if (clears)
      {mode_q, flags_q} <= 8'd0;
    else begin
      if (raised)
        flags_q <= flags_q | fp_flags;
      if (written)
        case (c_fwrite)
          3'd1: flags_q <= c_value[4:0];
          3'd2: mode_q <= c_value[2:0];
          default: {mode_q, flags_q} <= c_value[7:0];
        endcase
    end
  end

  always @*
    if (~init) begin
      one_csr: assume ((c_fwrite & (c_fwrite - 1'b1)) == 3'd0);
      alone: assume (~(written & raised) & ~(clears & (written | raised)));
      mode: assert (frm[3 * warp_q +: 3] == mode_q);
      if (i_warp == warp_q) flags: assert (fcsr[4:0] == flags_q);
      if (i_warp == warp_q) mode_read: assert (fcsr[7:5] == mode_q);
    end
endmodule
