// lsu_flight - tracks requests and instructions in flight, and takes their responses
// SPDX-License-Identifier: Apache-2.0
//
// Two tables. The table of requests has an entry for each tag: what to do with the response. The
// table of instructions (owners) counts the responses that an instruction still waits for. An
// instruction is complete with the last response after its last request (h_close).
//
// Responses arrive in any order, one in a cycle. If a response carries data or completes an
// instruction, it is held for writeback from the next cycle on (a_). All others end here.
//% if near_memory
//
// Two responses are held (lsu_hold), so whether there is room is in a flip-flop. So is whether a
// tag is free, and whether the instruction at the head waits for no response. The latter follows a
// response a cycle late.
//% end
//% if has_a
//
// The last access of an atomic instruction depends on a response, so none of its requests is the
// last one. The instruction ends with an event of its own (h_end), which counts as a response.
//% end
`default_nettype none
module ${prefix}_lsu_flight #(
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits},
  parameter ACCESS_BITS = ${access_bits},
  parameter OFFSET_BITS = ${access_offset_bits},
  parameter BANKS = ${smem_banks},                   //% if smem
  parameter BANK_OFFSET_BITS = ${smem_offset_bits},  //% if smem
  parameter SMEM_INFO_BITS = ${smem_info_bits},      //% if smem
  parameter RESPONSE_BITS = ${response_bits},
  parameter RESPONSE_OFFSET_BITS = ${response_offset_bits},
  parameter OWNERS = ${owners},
  parameter OWNER_BITS = ${owner_bits},
  parameter WAITING_BITS = ${waiting_bits},
  parameter REQUESTS = ${requests},
  parameter REQUEST_BITS = ${request_bits}
) (
  input  wire                         clk,
  input  wire                         rst,
  input  wire [39:0] congest,                            // {rate, seed}      //% if congest
  output wire [${stall_word}:${stall_owner}] congested,  // a stall acts now  //% if congest
  // coalescing
  output wire                         owner_free,    // the table of instructions has room
  output wire [OWNER_BITS-1:0]        owner_next,    // free entry of that table
  output wire                         tag_free,      // the table of requests has room
  output wire [REQUEST_BITS-1:0]      tag_next,      // free entry of that table
  input  wire                         h_open,        // an instruction enters entry owner_next
  input  wire                         h_close,       // the request is the last of the instruction
  input  wire [OWNER_BITS-1:0]        h_owner,       // entry of the instruction at the head
  input  wire                         h_fire,        // a request leaves
  input  wire                         h_group_fire,  // lanes leave to shared memory  //% if smem
  input  wire [BEAT_BITS-1:0]         h_beat,        // beat at the head              //% if folded
  input  wire [META_BITS-1:0]         h_meta,       // {sequence number if traced, warp, rd, writes}
  input  wire [2:0]                   h_funct3,      // size and sign
  input  wire                         h_store,       // 1 store, 0 load
  input  wire [LANES-1:0]             h_served,      // lanes that the request serves
  input  wire [LANES*OFFSET_BITS-1:0] h_offsets,     // byte offset of each lane
//% if has_a
  // atomic instructions
  input  wire                         h_end,          // the instruction at the head ends
  output wire                         end_room,       // such an end is accepted
  output wire                         owner_drained,  // the instruction waits for no response
  input  wire                         h_waits,        // expects a response  //% if near_memory
  output wire                         h_response,     // the response to the load; data follow in a_
  output wire                         h_failed,       // the response is a bus error
//% end
  // data bus
  input  wire                         mem_rsp_valid,    // the response to a request
  output wire                         mem_rsp_ready,    // the response is accepted
  input  wire [REQUEST_BITS-1:0]      mem_rsp_tag,      // tag of the request
  input  wire [ACCESS_BITS-1:0]       mem_rsp_data,     // data of a load, in place
  input  wire                         mem_rsp_error,    // bus error
  input  wire [31:OFFSET_BITS]        h_word,      // address, without the offset  //% if not dcache
  output wire                         mem_error_valid,  // a bus error             //% if not dcache
  output wire [31:0]                  mem_error_addr,   // address of the access   //% if not dcache
//% if smem
  // shared memory
  input  wire                         s_valid,         // a response of shared memory
  output wire                         s_taken,         // the response is accepted
  input  wire                         s_last,          // last response of the group
  input  wire [LANES-1:0]             s_lanes,         // lanes that are served
  input  wire [SMEM_INFO_BITS-1:0]    s_info,          // {beat, owner, store, funct3}
  input  wire [LANES*BANK_OFFSET_BITS-1:0] s_offsets,  // byte offset of each lane
  input  wire [BANKS*32-1:0]          s_data,          // a word of each bank
//% end
  output wire                         next_valid,  // a_ completes in the next  //% if loads_ahead
  output wire [META_BITS-1:0]         next_meta,   // as a_meta                 //% if loads_ahead
  // alignment and writeback
  output wire                         a_valid,             // a response
  input  wire                         a_ready,             // the response is accepted
  output wire                         a_last,              // the instruction is complete
  output wire [OWNER_BITS-1:0]        a_owner,            // entry of the instruction  //% if gather
  output wire [BEAT_BITS-1:0]         a_beat,              // number of the beat       //% if folded
  output wire [META_BITS-1:0]         a_meta,       // {sequence number if traced, warp, rd, writes}
  output wire [2:0]                   a_funct3,            // size and sign
  output wire                         a_writes,            // the lanes have data
  output wire [LANES-1:0]             a_lanes,             // lanes that are served
  output wire [LANES*RESPONSE_OFFSET_BITS-1:0] a_offsets,  // byte offset of each lane
  output wire [RESPONSE_BITS-1:0]       a_data             // data of the response
);
  localparam HEAD_BITS = BEAT_BITS + 3;  //% if folded
  localparam HEAD_BITS = 3;              //% else
  localparam INFO_BITS = HEAD_BITS + LANES + LANES * OFFSET_BITS;
  localparam [WAITING_BITS-1:0] NONE = {WAITING_BITS{1'b0}};

  // Tags and requests.
  reg  [REQUESTS-1:0]               tags_q;  // tags in use
  wire [REQUESTS-1:0]               idle_tags = ~tags_q;
  wire [REQUESTS-1:0]               free_tag;
  reg  [OWNER_BITS+INFO_BITS:0]     requests_m [0:REQUESTS-1];
  wire [OWNER_BITS-1:0]             mem_owner; // instruction of the response
  wire                              mem_store;
  wire [INFO_BITS-1:0]              info;
  wire                              taken = mem_rsp_valid & mem_rsp_ready;

  ${prefix}_onehot_lowest #(.N(REQUESTS)) u_free_tag (
    .in(idle_tags), .lowest(free_tag)
  );
  ${prefix}_onehot_index #(.N(REQUESTS), .BITS(REQUEST_BITS)) u_tag_next (
    .onehot(free_tag), .index(tag_next)
  );
//% if near_memory
  reg                               tag_free_q;

  always @(posedge clk)
    tag_free_q <= rst | taken | (h_fire ? ~&(tags_q | free_tag) : ~&tags_q);

//% stall tag tag_free_q
  assign tag_free = tag_free_q${unless stall tag};
//% else
//% stall tag ~&tags_q
  assign tag_free = ~&tags_q${unless stall tag};
//% end

  always @(posedge clk)
    if (rst)
      tags_q <= {REQUESTS{1'b0}};
    else
      tags_q <= (tags_q | (free_tag & {REQUESTS{h_fire}}))
                & ~({REQUESTS{taken}} & ({{REQUESTS-1{1'b0}}, 1'b1} << mem_rsp_tag));

  always @(posedge clk)
    if (h_fire)
      requests_m[tag_next] <= {h_owner, h_store,
                               h_beat,  //% if folded
                               h_funct3, h_served, h_offsets};

  assign {mem_owner, mem_store, info} = requests_m[mem_rsp_tag];

  // Responses: at most one in a cycle.
  wire                  any;
  wire                  counts;  // the owner waits for this response
  wire [OWNER_BITS-1:0] owner;   // instruction of the response
//% if other_responses
  wire                  other;   // the response is not of the data bus,
  wire [OWNER_BITS-1:0] other_owner;  // but of this instruction
//% end
  wire                  store;
  wire                  error;
//% if near_memory
  wire                  room;
//% else
  reg                   valid_q;
  wire                  room = ~valid_q | a_ready;
//% end
//% if has_a

  // Ends of atomic instructions.
  reg                   end_q;         // an atomic instruction has ended
  reg  [OWNER_BITS-1:0] end_owner_q;   // entry of that instruction

  always @(posedge clk)
    if (rst)
      end_q <= 1'b0;
    else
      end_q <= h_end | (end_q & ~room);

  always @(posedge clk)
    if (h_end)
      end_owner_q <= h_owner;

  wire                  end_counts = end_q & room;

  assign end_room = ~end_q;
//% if near_memory
  // Seen as the response arrives: one that lsu_atomic did not wait for may still be held when it
  // waits for another one.
  wire                  answers = any & ~store & owner == h_owner & h_waits;
//% else
  assign h_response = any & room & ~store & owner == h_owner;
  assign h_failed = error;
//% end

//% end
//% stall response room & mem_rsp_valid
//% if smem
//% stall word room & s_valid
//% else
//% stall word never
//% end
//% if smem
  reg                   turn_q;  // shared memory has priority
  wire                  pick
    = s_valid${unless stall word} & (turn_q | ~mem_rsp_valid${or stall response});

  always @(posedge clk)
    if (rst)
      turn_q <= 1'b0;
    else if (room)
      turn_q <= mem_rsp_valid & ~pick;

  assign mem_rsp_ready = room & ~pick & ~end_q${unless stall response};    //% if has_a
  assign mem_rsp_ready = room & ~pick${unless stall response};             //% else
  assign s_taken = room & pick & ~end_q;   //% if has_a
  assign s_taken = room & pick;            //% else
  assign any = s_taken | taken;           //% if congest
  assign any = s_valid | mem_rsp_valid;   //% else
//% if has_a
  assign counts = taken | (s_taken & s_last) | end_counts;
  assign other = end_q | pick;
  assign other_owner = end_q ? end_owner_q : s_info[4 +: OWNER_BITS];
  assign store = end_q | (pick ? s_info[3] : mem_store);
//% else
  assign counts = taken | (s_taken & s_last);
  assign other = pick;
  assign other_owner = s_info[4 +: OWNER_BITS];
  assign store = pick ? s_info[3] : mem_store;
//% end
  assign error = mem_rsp_error & ~pick;
//% elif has_a

  assign mem_rsp_ready = room & ~end_q${unless stall response};
  assign any = taken;           //% if congest
  assign any = mem_rsp_valid;   //% else
  assign counts = taken | end_counts;
  assign other = end_q;                            //% if other_responses
  assign other_owner = end_owner_q;                //% if other_responses
  assign owner = end_q ? end_owner_q : mem_owner;  //% else
  assign store = end_q | mem_store;
  assign error = mem_rsp_error;
//% else

  assign mem_rsp_ready = room${unless stall response};
  assign any = taken;           //% if congest
  assign any = mem_rsp_valid;   //% else
  assign counts = taken;
  assign owner = mem_owner;
  assign store = mem_store;
  assign error = mem_rsp_error;
//% end
  assign owner = other ? other_owner : mem_owner;  //% if other_responses

  // Instructions.
  wire [OWNERS-1:0]   owners_busy;
  wire [OWNERS-1:0]   idle_owners = ~owners_busy;
  wire [OWNERS-1:0]   free_owner;
  wire [OWNERS-1:0]   last_response;  // the next response completes the instruction
  wire [OWNERS-1:0]   drained;       // the instruction waits for no response  //% if has_a
  wire                fires = h_fire | h_group_fire;  //% if smem
  wire                fires = h_fire;                 //% else
  reg [META_BITS-1:0] metas_m [0:OWNERS-1];
  reg                 opened_q;      // h_owner holds an instruction since this cycle

  always @(posedge clk)
    opened_q <= h_open & ~rst;

  ${prefix}_onehot_lowest #(.N(OWNERS)) u_free_owner (
    .in(idle_owners), .lowest(free_owner)
  );
  ${prefix}_onehot_index #(.N(OWNERS), .BITS(OWNER_BITS)) u_owner_next (
    .onehot(free_owner), .index(owner_next)
  );
//% stall owner ~&owners_busy
  assign owner_free = ~&owners_busy${unless stall owner};

  always @(posedge clk)
    if (fires | h_end)   //% if has_a
    if (fires)           //% else
      metas_m[h_owner] <= h_meta;
//% if has_a
//% if near_memory
  reg                 drained_q;

  always @(posedge clk)
    drained_q <= &drained & ~fires;

  assign owner_drained = drained_q;
//% else
  assign owner_drained = &drained;
//% end
//% end

  genvar i;
  generate
    for (i = 0; i < OWNERS; i = i + 1) begin : g_owner
      localparam [OWNER_BITS-1:0] ME = i;

      reg                    busy_q;
      reg                    closed_q;   // all requests have left
      reg [WAITING_BITS-1:0] waiting_q;  // responses that are missing

      wire opened = opened_q & h_owner == ME;
      wire fired = (fires | h_end) & h_owner == ME;   //% if has_a
      wire fired = fires & h_owner == ME;             //% else
//% if other_responses
      // Compared, as it is looked up below, before it is known which response is picked.
      wire response = counts & (other ? other_owner == ME : mem_owner == ME);
//% else
      wire response = counts & owner == ME;
//% end

      wire [WAITING_BITS-1:0] waiting_more = waiting_q + 1'b1;
      wire [WAITING_BITS-1:0] waiting_less = waiting_q - 1'b1;

      assign drained[i] = h_owner != ME | waiting_q == NONE;  //% if has_a
      assign owners_busy[i] = busy_q | opened;
      assign last_response[i] = closed_q & waiting_q == {{WAITING_BITS-1{1'b0}}, 1'b1};

      always @(posedge clk)
        if (rst) begin
          busy_q <= 1'b0;
          closed_q <= 1'b0;
          waiting_q <= NONE;
        end else begin
          busy_q <= opened | (busy_q & ~(response & last_response[i]));
          closed_q <= (closed_q & ~opened) | (fired & h_close);
          waiting_q <= fired == response ? waiting_q : fired ? waiting_more : waiting_less;
        end
    end
  endgenerate

//% if not dcache
  // The address of each request, for bus errors.
  reg [31:OFFSET_BITS] words_m [0:REQUESTS-1];

  always @(posedge clk)
    if (h_fire)
      words_m[tag_next] <= h_word;

  assign mem_error_valid = taken & mem_rsp_error;
  assign mem_error_addr = {words_m[mem_rsp_tag], {OFFSET_BITS{1'b0}}};

//% end
  // The response that is held. Offsets and data have the width of the wider source.
  // The end of an atomic instruction has no beat: beat 0 stands for it.  //% if has_a
//% if other_responses
  wire                                unused_owner = ^owner;
  wire                                final_one = other ? last_response[other_owner]
                                                        : last_response[mem_owner];
  wire                                complete = counts & final_one;
  wire                                writes = ~store & ~error;
  wire [META_BITS-1:0]                other_meta = metas_m[other_owner];
  wire [META_BITS-1:0]                mem_meta = metas_m[mem_owner];
  wire [META_BITS-1:0]                meta = other ? other_meta : mem_meta;
//% else
  wire                                final_one = last_response[owner];  //% if near_memory
  wire                                complete = counts & final_one;             //% if near_memory
  wire                                complete = counts & last_response[owner];  //% else
  wire                                writes = ~store & ~error;
  wire [META_BITS-1:0]                meta = metas_m[owner];
//% end
  wire [LANES*RESPONSE_OFFSET_BITS-1:0] offsets;
//% if near_memory
  wire [HEAD_BITS-1:0]                head;
  wire [LANES-1:0]                    lanes;
  wire [RESPONSE_BITS-1:0]            data;
  localparam HOLD_BITS = 2 + META_BITS + HEAD_BITS + LANES + LANES * RESPONSE_OFFSET_BITS
                         + RESPONSE_BITS
                         + OWNER_BITS  //% if gather
                         ;

  ${prefix}_lsu_hold #(.WIDTH(HOLD_BITS)) u_hold (
//% if has_a
    .in_valid((any & writes) | complete),
    .in_answers(answers), .in_failed(error), .answers(h_response), .failed(h_failed),
//% else
    .in_valid(any & (writes | complete)),
//% end
    .in({complete, writes, meta,
         owner,  //% if gather
         head, lanes, offsets, data}),
    .a({a_last, a_writes, a_meta,
        a_owner,  //% if gather
        a_beat,   //% if folded
        a_funct3, a_lanes, a_offsets, a_data}),
//% connect lsu_hold
  );
//% else
  reg                                 last_q;
  reg                                 writes_q;
  reg  [META_BITS-1:0]                meta_q;
  reg  [HEAD_BITS-1:0]                head_q;
  reg  [LANES-1:0]                    lanes_q;
  reg  [LANES*RESPONSE_OFFSET_BITS-1:0] offsets_q;
  reg  [RESPONSE_BITS-1:0]              data_q;

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else if (room)
      valid_q <= (any & writes) | complete;  //% if has_a
      valid_q <= any & (writes | complete);  //% else

  always @(posedge clk)
    if (room) begin
      last_q <= complete;
      writes_q <= writes;
      meta_q <= meta;
      offsets_q <= offsets;
    end
//% end
//% if smem

  wire [HEAD_BITS-1:0]   s_head;
  wire [RESPONSE_BITS-1:0] mem_wide = {{RESPONSE_BITS-ACCESS_BITS{1'b0}}, mem_rsp_data};
  wire [RESPONSE_BITS-1:0] s_wide = {{RESPONSE_BITS-BANKS*32{1'b0}}, s_data};

  assign s_head = {s_info[SMEM_INFO_BITS-1 -: BEAT_BITS], s_info[2:0]};  //% if folded
  assign s_head = s_info[2:0];                                           //% else

//% if has_a
  assign head = (pick ? s_head : info[INFO_BITS-1 -: HEAD_BITS]) & {HEAD_BITS{~end_q}};
//% else
  assign head = pick ? s_head : info[INFO_BITS-1 -: HEAD_BITS];
//% end
  assign lanes = pick ? s_lanes : info[LANES*OFFSET_BITS +: LANES];
  assign data = pick ? s_wide : mem_wide;

  generate
    for (i = 0; i < LANES; i = i + 1) begin : g_offset
      wire [RESPONSE_OFFSET_BITS-1:0] mem_offset
        = {{RESPONSE_OFFSET_BITS-OFFSET_BITS{1'b0}}, info[i*OFFSET_BITS +: OFFSET_BITS]};
      wire [RESPONSE_OFFSET_BITS-1:0] s_offset
        = {{RESPONSE_OFFSET_BITS-BANK_OFFSET_BITS{1'b0}},
           s_offsets[i*BANK_OFFSET_BITS +: BANK_OFFSET_BITS]};

      assign offsets[i*RESPONSE_OFFSET_BITS +: RESPONSE_OFFSET_BITS] = pick ? s_offset : mem_offset;
    end
  endgenerate
//% elif near_memory

  assign head = info[INFO_BITS-1 -: HEAD_BITS] & {HEAD_BITS{~end_q}};   //% if has_a
  assign head = info[INFO_BITS-1 -: HEAD_BITS];                         //% else
  assign lanes = info[LANES*OFFSET_BITS +: LANES];
  assign data = mem_rsp_data;
  assign offsets = info[LANES*OFFSET_BITS-1:0];
//% else

  always @(posedge clk)
    if (room) begin
      head_q <= info[INFO_BITS-1 -: HEAD_BITS] & {HEAD_BITS{~end_q}};   //% if has_a
      head_q <= info[INFO_BITS-1 -: HEAD_BITS];                         //% else
      lanes_q <= info[LANES*OFFSET_BITS +: LANES];
      data_q <= mem_rsp_data;
    end

  assign offsets = info[LANES*OFFSET_BITS-1:0];
//% end

//% if gather
//% if not near_memory
  reg  [OWNER_BITS-1:0] owner_q;

  always @(posedge clk)
    if (room)
      owner_q <= owner;

  assign a_owner = owner_q;
//% end
//% end
//% if loads_ahead
//% if near_memory
  // Of what is accepted. A response that waits behind another is not announced.
  assign next_valid = any & writes & final_one & room
//% else
  // Known before the register has room: writeback looks at this only if it has.
  assign next_valid = any & writes & last_response[owner]
//% end
                      & (s_last | ~pick)  //% if smem
                      & ~end_q            //% if has_a
                      & meta[${meta_writes_at}];
  assign next_meta = meta;
//% end
//% if not near_memory
  assign a_valid = valid_q;
  assign a_last = last_q;
  assign a_writes = writes_q;
  assign a_meta = meta_q;
  assign {
          a_beat,  //% if folded
          a_funct3} = head_q;
  assign a_lanes = lanes_q;
  assign a_offsets = offsets_q;
  assign a_data = data_q;
//% end
endmodule
`default_nettype wire
