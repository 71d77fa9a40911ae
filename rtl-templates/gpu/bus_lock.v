// bus_lock - the data bus of several cores; an atomic access of one core locks its place
// SPDX-License-Identifier: Apache-2.0
//
// The load of an atomic access (req_lock) waits here until its core has locked the place: a bus
// word, or a line with data caches. Until the lock ends, no other core locks the place, and stores
// of other cores to it wait. All other requests go on.
//
// Places are told apart by six bits of their addresses, since whether a request must wait is on
// the longest path of many cores. Places that have these bits in common are locked together.
//
//   cycle N      a core locks its place, if no other core has locked it; one core per cycle
//   cycle N + 1  from here on the load may go to the bus
//   end          the next store of the core is accepted; or `unlock`: no store follows
//
// A core holds one lock. No earlier request of the core waits for a lock. So no two cores wait for
// each other.
//
// Turns: a core that had to wait goes first (turn_q). Until each of these cores has had its turn,
// no other core locks anything. So one of N cores waits for fewer than 2 N locks.
//% if locks_axi
//
// AXI4 orders nothing between reads and writes. So the load waits further, until the stores that
// were accepted before its lock have their responses (older_q). The lock ends with the response to
// the store of its core.
//% end
`default_nettype none
module ${prefix}_bus_lock #(
  parameter CORES = ${cores},
  parameter CORE_BITS = ${core_bits},
  parameter WIDTH = 32,
  parameter PLACE = ${lock_bits},  // log2 of the bytes of a place
  parameter PLACE_TOP = ${lock_top}   // bits below this one tell places apart
) (
  input  wire                   clk,
  input  wire                   rst,
  // cores
  input  wire [CORES-1:0]       req_valid,  // per core: a request waits
  output wire [CORES-1:0]       req_ready,  // per core: the request is accepted
  input  wire [CORES-1:0]       req_lock,   // per core: the request is the load of an atomic access
  input  wire [CORES-1:0]       req_write,  // per core: the request is a store
  input  wire [CORES*32-1:0]    req_addr,   // address of each request
  input  wire [CORES*WIDTH-1:0] req,        // each request, all fields
  input  wire [CORES-1:0]       response,   // per core: a store gets its response  //% if locks_axi
  input  wire [CORES-1:0]       unlock,     // per core: the lock ends without a store
  // bus
  output wire                   bus_valid,  // a request, held until bus_ready
  input  wire                   bus_ready,  // the bus accepts the request
  output wire [CORE_BITS-1:0]   bus_core,   // core of the request
  output wire [WIDTH-1:0]       bus         // the request, all fields
);
  // A bit per core.
  reg  [CORES-1:0]       locked_q; // holds a lock
  reg  [CORES-1:0]       turn_q;   // goes first
  wire [CORES-1:0]       locked_out;  // another core has locked the place of the request
  wire [CORES-1:0]       asks = req_valid & req_lock & ~locked_q;
  wire [CORES-1:0]       picked;   // locks now
  wire [CORES-1:0]       may;      // the request may go to the bus
  wire [CORES-1:0]       taken = req_valid & req_ready;
  reg  [CORES-1:0]       late_q;   // a lock has held up the store
  wire [CORES-1:0]       late = req_valid & req_write & (locked_out | late_q) & ~taken;
  wire [CORES-1:0]       held = (asks & ~picked) | late;
  wire [CORES-1:0]       left = turn_q & ~picked & ~taken;
//% if locks_axi
  wire [CORES-1:0]       ends = unlock | (locked_q & response);
  wire [CORES-1:0]       older;    // the last lock waits for stores of the core
  wire                   drained = ~|older;
  reg  [CORES-1:0]       last_q;   // has locked last
  wire [CORES-1:0]       wants = asks & ~locked_out & (turn_q | {CORES{~|turn_q}})
                                 & {CORES{drained}};
//% else
  wire [CORES-1:0]       ends = unlock | (locked_q & taken & req_write);
  wire [CORES-1:0]       wants = asks & ~locked_out & (turn_q | {CORES{~|turn_q}});
//% end
  genvar i, j;

  ${prefix}_rr_arbiter #(.N(CORES)) u_arbiter (
    .clk(clk), .rst(rst), .advance(|wants), .request(wants), .grant(picked)
  );
  ${prefix}_bus_share #(.CORES(CORES), .CORE_BITS(CORE_BITS), .WIDTH(WIDTH)) u_share (
    .req_valid(req_valid & may),
//% connect bus_share
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

  assign may = ~(asks | (req_write & locked_out));  //% if not locks_axi
//% if locks_axi
  assign may = ~(asks | (req_lock & last_q & ~{CORES{drained}}) | (req_write & locked_out));

  always @(posedge clk)
    if (|picked)
      last_q <= picked;

  // Number of stores in flight, and of those among them that the last lock waits for.
  generate
    for (i = 0; i < CORES; i = i + 1) begin : g_stores
      reg  [4:0] open_q;
      reg  [4:0] older_q;
      wire [4:0] open = open_q + {4'd0, taken[i] & req_write[i]} - {4'd0, response[i]};

      assign older[i] = |older_q;

      always @(posedge clk)
        if (rst) begin
          open_q <= 5'd0;
          older_q <= 5'd0;
        end else begin
          open_q <= open;
          older_q <= |picked ? open : older_q - {4'd0, response[i] & older[i]};
        end
    end
  endgenerate
//% end

  // Places of requests and locks.
  generate
    for (i = 0; i < CORES; i = i + 1) begin : g_core
      wire [PLACE_TOP-1:PLACE] place = req_addr[i*32+PLACE +: PLACE_TOP-PLACE];
      wire [CORES-1:0]   same;
      wire               unused = ^req_addr[i*32 +: 32];
      reg  [PLACE_TOP-1:PLACE] place_q;

      always @(posedge clk)
        if (picked[i])
          place_q <= place;

      for (j = 0; j < CORES; j = j + 1) begin : g_other
        if (j == i)
          assign same[j] = 1'b0;
        else
          assign same[j] = locked_q[j] & g_core[j].place_q == place;
      end

      assign locked_out[i] = |same;
    end
  endgenerate
endmodule
`default_nettype wire
