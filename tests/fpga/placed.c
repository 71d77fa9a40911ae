/* placed.c - a placed design, read back from its bitstream,
 * does what its Verilog does
 * SPDX-License-Identifier: Apache-2.0
 *
 * A design with carries, block RAM and flip-flops of several kinds is placed
 * for hx8k and runs beside its Verilog with random inputs. One bit of one
 * look-up table is then wrong, which has to show.
 */
#define _XOPEN_SOURCE 700
#include "fpga/placed.h"

#include <stdio.h>
#include <unistd.h>

#include "base/proc.h"
#include "fpga/gates.h"
#include "tests/fpga/work.h"
#include "tests/tap.h"

enum { TILE_ROWS = 16, LUT_AT = 36, LUT_BITS = 10 };

#define BODY \
	"  (* no_rw_check *) reg [15:0] m [0:255];\n" \
	"  reg [7:0] a_q;\n" \
	"  reg [3:0] state_q;\n" \
	"  always @(posedge clk) begin\n" \
	"    if (we) m[wa] <= d;\n" \
	"    if (re) word <= m[ra];\n" \
	"    a_q <= d[7:0];\n" \
	"    if (rst) sum <= 40'd5; " \
	"else if (re) sum <= sum + {d, d[7:0] ^ a_q, d} - {32'd0, a_q};\n" \
	"    if (rst) state_q <= 4'd1; " \
	"else state_q <= {state_q[2:0], state_q[3]};\n" \
	"    parity <= ^d[3:0] & !rst;\n" \
	"    same <= ^d[7:4];\n" \
	"  end\n" \
	"  assign hot = state_q & {4{!we}};\n" \
	"  assign one = 1'b1;\n"

#define PORTS \
	"  input wire clk, input wire rst, input wire we, input wire re,\n" \
	"  input wire [7:0] wa, input wire [7:0] ra, input wire [15:0] d,\n" \
	"  output reg [15:0] word, output reg [39:0] sum,\n" \
	"  output wire [3:0] hot,\n" \
	"  output reg parity, output reg same, output wire one"

static const char design[] = "module top (\n" PORTS
			     ",\n  input wire spare\n);\n" BODY "endmodule\n";
/* With a port more, as of a core with trace ports. */
static const char traced[] =
	"module top (\n" PORTS
	",\n  input wire spare, output wire [7:0] trace\n);\n" BODY
	"  assign trace = a_q;\nendmodule\n";

/* The memory is written everywhere first; nothing reads what it writes. */
static const char bench[] =
	"module bench;\n"
	"  reg clk, rst, we, re, was; reg [7:0] wa, ra; reg [15:0] d;\n"
	"  wire differs; wire [191:0] name; wire [31:0] core, placed; wire "
	"[7:0] trace; wire [15:0] word;\n"
	"  integer i, seed, bad, moved;\n"
	"  ww_shadow u_dut (.clk(clk), .rst(rst), .we(we), .re(re), .wa(wa), "
	".ra(ra), .d(d), .spare(d[0]),\n"
	"    .word(word), .sum(), .hot(), .parity(), .same(), .one(), "
	".trace(trace),\n"
	"    .shadow_differs(differs), .shadow_name(name), .shadow_core(core), "
	".shadow_placed(placed));\n"
	"  initial begin\n"
	"    seed = 3; bad = 0; moved = 0; clk = 0;\n"
	"    for (i = 0; i < 3000; i = i + 1) begin\n"
	"      rst = i < 260 ? 1 : $random(seed) % 64 == 0;\n"
	"      wa = i; ra = $random(seed); d = $random(seed);\n"
	"      we = i < 256 ? 1 : $random(seed);\n"
	"      re = i < 260 ? i > 256 : $random(seed);\n"
	"      if (ra == wa) ra = ra ^ 1;\n"
	"      #5;\n"
	"      if (i >= 260) begin\n"
	"        moved = moved + (word != 0);\n"
	"        if (differs !== 1'b0) begin\n"
	"          bad = bad + 1;\n"
	"          if (bad == 1) $display(\"cycle %0d: %0s is %h instead of "
	"%h\", i, name, placed, core);\n"
	"        end\n"
	"      end\n"
	"      clk = 1; #5; clk = 0;\n"
	"    end\n"
	"    if (bad == 0 && moved > 1000 && i == 3000) $display(\"the "
	"same\");\n"
	"    $finish;\n"
	"  end\n"
	"endmodule\n";

