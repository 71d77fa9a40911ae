// tb - runs a program on the core: clock, reset, memory, console, the verdict
// SPDX-License-Identifier: Apache-2.0
//
// The verdict is a line: "pass: exit code 0 after N cycles", or "FAIL: " and why.
//
//   +image=FILE     RAM, for $readmemh: a word of the data bus in each line
//   +latency=N      cycles from a request to its response, at least 2; 4 if not given
//   +random=SEED    random waits, up to 31 cycles more, responses in any order
//   +timeout=N      the run fails after N cycles, 0: never; 10 million if not given
//   +waves=FILE     waveforms, as VCD
`default_nettype none
module ${prefix}_tb;
  localparam [31:0] HARDWARE_ERROR = 19;  // the core has stopped
  localparam        RESET_CYCLES = 2;

  reg           clk, rst;
  reg  [31:0]   cycles, latency, timeout, random;
  reg           mixed;
  reg  [8*256-1:0] file;
  integer       opened;
//% emit tb_wires

  initial begin
    clk = 1'b0;
    forever
      #5 clk = ~clk;
  end

  initial begin
    rst = 1'b1;
    cycles = 32'd0;
    latency = 32'd4;
    timeout = 32'd10000000;
    random = 32'd1;
    mixed = 1'b0;
    if ($value$plusargs("latency=%d", latency) && latency < 32'd2)
      latency = 32'd2;
    if ($value$plusargs("random=%d", random))
      mixed = 1'b1;
    random = {random[30:0], 1'b1};  // never 0
    if ($value$plusargs("timeout=%d", timeout) && timeout == 32'd0)
      timeout = 32'hffffffff;
    if ($value$plusargs("waves=%s", file)) begin
      $dumpfile(file);
      $dumpvars;
    end
    if (!$value$plusargs("image=%s", file)) begin
      $display("FAIL: no program: +image=FILE is missing");
      $finish;
    end
    opened = $fopen(file, "r");
    if (opened == 0) begin
      $display("FAIL: cannot read %0s", file);
      $finish;
    end else
      $fclose(opened);
  end

  // Random numbers: Marsaglia's xorshift of 32 bits.
  wire [31:0] shifted_13 = random ^ (random << 13);
  wire [31:0] shifted_17 = shifted_13 ^ (shifted_13 >> 17);

  always @(posedge clk) begin
    random <= shifted_17 ^ (shifted_17 << 5);
    cycles <= cycles + 32'd1;
    rst <= cycles < RESET_CYCLES;
  end

  ${prefix}_top u_core (
    .clk(clk),
    .rst(rst),
//% emit tb_ports
  );

//% emit tb_memory

  always @(posedge clk)
    if (!rst) begin
      if (fault_valid && (done || fault_cause == HARDWARE_ERROR)) begin
        $display("\nFAIL: trap with cause %0d at pc %h, tval %h, in warp %0d",
                 fault_cause, fault_pc, fault_tval, fault_warp);
        $finish;
      end else if (done && exit_code != 32'd0) begin
        $display("\nFAIL: exit code %0d after %0d cycles", exit_code, cycles);
        $finish;
      end else if (done) begin
        $display("\npass: exit code 0 after %0d cycles", cycles);
        $finish;
      end else if (done !== 1'b0) begin
        $display("\nFAIL: done is neither 0 nor 1");
        $finish;
      end else if (cycles >= timeout) begin
        $display("\nFAIL: no end after %0d cycles", cycles);
        $finish;
      end
    end
endmodule
`default_nettype wire
