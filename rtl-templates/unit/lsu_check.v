// lsu_check - addresses of loads and stores, their faults, and the queue of those without
// SPDX-License-Identifier: Apache-2.0
//
// One cycle behind execute (k_) a beat's addresses are checked, so that warp control learns of a
// trap at a fixed time. The queue holds the beats of mem.queue instructions; issue counts the
// entries. An instruction becomes visible with its last beat, or not at all if a beat of it faults
// or it is poisoned. An instruction of one beat passes an empty queue.
//% if lsu_direct
//
// Here it holds one, which stays in the registers of the check until its requests have been made.
//% end
//% if local
//
// Faults tell the address of the program; the queue has where it lies in memory, which in the
// window of local memory, at the top of RAM, is another word.
//% end
`default_nettype none
module ${prefix}_lsu_check #(
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},        //% if folded
  parameter META_BITS = ${meta_bits},
  parameter QUEUE_BITS = ${lsu_queue_bits},  //% if not lsu_direct
  parameter SMEM_BITS = ${smem_bits},        //% if smem
  parameter RAM_BITS = ${ram_bits},
  parameter LOCAL_BITS = ${local_bits},      // log2 of the bytes of a thread   //% if local
  parameter HART_BITS = ${local_hart_bits},  // of a thread's number, all cores  //% if local
  parameter RAM_BASE = ${ram_base}
) (
  input  wire                 clk,
  input  wire                 rst,
  // operands
  input  wire                 x_valid,
  input  wire                 x_last,
  input  wire [BEAT_BITS-1:0] x_beat,  //% if folded
  input  wire [LANES-1:0]     x_mask,
  input  wire [META_BITS-1:0] x_meta,
  input  wire [2:0]           x_funct3,
  input  wire                 x_store,
  input  wire [31:0]          x_offset,
  input  wire [LANES*32-1:0]  x_a,
  input  wire [LANES*32-1:0]  x_b,
  input  wire [6:0]           x_atomic,  // {operation, acquire, it is one}  //% if has_a
  input  wire [LANES*32-1:0]  x_c,                                           //% if has_a
  // issue
  output wire                 lsu_free,   // an entry is free again
  // warp control
  input  wire                 c_poison,   // the instruction in k_ has no effect
  output wire                 k_fault,
  output wire [2:0]           k_cause,
  output wire [31:0]          k_tval,
  // coalescing: the oldest beat
  input  wire                 h_pop,
  output wire                 q_valid,
  output wire                 q_last,
  output wire [BEAT_BITS-1:0] q_beat,                                //% if folded
  output wire [LANES-1:0]     q_mask,
  output wire [META_BITS-1:0] q_meta,
  output wire [LANES-1:0]     q_smem,     // lanes in shared memory  //% if smem
  output wire [2:0]           q_funct3,
  output wire                 q_store,
  output wire [6:0]           q_atomic,                              //% if has_a
  output wire [LANES*32-1:0]  q_third,                               //% if has_a
  output wire [LANES*32-1:0]  q_addr,
  output wire [LANES*32-1:0]  q_data
);
  localparam [31:0] BASE = RAM_BASE;
  localparam [31:0] CONSOLE = 32'hFFFFF000;
  localparam [31:0] SMEM = 32'hFF000000;  //% if smem
  localparam WINDOW_BITS = LOCAL_BITS + HART_BITS;  //% if local
//% if not lsu_direct
  localparam ENTRY_BITS = 1 + 1 + 3 + META_BITS
                          + BEAT_BITS  //% if folded
                          + LANES      //% if smem
                          + 7 + LANES * 32  //% if has_a
                          + LANES * 65;
//% end

  // Check: one beat, its addresses and what is wrong with them.
  reg                  valid_q;
  reg                  last_q;
  reg  [BEAT_BITS-1:0] beat_q;  //% if folded
  reg  [LANES-1:0]     mask_q;
  reg  [META_BITS-1:0] meta_q;
  reg  [2:0]           funct3_q;
  reg                  store_q;
  reg  [LANES*32-1:0]  addr_q;
  reg  [LANES*32-1:0]  data_q;
  reg  [6:0]           atomic_q;  //% if has_a
  reg  [LANES*32-1:0]  third_q;   //% if has_a
  // What is wrong is found with the sums, so that a fault is known early in this cycle.
  reg  [LANES-1:0]     misaligned_q;
  reg  [LANES-1:0]     outside_q;
  reg  [LANES-1:0]     in_smem_q;  //% if smem
  wire [LANES*32-1:0]  places;     // in memory  //% if local
  wire [LANES-1:0]     faulty = mask_q & (misaligned_q | outside_q);
  wire [LANES-1:0]     first_faulty;
  wire [31:0]          faulty_addr;
  wire                 beat_fault = |faulty;
  wire [2:0]           beat_cause = {1'b1, store_q, ~|(first_faulty & misaligned_q)};

  ${prefix}_onehot_lowest #(.N(LANES)) u_first_faulty (
    .in(faulty), .lowest(first_faulty)
  );

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else
      valid_q <= x_valid;

  always @(posedge clk)
    if (x_valid) begin
      last_q <= x_last;
      beat_q <= x_beat;  //% if folded
      mask_q <= x_mask;
      meta_q <= x_meta;
      funct3_q <= x_funct3;
      store_q <= x_store;
      atomic_q <= x_atomic;  //% if has_a
      third_q <= x_c;        //% if has_a
      data_q <= x_b;
    end

  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      wire [31:0] addr = x_a[l*32 +: 32] + x_offset;
      wire        in_ram = addr[31:RAM_BITS] == BASE[31:RAM_BITS];
      wire        is_console = x_store & ~x_atomic[0] & addr == CONSOLE;  //% if has_a
      wire        is_console = x_store & addr == CONSOLE;                 //% else
      wire        in_smem = addr[31:SMEM_BITS] == SMEM[31:SMEM_BITS];  //% if smem

//% if local
      // Word w of thread h is the word w * threads + h of the window.
      wire [31:0] named = addr_q[l*32 +: 32];
      reg         in_window_q;

      assign places[l*32 +: 32] = ~in_window_q ? named
        : {named[31:WINDOW_BITS], named[LOCAL_BITS-1:2], named[WINDOW_BITS-1:LOCAL_BITS],
           named[1:0]};

//% end
      // funct3[1:0]: 0 byte, 1 half, 2 word
      always @(posedge clk)
        if (x_valid) begin
          addr_q[l*32 +: 32] <= addr;
          in_window_q <= in_ram & (&addr[RAM_BITS-1:WINDOW_BITS]);  //% if local
          misaligned_q[l] <= (x_funct3[1] & |addr[1:0]) | (x_funct3[0] & addr[0]);
//% if smem
          in_smem_q[l] <= in_smem;
          outside_q[l] <= ~in_ram & ~in_smem & ~is_console;
//% else
          outside_q[l] <= ~in_ram & ~is_console;
//% end
        end
    end
  endgenerate

  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_faulty_addr (
    .sel(first_faulty), .in(addr_q), .out(faulty_addr)
  );

//% if folded
  // The first faulty beat counts.
  reg         fault_q;
  reg  [2:0]  cause_q;
  reg  [31:0] tval_q;

  always @(posedge clk)
    if (rst)
      fault_q <= 1'b0;
    else if (valid_q)
      fault_q <= ~last_q & (fault_q | beat_fault);

  always @(posedge clk)
    if (valid_q & ~fault_q) begin
      cause_q <= beat_cause;
      tval_q <= faulty_addr;
    end

  assign k_fault = fault_q | beat_fault;
  assign k_cause = fault_q ? cause_q : beat_cause;
  assign k_tval = fault_q ? tval_q : faulty_addr;
//% else
  assign k_fault = beat_fault;
  assign k_cause = beat_cause;
  assign k_tval = faulty_addr;
//% end

//% if lsu_direct
  reg waits_q;

  always @(posedge clk)
    if (rst)
      waits_q <= 1'b0;
    else
      waits_q <= q_valid & ~h_pop;

  assign q_valid = waits_q | (valid_q & ~c_poison & ~k_fault);
  assign q_last = last_q;
  assign q_mask = mask_q;
  assign q_meta = meta_q;
  assign q_funct3 = funct3_q;
  assign q_store = store_q;
  assign q_smem = in_smem_q;  //% if smem
  assign q_atomic = atomic_q;  //% if has_a
  assign q_third = third_q;    //% if has_a
  assign q_addr = places;  //% if local
  assign q_addr = addr_q;  //% else
  assign q_data = data_q;
  assign lsu_free = h_pop;
//% else
  // Queue.
  reg  [ENTRY_BITS-1:0] queue_m [0:(1<<QUEUE_BITS)-1];
  reg  [QUEUE_BITS-1:0] write_q;
  reg  [QUEUE_BITS-1:0] read_q;
  reg  [QUEUE_BITS:0]   visible_q;    // beats that may be read
  wire                  push = valid_q & ~c_poison;
  wire                  commit = push & last_q & ~k_fault;
  wire                  empty = ~|visible_q;
  wire                  pop = h_pop & ~empty;
  wire                  pass = h_pop & empty;
  wire [QUEUE_BITS:0]   popped_n = {{QUEUE_BITS{1'b0}}, pop};

//% if folded
  wire                  cancel = push & last_q & k_fault;
  reg  [BEAT_BITS-1:0]  pushed_q;     // earlier beats of the instruction being written
  wire [QUEUE_BITS:0]   pushed_n = {{QUEUE_BITS+1-BEAT_BITS{1'b0}}, pushed_q};

  always @(posedge clk)
    if (rst | (push & last_q))
      pushed_q <= {BEAT_BITS{1'b0}};
    else if (push)
      pushed_q <= pushed_q + 1'b1;

  always @(posedge clk)
    if (rst) begin
      write_q <= {QUEUE_BITS{1'b0}};
      visible_q <= {QUEUE_BITS+1{1'b0}};
    end else begin
      if (cancel)
        write_q <= write_q - pushed_n[QUEUE_BITS-1:0];
      else if (push & ~pass)
        write_q <= write_q + 1'b1;
      visible_q <= visible_q - popped_n
                   + (commit & ~pass ? pushed_n + 1'b1 : {QUEUE_BITS+1{1'b0}});
    end
//% else
  always @(posedge clk)
    if (rst) begin
      write_q <= {QUEUE_BITS{1'b0}};
      visible_q <= {QUEUE_BITS+1{1'b0}};
    end else begin
      if (commit & ~pass)
        write_q <= write_q + 1'b1;
      visible_q <= visible_q - popped_n + {{QUEUE_BITS{1'b0}}, commit & ~pass};
    end
//% end

  always @(posedge clk)
    if (rst)
      read_q <= {QUEUE_BITS{1'b0}};
    else if (pop)
      read_q <= read_q + 1'b1;

  wire [ENTRY_BITS-1:0] entry = {last_q, store_q, funct3_q, meta_q,
                                 beat_q,     //% if folded
                                 in_smem_q,  //% if smem
                                 atomic_q, third_q,  //% if has_a
                                 mask_q, places, data_q};  //% if local
                                 mask_q, addr_q, data_q};  //% else

  always @(posedge clk)
    if (valid_q)
      queue_m[write_q] <= entry;

  assign q_valid = ~empty | (commit & ~|pushed_q);  //% if folded
  assign q_valid = ~empty | commit;                 //% else
  assign {q_last, q_store, q_funct3, q_meta,
          q_beat,                                   //% if folded
          q_smem,                                   //% if smem
          q_atomic, q_third,                        //% if has_a
          q_mask, q_addr, q_data} = empty ? entry : queue_m[read_q];
  assign lsu_free = h_pop & q_last;
//% end
endmodule
`default_nettype wire
