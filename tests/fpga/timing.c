/* timing.c - netlists made by hand: what is read, and what their paths cost
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "fpga/timing.h"

#include <unistd.h>

#include "tests/tap.h"

static const char path[] = "timing-test.json";

#define PIN(name, net) "\"" name "\": [ " net " ]"
#define CELL(name, type, parameters, directions, pins) \
	"\"" name "\": { \"type\": \"" type \
	"\", \"parameters\": { " parameters \
	" }, \"port_directions\": { " directions " }, \"connections\": { " \
	pins " } }"
#define FF_WAYS "\"CLK\": \"input\", \"DI\": \"input\", \"Q\": \"output\""
#define FF(name, d, q) \
	CELL(name, "TRELLIS_FF", "", FF_WAYS, PIN("CLK", "2") "," \
	PIN("DI", d) "," PIN("Q", q))
#define LUT_WAYS "\"A\": \"input\", \"B\": \"input\", \"Z\": \"output\""
#define LUT4(name, a, b, z) \
	CELL(name, "LUT4", "", LUT_WAYS, PIN("A", a) "," PIN("B", b) "," \
	PIN("Z", z))
#define NET(name, hidden, bits) \
	"\"" name "\": { \"hide_name\": " hidden ", \"bits\": [ " bits " ] }"
#define DESIGN(cells, nets) \
	"{ \"modules\": { \"top\": { \"attributes\": { }, \"ports\": { " \
	"\"clk\": { \"direction\": \"input\", \"bits\": [ 2 ] } }, " \
	"\"cells\": { " cells \
	" }, \"netnames\": { " nets " } } } }"

static void write_file(const char *text)
{
	FILE *f = fopen(path, "w");

	if (!f || fputs(text, f) < 0 || fclose(f))
		exit(99);
}

static struct netlist *read_design(const char *text)
{
	struct netlist *n;
	char why[300];

	write_file(text);
	if (!ok(!netlist_read(path, &n, why, sizeof why),
		"the netlist is read")) {
		diag("%s", why);
		exit(1);
	}
	return n;
}

static struct timing estimate(struct netlist *n, const char *target)
{
	struct timing t;

	ok(!timing_estimate(n, netlist_module(n, netlist_name(n, "top")),
			    fpga_target(target), &t),
	   "it is timed for %s", target);
	return t;
}

/* Register, two look-up tables, register: the slow input of each counts. */
static void chain(void)
{
	struct netlist *n = read_design(DESIGN(
		FF("a", "9", "10") "," LUT4("l", "10", "11", "12") ","
		LUT4("m", "10", "12", "13") "," FF("b", "13", "11"),
		NET("early", "0", "10") "," NET("back", "0", "11") ","
		NET("made$1", "1", "12") "," NET("late", "0", "9, 13")));
	const struct netlist_module *m = netlist_module(n,
							netlist_name(n, "top"));
	struct timing t = estimate(n, "ecp5");
	char name[40];

	/* back or early to l (pin B 275), l to m (pin B 275), m to the
	 * register: three wires */
	is_u32(t.period, 3 * 1100 + 2 * 275, "three wires and two tables");
	is_u32(t.step_count, 4, "two registers and two tables");
	is_u32(t.loops, 0, "no loop");
	is_u32(t.untimed, 0, "every cell is known");
	netlist_net_name(m, t.steps[0].net, name, sizeof name);
	is_str(name, "back", "it begins where the slow pin is fed");
	netlist_net_name(m, t.steps[2].net, name, sizeof name);
	is_str(name, "late[1]", "a bit of a vector has its number");
	netlist_net_name(m, t.steps[1].net, name, sizeof name);
	is_str(name, "made$1", "a name of the tool, where there is no other");
	is_str(netlist_text(n, t.steps[3].cell), "TRELLIS_FF",
	       "it ends at a register");
	timing_free(&t);
	netlist_free(n);
}

/* A loop is left out, and what does not depend on it is timed. */
static void loop(void)
{
	struct netlist *n = read_design(
		DESIGN(FF("a", "9", "10") "," LUT4("l", "13", "10", "12") ","
		       LUT4("m", "12", "12", "13") ","
		       LUT4("s", "10", "10", "9"), ""));
	struct timing t = estimate(n, "ecp5");

	is_u32(t.loops, 2, "two nets of a loop");
	is_u32(t.period, 2 * 1100 + 275, "the path beside the loop");
	timing_free(&t);
	netlist_free(n);
}

#define CARRY_WAYS \
	"\"CI\": \"input\", \"S\": \"input\", \"DI\": \"input\", " \
	"\"O\": \"output\", \"CO\": \"output\""
