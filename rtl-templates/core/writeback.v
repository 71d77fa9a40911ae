// writeback - writes one beat of results per cycle into the register files
// SPDX-License-Identifier: Apache-2.0
//
// Results come in two kinds:
//
//   reserved   ALU and control results (w_) and products (m_) have a slot, reserved by issue. They
//              are written in the cycle in which they are valid, never two at once.
//   waiting    loads (l_), quotients (v_) and floating-point results (q_) wait for a free slot,
//              until their ready is 1. If several wait they take turns.
//
// A product that has lost its slot (m_late) waits in the multiplier while w_valid or e_clear is 1.
//
// A waiting result also needs the port to the scoreboard, which clears the bit of its register; a
// squashed instruction (e_clear) uses that port first.
//
//% if loads_ahead
// A load that the load/store unit completes in the next cycle (l_next_) has the port in that cycle
// if nothing else waits for it and its slot is free: it is promised. Its bit in the scoreboard is
// cleared a cycle ahead. An instruction that issues then reads the registers behind the write.
//
//% end
//% if clear
// Behind a warp of a block its registers are cleared (clear_valid), one in each cycle in which no
// result is written. A waiting result may pass them once, then they have the next free slot.
//
//% end
// After reset the write port clears all registers, one address per cycle. Then `run` is 1.
`default_nettype none
module ${prefix}_writeback #(
  parameter WARP_BITS = ${warp_bits},
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits},
  parameter SEQ_BITS = ${seq_bits},                     //% if trace_retire
  parameter RETIRE_RECORD_BITS = ${trace_retire_bits},  //% if trace_retire
  parameter ADDR_BITS = ${regs_bits}
) (
//% emit ports_writeback
);
  // Clearing: every address of the register files, all lanes at once.
  reg  [ADDR_BITS:0]   clear_q;
//% if clear
  // Then the registers of each warp that has ended, in cycles in which no result is written.
  localparam LOW_BITS = ADDR_BITS - WARP_BITS;
  reg  [LOW_BITS-1:0]  low_q;   // register to clear next
  reg                  turn_q;  // a waiting result has passed it
  wire                 resets = ~clear_q[ADDR_BITS];
  wire                 blank = clear_valid & ~any;
  wire                 clearing = resets | blank;
  wire [ADDR_BITS-1:0] clear_addr = blank ? {clear_warp, low_q} : clear_q[ADDR_BITS-1:0];

  always @(posedge clk)
    if (rst)
      clear_q <= {ADDR_BITS+1{1'b0}};
    else if (resets)
      clear_q <= clear_q + 1'b1;

  always @(posedge clk)
    if (rst) begin
      low_q <= {LOW_BITS{1'b0}};
      turn_q <= 1'b0;
    end else begin
      low_q <= low_q + {{LOW_BITS-1{1'b0}}, blank};
      turn_q <= clear_valid & ~blank & (turn_q | ~reserved);
    end

  assign cleared = ~resets;
  assign clear_done = blank & &low_q;
//% else
  wire                 clearing = ~clear_q[ADDR_BITS];

  always @(posedge clk)
    if (rst)
      clear_q <= {ADDR_BITS+1{1'b0}};
    else if (clearing)
      clear_q <= clear_q + 1'b1;

  assign cleared = ~clearing;
//% end

  // Choice of the result. A reserved result is never refused.
  reg                  promised_q;  // the load in l_ is written in this cycle  //% if loads_ahead
  wire                 with_slot = w_valid | m_live;       //% if fast_multiply
  wire                 with_slot = w_valid;                //% else
  wire                 reserved = with_slot | promised_q;  //% if loads_ahead
  wire                 reserved = with_slot;               //% else
//% if floats
  wire                 others = l_valid | v_valid;   //% if has_m
  wire                 others = l_valid;             //% else
  wire                 l_or_v = others | fp_valid;
//% else
  wire                 l_or_v = l_valid | v_valid;   //% if has_m
  wire                 l_or_v = l_valid;             //% else
//% end
//% stall writeback l_or_v & ~reserved & ~e_clear
  // A waiting result needs the slot and the port to the scoreboard.
//% if floats
  // Floating-point results take turns with the others.
  wire                 closed = reserved | e_clear | turn_q${or stall writeback};  //% if clear
  wire                 closed = reserved | e_clear${or stall writeback};           //% else
  reg                  fp_turn_q;  // a floating-point result has been passed over
  wire                 take_fp = fp_valid & ~closed & (fp_turn_q | ~others);
  wire                 refused = closed | take_fp;  //% if has_m
  wire                 l_closed = closed | (fp_turn_q & fp_valid);  //% if near_memory

  always @(posedge clk)
    if (rst)
      fp_turn_q <= 1'b0;
    else if (~closed & l_or_v)
      fp_turn_q <= fp_valid & ~take_fp;

  assign fp_ready = take_fp;
//% else
  wire                 refused = reserved | e_clear | turn_q${or stall writeback};  //% if clear
  wire                 refused = reserved | e_clear${or stall writeback};           //% else
  wire                 l_closed = refused;  //% if near_memory
//% end
  wire                 take_l;
//% if has_m
  wire                 take_v;
  reg                  v_turn_q;  // a division result has been passed over

  assign take_v = v_valid & ~refused & (v_turn_q | ~l_valid);
  assign take_l = l_ready & l_valid;
  assign v_ready = take_v;

  always @(posedge clk)
    if (rst)
      v_turn_q <= 1'b0;
    else if (take_v | take_l)
      v_turn_q <= v_valid & take_l;
//% else
  assign take_l = l_ready & l_valid;
//% end
//% if loads_ahead

  // The promise. While no result without a slot waits, nothing else clears a bit in this cycle.
  wire                 promise = l_next_valid & (~l_valid | promised_q) & ~i_next_reserved
                                 & ~e_clear
                                 & ~clear_valid  //% if clear
                                 & ~v_valid   //% if has_m
                                 & ~fp_valid  //% if floats
                                 ;

  always @(posedge clk)
    if (rst)
      promised_q <= 1'b0;
    else
      promised_q <= promise;

//% end

//% if near_memory
  // Whether a load that waits may go: only results that have been passed over go before it. Whether
  // there is a load, or a quotient, is left out, so that l_ready comes early.
  wire                 l_free = ~l_closed & ~v_turn_q;  //% if has_m
  wire                 l_free = ~l_closed;              //% else
//% elif has_m
  wire                 l_free = ~refused & ~take_v;
//% elif floats
  wire                 l_free = ~(closed | take_fp);
//% else
  wire                 l_free = ~refused;
//% end

  assign l_ready = promised_q | l_free;  //% if loads_ahead
  assign l_ready = l_free;               //% else

  reg                  any;
  reg                  last;
  reg  [BEAT_BITS-1:0] beat;  //% if folded
  reg  [LANES-1:0]     mask;
  reg  [META_BITS-1:0] meta;
  reg  [WARP_BITS-1:0] to_warp;
  reg  [LANES*32-1:0]  data;

  always @* begin
    any = w_valid;
    last = w_last;
    beat = w_beat;  //% if folded
    mask = w_mask;
    meta = w_meta;
    to_warp = w_to_warp;
    data = w_data;
//% if fast_multiply
    if (m_valid) begin
      any = 1'b1;
      last = m_last;
      beat = m_beat;  //% if folded
      mask = m_mask;
      meta = m_meta;
      to_warp = m_meta[${meta_warp_at} +: WARP_BITS];
      data = m_data;
    end
//% end
//% if has_m
    if (take_v) begin
      any = 1'b1;
      last = v_last;
      beat = v_beat;  //% if folded
      mask = v_mask;
      meta = v_meta;
      to_warp = v_meta[${meta_warp_at} +: WARP_BITS];
      data = v_data;
    end
//% end
//% if floats
    if (take_fp) begin
      any = 1'b1;
      last = fp_last;
      beat = fp_beat;  //% if folded
      mask = fp_mask;
      meta = fp_meta;
      to_warp = fp_meta[${meta_warp_at} +: WARP_BITS];
      data = fp_data;
    end
//% end
    if (take_l) begin
      any = 1'b1;
      last = l_last;
      beat = l_beat;  //% if folded
      mask = l_mask;
      meta = l_meta;
      to_warp = l_meta[${meta_warp_at} +: WARP_BITS];
      data = l_data;
    end
  end

  wire                 writes = meta[${meta_writes_at}];
  wire [${reg_top}:0]           rd = meta[${meta_rd_at} +: ${reg_bits}];
  wire [WARP_BITS-1:0] warp = meta[${meta_warp_at} +: WARP_BITS];

  wire                 retires = any & ~(w_valid & w_no_retire);

  assign wb_enable = mask & {LANES{any & writes & ~(w_valid & w_no_write)}} | {LANES{clearing}};
  assign wb_data = data & {LANES*32{~clearing}};
//% if clear
  assign wb_addr = clearing ? clear_addr : {to_warp,
                                            beat,  //% if folded
                                            rd};
  assign wb_waiting = l_or_v | m_late | clear_valid;  //% if fast_multiply
  assign wb_waiting = l_or_v | clear_valid;           //% else
//% else
  assign wb_addr = clearing ? clear_q[ADDR_BITS-1:0] : {to_warp,
                                                        beat,  //% if folded
                                                        rd};
  assign wb_waiting = l_or_v | m_late;                         //% if fast_multiply
  assign wb_waiting = l_or_v;                                  //% else
//% end
  assign wb_clear = e_clear
                    | (m_valid & m_late & m_last & m_meta[${meta_writes_at}])  //% if fast_multiply
                    | (take_v & v_last & v_meta[${meta_writes_at}])            //% if has_m
                    | (take_fp & fp_last & fp_meta[${meta_writes_at}])         //% if floats
                    | promise                                                  //% if loads_ahead
                    | (take_l & l_last & l_meta[${meta_writes_at}]
                       & ~promised_q  //% if loads_ahead
                      );
  assign wb_clear_warp = e_clear ? e_clear_warp
                         : promise ? l_next_warp  //% if loads_ahead
                         : warp;
  assign wb_clear_rd = e_clear ? e_clear_rd
                       : promise ? l_next_rd  //% if loads_ahead
                       : rd;
  assign wb_done = retires & last;
  assign wb_done_warp = warp;
//% if trace_retire

  // Retire record: the write of the register file in this cycle.
  wire [SEQ_BITS-1:0] seq = meta[${meta_seq_at} +: SEQ_BITS];

  // A write without a retiring result would be recorded, too.
//% if floats
  wire recorded = last | writes | take_fp;  // every beat has flags

  assign trace_retire_valid = (retires & recorded) | (|wb_enable & ~clearing);
//% else
  assign trace_retire_valid = (retires & (last | writes)) | (|wb_enable & ~clearing);
//% end

//% emit record_retire
  assign rec_retire_rd = rd[4:0] & {5{writes}};            //% if ventus
  assign rec_retire_rd = rd[4:0] & {5{writes}};            //% elif fregs
  assign rec_retire_rd = rd & {5{writes}};                 //% else
  assign rec_retire_wen = writes;
  assign rec_retire_last = last;
//% if ventus
  localparam HIGH = ${vreg_bits} - 5;  // bits of a vector register's number above the lower five
  assign rec_retire_rd_high = {{3-HIGH{1'b0}}, rd[5 +: HIGH] & {HIGH{writes}}};
//% end
  assign rec_retire_file = {1'b0, rd[${reg_top}] & writes};         //% if ventus
  assign rec_retire_file = {1'b0, rd[5] & writes};         //% elif fregs
  assign rec_retire_file = 2'd0;                           //% else
  assign rec_retire_fflags = fp_flags & {5{take_fp}};      //% if floats
  assign rec_retire_warp = {{6-WARP_BITS{1'b0}}, warp};
  assign rec_retire_core = core_id;
  assign rec_retire_seq = seq;
  assign rec_retire_beat = {{32-BEAT_BITS{1'b0}}, beat};  //% if folded
  assign rec_retire_beat = 32'd0;                         //% else
  assign rec_retire_dst_warp = {{32-WARP_BITS{1'b0}}, to_warp};
  assign rec_retire_lanes = {{32-LANES{1'b0}}, wb_enable};
  assign rec_retire_data = wb_data;
//% end
endmodule
`default_nettype wire
