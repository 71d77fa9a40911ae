// lsu_align - picks the word, half or byte of each lane from the response and extends it
// SPDX-License-Identifier: Apache-2.0
//
//   funct3   000 lb   001 lh   010 lw   100 lbu   101 lhu
//% if has_a
//            110 sc.w: the result is 1 if it failed, 0 if it stored
//% end
`default_nettype none
module ${prefix}_lsu_align #(
  parameter LANES = ${lanes},
  parameter RESPONSE_BITS = ${response_bits},
  parameter OFFSET_BITS = ${response_offset_bits}
) (
  input  wire [2:0]                   a_funct3,   // size and sign
  input  wire                         t_fail,     // sc.w did not store  //% if has_a
  input  wire [LANES*OFFSET_BITS-1:0] a_offsets,  // byte offset of each lane
  input  wire [RESPONSE_BITS-1:0]       a_data,   // the response
  output wire [LANES*32-1:0]          l_data      // result of each lane
);
  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      wire [OFFSET_BITS-1:0] offset = a_offsets[l*OFFSET_BITS +: OFFSET_BITS];
      wire [31:0] word = a_data[{offset[OFFSET_BITS-1:2], 5'b00000} +: 32]; //% if wide_response
      wire [31:0] word = a_data;                                             //% else
      wire [15:0] half = offset[1] ? word[31:16] : word[15:0];
      wire [7:0]  byte_ = offset[0] ? half[15:8] : half[7:0];
      wire        sign_half = half[15] & ~a_funct3[2];
      wire        sign_byte = byte_[7] & ~a_funct3[2];

      wire [31:0] whole = a_funct3[2] ? {31'd0, t_fail} : word;              //% if has_a
      assign l_data[l*32 +: 32] = a_funct3[1] ? whole  //% if has_a
      assign l_data[l*32 +: 32] = a_funct3[1] ? word   //% else
                                  : a_funct3[0] ? {{16{sign_half}}, half}
                                  : {{24{sign_byte}}, byte_};
    end
  endgenerate
endmodule
`default_nettype wire
