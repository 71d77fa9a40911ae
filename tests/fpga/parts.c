/* parts.c - designs divided into parts, and joined again
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "fpga/parts.h"

#include <dirent.h>
#include <math.h>
#include <unistd.h>

#include "base/proc.h"
#include "fpga/flow.h"
#include "tests/tap.h"

enum { TEXT = 1 << 17, WIDE = 400 };

static char work[4096];

/* --- dividing ----------------------------------------------------------- */

static void add(char *text, const char *more)
{
	strcat(text, more);
}

/* A module with more lines than are taken in, whose names begin at NUMBER. */
static void add_big(char *text, const char *name, unsigned number)
{
	char line[100];

	snprintf(line, sizeof line, "attribute \\src \"a.v:%u\"\nmodule %s\n",
		 number, name);
	add(text, line);
	add(text, "  wire input 1 \\a\n");
	for (unsigned i = 0; i < WIDE; i++) {
		snprintf(line, sizeof line,
			 "  attribute \\src \"a.v:%u\"\n  wire $not$%u_Y\n",
			 number + i, number + i);
		add(text, line);
	}
	add(text, "end\n");
}

/* The same design, whatever yosys has counted before; cells in another order if
 * REVERSE. */
static char *design(unsigned number, bool reverse)
{
	char *text = calloc(1, TEXT), line[200];
	static const char *const cells[] = {
		"  cell $paramod$1f00\\small $aa$%u\n"
		"    connect \\a \\a\n"
		"  end\n",
		"  cell \\big $bb$%u\n    connect \\a \\a\n  end\n"
	};

	if (!text)
		exit(99);
	add_big(text, "\\big", number + 10);
	add(text, "module $paramod$1f00\\small\n  wire input 1 \\a\n  process "
		  "$proc$77\n"
		  "    assign $0\\q[3:0] 1'0\n    switch \\a\n      case\n    "
		  "end\n  end\nend\n");
	add_big(text, "\\unused", 5);
	add(text, "module \\top\n  wire input 1 \\a\n  parameter \\N 2\n");
	for (unsigned i = 0; i < 2; i++) {
		snprintf(line, sizeof line, cells[reverse ? 1 - i : i],
			 number + (reverse ? 1 - i : i));
		add(text, line);
	}
	add(text, "  connect \\a 1'0\nend\n");
	return text;
}

static void divided(void)
{
	struct parts one, two;
	char *a = design(98, false), *b = design(7, true), why[200] = "";

	ok(!parts_divide(a, "top", &one, why, sizeof why),
	   "a design is divided");
	ok(!parts_divide(b, "top", &two, why, sizeof why),
	   "so is the same one, counted otherwise");
	is_u32(one.count, 2,
	       "the top and the big module are parts, what is not used is "
	       "none");
	is_str(one.all[0].name, "\\big", "below comes before above");
	is_str(one.all[1].name, "\\top", "the top is the last");
	is_str(two.all[0].text, one.all[0].text,
	       "the same part has the same text");
	is_str(two.all[1].text, one.all[1].text, "so has the top");
	ok(!strstr(one.all[1].text, "src"),
	   "places in the source are not in it");
	ok(strstr(one.all[1].text, "attribute \\blackbox 1\nmodule \\big\n  "
				   "wire input 1 \\a\nend\n"),
	   "another part is a black box with its ports");
	ok(strstr(one.all[1].text, "module $paramod$1f00\\small\n") &&
		   strstr(one.all[1].text, "assign $0\\q[3:0] 1'0\n"),
	   "a small module is in it as it is");
	ok(strstr(one.all[1].text, "module \\" PART_TOP "\n"),
	   "its own module has one name");
	parts_free(&one);
	parts_free(&two);
	free(a);
	free(b);
}

static void other_content(void)
{
	struct parts one, two;
	char *a = design(98, false), *b = design(98, false), why[200] = "";

	memcpy(strstr(b, "connect \\a 1'0"), "connect \\a 1'1", 14);
	ok(!parts_divide(a, "top", &one, why, sizeof why) &&
		   !parts_divide(b, "top", &two, why, sizeof why) &&
		   strcmp(one.all[1].text, two.all[1].text) != 0,
	   "another constant is another part");
	parts_free(&one);
	parts_free(&two);
	free(a);
	free(b);
}

static void refused(void)
{
	struct parts p;
	char *a = design(1, false), why[200] = "";
	char self[] = "module \\top\n  cell \\top \\u\n  end\nend\n";
	char odd[] = "module \\top\n  wonder 1\nend\n";

	ok(parts_divide(a, "none", &p, why, sizeof why) &&
		   strstr(why, "no module 'none'"),
	   "no such top: %s", why);
	ok(parts_divide(self, "top", &p, why, sizeof why) &&
		   strstr(why, "in itself"),
	   "a module in itself: %s", why);
	ok(parts_divide(odd, "top", &p, why, sizeof why) &&
		   strstr(why, "'  wonder 1'"),
	   "a line that is no RTLIL: %s", why);
	free(a);
}

