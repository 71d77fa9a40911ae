// sfu_feed - queue of beats in front of the pipelines of special functions
// SPDX-License-Identifier: Apache-2.0
//
//   cycle 0    a beat is in execute (x_)
//   cycle 1    its first group enters the pipelines (f_), if no older beat waits;
//              then one group per cycle
//
// A beat enters only when it is sure to stay; a squashed beat is overwritten by the next one.
`default_nettype none
module ${prefix}_sfu_feed #(
  parameter LANES = ${lanes},
  parameter SFU_LANES = ${sfu_lanes},
  parameter QUEUE_BITS = 1
) (
  input  wire                    clk,
  input  wire                    rst,
  // execute
  input  wire                    x_valid,  // a beat is in execute
  input  wire [2:0]              x_funct,  // which function
  input  wire [LANES*32-1:0]     x_a,      // operand of each lane
  // queue
  input  wire [QUEUE_BITS:0]     entered,  // queue entry behind the last beat that stays
  input  wire                    enters,   // the beat of a cycle ago stays
  input  wire [QUEUE_BITS-1:0]   slot,     // queue entry of the beat in execute
  // lanes
  output wire                    f_valid,  // a group enters the pipelines
  output wire [2:0]              f_funct,  // as x_funct
  output wire [SFU_LANES*32-1:0] f_a       // operands of the group
);
  localparam GROUPS = LANES / SFU_LANES;
  localparam ENTRY_BITS = 3 + LANES * 32;
  localparam [GROUPS-1:0] FIRST = 1;

  reg  [ENTRY_BITS-1:0]  beats_m [0:(1<<QUEUE_BITS)-1];
  reg  [QUEUE_BITS:0]    read_q;
  reg  [GROUPS-1:0]      group_q;
  wire                   some = entered != read_q | enters;
  wire [LANES*32-1:0]    a;

  always @(posedge clk)
    if (x_valid)
      beats_m[slot] <= {x_funct, x_a};

  assign {f_funct, a} = beats_m[read_q[QUEUE_BITS-1:0]];

  always @(posedge clk)
    if (rst) begin
      read_q <= {QUEUE_BITS+1{1'b0}};
      group_q <= FIRST;
    end else if (some) begin
      read_q <= read_q + {{QUEUE_BITS{1'b0}}, group_q[GROUPS-1]};
      group_q <= group_q << 1 | group_q >> (GROUPS - 1);
    end

  ${prefix}_onehot_mux #(.N(GROUPS), .WIDTH(SFU_LANES * 32)) u_a (
    .sel(group_q), .in(a), .out(f_a)
  );

  assign f_valid = some;
endmodule
`default_nettype wire