#define FD_WAYS "\"C\": \"input\", \"D\": \"input\", \"Q\": \"output\""
#define FDRE(name, d, q) \
	CELL(name, "FDRE", "", FD_WAYS, PIN("C", "2") "," PIN("D", d) "," \
	PIN("Q", q))

/* A carry goes up only, and has no wire to the next cell. */
static void carry(void)
{
	static const char cells[] =
		FDRE("a", "1", "10") ","
		CELL("c", "CARRY4", "", CARRY_WAYS,
		     PIN("CI", "\"0\"") "," PIN("S", "3, 3, 3, 10") ","
		     PIN("DI", "3, 3, 3, 3") "," PIN("O", "20, 21, 22, 23") ","
		     PIN("CO", "30, 31, 32, 33")) ","
		CELL("d", "CARRY4", "", CARRY_WAYS,
		     PIN("CI", "33") "," PIN("S", "3, 3, 3, 3") ","
		     PIN("DI", "3, 3, 3, 3") "," PIN("O", "24, 25, 26, 27") ","
		     PIN("CO", "34, 35, 36, 37")) ",";
	char text[4000];
	struct netlist *n;
	struct timing t;

	snprintf(text, sizeof text, DESIGN("%s" FDRE("b", "%d", "11"), ""),
		 cells, 27);
	n = read_design(text);
	t = estimate(n, "xc7");
	is_u32(t.period, 303 + 548 + 334 + 300,
	       "through two carries and one wire");
	timing_free(&t);
	netlist_free(n);

	snprintf(text, sizeof text, DESIGN("%s" FDRE("b", "%d", "11"), ""),
		 cells, 22);
	n = read_design(text);
	t = estimate(n, "xc7");
	is_u32(t.period, 0, "a sum does not depend on higher bits");
	timing_free(&t);
	netlist_free(n);
}

#define DSP_WAYS "\"CLK\": \"input\", \"A\": \"input\", \"P\": \"output\""

/* Whether a multiplier has a register decides what it costs. */
static void conditions(void)
{
	static const char pattern[] =
		DESIGN(FDRE("a", "9", "10") ","
		       CELL("m", "DSP48E1",
			    "\"PREG\": \"0000000000000000000000000000000%s\", "
			    "\"MREG\": \"0\", \"AREG\": \"0\"", DSP_WAYS,
			    PIN("CLK", "2") "," PIN("A", "10") ","
			    PIN("P", "12")) ","
		       FDRE("b", "12", "11"), "");
	char text[2000];
	struct netlist *n;
	struct timing t;

	snprintf(text, sizeof text, pattern, "0");
	n = read_design(text);
	t = estimate(n, "xc7");
	is_u32(t.period, 303 + 300 + 2823 + 300,
	       "without registers: through it");
	timing_free(&t);
	netlist_free(n);
	snprintf(text, sizeof text, pattern, "1");
	n = read_design(text);
	t = estimate(n, "xc7");
	is_u32(t.period, 303 + 300 + 2739,
	       "with one behind the product: up to it");
	timing_free(&t);
	netlist_free(n);
}

static void strangers(void)
{
	struct netlist *n = read_design(
		DESIGN(FF("a", "10", "10") ","
		       CELL("x", "SURPRISE", "", LUT_WAYS,
			    PIN("A", "10") "," PIN("Z", "9")), ""));
	struct timing t = estimate(n, "ecp5");
	uint32_t counts[FPGA_CLASSES];

	is_u32(t.untimed, 1, "a cell without delays is told");
	timing_free(&t);
	netlist_free(n);
	fpga_classify(ECP5, "CCU2C", counts);
	ok(counts[LUT] == 2 && counts[CARRY] == 1 && counts[FF] == 0,
	   "a cell of two classes");
	fpga_classify(ECP5, "SURPRISE", counts);
	ok(counts[LUT] == 0 && counts[FF] == 0, "a cell of none");
	ok(!fpga_target("ecp6"), "no such target");
}

static void damaged(void)
{
	static const char *const texts[] = { "", "{", "[]",
					     "{ \"modules\": 7 }" };
	struct netlist *n;
	char why[300];

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		write_file(texts[i]);
		ok(netlist_read(path, &n, why, sizeof why) && !n && *why,
		   "refused: '%s'", texts[i]);
	}
	unlink(path);
	ok(netlist_read(path, &n, why, sizeof why) && strstr(why, path),
	   "a file that is not there");
}

int main(void)
{
	chain();
	loop();
	carry();
	conditions();
	strangers();
	damaged();
	return tap_done();
}