/* --- with the tools ----------------------------------------------------- */

/* INNER, a chain of registers with many names, is there twice; what goes
 * through it directly, constants and an output that nobody reads are ports
 * too. */
static void write_design(void)
{
	char path[5000], *text = calloc(1, TEXT), line[300];

	if (!text || !getcwd(work, sizeof work - 20))
		exit(99);
	strcat(work, "/parts-test");
	add(text,
	    "module inner (input wire clk, input wire [3:0] d, input wire k,\n"
	    "    output wire [3:0] q, output wire [3:0] same, output wire "
	    "one);\n"
	    "  assign same = d;\n  assign one = 1'b1;\n  reg [3:0] r_0;\n"
	    "  always @(posedge clk) r_0 <= d;\n");
	for (unsigned i = 1; i < 60; i++) {
		snprintf(line, sizeof line,
			 "  reg [3:0] r_%u;\n  always @(posedge clk) r_%u <= "
			 "(r_%u ^ {r_%u[2:0], r_%u[3] & k}) + 4'd%u;\n",
			 i, i, i - 1, i - 1, i - 1, i % 16);
		add(text, line);
	}
	add(text, "  assign q = r_59;\nendmodule\n"
		  "module top (input wire clk, input wire [3:0] d, output reg "
		  "[3:0] q);\n"
		  "  wire [3:0] a, b, through, unread;\n  wire one, "
		  "unread_one;\n  reg [3:0] d_q;\n"
		  "  inner u_a (.clk(clk), .d(d_q), .k(1'b1), .q(a), "
		  ".same(through), .one(one));\n"
		  "  inner u_b (.clk(clk), .d(~through), .k(d_q[0]), .q(b), "
		  ".same(unread), .one(unread_one));\n"
		  "  always @(posedge clk) begin\n    d_q <= d;\n    q <= (a & "
		  "{4{one}}) + b;\n  end\n"
		  "endmodule\n");
	snprintf(path, sizeof path, "%s/top.v", work);
	if (proc_remove_tree(work) || proc_make_dirs(work) ||
	    proc_write_file(path, text, strlen(text)))
		exit(99);
	free(text);
}

/* Files in the work directory that begin with "part-". */
static size_t count_kept(void)
{
	struct dirent *e;
	DIR *d = opendir(work);
	size_t n = 0;

	while (d && (e = readdir(d)))
		n += strncmp(e->d_name, "part-", 5) == 0;
	if (d)
		closedir(d);
	return n;
}

static bool flow(const char *target, bool parts, struct flow_result *out)
{
	static const char *const files[] = { "top.v" };
	const struct flow_request r = {
		.target = fpga_target(target), .dir = work, .files = files,
		.file_count = 1,
		.top = "top", .work = work, .mhz = 50,
		.parts = parts ? work : NULL
	};
	char why[3000] = "";
	bool good = ok(!flow_run(&r, out, why, sizeof why),
		       "%s%s: the tools run", target,
		       parts ? ", part by part" : "");

	if (!good)
		diag("%s", why);
	return good;
}

static void joined(const char *target)
{
	struct flow_result flat, parts, again;
	const struct flow_count *inner = NULL;

	if (flow(target, false, &flat) && flow(target, true, &parts) &&
	    flow(target, true, &again)) {
		for (size_t i = 0; i < parts.module_count; i++)
			if (strcmp(parts.modules[i].name, "inner") == 0)
				inner = &parts.modules[i];
		is_u32(parts.totals[FF], flat.totals[FF],
		       "as many flip-flops as of the whole");
		is_u32(parts.totals[FF], 2 * 240 + 8,
		       "each part with all its instances");
		ok(inner && inner->instances == 2 && inner->counts[FF] == 480,
		   "a part that is there twice");
		ok(fabs(parts.mhz / flat.mhz - 1) < 0.25,
		   "%.1f MHz, of the whole %.1f", parts.mhz, flat.mhz);
		ok(parts.untimed == 0 && parts.loops == 0 &&
			   parts.step_count >= 2,
		   "all is timed");
		ok(!memcmp(again.totals, parts.totals, sizeof parts.totals) &&
			   fabs(again.mhz - parts.mhz) < 1e-9,
		   "the second time the same");
	}
	flow_free(&flat);
	flow_free(&parts);
	flow_free(&again);
}

int main(void)
{
	char path[4096];
	const char *own = getenv("YOSYS");

	divided();
	other_content();
	refused();
	if ((own && strcmp(own, "no") == 0) ||
	    !proc_find(own && *own ? own : "yosys", path, sizeof path)) {
		ok(true, "joined # SKIP no yosys");
		return tap_done();
	}
	write_design();
	joined("ecp5");
	is_u32(count_kept(), 2, "two parts are kept, and no lock");
	joined("cyclone10gx");
	is_u32(count_kept(), 4, "those of another target are others");
	proc_remove_tree(work);
	return tap_done();
}
