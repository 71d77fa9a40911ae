// bus_lock - one bus for the data of several cores; atomic accesses of one keep the others away
// SPDX-License-Identifier: Apache-2.0
//
// The load of an atomic access (req_lock) waits here until its core has locked the place: a bus
// word, or a line with data caches. No other core locks it then, and stores of others to it wait;
// all else goes on. The lock ends with the store of its core, which has no other on its way, or
// when there is none to come (unlock). A core has one lock, and nothing that it has asked before
// waits for another one, so none waits for ever.
//
// Cores that had to wait go first (turn_q): until each of them has had its turn no other core locks
// anything. So fewer than twice as many locks as there are cores hold a core back.
//% if locks_axi
//
// The bus orders nothing between reads and writes. So the load goes when the stores that had been
// accepted before its lock have been answered (left), and the lock ends with the answer to its
// own store.
//% end
`default_nettype none
module ${prefix}_bus_lock #(
  parameter CORES = ${cores},
  parameter CORE_BITS = ${core_bits},
  parameter WIDTH = 32,
  parameter PLACE = ${lock_bits},  // the bits of an address below that of a place
  parameter TOP = ${ram_bits}
) (
  input  wire                   clk,
  input  wire                   rst,
  // cores
  input  wire [CORES-1:0]       req_valid,
  output wire [CORES-1:0]       req_ready,
  input  wire [CORES-1:0]       req_lock,
  input  wire [CORES-1:0]       req_write,
  input  wire [CORES*32-1:0]    req_addr,
  input  wire [CORES*WIDTH-1:0] req,        // all of it
  input  wire [CORES-1:0]       answered,   // a store  //% if locks_axi
  input  wire [CORES-1:0]       unlock,
  // bus
  output wire                   bus_valid,
  input  wire                   bus_ready,
  output wire [CORE_BITS-1:0]   bus_core,   // whose it is
  output wire [WIDTH-1:0]       bus
);
  reg  [CORES-1:0]       locked_q;
  reg  [CORES-1:0]       turn_q;
  wire [CORES-1:0]       meets;    // another core has locked the place
  wire [CORES-1:0]       asks = req_valid & req_lock & ~locked_q;
  wire [CORES-1:0]       picked;   // locks
  wire [CORES-1:0]       may;      // go on
  wire [CORES-1:0]       taken = req_valid & req_ready;
  reg  [CORES-1:0]       late_q;   // a store that a lock has held back
  wire [CORES-1:0]       late = req_valid & req_write & (meets | late_q) & ~taken;
  wire [CORES-1:0]       held = (asks & ~picked) | late;
  wire [CORES-1:0]       left = turn_q & ~picked & ~taken;
//% if locks_axi
  wire [CORES-1:0]       ends = unlock | (locked_q & answered);
  wire [CORES-1:0]       older;    // stores of the core that the last lock waits for
  wire                   calm = ~|older;
  reg  [CORES-1:0]       last_q;   // the core of the last lock
  wire [CORES-1:0]       wants = asks & ~meets & (turn_q | {CORES{~|turn_q}}) & {CORES{calm}};
//% else
  wire [CORES-1:0]       ends = unlock | (locked_q & taken & req_write);
  wire [CORES-1:0]       wants = asks & ~meets & (turn_q | {CORES{~|turn_q}});
//% end
  genvar i, j;

  ${prefix}_rr_arbiter #(.N(CORES)) u_arbiter (
    .clk(clk), .rst(rst), .advance(|wants), .request(wants), .grant(picked)
  );
  ${prefix}_bus_share #(.CORES(CORES), .CORE_BITS(CORE_BITS), .WIDTH(WIDTH)) u_share (
    .clk(clk), .rst(rst), .req_valid(req_valid & may), .req_ready(req_ready), .req(req),
    .bus_valid(bus_valid), .bus_ready(bus_ready), .bus_core(bus_core), .bus(bus)
  );

  always @(posedge clk)
    if (rst) begin
      locked_q <= {CORES{1'b0}};
      late_q <= {CORES{1'b0}};
      turn_q <= {CORES{1'b0}};
    end else begin
      locked_q <= picked | (locked_q & ~ends);
      late_q <= late;
      turn_q <= |left ? left : held;
    end

  assign may = ~(asks | (req_write & meets));  //% if not locks_axi
//% if locks_axi
  assign may = ~(asks | (req_lock & last_q & ~{CORES{calm}}) | (req_write & meets));

  always @(posedge clk)
    if (|picked)
      last_q <= picked;

  // Stores that have been accepted and not answered.
  generate
    for (i = 0; i < CORES; i = i + 1) begin : g_stores
      reg  [4:0] open_q;
      reg  [4:0] older_q;
      wire [4:0] open = open_q + {4'd0, taken[i] & req_write[i]} - {4'd0, answered[i]};

      assign older[i] = |older_q;

      always @(posedge clk)
        if (rst) begin
          open_q <= 5'd0;
          older_q <= 5'd0;
        end else begin
          open_q <= open;
          older_q <= |picked ? open : older_q - {4'd0, answered[i] & older[i]};
        end
    end
  endgenerate
//% end

  // Places.
  generate
    for (i = 0; i < CORES; i = i + 1) begin : g_core
      wire [TOP-1:PLACE] place = req_addr[i*32+PLACE +: TOP-PLACE];
      wire [CORES-1:0]   same;
      wire               unused = ^req_addr[i*32 +: 32];
      reg  [TOP-1:PLACE] place_q;

      always @(posedge clk)
        if (picked[i])
          place_q <= place;

      for (j = 0; j < CORES; j = j + 1) begin : g_other
        if (j == i)
          assign same[j] = 1'b0;
        else
          assign same[j] = locked_q[j] & g_core[j].place_q == place;
      end

      assign meets[i] = |same;
    end
  endgenerate
endmodule
`default_nettype wire
