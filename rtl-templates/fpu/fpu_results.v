// fpu_results - holds what a beat needs at writeback, and results that wait for writeback
// SPDX-License-Identifier: Apache-2.0
//
// Two queues of beats in the same order, with room for all beats that issue admits: one is written
// when a beat enters the unit, the other when its results leave the pipelines.
//
//   cycle 0   the last group of a beat leaves the pipelines (d_)
//   cycle 0   the beat is offered (h_), if no older one waits; else when those are accepted
//
// An offered beat is held until h_taken.
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
  input  wire                    x_valid,  // a beat is in execute
  input  wire                    x_last,   // last beat of the instruction
  input  wire [BEAT_BITS-1:0]    x_beat,   // number of the beat  //% if folded
  input  wire [LANES-1:0]        x_mask,   // active lanes
  input  wire [META_BITS-1:0]    x_meta,   // {sequence number if traced, warp, rd, writes}
  input  wire [QUEUE_BITS-1:0]   slot,     // queue entry of the beat in execute
  // lanes: results of one group
  input  wire                    d_valid,  // results of a group leave the pipelines
  input  wire [FPU_LANES*32-1:0] d_data,   // results of the group
  input  wire [4:0]              d_flags,  // flags of the group
  // beat
  output wire                    h_valid,  // a beat waits
  input  wire                    h_taken,  // the beat is accepted
  output wire                    h_last,   // last beat of the instruction
  output wire [BEAT_BITS-1:0]    h_beat,   // number of the beat  //% if folded
  output wire [LANES-1:0]        h_mask,   // lanes that are written
  output wire [META_BITS-1:0]    h_meta,   // as x_meta
  output wire [LANES*32-1:0]     h_data,   // result of each lane
  output wire [4:0]              h_flags   // flags of all groups together
);
  localparam GROUPS = LANES / FPU_LANES;
  localparam INFO_BITS = 1 + BEAT_BITS + LANES + META_BITS;  //% if folded
  localparam INFO_BITS = 1 + LANES + META_BITS;              //% else
  localparam [GROUPS-1:0] FIRST = 1;

  reg  [INFO_BITS-1:0]  infos_m [0:(1<<QUEUE_BITS)-1];
  reg  [4:0]            flags_m [0:(1<<QUEUE_BITS)-1];
  reg  [QUEUE_BITS:0]   write_q;  // queue entry of the results that leave the pipelines
  reg  [QUEUE_BITS:0]   read_q;   // queue entry of the beat that is offered
  reg  [GROUPS-1:0]     group_q;  // one-hot group that leaves the pipelines next
  reg  [4:0]            flags_q;  // flags of the groups before
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
