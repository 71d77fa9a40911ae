/* gates.c - the models of a chip's cells:
 * a netlist behaves as the Verilog it was made from
 * SPDX-License-Identifier: Apache-2.0
 *
 * A design with a memory of each kind that the core has, a multiplier, adders
 * and flip-flops of several kinds runs beside its netlists in one bench, with
 * random inputs.
 */
#define _XOPEN_SOURCE 700
#include "fpga/gates.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/proc.h"
#include "tests/fpga/work.h"
#include "tests/tap.h"

static const char design[] =
	"module top (\n"
	"  input wire clk, input wire rst, input wire we, input wire [3:0] be, "
	"input wire re,\n"
	"  input wire [8:0] wa, input wire [8:0] ra, input wire [31:0] d, "
	"input wire loose_in,\n"
	"  output reg [31:0] wide_q, output reg [31:0] one_q, output reg [3:0] "
	"narrow_q,\n"
	"  output wire [10:0] async, output reg [31:0] product_q, output reg "
	"[15:0] sum_q,\n"
	"  output wire loose\n"
	");\n"
	"  (* no_rw_check, ram_style = \"block\" *) reg [31:0] wide_m "
	"[0:255];\n"
	"  (* no_rw_check, ram_style = \"block\" *) reg [31:0] one_m [0:511];\n"
	"  (* no_rw_check *) reg [3:0] narrow_m [0:511];\n"
	"  reg [10:0] async_m [0:31];\n"
	"  reg [15:0] a_q, b_q;\n"
	"  always @(posedge clk) begin\n"
	"    if (we) wide_m[wa[7:0]] <= d;\n"
	"    wide_q <= wide_m[ra[7:0]];\n"
	"  end\n"
	"  always @(posedge clk) begin\n"
	"    if (we & be[0]) one_m[wa][7:0] <= d[7:0];\n"
	"    if (we & be[1]) one_m[wa][15:8] <= d[15:8];\n"
	"    if (we & be[2]) one_m[wa][23:16] <= d[23:16];\n"
	"    if (we & be[3]) one_m[wa][31:24] <= d[31:24];\n"
	"    if (!we) one_q <= one_m[wa];\n"
	"  end\n"
	"  always @(posedge clk) begin\n"
	"    if (we) narrow_m[wa] <= d[3:0];\n"
	"    if (re) narrow_q <= narrow_m[ra];\n"
	"  end\n"
	"  always @(posedge clk) if (we) async_m[wa[4:0]] <= d[10:0];\n"
	"  assign async = async_m[ra[4:0]];\n"
	"  always @(posedge clk) begin\n"
	"    a_q <= d[15:0];\n"
	"    b_q <= d[31:16];\n"
	"    product_q <= $signed(a_q) * $signed(b_q);\n"
	"    if (rst) sum_q <= 16'd5; else if (re) sum_q <= sum_q + (a_q ^ "
	"b_q) - {15'd0, a_q < b_q};\n"
	"  end\n"
	"  assign loose = loose_in ^ wide_m[ra[7:0] ^ 8'd1][0];\n"
	"endmodule\n";

/* Both are written everywhere first. Nothing reads what it writes, as in the
 * core. */
static const char bench[] =
	"module bench;\n"
	"  reg clk, rst, we, re;\n"
	"  reg [3:0] be; reg [8:0] wa, ra; reg [31:0] d;\n"
	"  wire [31:0] wide0, wide1, one0, one1, product0, product1;\n"
	"  wire [3:0] narrow0, narrow1; wire [10:0] async0, async1; wire "
	"[15:0] sum0, sum1;\n"
	"  integer i, seed, bad, before;\n"
	"  top u_rtl (clk, rst, we, be, re, wa, ra, d, 1'b0, wide0, one0, "
	"narrow0, async0, product0, sum0,);\n"
	"  gates u_gates (.clk(clk), .rst(rst), .we(we), .be(be), .re(re), "
	".wa(wa), .ra(ra), .d(d),\n"
	"    .loose_in(1'b0), .wide_q(wide1), .one_q(one1), "
	".narrow_q(narrow1), .async(async1),\n"
	"    .product_q(product1), .sum_q(sum1));\n"
	"  task differs(input integer what, input [31:0] x, input [31:0] y);\n"
	"    if (x !== y) begin\n"
	"      bad = bad + 1;\n"
	"      if (bad < 6) $display(\"cycle %0d, output %0d: %h instead of "
	"%h\", i, what, y, x);\n"
	"    end\n"
	"  endtask\n"
	"  initial begin\n"
	"    seed = 7; bad = 0; clk = 0; rst = 1; re = 1; be = 15;\n"
	"    for (i = 0; i < 4000; i = i + 1) begin\n"
	"      rst = i < 520 ? 1 : $random(seed) % 64 == 0;\n"
	"      wa = i < 512 ? i : $random(seed);\n"
	"      ra = $random(seed);\n"
	"      we = i < 512 ? 1 : i < 520 ? 0 : $random(seed);\n"
	"      re = i < 520 ? 1 : $random(seed);\n"
	"      be = i < 520 ? 15 : $random(seed);\n"
	"      d = $random(seed);\n"
	"      if (we && ra[7:0] == wa[7:0]) ra = ra ^ 1;\n"
	"      #5;\n"
	"      if (i > 520) begin\n"
	"        differs(0, wide0, wide1); differs(1, one0, one1); differs(2, "
	"narrow0, narrow1);\n"
	"        differs(3, async0, async1); differs(4, product0, product1); "
	"differs(5, sum0, sum1);\n"
	"      end\n"
	"      clk = 1; #5; clk = 0;\n"
	"    end\n"
	"    if (bad == 0 && i == 4000) $display(\"the same\");\n"
	"    $finish;\n"
	"  end\n"
	"endmodule\n";

