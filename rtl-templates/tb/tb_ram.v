// tb_ram - RAM and console of the test bench: one port that writes, two that read
// SPDX-License-Identifier: Apache-2.0
//
// The file +image=FILE, for $readmemh, has the words of RAM from its first address on; the rest is
// zero. A write takes effect at the clock edge; a read shows the line as it was before that edge. A
// write to the console prints its low byte.
`default_nettype none
module ${prefix}_tb_ram #(
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter A_BEATS = 1,  // of a read at a
  parameter B_BEATS = 1
) (
  input  wire                        clk,
  // write
  input  wire                        write,
  input  wire [31:0]                 write_addr,
  input  wire [BUS_BYTES-1:0]        write_strb,
  input  wire [BUS_BITS-1:0]         write_data,
  // reads
  input  wire                        a_read,
  input  wire [31:0]                 a_addr,
  output reg  [A_BEATS*BUS_BITS-1:0] a_data,
  input  wire                        b_read,
  input  wire [31:0]                 b_addr,
  output reg  [B_BEATS*BUS_BITS-1:0] b_data
);
  localparam        RAM_BITS = ${ram_bits};
  localparam        SHIFT = ${bus_offset_bits};  // log2 of the bytes of the bus
  localparam        WORDS = (1 << RAM_BITS) / BUS_BYTES;
  localparam [31:0] BASE = ${ram_base};
  localparam [31:0] CONSOLE = 32'hfffff000;

  reg  [BUS_BITS-1:0]   ram [0:WORDS-1];
  reg  [8*256-1:0]      image;
  reg  [BUS_BITS-1:0]   mask;
  wire [RAM_BITS-SHIFT-1:0] write_at = write_addr[RAM_BITS-1:SHIFT];
  wire [RAM_BITS-SHIFT-1:0] a_at = a_addr[RAM_BITS-1:SHIFT];
  wire [RAM_BITS-SHIFT-1:0] b_at = b_addr[RAM_BITS-1:SHIFT];
  wire                      unused_low = ^{a_addr[SHIFT-1:0], b_addr[SHIFT-1:0]};
  wire                      prints = write_addr == CONSOLE;
  integer               i, k, l, n;

  initial begin
    for (i = 0; i < WORDS; i = i + 1)
      ram[i] = {BUS_BITS{1'b0}};
    if ($value$plusargs("image=%s", image))
      $readmemh(image, ram);
  end

  always @*
    for (k = 0; k < BUS_BYTES; k = k + 1)
      mask[k*8 +: 8] = {8{write_strb[k]}};

  // Addresses have settled, and the write at the next rising edge has not happened.
  always @(negedge clk) begin
    if (a_read)
      for (l = 0; l < A_BEATS; l = l + 1)
        a_data[l*BUS_BITS +: BUS_BITS] <= ram[a_at + l[RAM_BITS-SHIFT-1:0]];
    if (b_read)
      for (n = 0; n < B_BEATS; n = n + 1)
        b_data[n*BUS_BITS +: BUS_BITS] <= ram[b_at + n[RAM_BITS-SHIFT-1:0]];
  end

  function outside(input [31:RAM_BITS] addr);
    outside = addr != BASE[31:RAM_BITS];
  endfunction

  always @(posedge clk) begin
    if (write && prints)
      $write("%c", write_data[7:0]);
    else if (write)
      ram[write_at] <= (ram[write_at] & ~mask) | (write_data & mask);
    if ((write && !prints && outside(write_addr[31:RAM_BITS])) ||
        (a_read && outside(a_addr[31:RAM_BITS])) || (b_read && outside(b_addr[31:RAM_BITS]))) begin
      $display("\nFAIL: an access outside of RAM and console");
      $finish;
    end
  end
endmodule
`default_nettype wire
