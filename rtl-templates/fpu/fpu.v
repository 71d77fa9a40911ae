// fpu - the floating-point unit: beats through its lanes, and results that wait for writeback
// SPDX-License-Identifier: Apache-2.0
//
// Each lane has a pipeline, in which nothing stalls; results wait in a queue that has room for all
// that issue may send (fpu_entries instructions). With fewer lanes than the core has, the beats
// wait before it, and go through it group by group. Divisions and roots have a part of their own,
// and a credit of their own.
`default_nettype none
module ${prefix}_fpu #(
  parameter LANES = ${lanes},
  parameter FPU_LANES = ${fpu_lanes},
  parameter GROUPS = ${fpu_groups},
  parameter STAGES = ${fpu_stages},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits},
  parameter DEPTH_BITS = ${fpu_depth_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [39:0] congest,                                  //% if congest
  output wire [${stall_rounded}:${stall_rounded}] congested,   //% if congest
  // execute
  input  wire                 x_valid,
  input  wire                 x_divides,
  input  wire                 x_last,
  input  wire [BEAT_BITS-1:0] x_beat,  //% if folded
  input  wire [LANES-1:0]     x_mask,
  input  wire [META_BITS-1:0] x_meta,
  input  wire [4:0]           x_fop,
  input  wire [2:0]           x_funct3,
  input  wire                 x_unsigned,
  input  wire [2:0]           x_rm,
  input  wire [LANES*32-1:0]  x_a,
  input  wire [LANES*32-1:0]  x_b,
  input  wire [LANES*32-1:0]  x_c,
  input  wire                 c_cancel,        // what entered in the last cycle has no effect
  input  wire                 c_cancel_divide, // the same of a division
  // issue: an instruction has left; one that was cancelled, execute tells
  output wire                 fpu_free,
  output wire                 fdiv_free,
  // writeback
  output wire                 q_valid,
  input  wire                 q_ready,
  output wire                 q_last,
  output wire [BEAT_BITS-1:0] q_beat,  //% if folded
  output wire [LANES-1:0]     q_mask,
  output wire [META_BITS-1:0] q_meta,
  output wire [LANES*32-1:0]  q_data,
  output wire [4:0]           q_flags  // of all lanes in the mask
);
  localparam GROUP_BITS = ${fpu_group_bits};
  localparam [GROUP_BITS-1:0] LAST_GROUP = ${fpu_last_group};
  localparam HEAD = 1 + LANES + META_BITS + BEAT_BITS;  //% if folded
  localparam HEAD = 1 + LANES + META_BITS;              //% else
  localparam OPERANDS = 12 + LANES * 96;

  // --- what enters the pipelines --------------------------------------
  wire [HEAD-1:0]       x_head = {x_last, x_mask,
                                  x_beat,  //% if folded
                                  x_meta};
  wire [OPERANDS-1:0]   x_operands = {x_fop, x_funct3, x_unsigned, x_rm, x_c, x_b, x_a};
  wire                  enters;        // a group of a beat
  wire                  cancelled;     // the one before
  wire [HEAD-1:0]       head;
  wire [11:0]           operation;
  wire [FPU_LANES*32-1:0] a;
  wire [FPU_LANES*32-1:0] b;
  wire [FPU_LANES*32-1:0] c;
  wire [GROUP_BITS-1:0] group;

  generate
    if (GROUPS == 1) begin : g_direct
      assign enters = x_valid;
      assign cancelled = c_cancel;
      assign head = x_head;
      assign {operation, c, b, a} = x_operands;
      assign group = {GROUP_BITS{1'b0}};
    end else begin : g_queue
      // A beat counts when it is known not to be cancelled.
      reg  [HEAD+OPERANDS-1:0] beats_m [0:(1<<DEPTH_BITS)-1];
      reg  [DEPTH_BITS-1:0]    write_q;
      reg  [DEPTH_BITS-1:0]    read_q;
      reg  [DEPTH_BITS:0]      count_q;
      reg                      fresh_q;
      reg  [GROUP_BITS-1:0]    group_q;
      wire                     stays = fresh_q & ~c_cancel;
      wire                     leaves = enters & group_q == LAST_GROUP;
      wire [DEPTH_BITS-1:0]    place = fresh_q & c_cancel ? write_q - 1'b1 : write_q;
      wire [LANES*32-1:0]      all_a;
      wire [LANES*32-1:0]      all_b;
      wire [LANES*32-1:0]      all_c;

      always @(posedge clk)
        if (x_valid)
          beats_m[place] <= {x_head, x_operands};

      always @(posedge clk)
        if (rst) begin
          write_q <= {DEPTH_BITS{1'b0}};
          read_q <= {DEPTH_BITS{1'b0}};
          count_q <= {DEPTH_BITS+1{1'b0}};
          fresh_q <= 1'b0;
          group_q <= {GROUP_BITS{1'b0}};
        end else begin
          write_q <= place + {{DEPTH_BITS-1{1'b0}}, x_valid};
          read_q <= read_q + {{DEPTH_BITS-1{1'b0}}, leaves};
          count_q <= count_q + {{DEPTH_BITS{1'b0}}, stays} - {{DEPTH_BITS{1'b0}}, leaves};
          fresh_q <= x_valid;
          group_q <= group_q + {{GROUP_BITS-1{1'b0}}, enters};
        end

      assign {head, operation, all_c, all_b, all_a} = beats_m[read_q];
      assign enters = |count_q;
      assign cancelled = 1'b0;
      assign group = group_q;
      assign a = all_a[group_q*FPU_LANES*32 +: FPU_LANES*32];
      assign b = all_b[group_q*FPU_LANES*32 +: FPU_LANES*32];
      assign c = all_c[group_q*FPU_LANES*32 +: FPU_LANES*32];
    end
  endgenerate

  // --- the pipelines, and what goes along -----------------------------
  localparam ALONG = HEAD + GROUP_BITS;

  reg  [STAGES-1:0]       valid_q;
  reg  [STAGES*ALONG-1:0] along_q;
  wire [STAGES-1:0]       first_only = {{STAGES-1{1'b0}}, cancelled};
  wire [STAGES-1:0]       live = valid_q & ~first_only;
  wire [FPU_LANES*32-1:0] y;
  wire [FPU_LANES*5-1:0]  flags;

  always @(posedge clk)
    if (rst)
      valid_q <= {STAGES{1'b0}};
    else
      valid_q <= live << 1 | {{STAGES-1{1'b0}}, enters};

  always @(posedge clk)
    along_q <= {along_q[(STAGES-1)*ALONG-1:0], head, group};

  genvar l;
  generate
    for (l = 0; l < FPU_LANES; l = l + 1) begin : g_lane
      ${prefix}_fpu_lane #(.STAGES(STAGES)) u_lane (
        .clk(clk), .x_fop(operation[11:7]), .x_funct3(operation[6:4]), .x_unsigned(operation[3]),
        .x_rm(operation[2:0]), .x_a(a[l*32 +: 32]), .x_b(b[l*32 +: 32]), .x_c(c[l*32 +: 32]),
        .y(y[l*32 +: 32]), .flags(flags[l*5 +: 5])
      );
    end
  endgenerate

  // --- results --------------------------------------------------------
  wire                    r_valid = valid_q[STAGES-1];
  wire [HEAD-1:0]         r_head;
  wire [GROUP_BITS-1:0]   r_group;
  wire [LANES-1:0]        r_mask;
  wire [FPU_LANES-1:0]    r_active;
  reg  [4:0]              raised;       // by this group
  reg  [4:0]              raised_q;     // by those before
  wire                    r_first = ~|r_group;
  wire                    r_end = r_group == LAST_GROUP;
  wire [4:0]              r_flags = raised | (raised_q & {5{~r_first}});

  assign {r_head, r_group} = along_q[STAGES*ALONG-1 -: ALONG];
  assign r_mask = r_head[HEAD-2 -: LANES];
  assign r_active = r_mask[r_group*FPU_LANES +: FPU_LANES];

  integer k;
  always @* begin
    raised = 5'd0;
    for (k = 0; k < FPU_LANES; k = k + 1)
      raised = raised | (flags[k*5 +: 5] & {5{r_active[k]}});
  end

  always @(posedge clk)
    if (r_valid)
      raised_q <= r_flags;

  reg  [HEAD+4:0]         heads_m [0:(1<<DEPTH_BITS)-1];
  reg  [DEPTH_BITS-1:0]   write_q;
  reg  [DEPTH_BITS-1:0]   read_q;
  reg  [DEPTH_BITS:0]     count_q;
  wire [LANES*32-1:0]     f_data;
  wire                    f_valid = |count_q;
  wire                    f_taken;
  wire                    f_comes = r_valid & r_end;

  always @(posedge clk)
    if (f_comes)
      heads_m[write_q] <= {r_head, r_flags};

  always @(posedge clk)
    if (rst) begin
      write_q <= {DEPTH_BITS{1'b0}};
      read_q <= {DEPTH_BITS{1'b0}};
      count_q <= {DEPTH_BITS+1{1'b0}};
    end else begin
      write_q <= write_q + {{DEPTH_BITS-1{1'b0}}, f_comes};
      read_q <= read_q + {{DEPTH_BITS-1{1'b0}}, f_taken};
      count_q <= count_q + {{DEPTH_BITS{1'b0}}, f_comes} - {{DEPTH_BITS{1'b0}}, f_taken};
    end

  genvar g;
  generate
    for (g = 0; g < GROUPS; g = g + 1) begin : g_group
      localparam [GROUP_BITS-1:0] ME = g;

      reg [FPU_LANES*32-1:0] data_m [0:(1<<DEPTH_BITS)-1];

      always @(posedge clk)
        if (r_valid & r_group == ME)
          data_m[write_q] <= y;

      assign f_data[g*FPU_LANES*32 +: FPU_LANES*32] = data_m[read_q];
    end
  endgenerate

  // --- divisions and roots --------------------------------------------
  wire                    d_valid;
  wire                    d_last;
  wire [BEAT_BITS-1:0]    d_beat;  //% if folded
  wire [LANES-1:0]        d_mask;
  wire [META_BITS-1:0]    d_meta;
  wire [LANES*32-1:0]     d_data;
  wire [4:0]              d_flags;

  ${prefix}_fpu_divide u_divide (
    .clk(clk), .rst(rst), .x_valid(x_divides), .x_last(x_last),
    .x_beat(x_beat), .d_beat(d_beat),  //% if folded
    .x_mask(x_mask), .x_meta(x_meta), .x_root(x_fop[3]), .x_rm(x_rm), .x_a(x_a), .x_b(x_b),
    .c_cancel(c_cancel_divide), .d_valid(d_valid), .d_ready(q_ready), .d_last(d_last),
    .d_mask(d_mask), .d_meta(d_meta), .d_data(d_data), .d_flags(d_flags)
  );

  // --- writeback: quotients first, which are rare ---------------------
//% stall rounded f_valid | d_valid
  wire                    taken = q_valid & q_ready;

  assign f_taken = taken & ~d_valid;
  assign fpu_free = f_taken & q_last;
  assign fdiv_free = taken & d_valid & d_last;
  assign q_valid = (f_valid | d_valid)${unless stall rounded};
  assign {q_last, q_mask,
          q_beat,  //% if folded
          q_meta} = d_valid ? {d_last, d_mask,
                               d_beat,  //% if folded
                               d_meta} : heads_m[read_q][HEAD+4:5];
  assign q_flags = d_valid ? d_flags : heads_m[read_q][4:0];
  assign q_data = d_valid ? d_data : f_data;
endmodule
`default_nettype wire