static const char *const files[] = { "top.v" };
static bool write_gates(const char *target, const char *loose)
{
	struct flow_request r = {
		.target = fpga_target(target), .dir = work, .files = files,
		.file_count = 1,
		.top = "top", .work = work
	};
	char why[3000] = "";
	bool good = ok(!gates_write(&r, WW_SRCDIR, loose, why, sizeof why),
		       "%s: a netlist", target);

	if (!good)
		diag("%s", why);
	return good;
}

/* The netlist as a module of another name. */
static bool rename_top(void)
{
	char *text = get(GATES_NETLIST),
	     *at = text ? strstr(text, "module top(") : NULL;
	char *out = NULL;
	size_t n = 0;
	FILE *f = at ? open_memstream(&out, &n) : NULL;

	if (f) {
		fprintf(f, "%.*smodule gates(%s", (int)(at - text), text,
			at + strlen("module top("));
		fclose(f);
		put("renamed.v", out);
	}
	free(out);
	free(text);
	return f != NULL;
}

static void simulate(const char *target)
{
	char iverilog[4096], vvp[4096], *said;
	const char *const compile[] = { iverilog,     "-g2005", "-o",
					"bench.vvp",  "-s",     "bench",
					"bench.v",    "top.v",  "renamed.v",
					GATES_MODELS, NULL };
	const char *const run[] = { vvp, "-n", "bench.vvp", NULL };
	char log[5000];
	int status;

	if (!proc_find("iverilog", iverilog, sizeof iverilog) ||
	    !proc_find("vvp", vvp, sizeof vvp)) {
		ok(true, "%s: simulation # SKIP no iverilog", target);
		return;
	}
	snprintf(log, sizeof log, "%s/sim.log", work);
	proc_remove_tree(log);
	status = proc_run(compile, work, log);
	if (!status)
		status = proc_run(run, work, log);
	said = get("sim.log");
	if (!ok(!status && said && strcmp(said, "the same\n") == 0,
		"%s: the netlist does what the Verilog does", target))
		diag("status %d: %.800s", status, said ? said : "");
	free(said);
}

static void netlist(const char *target)
{
	char *text;

	if (!write_gates(target, "loose"))
		return;
	text = get(GATES_NETLIST);
	ok(text && !strstr(text, "output loose") &&
		   strstr(text, "input loose_in"),
	   "%s: the loose port is gone", target);
	ok(text && !strstr(text, "always") && !strstr(text, "reg "),
	   "%s: it is cells and wires", target);
	free(text);
	ok(rename_top(), "%s: its module", target);
	simulate(target);
}

static void bad(void)
{
	struct flow_request r = { .target = fpga_target("cyclone10gx"),
				  .work = work };
	char why[3000] = "", yosys[5000];

	ok(!gates_has_models(r.target) &&
		   gates_write(&r, WW_SRCDIR, NULL, why, sizeof why) ==
			   FLOW_E_TOOL &&
		   strstr(why, "no models of the cells of cyclone10gx"),
	   "a chip without models is refused");
	r.target = fpga_target("hx8k");
	ok(gates_write(&r, "/nowhere", NULL, why, sizeof why) == FLOW_E_FILE &&
		   strstr(why, "/nowhere/fpga/models/ice40.v"),
	   "a file of models that is missing is named");
	put("lonely", "#!/bin/sh\n");
	snprintf(yosys, sizeof yosys, "%s/lonely", work);
	chmod(yosys, 0755);
	setenv("YOSYS", yosys, 1);
	ok(gates_write(&r, WW_SRCDIR, NULL, why, sizeof why) == FLOW_E_TOOL &&
		   strstr(why, "share/yosys/ice40/cells_sim.v"),
	   "so is one of yosys's");
}

int main(void)
{
	const char *own = getenv("YOSYS"), *tier = getenv("WW_FULL");
	const bool full = tier && *tier; /* else one chip is enough */
	char path[4096];

	if ((own && strcmp(own, "no") == 0) ||
	    !proc_find(own && *own ? own : "yosys", path, sizeof path)) {
		puts("1..0 # SKIP no yosys");
		return 0;
	}
	if (!getcwd(work, sizeof work - 20))
		return 99;
	strcat(work, "/gates-test");
	if (proc_remove_tree(work) || proc_make_dirs(work))
		return 99;
	put("top.v", design);
	put("bench.v", bench);
	for (size_t i = 0; i < fpga_target_count; i++)
		if (gates_has_models(&fpga_targets[i]) &&
		    (full || !strcmp(fpga_targets[i].name, "ecp5")))
			netlist(fpga_targets[i].name);
	bad();
	proc_remove_tree(work);
	return tap_done();
}
