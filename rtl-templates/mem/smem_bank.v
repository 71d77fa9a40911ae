// smem_bank - one bank of shared memory: crossbar, array, stages of latency
// SPDX-License-Identifier: Apache-2.0
//
// smem_select serves only lanes of one row of this bank: `first` marks the one whose row is used.
// No two lanes write the same byte.
//
//   cycle 2 of smem   the row and the bytes of all lanes here are merged
//         3           the array is accessed
//   3 + LATENCY       the word is at s_data
//
// All stages hold while `advance` is 0.
//% if smem_update
//
// With `made` the array stores the result of `op` on the operand and the word that was read last.
//% end
`default_nettype none
module ${prefix}_smem_bank #(
  parameter LANES = ${lanes},
  parameter ROW_BITS = ${smem_row_bits},
  parameter LATENCY = ${smem_latency}
) (
  input  wire                      clk,
//% if trace_smem
  // the state audit
  input  wire [ROW_BITS-1:0] audit_row,      // row that the state audit shows
  output wire [31:0] audit_data,             // word of that row, in the same cycle
//% end
  input  wire                      advance,  // all stages advance
  // clearing
  input  wire                      clearing,   // clear row clear_row
  input  wire [ROW_BITS-1:0]       clear_row,  // row to clear
  // lanes
  input  wire [LANES-1:0]          first,      // one-hot lane whose row is accessed; 0 if none
  input  wire [LANES*4-1:0]        lane_strb,  // bytes of each lane in this bank
  input  wire [LANES*ROW_BITS-1:0] lane_row,   // row of each lane
  input  wire [LANES*32-1:0]       lane_data,  // data to store, of each lane; 0 for loads
  input  wire                      store,      // the access stores
  input  wire                      made,       // store the result of op         //% if smem_update
  input  wire [4:0]                op,         // operation of an atomic access  //% if smem_update
//% if trace_smem
  // for the record: port of the array
  output wire [ROW_BITS-1:0]       b_row,   // row that is accessed
  output wire [3:0]                b_strb,  // bytes that are accessed
  output wire [31:0]               b_data,  // data that are stored
//% end
  // LATENCY cycles later
  output wire [31:0]               s_data  // word that was read
);
  // Crossbar.
  reg  [ROW_BITS-1:0] row;
  reg  [3:0]          strb;
  reg  [31:0]         data;
  integer             m, k;

  always @* begin
    row = {ROW_BITS{clearing}} & clear_row;
    strb = {4{clearing}};
    data = 32'd0;
    for (m = 0; m < LANES; m = m + 1) begin
      row = row | ({ROW_BITS{first[m]}} & lane_row[m*ROW_BITS +: ROW_BITS]);
      for (k = 0; k < 4; k = k + 1) begin
        strb[k] = strb[k] | lane_strb[m*4+k];
        data[k*8 +: 8] = data[k*8 +: 8]
                         | ({8{lane_strb[m*4+k]}} & lane_data[m*32+k*8 +: 8]);
      end
    end
  end

  // The array.
  reg                 write_q;
  reg  [ROW_BITS-1:0] row_q;
  reg  [3:0]          strb_q;
  reg  [31:0]         data_q;
  wire [LATENCY*32-1:0] read_words;  // words that were read, the youngest in the low bits
//% if smem_update
  reg                 made_q;
  reg  [4:0]          op_q;
  wire [31:0]         result;
  wire [31:0]         stored = made_q ? result : data_q;

  always @(posedge clk)
    if (advance) begin
      made_q <= made & ~clearing;
      op_q <= op;
    end

  ${prefix}_lsu_combine u_combine (
    .op(op_q), .old(read_words[31:0]), .source(data_q), .made(result)
  );
//% end

  always @(posedge clk)
    if (advance) begin
      write_q <= clearing | store;
      row_q <= row;
      strb_q <= strb;
      data_q <= data;
    end

  ${prefix}_smem_ram #(.ROW_BITS(ROW_BITS)) u_ram (
    .audit_row(audit_row), .audit_data(audit_data),  //% if trace_smem
    .clk(clk), .enable(advance & |strb_q), .write(write_q), .row(row_q), .strb(strb_q),
    .data(stored), .q(read_words[31:0])  //% if smem_update
    .data(data_q), .q(read_words[31:0])  //% else
  );

  genvar s;
  generate
    for (s = 1; s < LATENCY; s = s + 1) begin : g_stage
      reg [31:0] word_q;

      always @(posedge clk)
        if (advance)
          word_q <= read_words[(s-1)*32 +: 32];

      assign read_words[s*32 +: 32] = word_q;
    end
  endgenerate

//% if trace_smem
  assign b_row = row_q;
  assign b_strb = strb_q;
  assign b_data = stored & {32{|strb_q}};  //% if smem_update
  assign b_data = data_q;                  //% else
//% end
  assign s_data = read_words[(LATENCY-1)*32 +: 32];
endmodule
`default_nettype wire
