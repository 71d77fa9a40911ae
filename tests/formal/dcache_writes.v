// dcache_writes - a line with an open write is known as such behind its reservation to its answer
// SPDX-License-Identifier: Apache-2.0
//
// Writes of one row and one beat: each is reserved, comes a cycle later, is sent and answered, in
// one order. Of one hash the open ones are counted, each from a cycle behind its reservation on.
// SAME: all are of one line, and none is answered.
`define BUS_BITS `dcache_writes_BUS_BITS
`define BUS_BYTES `dcache_writes_BUS_BYTES
`define WORDS `dcache_writes_WORDS
`define ROW_BITS `dcache_writes_ROW_BITS
`define LINE_BITS `dcache_writes_LINE_BITS
`define TOP `dcache_writes_LINE_TOP
`define MSHR_BITS `dcache_writes_MSHR_BITS
`define ID_BITS `dcache_writes_ID_BITS
module dcache_writes (
  input wire                     clk,
  input wire                     reserve_any,
  input wire                     pass_in,
  input wire [`TOP-1:`LINE_BITS] line_in,
  input wire [3:0]               strb_any,
  input wire                     read_in,
  input wire [`MSHR_BITS-1:0]    read_id,
  input wire [`TOP-1:`LINE_BITS] read_line,
  input wire                     line_req_ready,
  input wire                     rsp_any,
  input wire                     rsp_error,
  input wire [3:0]               hash_any
);
  reg init = 1'b1;
  reg [3:0] hash_q;

  always @(posedge clk) begin
    init <= 1'b0;
    if (init)
      hash_q <= hash_any;
  end

`ifdef SAME
  wire                     pass_any = 1'b0;
  wire [`TOP-1:`LINE_BITS] line_any = {{`TOP-`LINE_BITS-4{1'b0}}, hash_q};
  wire                     read_valid = 1'b0;
`else
  wire                     pass_any = pass_in;
  wire [`TOP-1:`LINE_BITS] line_any = line_in;
  wire                     read_valid = read_in;
`endif
  wire                     room;
  wire                     reserve = reserve_any & room & ~init;
  reg                      push_q;
  reg                      pass_q;
  reg  [`TOP-1:`LINE_BITS] line_q;
  wire [4:0]               writes_open;
  wire                     answered;
  wire [15:0]              open;
  wire                     read_ready;
  wire                     line_req_valid;
  wire [`ID_BITS-1:0]      line_req_id;
  wire                     line_req_write;
  wire [31:0]              line_req_addr;
  wire [7:0]               line_req_len;
  wire                     line_req_last;
  wire [`BUS_BYTES-1:0]    line_req_strb;
  wire [`BUS_BITS-1:0]     line_req_data;
  wire                     error_valid;
  wire [31:0]              error_addr;
  reg  [4:0]               sent_q;      // writes that memory has not answered
  wire                     sends = line_req_valid & line_req_ready & line_req_write & ~init;
`ifdef SAME
  wire                     rsp_valid = 1'b0;
`else
  wire                     rsp_valid = rsp_any & sent_q != 5'd0 & ~init;
`endif

  ww_dcache_writes u (
    .clk(clk), .rst(init), .w_room(room), .w_reserve(reserve), .w_reserve_op(reserve),
    .w_reserve_pass(pass_any), .w_reserve_line(line_any), .w_push(push_q & ~init),
    .w_push_op(push_q & ~init), .w_pass(pass_q), .w_line(line_q), .w_row({`ROW_BITS{1'b0}}),
    .w_evict(~pass_q), .w_strb(strb_any), .w_data({`WORDS{32'd0}}), .writes_open(writes_open),
    .write_response(answered), .w_open(open), .read_valid(read_valid), .read_ready(read_ready),
    .read_id(read_id), .read_line(read_line), .line_req_valid(line_req_valid),
    .line_req_ready(line_req_ready), .line_req_id(line_req_id), .line_req_write(line_req_write),
    .line_req_addr(line_req_addr), .line_req_len(line_req_len), .line_req_last(line_req_last),
    .line_req_strb(line_req_strb), .line_req_data(line_req_data), .rsp_valid(rsp_valid),
    .rsp_error(rsp_error), .error_valid(error_valid), .error_addr(error_addr)
  );

  // The writes in their order: to the console, or to a line with the tracked hash.
  wire [31:0] number = {{32-`TOP+`LINE_BITS{1'b0}}, line_any};
  wire [3:0]  hash = number[31:28] ^ number[27:24] ^ number[23:20] ^ number[19:16]
                     ^ number[15:12] ^ number[11:8] ^ number[7:4] ^ number[3:0];
  wire        counts = ~pass_any & hash == hash_q;
  reg  [15:0] counts_q;     // of each place
  reg  [3:0]  first_q;      // the oldest open write
  reg  [4:0]  all_q;
  reg  [4:0]  open_q;       // those with the hash
  reg         new_q;        // and one that was reserved in the last cycle
  wire [3:0]  place = first_q + all_q[3:0];
  wire        ends = rsp_valid & counts_q[first_q];

  always @(posedge clk) begin
    push_q <= reserve;
    pass_q <= pass_any;
    line_q <= line_any;
    sent_q <= init ? 5'd0 : sent_q + sends - rsp_valid;
    if (reserve)
      counts_q[place] <= counts;
    first_q <= init ? 4'd0 : first_q + rsp_valid;
    all_q <= init ? 5'd0 : all_q + reserve - rsp_valid;
    new_q <= ~init & reserve & counts;
    open_q <= init ? 5'd0 : open_q + new_q - ends;
  end

  always @*
    if (~init) begin
      if (push_q & pass_q) word: assume (strb_any != 4'd0);
      is_open: assert (open[hash_q] == (open_q != 5'd0));
      all: assert (writes_open == all_q & answered == rsp_valid);
      if (room) has_room: assert (all_q < 5'd16);
    end
endmodule
