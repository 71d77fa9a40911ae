// top - the processor: one core, its caches and buses, the ports of the host
// SPDX-License-Identifier: Apache-2.0
//
// README.md of the emitted tree has the rules of the buses, the registers and the memory map.
`default_nettype none
module ${prefix}_device #(    //% if hosted_one
module ${prefix}_core_top #(  //% elif many_cores
module ${prefix}_top #(       //% else
//% emit params_top
) (
//% emit ports_top
);
//% emit wires_top
  assign core_id = 8'd0;    //% if not many_cores
  assign perf_done = done;  //% if ends_alone
//% if not icache
  // Fetch asks for addresses in RAM only.
  localparam [31:0] BASE = ${ram_base};

  assign ibus_req_addr = {BASE[31:FETCH_TOP], fetch_addr, 2'b00};
//% end
//% if dcache
  wire unused_addr = ^mem_req_addr[ACCESS_SHIFT-1:0];
  wire unused_last = dbus_rsp_last;  // beats are counted
  assign dbus_rsp_ready = 1'b1;      //% if not dcache_waits
//% end
//% if congest

  wire [39:0] congest = {congest_rate, congest_seed};

  assign congested[STALL_BITS-1:${stalls}] = 0;
  assign congested[${stall_fill}:${stall_accept}] = 0;  //% if not dcache
  assign congested[${stall_beat}:${stall_insn}] = 0;    //% if not icache
  assign congested[${stall_give}:${stall_launch}] = 0;  //% if not core_dispatch
  assign congested[${stall_w}:${stall_ar}] = 0;       //% if not core_axi
//% end
//% if trace_retire

  assign trace_valid[31:7] = {24'd0, trace_block_valid};                        //% if dispatch
  assign trace_valid[6:5] = {trace_control_valid, trace_retire_valid};          //% if dispatch
  assign trace_valid[31:5] = {25'd0, trace_control_valid, trace_retire_valid};  //% else
  assign trace_valid[0] = trace_issue_valid;
  assign trace_valid[4] = trace_smem_valid;  //% if smem
  assign trace_valid[4] = 1'b0;              //% else
  assign trace_valid[3] = trace_perform_valid;
  assign trace_valid[2:1] = {trace_fill_valid, trace_evict_valid};  //% if dcache
  assign trace_valid[2:1] = 2'b00;                                  //% else

  // The state audit: what audit_select[31:28] names.
  reg  [AUDIT_BITS-1:0] audited;

  always @* begin
    audited = {AUDIT_BITS{1'b0}};
    case (audit_select[31:28])
      4'd1: audited[LANES*32-1:0] = audit_regs;
      4'd2, 4'd3: audited[127:0] = audit_control;
      4'd4: audited[63:0] = audit_tag;                   //% if dcache
      4'd5: audited[ACCESS_BITS-1:0] = audit_row;        //% if dcache
      4'd6: audited[${smem_banks}*32-1:0] = audit_smem;  //% if smem
      4'd7, 4'd8: audited[${l2_audit_bits}-1:0] = audit_l2;  //% if core_l2
      default: ;
    endcase
  end

  assign audit_data = audited;
  assign l2_select = audit_select;  //% if core_l2
//% end
//% emit blocks_top
endmodule
`default_nettype wire
