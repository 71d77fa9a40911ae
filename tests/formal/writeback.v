// writeback - the core begins when every register is clear; results that wait take turns
// SPDX-License-Identifier: Apache-2.0
`define ADDR_BITS 6
module writeback (
  input wire                  clk,
  input wire                  v_valid,
  input wire                  l_valid,
  input wire [`ADDR_BITS-1:0] addr_any
);
  localparam LANES = `writeback_LANES;
  reg init = 1'b1;
  reg [`ADDR_BITS-1:0] addr_q;
  reg                  cleared_q;
  reg [`ADDR_BITS+1:0] age_q;
  reg [1:0]            passed_q;
  reg                  v_stays, l_stays;
  wire                 run;
  wire                 v_ready;
  wire                 l_ready;
  wire [LANES-1:0]     wb_enable;
  wire [`ADDR_BITS-1:0] wb_addr;
  wire [LANES*32-1:0]  wb_data;

  ww_writeback #(.ADDR_BITS(`ADDR_BITS)) u (
    .clk(clk), .rst(init), .cleared(run), .v_valid(v_valid), .v_ready(v_ready),
    .l_valid(l_valid), .l_ready(l_ready),
    .wb_enable(wb_enable), .wb_addr(wb_addr), .wb_data(wb_data)
  );

  always @(posedge clk) begin
    init <= 1'b0;
    if (init)
      addr_q <= addr_any;
    cleared_q <= ~init & (cleared_q | (~run & &wb_enable & wb_addr == addr_q & wb_data == 0));
    age_q <= init ? 0 : age_q + (run ? 0 : 1);
    v_stays <= ~init & v_valid & ~v_ready;
    l_stays <= ~init & l_valid & ~l_ready;
    passed_q <= init | ~v_valid | v_ready ? 0 : passed_q + (l_valid & l_ready);
  end

  always @*
    if (~init) begin
      if (v_stays) v_held: assume (v_valid);
      if (l_stays) l_held: assume (l_valid);
      if (run) cleared: assert (cleared_q);
      if (~run) only_zero: assert (&wb_enable & wb_data == 0);
      begins: assert (age_q <= 1 << `ADDR_BITS);
      turns: assert (passed_q <= 1);
      one: assert (~(v_valid & v_ready & l_valid & l_ready));
    end
endmodule
