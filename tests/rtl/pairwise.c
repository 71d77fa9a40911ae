/* pairwise - configurations in which every pair of values meets
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints a line of options for `warpwright gen` per configuration. Any value of
 * one factor occurs together with any value of any other factor, where the two
 * go together at all. `pairwise --verify` reads such lines and names every pair
 * that they miss; exit status 1 then.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VALUES = 8, MAX_ROWS = 400, MAX_LINE = 4000 };
enum { CANDIDATES = 100, UNSET = -1 };

struct factor {
	const char *name;
	const char *values[MAX_VALUES];      /* options without "-s " */
};

/* Lanes depend on threads: see lanes_option(); dcache.banks on the bus. Of the
 * shapes of a cache one is the source paper's, with lines of 256 bytes. Of the
 * places of RAM, the second is the largest, with the reset pc near its end, the
 * third the smallest, at address 0, and the last one ends where the devices
 * begin. */
static const struct factor factors[] = {
	{ "warps", { "core.warps=1", "core.warps=2", "core.warps=4",
		     "core.warps=8", "core.warps=16", "core.warps=32" } },
	{ "threads", { "core.threads=1", "core.threads=2", "core.threads=4",
		       "core.threads=8", "core.threads=16",
		       "core.threads=32" } },
	{ "lanes", { "all", "half", "one" } },
	{ "regfile", { "core.regfile=block", "core.regfile=distributed",
		       "core.regfile=auto" } },
	{ "stack", { "simt.stack=2", "simt.stack=5", "simt.stack=16",
		     "simt.stack=64" } },
	{ "barriers", { "simt.barriers=1", "simt.barriers=4",
			"simt.barriers=32" } },
	{ "m", { "isa.m=true", "isa.m=false" } },
	{ "multiplier", { "exec.multiplier=pipelined",
			  "exec.multiplier=iterative" } },
	{ "buffer", { "fetch.buffer=2", "fetch.buffer=4", "fetch.buffer=8" } },
	{ "bus", { "mem.bus_width=32", "mem.bus_width=64", "mem.bus_width=128",
		   "mem.bus_width=512", "mem.bus_width=1024" } },
	{ "requests", { "mem.requests=2", "mem.requests=8",
			"mem.requests=32" } },
	{ "coalesce", { "mem.coalesce=true", "mem.coalesce=false" } },
	{ "trace", { "trace.retire=true", "trace.retire=false" } },
	{ "icache", { "icache.size=0",
		      "icache.size=1024 -s icache.line=16 -s icache.ways=1",
		      "icache.size=2048 -s icache.line=64 -s icache.ways=8",
		      "icache.size=16384 -s icache.line=64 -s icache.ways=4",
		      "icache.size=16384 -s icache.line=256 -s icache.ways=2",
		      "icache.size=65536 -s icache.line=128"
		      " -s icache.ways=4" } },
	{ "icache.replacement", { "icache.replacement=lru",
				  "icache.replacement=fifo",
				  "icache.replacement=random" } },
	{ "icache.banks", { "icache.banks=1", "icache.banks=2",
			    "icache.banks=4" } },
	{ "icache.mshrs", { "icache.mshrs=1", "icache.mshrs=2",
			    "icache.mshrs=8" } },
	{ "icache.prefetch", { "icache.prefetch=true",
			       "icache.prefetch=false" } },
	{ "dcache", { "dcache.size=0",
		      "dcache.size=1024 -s dcache.line=16 -s dcache.ways=1",
		      "dcache.size=2048 -s dcache.line=64 -s dcache.ways=8",
		      "dcache.size=16384 -s dcache.line=64 -s dcache.ways=4",
		      "dcache.size=16384 -s dcache.line=256 -s dcache.ways=2",
		      "dcache.size=65536 -s dcache.line=128"
		      " -s dcache.ways=4" } },
	{ "dcache.replacement", { "dcache.replacement=lru",
				  "dcache.replacement=fifo",
				  "dcache.replacement=random" } },
	{ "dcache.banks", { "all", "bus" } },
	{ "dcache.mshrs", { "dcache.mshrs=1", "dcache.mshrs=4",
			    "dcache.mshrs=16" } },
	{ "dcache.write", { "dcache.write=back", "dcache.write=through" } },
	{ "dcache.requests", { "dcache.requests=0", "dcache.requests=1" } },
	{ "smem", { "smem.size=0", "smem.size=256", "smem.size=4096",
		    "smem.size=262144" } },
	{ "smem.banks", { "smem.banks=0", "smem.banks=1", "smem.banks=8",
			  "smem.banks=32" } },
	{ "smem.latency", { "smem.latency=1", "smem.latency=2",
			    "smem.latency=16" } },
	{ "mem.bus", { "mem.bus=simple", "mem.bus=axi4" } },
	{ "queue", { "mem.queue=1", "mem.queue=2", "mem.queue=8" } },
	{ "policy", { "issue.policy=lrr", "issue.policy=rr",
		      "issue.policy=gto",
		      "issue.policy=greedy-ring" } },
	{ "forward", { "issue.forward=true", "issue.forward=false" } },
	{ "judge", { "issue.judge=false", "issue.judge=true" } },
	{ "deep", { "core.deep=false", "core.deep=true" } },
	{ "counters", { "core.counters=true", "core.counters=false",
			"counters.selected=1", "counters.selected=6" } },
	{ "timer", { "core.timer=true", "core.timer=false" } },
	{ "ram", { "mem.ram_base=0x80000000 -s mem.ram_size=0x01000000"
		   " -s core.reset_pc=0x80000000",
		   "mem.ram_base=0x40000000 -s mem.ram_size=0x40000000"
		   " -s core.reset_pc=0x7fe00000"
		   " -s mem.const_base=0x60000000"
		   " -s mem.const_size=0x01000000",
		   "mem.ram_base=0x00000000 -s mem.ram_size=0x00001000"
		   " -s core.reset_pc=0x00000000"
		   " -s mem.const_base=0x00000400"
		   " -s mem.const_size=0x00000040",
		   "mem.ram_base=0xfe800000 -s mem.ram_size=0x00800000"
		   " -s core.reset_pc=0xfe800100" } },
	{ "f", { "isa.f=none", "isa.f=zfinx -s exec.fpu_stages=4",
		 "isa.f=zfinx -s exec.fpu_lanes=1 -s exec.fpu_stages=2",
		 "isa.f=zfinx -s exec.fdiv=shared -s exec.fpu_lanes=1",
		 "isa.f=zfinx -s exec.fpu_stages=6 -s exec.fdiv=shared",
		 "isa.f=f -s exec.fpu_stages=3 -s exec.fdivs=2",
		 "isa.f=f -s isa.sfu=true",
		 "isa.f=zfinx -s isa.sfu=true -s exec.fpu_lanes=1" } },
	{ "local", { "local.size=0", "local.size=8", "local.size=1024" } },
	{ "dcache.index", { "dcache.index=low", "dcache.index=hash" } },
	{ "loops", { "fetch.loops=false", "fetch.loops=true" } },
	{ "returns", { "fetch.returns=0", "fetch.returns=1",
		       "fetch.returns=4" } },
	{ "prefix", { "design.prefix=ww", "design.prefix=Core_7x" } },
/* The extensions that are on unless told otherwise have their place above. */
#define EXT_true(key)
#define EXT_false(key) { key, { "isa." key "=false", "isa." key "=true" } },
#define EXT(id, name, flag, key, on, march, doc) EXT_##on(#key)
#include "isa/exts.def"
};
enum { FACTORS = sizeof factors / sizeof *factors };
enum { THREADS = 1, LANES, WIDTH = 9, ICACHE = 13, DCACHE = 18, BANKS = 20,
       BUS = 27, FORWARD = 30, JUDGE, DEEP, TIMER = 34, RAM, F, LOCAL };

