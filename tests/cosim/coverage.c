/* coverage.c - each group counts what it says, rules exclude, files add up
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cosim/cover/coverage.h"
#include "tests/cosim/mutant.h"
#include "tests/tap.h"

enum { SEEDS = 300 };

/* --- programs --------------------------------------------------------- */

static uint32_t *halt(uint32_t *p)
{
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_0(ISA_EBREAK);
	return p;
}

static uint32_t nothing(uint32_t *p)
{
	return (uint32_t)(halt(p) - p);
}

static uint32_t arithmetic(uint32_t *p)
{
	uint32_t *begin = p;

	p = all_threads(p);
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_i(ISA_ADDI, 11, 0, 1);
	*p++ = asm_r(ISA_ADD, 12, 10, 11);
	*p++ = asm_r(ISA_ADD, 12, 12, 11);
	*p++ = asm_r(ISA_MUL, 13, 12, 11);
	*p++ = asm_i(ISA_ADDI, 14, 0, 2047);
	return (uint32_t)(halt(p) - begin);
}

static uint32_t divergence(uint32_t *p)
{
	uint32_t *begin = p;

	p = all_threads(p);
	*p++ = asm_i(ISA_ANDI, 13, 6, 1);
	*p++ = asm_r(ISA_SPLIT, 0, 13, 0);
	*p++ = asm_i(ISA_ADDI, 14, 6, 100);
	*p++ = asm_0(ISA_JOIN);
	*p++ = asm_r(ISA_SPLIT, 0, 0, 0);
	*p++ = asm_0(ISA_JOIN);
	*p++ = asm_b(ISA_BEQ, 6, 0, 8);
	*p++ = asm_0(ISA_FENCE);
	*p++ = asm_i(ISA_ADDI, 16, 0, 1);
	*p++ = asm_r(ISA_CLONE, 0, 16, 0);
	return (uint32_t)(halt(p) - begin);
}

/* Each thread in a row of its own. */
static uint32_t spread(uint32_t *p)
{
	uint32_t *begin = p;

	p = all_threads(p);
	*p++ = asm_u(ISA_LUI, 20, 0x80002000);
	*p++ = asm_i(ISA_SLLI, 21, 6, 7);
	*p++ = asm_r(ISA_ADD, 20, 20, 21);
	*p++ = asm_s(ISA_SW, 6, 0, 20);
	*p++ = asm_i(ISA_LH, 22, 20, 2);
	return (uint32_t)(halt(p) - begin);
}

/* 1 / 0 toward zero; the largest number twice, in the mode of frm. */
static uint32_t floats(uint32_t *p)
{
	uint32_t *begin = p;

	p = all_threads(p);
	*p++ = asm_u(ISA_LUI, 10, 0x3F800000);
	*p++ = isa_encode(ISA_FDIV_S, 11, 10, 0, ISA_ROUND_RTZ << 5);
	*p++ = isa_encode(ISA_CSRRWI, 0, ISA_ROUND_RUP, 0, ISA_CSR_FRM);
	*p++ = asm_u(ISA_LUI, 12, 0x7F000000);
	*p++ = isa_encode(ISA_FMADD_S, 13, 10, 12,
			  ISA_ROUND_DYN << 5 | 12);
	return (uint32_t)(halt(p) - begin);
}

/* --- groups ----------------------------------------------------------- */

enum core_kind { ALONE, PLAIN, BACK, THROUGH, TIMER, FLOATS };

static struct ideal_config core(enum core_kind shape)
{
	bool alone = shape == ALONE || shape == FLOATS;
	struct ideal_config c = legal_core(alone ? 1 : 4, 4, 4, 16, true);

	c.machine.timer = shape == TIMER;
	c.machine.fp = shape == FLOATS;
	if (shape != BACK && shape != THROUGH)
		return c;
	c.access_bytes = 16;
	c.bus_bytes = 8;
	c.dcache = (struct shape_cache){ 128, 32, 2, shape == BACK, 2, 0, 1 };
	c.events |= IDEAL_DCACHE_EVENTS;
	c.smem_banks = 4;
	c.machine.smem_size = 8192;
	return c;
}

static struct coverage_machine machine_of(const struct ideal_config *c)
{
	struct shape own = {
		.lanes = c->lanes, .bus_bytes = c->bus_bytes,
		.access_bytes = c->access_bytes, .dcache = c->dcache,
		.smem_banks = c->smem_banks
	};
	struct coverage_machine m;

	cosim_cover_machine(&c->machine, &own, &m);
	return m;
}

