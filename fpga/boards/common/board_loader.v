// board_loader - the board's end of the boot protocol: frames, commands, responses
// SPDX-License-Identifier: Apache-2.0
//
// doc/boards.md has the protocol; the codes here are those of session/link/link.h. A frame is
// received into registers (what it begins with) and a memory (all of it); when its end has come
// and its CRC is right, the command is executed and the response sent, and only then is the line
// listened to again. One shift register serves the CRC of both directions and that of memory: a
// bit per cycle. With HOST the registers of the core's host are written and read, too. A write
// that is repeated, since its response was lost, has the same number and does not act again.
`default_nettype none
module board_loader #(
  parameter INFO_BYTES = 1,
  parameter [8*INFO_BYTES-1:0] INFO = 0,      // the response to `info`, first byte at the bottom
  parameter RAM_BITS = 13,
  parameter [31:0] RAM_BASE = 32'h80000000,
  parameter STATE_BYTES = 19,                 // of `status`, between flags and position
  parameter HOST = 0                          // the core has registers of a host
) (
  input  wire                clk,
  input  wire                rst,
  // serial line
  input  wire                rx_valid,
  input  wire [7:0]          rx_data,
  output wire                tx_valid,
  input  wire                tx_ready,
  output wire [7:0]          tx_data,
  // memory
  output wire                mem_valid,
  input  wire                mem_ready,
  output wire                mem_write,
  output wire [RAM_BITS-1:0] mem_addr,
  output wire [7:0]          mem_wdata,
  input  wire [7:0]          mem_rdata,       // in the next cycle
  // registers of the host
  output wire                reg_valid,
  output wire                reg_write,
  output wire [11:0]         reg_addr,
  output wire [31:0]         reg_wdata,
  input  wire                reg_done,        // it is written, or read
  input  wire [31:0]         reg_rdata,
  input  wire                reg_bad,         // the core refuses it
  // console
  output wire                take_valid,
  output wire [15:0]         take_pos,
  input  wire [15:0]         console_first,
  input  wire [15:0]         console_behind,
  input  wire                taken_ok,
  output wire [8:0]          console_pos,
  input  wire [7:0]          console_data,    // in the next cycle
  // core
  output wire                run,             // else it is in reset
  input  wire                done,
  input  wire                fault,
  input  wire [8*STATE_BYTES-1:0] state       // of `status`, first byte at the bottom
);
  localparam STATUS_BYTES = STATE_BYTES + 3;
  localparam STATUS_LAST = 8'd240;            // bytes of a response to `status`, at most

  localparam [7:0] FLAG = 8'h7e, ESCAPE = 8'h7d;
  localparam [15:0] CRC_GOOD = 16'hf0b8;

  localparam [7:0] C_INFO = 8'd1, C_STATUS = 8'd2, C_WRITE = 8'd3, C_READ = 8'd4, C_FILL = 8'd5,
    C_CHECK = 8'd6, C_RUN = 8'd7, C_STOP = 8'd8, C_POKE = 8'd9, C_PEEK = 8'd10;
  localparam [2:0] R_OK = 3'd0, R_DAMAGED = 3'd1, R_COMMAND = 3'd2, R_LENGTH = 3'd3,
    R_ADDRESS = 3'd4, R_RESET = 3'd5, R_REGISTER = 3'd6;

  localparam COUNT_BITS = RAM_BITS > 16 ? RAM_BITS : 16;    // of an address or position

  // What is being done.
  localparam [3:0] RECEIVE = 4'd0, DECIDE = 4'd1, EXECUTE = 4'd2, MEMORY = 4'd3, MEMORY_DATA = 4'd4,
    MEMORY_CRC = 4'd5, MEMORY_NEXT = 4'd6, ANSWER = 4'd7, ANSWER_READ = 4'd8, ANSWER_DATA = 4'd9,
    ANSWER_CRC = 4'd10, ANSWER_PUT = 4'd11, REGISTER = 4'd12;
  // Which part of the response.
  localparam [2:0] P_FLAG = 3'd0, P_SEQ = 3'd1, P_RESULT = 3'd2, P_BODY = 3'd3, P_LOW = 3'd4,
    P_HIGH = 3'd5, P_END = 3'd6;

  reg  [3:0]  does_q;
  reg  [2:0]  part_q;
  reg         run_q;
  // frame
  reg         escaped_q;
  reg         long_q;                 // it is longer than the memory for it
  reg  [8:0]  count_q;                // bytes received; place of the byte to be written
  reg  [7:0]  seq_q;
  reg  [7:0]  code_q;
  reg  [31:0] addr_q;
  reg  [15:0] left_q;                 // bytes of memory to go
  reg  [7:0]  number_q;               // of the byte in the response
  reg  [7:0]  value_q;
  reg  [7:0]  high_q;                 // the value of a register is {high_q, value_q, left_q}
  reg  [2:0]  result_q;
  reg         poked_q;                // the last request wrote a register
  reg         refused_q;              // and the core refused that
  reg  [7:0]  poke_seq_q;             // its number
  // the byte in hand, and the CRC
  reg  [7:0]  byte_q;
  reg  [3:0]  bits_q;                 // that the CRC does not have yet
  reg  [15:0] crc_q;
  wire        crc_odd = crc_q[0] ^ byte_q[0];
  wire        shifting = bits_q != 4'd0;

  wire        is_flag = rx_data == FLAG;
  wire        is_escape = rx_data == ESCAPE;
  wire [7:0]  plain = escaped_q ? rx_data ^ 8'h20 : rx_data;
  wire        receiving = does_q == RECEIVE;
  wire        keep = receiving && rx_valid && !is_flag && !is_escape;
  wire [7:0]  kept_data;
  reg  [8:0]  place_q;                // in the frame, of the byte to be written to memory

  board_bytes u_frame (
    .clk(clk), .write(keep && !long_q), .write_addr(count_q), .write_data(plain),
    .read_addr(place_q), .read_data(kept_data)
  );

  // What the commands want: their length, CRC included, and the range of memory.
  wire        c_write = code_q == C_WRITE;
  wire        c_read = code_q == C_READ;
  wire        c_fill = code_q == C_FILL;
  wire        c_check = code_q == C_CHECK;
  wire        c_status = code_q == C_STATUS;
  wire        c_info = code_q == C_INFO;
  wire        c_run = code_q == C_RUN;
  wire        c_stop = code_q == C_STOP;
  wire        c_poke = HOST != 0 && code_q == C_POKE;
  wire        c_peek = HOST != 0 && code_q == C_PEEK;
  wire        known = c_write || c_read || c_fill || c_check || c_status || c_info || c_run
                   || c_stop || c_poke || c_peek;
  wire        again = c_poke && poked_q && poke_seq_q == seq_q;
  wire        ranged = c_write || c_read || c_fill || c_check;
  wire [8:0]  wanted = c_read || c_check ? 9'd10 : c_fill ? 9'd11 : c_status ? 9'd6
                   : c_poke ? 9'd12 : c_peek ? 9'd8 : 9'd4;
  wire        length_ok = c_write ? count_q >= 9'd9 : count_q == wanted;
  wire [16:0] last = {1'b0, left_q} - 17'd1;
  wire [RAM_BITS:0] end_addr;
  wire        in_range = addr_q[31:RAM_BITS] == RAM_BASE[31:RAM_BITS] && !end_addr[RAM_BITS];

  generate
    if (RAM_BITS >= 16) begin : g_large
      assign end_addr = {1'b0, addr_q[RAM_BITS-1:0]} + {{(RAM_BITS-15){1'b0}}, last[15:0]};
    end
    else begin : g_small
      assign end_addr = |last[15:RAM_BITS] ? {1'b1, {RAM_BITS{1'b0}}}
                      : {1'b0, addr_q[RAM_BITS-1:0]} + {1'b0, last[RAM_BITS-1:0]};
    end
  endgenerate

  wire [COUNT_BITS-1:0] next_addr = addr_q[COUNT_BITS-1:0] + {{(COUNT_BITS-1){1'b0}}, 1'b1};

  // The response.
  wire [8*(STATUS_BYTES-2)-1:0] status = {state, 5'd0, fault, done, run_q};
  wire        more_console = addr_q[15:0] != console_behind && number_q != STATUS_LAST;
  reg         body_more;
  reg  [7:0]  body;

  wire [7:0]  info_byte;
  wire [7:0]  status_byte;
  wire        unused_last = last[16];

  board_pick #(.BYTES(INFO_BYTES)) u_info (
    .from(INFO), .number(number_q[5:0]), .picked(info_byte)
  );

  board_pick #(.BYTES(STATUS_BYTES - 2)) u_status (
    .from(status), .number(number_q[5:0]), .picked(status_byte)
  );

  always @* begin
    body_more = 1'b0;
    body = addr_q[7:0];
    if (result_q == R_OK) begin
      if (c_info) begin
        body_more = number_q != INFO_BYTES;
        body = info_byte;
      end
      if (c_status) begin
        body_more = number_q < STATUS_BYTES || more_console;
        body = number_q < STATUS_BYTES - 2 ? status_byte
             : number_q == STATUS_BYTES - 2 ? addr_q[7:0]
             : number_q == STATUS_BYTES - 1 ? addr_q[15:8]
             : console_data;
      end
      if (c_peek) begin
        body_more = number_q != 8'd4;
        body = number_q[1] ? (number_q[0] ? high_q : value_q)
             : number_q[0] ? left_q[15:8] : left_q[7:0];
      end
      if (c_check) begin
        body_more = number_q != 8'd2;
        body = number_q[0] ? addr_q[15:8] : addr_q[7:0];
      end
    end
  end

  wire        put_flag = part_q == P_FLAG || part_q == P_END;
  wire        put_escape = !put_flag && !escaped_q && (byte_q == FLAG || byte_q == ESCAPE);

  assign tx_valid = does_q == ANSWER_PUT;
  assign tx_data = put_escape ? ESCAPE : escaped_q ? byte_q ^ 8'h20 : byte_q;
  assign mem_valid = does_q == MEMORY || does_q == ANSWER_READ;
  assign mem_write = c_write || c_fill;
  assign mem_addr = addr_q[RAM_BITS-1:0];
  assign mem_wdata = c_write ? kept_data : value_q;
  assign reg_valid = does_q == REGISTER;
  assign reg_write = c_poke;
  assign reg_addr = addr_q[11:0];
  assign reg_wdata = {high_q, value_q, left_q};
  assign take_valid = does_q == EXECUTE && c_status && result_q == R_OK;
  assign take_pos = addr_q[15:0];
  assign console_pos = addr_q[8:0];
  assign run = run_q;

  always @(posedge clk) begin
    if (shifting) begin
      crc_q <= {1'b0, crc_q[15:1]} ^ (crc_odd ? 16'h8408 : 16'h0000);
      byte_q <= {byte_q[0], byte_q[7:1]};
      bits_q <= bits_q - 4'd1;
    end
    case (does_q)
      RECEIVE: begin
        place_q <= 9'd6;
        number_q <= 8'd0;
        part_q <= P_FLAG;
        result_q <= R_OK;
        if (keep) begin
          byte_q <= plain;
          bits_q <= 4'd8;
          escaped_q <= 1'b0;
          count_q <= count_q + 9'd1;
          long_q <= long_q || &count_q;
          if (count_q[8:4] == 5'd0)
            case (count_q[3:0])
              4'd0: seq_q <= plain;
              4'd1: code_q <= plain;
              4'd2: addr_q[7:0] <= plain;
              4'd3: addr_q[15:8] <= plain;
              4'd4: addr_q[23:16] <= plain;
              4'd5: addr_q[31:24] <= plain;
              4'd6: left_q[7:0] <= plain;
              4'd7: left_q[15:8] <= plain;
              4'd8: value_q <= plain;
              4'd9: high_q <= plain;
              default: ;
            endcase
        end
        if (rx_valid && is_escape) escaped_q <= 1'b1;
        if (rx_valid && is_flag) begin
          if (count_q != 9'd0 || long_q) does_q <= DECIDE;
          else crc_q <= 16'hffff;
          escaped_q <= 1'b0;
        end
      end
      DECIDE: begin
        if (crc_q != CRC_GOOD || long_q || count_q < 9'd4) begin
          result_q <= R_DAMAGED;
          seq_q <= 8'd0;
        end
        else if (!known) result_q <= R_COMMAND;
        else if (!length_ok) result_q <= R_LENGTH;
        if (c_write) left_q <= {7'd0, count_q} - 16'd8;
        crc_q <= 16'hffff;
        does_q <= EXECUTE;
      end
      EXECUTE: begin
        does_q <= ANSWER;
        if (result_q == R_OK) begin
          if (ranged && left_q != 16'd0) begin
            if (!in_range) result_q <= R_ADDRESS;
            else if (!c_read) does_q <= MEMORY;
          end
          if (c_status && !taken_ok) addr_q[15:0] <= console_first;
          if ((c_poke || c_peek) && !run_q) result_q <= R_RESET;
          else if (again) result_q <= refused_q ? R_REGISTER : R_OK;
          else if (c_poke || c_peek) does_q <= REGISTER;
          poked_q <= c_poke && run_q;
          poke_seq_q <= seq_q;
          if (c_run) run_q <= 1'b1;
          if (c_stop) run_q <= 1'b0;
        end
        if (c_check && left_q == 16'd0) addr_q[15:0] <= 16'd0;
      end
      REGISTER: if (reg_done) begin
        if (reg_bad) result_q <= R_REGISTER;
        refused_q <= reg_bad;
        if (c_peek) {high_q, value_q, left_q} <= reg_rdata;
        does_q <= ANSWER;
      end
      MEMORY: if (mem_ready) begin
        addr_q[COUNT_BITS-1:0] <= next_addr;
        place_q <= place_q + 9'd1;
        left_q <= left_q - 16'd1;
        does_q <= c_check ? MEMORY_DATA : MEMORY_NEXT;
      end
      MEMORY_DATA: begin
        byte_q <= mem_rdata;
        bits_q <= 4'd8;
        does_q <= MEMORY_CRC;
      end
      MEMORY_CRC: if (!shifting) does_q <= MEMORY_NEXT;
      MEMORY_NEXT: begin              // the next byte of the frame is on its way
        if (left_q != 16'd0) does_q <= MEMORY;
        else does_q <= ANSWER;
        if (left_q == 16'd0 && c_check) addr_q[15:0] <= ~crc_q;
      end
      ANSWER: begin
        does_q <= ANSWER_CRC;
        escaped_q <= 1'b0;
        bits_q <= 4'd8;
        case (part_q)
          P_FLAG: begin
            byte_q <= FLAG;
            bits_q <= 4'd0;
          end
          P_SEQ: begin
            byte_q <= seq_q;
            crc_q <= 16'hffff;
          end
          P_RESULT: byte_q <= {5'd0, result_q};
          P_BODY: begin
            byte_q <= body;
            if (c_read && result_q == R_OK) begin
              bits_q <= 4'd0;
              if (left_q != 16'd0) does_q <= ANSWER_READ;
              else begin
                part_q <= P_LOW;
                does_q <= ANSWER;
              end
            end
            else if (!body_more) begin
              bits_q <= 4'd0;
              part_q <= P_LOW;
              does_q <= ANSWER;
            end
            else begin
              number_q <= number_q + 8'd1;
              if (c_status && number_q >= STATUS_BYTES) addr_q[15:0] <= next_addr[15:0];
            end
          end
          P_LOW: begin
            byte_q <= ~crc_q[7:0];
            bits_q <= 4'd0;
          end
          P_HIGH: begin
            byte_q <= ~crc_q[15:8];
            bits_q <= 4'd0;
          end
          default: begin
            byte_q <= FLAG;
            bits_q <= 4'd0;
          end
        endcase
      end
      ANSWER_READ: if (mem_ready) begin
        addr_q[COUNT_BITS-1:0] <= next_addr;
        left_q <= left_q - 16'd1;
        does_q <= ANSWER_DATA;
      end
      ANSWER_DATA: begin
        byte_q <= mem_rdata;
        bits_q <= 4'd8;
        does_q <= ANSWER_CRC;
      end
      ANSWER_CRC: if (!shifting) does_q <= ANSWER_PUT;
      ANSWER_PUT: if (tx_ready) begin
        if (put_escape) escaped_q <= 1'b1;
        else begin
          if (part_q == P_END) does_q <= RECEIVE;
          else does_q <= ANSWER;
          if (part_q != P_BODY) part_q <= part_q + 3'd1;
          if (part_q == P_END) begin
            escaped_q <= 1'b0;
            count_q <= 9'd0;
            long_q <= 1'b0;
            crc_q <= 16'hffff;
          end
        end
      end
      default: does_q <= RECEIVE;
    endcase
    if (rst) begin
      does_q <= RECEIVE;
      run_q <= 1'b0;
      poked_q <= 1'b0;
      escaped_q <= 1'b0;
      long_q <= 1'b0;
      count_q <= 9'd0;
      bits_q <= 4'd0;
      crc_q <= 16'hffff;
    end
  end
endmodule
`default_nettype wire
