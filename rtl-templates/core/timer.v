// timer - makes a timer interrupt pending in every warp, and holds the interrupt CSRs of the warps
// SPDX-License-Identifier: Apache-2.0
//
// A counter runs down from mtick and restarts. When it ends, an interrupt becomes pending in every
// warp, and stays pending until that warp takes it.
//
// Issue reads from a register, a cycle late, whether a warp may take its interrupt (c_irq). In the
// cycle after an instruction that holds its warp has acted, the register is clear for that warp:
// the instruction may have changed MIE. Nothing else can change it meanwhile, since issue takes the
// interrupt only while the warp has nothing in flight.
//
// mtvec and mepc are memories, which reset does not clear. They read as zero until written.
`default_nettype none
module ${prefix}_timer #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits}
) (
//% emit ports_timer
);
  wire write_mstatus = c_write[0];
  wire write_mtvec = c_write[1];
  wire write_mepc = c_write[2];
  wire write_mtick = c_write[3];

  // Ticks.
  reg  [31:0] period_q;
  reg  [31:0] left_q;     // cycles until the next tick; 0: there is none
  wire        tick = left_q == 32'd1;

  always @(posedge clk)
    if (rst) begin
      period_q <= 32'd0;
      left_q <= 32'd0;
    end else if (write_mtick) begin
      period_q <= c_value;
      left_q <= c_value;
    end else
      left_q <= tick ? period_q : left_q - {31'd0, |left_q};

  assign mtick = period_q;

  // Warps.
  wire [WARPS-1:0] here;       // i_warp
  wire [WARPS-1:0] mie;
  wire [WARPS-1:0] mpie;
  wire [WARPS-1:0] has_mtvec;
  wire [WARPS-1:0] has_mepc;

  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      localparam [WARP_BITS-1:0] ME = w;

      reg  pending_q;
      reg  irq_q;
      reg  mie_q;
      reg  mpie_q;
      reg  has_mtvec_q;
      reg  has_mepc_q;
      wire taken = c_interrupt & c_self[w];
      wire returns = c_mret & c_self[w];
      wire written = write_mstatus & c_self[w];

      always @(posedge clk)
        if (rst) begin
          pending_q <= 1'b0;
          irq_q <= 1'b0;
          mie_q <= 1'b0;
          mpie_q <= 1'b0;
          has_mtvec_q <= 1'b0;
          has_mepc_q <= 1'b0;
//% if clear
        end else if (clear_done & clear_warp == ME) begin  // its registers are cleared
          pending_q <= tick | pending_q;
          irq_q <= 1'b0;
          mie_q <= 1'b0;
          mpie_q <= 1'b0;
          has_mtvec_q <= 1'b0;
          has_mepc_q <= 1'b0;
//% end
        end else begin
          pending_q <= tick | (pending_q & ~taken);
          irq_q <= pending_q & mie_q & ~c_stacked[w] & ~c_release[w];
          mie_q <= written ? c_value[3] : returns ? mpie_q : mie_q & ~taken & ~c_started[w];
          mpie_q <= written ? c_value[7] : mpie_q | taken | returns;
          has_mtvec_q <= has_mtvec_q | (write_mtvec & c_self[w]);
          has_mepc_q <= has_mepc_q | taken | (write_mepc & c_self[w]);
        end

      assign here[w] = i_warp == ME;
      assign mie[w] = mie_q;
      assign mpie[w] = mpie_q;
      assign has_mtvec[w] = has_mtvec_q;
      assign has_mepc[w] = has_mepc_q;
      assign c_irq[w] = irq_q;
    end
  endgenerate

  reg [31:2] mtvec_m [0:(1<<WARP_BITS)-1];
  reg [31:2] mepc_m [0:(1<<WARP_BITS)-1];

  always @(posedge clk)
    if (write_mtvec)
      mtvec_m[c_warp] <= c_value[31:2];

  always @(posedge clk)
    if (c_interrupt | write_mepc)
      mepc_m[c_warp] <= c_interrupt ? c_pc : c_value[31:2];

  assign mstatus = {|(mpie & here), |(mie & here)};
  assign mtvec = mtvec_m[i_warp] & {30{|(has_mtvec & here)}};
  assign mepc = mepc_m[i_warp] & {30{|(has_mepc & here)}};
endmodule
`default_nettype wire
