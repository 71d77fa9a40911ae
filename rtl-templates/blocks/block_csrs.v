// block_csrs - what a warp of a block reads of its launch and its block; entry pc of a start
// SPDX-License-Identifier: Apache-2.0
//
// Words of a launch come once, over a bus that all cores share, before the first block of the
// launch is given out (b_). Each core keeps its own copy: a read needs no wire to another core.
//
// b_index  word                  csr (b_index of the word, or)
//   0      entry pc              10  number of the warp in the block, times THREADS (lanes add)
//   1      argument              11  number of the warp in the block
//   2..4   grid x, y, z          12  first page of shared memory: its address
//   5..7   block x, y, z         13  phase of the block's barrier
//   8      bytes of shared memory  14  {slot, launch slot}
//   9      flags                 16..18  block x, y, z
`default_nettype none
module ${prefix}_block_csrs #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter WARP_COUNT_BITS = ${warp_count_bits},  //% if ventus
  parameter THREADS = ${threads},
  parameter SLOTS = ${blocks},
  parameter SLOT_BITS = ${slot_bits},
  parameter PAGE_BITS = ${page_bits},
  parameter PAGE_SHIFT = ${page_shift},  // log2 of the bytes of a page
  parameter BARRIER_BITS = ${bars_bits},
  parameter LAUNCH_BITS = ${launch_bits}
) (
  input  wire                       clk,
  // words of launches
  input  wire                       b_valid,  // a word of a launch is written
  input  wire [LAUNCH_BITS-1:0]     b_launch,  // launch that the word is of
  input  wire [3:0]                 b_index,  // number of the word
  input  wire [31:0]                b_word,  // the word
  // a block begins here
  input  wire                       n_take,  // the next block begins here
  input  wire [SLOT_BITS-1:0]       n_slot,  // slot that it has
  input  wire [31:0]                n_x,  // x of the next block
  input  wire [31:0]                n_y,  // y of the next block
  input  wire [31:0]                n_z,  // z of the next block
  input  wire [31:0]                n_index,  // number of the next block in the grid  //% if ventus
  input  wire [WARP_COUNT_BITS-1:0] n_warps,  // warps of the next block  //% if ventus
  input  wire [31:0]                n_private,  // private memory of the next block  //% if ventus
  input  wire [PAGE_BITS-1:0]       n_page,  // first page of the next block
  input  wire [BARRIER_BITS-1:0]    n_bar,  // first barrier of the next block
  input  wire                       n_whole,  // the next block has a whole core
  input  wire [BARRIER_BITS-1:0]    n_bars,  // barriers of the next block
  // a warp starts
  input  wire                       s_go,  // a warp starts
  input  wire [WARP_BITS-1:0]       s_warp,  // the warp
  input  wire [WARP_BITS-1:0]       s_number,  // number of the warp in the block
  input  wire [LAUNCH_BITS-1:0]     s_launch,  // launch of the warp
  output wire [31:2]                s_pc,       // entry pc of the launch
  // CSR file: read for a warp
  input  wire [WARP_BITS-1:0]       i_warp,  // warp that reads a CSR
  input  wire [4:0]                 i_csr,  // number of the CSR
  output wire [31:0]                csr_value,  // value of the CSR
//% if ventus
  // operand selection, a cycle later
  output wire [31:0]                o_private,  // private memory of the first thread of i_warp
  output wire [WARP_COUNT_BITS-1:0] o_warps,    // warps of its block
//% end
  // warp control: the block of the instruction that acts
  input  wire [WARP_BITS-1:0]       c_warp,  // warp of the instruction
  output wire [BARRIER_BITS-1:0]    c_bar,    // first of its barriers
  output wire [BARRIER_BITS-1:0]    c_bars,   // how many it has
  output wire                       c_whole,  // the block has the whole core
  // blocks
  input  wire [WARPS*SLOT_BITS-1:0] slot_of,  // per warp: slot of its block
  input  wire [SLOTS*LAUNCH_BITS-1:0] launch_of,  // per slot: launch of its block
  input  wire [SLOTS*8-1:0]         phase,  // per slot: phase of its barrier
  // end of a block: where it was
  input  wire [SLOT_BITS-1:0]       e_slot,  // slot whose end is offered
  output wire [95:0]                e_place  // {z, y, x} of its block
);
  localparam [31:0] SMEM = ${smem_base};  //% if smem_moved
  localparam [31:0] SMEM = 32'hFF000000;  //% else
  localparam PLACES = 1 << SLOT_BITS;

  reg  [31:0]             word_m [0:16*(1<<LAUNCH_BITS)-1];
  reg  [31:2]             pc_m [0:(1<<LAUNCH_BITS)-1];
  reg  [95:0]             place_m [0:PLACES-1];
  reg  [95:0]             end_m [0:PLACES-1];  // as place_m, for the end of the block
  reg  [PAGE_BITS-1:0]    page_m [0:PLACES-1];
  reg  [2*BARRIER_BITS-1:0] bar_m [0:PLACES-1];
  reg  [WARP_BITS-1:0]    number_m [0:(1<<WARP_BITS)-1];
  reg  [WARPS-1:0]        whole_q;            // per warp: of a whole core
  reg                     n_whole_q;          // the block that starts has the whole core
  wire [SLOT_BITS-1:0]    slot = slot_of[i_warp*SLOT_BITS +: SLOT_BITS];
  wire [SLOT_BITS-1:0]    c_slot = slot_of[c_warp*SLOT_BITS +: SLOT_BITS];
  wire [LAUNCH_BITS-1:0]  launch = launch_of[slot*LAUNCH_BITS +: LAUNCH_BITS];
  wire [31:0]             word = word_m[{launch, 4'd1}];        //% if ventus
  wire [31:0]             word = word_m[{launch, i_csr[3:0]}];  //% else
  wire [95:0]             place = place_m[slot];
  wire [WARP_BITS-1:0]    number = whole_q[i_warp] ? i_warp : number_m[i_warp];
  wire [PAGE_BITS-1:0]    page = page_m[slot];
  wire [31:0]             threads = THREADS;
  reg  [31:0]             value;

  always @(posedge clk)
    if (b_valid)
      word_m[{b_launch, b_index}] <= b_word;

  always @(posedge clk)
    if (b_valid & ~|b_index)
      pc_m[b_launch] <= b_word[31:2];

  always @(posedge clk)
    if (n_take) begin
      place_m[n_slot] <= {n_z, n_y, n_x};
      end_m[n_slot] <= {n_z, n_y, n_x};
      page_m[n_slot] <= n_page;
      bar_m[n_slot] <= {n_bars, n_bar};
    end

  always @(posedge clk)
    if (s_go)
      number_m[s_warp] <= s_number;

  always @(posedge clk)
    if (n_take & n_whole)
      whole_q <= {WARPS{1'b1}};
    else if (s_go & ~n_whole_q)
      whole_q[s_warp] <= 1'b0;

  always @(posedge clk)
    if (n_take)
      n_whole_q <= n_whole;

//% if ventus
  reg  [31:0]                index_m [0:PLACES-1];
  reg  [WARP_COUNT_BITS-1:0] warps_m [0:PLACES-1];
  wire [31:0]                index = index_m[slot];
  wire [WARP_COUNT_BITS-1:0] warps = warps_m[slot];
  reg  [31:0]                private_m [0:PLACES-1];
  reg  [31:0]                private_q;
  reg  [WARP_COUNT_BITS-1:0] warps_q;
  wire [31:0]                group_private = private_m[slot] & ~32'd3;
  wire [31:0]                in_block = {{32-WARP_BITS{1'b0}}, number_m[i_warp]};
  wire                       unused = ^phase;

  always @(posedge clk)
    if (n_take) begin
      index_m[n_slot] <= n_index;
      warps_m[n_slot] <= n_warps;
      private_m[n_slot] <= n_private;
    end

  // A thread has four bytes of each row of private memory.
  always @(posedge clk) begin
    private_q <= group_private + in_block * (threads << 2);
    warps_q <= warps;
  end

  assign o_private = private_q;
  assign o_warps = warps_q;

  // tid, numw, knl, wgid, wid, lds, pds, gidx, gidy, gidz; mhartid.
  always @*
    case (i_csr[4:0])
      5'd0: value = {{32-WARP_BITS{1'b0}}, number} * threads;
      5'd1: value = {{32-WARP_COUNT_BITS{1'b0}}, warps};
      5'd4: value = index;
      5'd5, 5'd20: value = {{32-WARP_BITS{1'b0}}, number};
      5'd6: value = SMEM | ({{32-PAGE_BITS{1'b0}}, page} << PAGE_SHIFT);
      5'd7: value = group_private;
      5'd8: value = place[31:0];
      5'd9: value = place[63:32];
      5'd10: value = place[95:64];
      default: value = word;
    endcase
//% else
  // Numbers 10 to 14 are narrow, 16 to 18 the place, the rest words of the launch.
  wire        narrow = ~i_csr[4] & i_csr[3] & |i_csr[2:1];
  wire [31:0] wide = ~i_csr[4] ? word
                     : i_csr[1] ? place[95:64] : i_csr[0] ? place[63:32] : place[31:0];

  always @* begin
    value = {{16-SLOT_BITS{1'b0}}, slot, {16-LAUNCH_BITS{1'b0}}, launch};
    case (i_csr[2:0])
      3'd2: value = {{32-WARP_BITS{1'b0}}, number} * threads;
      3'd3: value = {{32-WARP_BITS{1'b0}}, number};
      3'd4: value = SMEM | ({{32-PAGE_BITS{1'b0}}, page} << PAGE_SHIFT);
      3'd5: value = {24'd0, phase[slot*8 +: 8]};
      default: ;
    endcase
  end
//% end

  assign s_pc = pc_m[s_launch];
  assign csr_value = value;                  //% if ventus
  assign csr_value = narrow ? value : wide;  //% else
  assign c_bar = bar_m[c_slot][0 +: BARRIER_BITS];
  assign c_bars = bar_m[c_slot][BARRIER_BITS +: BARRIER_BITS];
  assign c_whole = whole_q[c_warp];
  assign e_place = end_m[e_slot];
endmodule
`default_nettype wire