struct row {
	int value[FACTORS];          /* index of the value, or UNSET */
};

struct table {
	struct row rows[MAX_ROWS];
	int count;
	/* How many rows have this pair; only f < g is used. */
	int met[FACTORS][FACTORS][MAX_VALUES][MAX_VALUES];
};

static int value_count(int f)
{
	int n = 0;

	while (n < MAX_VALUES && factors[f].values[n])
		n++;
	return n;
}

/* --- which values go together ----------------------------------------- */

static const char *lanes_option(int threads, int lanes)
{
	static const char *const half[MAX_VALUES] = {
		NULL, NULL, "core.lanes=2", "core.lanes=4", "core.lanes=8",
		"core.lanes=16"
	};

	switch (lanes) {
	case 0: return "core.lanes=0";
	case 1: return half[threads];
	default: return threads ? "core.lanes=1" : NULL;
	}
}

/* As many banks as a line or the bus has words. */
static const char *banks_option(int width, int banks)
{
	static const char *const bus[MAX_VALUES] = {
		"dcache.banks=1", "dcache.banks=2", "dcache.banks=4",
		"dcache.banks=16", "dcache.banks=32"
	};

	return banks == 0 ? "dcache.banks=0" : bus[width];
}

/* The option of value V of factor F in ROW; NULL if there is none. */
static const char *option(int f, int v, const struct row *row)
{
	if (f == LANES)
		return lanes_option(row->value[THREADS], v);
	if (f == BANKS)
		return banks_option(row->value[WIDTH], v);
	return factors[f].values[v];
}

