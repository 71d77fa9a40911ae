// lsu_atomic - makes the accesses of an atomic instruction; lanes with different words overlap
// SPDX-License-Identifier: Apache-2.0
//
// The lanes of a beat act in batches, each in two phases:
//
//   load    Pending lanes load their words, the lowest first, one in a cycle. The phase ends when
//           none is left, or when a lane may have the word of a lane in the batch: low bits of the
//           address are compared, for all pairs of lanes in the first cycle of the beat, in which
//           no batch has begun. A lane of lr.w or sc.w is a batch of its own.
//   store   Now the lanes of the batch are the pending ones. They store in the same order, as soon
//           as the word to store is made. A failed sc.w, a failed amocas.w and lr.w do not store.
//
// Responses come in any order: a cycle behind a response the word is at the alignment (a_word) and
// is registered, in the next cycle lsu_combine computes the word to store.
//
// Between load and store of a lane no other access to its word leaves the head, and accesses to one
// word keep their order behind the head. So no other access to the word performs between the two.
// When no lane is left the instruction ends (h_end). An instruction that acquires first waits for
// the responses to its stores.
`default_nettype none
//% ports lsu_atomic_serial
  localparam [4:0] LR = 5'b00010;
  localparam [4:0] SC = 5'b00011;
  localparam [4:0] CAS = 5'b00101;
  // Bits of an address that are compared: 2 to 7.
  localparam LOW_BITS = 6;

  wire             is_lr = op[5:1] == LR;
  wire             is_sc = op[5:1] == SC;
  wire             is_cas = op[5:1] == CAS;

  // The batch.
  reg              storing_q;  // phase: 1 store
  reg  [LANES-1:0] batch_q;    // lanes that have loaded in this phase
  reg  [LANES-1:0] rest_q;     // lanes that wait for the next batch
  wire [31:0]      lead_addr;
  wire [LANES-1:0] same;       // lanes that may have the word of the leader
  wire             alone = is_lr | is_sc;
  wire             shares = |(batch_q & same);
  wire             loads = valid & ~storing_q & some & ~shares;
  wire             loaded = loads & fired;
  wire             more = |(pending & ~leader);
  // The last lane of the batch loads in this cycle, or the leader has to wait for the batch.
  wire             turns = (loaded & (~more | alone))
                         | (valid & ~storing_q & some & shares);
  wire             unused = ^lead_addr[1:0];

  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_addr (
    .sel(leader), .in(addr), .out(lead_addr)
  );

  // The word of a lane that has loaded it, and its operands.
  reg              take_q;     // the word is at the alignment
  reg              make_q;     // what is stored is computed
  reg              failed_q;   // the load ended in a bus error
  reg              error_q;
  reg              fail_q;     // the word is not reserved
  reg  [LANES-1:0] lane_q;
  reg  [31:0]      old_q;
  reg  [31:0]      source_q;
  reg  [31:0]      third_q;    // value that the lane expects
  wire [31:0]      source;
  wire [31:0]      third_word;
  wire [31:0]      made;
  wire             stores = ~error_q & ~is_lr & ~(is_sc & fail_q)
                            & ~(is_cas & old_q != third_q);

  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_data (
    .sel(a_lanes), .in(data), .out(source)
  );
  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_third (
    .sel(a_lanes), .in(third), .out(third_word)
  );
  ${prefix}_lsu_combine u_combine (
    .op(op[5:1]), .old(old_q), .source(source_q), .made(made)
  );

  always @(posedge clk)
    if (rst) begin
      take_q <= 1'b0;
      make_q <= 1'b0;
    end else begin
      take_q <= valid & h_response;
      make_q <= take_q;
    end

  always @(posedge clk) begin
    failed_q <= h_failed;
    // In the next cycle the response is at the alignment, which reads t_fail for it.
    if (h_response)
      fail_q <= ~t_hit;
    if (take_q) begin
      error_q <= failed_q;
      lane_q <= a_lanes;
      old_q <= a_word;
      source_q <= source;
      third_q <= third_word;
    end
  end

  // What the lanes of the batch store.
  reg  [LANES-1:0]    made_q;    // per lane: its word is made
  reg  [LANES-1:0]    stores_q;  // per lane: it stores
  wire [LANES*32-1:0] mades;
  wire                is_made = |(leader & made_q);
  wire                is_store = |(leader & stores_q);
  wire                stored = storing_q & is_made & (fired | ~is_store);
  wire                ends_batch = stored & ~more;

  genvar l;
  genvar j;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      reg  [31:0]      word_q;
      wire [LANES-1:0] alike;    // lanes with the low bits of this one
      reg  [LANES-1:0] alike_q;

      for (j = 0; j < LANES; j = j + 1) begin : g_other
        assign alike[j] = addr[l*32+2 +: LOW_BITS] == addr[j*32+2 +: LOW_BITS];
      end

      always @(posedge clk)
        alike_q <= alike;

      always @(posedge clk)
        if (make_q & lane_q[l])
          word_q <= made;

      assign mades[l*32 +: 32] = word_q;
      assign same[l] = |(alike_q & leader);
    end
  endgenerate

  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_made (
    .sel(leader), .in(mades), .out(t_made)
  );

  always @(posedge clk)
    if (rst) begin
      storing_q <= 1'b0;
      batch_q <= {LANES{1'b0}};
      made_q <= {LANES{1'b0}};
    end else begin
      storing_q <= turns | (storing_q & ~ends_batch);
      batch_q <= (batch_q | (leader & {LANES{loaded}})) & ~{LANES{turns}};
      made_q <= (made_q | (lane_q & {LANES{make_q}})) & ~{LANES{ends_batch}};
    end

  always @(posedge clk) begin
    if (make_q)
      stores_q <= (stores_q & ~lane_q) | (lane_q & {LANES{stores}});
    if (turns)
      rest_q <= pending & ~(leader & {LANES{loaded}});
  end

  assign t_turn = turns | ends_batch;
  assign t_turn_lanes = turns ? batch_q | (leader & {LANES{loaded}}) : rest_q;
  assign t_next = loaded | stored;

//% stall atomic loads | (storing_q & is_made & is_store)
  wire ends = valid & ~some & ~storing_q & (~last | (end_room & (~op[0] | owner_drained)));

  assign t_storing = storing_q;
  assign t_asks = (storing_q ? is_made & is_store : loads)${unless stall atomic};
  assign t_done = ends${unless stall atomic};
  assign t_waits = valid;  //% if near_memory
  assign h_end = t_done & last;

  // Reservations. They act in the second phase: those of the lane of lr.w or sc.w, and those that
  // a store to shared memory ends.
  assign t_fail = fail_q;
  assign t_set = take_q & is_lr;
  assign t_clear = take_q & is_sc;
  assign t_lane = leader;
  assign t_place = lead_addr[31:2];
endmodule
`default_nettype wire