static const char *const files[] = { "top.v" }, *const core_files[] = { "traced"
									".v" };
static struct flow_request request(void)
{
	struct flow_request r = {
		.target = fpga_target("hx8k"), .dir = work, .files = files,
		.file_count = 1,
		.top = "top", .work = work, .mhz = 60
	};

	return r;
}

/* --- placing ------------------------------------------------------------ */

static bool place(void)
{
	struct flow_request r = request(), core = request();
	char why[3000] = "";
	struct flow_result out;
	bool good = ok(!placed_write(&r, &out, why, sizeof why),
		       "the design is placed and read back");

	if (!good)
		diag("%s", why);
	ok(out.placed && out.seeds == 1 && out.mhz > 20 &&
		   out.logic_cells > 100 && out.bitstream > 100000,
	   "its frequency, cells and bitstream are known");
	flow_free(&out);
	core.files = core_files;
	if (!good)
		return false;
	good = ok(!placed_write_shadow(&r, &core, WW_SRCDIR, why, sizeof why),
		  "the module that compares");
	if (!good)
		diag("%s", why);
	return good;
}

static void netlist(void)
{
	char *text = get(PLACED_NETLIST);

	ok(text && strstr(text, "input wire [15:0] d") &&
		   strstr(text, "output wire [39:0] sum") &&
		   strstr(text, "input wire spare"),
	   "the netlist has the design's ports");
	ok(text && strstr(text, "SB_RAM40_4K") && strstr(text, "CARRY"),
	   "and block RAM and carries");
	free(text);
}

/* What the bench says, to be freed. */
static char *simulate(void)
{
	char iverilog[4096], vvp[4096], log[5000];
	const char *const compile[] = {
		iverilog,      "-g2005",       "-o",         "bench.vvp",
		"-s",          "bench",        "bench.v",    PLACED_CORE,
		PLACED_SHADOW, PLACED_NETLIST, GATES_MODELS, NULL
	};
	const char *const run[] = { vvp, "-n", "bench.vvp", NULL };

	if (!proc_find("iverilog", iverilog, sizeof iverilog) ||
	    !proc_find("vvp", vvp, sizeof vvp))
		return NULL;
	snprintf(log, sizeof log, "%s/sim.log", work);
	proc_remove_tree(log);
	if (!proc_run(compile, work, log))
		proc_run(run, work, log);
	return get("sim.log");
}

/* --- one bit ------------------------------------------------------------ */

/* Where bit N of a look-up table is among the 20 bits of its cell. */
static const int lut_bits[16] = { 4, 14, 15, 5, 6, 16, 17, 7,
				  3, 13, 12, 2, 1, 11, 10, 0 };

static char *bit_at(char *rows[TILE_ROWS], int cell, int bit)
{
	int at = lut_bits[bit];

	return &rows[2 * cell + at / LUT_BITS][LUT_AT + at % LUT_BITS];
}

/* The table of CELL is the parity of its four inputs, or its inverse. */
static bool is_parity(char *rows[TILE_ROWS], int cell)
{
	for (int bit = 1; bit < 16; bit++)
		if ((*bit_at(rows, cell, bit) != *bit_at(rows, cell, 0)) !=
		    (__builtin_popcount((unsigned)bit) & 1))
			return false;
	return true;
}

/* Inverts a bit of the first table of a tile that has such; false: there is
 * none. */
