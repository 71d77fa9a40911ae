// execute - stage 4: the lanes' ALUs, multipliers and the divider
// SPDX-License-Identifier: Apache-2.0
//
// One beat of any warp enters in a cycle. Results of the ALU and of control instructions are in w_
// one cycle later, products (m_) three cycles later. The divider needs a variable number of cycles
// and holds its result (v_) until writeback takes it. The load/store unit and warp control see the
// same beat: lsu makes the accesses, warp_control changes the state of the warp.
`default_nettype none
module ${prefix}_execute #(
//% emit params_execute
) (
//% emit ports_execute
);
//% emit execute_params
  wire                 x_fixed = x_valid & ~x_bare & (x_unit == U_ALU | x_unit == U_CONTROL);
  wire                 m_wait;    // a displaced product waits for a slot  //% if fast_multiply
//% if trace_retire
  wire [SEQ_BITS-1:0] x_seq;

  assign x_meta = {x_seq, x_warp, x_rd, x_writes};
//% else

  assign x_meta = {x_warp, x_rd, x_writes};
//% end

  // Results one cycle behind execute.
  reg                  valid_q;
  reg                  any_q;
  reg                  memory_q;
  reg                  squashed_q;
  reg                  same_q;    // the warp of the instruction before
  reg                  last_q;
  reg  [BEAT_BITS-1:0] beat_q;  //% if folded
  reg  [LANES-1:0]     mask_q;
  reg  [META_BITS-1:0] meta_q;
  reg  [LANES*32-1:0]  data_q;

//% if across
  wire                 x_present = x_valid & x_unit == U_ALU & x_alu == ALU_ACROSS;
  wire [LANES*32-1:0]  x_across;

//% end
//% if across_twice
  wire                 x_again;    //% if trace_retire
  wire                 x_no_write;
  wire                 across_no_write;
  wire                 x_gives = x_fixed & x_writes & ~x_no_write;

  ${prefix}_across u_across (
    .active(x_tmask),
    .c_no_write(across_no_write),
//% connect ../unit/across
  );
  assign w_no_write = c_no_write | across_no_write;
  assign w_no_retire = c_no_retire | across_no_write;

//% elif across
  ${prefix}_across u_across (
    .x_b(x_b),  //% if has_shfl
    .active(x_tmask), .x_a(x_a), .x_across(x_across)                    //% if ventus
    .active(x_mask), .x_which(x_which), .x_a(x_a), .x_across(x_across)  //% else
  );

//% end
  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      wire [31:0] y;
//% if deep
      // The second operand of a clone, or of a read of a CSR, is 0. `also` is ORed into the result:
      // the register of thread 0, or the CSR.
      wire [31:0] thread = l;
      wire [31:0] also = (x_a[31:0] & {32{x_clone}})
                         | ((csr_value | (thread & {32{csr_per_thread}})) & {32{x_reads_csr}});
//% end

      ${prefix}_alu u_alu (
        .kind(x_kind), .also(also),  //% if deep
        .op(x_alu), .a(x_a[l*32 +: 32]), .b(x_b[l*32 +: 32]), .y(y), .less(x_less[l])
      );
      assign x_equal[l] = x_a[l*32 +: 32] == x_b[l*32 +: 32];
//% if ventus
      wire tested = (x_funct3[2] ? x_less[l] : x_equal[l]) ^ x_funct3[0];
      wire [31:0] result = x_tests ? {31'd0, tested} : y ^ {32{x_inverts}};
//% end

      always @(posedge clk)
        data_q[l*32 +: 32] <= x_present ? x_across[l*32 +: 32] : result;  //% if ventus
        data_q[l*32 +: 32] <= x_present ? x_across[l*32 +: 32] : y;  //% elif across
        data_q[l*32 +: 32] <= y;                                     //% else
//% if fast_multiply

      ${prefix}_multiply u_multiply (
        .x_adds(x_funct3[2]), .x_c(x_c[l*32 +: 32]),  //% if ventus
        .clk(clk), .x_funct(x_funct3[1:0]), .x_a(x_a[l*32 +: 32]), .x_b(x_b[l*32 +: 32]),
        .m_wait(m_wait), .m_result(m_data[l*32 +: 32])
      );
//% end
    end
  endgenerate

  always @(posedge clk)
    if (rst) begin
      valid_q <= 1'b0;
      any_q <= 1'b0;
    end else begin
      valid_q <= x_fixed;
      any_q <= x_valid;
    end

  always @(posedge clk) begin
    memory_q <= x_unit == U_MEMORY;
    squashed_q <= x_squashed;
    same_q <= x_warp == meta_q[${meta_warp_at} +: WARP_BITS];
    last_q <= x_last;
    beat_q <= x_write_beat;  //% if folded
    mask_q <= x_mask;
    meta_q <= x_meta;
  end

  assign x_access = x_valid & x_unit == U_MEMORY;
  assign c_seq = meta_q[${meta_seq_at} +: SEQ_BITS];  //% if trace_retire

  // p_squash of the instruction before arrives while this one is here.
  assign c_squashed = squashed_q | (p_squash & same_q);

  // A squashed instruction of a unit, or an access that faults, returns its credit now. The bit of
  // its register in the scoreboard is cleared one cycle later.
  wire k_squash = any_q & memory_q & last_q & (c_squashed | k_fault);
//% if has_m
  wire v_free;
  reg  divide_q;
  reg  started_q;   // the divider has accepted this beat
  wire v_squash = any_q & divide_q & last_q & c_squashed;

  always @(posedge clk) begin
    divide_q <= x_unit == U_DIVIDE;
    started_q <= x_valid & x_unit == U_DIVIDE & ~x_squashed;
  end

//% else
  wire v_squash = 1'b0;

//% end
//% if floats
  wire x_float = x_unit == U_FLOAT;
  wire x_root = x_unit == U_ROOT;
  wire fdiv_left;
  reg  float_q;
  reg  root_q;
  reg  begun_q;   // the floating-point unit has accepted this beat
  wire ends = any_q & last_q & c_squashed;
  wire fp_squash = ends & (float_q | root_q);

  always @(posedge clk) begin
    float_q <= x_float;
    root_q <= x_root;
    begun_q <= x_valid & ~x_squashed;
  end

  assign fpu_squash = ends & float_q;
  assign fdiv_free = fdiv_left;                    //% if many_fdivs
  assign fdiv_squash = ends & root_q;              //% if many_fdivs
  assign fdiv_free = fdiv_left | (ends & root_q);  //% else

//% end
//% if fast_multiply
  wire m_begun;    // a product, one cycle behind execute
  wire m_squash = m_begun & last_q & c_squashed & i_displaced;
//% else
  wire m_squash = 1'b0;
//% end
//% if tells_warp
  assign c_warp = meta_q[${meta_warp_at} +: WARP_BITS];

//% end
//% if counters
  reg  store_q;
  reg  load_q;     // one cycle after it has acted
  reg  stored_q;

  always @(posedge clk) begin
    store_q <= x_store;
    load_q <= c_memory & ~store_q;
    stored_q <= c_memory & store_q;
  end

  assign c_account_squashed = c_squashed;
  assign c_load = load_q;
  assign c_load_squash = k_squash & meta_q[${meta_writes_at}];
  assign c_store = stored_q;

//% end
  reg                  clear_q;
  reg  [WARP_BITS-1:0] clear_warp_q;
  reg  [${reg_top}:0]           clear_rd_q;

  always @(posedge clk)
    if (rst)
      clear_q <= 1'b0;
    else
      clear_q <= (k_squash | v_squash | m_squash | fp_squash)  //% if floats
      clear_q <= (k_squash | v_squash | m_squash)              //% else
                 & meta_q[${meta_writes_at}];

  always @(posedge clk) begin
    clear_warp_q <= meta_q[${meta_warp_at} +: WARP_BITS];
    clear_rd_q <= meta_q[${meta_rd_at} +: ${reg_bits}];
  end

  assign lsu_squash = k_squash;
  assign e_clear = clear_q;
  assign e_clear_warp = clear_warp_q;
  assign e_clear_rd = clear_rd_q;
  assign x_busy = any_q;
  assign w_valid = valid_q;
  assign w_last = last_q;
  assign w_beat = beat_q & {BEAT_BITS{~c_spawn}};  //% if folded
  assign w_meta = meta_q;
  assign w_to_warp = c_spawn ? c_spawn_warp : meta_q[${meta_warp_at} +: WARP_BITS];
//% if not many_lanes
  assign w_mask = mask_q | c_spawn;
  assign w_data = c_spawn ? c_lead_b : data_q;
//% else
  assign w_mask = c_spawn ? {{LANES-1{1'b0}}, 1'b1} : mask_q;
  assign w_data = {data_q[LANES*32-1:32], c_spawn ? c_lead_b : data_q[31:0]};
//% end

//% if trace_retire
//% if timer
  wire x_interrupt = x_unit == U_CONTROL & x_op == OP_CSR & x_csr_write == CSR_INTERRUPT;

//% end
  ${prefix}_number u_number (
    .x_beat(x_beat | {BEAT_BITS{x_again}}),  //% if across_twice
    .x_beat(x_beat),                         //% elif folded
//% connect ../lib/number
  );

//% end
//% if fast_multiply
  wire                 next_product;  // a product is written in the next cycle
  wire                 product_last;        //% if not forward
  wire [BEAT_BITS-1:0] product_beat;        //% if forward_beats
  wire                 product_writes;
  wire [WARP_BITS-1:0] product_warp;
  wire [${reg_top}:0]           product_rd;

  ${prefix}_products u_products (
    .congested(congested[${stall_product}:${stall_product}]),  //% if congest
    .x_product(x_valid & x_unit == U_MULTIPLY),
    .next_last(product_last),  //% if not forward
    .next_beat(product_beat),  //% if forward_beats
    .next_writes(product_writes), .next_warp(product_warp),
    .next_rd(product_rd),
//% connect ../unit/products
  );
//% end

  // The register that is written in the next cycle.
//% if fast_multiply
  wire                 next_writes = next_product ? product_writes : x_gives;  //% if across_twice
  wire                 next_writes = next_product ? product_writes : x_fixed & x_writes;  //% else
  wire [WARP_BITS-1:0] next_warp = next_product ? product_warp : x_warp;
  wire [${reg_top}:0]           next_rd = next_product ? product_rd : x_rd;
  wire [BEAT_BITS-1:0] next_beat = next_product ? product_beat : x_write_beat;  //% if forward_beats
//% else
  wire                 next_writes = x_gives;              //% if across_twice
  wire                 next_writes = x_fixed & x_writes;  //% else
  wire [WARP_BITS-1:0] next_warp = x_warp;
  wire [${reg_top}:0]           next_rd = x_rd;
  wire [BEAT_BITS-1:0] next_beat = x_write_beat;  //% if forward_beats
//% end

//% if forward
  // Operand selection forwards the written result, so the bit in the scoreboard is cleared early:
  // for ALU results by issue itself, for products from here.
  reg                  e_writes_q;
  reg  [ADDR_BITS-1:0] e_addr_q;

  always @(posedge clk) begin
    e_writes_q <= next_writes;
    e_addr_q <= e_next_addr;
  end

  assign e_next_writes = next_writes;
  assign e_next_addr[ADDR_BITS-1 -: WARP_BITS] = next_warp;
  assign e_next_addr[${reg_top}:0] = next_rd;
  assign e_writes = e_writes_q;
  assign e_addr = e_addr_q;
  assign e_mask = m_valid ? m_mask : w_mask;                            //% if ventus
  assign e_data = m_valid ? m_data : w_data;                            //% if fast_multiply
  assign e_data = w_data;                                               //% else
  assign x_clear = x_valid & x_unit == U_MULTIPLY & x_last & x_writes;  //% if fast_multiply
  assign x_clear = 1'b0;                                                //% else
  assign x_clear_warp = x_warp;
  assign x_clear_rd = x_rd;
//% else
  assign x_clear = next_writes & (next_product ? product_last : x_last);  //% if fast_multiply
  assign x_clear = next_writes & x_last;                                  //% else
  assign x_clear_warp = next_warp;
  assign x_clear_rd = next_rd;
//% end
  assign e_next_addr[${reg_bits} +: BEAT_BITS] = next_beat;  //% if forward_beats

//% if has_m
  ${prefix}_muldiv u_divide ( //% if slow_multiply
  ${prefix}_divide u_divide (                                                       //% else
    .congest(congest), .congested(congested[${stall_quotient}:${stall_quotient}]),  //% if congest
    .clk(clk), .rst(rst),
    .x_valid(x_valid & x_unit == U_DIVIDE & ~x_squashed), .x_last(x_last),
    .c_squashed(started_q & c_squashed),
    .x_beat(x_beat), .v_beat(v_beat),  //% if folded
    .x_mask(x_mask), .x_meta(x_meta), .x_funct3(x_funct3), .x_a(x_a), .x_b(x_b),
    .div_free(v_free),
    .v_valid(v_valid), .v_ready(v_ready), .v_last(v_last), .v_mask(v_mask), .v_meta(v_meta),
    .v_data(v_data)
  );
  assign div_free = v_free | v_squash;

//% end
//% if not fast_multiply
//% stall product never
//% end
//% if not has_m
//% stall quotient never

  wire unused_congest = ^congest;  //% if congest
//% end
//% if floats

  ${prefix}_fpu_and_sfu u_fpu ( //% if has_sfu
  ${prefix}_fpu u_fpu (         //% else
    .x_special(x_special),      //% if has_sfu
    .congest(congest), .congested(congested[${stall_rounded}:${stall_rounded}]),  //% if congest
    .clk(clk), .rst(rst), .x_valid(x_valid & (x_float | x_root) & ~x_squashed),
    .x_last(x_last),
    .x_beat(x_beat), .fp_beat(fp_beat),  //% if folded
    .x_mask(x_mask), .x_meta(x_meta), .x_fop(x_fop), .x_funct3(x_funct3),
    .x_unsigned(x_unsigned_integer), .x_rm(x_rm), .x_a(x_a), .x_b(x_b), .x_c(x_c),
    .c_squashed(begun_q & (float_q | root_q) & c_squashed),
    .fpu_free(fpu_free), .fdiv_free(fdiv_left),
    .fp_valid(fp_valid), .fp_ready(fp_ready), .fp_last(fp_last), .fp_mask(fp_mask),
    .fp_meta(fp_meta), .fp_data(fp_data), .fp_flags(fp_flags)
  );
//% else
//% stall rounded never
//% end
endmodule
`default_nettype wire
