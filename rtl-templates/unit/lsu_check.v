// lsu_check - computes and checks the addresses of loads and stores, and queues them
// SPDX-License-Identifier: Apache-2.0
//
//   cycle n    the beat is in execute; its addresses are added
//         n+1  its faults are known (k_): warp control takes the trap, or the beat is queued
//
// The queue has room for the beats of mem.queue instructions; issue counts the entries. An
// instruction becomes visible to lsu_coalesce with its last beat. If it is squashed, or one of its
// beats faults, it never becomes visible. An instruction of one beat passes an empty queue in n+1.
//% if lsu_direct
//
// In this configuration the queue is one instruction, which stays in the registers of the check
// until its requests have left.
//% end
//% if local
//
// The window of local memory, at the top of RAM, is interleaved: a word of it lies elsewhere in
// memory. Faults report the address of the program, the queue holds the address in memory.
//% end
//% if constant
//
// A store to constant memory faults as one outside memory does.
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
  parameter CONST_BITS = ${const_bits},      // log2 of its bytes                  //% if constant
  parameter CONST_BASE = ${const_base},      // of constant memory                 //% if constant
  parameter RAM_BASE = ${ram_base}
) (
  input  wire                 clk,
  input  wire                 rst,
  // operands
  input  wire                 x_valid,   // a beat of a load or store is in execute
  input  wire                 x_last,    // last beat of the instruction
  input  wire [BEAT_BITS-1:0] x_beat,    // number of the beat  //% if folded
  input  wire [LANES-1:0]     x_mask,    // active lanes
  input  wire [META_BITS-1:0] x_meta,    // {sequence number if traced, warp, rd, writes}
  input  wire [2:0]           x_funct3,  // size and sign of the access
  input  wire                 x_store,   // 1 store, 0 load
  input  wire [LANES*32-1:0]  x_step,    // is added to the base address  //% if ventus
  input  wire [31:0]          x_offset,  // immediate                     //% else
  input  wire [LANES*32-1:0]  x_a,       // base address of each lane
  input  wire [LANES*32-1:0]  x_b,       // data to store, of each lane
  input  wire [6:0]           x_atomic,  // {operation, acquire, is atomic}  //% if has_a
  input  wire [LANES*32-1:0]  x_c,       // value that amocas.w expects      //% if has_a
  // issue
  output wire                 lsu_free,  // an entry of the queue is free again
  // warp control
  input  wire                 c_squashed,  // the instruction in k_ is squashed
  output wire                 k_fault,     // a lane faults
  output wire [2:0]           k_cause,     // trap cause of the lowest faulting lane
  output wire [31:0]          k_tval,      // address of the lowest faulting lane
  // coalescing: the oldest beat
  input  wire                 h_pop,     // remove the beat
  output wire                 q_valid,   // a beat is visible
  output wire                 q_last,    // last beat of the instruction
  output wire [BEAT_BITS-1:0] q_beat,    // number of the beat  //% if folded
  output wire [LANES-1:0]     q_mask,    // active lanes
  output wire [META_BITS-1:0] q_meta,    // as x_meta
  output wire [LANES-1:0]     q_smem,    // lanes in shared memory  //% if smem
  output wire [2:0]           q_funct3,  // as x_funct3
  output wire                 q_store,   // 1 store, 0 load
  output wire [6:0]           q_atomic,  // as x_atomic  //% if has_a
  output wire [LANES*32-1:0]  q_third,   // as x_c       //% if has_a
  output wire [LANES*32-1:0]  q_addr,    // address of each lane
  output wire [LANES*32-1:0]  q_data     // data to store, of each lane
);
  localparam [31:0] BASE = RAM_BASE;
  localparam [31:0] CONSOLE = 32'hFFFFF000;
//% if smem
  localparam [31:0] SMEM = ${smem_base};  //% if smem_moved
  localparam [31:0] SMEM = 32'hFF000000;  //% else
//% end
  localparam [31:0] CONSTANT = CONST_BASE;  //% if constant
  localparam WINDOW_BITS = LOCAL_BITS + HART_BITS;  //% if local
//% if not lsu_direct
  localparam ENTRY_BITS = 1 + 1 + 3 + META_BITS
                          + BEAT_BITS  //% if folded
                          + LANES      //% if smem
                          + 7 + LANES * 32  //% if has_a
                          + LANES * 65;
//% end

  // The check: one beat, a cycle behind execute.
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
  // Found in execute, with the sums, so that k_fault is early in its cycle.
  reg  [LANES-1:0]     misaligned_q;  // per lane: not a multiple of the size
  reg  [LANES-1:0]     outside_q;     // per lane: no memory at the address
  reg  [LANES-1:0]     in_smem_q;     // per lane: in shared memory      //% if smem
  wire [LANES*32-1:0]  places;        // address of each lane in memory  //% if local
  wire [LANES-1:0]     faulty = mask_q & (misaligned_q | outside_q);
  wire [LANES-1:0]     first_faulty;  // lowest faulting lane, one-hot
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
      wire [31:0] addr = x_a[l*32 +: 32] + x_step[l*32 +: 32];  //% if ventus
      wire [31:0] addr = x_a[l*32 +: 32] + x_offset;            //% else
      wire        in_ram = addr[31:RAM_BITS] == BASE[31:RAM_BITS];
      wire        is_console = x_store & ~x_atomic[0] & addr == CONSOLE;  //% if has_a
      wire        is_console = x_store & addr == CONSOLE;                 //% else
      wire        in_smem = addr[31:SMEM_BITS] == SMEM[31:SMEM_BITS];  //% if smem

//% if constant
      wire        is_constant = x_store & addr[31:CONST_BITS] == CONSTANT[31:CONST_BITS];
//% end
//% if local
      // Word w of the local memory of thread h is word w * threads + h of the window.
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
          outside_q[l] <= is_constant | (~in_ram & ~in_smem & ~is_console);  //% if constant
          outside_q[l] <= ~in_ram & ~in_smem & ~is_console;                  //% else
//% else
          outside_q[l] <= is_constant | (~in_ram & ~is_console);  //% if constant
          outside_q[l] <= ~in_ram & ~is_console;                  //% else
//% end
        end
    end
  endgenerate

  ${prefix}_onehot_mux #(.N(LANES), .WIDTH(32)) u_faulty_addr (
    .sel(first_faulty), .in(addr_q), .out(faulty_addr)
  );

//% if folded
  // Cause and tval are those of the first faulting beat.
  reg         fault_q;  // an earlier beat of the instruction faults
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
  reg waits_q;  // requests of the beat are still to be made

  always @(posedge clk)
    if (rst)
      waits_q <= 1'b0;
    else
      waits_q <= q_valid & ~h_pop;

  assign q_valid = waits_q | (valid_q & ~c_squashed & ~k_fault);
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
  wire                  push = valid_q & ~c_squashed;
  wire                  commit = push & last_q & ~k_fault;
  wire                  empty = ~|visible_q;
  wire                  pop = h_pop & ~empty;
  wire                  pass = h_pop & empty;
  wire [QUEUE_BITS:0]   popped_n = {{QUEUE_BITS{1'b0}}, pop};

//% if folded
  wire                  faults = push & last_q & k_fault;
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
      if (faults)
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