/* Adds one run of FN to COUNTS; false if it does not pass. */
static bool count_run(struct coverage *counts, struct ideal_config c,
		      uint32_t (*fn)(uint32_t *))
{
	struct coverage_machine m = machine_of(&c);
	struct coverage_set *set = coverage_set(counts, &m);
	struct program p;
	struct ideal_stream s;
	struct replay r;
	int bad;

	program_make(&p, fn);
	ideal_run(&c, p.words, p.count, &s);
	replay_start(&r, &c, false, p.words, p.count);
	if (!set || cosim_cover(r.cosim, set))
		abort();
	set->runs++;
	bad = replay_records(&r, &s);
	replay_end(&r);
	ideal_free(&s);
	return bad == REPLAY_CLEAN;
}

/* The place of a bin in its group, by name. */
static size_t find(const struct coverage_group_info *g, const char *name)
{
	char text[200];

	for (size_t n = 0; n < g->count; n++) {
		coverage_bin_name(g, n, text, sizeof text);
		if (!strcmp(text, name))
			return n;
	}
	printf("Bail out! group %s has no bin '%s'\n", g->name, name);
	exit(1);
}

/* A bin that PROGRAM hits, one that it does not. */
static const struct row {
	const char *group, *hit, *miss;
	enum core_kind shape;
	uint32_t (*program)(uint32_t *);
} rows[] = {
	{ "insn-lanes", "add all", "add one", ALONE, arithmetic },
	{ "rs1", "add 0", "add min", ALONE, arithmetic },
	{ "rs2", "add 1", "add 0", ALONE, arithmetic },
	{ "corners", "add 0 1", "add 1 0", ALONE, arithmetic },
	{ "operands", "add equal", "add same-register", ALONE, arithmetic },
	{ "destination", "add rs1", "add rs2", ALONE, arithmetic },
	{ "immediate", "addi max", "addi min", ALONE, arithmetic },
	{ "raw", "alu alu 1", "alu divide 1", ALONE, arithmetic },
	{ "waw", "alu alu 1", "multiply alu 1", ALONE, arithmetic },
	{ "war", "alu alu 4-8", "alu alu 2", ALONE, arithmetic },
	{ "raw-wait", "alu alu 0", "alu divide 0", ALONE, arithmetic },
	{ "hazard-lanes", "read-after-write same all",
	  "read-after-write disjoint one", ALONE, arithmetic },
	{ "overtake", "alu multiply", "alu load", ALONE, arithmetic },
	{ "stack", "split-divergent empty", "split-divergent fills", ALONE,
	  divergence },
	{ "nesting", "join-else first-side some", "split-uniform uniform all",
	  ALONE, divergence },
	{ "branch", "beq divergent-taken nothing", "beq taken nothing", ALONE,
	  divergence },
	{ "code", "alu first-side some", "alu uniform all", ALONE,
	  divergence },
	{ "clone", "active all nothing", "thread-0 all nothing", ALONE,
	  divergence },
	{ "tmc", "one all nothing", "all one nothing", ALONE, divergence },
	{ "barrier", "middle all between", "alone 0-1 between", PLAIN, mix },
	{ "barrier-gap", "last 3-4", "first 17+", PLAIN, mix },
	{ "barrier-state", "last all none", "last all some", PLAIN, mix },
	{ "wspawn", "new one none-active", "ran-before one none-active", PLAIN,
	  mix },
	{ "warps", "all none next", "all all-but-one next", PLAIN, races },
	{ "end", "tmc running all", "mexit none-active one", PLAIN, mix },
	{ "trap", "load_address_misaligned all nothing",
	  "load_access_fault all nothing", ALONE, traps },
	{ "trap-others", "load_address_misaligned none-active",
	  "load_address_misaligned running", PLAIN, traps },
	{ "access", "sw console all", "sh console all", PLAIN, mix },
	{ "alignment", "lh 2 ram", "lh 0 ram", PLAIN, spread },
	{ "sharing", "store rows ram", "store one-word ram", PLAIN, spread },
	{ "requests", "store 3-4 all", "store 1 all", PLAIN, spread },
	{ "cache-access", "load-miss none none", "store-hit none none", BACK,
	  spread },
	{ "cache-fill", "nothing none none", "dropped none none", BACK,
	  spread },
	{ "cache-evict", "dirty-leaves none none", "dropped none some", BACK,
	  spread },
	{ "cache-evict", "forgotten-with-all none some",
	  "forgotten-with-all none none", THROUGH, flushes },
	{ "smem-conflict", "store 3-4", "store 2", BACK, shared },
	{ "smem-banks", "store all all", "store one one", THROUGH, shared },
	{ "fence", "mflush-3 dirty-lines", "mflush-7 nothing", BACK, flushes },
	{ "interrupt", "all alu", "one divide", TIMER, ticks },
	{ "interrupt-state", "all running", "one all-wait", TIMER, ticks },
	{ "interrupt-held", "split alu", "split divide", TIMER, ticks },
	{ "issue-gap", "alu 1 same", "divide 1 same", ALONE, arithmetic },
	{ "issue-pair", "alu alu same", "multiply multiply same", ALONE,
	  arithmetic },
	{ "csr", "thread_id read", "mcycle read", ALONE, arithmetic },
	{ "rounding", "fmadd.s frm-rup", "fmadd.s rup", FLOATS, floats },
	{ "flags", "fdiv.s dz", "fmadd.s nv", FLOATS, floats },
	{ "numbers", "fmadd.s +normal rs3", "fmadd.s +0 rs3", FLOATS, floats },
	{ "atomic", "sc.w stores-nothing ram", "amoor.w stores ram", PLAIN,
	  updates },
	{ "atomic", "amoadd.w changed-since-issue ram",
	  "amoadd.w changed-since-issue shared", BACK, updates },
	{ "csr", "frm write", "fflags read", FLOATS, floats },
	{ "raw", "alu float 1", "float alu 1", FLOATS, floats }
};

