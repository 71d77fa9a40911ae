// lsu_flight - requests and instructions in flight, and the answers to them
// SPDX-License-Identifier: Apache-2.0
//
// Requests wait in a table by tag; it says what to do with the answer. The instruction that a
// request belongs to (its owner) waits in a table of its own, which counts answers: it is complete
// with the last answer after its last request. Answers come in any order. Those that carry data
// or complete an instruction are held (a_) for writeback, the others are dropped.
`default_nettype none
module ${prefix}_lsu_flight #(
  parameter LANES = ${lanes},
//% if folded
  parameter BEAT_BITS = ${beat_bits},
//% end
  parameter META_BITS = ${meta_bits},
  parameter ACCESS_BITS = ${access_bits},
  parameter OFFSET_BITS = ${access_offset_bits},
  parameter REQUESTS = ${requests},
  parameter REQUEST_BITS = ${request_bits}
) (
  input  wire                         clk,
  input  wire                         rst,
  // coalescing
  output wire                         owner_free,
  output wire [REQUEST_BITS-1:0]      owner_next,
  output wire                         tag_free,
  output wire [REQUEST_BITS-1:0]      tag_next,
  input  wire                         h_open,
  input  wire                         h_close,
  input  wire [REQUEST_BITS-1:0]      h_owner,
  input  wire                         h_fire,
//% if folded
  input  wire [BEAT_BITS-1:0]         h_beat,
//% end
  input  wire [META_BITS-1:0]         h_meta,
  input  wire [2:0]                   h_funct3,
  input  wire                         h_store,
  input  wire [LANES-1:0]             h_served,
  input  wire [LANES*OFFSET_BITS-1:0] h_offsets,
  // data bus
  input  wire                         dbus_rsp_valid,
  output wire                         dbus_rsp_ready,
  input  wire [REQUEST_BITS-1:0]      dbus_rsp_tag,
  input  wire [ACCESS_BITS-1:0]       dbus_rsp_data,
  input  wire                         dbus_rsp_error,
//% if not dcache
  input  wire [31:OFFSET_BITS]        h_word,
  output wire                         mem_error_valid,
  output wire [31:0]                  mem_error_addr,
//% end
  // alignment and writeback
  output wire                         a_valid,
  input  wire                         a_ready,
  output wire                         a_last,
//% if folded
  output wire [BEAT_BITS-1:0]         a_beat,
//% end
  output wire [META_BITS-1:0]         a_meta,
  output wire [2:0]                   a_funct3,
  output wire                         a_writes,   // it has data for its lanes
  output wire [LANES-1:0]             a_lanes,
  output wire [LANES*OFFSET_BITS-1:0] a_offsets,
  output wire [ACCESS_BITS-1:0]       a_data
);
//% if folded
  localparam INFO_BITS = BEAT_BITS + 3 + LANES + LANES * OFFSET_BITS;
//% else
  localparam INFO_BITS = 3 + LANES + LANES * OFFSET_BITS;
//% end
  localparam [REQUEST_BITS:0] NONE = {REQUEST_BITS+1{1'b0}};

  // Tags and requests.
  reg  [REQUESTS-1:0]               tags_q;     // in use
  wire [REQUESTS-1:0]               idle_tags = ~tags_q;
  wire [REQUESTS-1:0]               free_tag = idle_tags & -idle_tags;
  reg  [REQUEST_BITS+INFO_BITS:0]   requests_m [0:REQUESTS-1];
  wire [REQUEST_BITS-1:0]           owner;      // of the request that is answered
  wire                              store;
  wire [INFO_BITS-1:0]              info;
  wire                              taken = dbus_rsp_valid & dbus_rsp_ready;

  ${prefix}_onehot_index #(.N(REQUESTS), .BITS(REQUEST_BITS)) u_tag_next (
    .onehot(free_tag), .index(tag_next)
  );
  assign tag_free = ~&tags_q;

  always @(posedge clk)
    if (rst)
      tags_q <= {REQUESTS{1'b0}};
    else
      tags_q <= (tags_q | (free_tag & {REQUESTS{h_fire}}))
                & ~({{REQUESTS-1{1'b0}}, taken} << dbus_rsp_tag);

  always @(posedge clk)
    if (h_fire)
      requests_m[tag_next] <= {h_owner, h_store,
//% if folded
                               h_beat,
//% end
                               h_funct3, h_served, h_offsets};

  assign {owner, store, info} = requests_m[dbus_rsp_tag];

  // Instructions.
  wire [REQUESTS-1:0] owners_busy;
  wire [REQUESTS-1:0] idle_owners = ~owners_busy;
  wire [REQUESTS-1:0] free_owner = idle_owners & -idle_owners;
  wire [REQUESTS-1:0] last_answer;  // the next answer completes this instruction
  reg [META_BITS-1:0] metas_m [0:REQUESTS-1];

  ${prefix}_onehot_index #(.N(REQUESTS), .BITS(REQUEST_BITS)) u_owner_next (
    .onehot(free_owner), .index(owner_next)
  );
  assign owner_free = ~&owners_busy;

  always @(posedge clk)
    if (h_fire)
      metas_m[h_owner] <= h_meta;

  genvar i;
  generate
    for (i = 0; i < REQUESTS; i = i + 1) begin : g_owner
      localparam [REQUEST_BITS-1:0] ME = i;

      reg                  busy_q;
      reg                  closed_q;   // all its requests have been made
      reg [REQUEST_BITS:0] waiting_q;  // for this many answers

      wire opened = h_open & owner_next == ME;
      wire fired = h_fire & h_owner == ME;
      wire answered = taken & owner == ME;

      assign owners_busy[i] = busy_q;
      assign last_answer[i] = closed_q & waiting_q == {{REQUEST_BITS{1'b0}}, 1'b1};

      always @(posedge clk)
        if (rst) begin
          busy_q <= 1'b0;
          closed_q <= 1'b0;
          waiting_q <= NONE;
        end else begin
          busy_q <= opened | (busy_q & ~(answered & last_answer[i]));
          closed_q <= ~opened & (closed_q | (fired & h_close));
          waiting_q <= waiting_q + {{REQUEST_BITS{1'b0}}, fired}
                       - {{REQUEST_BITS{1'b0}}, answered};
        end
    end
  endgenerate

//% if not dcache
  // Where an error has happened.
  reg [31:OFFSET_BITS] words_m [0:REQUESTS-1];

  always @(posedge clk)
    if (h_fire)
      words_m[tag_next] <= h_word;

  assign mem_error_valid = taken & dbus_rsp_error;
  assign mem_error_addr = {words_m[dbus_rsp_tag], {OFFSET_BITS{1'b0}}};

//% end
  // The answer.
  reg                   valid_q;
  reg                   last_q;
  reg                   writes_q;
  reg [META_BITS-1:0]   meta_q;
  reg [INFO_BITS-1:0]   info_q;
  reg [ACCESS_BITS-1:0] data_q;

  wire                  writes = ~store & ~dbus_rsp_error;

  assign dbus_rsp_ready = ~valid_q | a_ready;

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else if (dbus_rsp_ready)
      valid_q <= dbus_rsp_valid & (writes | last_answer[owner]);

  always @(posedge clk)
    if (taken) begin
      last_q <= last_answer[owner];
      writes_q <= writes;
      meta_q <= metas_m[owner];
      info_q <= info;
      data_q <= dbus_rsp_data;
    end

  assign a_valid = valid_q;
  assign a_last = last_q;
  assign a_writes = writes_q;
  assign a_meta = meta_q;
  assign {
//% if folded
          a_beat,
//% end
          a_funct3, a_lanes, a_offsets} = info_q;
  assign a_data = data_q;
endmodule
`default_nettype wire