/* Whether a cache of SHAPE, value of ICACHE or DCACHE, has lines of at least
 * the bytes of a bus of WIDTH. */
static bool line_holds_bus(int shape, int width)
{
	static const int line[MAX_VALUES] = { 256, 16, 64, 64, 256, 128 };
	static const int bytes[MAX_VALUES] = { 4, 8, 16, 64, 128 };

	return line[shape] >= bytes[width];
}

/* Whether core.deep = true goes with value V of F: needs all lanes, forwarding,
 * judging, no timer. */
static bool deep_goes(int f, int v)
{
	if (f == LANES || f == FORWARD || f == TIMER)
		return v == (f == TIMER);
	return f != JUDGE || v == 1;
}

/* Judges pairs with f < g. */
static bool go_together(int f, int v, int g, int w)
{
	enum { AXI = 1, NONE = 0, SMALL = 2 };

	if (f == THREADS && g == LANES)
		return lanes_option(v, w) != NULL;
	if (f == WIDTH && (g == ICACHE || g == DCACHE))
		return line_holds_bus(w, v);
	if ((f == ICACHE || f == DCACHE) && g == BUS)
		return v != NONE || w != AXI;
	if (f == RAM && g == LOCAL)
		return v != SMALL || w == NONE;
	if (g == DEEP && w == 1)
		return deep_goes(f, v);
	if (f == DEEP && v == 1)
		return deep_goes(g, w);
	return true;
}

static bool together(int f, int v, int g, int w)
{
	return f < g ? go_together(f, v, g, w) : go_together(g, w, f, v);
}

/* --- which pairs have met --------------------------------------------- */

static int *meeting(struct table *t, int f, int v, int g, int w)
{
	return f < g ? &t->met[f][g][v][w] : &t->met[g][f][w][v];
}

static void count_row(struct table *t, const struct row *row, int by)
{
	for (int f = 0; f < FACTORS; f++)
		for (int g = f + 1; g < FACTORS; g++)
			*meeting(t, f, row->value[f], g, row->value[g]) += by;
}

/* Calls FN for every pair that goes together and has not met; their number. */
static int each_missing(struct table *t,
			void (*fn)(int f, int v, int g, int w))
{
	int n = 0;

	for (int f = 0; f < FACTORS; f++)
		for (int g = f + 1; g < FACTORS; g++)
			for (int v = 0; v < value_count(f); v++)
				for (int w = 0; w < value_count(g); w++) {
					if (!together(f, v, g, w) ||
					    t->met[f][g][v][w])
						continue;
					if (fn)
						fn(f, v, g, w);
					n++;
				}
	return n;
}

/* --- rows, greedily --------------------------------------------------- */

static uint32_t draw(uint32_t *state, uint32_t below)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state % below;
}

/* New pairs that value V of factor F makes with what ROW has; -1 if it does
 * not go with it. */
static int gain(struct table *t, const struct row *row, int f, int v)
{
	int n = 0;

	for (int g = 0; g < FACTORS; g++) {
		if (row->value[g] == UNSET)
			continue;
		if (!together(f, v, g, row->value[g]))
			return -1;
		n += !*meeting(t, f, v, g, row->value[g]);
	}
	return n;
}

static int best_value(struct table *t, const struct row *row, int f,
		      uint32_t *seed)
{
	int best = UNSET, best_gain = -1, equals = 0;

	for (int v = 0; v < value_count(f); v++) {
		int n = gain(t, row, f, v);

		if (n < 0 || n < best_gain)
			continue;
		equals = n > best_gain ? 1 : equals + 1;
		best_gain = n;
		if (draw(seed, (uint32_t)equals) == 0)
			best = v;
	}
	return best;
}

