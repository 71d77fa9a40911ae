// timer - ticks come v, 2v ... cycles after mtick is written; each makes an interrupt pending
// SPDX-License-Identifier: Apache-2.0
//
// Against a count of the cycles until the next tick, and the CSRs of one tracked warp as
// doc/machine.md has them. Whether the warp may take an interrupt is told one cycle late.
`define WARPS `timer_WARPS
`define WARP_BITS `timer_WARP_BITS
module timer (
  input wire                  clk,
  input wire [`WARP_BITS-1:0] warp_any,
  input wire [`WARP_BITS-1:0] i_warp,
  input wire [`WARP_BITS-1:0] c_warp,
  input wire [`WARPS-1:0]     release_any,
  input wire [31:2]           c_pc,
  input wire                  acts,
  input wire [3:0]            write_any,
  input wire                  interrupt_any,
  input wire                  mret_any,
  input wire [31:0]           c_value,
  input wire [`WARPS-1:0]     started,
  input wire [`WARPS-1:0]     stacked,
  input wire                  clear_any,  // the registers of clear_warp are cleared now
  input wire [`WARP_BITS-1:0] clear_warp
);
  reg init = 1'b1;
  reg [`WARP_BITS-1:0] warp_q;

  always @(posedge clk) begin
    init <= 1'b0;
    if (init)
      warp_q <= warp_any;
  end

  // One thing acts in a cycle, of one warp.
  wire [`WARPS-1:0] one = 1;
  wire              interrupt = acts & interrupt_any;
  wire              returns = acts & mret_any & ~interrupt_any;
  wire [3:0]        write = write_any & {4{acts & ~interrupt_any & ~mret_any}};
  wire [`WARPS-1:0] self = (one << c_warp) & {`WARPS{acts}};
  wire [`WARPS-1:0] irq;
  wire [31:0]       mtick;
  wire [1:0]        mstatus;
  wire [31:2]       mtvec;
  wire [31:2]       mepc;

  always @*
    if (~init) begin
      in_range: assume (warp_q < `WARPS & c_warp < `WARPS & i_warp < `WARPS);
      one_write: assume ((write & (write - 4'd1)) == 0);
      starts_others: assume ((started & self) == 0);
      ended: assume (~(clears & (self[warp_q] | started[warp_q])));
    end

`ifdef timer_has_clear_done
  wire clears = clear_any & clear_warp == warp_q;
`else
  wire clears = 1'b0;
`endif

  ww_timer u (
`ifdef timer_has_clear_done
    .clear_done(clear_any), .clear_warp(clear_warp),
`endif
    .clk(clk), .rst(init), .i_warp(i_warp), .c_irq(irq), .mtick(mtick), .mstatus(mstatus),
    .mtvec(mtvec), .mepc(mepc), .c_warp(c_warp), .c_release(release_any), .c_self(self),
    .c_pc(c_pc), .c_interrupt(interrupt), .c_mret(returns), .c_write(write), .c_value(c_value),
    .c_started(started), .c_stacked(stacked)
  );

  // Ticks.
  //@ tick = u.tick
  //@ left = u.left_q
  wire        tick;
  wire [31:0] left;
  reg  [31:0] period_q;
  reg  [31:0] until_q;        // a tick, or 0: there is none
  wire        now = until_q == 1;

  always @(posedge clk)
    if (init) begin
      period_q <= 32'd0;
      until_q <= 32'd0;
    end else begin
      if (write[3])
        period_q <= c_value;
      if (write[3])
        until_q <= c_value;
      else if (now)
        until_q <= period_q;
      else if (until_q != 0)
        until_q <= until_q - 1;
    end

  // The tracked warp.
  wire        mine = acts & c_warp == warp_q;
  wire        taken = interrupt & mine;
  reg         pending_q;
  reg         may_q;          // it takes an interrupt now
  reg         mie_q, mpie_q;
  reg  [31:2] mtvec_q, mepc_q;

  always @(posedge clk)
    if (init) begin
      {pending_q, may_q, mie_q, mpie_q} <= 4'd0;
      {mtvec_q, mepc_q} <= 60'd0;
    end else begin
      pending_q <= now | (pending_q & ~taken);
      may_q <= pending_q & mie_q & ~stacked[warp_q] & ~release_any[warp_q];
      if (started[warp_q])
        mie_q <= 1'b0;
      if (clears) begin
        {may_q, mie_q, mpie_q} <= 3'd0;
        {mtvec_q, mepc_q} <= 60'd0;
      end
      if (mine) begin
        if (interrupt)
          {mie_q, mpie_q, mepc_q} <= {1'b0, 1'b1, c_pc};
        if (returns)
          {mie_q, mpie_q} <= {mpie_q, 1'b1};
        if (write[0])
          {mie_q, mpie_q} <= {c_value[3], c_value[7]};
        if (write[1])
          mtvec_q <= c_value[31:2];
        if (write[2])
          mepc_q <= c_value[31:2];
      end
    end

  always @*
    if (~init) begin
      in_time: assert (tick == now);
      counts: assert (left == until_q);
      period: assert (mtick == period_q);
      pending: assert (irq[warp_q] == may_q);
      if (i_warp == warp_q) begin
        status: assert (mstatus == {mpie_q, mie_q});
        vector: assert (mtvec == mtvec_q);
        pc: assert (mepc == mepc_q);
      end
    end
endmodule
