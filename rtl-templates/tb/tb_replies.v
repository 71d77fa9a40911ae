// tb_replies - the responses that a memory of the test bench owes on one bus
// SPDX-License-Identifier: Apache-2.0
//
// `put` adds a reply of len + 1 beats; its data are shifted out, lowest beat first. The first beat
// is offered `latency` cycles later, at least 2. With `mixed` that takes up to 31 cycles more, and
// beats of replies with different ids come in any order. Replies with one id keep their order.
//
// Entry 0 is the oldest reply. `random` has new bits in each cycle.
`default_nettype none
module ${prefix}_tb_replies #(
  parameter ID_BITS = 1,
  parameter BUS_BITS = 32,
  parameter BEATS = 1,     // of the longest reply
  parameter SLOTS = 8
) (
  input  wire                      clk,
  input  wire                      rst,
  input  wire [31:0]               latency,
  input  wire                      mixed,
  input  wire [31:0]               random,
  // requests
  input  wire                      put,
  input  wire [ID_BITS-1:0]        put_id,
  input  wire [7:0]                put_len,   // beats - 1
  input  wire [BEATS*BUS_BITS-1:0] put_data,
  output wire                      room,      // `put` is allowed
  // responses
  output reg                       rsp_valid,
  output reg  [ID_BITS-1:0]        rsp_id,
  output reg  [BUS_BITS-1:0]       rsp_data,
  output reg                       rsp_last,
  input  wire                      rsp_ready
);
  localparam DATA_BITS = BEATS * BUS_BITS;

  reg  [31:0]                now_q;
  reg  [SLOTS-1:0]           busy_q;
  wire [SLOTS*ID_BITS-1:0]   ids;
  wire [SLOTS*8-1:0]         lens;
  wire [SLOTS*DATA_BITS-1:0] datas;
  wire [SLOTS-1:0]           due;
  wire [SLOTS-1:0]           new_here;   // the place behind the youngest reply, after a removal
  wire [31:0]                more = mixed ? {27'd0, random[4:0]} : 32'd0;
  wire [31:0]                put_due = now_q + latency - 32'd1 + more;

  // The reply whose beat is next: the oldest, or with `mixed` any that is the oldest of its id.
  reg  [SLOTS-1:0]    pick;
  reg                 may;
  reg  [ID_BITS-1:0]  pick_id;
  reg  [7:0]          pick_len;
  reg  [BUS_BITS-1:0] pick_data;
  integer             i, j;

  always @* begin
    pick = {SLOTS{1'b0}};
    may = 1'b0;
    pick_id = ids[ID_BITS-1:0];
    pick_len = lens[7:0];
    pick_data = datas[BUS_BITS-1:0];
    for (i = 0; i < SLOTS; i = i + 1) begin
      may = busy_q[i] & due[i] & (i == 0 | mixed) & (pick == {SLOTS{1'b0}} | random[i]);
      for (j = 0; j < i; j = j + 1)
        if (ids[j*ID_BITS +: ID_BITS] == ids[i*ID_BITS +: ID_BITS])
          may = 1'b0;
      if (may) begin
        pick = {SLOTS{1'b0}};
        pick[i] = 1'b1;
        pick_id = ids[i*ID_BITS +: ID_BITS];
        pick_len = lens[i*8 +: 8];
        pick_data = datas[i*DATA_BITS +: BUS_BITS];
      end
    end
  end

  wire             free = ~rsp_valid | rsp_ready;
  wire             take = free & (pick != {SLOTS{1'b0}});
  wire             last = pick_len == 8'd0;
  wire [SLOTS-1:0] remove = take & last ? pick : {SLOTS{1'b0}};
  wire [SLOTS-1:0] from_above;           // the removed reply, and all that are younger
  wire [SLOTS-1:0] left = take & last ? busy_q >> 1 : busy_q;

  assign room = ~busy_q[SLOTS-1];
  assign new_here = ~left & {left[SLOTS-2:0], 1'b1};

  always @(posedge clk)
    if (rst) begin
      now_q <= 32'd0;
      busy_q <= {SLOTS{1'b0}};
      rsp_valid <= 1'b0;
    end else begin
      now_q <= now_q + 1;
      busy_q <= left | (put ? new_here : {SLOTS{1'b0}});
      rsp_valid <= take | ~free;
    end

  always @(posedge clk)
    if (take) begin
      rsp_id <= pick_id;
      rsp_data <= pick_data;
      rsp_last <= last;
    end

  genvar s;
  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : g_slot
      localparam ABOVE = s + 1 < SLOTS ? s + 1 : s;
      reg  [ID_BITS-1:0]   id_q;
      reg  [7:0]           len_q;
      reg  [DATA_BITS-1:0] data_q;
      reg  [31:0]          due_q;
      wire [31:0]          due_above;

      assign ids[s*ID_BITS +: ID_BITS] = id_q;
      assign lens[s*8 +: 8] = len_q;
      assign datas[s*DATA_BITS +: DATA_BITS] = data_q;
      assign due[s] = now_q >= due_q;
      assign from_above[s] = |remove[s:0];
      assign due_above = g_slot[ABOVE].due_q;

      always @(posedge clk)
        if (put & new_here[s]) begin
          id_q <= put_id;
          len_q <= put_len;
          data_q <= put_data;
          due_q <= put_due;
        end else if (from_above[s]) begin
          id_q <= ids[ABOVE*ID_BITS +: ID_BITS];
          len_q <= lens[ABOVE*8 +: 8];
          data_q <= datas[ABOVE*DATA_BITS +: DATA_BITS];
          due_q <= due_above;
        end else if (take & pick[s]) begin
          len_q <= len_q - 8'd1;
          data_q <= data_q >> BUS_BITS;
        end
    end
  endgenerate
endmodule
`default_nettype wire
