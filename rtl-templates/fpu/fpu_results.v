// fpu_results - what goes along with the beats in the lanes, and results that wait for writeback
// SPDX-License-Identifier: Apache-2.0
//
// Both are queues of beats in the same order, with room for all that issue lets in. A result that
// finds none waiting is offered in the cycle in which it comes out of the lanes.
`default_nettype none
module ${prefix}_fpu_results #(
  parameter LANES = ${lanes},
  parameter FPU_LANES = ${fpu_lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits},
  parameter QUEUE_BITS = 1
) (
  input  wire                    clk,
  input  wire                    rst,
  // execute
  input  wire                    x_valid,
  input  wire                    x_last,
  input  wire [BEAT_BITS-1:0]    x_beat,  //% if folded
  input  wire [LANES-1:0]        x_mask,
  input  wire [META_BITS-1:0]    x_meta,
  input  wire [QUEUE_BITS-1:0]   slot,    // of the queue
  // lanes: results of one group
  input  wire                    d_valid,
  input  wire [FPU_LANES*32-1:0] d_data,
  input  wire [4:0]              d_flags,
  // beat
  output wire                    h_valid,
  input  wire                    h_taken,
  output wire                    h_last,
  output wire [BEAT_BITS-1:0]    h_beat,  //% if folded
  output wire [LANES-1:0]        h_mask,
  output wire [META_BITS-1:0]    h_meta,
  output wire [LANES*32-1:0]     h_data,
  output wire [4:0]              h_flags
);
  localparam GROUPS = LANES / FPU_LANES;
  localparam INFO_BITS = 1 + BEAT_BITS + LANES + META_BITS;  //% if folded
  localparam INFO_BITS = 1 + LANES + META_BITS;              //% else
  localparam [GROUPS-1:0] FIRST = 1;

  reg  [INFO_BITS-1:0]  infos_m [0:(1<<QUEUE_BITS)-1];
  reg  [4:0]            flags_m [0:(1<<QUEUE_BITS)-1];
  reg  [QUEUE_BITS:0]   write_q;  // where results are written
  reg  [QUEUE_BITS:0]   read_q;
  reg  [GROUPS-1:0]     group_q;
  reg  [4:0]            flags_q;  // of the groups before
  wire                  d_ends = d_valid & group_q[GROUPS-1];
  wire                  empty = write_q == read_q;
  wire [4:0]            flags = flags_q | d_flags;

  always @(posedge clk) begin
    if (x_valid)
      infos_m[slot] <= {x_last, x_mask,
                        x_beat,  //% if folded
                        x_meta};
    if (d_ends)
      flags_m[write_q[QUEUE_BITS-1:0]] <= flags;
  end

  always @(posedge clk)
    if (rst) begin
      write_q <= {QUEUE_BITS+1{1'b0}};
      read_q <= {QUEUE_BITS+1{1'b0}};
      group_q <= FIRST;
      flags_q <= 5'd0;
    end else begin
      write_q <= write_q + {{QUEUE_BITS{1'b0}}, d_ends};
      read_q <= read_q + {{QUEUE_BITS{1'b0}}, h_taken};
      if (d_valid) begin
        group_q <= group_q << 1 | group_q >> (GROUPS - 1);
        flags_q <= d_ends ? 5'd0 : flags;
      end
    end

  genvar g;
  generate
    for (g = 0; g < GROUPS; g = g + 1) begin : g_group
      reg  [FPU_LANES*32-1:0] data_m [0:(1<<QUEUE_BITS)-1];
      wire [FPU_LANES*32-1:0] data = data_m[read_q[QUEUE_BITS-1:0]];

      always @(posedge clk)
        if (d_valid & group_q[g])
          data_m[write_q[QUEUE_BITS-1:0]] <= d_data;

      if (g == GROUPS - 1) begin : g_last
        assign h_data[g*FPU_LANES*32 +: FPU_LANES*32] = empty ? d_data : data;
      end else begin : g_before
        assign h_data[g*FPU_LANES*32 +: FPU_LANES*32] = data;
      end
    end
  endgenerate

  assign h_valid = ~empty | d_ends;
  assign {h_last, h_mask,
          h_beat,  //% if folded
          h_meta} = infos_m[read_q[QUEUE_BITS-1:0]];
  assign h_flags = empty ? flags : flags_m[read_q[QUEUE_BITS-1:0]];
endmodule
`default_nettype wire
