// dcache_bench - random requests to the data cache alone, against a reference memory
// SPDX-License-Identifier: Apache-2.0
//
// Accesses to a line take effect in the order in which they are accepted, so a load's value is
// known when it is accepted. Everything around the cache is random: requests, their tags, the
// core's readiness for answers, the line port's for requests, the order of beats of different
// lines. Flushes run meanwhile. At the end the memory behind the cache equals the reference after a
// write-back, and a second round reads it all through an empty cache. Lines from ERRORS on answer
// with an error.
`timescale 1ns/1ns
module dcache_bench;
  parameter ACCESS_BITS = 512;
  parameter BUS_BITS = 128;
  parameter LINE_BYTES = 64;
  parameter REQUEST_BITS = 3;
  parameter MSHRS = 4;
  parameter ID_BITS = 3;
  parameter THROUGH = 0;
  parameter COUNT = 2000;       // requests
  parameter SPAN = 8192;        // bytes that they go to
  parameter ERRORS = 8192;      // lines from here to SPAN fail
  parameter SEED = 1;
  parameter FAST = 0;           // 1: everybody is always ready
  localparam ACCESS_BYTES = ACCESS_BITS / 8;
  localparam BUS_BYTES = BUS_BITS / 8;
  localparam BEATS = LINE_BYTES / BUS_BYTES;
  localparam TAGS = 1 << REQUEST_BITS;
  localparam SHIFT = $clog2(ACCESS_BYTES);
  localparam CONSOLE = 32'hFFFF_F000;
  localparam BASE = 32'h8000_0000;

  reg                     clk;
  reg                     rst;
  reg                     req_valid;
  wire                    req_ready;
  reg  [REQUEST_BITS-1:0] req_tag;
  reg                     req_write;
  reg  [31:0]             req_addr;
  reg  [ACCESS_BYTES-1:0] req_strb;
  reg  [ACCESS_BITS-1:0]  req_data;
  wire                    rsp_valid;
  reg                     rsp_ready;
  wire [REQUEST_BITS-1:0] rsp_tag;
  wire [ACCESS_BITS-1:0]  rsp_data;
  wire                    rsp_error;
  reg                     flush_start;
  reg  [1:0]              flush_op;
  wire                    flush_done;
  wire                    error_valid;
  wire [31:0]             error_addr;
  wire                    line_req_valid;
  reg                     line_req_ready;
  wire [ID_BITS-1:0]      line_req_id;
  wire                    line_req_write;
  wire [31:0]             line_req_addr;
  wire [7:0]              line_req_len;
  wire                    line_req_last;
  wire [BUS_BYTES-1:0]    line_req_strb;
  wire [BUS_BITS-1:0]     line_req_data;
  reg                     line_rsp_valid;
  reg  [ID_BITS-1:0]      line_rsp_id;
  reg  [BUS_BITS-1:0]     line_rsp_data;
  reg                     line_rsp_error;

  ww_dcache u_dcache (
    .clk(clk), .rst(rst), .mem_req_valid(req_valid), .mem_req_ready(req_ready),
    .mem_req_tag(req_tag), .mem_req_write(req_write), .mem_req_addr(req_addr[31:SHIFT]),
    .mem_req_strb(req_strb), .mem_req_data(req_data), .mem_rsp_valid(rsp_valid),
    .mem_rsp_ready(rsp_ready), .mem_rsp_tag(rsp_tag), .mem_rsp_data(rsp_data),
    .mem_rsp_error(rsp_error), .flush_start(flush_start), .flush_op(flush_op),
    .flush_done(flush_done), .mem_error_valid(error_valid), .mem_error_addr(error_addr),
    .line_req_valid(line_req_valid), .line_req_ready(line_req_ready), .line_req_id(line_req_id),
    .line_req_write(line_req_write), .line_req_addr(line_req_addr), .line_req_len(line_req_len),
    .line_req_last(line_req_last), .line_req_strb(line_req_strb), .line_req_data(line_req_data),
    .line_rsp_valid(line_rsp_valid), .line_rsp_id(line_rsp_id), .line_rsp_data(line_rsp_data),
    .line_rsp_error(line_rsp_error)
  );

  // The reference, and the memory behind the cache.
  reg [7:0] want_m [0:SPAN-1];
  reg [7:0] mem_m [0:SPAN-1];

  // Requests in flight: what the answer must be.
  reg [TAGS-1:0]         busy;
  reg [TAGS-1:0]         load;
  reg [TAGS-1:0]         may_fail;
  reg [TAGS-1:0]         must_fail;
  reg [ACCESS_BYTES-1:0] strb_m [0:TAGS-1];
  reg [ACCESS_BITS-1:0]  data_m [0:TAGS-1];

  // The line port: reads per id, answers to writes in order, console bytes to come.
  reg [MSHRS-1:0] reading;
  reg [MSHRS-1:0] failing;
  reg [31:0]      read_at [0:MSHRS-1];
  reg [7:0]       read_beat [0:MSHRS-1];
  reg [LINE_BYTES*8-1:0] read_m [0:MSHRS-1];
  reg [31:0]      open_m [0:255];        // addresses of unanswered writes
  reg             open_bad [0:255];
  integer         open_head, open_tail;
  reg             burst;
  reg             burst_bad;
  reg [31:0]      burst_next;
  reg [31:0]      burst_first;
  reg [7:0]       console_m [0:65535];
  integer         console_head, console_tail;

  integer seed, sent, answered, cycle, quiet, errors, i, n, errors_seen, errors_made;
  integer state, flushes, second;
  reg     flushing;
  reg     stall_mode;
  reg     ok;

  function integer rnd(input integer below);
    begin
      rnd = $unsigned($random(seed)) % below;
    end
  endfunction

  task fail(input [80*8-1:0] what);
    begin
      if (errors < 5)
        $display("# cycle %0d: %0s", cycle, what);
      errors = errors + 1;
      if (errors == 1)
        ok = 1'b0;
    end
  endtask

  // A request for a free tag, or none.
  task choose;
    integer row, k, span;
    begin
      req_valid = 1'b0;
      n = rnd(TAGS);
      if (sent < COUNT && !busy[n] && (FAST || rnd(8) != 0)) begin
        req_valid = 1'b1;
        req_tag = n;
        req_write = rnd(2);
        // A few lines often, and all of them now and then.
        span = rnd(4) == 0 ? SPAN : 1024;
        row = rnd(span / ACCESS_BYTES);
        req_addr = BASE + row * ACCESS_BYTES;
        req_strb = 0;
        req_data = 0;
        if (second)
          req_write = 1'b0;
        if (!second && rnd(40) == 0) begin
          req_addr = CONSOLE;
          req_write = 1'b1;
          req_strb = 1;
          req_data[7:0] = $random(seed);
        end else
          for (k = 0; k < ACCESS_BYTES; k = k + 1)
            if (rnd(4) == 0 || k == 0) begin
              req_strb[k] = 1'b1;
              if (req_write)
                req_data[k*8 +: 8] = $random(seed);
            end
      end
    end
  endtask

  task accept;
    integer k, at;
    begin
      if (busy[req_tag])
        fail("bench: tag is busy");
      busy[req_tag] = 1'b1;
      load[req_tag] = ~req_write;
      may_fail[req_tag] = 1'b0;
      must_fail[req_tag] = 1'b0;
      strb_m[req_tag] = req_strb;
      sent = sent + 1;
      if (req_addr == CONSOLE) begin
        console_m[console_tail] = req_data[7:0];
        console_tail = console_tail + 1;
      end else begin
        at = req_addr - BASE;
        may_fail[req_tag] = at >= ERRORS;
        must_fail[req_tag] = at >= ERRORS && !(THROUGH && req_write);
        for (k = 0; k < ACCESS_BYTES; k = k + 1) begin
          if (req_write && req_strb[k])
            want_m[at+k] = req_data[k*8 +: 8];
          data_m[req_tag][k*8 +: 8] = want_m[at+k];
        end
      end
    end
  endtask

  task answer;
    integer k;
    begin
      if (!busy[rsp_tag])
        fail("answer without a request");
      busy[rsp_tag] = 1'b0;
      answered = answered + 1;
      if (rsp_error && !may_fail[rsp_tag])
        fail("error without a reason");
      if (!rsp_error && must_fail[rsp_tag])
        fail("error is missing");
      if (load[rsp_tag] && !rsp_error)
        for (k = 0; k < ACCESS_BYTES; k = k + 1)
          if (strb_m[rsp_tag][k] && rsp_data[k*8 +: 8] !== data_m[rsp_tag][k*8 +: 8])
            fail("wrong byte loaded");
    end
  endtask

  task line_read;
    integer k, id;
    begin
      id = line_req_id;
      if (id >= MSHRS || reading[id])
        fail("read with an illegal id");
      else begin
        if (line_req_addr % LINE_BYTES != 0 || line_req_len != BEATS - 1)
          fail("read is not a line");
        for (k = open_head; k != open_tail; k = k + 1)
          if ((open_m[k % 256] & ~(LINE_BYTES - 1)) == line_req_addr)
            fail("read overtakes a write");
        reading[id] = 1'b1;
        failing[id] = line_req_addr - BASE >= ERRORS;
        if (failing[id])
          errors_made = errors_made + BEATS;
        read_at[id] = line_req_addr;
        read_beat[id] = 0;
        for (k = 0; k < LINE_BYTES; k = k + 1)
          read_m[id][k*8 +: 8] = failing[id] ? 8'hEE : mem_m[line_req_addr-BASE+k];
      end
    end
  endtask

  task line_write;
    integer k;
    begin
      if (line_req_id != MSHRS)
        fail("write with an illegal id");
      if (burst && line_req_addr != burst_next)
        fail("write leaves its burst");
      if (!burst)
        burst_first = line_req_addr;
      burst_next = line_req_addr + BUS_BYTES;
      if (line_req_addr == CONSOLE) begin
        if (console_head == console_tail || line_req_strb != 1
            || line_req_data[7:0] != console_m[console_head])
          fail("wrong console byte");
        console_head = console_head + 1;
      end else if (line_req_addr - BASE < ERRORS)
        for (k = 0; k < BUS_BYTES; k = k + 1)
          if (line_req_strb[k])
            mem_m[line_req_addr-BASE+k] = line_req_data[k*8 +: 8];
      burst = ~line_req_last;
      if (line_req_last) begin
        open_m[open_tail % 256] = burst_first;
        open_bad[open_tail % 256] = line_req_addr != CONSOLE && line_req_addr - BASE >= ERRORS;
        if (line_req_addr != CONSOLE && line_req_addr - BASE >= ERRORS)
          errors_made = errors_made + 1;
        open_tail = open_tail + 1;
      end
    end
  endtask

  // What the line port answers in the next cycle.
  task line_answer;
    integer id;
    begin
      line_rsp_valid = 1'b0;
      line_rsp_error = 1'b0;
      line_rsp_data = {BUS_BITS{1'bx}};
      id = rnd(MSHRS + 1);
      if (FAST || rnd(3) != 0) begin
        if (FAST)
          for (i = 0; i < MSHRS; i = i + 1)
            if (reading[i])
              id = i;
        if (id == MSHRS || (FAST && !reading[id])) begin
          if (open_head != open_tail) begin
            line_rsp_valid = 1'b1;
            line_rsp_id = MSHRS;
            line_rsp_error = open_bad[open_head % 256];
            open_head = open_head + 1;
          end
        end else if (reading[id]) begin
          line_rsp_valid = 1'b1;
          line_rsp_id = id;
          line_rsp_data = read_m[id][read_beat[id]*BUS_BITS +: BUS_BITS];
          line_rsp_error = failing[id];
          read_beat[id] = read_beat[id] + 1;
          if (read_beat[id] == BEATS)
            reading[id] = 1'b0;
        end
      end
    end
  endtask

  task compare_memory;
    begin
      for (i = 0; i < ERRORS && i < SPAN; i = i + 1)
        if (mem_m[i] !== want_m[i]) begin
          if (errors == 0)
            $display("# byte 0x%0h is 0x%h, expected 0x%h", i, mem_m[i], want_m[i]);
          fail("memory differs after the write-back");
        end
      if (console_head != console_tail)
        fail("console bytes are missing");
      if (errors_seen != errors_made)
        fail("errors were not reported");
    end
  endtask

  // In order: traffic with flushes; write back; compare; invalidate; read everything again.
  task control;
    begin
      flush_start = 1'b0;
      if (flush_done) begin
        if (!flushing)
          fail("flush is done that was not asked for");
        flushing = 1'b0;
        flushes = flushes + 1;
        quiet = 0;
      end
      if (state == 0 && !flushing && sent < COUNT && rnd(300) == 0) begin
        flush_start = 1'b1;
        flush_op = 1 + rnd(3);
      end
      if (state == 0 && sent == COUNT && answered == sent && !flushing) begin
        flush_start = 1'b1;
        flush_op = 2'b01;
        state = 1;
      end else if (state == 1 && !flushing) begin
        compare_memory;
        flush_start = 1'b1;
        flush_op = 2'b10;
        state = 2;
      end else if (state == 2 && !flushing) begin
        second = 1;
        sent = 0;
        answered = 0;
        state = 3;
      end else if (state == 3 && sent == COUNT && answered == sent) begin
        if (line_req_valid || |reading || open_head != open_tail)
          fail("something goes on at the end");
        state = 4;
      end
      if (flush_start)
        flushing = 1'b1;
    end
  endtask

  initial begin
    seed = SEED;
    clk = 1'b0;
    rst = 1'b1;
    {req_valid, rsp_ready, flush_start, line_req_ready, line_rsp_valid, line_rsp_error} = 6'd0;
    {busy, load, may_fail, must_fail, reading, failing, burst, flushing} = 0;
    {open_head, open_tail, console_head, console_tail, sent, answered, cycle, quiet} = 0;
    {errors, errors_seen, errors_made, state, flushes, second} = 0;
    ok = 1'b1;
    for (i = 0; i < SPAN; i = i + 1) begin
      mem_m[i] = $random(seed);
      want_m[i] = mem_m[i];
    end
    repeat (4) #5 clk = ~clk;
    rst = 1'b0;
    while (state != 4 && errors == 0 && quiet < 20000) begin
      #4;
      // Settled: what was agreed on in this cycle.
      cycle = cycle + 1;
      quiet = quiet + 1;
      if (error_valid)
        errors_seen = errors_seen + 1;
      if (req_valid && req_ready) begin
        accept;
        quiet = 0;
      end
      if (rsp_valid && rsp_ready) begin
        answer;
        quiet = 0;
      end
      if (line_req_valid && line_req_ready) begin
        if (line_req_write)
          line_write;
        else
          line_read;
      end
      begin : g_edge
        reg was_held;
        was_held = req_valid & ~req_ready;
        control;
        #1 clk = 1'b1;
        #1;
        if (!was_held)
          choose;
        rsp_ready = FAST || rnd(4) != 0;
        line_req_ready = FAST || rnd(3) != 0;
        line_answer;
      end
      #4 clk = 1'b0;
    end
    if (quiet >= 20000)
      fail("nothing moves");
    if (errors == 0)
      $display("pass: %0d cycles, %0d flushes, %0d errors reported", cycle, flushes, errors_seen);
    else
      $display("fail: state %0d, %0d of %0d answered, seed %0d", state, answered, COUNT, SEED);
    $finish;
  end
endmodule
