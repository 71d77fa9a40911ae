// launch_prepare - a launch is measured right, or refused for its first fault
// SPDX-License-Identifier: Apache-2.0
//
// Two cores. Sides of a block are numbers around the limits; other words
// are small, shared memory has a high bit. Words stay as they are while the launch is here.
`define LAUNCHES `launch_prepare_LAUNCHES
`define LAUNCH_BITS `launch_prepare_LAUNCH_BITS
`define COUNT_BITS `launch_prepare_COUNT_BITS
`define PAGE_BITS `launch_prepare_PAGE_BITS
`define BARRIER_BITS `launch_prepare_BARRIER_BITS
`define PAGE_SHIFT `launch_prepare_PAGE_SHIFT
`define SMEM `launch_prepare_SMEM
`define BARRIERS `launch_prepare_BARRIERS
`define THREADS `launch_prepare_THREADS
`define WARPS `launch_prepare_WARPS
module launch_prepare (
  input wire                    clk,
  input wire                    valid_any,
  input wire [`LAUNCH_BITS-1:0] q_launch,
  input wire [`LAUNCHES-1:0]    cut,
  input wire [`LAUNCHES-1:0]    ahead,
  input wire                    acquired_any,
  input wire                    p_ready,
  input wire [1:0]              pc_any,
  input wire [3:0]              arg_any,
  input wire [5:0]              grid_any,
  input wire [8:0]              sides_any,
  input wire [9:0]              smem_any,
  input wire [15:0]             flags_any
);
  localparam CORES = 2;
  reg                      init = 1'b1;
  wire                     q_pop;
  wire                     skipped;
  wire [3:0]               reason;
  wire [`LAUNCH_BITS-1:0]  here;
  wire [`LAUNCH_BITS+3:0]  d_where;
  wire                     b_valid;
  wire [`LAUNCH_BITS-1:0]  b_launch;
  wire [3:0]               b_index;
  wire [31:0]              b_word;
  wire                     a_valid;
  wire                     a_keep;
  wire                     p_valid;
  wire [31:0]              p_x;
  wire [31:0]              p_y;
  wire [31:0]              p_z;
  wire [`COUNT_BITS-1:0]   p_warps;
  wire [`PAGE_BITS-1:0]    p_pages;
  wire [`BARRIER_BITS-1:0] p_bars;
  wire [`THREADS-1:0]      p_last;
  wire                     p_whole;
  wire                     p_flush;

  // The words of the launch that is here.
  reg                     on_q;
  reg                     acquired_q;
  reg [`LAUNCH_BITS-1:0]  which_q;
  reg [9:0]               handed_q;    // words that the cores have
  reg [1:0]               pc_q;
  reg [3:0]               arg_q;
  reg [5:0]               grid_q;
  reg [8:0]               sides_q;
  reg [9:0]               smem_q;
  reg [15:0]              flags_q;
  wire                    a_done = acquired_any & on_q & ~acquired_q & ~init;

  function [16:0] side(input [2:0] code);
    case (code)
      3'd0: side = 0;
      3'd1: side = 1;
      3'd2: side = 2;
      3'd3: side = 3;
      3'd4: side = 7;
      3'd5: side = 512;
      3'd6: side = 1024;
      default: side = 17'h10001;
    endcase
  endfunction

  function [31:0] word(input [3:0] index);
    case (index)
      4'd0: word = pc_q;
      4'd1: word = arg_q;
      4'd2: word = grid_q[1:0];
      4'd3: word = grid_q[3:2];
      4'd4: word = grid_q[5:4];
      4'd5: word = side(sides_q[2:0]);
      4'd6: word = side(sides_q[5:3]);
      4'd7: word = side(sides_q[8:6]);
      4'd8: word = {smem_q[9], 22'd0, smem_q[8:0]};
      4'd9: word = flags_q;
      default: word = 0;
    endcase
  endfunction

  ww_launch_prepare #(.CORES(CORES)) u (
    .clk(clk), .rst(init), .q_valid(valid_any & ~init), .q_launch(q_launch), .q_pop(q_pop),
    .cut(cut), .ahead(ahead), .skipped(skipped), .reason(reason), .here(here), .d_where(d_where),
    .d_word(d_where[4 +: `LAUNCH_BITS] == which_q ? word(d_where[3:0]) : 32'd0), .b_valid(b_valid),
    .b_launch(b_launch), .b_index(b_index), .b_word(b_word),
    .a_valid(a_valid), .a_keep(a_keep), .a_done(a_done), .p_valid(p_valid), .p_ready(p_ready),
    .p_x(p_x), .p_y(p_y), .p_z(p_z), .p_warps(p_warps), .p_pages(p_pages), .p_bars(p_bars),
    .p_last(p_last), .p_whole(p_whole), .p_flush(p_flush)
  );

  always @*
    if (~init)
      in_range: assume (q_launch < `LAUNCHES);

  always @(posedge clk) begin
    init <= 1'b0;
    on_q <= ~init & (q_pop | (on_q & ~skipped & ~(p_valid & p_ready)));
    acquired_q <= ~q_pop & (acquired_q | a_done);
    if (q_pop) begin
      which_q <= q_launch;
      handed_q <= 0;
      {pc_q, arg_q, grid_q, sides_q, smem_q, flags_q} <=
        {pc_any, arg_any, grid_any, sides_any, smem_any, flags_any};
    end else if (b_valid)
      handed_q[b_index] <= 1'b1;
  end

  // What follows from the words.
  wire [50:0] threads = side(sides_q[2:0]) * side(sides_q[5:3]) * side(sides_q[8:6]);
  wire [50:0] warps = (threads + `THREADS - 1) / `THREADS;
  wire [50:0] rest = threads % `THREADS;
  wire [9:0]  pages = (smem_q[8:0] + (1 << `PAGE_SHIFT) - 1) >> `PAGE_SHIFT;
  wire        bad_grid = grid_q[1:0] == 0 | grid_q[3:2] == 0 | grid_q[5:4] == 0;
  wire        bad_side = sides_q[2:0] == 0 | sides_q[5:3] == 0 | sides_q[8:6] == 0
                         | &sides_q[2:0] | &sides_q[5:3] | &sides_q[8:6];
  wire        whole = flags_q[1];
  wire        bad_whole = whole & (grid_q[1:0] > CORES | grid_q[3:2] != 1 | grid_q[5:4] != 1);
  wire [3:0]  why = pc_q != 0 ? 1 : bad_grid ? 2 : bad_side ? 3 : warps > `WARPS ? 4
                    : word(8) > `SMEM ? 5 : flags_q[15:8] > `BARRIERS ? 6
                    : bad_whole ? 7 : 0;

  always @*
    if (~init) begin
      pops: assert (q_pop == (valid_any & ~on_q));
      if (p_valid | skipped | a_valid)
        is_here: assert (on_q & ~(p_valid & skipped) & here == which_q);
      if (b_valid)
        hands: assert (on_q & b_launch == which_q & b_index < 10 & ~handed_q[b_index]
                       & b_word == word(b_index));
      if (a_valid) asks: assert (~acquired_q & ~(flags_q[0] & |ahead) & a_keep == flags_q[3]);
      if (p_valid | skipped) complete: assert (acquired_q & &handed_q);
      if (p_valid | skipped) refuses: assert (skipped == (cut[which_q] | |why));
      if (skipped) first: assert (reason == (cut[which_q] ? 4'd0 : why));
      if (p_valid) sides: assert (p_x == grid_q[1:0] & p_y == grid_q[3:2] & p_z == grid_q[5:4]);
      if (p_valid) kind: assert (p_whole == whole & p_flush == flags_q[2]);
      if (p_valid) warps_is: assert (p_warps == (whole ? `WARPS : warps));
      if (p_valid) pages_is: assert (p_pages == (whole ? `SMEM >> `PAGE_SHIFT : pages));
      if (p_valid) bars_is: assert (p_bars == (whole ? `BARRIERS : flags_q[15:8]));
      if (p_valid)
        last_is: assert (p_last == (whole ? 1 : |rest ? (1 << rest) - 1 : {`THREADS{1'b1}}));
    end
endmodule