static uint64_t hits(const struct coverage *c,
		     const struct coverage_group_info *g, const char *name)
{
	return c->count ? c->sets[0].hits[g->first + find(g, name)] : 0;
}

/* The ideal core is no pipeline: rules about time do not bind it. */
static bool no_rule_wrong(const struct coverage *c)
{
	for (int i = 0; i < COVERAGE_GROUPS; i++) {
		enum coverage_group g = (enum coverage_group)i;

		if (g != COVERAGE_OVERTAKE && g != COVERAGE_ISSUE_GAP &&
		    g != COVERAGE_ISSUE_PAIR && coverage_sum(c, g).wrong)
			return false;
	}
	return true;
}

/* Timing is random: some seed must hit, and none what it should not. */
static void try_row(const struct row *row)
{
	enum coverage_group g = coverage_find_group(row->group);
	struct coverage_group_info info = coverage_group(g);
	struct coverage_machine m;
	struct ideal_config c = core(row->shape);
	struct coverage counts, none;
	bool clean = true;

	coverage_init(&counts);
	coverage_init(&none);
	for (c.seed = 1; clean && c.seed <= SEEDS &&
	     (c.seed <= 5 || !hits(&counts, &info, row->hit)); c.seed++)
		clean = count_run(&counts, c, row->program);
	clean = clean && count_run(&none, c, nothing);
	m = machine_of(&c);
	ok(clean && hits(&counts, &info, row->hit) > 0 &&
	   !hits(&none, &info, row->hit), "%s: hit: %s", row->group, row->hit);
	ok(!hits(&counts, &info, row->miss) &&
	   !coverage_never(g, find(&info, row->miss), &m),
	   "%s: not hit: %s", row->group, row->miss);
	ok(no_rule_wrong(&counts), "%s: no rule excludes what happens",
	   row->group);
	coverage_free(&counts);
	coverage_free(&none);
}

static void groups(void)
{
	bool tried[COVERAGE_GROUPS] = {
		[COVERAGE_L2] = true, [COVERAGE_L2_BANKS] = true /* l2.c */
	};
	int last = COVERAGE_LAUNCH_REFUSED; /* the others are in dispatch.c */

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		tried[coverage_find_group(rows[i].group)] = true;
		try_row(&rows[i]);
	}
	for (int g = 0; g < last; g++)
		ok(tried[g], "group %s has a test",
		   coverage_group((enum coverage_group)g).name);
}

/* --- rules ------------------------------------------------------------ */

static const char *reason(const char *group, const char *bin,
			  const struct coverage_machine *m)
{
	enum coverage_group g = coverage_find_group(group);
	struct coverage_group_info info = coverage_group(g);
	const char *why = coverage_never(g, find(&info, bin), m);

	return why ? why : "possible";
}

