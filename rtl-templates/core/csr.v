// csr - reads the control and status registers, and counts cycles and retired instructions
// SPDX-License-Identifier: Apache-2.0
//
// One value per instruction, read while its registers are read. If a CSR differs between threads,
// the value here is its common part, and each lane adds the number of its thread.
//% if deep
// In this configuration the CSR is read a stage later: i_ stands for operand selection, and the
// value is used in execute.
//% end
//% if folded
// All beats of an instruction use the value that its first beat has read.
//% end
`default_nettype none
module ${prefix}_csr #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter THREADS = ${threads}
) (
//% emit ports_csr
);
  reg  [63:0] cycle_q;
  reg  [63:0] instret_q;
  reg  [1:0]  retired_q; // in the last cycle, not added yet
  wire [63:0] instret = instret_q + {62'd0, retired_q};

  // (core x WARPS + warp) x THREADS, the first thread's mhartid.
  wire [31:0] threads = THREADS;
  wire [31:0] warps = WARPS;
  wire [31:0] smem_size = ${smem_size};
  wire [31:0] hart = ({24'd0, core_id} * WARPS + {{32-WARP_BITS{1'b0}}, i_warp}) * THREADS;

  always @(posedge clk)
    if (rst) begin
      cycle_q <= 64'd0;
      instret_q <= 64'd0;
      retired_q <= 2'd0;
    end else begin
      cycle_q <= cycle_q + 64'd1;
      instret_q <= instret;
      retired_q <= {1'b0, wb_done} + {1'b0, c_done};
    end

  reg  [31:0] value;
  reg         per_thread;

  always @* begin
    {value, per_thread} = {32'd0, 1'b0};                                            //% if deep
    {value, per_thread} = {i_csr[7] ? perf_count[63:32] : perf_count[31:0], 1'b0}; //% elif counters
    {value, per_thread} = {32'd0, 1'b0};                                            //% else
    casez (i_csr)
//% emit csr_reader
      default: ;
    endcase
  end

//% if deep
  reg  [31:0] value_q;
  reg         per_thread_q;
//% if counters
  // mhpmcounter3 to 31, and as a user has them: apart, since there are so many.
  wire        counter = (i_csr[11:8] == 4'hB | i_csr[11:8] == 4'hC) & ~|i_csr[6:5]
                        & (|i_csr[4:2] | &i_csr[1:0]);
  reg  [63:0] count_q;
  reg  [31:0] part_q;

  always @(posedge clk)
    count_q <= perf_count;
//% end

  always @(posedge clk) begin
    per_thread_q <= per_thread;
    part_q <= (i_csr[7] ? count_q[63:32] : count_q[31:0]) & {32{counter}};  //% if counters
    value_q <= value;
  end

  assign csr_value = value_q | part_q;  //% if counters
  assign csr_value = value_q;           //% else
  assign csr_per_thread = per_thread_q;
//% elif folded
  reg  [31:0] value_q;

  always @(posedge clk)
    value_q <= csr_value;

  assign csr_value = i_later ? value_q : value;
  assign csr_per_thread = per_thread;
//% else
  assign csr_value = value;
  assign csr_per_thread = per_thread;
//% end
endmodule
`default_nettype wire
