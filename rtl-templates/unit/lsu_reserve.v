// lsu_reserve - holds the reservations of lr.w: for each thread a word, or none
// SPDX-License-Identifier: Apache-2.0
//
//   cycle n    a store is in the request stage (r_), or an atomic instruction at the head (t_)
//         n+1  all reservations are compared with its words: a store ends those that are equal;
//              t_hit says that the thread of the atomic instruction has reserved the word
//
// Stores end reservations in the order in which requests leave the head. Accesses to one word
// perform in the same order.
//% if smem
//
// In shared memory an atomic access ends the reservations of its word. Any other store there ends
// all reservations of words in shared memory.
//% end
//% if locks
//
// Each reservation is also compared with the store of another core (any_), in each cycle in which
// that store is on the bus. No later access has its response before the bus accepts the store.
// Each bank of a second-level cache has a bus of its own.  //% if locks_banks
//% end
`default_nettype none
module ${prefix}_lsu_reserve #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter THREADS = ${threads},
  parameter LANES = ${lanes},
  parameter BEATS = ${beats},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter ACCESS_WORDS = ${access_words},
  parameter OFFSET_BITS = ${access_offset_bits},
  parameter BUS_BYTES = ${bus_bytes},          //% if locks
  parameter BUS_SHIFT = ${bus_offset_bits},    //% if locks
  parameter BANKS = ${l2_banks},               //% if locks_banks
  parameter PLACE_BITS = ${place_bits}
) (
  input  wire                    clk,
  input  wire                    rst,
  // stores to the bus
  input  wire                    r_store,  // a store is in the request stage
  input  wire [31:OFFSET_BITS]   r_where,  // address of the store, without the offset
  input  wire [ACCESS_WORDS-1:0] r_words,  // words that the store writes
  input  wire                    s_store,  // a plain store to shared memory  //% if smem
//% if locks
  // stores of other cores
  input  wire [BANKS-1:0]        any_store,  // per bank: another core stores  //% if locks_banks
  input  wire                    any_store,  // a store of another core is valid on the bus //% else
  input  wire [BANKS*32-1:0]     any_where,  // addresses of these stores  //% if locks_banks
  input  wire [31:0]             any_where,  // address of that store      //% else
  input  wire [BANKS*BUS_BYTES-1:0] any_strb,  // bytes of these stores    //% if locks_banks
  input  wire [BUS_BYTES-1:0]    any_strb,   // bytes of that store        //% else
//% end
  // the atomic instruction at the head
  input  wire [WARP_BITS-1:0]    h_warp,        // warp of the instruction
  input  wire [BEAT_BITS-1:0]    h_beat,        // beat at the head  //% if folded
  input  wire [LANES-1:0]        t_lane,        // lane that is served, one-hot
  input  wire [31:2]             t_place,       // word of the lane
  input  wire                    t_set,         // reserve the word for the lane
  input  wire                    t_clear,       // end the reservation of the lane
  input  wire                    t_clear_word,  // end all of the word       //% if smem
  output wire                    s_reserved,    // a word there is reserved  //% if smem
  output wire                    t_hit          // the lane has reserved the word
);
  // The words that are compared. The console is no memory: a store to it is left out.
  reg                             clear_same_q;  // equal reservations end
  reg  [PLACE_BITS-1:OFFSET_BITS] row_q;     // address of the words
  reg  [ACCESS_WORDS-1:0]         words_q;   // the words, in their row
  reg                             shared_q;  // the words are in shared memory         //% if smem
  reg                             all_q;     // all reservations in shared memory end  //% if smem
  wire [ACCESS_WORDS-1:0]         word;
  wire                            in_ram = ~&r_where[31:24];
  localparam [31:0]               RAM = ${ram_base};                             //% if smem_moved
  wire in_smem = t_place[31:${ram_bits}] != RAM[31:${ram_bits}];                 //% if smem_moved

  always @(posedge clk) begin
    clear_same_q <= r_store & in_ram | t_clear_word;  //% if smem
    clear_same_q <= r_store & in_ram;     //% else
    row_q <= r_store ? r_where[PLACE_BITS-1:OFFSET_BITS] : t_place[PLACE_BITS-1:OFFSET_BITS];
    words_q <= r_store ? r_words : word;
    shared_q <= ~r_store & in_smem;          //% if smem_moved
    shared_q <= ~r_store & &t_place[31:24];  //% if smem_usual
    all_q <= s_store;                        //% if smem
  end

  // Reservations.
  wire [WARPS*THREADS-1:0]        mine;   // of the lane
  wire [WARPS*THREADS-1:0]        same;   // of a word that is compared
  wire [WARPS*THREADS-1:0]        there;  // in shared memory              //% if smem
  wire [BEATS-1:0]                beat;   // of the lane
  wire                            unused = ^{r_where, t_place};

//% if locks
  localparam BUS_WORDS = BUS_BYTES / 4;                                      //% if locks_banks
  wire [BANKS-1:0]                foreign;                                   //% if locks_banks
  wire                            foreign = any_store & ~&any_where[31:24];  //% else
  wire [BANKS*BUS_WORDS-1:0]      stored;                                    //% if locks_banks
  wire [BUS_BYTES/4-1:0]          stored;                                    //% else
  wire                            unused_any = ^any_where;

//% end
  assign t_hit = |(mine & same);
  assign s_reserved = |there;  //% if smem

  genvar i, w, t;
  genvar b;  //% if locks_banks
  generate
    for (i = 0; i < ACCESS_WORDS; i = i + 1) begin : g_word
//% if access_many_words
      assign word[i] = t_place[OFFSET_BITS-1:2] == i;
//% else
      assign word[i] = 1'b1;
//% end
    end

//% if locks
    for (b = 0; b < BANKS; b = b + 1) begin : g_foreign          //% if locks_banks
      assign foreign[b] = any_store[b] & ~&any_where[b*32+24 +: 8];  //% if locks_banks
    end                                                          //% if locks_banks
    for (i = 0; i < BANKS * BUS_WORDS; i = i + 1) begin : g_stored  //% if locks_banks
    for (i = 0; i < BUS_BYTES / 4; i = i + 1) begin : g_stored      //% else
      assign stored[i] = |any_strb[i*4 +: 4];
    end

//% end
    for (i = 0; i < BEATS; i = i + 1) begin : g_beat
      assign beat[i] = h_beat == i;  //% if folded
      assign beat[i] = 1'b1;         //% else
    end

    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      wire here = h_warp == w;

      for (t = 0; t < THREADS; t = t + 1) begin : g_thread
        localparam ME = w * THREADS + t;
        reg                  valid_q;
        reg [PLACE_BITS-1:2] place_q;
        reg                  there_q;  // in shared memory  //% if smem

//% if locks_banks
        wire [BANKS-1:0]     losses;
        wire                 lost = |losses;

        for (b = 0; b < BANKS; b = b + 1) begin : g_bank
          wire [BUS_WORDS-1:0] words = stored[b*BUS_WORDS +: BUS_WORDS];

          assign losses[b] = foreign[b] & place_q[PLACE_BITS-1:BUS_SHIFT]
                                          == any_where[b*32+BUS_SHIFT +: PLACE_BITS-BUS_SHIFT]
                             & ~there_q                       //% if smem
                             & words[place_q[BUS_SHIFT-1:2]];  //% if bus_many_words
                             & words;                          //% else
        end
//% elif locks
        wire                 lost = foreign & place_q[PLACE_BITS-1:BUS_SHIFT]
                                              == any_where[PLACE_BITS-1:BUS_SHIFT]
                                    & ~there_q                         //% if smem
                                    & stored[place_q[BUS_SHIFT-1:2]];  //% if bus_many_words
                                    & stored;                          //% else
//% end
        assign there[ME] = valid_q & there_q;  //% if smem
        assign mine[ME] = here & beat[t/LANES] & t_lane[t%LANES];
        assign same[ME] = valid_q & place_q[PLACE_BITS-1:OFFSET_BITS] == row_q
                          & there_q == shared_q                 //% if smem
                          & words_q[place_q[OFFSET_BITS-1:2]];  //% if access_many_words
                          & words_q;                            //% else

        always @(posedge clk)
          if (rst)
            valid_q <= 1'b0;
          else if (t_set & mine[ME])
            valid_q <= 1'b1;
          else if (t_clear & mine[ME] | clear_same_q & same[ME])
            valid_q <= 1'b0;
          else if (lost)             //% if locks
            valid_q <= 1'b0;         //% if locks
          else if (all_q & there_q)  //% if smem
            valid_q <= 1'b0;         //% if smem

        always @(posedge clk)
          if (t_set & mine[ME]) begin
            place_q <= t_place[PLACE_BITS-1:2];
            there_q <= in_smem;          //% if smem_moved
            there_q <= &t_place[31:24];  //% if smem_usual
          end
      end
    end
  endgenerate
endmodule
`default_nettype wire