static void rules(void)
{
	struct coverage_machine m = {
		.warps = 4, .threads = 4, .lanes = 4, .stack = 8, .barriers = 4,
		.has_m = 1, .row = 16
	};
	struct coverage_group_info waw =
		coverage_group(coverage_find_group("waw"));

	is_str(reason("insn-lanes", "mul all", &m), "possible", "isa.m");
	is_str(reason("insn-lanes", "mret all", &m), "no core.timer",
	       "no timer");
	is_str(reason("waw", "clone bar.arrive 1", &m), "no gpu.dispatch",
	       "no dispatcher");
	ok(find(&waw, "bar.arrive bar.arrive 1") / waw.size[2] %
	   (waw.size[1] + 1) == 0, "NEXT has the places of UNIT");
	is_str(reason("cache-fill", "nothing none none", &m), "no data cache",
	       "no data cache");
	is_str(reason("access", "lw shared all", &m), "no shared memory",
	       "no shared memory");
	is_str(reason("rs1", "lui 0", &m),
	       "no such operand, or a number or an address", "no operand");
	is_str(reason("branch", "beq divergent-not nothing", &m), "possible",
	       "divergence");
	is_str(reason("numbers", "fadd.s -0 rs2", &m), "no isa.f", "no isa.f");
	is_str(reason("csr", "frm read", &m), "no isa.f", "nor its CSRs");
	m.fp = 1;
	is_str(reason("numbers", "fadd.s -0 rs2", &m), "possible", "isa.f");
	is_str(reason("numbers", "fadd.s -0 rs3", &m), "no such operand",
	       "a third operand");
	is_str(reason("flags", "fadd.s uf", &m), "no operands raise it",
	       "a sum is never tiny and not exact");
	is_str(reason("rounding", "fmin.s rne", &m), "it does not round",
	       "fmin.s has no mode");
	m.fp = 0;
	m.has_m = 0;
	is_str(reason("insn-lanes", "mul all", &m), "no isa.m", "no isa.m");
	m.threads = m.lanes = 1;
	is_str(reason("branch", "beq divergent-not nothing", &m), "one thread",
	       "nothing diverges with one thread");
	is_str(reason("insn-lanes", "add one", &m), "one thread is all",
	       "one thread is all");
	is_str(reason("insn-lanes", "add all", &m), "possible", "all of one");
	m.warps = 1;
	is_str(reason("barrier", "first all 0", &m), "one warp", "one warp");
}

/* What is excluded does not count, in all configurations or in some. */
static void sums(void)
{
	struct coverage_machine m = {
		.warps = 1, .threads = 1, .lanes = 1, .stack = 4, .barriers = 1,
		.row = 4
	};
	enum coverage_group g = coverage_find_group("smem-banks");
	struct coverage_group_info info = coverage_group(g);
	struct coverage c;
	struct coverage_sum s;

	coverage_init(&c);
	coverage_set(&c, &m);
	s = coverage_sum(&c, g);
	ok(!s.hit && !s.holes && s.never == info.count &&
	   coverage_percent(s) == 100, "excluded: all of a group");
	c.sets[0].hits[info.first]++;
	ok(coverage_sum(&c, g).wrong == 1, "excluded, but hit: a wrong rule");
	c.sets[0].hits[info.first]--;
	m.threads = m.lanes = m.smem_banks = 4;
	m.smem_words = 1024;
	m.has_a = 1;
	is_str(reason("smem-banks", "atomic all all", &m), "possible",
	       "banks make atomic operations at the same time");
	coverage_set(&c, &m)->hits[info.first + find(&info, "store all all")]++;
	s = coverage_sum(&c, g);
	ok(s.hit == 1 && s.holes > 0 && s.never > 0 && !s.wrong,
	   "what one configuration can do counts");
	coverage_free(&c);
}

static void goals(void)
{
	struct coverage_machine m = {
		.warps = 4, .threads = 4, .lanes = 4, .stack = 8, .barriers = 4,
		.has_m = 1, .row = 16
	};
	enum coverage_group g = coverage_find_group("insn-lanes");
	struct coverage_group_info info = coverage_group(g);
	size_t bin = find(&info, "add all");
	struct coverage c;
	uint64_t n;

	coverage_init(&c);
	coverage_set(&c, &m)->hits[info.first + bin] = info.goal - 1;
	ok(coverage_state(&c, g, bin, &n, NULL) == COVERAGE_HOLE &&
	   n == info.goal - 1, "one less than the goal is a hole");
	c.sets[0].hits[info.first + bin]++;
	ok(coverage_state(&c, g, bin, NULL, NULL) == COVERAGE_HIT,
	   "the goal is enough");
	coverage_free(&c);
}

/* --- files ------------------------------------------------------------ */

static char path[] = WW_BUILDDIR "/coverage-XXXXXX";

static bool same(const struct coverage *a, const struct coverage *b)
{
	bool equal = a->count == b->count;

	for (size_t i = 0; equal && i < a->count; i++)
		equal = a->sets[i].runs == b->sets[i].runs &&
			!memcmp(&a->sets[i].machine, &b->sets[i].machine,
				sizeof a->sets->machine) &&
			!memcmp(a->sets[i].hits, b->sets[i].hits,
				coverage_bins() * sizeof *a->sets->hits);
	return equal;
}

