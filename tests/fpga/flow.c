/* flow.c - the tools on a small design: area, path, placement, bitstream
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "fpga/flow.h"

#include <math.h>
#include <unistd.h>

#include "base/proc.h"
#include "fpga/record.h"
#include "tests/tap.h"

/* Two counters of which the sum is registered; INNER is there twice. */
static const char design[] =
	"module inner (input wire clk, input wire rst, output reg [7:0] "
	"count_q);\n"
	"  always @(posedge clk) count_q <= rst ? 8'd0 : count_q + 8'd3;\n"
	"endmodule\n"
	"module top (input wire clk, input wire rst, input wire [7:0] k, "
	"output reg [7:0] sum_q);\n"
	"  wire [7:0] a, b;\n"
	"  inner u_a (.clk(clk), .rst(rst), .count_q(a));\n"
	"  inner u_b (.clk(clk), .rst(rst ^ k[0]), .count_q(b));\n"
	"  always @(posedge clk) sum_q <= a + b + k;\n"
	"endmodule\n";

static const char *const files[] = { "top.v" };
static char work[4096];

static struct flow_request request(const char *target)
{
	return (struct flow_request){
		.target = fpga_target(target), .dir = work, .files = files,
		.file_count = 1,
		.top = "top", .work = work, .seeds = 3, .mhz = 50
	};
}

static void write_design(void)
{
	char path[5000];

	if (!getcwd(work, sizeof work - 20))
		exit(99);
	strcat(work, "/flow-test");
	snprintf(path, sizeof path, "%s/top.v", work);
	if (proc_remove_tree(work) || proc_make_dirs(work) ||
	    proc_write_file(path, design, sizeof design - 1))
		exit(99);
}

static bool run(const struct flow_request *r, struct flow_result *out)
{
	char why[3000] = "";
	bool good = ok(!flow_run(r, out, why, sizeof why), "%s: the tools run",
		       r->target->name);

	if (!good)
		diag("%s", why);
	return good;
}

static void estimated(const char *target)
{
	struct flow_request r = request(target);
	struct flow_result out;

	if (run(&r, &out)) {
		ok(out.totals[FF] == 24, "%s: 24 flip-flops, there are %u",
		   target, out.totals[FF]);
		ok(out.totals[LUT] >= 16, "%s: look-up tables: %u", target,
		   out.totals[LUT]);
		ok(out.mhz > 30 && out.mhz < 1500, "%s: %.1f MHz", target,
		   out.mhz);
		ok(out.untimed == 0 && out.loops == 0, "%s: all is timed",
		   target);
		ok(out.step_count >= 2 && !out.placed && out.fits,
		   "%s: there is a path", target);
	}
	flow_free(&out);
}

static void apart(void)
{
	struct flow_request r = request("ecp5");
	struct flow_result out;
	const struct flow_count *inner = NULL;

	r.apart = true;
	if (run(&r, &out)) {
		for (size_t i = 0; i < out.module_count; i++)
			if (strcmp(out.modules[i].name, "inner") == 0)
				inner = &out.modules[i];
		ok(inner && inner->instances == 2 && inner->counts[FF] == 16,
		   "a module that is there twice");
		ok(out.totals[FF] == 24, "the sum of all");
	}
	flow_free(&out);
}

static bool same(const struct flow_result *a, const struct flow_result *b)
{
	return !memcmp(a->totals, b->totals, sizeof a->totals) &&
	       fabs(a->mhz - b->mhz) < 1e-9 && a->seeds == b->seeds &&
	       a->placed == b->placed && a->fits == b->fits &&
	       a->logic_cells == b->logic_cells &&
	       a->bitstream == b->bitstream &&
	       a->module_count == b->module_count &&
	       a->cell_count == b->cell_count &&
	       a->step_count == b->step_count &&
	       !strcmp(a->steps[0].net, b->steps[0].net);
}

static void placed(void)
{
	struct flow_request r = request("hx8k");
	struct flow_result out, again;
	json_t *record;

	if (run(&r, &out)) {
		ok(out.placed && out.fits && out.seeds == 3,
		   "three placements");
		ok(out.seed_mhz[0] <= out.seed_mhz[1] &&
			   out.seed_mhz[1] <= out.seed_mhz[2] &&
			   fabs(out.mhz - out.seed_mhz[1]) < 1e-9,
		   "the median of them: %.1f", out.mhz);
		ok(out.mhz > 20 && out.mhz < 800, "%.1f MHz", out.mhz);
		/* A bitstream of the HX8K has one size. */
		is_u32(out.bitstream, 135100, "a bitstream");
		is_u32(out.totals[FF], 24,
		       "the frame's flip-flops are not the design's");
		ok(out.logic_cells >= 24 + 17, "logic cells with the frame: %u",
		   out.logic_cells);
		record = record_json(r.target, &out);
		ok(record && record_read(record, &again),
		   "the result is written and read");
		ok(same(&out, &again), "it is the same");
		json_decref(record);
		flow_free(&again);
	}
	flow_free(&out);
	r.seeds = 0;
	if (run(&r, &out))
		ok(!out.placed && out.mhz == 0, "not placed unless asked for");
	flow_free(&out);
}

static void bad(void)
{
	struct flow_request r = request("ecp5");
	static const char *const none[] = { "none.v" };
	struct flow_result out;
	char why[3000] = "";

	r.files = none;
	ok(flow_run(&r, &out, why, sizeof why) == FLOW_E_TOOL &&
		   strstr(why, "none.v"),
	   "a file that is not there is named");
	flow_free(&out);
	r = request("ecp5");
	setenv("YOSYS", "/no/such/yosys", 1);
	ok(flow_run(&r, &out, why, sizeof why) == FLOW_E_TOOL &&
		   strstr(why, "apt install yosys"),
	   "a missing yosys has its package");
	flow_free(&out);
}

static bool have(const char *variable, const char *name)
{
	const char *own = getenv(variable);
	char path[4096];

	return (!own || strcmp(own, "no") != 0) &&
	       proc_find(own && *own ? own : name, path, sizeof path);
}

int main(void)
{
	if (!have("YOSYS", "yosys")) {
		puts("1..0 # SKIP no yosys");
		return 0;
	}
	write_design();
	estimated("ecp5");
	estimated("xc7");
	estimated("gowin");
	estimated("cyclonev");
	estimated("cyclone10gx");
	apart();
	if (have("NEXTPNR_ICE40", "nextpnr-ice40") && have("ICEPACK", "icepac"
								      "k"))
		placed();
	else
		ok(true, "placement # SKIP no nextpnr-ice40 and icepack");
	bad();
	proc_remove_tree(work);
	return tap_done();
}
