// l2_locks - the data requests of the crossbar; atomic accesses lock their place at its bank
// SPDX-License-Identifier: Apache-2.0
//
// As l2_net, from cores to banks, with bus_lock in place of bus_share. All accesses to a place go
// to one bank, so no other bank must know of its lock. A core has at most one lock, at one bank;
// `unlock` goes to all banks.
//
// A lock and the order of the accesses to its place are decided at the same point: the register in
// front of the bank. Behind it the order stays.
`default_nettype none
module ${prefix}_l2_locks #(
  parameter CORES = ${cores},
  parameter CORE_BITS = ${core_bits},
  parameter BANKS = ${l2_banks},
  parameter BANK_BITS = ${l2_bank_bits},
  parameter WIDTH = 32
) (
  input  wire                       clk,
  input  wire                       rst,
  // cores
  input  wire [CORES-1:0]           core_valid,  // per core: a request waits
  output wire [CORES-1:0]           core_ready,  // per core: the request is accepted
  input  wire [CORES*BANK_BITS-1:0] core_to,     // bank of each request
  input  wire [CORES*WIDTH-1:0]     core_data,   // each request
  // cores: locks
  input  wire [CORES-1:0]           core_lock,   // per core: load of an atomic access
  input  wire [CORES-1:0]           core_write,  // per core: the request is a store
  input  wire [CORES*32-1:0]        core_addr,   // address of each request
  input  wire [CORES-1:0]           unlock,      // per core: the lock ends without a store
  // banks
  output wire [BANKS-1:0]           bank_valid,  // per bank: a request, held until ready
  input  wire [BANKS-1:0]           bank_ready,  // per bank: the request is accepted
  output wire [BANKS*CORE_BITS-1:0] bank_from,   // core of each request
  output wire [BANKS*WIDTH-1:0]     bank_data    // each request
);
  wire [BANKS*CORES-1:0] takes;  // bank t accepts the request of core s: t * CORES + s

  genvar s, t;
  generate
    for (t = 0; t < BANKS; t = t + 1) begin : g_bank
      localparam [BANK_BITS-1:0] ME = t;
      wire [CORES-1:0] wants;
      wire [CORES-1:0] ready;

      for (s = 0; s < CORES; s = s + 1) begin : g_wants
        assign wants[s] = core_valid[s] & core_to[s*BANK_BITS +: BANK_BITS] == ME;
      end
      assign takes[t*CORES +: CORES] = ready & wants;

      ${prefix}_bus_lock #(
        .CORES(CORES), .CORE_BITS(CORE_BITS), .WIDTH(WIDTH)
      ) u_lock (
        .clk(clk), .rst(rst), .req_valid(wants), .req_ready(ready), .req_lock(core_lock),
        .req_write(core_write), .req_addr(core_addr), .req(core_data), .unlock(unlock),
        .bus_valid(bank_valid[t]), .bus_ready(bank_ready[t]),
        .bus_core(bank_from[t*CORE_BITS +: CORE_BITS]),
        .bus(bank_data[t*WIDTH +: WIDTH])
      );
    end

    for (s = 0; s < CORES; s = s + 1) begin : g_core
      wire [BANKS-1:0] taken;

      for (t = 0; t < BANKS; t = t + 1) begin : g_taken
        assign taken[t] = takes[t*CORES + s];
      end
      assign core_ready[s] = |taken;
    end
  endgenerate
endmodule
`default_nettype wire
