// bus_lock - nobody comes between the load and the store of an atomic access, and all have turns
// SPDX-License-Identifier: Apache-2.0
//
// Each core asks for plain loads and stores and for loads of atomic accesses, at one of two places,
// and holds what it asks until it is accepted. From such a load to its end it asks for its store
// alone, or ends without. On AXI4 stores are answered some time after, those of a core in their
// order; a core asks for the load of an atomic access when none of its own is open.
`ifndef N
`define N 3
`endif
`define BITS 2
`define WIDTH 1
module bus_lock (
  input wire             clk,
  input wire [`N-1:0]    asks_any,
  input wire [`N-1:0]    lock_any,
  input wire [`N-1:0]    write_any,
  input wire [`N-1:0]    place_any,
  input wire [`N-1:0]    ends_any,
  input wire [`N-1:0]    answers_any,
  input wire             bus_ready,
  input wire [`BITS-1:0] tracked_any
);
  reg init = 1'b1;

  always @(posedge clk)
    init <= 1'b0;

  reg  [`N-1:0]    held_q;      // asked and not accepted
  reg  [`N-1:0]    lock_q;
  reg  [`N-1:0]    write_q;
  reg  [`N-1:0]    place_q;
  reg  [`N-1:0]    inside_q;    // its load has been accepted, its store has not
  reg  [`N-1:0]    waits_q;     // for the answer to that
  reg  [`N-1:0]    mine_q;      // the place
  wire [`N-1:0]    valid;
  wire [`N-1:0]    ready;
  wire [`N-1:0]    lock;
  wire [`N-1:0]    write;
  wire [`N-1:0]    place;
  wire [`N*32-1:0] addr;
  wire [`N-1:0]    unlock;
  wire [`N-1:0]    response;
  wire [`N-1:0]    full;
  wire [`N-1:0]    open;        // a store of the core
  wire [`N*2-1:0]  opens;       // to a place
  wire [`N-1:0]    taken = valid & ready;
  wire [`N-1:0]    active = inside_q | waits_q;
  wire             bus_valid;
  wire [`BITS-1:0] bus_core;
  wire             bus;
  wire [`N-1:0]    picked;
  //@ picked = u.picked
  genvar i;

  generate
    for (i = 0; i < `N; i = i + 1) begin : g_core
      wire may = inside_q[i] ? ~ends_any[i] : ~(write_any[i] & full[i]);

      assign valid[i] = ~init & (held_q[i] | (asks_any[i] & may));
      assign lock[i] = held_q[i] ? lock_q[i]
                       : ~inside_q[i] & lock_any[i] & ~write_any[i] & ~open[i] & ~waits_q[i];
      assign write[i] = held_q[i] ? write_q[i] : inside_q[i] | write_any[i];
      assign place[i] = held_q[i] ? place_q[i] : inside_q[i] ? mine_q[i] : place_any[i];
      assign addr[i*32 +: 32] = {31'd0, place[i]} << `bus_lock_PLACE;
      assign unlock[i] = ~init & inside_q[i] & ends_any[i] & ~held_q[i];
`ifdef bus_lock_has_response
      // Two open stores at most, the older one first.
      reg [1:0] count_q;
      reg [1:0] where_q;

      assign full[i] = count_q[1];
      assign open[i] = |count_q;
      assign opens[i*2 +: 2] = {(count_q[0] & where_q[0]) | (count_q[1] & |where_q),
                                (count_q[0] & ~where_q[0]) | (count_q[1] & ~&where_q)};
      assign response[i] = ~init & answers_any[i] & |count_q;

      wire [1:0] left = count_q - {1'b0, response[i]};
      wire [1:0] shown = response[i] ? {1'b0, where_q[1]} : where_q;

      always @(posedge clk)
        if (init) begin
          count_q <= 2'd0;
          waits_q[i] <= 1'b0;
        end else begin
          count_q <= left + {1'b0, taken[i] & write[i]};
          where_q <= taken[i] & write[i] ? left[0] ? {place[i], shown[0]} : {1'b0, place[i]}
                     : shown;
          waits_q[i] <= (inside_q[i] & taken[i] & write[i]) | (waits_q[i] & ~response[i]);
        end
`else
      assign full[i] = 1'b0;
      assign open[i] = 1'b0;
      assign opens[i*2 +: 2] = 2'b00;
      assign response[i] = 1'b0;

      always @(posedge clk)
        waits_q[i] <= 1'b0;
`endif

      always @(posedge clk) begin
        held_q[i] <= ~init & valid[i] & ~ready[i];
        lock_q[i] <= lock[i];
        write_q[i] <= write[i];
        place_q[i] <= place[i];
        inside_q[i] <= ~init & ((taken[i] & lock[i])
                                | (inside_q[i] & ~unlock[i] & ~(taken[i] & write[i])));
        if (taken[i] & lock[i])
          mine_q[i] <= place[i];
      end
    end
  endgenerate

  ww_bus_lock #(.CORES(`N), .CORE_BITS(`BITS), .WIDTH(`WIDTH)) u (
    .clk(clk), .rst(init), .req_valid(valid), .req_ready(ready), .req_lock(lock),
    .req_write(write), .req_addr(addr), .req(place), .unlock(unlock),
`ifdef bus_lock_has_response
    .response(response),
`endif
    .bus_valid(bus_valid), .bus_ready(bus_ready), .bus_core(bus_core), .bus(bus)
  );

  // While the tracked core asks: loads of atomic accesses of others that are accepted.
  reg  [`BITS-1:0] tracked_q;
  reg  [3:0]       passed_q;
  wire             waits = valid[tracked_q] & ~ready[tracked_q]
                           & (lock[tracked_q] | write[tracked_q]);

  always @(posedge clk) begin
    if (init)
      tracked_q <= tracked_any;
    passed_q <= init | ~waits ? 4'd0 : passed_q + (|(taken & lock));
  end

  reg  [`N-1:0]    meets;       // another one at a place that is locked
  reg  [`N-1:0]    passes;      // a load where a store is open
  integer          n, k;

  always @* begin
    meets = {`N{1'b0}};
    passes = {`N{1'b0}};
    for (n = 0; n < `N; n = n + 1)
      for (k = 0; k < `N; k = k + 1) begin
        if (n != k & active[n] & (active[k] & mine_q[k] == mine_q[n]
                                  | taken[k] & write[k] & place[k] == mine_q[n]))
          meets[n] = 1'b1;
        if (taken[n] & lock[n] & opens[k*2 + place[n]])
          passes[n] = 1'b1;
      end
  end

  always @* begin
    tracked_is: assume (init | tracked_q < `N);
    if (~init) begin
      one: assert ((taken & (taken - 1'b1)) == 0);
      works: assert (|taken | |picked | |active | ~|valid | (bus_valid & ~bus_ready) | |open);
      bounded_wait: assert (passed_q < 2 * `N);
      alone: assert (~|meets);
      older: assert (~|passes);
    end
  end
endmodule
