// fetch - stage 1: choose a warp, request its next instruction, buffer what comes back
// SPDX-License-Identifier: Apache-2.0
//
// Every active warp fetches ahead in a straight line into a buffer of its own; a flush from
// warp control empties the buffer and moves the warp's pc. Requests that are already on their
// way then are counted and their answers dropped, so nothing waits for them. Warps take turns
// (round robin over those with room), and no warp's slow answer holds another one up.
`default_nettype none
module ${prefix}_fetch #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter DEPTH_BITS = ${fetch_bits}, // log2 of the entries buffered per warp
  parameter RAM_BITS = ${ram_bits},     // log2 of the RAM's bytes
  parameter RAM_BASE = ${ram_base},
  parameter RESET_PC = ${reset_pc}
) (
  input  wire                 clk,
  input  wire                 rst,
  // writeback: the registers are cleared, execution may begin
  input  wire                 run,
  // warp control
  input  wire [WARPS-1:0]     c_active,
  input  wire [WARPS-1:0]     c_flush,
  input  wire [31:2]          c_flush_pc,
  // instruction bus
  output wire                 ibus_req_valid,
  input  wire                 ibus_req_ready,
  output wire [WARP_BITS-1:0] ibus_req_tag,
  output wire [31:0]          ibus_req_addr,
  input  wire                 ibus_rsp_valid,
  input  wire [WARP_BITS-1:0] ibus_rsp_tag,
  input  wire [31:0]          ibus_rsp_data,
  // decode: oldest buffered instruction of each warp
  output wire [WARPS-1:0]     f_valid,
  input  wire [WARPS-1:0]     d_pop,
  input  wire [WARP_BITS-1:0] d_pop_warp,
  output wire [31:0]          f_insn
);
  localparam COUNT_BITS = DEPTH_BITS + 2;
  localparam [COUNT_BITS-1:0] NONE = {COUNT_BITS{1'b0}};
  localparam [COUNT_BITS-1:0] DEPTH = {2'b01, {DEPTH_BITS{1'b0}}};
  localparam [31:0] BASE = RAM_BASE;
  localparam [31:0] START = RESET_PC;

  reg                         req_valid_q;
  reg  [WARP_BITS-1:0]        req_warp_q;
  reg  [31:2]                 req_pc_q;

  wire [WARPS-1:0]            wants;
  wire [WARPS-1:0]            grant;
  wire [WARP_BITS-1:0]        grant_warp;
  wire [WARPS*30-1:0]         pcs;
  wire [31:2]                 grant_pc;
  wire [WARPS*DEPTH_BITS-1:0] write_slots;
  wire [WARPS*DEPTH_BITS-1:0] read_slots;
  wire [WARPS-1:0]            answered;
  wire [WARPS-1:0]            kept;
  wire [DEPTH_BITS-1:0]       write_slot;
  wire [DEPTH_BITS-1:0]       read_slot;

  wire                        advance = |wants & (~req_valid_q | ibus_req_ready);
  wire [31:2]                 after_grant_pc = grant_pc + 30'd1;

  ${prefix}_rr_arbiter #(.N(WARPS)) u_turn (
    .clk(clk), .rst(rst), .advance(advance), .request(wants), .grant(grant)
  );
  ${prefix}_onehot_index #(.N(WARPS), .BITS(WARP_BITS)) u_grant_warp (
    .onehot(grant), .index(grant_warp)
  );
  ${prefix}_onehot_mux #(.N(WARPS), .WIDTH(30)) u_grant_pc (
    .sel(grant), .in(pcs), .out(grant_pc)
  );

  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      reg  [31:2]           pc_q;     // next address to request
      reg  [COUNT_BITS-1:0] claim_q;  // entries requested or filled, without dropped ones
      reg  [COUNT_BITS-1:0] flying_q; // requests without answer, with dropped ones
      reg  [COUNT_BITS-1:0] drop_q;   // the next answers to throw away
      reg  [COUNT_BITS-1:0] filled_q; // entries ready for decode
      reg  [DEPTH_BITS-1:0] write_q;
      reg  [DEPTH_BITS-1:0] read_q;

      wire                  in_ram = pc_q[31:RAM_BITS] == BASE[31:RAM_BITS];
      wire                  asked = advance & grant[w];
      wire [COUNT_BITS-1:0] asked_n = {{COUNT_BITS-1{1'b0}}, asked};
      wire [COUNT_BITS-1:0] answered_n = {{COUNT_BITS-1{1'b0}}, answered[w]};
      wire [COUNT_BITS-1:0] kept_n = {{COUNT_BITS-1{1'b0}}, kept[w]};
      wire [COUNT_BITS-1:0] popped_n = {{COUNT_BITS-1{1'b0}}, d_pop[w]};
      wire [COUNT_BITS-1:0] flying_d = flying_q + asked_n - answered_n;

      assign wants[w] = run & c_active[w] & in_ram & claim_q != DEPTH
                        & ~flying_q[COUNT_BITS-1];
      assign pcs[w*30 +: 30] = pc_q;
      assign f_valid[w] = filled_q != NONE;
      assign answered[w] = ibus_rsp_valid & ibus_rsp_tag == w[WARP_BITS-1:0];
      assign kept[w] = answered[w] & drop_q == NONE;
      assign write_slots[w*DEPTH_BITS +: DEPTH_BITS] = write_q;
      assign read_slots[w*DEPTH_BITS +: DEPTH_BITS] = read_q;

      always @(posedge clk)
        if (rst)
          pc_q <= START[31:2];
        else if (c_flush[w])
          pc_q <= c_flush_pc;
        else if (asked)
          pc_q <= after_grant_pc;

      always @(posedge clk)
        if (rst) begin
          claim_q <= NONE;
          flying_q <= NONE;
          drop_q <= NONE;
          filled_q <= NONE;
          write_q <= {DEPTH_BITS{1'b0}};
          read_q <= {DEPTH_BITS{1'b0}};
        end else begin
          flying_q <= flying_d;
          if (c_flush[w]) begin
            claim_q <= NONE;
            drop_q <= flying_d;
            filled_q <= NONE;
            write_q <= {DEPTH_BITS{1'b0}};
            read_q <= {DEPTH_BITS{1'b0}};
          end else begin
            claim_q <= claim_q + asked_n - popped_n;
            drop_q <= drop_q - (answered_n & ~kept_n);
            filled_q <= filled_q + kept_n - popped_n;
            write_q <= write_q + kept_n[DEPTH_BITS-1:0];
            read_q <= read_q + popped_n[DEPTH_BITS-1:0];
          end
        end
    end
  endgenerate

  always @(posedge clk)
    if (rst)
      req_valid_q <= 1'b0;
    else if (advance | ibus_req_ready)
      req_valid_q <= advance;

  always @(posedge clk)
    if (advance) begin
      req_warp_q <= grant_warp;
      req_pc_q <= grant_pc;
    end

  assign ibus_req_valid = req_valid_q;
  assign ibus_req_tag = req_warp_q;
  assign ibus_req_addr = {req_pc_q, 2'b00};

  // The buffers of all warps share one memory; the warp number is the high part of the address.
  reg [31:0] buffer_m [0:(1<<(WARP_BITS+DEPTH_BITS))-1];

  ${prefix}_onehot_mux #(.N(WARPS), .WIDTH(DEPTH_BITS)) u_write_slot (
    .sel(kept), .in(write_slots), .out(write_slot)
  );
  ${prefix}_onehot_mux #(.N(WARPS), .WIDTH(DEPTH_BITS)) u_read_slot (
    .sel(d_pop), .in(read_slots), .out(read_slot)
  );

  always @(posedge clk)
    if (|kept)
      buffer_m[{ibus_rsp_tag, write_slot}] <= ibus_rsp_data;

  assign f_insn = buffer_m[{d_pop_warp, read_slot}];
endmodule
`default_nettype wire
