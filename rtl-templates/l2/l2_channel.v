// l2_channel - second-level cache: one AXI4 master for some of its banks
// SPDX-License-Identifier: Apache-2.0
//
//   AR         reads of lines, of the banks in turn
//   AW, W      lines that are written back, with strobes, and single beats for the console, of the
//              banks in turn. The first beat of a write fills both, the other beats W alone. Beats
//              of two writes do not mix
//   B          the address of a write that failed
//
// AR, AW and W leave registers. Ids name the bank, so responses find it. A bank has one id for its
// writes: they keep their order. Lines are aligned and at most 256 bytes long, so no burst crosses
// a border of 4 KB.
`default_nettype none
module ${prefix}_l2_channel #(
  parameter BANKS = 1,                   // banks of this channel
  parameter ID_BITS = ${axi_id_bits},
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter SIZE = ${bus_offset_bits},   // log2 of the bytes of the bus
  parameter BEATS = ${dcache_beats},
  parameter LINE_BITS = ${dcache_line_bits},
  parameter RAM_BASE = ${ram_base},
  parameter RAM_BITS = ${ram_bits},
  parameter TOP = RAM_BITS - LINE_BITS   // bits of the number of a line in RAM
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire [39:0]                congest,        // {rate, seed}              //% if congest
  output wire [${stall_w}:${stall_ar}] congested,  // per point: it delays something  //% if congest
  // banks: reads
  input  wire [BANKS-1:0]           rd_valid,       // per bank: a line is to be read, held
  output wire [BANKS-1:0]           rd_ready,       // per bank: the read is accepted
  input  wire [BANKS*ID_BITS-1:0]   rd_id,          // ids of the reads
  input  wire [BANKS*TOP-1:0]       rd_line,        // the lines
  // banks: writes
  input  wire [BANKS-1:0]           wr_valid,       // per bank: a beat, held until wr_ready
  output wire [BANKS-1:0]           wr_ready,       // per bank: the beat is accepted
  input  wire [BANKS*ID_BITS-1:0]   wr_id,          // ids of the writes
  input  wire [BANKS*TOP-1:0]       wr_line,        // lines of the beats
  input  wire [BANKS-1:0]           wr_pass,        // per bank: one beat outside RAM
  input  wire [BANKS-1:0]           wr_last,        // per bank: last beat of the write
  input  wire [BANKS*BUS_BYTES-1:0] wr_strb,        // bytes to write
  input  wire [BANKS*BUS_BITS-1:0]  wr_data,        // data of the beats
  // banks: responses to writes
  input  wire [BANKS-1:0]           wr_answered,    // the bank whose oldest write has a response
  input  wire [BANKS*TOP-1:0]       wr_old_line,    // lines of the oldest writes
  input  wire [BANKS-1:0]           wr_old_pass,    // per bank: its oldest write is outside RAM
  output wire                       error,          // a write to memory failed
  output wire [31:0]                error_addr,     // address of the write
  // AXI4: write address
  output wire [ID_BITS-1:0]         m_axi_awid,     // id of the write
  output wire [31:0]                m_axi_awaddr,   // address of the first beat
  output wire [7:0]                 m_axi_awlen,    // beats - 1
  output wire [2:0]                 m_axi_awsize,   // log2 of the bytes of a beat
  output wire [1:0]                 m_axi_awburst,  // INCR
  output wire                       m_axi_awlock,   // 0: no exclusive access
  output wire [3:0]                 m_axi_awcache,  // bufferable, modifiable, not allocated
  output wire [2:0]                 m_axi_awprot,   // 0: data access
  output wire [3:0]                 m_axi_awqos,    // 0
  output wire                       m_axi_awvalid,  // address valid, held until ready
  input  wire                       m_axi_awready,  // address accepted
  // AXI4: write data
  output wire [BUS_BITS-1:0]        m_axi_wdata,    // data of a beat
  output wire [BUS_BYTES-1:0]       m_axi_wstrb,    // bytes to write
  output wire                       m_axi_wlast,    // last beat of the burst
  output wire                       m_axi_wvalid,   // beat valid, held until ready
  input  wire                       m_axi_wready,   // beat accepted
  // AXI4: write response
  input  wire [1:0]                 m_axi_bresp,    // OKAY, or an error
  input  wire                       m_axi_bvalid,   // response valid
  output wire                       m_axi_bready,   // response accepted
  // AXI4: read address
  output wire [ID_BITS-1:0]         m_axi_arid,     // id of the read: {bank, MSHR}
  output wire [31:0]                m_axi_araddr,   // address of the line
  output wire [7:0]                 m_axi_arlen,    // beats - 1
  output wire [2:0]                 m_axi_arsize,   // log2 of the bytes of a beat
  output wire [1:0]                 m_axi_arburst,  // INCR
  output wire                       m_axi_arlock,   // 0: no exclusive access
  output wire [3:0]                 m_axi_arcache,  // bufferable, modifiable, not allocated
  output wire [2:0]                 m_axi_arprot,   // 0
  output wire [3:0]                 m_axi_arqos,    // 0
  output wire                       m_axi_arvalid,  // address valid, held until ready
  input  wire                       m_axi_arready,  // address accepted
  // AXI4: read data
  output wire                       m_axi_rready    // beat accepted
);
  localparam [31:0] BASE = RAM_BASE;
  localparam [31:0] CONSOLE = 32'hFFFF_F000;
  localparam [31:0] LEN = BEATS - 1;
  localparam [2:0] BEAT_SIZE = SIZE;
  localparam [1:0] INCR = 2'b01;
  localparam [3:0] BUFFERABLE = 4'b0011; // and modifiable, not allocated by caches outside

  assign m_axi_rready = 1'b1;
  assign m_axi_bready = 1'b1;

  // Writes that failed.
  reg                  error_q;
  reg  [31:0]          error_addr_q;
  wire [TOP-1:0]       old_line;

  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(TOP)) u_old (
    .sel(wr_answered), .in(wr_old_line), .out(old_line)
  );

  always @(posedge clk)
    if (rst)
      error_q <= 1'b0;
    else
      error_q <= m_axi_bvalid & |m_axi_bresp;

  always @(posedge clk)
    error_addr_q <= |(wr_old_pass & wr_answered) ? CONSOLE
                    : {BASE[31:RAM_BITS], old_line, {LINE_BITS{1'b0}}};

  assign error = error_q;
  assign error_addr = error_addr_q;

  // Turns. A bank has W from the first beat of its write to the last.
  reg                  w_inside_q;   // the next beat is not the first of its burst
  wire                 ar_goes;      // a read is accepted, if there is one
  wire                 aw_goes;      // the first beat of a write is accepted
  wire [BANKS-1:0]     rd_grant;     // one-hot bank of the next read
  wire [BANKS-1:0]     w_bank;       // one-hot bank of the next beat of a write

  generate
    if (BANKS == 1) begin : g_alone
      assign rd_grant = 1'b1;
      assign w_bank = 1'b1;
    end else begin : g_turns
      reg  [BANKS-1:0] w_bank_q;     // bank of the last beat
      wire [BANKS-1:0] w_grant;

      ${prefix}_rr_arbiter #(.N(BANKS)) u_ar (
        .clk(clk), .rst(rst), .advance(ar_goes & |rd_valid), .request(rd_valid), .grant(rd_grant)
      );
      ${prefix}_rr_arbiter #(.N(BANKS)) u_w (
        .clk(clk), .rst(rst), .advance(aw_goes), .request(wr_valid), .grant(w_grant)
      );

      always @(posedge clk)
        if (aw_goes)
          w_bank_q <= w_bank;

      assign w_bank = w_inside_q ? w_bank_q : w_grant;
    end
  endgenerate

  // Read addresses.
  reg                  ar_valid_q;
  reg  [ID_BITS-1:0]   ar_id_q;
  reg  [TOP-1:0]       ar_line_q;
  wire                 ar_room = ~ar_valid_q | m_axi_arready;
  wire [ID_BITS-1:0]   ar_id;
  wire [TOP-1:0]       ar_line;
//% stall ar ar_room & |rd_valid

  assign ar_goes = ar_room${unless stall ar};

  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(ID_BITS)) u_ar_id (
    .sel(rd_grant), .in(rd_id), .out(ar_id)
  );
  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(TOP)) u_ar_line (
    .sel(rd_grant), .in(rd_line), .out(ar_line)
  );

  assign rd_ready = rd_grant & {BANKS{ar_goes}};

  always @(posedge clk)
    if (rst)
      ar_valid_q <= 1'b0;
    else if (ar_room)
      ar_valid_q <= |rd_valid & ar_goes;

  always @(posedge clk)
    if (ar_room) begin
      ar_id_q <= ar_id;
      ar_line_q <= ar_line;
    end

  assign m_axi_arvalid = ar_valid_q;
  assign m_axi_arid = ar_id_q;
  assign m_axi_araddr = {BASE[31:RAM_BITS], ar_line_q, {LINE_BITS{1'b0}}};
  assign m_axi_arlen = LEN[7:0];
  assign m_axi_arsize = BEAT_SIZE;
  assign m_axi_arburst = INCR;
  assign m_axi_arlock = 1'b0;
  assign m_axi_arcache = BUFFERABLE;
  assign m_axi_arprot = 3'b000;
  assign m_axi_arqos = 4'd0;

  // Writes.
  reg                  aw_valid_q;
  reg  [ID_BITS-1:0]   aw_id_q;
  reg  [TOP-1:0]       aw_line_q;
  reg                  aw_pass_q;
  reg                  w_valid_q;
  reg                  w_last_q;
  reg  [BUS_BYTES-1:0] w_strb_q;
  reg  [BUS_BITS-1:0]  w_data_q;
  wire                 w_here = |(w_bank & wr_valid);
  wire                 w_last = |(w_bank & wr_last);
  wire [ID_BITS-1:0]   aw_id;
  wire [TOP-1:0]       aw_line;
  wire [BUS_BYTES-1:0] w_strb;
  wire [BUS_BITS-1:0]  w_data;
  wire                 aw_free = ~aw_valid_q | m_axi_awready;
  wire                 w_free = ~w_valid_q | m_axi_wready;
//% stall aw w_here & ~w_inside_q & aw_free
//% stall w w_here & w_free
  wire                 aw_room = aw_free${unless stall aw};
  wire                 w_room = w_free${unless stall w};
  wire                 w_goes = w_here & w_room & (w_inside_q | aw_room);

  assign aw_goes = w_goes & ~w_inside_q;

  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(ID_BITS)) u_aw_id (
    .sel(w_bank), .in(wr_id), .out(aw_id)
  );
  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(TOP)) u_aw_line (
    .sel(w_bank), .in(wr_line), .out(aw_line)
  );
  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(BUS_BYTES)) u_w_strb (
    .sel(w_bank), .in(wr_strb), .out(w_strb)
  );
  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(BUS_BITS)) u_w_data (
    .sel(w_bank), .in(wr_data), .out(w_data)
  );

  assign wr_ready = w_bank & {BANKS{w_goes}};

  always @(posedge clk)
    if (rst) begin
      aw_valid_q <= 1'b0;
      w_valid_q <= 1'b0;
      w_inside_q <= 1'b0;
    end else begin
      aw_valid_q <= aw_goes | (aw_valid_q & ~m_axi_awready);
      w_valid_q <= w_goes | (w_valid_q & ~m_axi_wready);
      if (w_goes)
        w_inside_q <= ~w_last;
    end

  always @(posedge clk) begin
    if (aw_goes) begin
      aw_id_q <= aw_id;
      aw_line_q <= aw_line;
      aw_pass_q <= |(w_bank & wr_pass);
    end
    if (w_goes) begin
      w_last_q <= w_last;
      w_strb_q <= w_strb;
      w_data_q <= w_data;
    end
  end

  assign m_axi_awvalid = aw_valid_q;
  assign m_axi_awid = aw_id_q;
  assign m_axi_awaddr = aw_pass_q ? CONSOLE : {BASE[31:RAM_BITS], aw_line_q, {LINE_BITS{1'b0}}};
  assign m_axi_awlen = aw_pass_q ? 8'd0 : LEN[7:0];
  assign m_axi_awsize = BEAT_SIZE;
  assign m_axi_awburst = INCR;
  assign m_axi_awlock = 1'b0;
  assign m_axi_awcache = BUFFERABLE;
  assign m_axi_awprot = 3'b000;
  assign m_axi_awqos = 4'd0;
  assign m_axi_wvalid = w_valid_q;
  assign m_axi_wlast = w_last_q;
  assign m_axi_wstrb = w_strb_q;
  assign m_axi_wdata = w_data_q;
endmodule
`default_nettype wire
