// bus_share - one bus for the requests of several cores, in turns
// SPDX-License-Identifier: Apache-2.0
//
//   cycle 0    a request is accepted (req_ready), if the register is empty or is emptied now
//   cycle 1    the request is on the bus, and is held until the bus accepts it (doc/bus.md)
//
// Requests reach the bus in the order of their accept. The cores take turns (round robin), so of N
// cores that ask each is served within N requests.
`default_nettype none
module ${prefix}_bus_share #(
  parameter CORES = ${cores},
  parameter CORE_BITS = ${core_bits},
  parameter WIDTH = 32
) (
  input  wire                   clk,
  input  wire                   rst,
  // cores
  input  wire [CORES-1:0]       req_valid,  // per core: a request waits
  output wire [CORES-1:0]       req_ready,  // per core: the request is accepted
  input  wire [CORES*WIDTH-1:0] req,        // each request, all fields
  // bus
  output wire                   bus_valid,  // a request, held until bus_ready
  input  wire                   bus_ready,  // the bus accepts the request
  output wire [CORE_BITS-1:0]   bus_core,   // core of the request
  output wire [WIDTH-1:0]       bus         // the request, all fields
);
  reg                  valid_q;
  reg  [CORE_BITS-1:0] core_q;
  reg  [WIDTH-1:0]     req_q;
  wire                 free = ~valid_q | bus_ready;
  wire [CORES-1:0]     grant;
  wire [CORE_BITS-1:0] core;
  wire [WIDTH-1:0]     chosen;

  ${prefix}_rr_arbiter #(.N(CORES)) u_arbiter (
    .clk(clk), .rst(rst), .advance(free & |req_valid), .request(req_valid), .grant(grant)
  );
  ${prefix}_onehot_index #(.N(CORES), .BITS(CORE_BITS)) u_core (
    .onehot(grant), .index(core)
  );
  ${prefix}_onehot_mux #(.N(CORES), .WIDTH(WIDTH)) u_chosen (
    .sel(grant), .in(req), .out(chosen)
  );

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else if (free)
      valid_q <= |req_valid;

  always @(posedge clk)
    if (free) begin
      core_q <= core;
      req_q <= chosen;
    end

  assign req_ready = grant & {CORES{free}};
  assign bus_valid = valid_q;
  assign bus_core = core_q;
  assign bus = req_q;
endmodule
`default_nettype wire