/* Completes ROW, which has a pair; how many new pairs it makes. */
static int grow(struct table *t, struct row *row, uint32_t *seed)
{
	int order[FACTORS], n = 0;

	for (int f = 0; f < FACTORS; f++)
		order[f] = f;
	for (int i = FACTORS - 1; i > 0; i--) {
		int j = (int)draw(seed, (uint32_t)i + 1), f = order[i];

		order[i] = order[j];
		order[j] = f;
	}
	for (int i = 0; i < FACTORS; i++)
		if (row->value[order[i]] == UNSET)
			row->value[order[i]] =
				best_value(t, row, order[i], seed);
	for (int f = 0; f < FACTORS; f++)
		for (int g = f + 1; g < FACTORS; g++)
			n += !t->met[f][g][row->value[f]][row->value[g]];
	return n;
}

static struct row start;      /* the last missing pair, and nothing else */

static void start_with(int f, int v, int g, int w)
{
	for (int i = 0; i < FACTORS; i++)
		start.value[i] = i == f ? v : i == g ? w : UNSET;
}

static void add_row(struct table *t, const struct row *row)
{
	if (t->count == MAX_ROWS) {
		fprintf(stderr, "pairwise: more than %d rows\n", MAX_ROWS);
		exit(1);
	}
	t->rows[t->count++] = *row;
	count_row(t, row, 1);
}

static void fill(struct table *t)
{
	uint32_t seed = 2463534242u;

	while (each_missing(t, start_with)) {
		struct row best = { { 0 } };
		int best_gain = 0;

		for (int i = 0; i < CANDIDATES; i++) {
			struct row row = start;
			int n = grow(t, &row, &seed);

			if (n > best_gain) {
				best_gain = n;
				best = row;
			}
		}
		add_row(t, &best);
	}
}

/* Drops each row whose pairs all meet elsewhere too. */
static void thin(struct table *t)
{
	int kept = 0;

	for (int i = 0; i < t->count; i++) {
		count_row(t, &t->rows[i], -1);
		if (each_missing(t, NULL) == 0)
			continue;
		count_row(t, &t->rows[i], 1);
		t->rows[kept++] = t->rows[i];
	}
	t->count = kept;
}

static void print(const struct table *t)
{
	for (int i = 0; i < t->count; i++) {
		const int *value = t->rows[i].value;

		for (int f = 0; f < FACTORS; f++)
			printf("%s-s %s", f ? " " : "",
			       option(f, value[f], &t->rows[i]));
		putchar('\n');
	}
}

/* --- lines, verified -------------------------------------------------- */

/* Whether LINE, which ends with a blank, has "-s OPTION" as whole words. */
static bool has_option(const char *line, const char *wanted)
{
	char words[MAX_LINE];

	snprintf(words, sizeof words, "-s %s ", wanted);
	return strstr(line, words) != NULL;
}

static int value_in(const char *line, int f, const struct row *row)
{
	for (int v = 0; v < value_count(f); v++) {
		const char *wanted = option(f, v, row);

		if (wanted && has_option(line, wanted))
			return v;
	}
	return UNSET;
}

static void parse_factor(const char *line, int number, int f, struct row *row)
{
	row->value[f] = value_in(line, f, row);
	if (row->value[f] != UNSET)
		return;
	fprintf(stderr, "pairwise: line %d has no value of '%s' that is "
		"known\n", number, factors[f].name);
	exit(1);
}

/* Threads come first, since lanes depend on them. */
static void parse(const char *line, int number, struct row *row)
{
	parse_factor(line, number, THREADS, row);
	for (int f = 0; f < FACTORS; f++)
		parse_factor(line, number, f, row);
}

static void complain(int f, int v, int g, int w)
{
	printf("never together: %s and %s\n", factors[f].values[v],
	       factors[g].values[w]);
}

static int verify(struct table *t)
{
	char line[MAX_LINE];
	int missing;

	while (fgets(line, sizeof line, stdin)) {
		struct row row;

		line[strcspn(line, "\n")] = ' ';
		parse(line, t->count + 1, &row);
		add_row(t, &row);
	}
	missing = each_missing(t, complain);
	printf("%d configurations, %d pairs missing\n", t->count, missing);
	return missing != 0;
}

int main(int argc, char **argv)
{
	static struct table table;

	if (argc == 2 && strcmp(argv[1], "--verify") == 0)
		return verify(&table);
	if (argc != 1) {
		fprintf(stderr, "usage: pairwise [--verify < LINES]\n");
		return 2;
	}
	fill(&table);
	thin(&table);
	print(&table);
	return 0;
}
