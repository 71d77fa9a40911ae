// l2_mshr - a request is replayed once, unchanged, in the order of its line; no read passes a write
// SPDX-License-Identifier: Apache-2.0
//
// Two MSHRs, two list entries, two writes. One line and one request to it are tracked; bit 2 of an
// id marks the request. Without requests inside no MSHR and no list entry is in use, but for a line
// that failed, which ends then. A request to a line that failed is replayed as such.
module l2_mshr (
  input wire       clk,
  input wire [2:0] b_id,
  input wire [1:0] b_num,
  input wire       b_way,
  input wire       b_join,
  input wire       b_alloc,
  input wire       b_complete,
  input wire [1:0] w_match,
  input wire [1:0] w_done,
  input wire       rd_ready,
  input wire       r_valid,
  input wire       r_id,
  input wire       r_error,
  input wire       f_ready,
  input wire       peeked,
  input wire [3:0] peeked_mask,
  input wire       p_ready,
  input wire [1:0] num_any
);
  reg init = 1'b1;

  always @(posedge clk)
    init <= 1'b0;

  wire        m_match;
  wire        m_free;
  wire        p_free;
  wire        rd_valid;
  wire        rd_id;
  wire        f_valid;
  wire        f_peek;
  wire        f_way;
  wire        f_fail;
  wire        e_valid;
  wire [1:0]  e_num;
  wire        e_way;
  wire        e_dirty;
  wire        p_valid;
  wire        p_fail;
  wire        p_fresh;
  wire        p_way;
  wire        p_part;
  wire [1:0]  m_ways;
  wire [1:0]  rd_num;
  wire [1:0]  f_num;
  wire [1:0]  p_num;
  wire [1:0]  p_op;
  wire [1:0]  p_mask;
  wire [2:0]  p_id;
  wire [3:0]  f_mask;
  wire [15:0] p_data;
  wire [31:0] f_data;
  reg  [1:0]  beats_q;      // per MSHR: the first beat has come
  reg  [1:0]  reading_q;    // per MSHR: memory reads
  reg  [1:0]  num_q;        // the line

  ww_l2_mshr #(
    .ID_BITS(3), .NUM_BITS(2), .SET_BITS(1), .WAYS(2), .WAY_BITS(1), .LINE(4), .BYTES(2),
    .PART_BITS(1), .BEAT(2), .BEATS(2), .BEAT_BITS(1), .MSHRS(2), .MSHR_BITS(1), .PENDING(2),
    .PENDING_BITS(1), .WRITES(2)
  ) u (
    .clk(clk), .rst(init), .b_op(2'd0), .b_id(b_id), .b_num(b_num), .b_part(1'b0),
    .b_mask(2'd0), .b_data(16'd0), .b_way(b_way), .b_join(b_join), .b_alloc(b_alloc),
    .b_complete(b_complete), .m_match(m_match), .m_ways(m_ways), .m_free(m_free), .p_free(p_free),
    .w_match(w_match), .w_done(w_done), .rd_valid(rd_valid), .rd_ready(rd_ready), .rd_id(rd_id),
    .rd_num(rd_num), .r_valid(r_valid), .r_id(r_id), .r_data(16'd0), .r_last(beats_q[r_id]),
    .r_error(r_error), .e_valid(e_valid), .e_num(e_num), .e_way(e_way), .e_dirty(e_dirty),
    .f_valid(f_valid), .f_ready(f_ready), .f_peek(f_peek), .f_fail(f_fail), .f_num(f_num),
    .f_way(f_way),
    .f_mask(f_mask), .f_data(f_data), .peeked(peeked), .peeked_mask(peeked_mask),
    .p_valid(p_valid), .p_ready(p_ready), .p_fail(p_fail), .p_fresh(p_fresh), .p_op(p_op),
    .p_id(p_id), .p_num(p_num), .p_way(p_way),
    .p_part(p_part), .p_mask(p_mask), .p_data(p_data)
  );

  reg        peeking_q;
  reg  [1:0] open_q;        // writes that were open when the MSHR of the line began
  reg        in_q;          // the marked request has come,
  reg        out_q;         // has been replayed
  reg  [1:0] id_q;
  reg  [2:0] ahead_q;       // requests of its line before it
  reg  [2:0] inside_q;      // requests in all lists
  reg  [1:0] line_q;        // per MSHR: it reads the line
  reg        failed_q;      // a beat of the line failed
  wire       adds = b_join | b_alloc;
  wire       pops = p_valid & p_ready;
  wire       mark_in = adds & b_id[2];
  wire       mark_out = pops & p_id[2];
  wire       same_in = adds & b_num == num_q;
  wire       same_out = pops & p_num == num_q;

  always @(posedge clk) begin
    if (init)
      num_q <= num_any;
    peeking_q <= ~init & ((f_valid & f_peek & f_ready) | (peeking_q & ~peeked));
    if (init) begin
      reading_q <= 2'd0;
      beats_q <= 2'd0;
    end else begin
      if (rd_valid & rd_ready) begin
        reading_q[rd_id] <= 1'b1;
        beats_q[rd_id] <= 1'b0;
      end
      if (r_valid) begin
        beats_q[r_id] <= 1'b1;
        if (beats_q[r_id])
          reading_q[r_id] <= 1'b0;
      end
    end
    open_q <= init ? 2'd0 : (b_alloc & b_num == num_q ? w_match : open_q) & ~w_done;
    in_q <= ~init & (in_q | mark_in);
    out_q <= ~init & (out_q | mark_out);
    ahead_q <= init ? 3'd0 : ahead_q + (same_in & ~in_q & ~mark_in)
               - (same_out & ~out_q & ~mark_out);
    inside_q <= init ? 3'd0 : inside_q + adds - pops;
    if (mark_in)
      id_q <= b_id[1:0];
    if (init)
      line_q <= 2'd0;
    else if (rd_valid & rd_ready)
      line_q[rd_id] <= rd_num == num_q;
    failed_q <= ~init & ~(b_alloc & b_num == num_q)
                & (failed_q | (r_valid & r_error & line_q[r_id]));
  end

  always @* begin
    begins: assume (~adds | ~init);
    joins: assume (~b_join | (m_match & p_free & ~b_alloc));
    ends: assume (~e_valid | ~adds);
    allocs: assume (~b_alloc | (~m_match & m_free & p_free));
    peeks: assume (~peeked | peeking_q);
    responds: assume (~r_valid | reading_q[r_id]);
    marks: assume (~mark_in | (~in_q & b_num == num_q));
    if (~init) begin
      once: assert (~mark_out | (in_q & ~out_q & p_id[1:0] == id_q & p_num == num_q));
      order: assert (~mark_out | ahead_q == 0);
      read: assert (~(rd_valid & rd_num == num_q) | open_q == 0);
      leak: assert (inside_q != 0 | e_valid | (~m_match & m_free & p_free & ~p_valid));
      failed: assert (~same_out | p_fail == failed_q);
    end
  end
endmodule
