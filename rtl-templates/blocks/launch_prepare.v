// launch_prepare - reads a launch's words, hands them to the cores, checks and measures the launch
// SPDX-License-Identifier: Apache-2.0
//
// Launches come here in the order of their doorbells. Word 9, the flags, is read first, then words
// 0 to 8, one a cycle. Meanwhile all cores make an acquire, so that blocks see what the host has
// written; if the launch is ordered, only after all launches in front of it are done.
//
//   t         q_valid: a launch waits, q_pop
//   t+1       word 9 is read
//   t+2..10   words 0 to 8; from t+3 on an acquire is asked for
//   t+12      the launch goes to the grid, if the acquire is complete
//
// A launch that cannot run anywhere is refused, with the reason:
//
//   1  the entry is not a multiple of 4         5  more shared memory than a core has
//   2  a side of the grid is 0                  6  more barriers than a core has
//   3  a side of the block is 0 or above 1024   7  of whole cores: not one block for each, 1 x n
//   4  more threads than a core has
//% if ventus
//
// Word 5 has all threads of a block; 6 is the address of the private memory of the launch, 7 its
// bytes for a block.
//% end
`default_nettype none
module ${prefix}_launch_prepare #(
  parameter CORES = ${cores},
  parameter WARPS = ${warps},
  parameter COUNT_BITS = ${warp_count_bits},
  parameter THREADS = ${threads},
  parameter PAGE_BITS = ${page_bits},
  parameter PAGE_SHIFT = ${page_shift},
  parameter BARRIERS = ${barriers},
  parameter BARRIER_BITS = ${bars_bits},
  parameter LAUNCHES = ${launches},
  parameter LAUNCH_BITS = ${launch_bits}
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire [39:0] congest,                                 // {rate, seed}      //% if congest
  output wire [${stall_launch}:${stall_launch}] congested,  // a stall acts now  //% if congest
  // launches that wait
  input  wire                    q_valid,  // a launch waits
  input  wire [LAUNCH_BITS-1:0]  q_launch,  // the first one that waits
  output wire                    q_pop,  // the launch is taken
  input  wire [LAUNCHES-1:0]     cut,       // per launch: it is not to run
  input  wire [LAUNCHES-1:0]     ahead,    // per launch: in front of the one here, and not done
  output wire                    skipped,   // the launch here gets no blocks
  output wire [3:0]              reason,    // why: 0 cut, else see above
  output wire [LAUNCH_BITS-1:0]  here,      // the launch here
  // words
  output wire [LAUNCH_BITS+3:0]  d_where,  // {slot, word} that is read
  input  wire [31:0]             d_word,  // the word
  output wire                    b_valid,  // a word of a launch is written
  output wire [LAUNCH_BITS-1:0]  b_launch,  // launch that the word is of
  output wire [3:0]              b_index,  // number of the word
  output wire [31:0]             b_word,  // the word
  // acquire
  output wire                    a_valid,  // an acquire is asked for
  output wire                    a_keep,   // which leaves instructions in the caches
  input  wire                    a_done,  // the acquire is complete
  // grid
  output wire                    p_valid,  // a launch is ready for the grid
  input  wire                    p_ready,  // the grid accepts it
  output wire [31:0]             p_x,  // blocks of the grid in x
  output wire [31:0]             p_y,  // blocks in y
  output wire [31:0]             p_z,  // blocks in z
  output wire [COUNT_BITS-1:0]   p_warps,  // warps of a block
  output wire [PAGE_BITS-1:0]    p_pages,  // pages of a block
  output wire [BARRIER_BITS-1:0] p_bars,  // barriers of a block
  output wire [THREADS-1:0]      p_last,  // threads of the last warp
  output wire                    p_whole,  // a block has a whole core
  output wire [31:0]             p_private,  // private memory of the launch  //% if ventus
  output wire [31:0]             p_step,     // private bytes of a block      //% if ventus
  output wire                    p_flush    // the end of the launch flushes the second-level cache
);
  localparam [THREADS-1:0] THREAD_0 = 1;
  localparam [3:0] FLAGS = 4'd9;
  localparam [31:0] CORES_32 = CORES;
  localparam [31:0] SMEM = ${smem_size};
  localparam [31:0] PAGE = 1 << PAGE_SHIFT;
  localparam [31:0] ALL_PAGES = SMEM >> PAGE_SHIFT;
  localparam [31:0] WARPS_32 = WARPS;
  localparam [7:0] BARS = BARRIERS;

  reg                   busy_q;
//% stall launch q_valid & ~busy_q
  reg [LAUNCH_BITS-1:0] launch_q;
  reg [3:0]             index_q;    // word to read
  reg                   read_q;     // a word is being read
  reg                   valid_q;    // word_q is word at_q
  reg [3:0]             at_q;
  reg [31:0]            word_q;
  reg                   behind_q;   // the words are all here; the size of a block is computed
  reg                   acquired_q;
  reg                   flags_q;    // the flags are here
  reg                   ordered_q;
  reg                   whole_q;
  reg                   flush_q;
  reg                   keep_q;
  reg [7:0]             bars_q;
  reg [31:0]            x_q;
  reg [31:0]            y_q;
  reg [31:0]            z_q;
  reg [31:0]            private_q;  //% if ventus
  reg [31:0]            step_q;     //% if ventus
  reg [10:0]            side_q;     //% if not ventus
  reg [10:0]            area_q;     //% if not ventus
  reg [10:0]            threads_q;  // of a block
  reg                   large_q;    // a block has too many threads
  reg [PAGE_BITS-1:0]   pages_q;
  reg                   bad_pc_q;
  reg                   bad_grid_q;
  reg                   bad_side_q;
  reg                   bad_smem_q;

  wire                  pop = q_valid & ~busy_q${unless stall launch};
  wire                  ends = skipped | (p_valid & p_ready);
  wire                  is_cut = cut[launch_q];
//% if not ventus
  wire [21:0]           product = {11'd0, at_q == 4'd7 ? area_q : side_q} * {11'd0, word_q[10:0]};
//% end
  wire                  bad_side = ~|word_q | word_q > 32'd1024;
  wire [31:0]           threads = {21'd0, threads_q};
  wire [31:0]           warps = (threads + THREADS - 32'd1) / THREADS;
//% if many_threads
  wire [${thread_bits}-1:0]    rest = threads_q[${thread_bits}-1:0];
  wire [THREADS-1:0]    over = {THREADS{1'b1}} << rest;
//% end
  wire [31:0]           pages = (word_q + PAGE - 32'd1) >> PAGE_SHIFT;
  wire                  unused_pages = ^pages[31:PAGE_BITS];
  wire                  bad_whole = x_q > CORES_32 | y_q != 32'd1 | z_q != 32'd1;

  always @(posedge clk)
    if (rst) begin
      busy_q <= 1'b0;
      read_q <= 1'b0;
      valid_q <= 1'b0;
      behind_q <= 1'b0;
      acquired_q <= 1'b0;
      flags_q <= 1'b0;
    end else begin
      busy_q <= pop | (busy_q & ~ends);
      read_q <= pop | (read_q & index_q != 4'd8);
      valid_q <= read_q;
      behind_q <= (valid_q & at_q == 4'd8) | (behind_q & ~ends);
      acquired_q <= ~pop & (acquired_q | a_done);
      flags_q <= ~pop & (flags_q | (valid_q & at_q == FLAGS));
    end

  always @(posedge clk) begin
    if (pop)
      launch_q <= q_launch;
    index_q <= pop ? FLAGS : index_q == FLAGS ? 4'd0 : index_q + 4'd1;
    at_q <= index_q;
    word_q <= d_word;
  end

  always @(posedge clk)
    if (valid_q)
      case (at_q)
        4'd0: bad_pc_q <= |word_q[1:0];
        4'd2: begin
          x_q <= word_q;
          bad_grid_q <= ~|word_q;
        end
        4'd3: begin
          y_q <= word_q;
          bad_grid_q <= bad_grid_q | ~|word_q;
        end
        4'd4: begin
          z_q <= word_q;
          bad_grid_q <= bad_grid_q | ~|word_q;
        end
//% if ventus
        4'd5: begin
          threads_q <= word_q[10:0];
          bad_side_q <= bad_side;
          large_q <= 1'b0;
        end
        4'd6: private_q <= word_q;
        4'd7: step_q <= word_q;
//% else
        4'd5: begin
          side_q <= word_q[10:0];
          bad_side_q <= bad_side;
        end
        4'd6: begin
          area_q <= product[10:0];
          bad_side_q <= bad_side_q | bad_side;
          large_q <= product > 22'd1024;
        end
        4'd7: begin
          threads_q <= product[10:0];
          bad_side_q <= bad_side_q | bad_side;
          large_q <= large_q | product > 22'd1024;
        end
//% end
        4'd8: begin
          pages_q <= pages[PAGE_BITS-1:0];
          bad_smem_q <= word_q > SMEM;
        end
        FLAGS: begin
          ordered_q <= word_q[0];
          whole_q <= word_q[1];
          flush_q <= word_q[2];
          keep_q <= word_q[3];
          bars_q <= word_q[15:8];
        end
        default: ;
      endcase

  assign q_pop = pop;
  assign d_where = {launch_q, index_q};
  assign b_valid = valid_q;
  assign b_launch = launch_q;
  assign b_index = at_q;
  assign b_word = word_q;
  assign here = launch_q;
  assign reason = is_cut ? 4'd0 : bad_pc_q ? 4'd1 : bad_grid_q ? 4'd2 : bad_side_q ? 4'd3
                  : large_q | warps > WARPS_32 ? 4'd4 : bad_smem_q ? 4'd5 : bars_q > BARS ? 4'd6
                  : whole_q & bad_whole ? 4'd7 : 4'd0;
  assign a_valid = busy_q & flags_q & ~acquired_q & ~(ordered_q & |ahead);
  assign a_keep = keep_q;
  assign skipped = busy_q & behind_q & acquired_q & (is_cut | |reason);
  assign p_valid = busy_q & behind_q & acquired_q & ~skipped;
  assign p_x = x_q;
  assign p_y = y_q;
  assign p_z = z_q;
  assign p_warps = whole_q ? WARPS_32[COUNT_BITS-1:0] : warps[COUNT_BITS-1:0];
  assign p_pages = whole_q ? ALL_PAGES[PAGE_BITS-1:0] : pages_q;
  assign p_bars = whole_q ? BARS[BARRIER_BITS-1:0] : bars_q[BARRIER_BITS-1:0];
  assign p_last = whole_q ? THREAD_0 : |rest ? ~over : {THREADS{1'b1}};  //% if many_threads
  assign p_last = THREAD_0;                                               //% else
  assign p_whole = whole_q;
  assign p_private = private_q;  //% if ventus
  assign p_step = step_q;        //% if ventus
  assign p_flush = flush_q;
endmodule
`default_nettype wire
