// l2_net - one direction of the crossbar: each source reaches each target
// SPDX-License-Identifier: Apache-2.0
//
//   source --(number of the target)--> turns at each target --> register --> target
//
// Each target accepts one message a cycle, so sources that use different targets never wait for
// each other. A target has the sources in turn (bus_share): a message is accepted after at most
// SOURCES - 1 others to its target. Messages of one source to one target keep their order.
//
//   cycle 0    a message is accepted (source_ready)
//   cycle 1    the message is at its target, and is held until the target accepts it
//
// A source holds a message until it is accepted. The message may not change its target meanwhile.
`default_nettype none
module ${prefix}_l2_net #(
  parameter SOURCES = 2,
  parameter SOURCE_BITS = 1,
  parameter TARGETS = 2,
  parameter TARGET_BITS = 1,
  parameter WIDTH = 32
) (
  input  wire                           clk,
  input  wire                           rst,
  // sources
  input  wire [SOURCES-1:0]             source_valid,  // per source: a message waits
  output wire [SOURCES-1:0]             source_ready,  // per source: the message is accepted
  input  wire [SOURCES*TARGET_BITS-1:0] source_to,     // target of each message
  input  wire [SOURCES*WIDTH-1:0]       source_data,   // each message
  // targets
  output wire [TARGETS-1:0]             target_valid,  // per target: a message, held until ready
  input  wire [TARGETS-1:0]             target_ready,  // per target: the message is accepted
  output wire [TARGETS*SOURCE_BITS-1:0] target_from,   // source of each message
  output wire [TARGETS*WIDTH-1:0]       target_data    // each message
);
  wire [TARGETS*SOURCES-1:0] takes;  // target t accepts the message of source s: t * SOURCES + s

  genvar s, t;
  generate
    for (t = 0; t < TARGETS; t = t + 1) begin : g_target
      localparam [TARGET_BITS-1:0] ME = t;
      wire [SOURCES-1:0] wants;
      wire [SOURCES-1:0] ready;

      for (s = 0; s < SOURCES; s = s + 1) begin : g_wants
        assign wants[s] = source_valid[s] & source_to[s*TARGET_BITS +: TARGET_BITS] == ME;
      end
      assign takes[t*SOURCES +: SOURCES] = ready & wants;

      ${prefix}_bus_share #(
        .CORES(SOURCES), .CORE_BITS(SOURCE_BITS), .WIDTH(WIDTH)
      ) u_share (
        .clk(clk), .rst(rst), .req_valid(wants), .req_ready(ready), .req(source_data),
        .bus_valid(target_valid[t]), .bus_ready(target_ready[t]),
        .bus_core(target_from[t*SOURCE_BITS +: SOURCE_BITS]),
        .bus(target_data[t*WIDTH +: WIDTH])
      );
    end

    for (s = 0; s < SOURCES; s = s + 1) begin : g_source
      wire [TARGETS-1:0] taken;

      for (t = 0; t < TARGETS; t = t + 1) begin : g_taken
        assign taken[t] = takes[t*SOURCES + s];
      end
      assign source_ready[s] = |taken;
    end
  endgenerate
endmodule
`default_nettype wire
