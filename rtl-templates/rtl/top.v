// top - the processor: one core, its memory buses, and what the host sees
// SPDX-License-Identifier: Apache-2.0
//
// Bus rules, register and memory maps: README.md of this tree.
`default_nettype none
module ${prefix}_top #(
  parameter WARP_BITS = ${warp_bits},
//% if icache
  parameter WARPS = ${warps},
  parameter FETCH_WORDS = ${fetch_words},
  parameter BLOCK_BITS = ${fetch_block_bits},
  parameter IBUS_ID_BITS = ${icache_id_bits},
//% else
  parameter RAM_BASE = ${ram_base},
//% end
  parameter TOP = ${fetch_top_bits},
//% if dcache
  parameter DBUS_ID_BITS = ${dcache_id_bits},
  parameter ACCESS_BITS = ${access_bits},
  parameter ACCESS_BYTES = ${access_bytes},
  parameter ACCESS_SHIFT = ${access_offset_bits},
//% end
//% if axi
  parameter AXI_ID_BITS = ${axi_id_bits},
//% end
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter REQUEST_BITS = ${request_bits}
) (
  input  wire                    clk,
  input  wire                    rst,
//% if congest
  // stalls: seed, how often (of 256 cycles), and which points do so in this cycle
  input  wire [31:0]             congest_seed,
  input  wire [7:0]              congest_rate,
  output wire [${congested_bits}-1:0] congested,
//% end
//% if axi
  // AXI4 master: write address
  output wire [AXI_ID_BITS-1:0]  m_axi_awid,
  output wire [31:0]             m_axi_awaddr,
  output wire [7:0]              m_axi_awlen,
  output wire [2:0]              m_axi_awsize,
  output wire [1:0]              m_axi_awburst,
  output wire                    m_axi_awlock,
  output wire [3:0]              m_axi_awcache,
  output wire [2:0]              m_axi_awprot,
  output wire [3:0]              m_axi_awqos,
  output wire                    m_axi_awvalid,
  input  wire                    m_axi_awready,
  // write data
  output wire [BUS_BITS-1:0]     m_axi_wdata,
  output wire [BUS_BYTES-1:0]    m_axi_wstrb,
  output wire                    m_axi_wlast,
  output wire                    m_axi_wvalid,
  input  wire                    m_axi_wready,
  // write response
  input  wire [AXI_ID_BITS-1:0]  m_axi_bid,
  input  wire [1:0]              m_axi_bresp,
  input  wire                    m_axi_bvalid,
  output wire                    m_axi_bready,
  // read address
  output wire [AXI_ID_BITS-1:0]  m_axi_arid,
  output wire [31:0]             m_axi_araddr,
  output wire [7:0]              m_axi_arlen,
  output wire [2:0]              m_axi_arsize,
  output wire [1:0]              m_axi_arburst,
  output wire                    m_axi_arlock,
  output wire [3:0]              m_axi_arcache,
  output wire [2:0]              m_axi_arprot,
  output wire [3:0]              m_axi_arqos,
  output wire                    m_axi_arvalid,
  input  wire                    m_axi_arready,
  // read data
  input  wire [AXI_ID_BITS-1:0]  m_axi_rid,
  input  wire [BUS_BITS-1:0]     m_axi_rdata,
  input  wire [1:0]              m_axi_rresp,
  input  wire                    m_axi_rlast,
  input  wire                    m_axi_rvalid,
  output wire                    m_axi_rready,
//% end
//% if not axi
  // instruction bus
  output wire                    ibus_req_valid,
  input  wire                    ibus_req_ready,
//% if icache
  output wire [IBUS_ID_BITS-1:0] ibus_req_id,
  output wire [31:0]             ibus_req_addr,
  output wire [7:0]              ibus_req_len,
  input  wire                    ibus_rsp_valid,
  output wire                    ibus_rsp_ready,
  input  wire [IBUS_ID_BITS-1:0] ibus_rsp_id,
  input  wire [BUS_BITS-1:0]     ibus_rsp_data,
  input  wire                    ibus_rsp_last,
  input  wire                    ibus_rsp_error,
//% else
  output wire [WARP_BITS-1:0]    ibus_req_tag,
  output wire [31:0]             ibus_req_addr,
  input  wire                    ibus_rsp_valid,
  input  wire [WARP_BITS-1:0]    ibus_rsp_tag,
  input  wire [31:0]             ibus_rsp_data,
  input  wire                    ibus_rsp_error,
//% end
  // data bus
  output wire                    dbus_req_valid,
  input  wire                    dbus_req_ready,
//% if dcache
  output wire [DBUS_ID_BITS-1:0] dbus_req_id,
  output wire [7:0]              dbus_req_len,
  output wire                    dbus_req_last,
//% else
  output wire [REQUEST_BITS-1:0] dbus_req_tag,
//% end
  output wire                    dbus_req_write,
  output wire [31:0]             dbus_req_addr,
  output wire [BUS_BYTES-1:0]    dbus_req_strb,
  output wire [BUS_BITS-1:0]     dbus_req_data,
  input  wire                    dbus_rsp_valid,
  output wire                    dbus_rsp_ready,
//% if dcache
  input  wire [DBUS_ID_BITS-1:0] dbus_rsp_id,
  input  wire                    dbus_rsp_last,
//% else
  input  wire [REQUEST_BITS-1:0] dbus_rsp_tag,
//% end
  input  wire [BUS_BITS-1:0]     dbus_rsp_data,
  input  wire                    dbus_rsp_error,
//% end
//% if trace_retire
  // trace records, for the lockstep
  output wire [31:0]             trace_valid,
  output wire [${trace_perform_bits}-1:0] trace_perform,
  output wire [${trace_retire_bits}-1:0] trace_retire,
  output wire [${trace_control_bits}-1:0] trace_control,
  output wire [${trace_issue_bits}-1:0] trace_issue,
  // one row of the state, chosen by the host, as it is in this cycle
  input  wire [31:0]             audit_select,
  output wire [${audit_bits}-1:0] audit_data,
//% end
//% if trace_dcache
  output wire [${trace_evict_bits}-1:0] trace_evict,
  output wire [${trace_fill_bits}-1:0] trace_fill,
//% end
//% if trace_smem
  output wire [${trace_smem_bits}-1:0] trace_smem,
//% end
//% if counters
  // performance counters: the one selected, within 64 cycles, or 4 when done
  input  wire [4:0]              perf_select,
  output wire [63:0]             perf_value,
//% end
  // host
  output wire                    done,
  output wire [31:0]             exit_code,
  output wire                    fault_valid,
  output wire [WARP_BITS-1:0]    fault_warp,
  output wire [31:0]             fault_pc,
  output wire [31:0]             fault_cause,
  output wire [31:0]             fault_tval
);
//% if trace_retire
  assign trace_valid[31:7] = 25'd0;
//% if not dcache
  assign trace_valid[2:1] = 2'b00;
//% end
//% if not smem
  assign trace_valid[4] = 1'b0;
//% end

//% end
//% if congest
  wire [39:0] congest = {congest_rate, congest_seed};

  assign congested[${congested_bits}-1:${stalls}] = 0;
//% if not dcache
  assign congested[${stall_fill}:${stall_accept}] = 0;
//% end
//% if not icache
  assign congested[${stall_beat}:${stall_insn}] = 0;
//% end
//% if not axi
  assign congested[${stall_w}:${stall_ar}] = 0;
//% end

//% end
//% if trace_retire
  // The state audit: what audit_select[31:28] names.
  wire [${lanes}*32-1:0] audit_regs;
  wire [127:0] audit_control;
//% if dcache
  wire [ACCESS_BITS-1:0] audit_row;
  wire [63:0] audit_tag;
//% end
//% if smem
  wire [${smem_banks}*32-1:0] audit_smem;
//% end
  reg  [${audit_bits}-1:0] audited;

  always @* begin
    audited = {${audit_bits}{1'b0}};
    case (audit_select[31:28])
      4'd1: audited[${lanes}*32-1:0] = audit_regs;
      4'd2, 4'd3: audited[127:0] = audit_control;
//% if dcache
      4'd4: audited[63:0] = audit_tag;
      4'd5: audited[ACCESS_BITS-1:0] = audit_row;
//% end
//% if smem
      4'd6: audited[${smem_banks}*32-1:0] = audit_smem;
//% end
      default: ;
    endcase
  end

  assign audit_data = audited;

//% end
//% if axi
  wire                    ibus_req_valid;
  wire                    ibus_req_ready;
  wire [IBUS_ID_BITS-1:0] ibus_req_id;
  wire [31:0]             ibus_req_addr;
  wire [7:0]              ibus_req_len;
  wire                    ibus_rsp_valid;
  wire                    ibus_rsp_ready;
  wire [IBUS_ID_BITS-1:0] ibus_rsp_id;
  wire [BUS_BITS-1:0]     ibus_rsp_data;
  wire                    ibus_rsp_last;
  wire                    ibus_rsp_error;
  wire                    dbus_req_valid;
  wire                    dbus_req_ready;
  wire [DBUS_ID_BITS-1:0] dbus_req_id;
  wire                    dbus_req_write;
  wire [31:0]             dbus_req_addr;
  wire [7:0]              dbus_req_len;
  wire                    dbus_req_last;
  wire [BUS_BYTES-1:0]    dbus_req_strb;
  wire [BUS_BITS-1:0]     dbus_req_data;
  wire                    dbus_rsp_valid;
  wire                    dbus_rsp_ready;
  wire [DBUS_ID_BITS-1:0] dbus_rsp_id;
  wire [BUS_BITS-1:0]     dbus_rsp_data;
  wire                    dbus_rsp_last;
  wire                    dbus_rsp_error;

  ${prefix}_axi u_axi (
//% if congest
    .congest(congest), .congested(congested[${stall_w}:${stall_ar}]),
//% end
    .clk(clk), .rst(rst), .i_req_valid(ibus_req_valid), .i_req_ready(ibus_req_ready),
    .i_req_id(ibus_req_id), .i_req_addr(ibus_req_addr), .i_req_len(ibus_req_len),
    .i_rsp_valid(ibus_rsp_valid), .i_rsp_ready(ibus_rsp_ready), .i_rsp_id(ibus_rsp_id),
    .i_rsp_data(ibus_rsp_data), .i_rsp_last(ibus_rsp_last), .i_rsp_error(ibus_rsp_error),
    .d_req_valid(dbus_req_valid), .d_req_ready(dbus_req_ready), .d_req_id(dbus_req_id),
    .d_req_write(dbus_req_write), .d_req_addr(dbus_req_addr), .d_req_len(dbus_req_len),
    .d_req_last(dbus_req_last), .d_req_strb(dbus_req_strb), .d_req_data(dbus_req_data),
    .d_rsp_valid(dbus_rsp_valid), .d_rsp_ready(dbus_rsp_ready), .d_rsp_id(dbus_rsp_id),
    .d_rsp_data(dbus_rsp_data), .d_rsp_last(dbus_rsp_last), .d_rsp_error(dbus_rsp_error),
    .m_axi_awid(m_axi_awid), .m_axi_awaddr(m_axi_awaddr), .m_axi_awlen(m_axi_awlen),
    .m_axi_awsize(m_axi_awsize), .m_axi_awburst(m_axi_awburst), .m_axi_awlock(m_axi_awlock),
    .m_axi_awcache(m_axi_awcache), .m_axi_awprot(m_axi_awprot), .m_axi_awqos(m_axi_awqos),
    .m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_wdata(m_axi_wdata),
    .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_wvalid(m_axi_wvalid),
    .m_axi_wready(m_axi_wready), .m_axi_bid(m_axi_bid), .m_axi_bresp(m_axi_bresp),
    .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready), .m_axi_arid(m_axi_arid),
    .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen), .m_axi_arsize(m_axi_arsize),
    .m_axi_arburst(m_axi_arburst), .m_axi_arlock(m_axi_arlock), .m_axi_arcache(m_axi_arcache),
    .m_axi_arprot(m_axi_arprot), .m_axi_arqos(m_axi_arqos), .m_axi_arvalid(m_axi_arvalid),
    .m_axi_arready(m_axi_arready), .m_axi_rid(m_axi_rid), .m_axi_rdata(m_axi_rdata),
    .m_axi_rresp(m_axi_rresp), .m_axi_rlast(m_axi_rlast), .m_axi_rvalid(m_axi_rvalid),
    .m_axi_rready(m_axi_rready)
  );

//% end
//% if caches
  wire       flush_start;
  wire [2:0] flush_op;
  wire       flush_done;
  wire       core_done;
//% if dcache
  wire       dflush_start;
  wire [1:0] dflush_op;
  wire       dflush_done;
//% end
//% if icache
  wire       iflush_start;
  wire       iflush_done;
//% end

  ${prefix}_cache_flush u_cache_flush (
    .clk(clk), .rst(rst), .flush_start(flush_start), .flush_op(flush_op),
    .flush_done(flush_done), .core_done(core_done),
//% if dcache
    .dflush_start(dflush_start), .dflush_op(dflush_op), .dflush_done(dflush_done),
//% end
//% if icache
    .iflush_start(iflush_start), .iflush_done(iflush_done),
//% end
    .done(done)
  );

//% end
//% if icache
  wire                   fetch_req_valid;
  wire                   fetch_req_ready;
  wire [WARP_BITS-1:0]   fetch_req_tag;
  wire [TOP-1:BLOCK_BITS] fetch_req_addr;
  wire                   fetch_rsp_valid;
  wire [WARP_BITS-1:0]   fetch_rsp_tag;
  wire [FETCH_WORDS*32-1:0] fetch_rsp_data;
  wire                   fetch_rsp_error;
  wire                   fetch_rsp_miss;
  wire [TOP-1:BLOCK_BITS] fetch_rsp_addr;
  wire                   fetch_wake;
  wire [WARPS-1:0]       fetch_waits;
  wire [WARPS-1:0]       fetch_retries;

  ${prefix}_icache u_icache (
//% if congest
    .congest(congest), .congested(congested[${stall_beat}:${stall_insn}]),
//% end
    .clk(clk), .rst(rst), .ibus_req_valid(fetch_req_valid), .ibus_req_ready(fetch_req_ready),
    .ibus_req_tag(fetch_req_tag), .ibus_req_addr(fetch_req_addr),
    .ibus_rsp_valid(fetch_rsp_valid), .ibus_rsp_tag(fetch_rsp_tag),
    .ibus_rsp_data(fetch_rsp_data), .ibus_rsp_error(fetch_rsp_error),
    .ibus_rsp_miss(fetch_rsp_miss), .ibus_rsp_addr(fetch_rsp_addr), .ibus_wake(fetch_wake),
    .ibus_waits(fetch_waits), .ibus_retries(fetch_retries), .flush_start(iflush_start),
    .flush_done(iflush_done), .line_req_valid(ibus_req_valid), .line_req_ready(ibus_req_ready),
    .line_req_id(ibus_req_id), .line_req_addr(ibus_req_addr), .line_req_len(ibus_req_len),
    .line_rsp_valid(ibus_rsp_valid), .line_rsp_ready(ibus_rsp_ready), .line_rsp_id(ibus_rsp_id),
    .line_rsp_data(ibus_rsp_data), .line_rsp_last(ibus_rsp_last),
    .line_rsp_error(ibus_rsp_error)
  );

//% else
  // All that is fetched is in RAM.
  localparam [31:0] BASE = RAM_BASE;
  wire [TOP-1:2] fetch_req_addr;
  assign ibus_req_addr = {BASE[31:TOP], fetch_req_addr, 2'b00};

//% end
//% if dcache
  wire                    mem_req_valid;
  wire                    mem_req_ready;
  wire [REQUEST_BITS-1:0] mem_req_tag;
  wire                    mem_req_write;
  wire [31:0]             mem_req_addr;
  wire [ACCESS_BYTES-1:0] mem_req_strb;
  wire [ACCESS_BITS-1:0]  mem_req_data;
  wire                    mem_rsp_valid;
  wire                    mem_rsp_ready;
  wire [REQUEST_BITS-1:0] mem_rsp_tag;
  wire [ACCESS_BITS-1:0]  mem_rsp_data;
  wire                    mem_rsp_error;
  wire                    mem_error_valid;
  wire [31:0]             mem_error_addr;
  wire                    unused_addr = ^mem_req_addr[ACCESS_SHIFT-1:0];
//% if count_dcache
  wire                    perf_hit;
  wire                    perf_miss;
  wire                    perf_merge;
//% end
//% if count_writebacks
  wire                    perf_writeback;
//% end
  wire                    unused_last = dbus_rsp_last; // beats are counted
//% if trace_dcache
  wire [${access_trace_bits}-1:0] mem_req_trace;
//% end

  ${prefix}_dcache u_dcache (
//% if trace_retire
    .audit_select(audit_select), .audit_row(audit_row), .audit_tag(audit_tag),
//% end
//% if congest
    .congest(congest), .congested(congested[${stall_fill}:${stall_accept}]),
//% end
    .clk(clk), .rst(rst), .dbus_req_valid(mem_req_valid), .dbus_req_ready(mem_req_ready),
    .dbus_req_tag(mem_req_tag), .dbus_req_write(mem_req_write),
    .dbus_req_addr(mem_req_addr[31:ACCESS_SHIFT]), .dbus_req_strb(mem_req_strb),
    .dbus_req_data(mem_req_data), .dbus_rsp_valid(mem_rsp_valid),
    .dbus_rsp_ready(mem_rsp_ready), .dbus_rsp_tag(mem_rsp_tag), .dbus_rsp_data(mem_rsp_data),
    .dbus_rsp_error(mem_rsp_error), .flush_start(dflush_start), .flush_op(dflush_op),
    .flush_done(dflush_done), .mem_error_valid(mem_error_valid),
    .mem_error_addr(mem_error_addr),
//% if count_dcache
    .perf_hit(perf_hit), .perf_miss(perf_miss), .perf_merge(perf_merge),
//% end
//% if count_writebacks
    .perf_writeback(perf_writeback),
//% end
    .line_req_valid(dbus_req_valid),
    .line_req_ready(dbus_req_ready), .line_req_id(dbus_req_id), .line_req_write(dbus_req_write),
    .line_req_addr(dbus_req_addr), .line_req_len(dbus_req_len), .line_req_last(dbus_req_last),
    .line_req_strb(dbus_req_strb), .line_req_data(dbus_req_data),
//% if trace_dcache
    .core_id(8'd0), .dbus_req_trace(mem_req_trace), .trace_perform_valid(trace_valid[3]),
    .trace_perform(trace_perform), .trace_fill_valid(trace_valid[2]), .trace_fill(trace_fill),
    .trace_evict_valid(trace_valid[1]), .trace_evict(trace_evict),
//% end
//% if congest
    .line_rsp_ready(dbus_rsp_ready),
//% end
    .line_rsp_valid(dbus_rsp_valid), .line_rsp_id(dbus_rsp_id), .line_rsp_data(dbus_rsp_data),
    .line_rsp_error(dbus_rsp_error)
  );
//% if not congest
  assign dbus_rsp_ready = 1'b1;
//% end

//% end
  ${prefix}_core u_core (
//% if trace_retire
    .audit_select(audit_select), .audit_regs(audit_regs), .audit_control(audit_control),
//% if smem
    .audit_smem(audit_smem),
//% end
//% end
//% if congest
    .congest(congest), .congested(congested[${stall_writeback}:${stall_fetch}]),
//% end
    .clk(clk), .rst(rst), .core_id(8'd0),
//% if icache
    .ibus_req_valid(fetch_req_valid), .ibus_req_ready(fetch_req_ready),
    .ibus_req_tag(fetch_req_tag), .ibus_req_addr(fetch_req_addr),
    .ibus_rsp_valid(fetch_rsp_valid), .ibus_rsp_tag(fetch_rsp_tag),
    .ibus_rsp_data(fetch_rsp_data), .ibus_rsp_error(fetch_rsp_error),
    .ibus_rsp_miss(fetch_rsp_miss), .ibus_rsp_addr(fetch_rsp_addr), .ibus_wake(fetch_wake),
    .ibus_waits(fetch_waits), .ibus_retries(fetch_retries),
//% else
    .ibus_req_valid(ibus_req_valid), .ibus_req_ready(ibus_req_ready),
    .ibus_req_tag(ibus_req_tag), .ibus_req_addr(fetch_req_addr),
    .ibus_rsp_valid(ibus_rsp_valid), .ibus_rsp_tag(ibus_rsp_tag), .ibus_rsp_data(ibus_rsp_data),
    .ibus_rsp_error(ibus_rsp_error),
//% end
//% if dcache
    .dbus_req_valid(mem_req_valid), .dbus_req_ready(mem_req_ready),
    .dbus_req_tag(mem_req_tag), .dbus_req_write(mem_req_write),
    .dbus_req_addr(mem_req_addr), .dbus_req_strb(mem_req_strb), .dbus_req_data(mem_req_data),
    .dbus_rsp_valid(mem_rsp_valid), .dbus_rsp_ready(mem_rsp_ready),
    .dbus_rsp_tag(mem_rsp_tag), .dbus_rsp_data(mem_rsp_data), .dbus_rsp_error(mem_rsp_error),
    .mem_error_valid(mem_error_valid), .mem_error_addr(mem_error_addr),
//% else
    .dbus_req_valid(dbus_req_valid), .dbus_req_ready(dbus_req_ready),
    .dbus_req_tag(dbus_req_tag), .dbus_req_write(dbus_req_write),
    .dbus_req_addr(dbus_req_addr), .dbus_req_strb(dbus_req_strb), .dbus_req_data(dbus_req_data),
    .dbus_rsp_valid(dbus_rsp_valid), .dbus_rsp_ready(dbus_rsp_ready),
    .dbus_rsp_tag(dbus_rsp_tag), .dbus_rsp_data(dbus_rsp_data), .dbus_rsp_error(dbus_rsp_error),
//% end
//% if trace_dcache
    .dbus_req_trace(mem_req_trace),
//% end
//% if trace_bus
    .trace_perform_valid(trace_valid[3]), .trace_perform(trace_perform),
//% end
//% if trace_retire
    .trace_issue_valid(trace_valid[0]), .trace_issue(trace_issue),
    .trace_retire_valid(trace_valid[5]), .trace_retire(trace_retire),
    .trace_control_valid(trace_valid[6]), .trace_control(trace_control),
//% end
//% if trace_smem
    .trace_smem_valid(trace_valid[4]), .trace_smem(trace_smem),
//% end
//% if counters
    .perf_done(done), .perf_select(perf_select), .perf_value(perf_value),
//% end
//% if count_dcache
    .perf_hit(perf_hit), .perf_miss(perf_miss), .perf_merge(perf_merge),
//% end
//% if count_writebacks
    .perf_writeback(perf_writeback),
//% end
//% if caches
    .flush_start(flush_start), .flush_op(flush_op), .flush_done(flush_done), .done(core_done),
//% else
    .done(done),
//% end
    .exit_code(exit_code), .fault_valid(fault_valid), .fault_warp(fault_warp),
    .fault_pc(fault_pc), .fault_cause(fault_cause), .fault_tval(fault_tval)
  );
endmodule
`default_nettype wire