static void round_trip(void)
{
	struct coverage a, b, twice;
	char why[300] = "";

	coverage_init(&a);
	coverage_init(&b);
	coverage_init(&twice);
	count_run(&a, core(PLAIN), mix);
	count_run(&a, core(BACK), shared);
	remove(path);
	ok(!coverage_merge(path, &a, why, sizeof why) &&
	   !coverage_read(&b, path, why, sizeof why) && same(&a, &b),
	   "what is written is read %s", why);
	coverage_add(&twice, &a);
	coverage_add(&twice, &a);
	coverage_free(&b);
	ok(!coverage_merge(path, &a, why, sizeof why) &&
	   !coverage_read(&b, path, why, sizeof why) && same(&twice, &b),
	   "a file that is there is added to %s", why);
	coverage_free(&a);
	coverage_free(&b);
	coverage_free(&twice);
}

/* Many processes at the same time: no run is lost, and whoever reads meanwhile
 * sees a whole file. */
static void concurrent(void)
{
	enum { CHILDREN = 6, TIMES = 25 };
	struct coverage one, all;
	char why[300];
	int status, bad = 0;

	coverage_init(&one);
	count_run(&one, core(ALONE), nothing);
	remove(path);
	fflush(stdout);
	for (int i = 0; i < CHILDREN; i++)
		if (!fork()) {
			for (int k = 0; k < TIMES; k++)
				bad |= coverage_merge(path, &one, why,
						      sizeof why);
			_exit(bad != 0);
		}
	for (int i = 0; i < CHILDREN; i++) {
		coverage_init(&all);
		if (wait(&status) < 0 || status ||
		    coverage_read(&all, path, why, sizeof why))
			bad = 1;
		else if (i == CHILDREN - 1)
			bad = bad || all.sets[0].runs != CHILDREN * TIMES;
		coverage_free(&all);
	}
	ok(!bad, "runs that add to one file at the same time");
	coverage_free(&one);
}

/* TEXT, with the line of a machine in the place of each @. */
static void write_text(FILE *out, const char *text)
{
	const struct coverage_machine m = {
		.warps = 1, .threads = 1, .lanes = 1, .stack = 4,
		.barriers = 1, .row = 4
	};
	char line[512];

	coverage_machine_text(&m, line, sizeof line);
	for (; *text; text++)
		if (*text == '@')
			fprintf(out, "machine %s\n", line);
		else
			fputc(*text, out);
}

static void refuses(const char *name, const char *text, const char *want)
{
	struct coverage c;
	char why[300] = "";
	FILE *out = fopen(path, "w");

	if (!out)
		abort();
	write_text(out, text);
	fclose(out);
	coverage_init(&c);
	ok(coverage_read(&c, path, why, sizeof why) == COVERAGE_E_FORMAT &&
	   strstr(why, want) && !c.count, "refused: %s", name);
	if (!strstr(why, want))
		diag("said: %s", why);
	ok(coverage_merge(path, &c, why, sizeof why) == COVERAGE_E_FORMAT,
	   "and not added to: %s", name);
	coverage_free(&c);
}

#define HEAD "warpwright-coverage 1\n"
/* See write_text. */
#define MACHINE_LINE "@"

static void bad_files(void)
{
	struct coverage c;
	char why[300];

	refuses("another version", "warpwright-coverage 2\nend\n", ":1: not a");
	refuses("no end", HEAD, "the end is missing");
	refuses("a cut line", HEAD "mach", ":2: the line is cut");
	refuses("no machine", HEAD "runs 3\nend\n", "belongs to no machine");
	refuses("half a machine", HEAD "machine warps=1\nend\n",
		"not a configuration");
	refuses("an unknown group", HEAD MACHINE_LINE "flight x 1\nend\n",
		"no group 'flight'");
	refuses("an unknown bin", HEAD MACHINE_LINE "rs1 add 7 1\nend\n",
		"no bin 'add 7'");
	refuses("no number", HEAD MACHINE_LINE "rs1 add 0 many\nend\n",
		"not a group, a bin and a number");
	coverage_init(&c);
	remove(path);
	ok(coverage_read(&c, path, why, sizeof why) == COVERAGE_E_OPEN,
	   "a file that is not there");
	ok(coverage_merge("/dev/null", &c, why, sizeof why) == COVERAGE_E_WRITE,
	   "no regular file");
}

int main(void)
{
	int fd = mkstemp(path);

	if (fd < 0)
		abort();
	close(fd);
	groups();
	rules();
	sums();
	goals();
	round_trip();
	concurrent();
	bad_files();
	remove(path);
	return tap_done();
}