static bool break_tile(char *tile, int bit)
{
	char *rows[TILE_ROWS];

	for (int i = 0; i < TILE_ROWS; i++) {
		tile = strchr(tile, '\n') + 1;
		rows[i] = tile;
	}
	for (int cell = 0; cell < 8; cell++)
		if (is_parity(rows, cell)) {
			*bit_at(rows, cell, bit) ^= '0' ^ '1';
			return true;
		}
	return false;
}

static bool break_bit(int bit)
{
	char *text = get("design.asc"), *tile = text;
	bool done = false;

	while (tile && !done && (tile = strstr(tile, ".logic_tile")))
		done = break_tile(tile++, bit);
	if (done)
		put("design.asc", text);
	free(text);
	return done;
}

static void compare(void)
{
	struct flow_request r = request();
	char why[3000] = "", *said = simulate();

	if (!said) {
		ok(true, "simulation # SKIP no iverilog");
		return;
	}
	if (!ok(strcmp(said, "the same\n") == 0, "the chip does what the "
						 "Verilog does"))
		diag("%.800s", said);
	free(said);
	ok(break_bit(6), "one bit of a look-up table is wrong");
	ok(!placed_read_back(&r, why, sizeof why),
	   "the bitstream is read again");
	said = simulate();
	/* Sums are parities too. */
	if (!ok(said && (strstr(said, ": parity is ") ||
			 strstr(said, ": same is ") || strstr(said, ": sum[")),
		"which the comparison notices, and names the output"))
		diag("%.800s %s", said ? said : "", why);
	free(said);
}

/* --- what is wrong ------------------------------------------------------ */

static void bad(void)
{
	struct flow_request r = request(), core = request();
	char why[3000] = "", *text;
	struct flow_result out;

	ok(placed_can(r.target) && !placed_can(fpga_target("up5k")) &&
		   !placed_can(fpga_target("ecp5")),
	   "hx8k alone can be read back");
	core.files = core_files;
	put("traced.v",
	    "module top (input wire clk, input wire d, output reg q);\n"
	    "  always @(posedge clk) q <= d;\nendmodule\n");
	ok(placed_write_shadow(&r, &core, WW_SRCDIR, why, sizeof why) ==
			   FLOW_E_TOOL &&
		   strstr(why, "other ports"),
	   "a core of other ports is refused");
	text = get("seed-1-sites.json");
	for (char *at = text; at && (at = strstr(at, "out_q[7]")); at++)
		at[0] = 'x';
	put("seed-1-sites.json", text ? text : "");
	free(text);
	ok(placed_read_back(&r, why, sizeof why) == FLOW_E_TOOL &&
		   strstr(why, "out_q[7]"),
	   "a register that is not found is named");
	setenv("NEXTPNR_ICE40", "/nowhere/nextpnr", 1);
	ok(placed_write(&r, &out, why, sizeof why) == FLOW_E_TOOL &&
		   strstr(why, "apt install nextpnr-ice40"),
	   "so is a tool that is missing");
	flow_free(&out);
}

static bool have(const char *variable, const char *name)
{
	const char *own = getenv(variable);
	char path[4096];

	if (own && strcmp(own, "no") == 0)
		return false;
	return proc_find(own && *own ? own : name, path, sizeof path);
}

int main(void)
{
	if (!have("YOSYS", "yosys") ||
	    !have("NEXTPNR_ICE40", "nextpnr-ice40") ||
	    !have("", "icebox_vlog")) {
		puts("1..0 # SKIP no yosys, nextpnr-ice40 or icebox_vlog");
		return 0;
	}
	if (!getcwd(work, sizeof work - 20))
		return 99;
	strcat(work, "/placed-test");
	if (proc_remove_tree(work) || proc_make_dirs(work))
		return 99;
	put("top.v", design);
	put("traced.v", traced);
	put("bench.v", bench);
	if (place()) {
		netlist();
		compare();
	}
	bad();
	proc_remove_tree(work);
	return tap_done();
}
