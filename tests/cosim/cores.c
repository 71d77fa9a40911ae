/* cores.c - the lockstep of a machine of two cores
 * SPDX-License-Identifier: Apache-2.0
 *
 * Two ideal cores run one program on one memory and each chooses its own times,
 * so their records come in any order. Each is held to its own golden core: what
 * is wrong is said of the core that it is of, and neither needs the other's.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/cosim/mutant.h"
#include "tests/tap.h"

/* Fewer seeds where WW_SANITIZED says that they are slow. */
enum { CORES = 2, SEEDS = 25, FEW = 5, SMEM = 0x400 };

struct run {
	struct ideal_config config;
	struct program program;
	struct ideal_stream stream;
	struct replay replay;
};

/* Each core stores, loads and flushes in 4 KiB of its own: caches that know
 * nothing of each other are enough. */
static uint32_t apart(uint32_t *p)
{
	uint32_t *begin = p;

	p = spawn_all(p, 8);
	p = all_threads(p);
	*p++ = asm_csr(19, 0xCC2);
	*p++ = asm_i(ISA_SLLI, 19, 19, 12);
	*p++ = asm_u(ISA_LUI, 20, 0x80002000);
	*p++ = asm_r(ISA_ADD, 20, 20, 19);
	*p++ = asm_i(ISA_SLLI, 21, 7, 7);
	*p++ = asm_r(ISA_ADD, 20, 20, 21);      /* 128 bytes per warp */
	*p++ = asm_i(ISA_SLLI, 21, 6, 2);
	*p++ = asm_r(ISA_ADD, 21, 20, 21);      /* 4 bytes per thread */
	*p++ = asm_i(ISA_ADDI, 23, 0, 3);
	*p++ = asm_r(ISA_ADD, 24, 23, 6);
	*p++ = asm_s(ISA_SW, 24, 0, 21);
	*p++ = asm_s(ISA_SW, 24, 256, 21);
	*p++ = asm_i(ISA_LW, 25, 21, 0);
	*p++ = asm_i(ISA_ADDI, 23, 23, -1);
	*p++ = asm_b(ISA_BNE, 23, 0, -4 * 5);
	*p++ = asm_0(ISA_FENCE_I);
	*p++ = asm_i(ISA_LW, 26, 21, 256);
	*p++ = asm_r(ISA_ADD, 26, 26, 24);
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_b(ISA_BNE, 7, 0, 8);
	*p++ = asm_0(ISA_EBREAK);
	*p++ = asm_r(ISA_TMC, 0, 0, 0);
	return (uint32_t)(p - begin);
}

static struct ideal_config two_cores(bool cached)
{
	struct ideal_config c = legal_core(4, 4, 4, 16, true);

	c.machine.cores = CORES;
	c.machine.smem_size = SMEM;
	c.smem_banks = 4;
	if (cached) {
		c.dcache = (struct shape_cache){ 128, 32, 2, true, 4, 0, 1 };
		c.events |= IDEAL_DCACHE_EVENTS;
	}
	return c;
}

static void begin(struct run *r, struct ideal_config config,
		  uint32_t (*fn)(uint32_t *))
{
	r->config = config;
	program_make(&r->program, fn);
	ideal_run(&r->config, r->program.words, r->program.count, &r->stream);
	replay_start(&r->replay, &r->config, false, r->program.words,
		     r->program.count);
}

static void end(struct run *r)
{
	replay_end(&r->replay);
	ideal_free(&r->stream);
}

/* --- legal streams ---------------------------------------------------- */

static void legal(const char *name, uint32_t (*fn)(uint32_t *), bool cached)
{
	const uint32_t seeds = getenv("WW_SANITIZED") ? FEW : SEEDS;
	struct ideal_config c = two_cores(cached);
	char why[300];
	uint32_t bad;

	c.machine.timer = fn == ticks;
	bad = legal_all(c, fn, seeds, why, sizeof why);
	if (!ok(!bad, "legal: two cores, %s%s", name,
		cached ? ", a cache each" : ""))
		diag("seed %u: %s", bad, why);
}

/* Without caches both see each other's stores, and race. */
static void all_legal(void)
{
	legal("mix", mix, false);
	legal("races", races, false);
	legal("modify", modify, false);
	legal("traps", traps, false);
	legal("leaves", leaves, false);
	legal("counts", counts, false);
	legal("flushes", flushes, false);
	legal("passes", passes, false);
	legal("produces", produces, false);
	legal("ticks", ticks, false);
	legal("exits", exits, false);
	legal("shared", shared, false);
	legal("apart", apart, false);
	legal("apart", apart, true);
}

/* --- whose it is ------------------------------------------------------ */

/* The first record of KIND of CORE whose word WORD has, of the bits of MASK,
 * exactly BITS. */
static struct ideal_record *find(struct ideal_stream *s, uint32_t kind,
				 uint32_t core, uint32_t word, uint32_t mask,
				 uint32_t bits)
{
	for (size_t i = 0; i < s->count; i++) {
		struct ideal_record *r = &s->records[i];

		if (r->kind == kind && r->core == core &&
		    (r->w[word] & mask) == bits)
			return r;
	}
	return NULL;
}

/* Bits of a word of a record: of the first of CORE that is like that. */
struct wrong {
	const char *name;
	uint32_t kind;
	struct { uint32_t word, mask, bits; } like;
	uint32_t word, invert;
	enum cosim_check check;
};

static const struct wrong plain[] = {
	{ "issue: pc", REC_KIND_issue, { 0, 0, 0 }, 2, 4, COSIM_ISSUE_PC },
	{ "issue: core", REC_KIND_issue, { 0, 0, 0 }, 0, 1 << 14,
	  COSIM_HEADER },
	{ "retire: data of x24", REC_KIND_retire,
	  { 0, 31u << 22, 24u << 22 }, 5, 8, COSIM_RETIRE_DATA },
	{ "control: tmask", REC_KIND_control, { 0, 0, 0 }, 3, 2,
	  COSIM_CONTROL_TMASK },
	{ "perform: data of a store", REC_KIND_perform,
	  { 0, 1 << 22, 1 << 22 }, 6, 1, COSIM_PERFORM_DATA }
};

static const struct wrong cached[] = {
	{ "fill: data", REC_KIND_fill, { 0, 0, 0 }, 4, 1, COSIM_FILL_DATA },
	{ "fill: core", REC_KIND_fill, { 0, 0, 0 }, 0, 1 << 14,
	  COSIM_HEADER },
	{ "evict: data", REC_KIND_evict, { 0, 3 << 22, 1 << 22 }, 4, 1,
	  COSIM_EVICT_DATA }
};

static const struct wrong smem = {
	"smem: data of a store", REC_KIND_smem, { 0, 1 << 22, 1 << 22 }, 6, 1,
	COSIM_SMEM_DATA
};

static void named(const struct wrong *w, bool with_cache,
		  uint32_t (*fn)(uint32_t *), uint32_t core)
{
	struct ideal_config c = two_cores(with_cache);
	const struct cosim_mismatch *m;
	struct ideal_record *record;
	struct run r;

	c.seed = 5;
	begin(&r, c, fn);
	record = find(&r.stream, w->kind, core, w->like.word, w->like.mask,
		      w->like.bits);
	if (record)
		record->w[w->word] ^= w->invert;
	replay_records(&r.replay, &r.stream);
	m = cosim_mismatch(r.replay.cosim);
	if (!ok(record && m && m->check == w->check && m->has_core &&
		m->core == core && m->cycle == record->cycle,
		"core %u, %s", core, w->name))
		diag("%s of core %u: %s", m ? m->name : "nothing",
		     m ? m->core : 0, m ? m->text : "");
	end(&r);
}

/* A valid bit of a port that these cores do not have. */
static void absent(uint32_t core, uint32_t part)
{
	struct cosim_core_view cores[CORES] = { { .valid = 0 } };
	struct cosim_view v = { .core = cores };
	struct run r;

	begin(&r, two_cores(false), apart);
	cores[0].valid = core;
	v.part[REC_PART_l2].valid = part;
	cosim_cycle(r.replay.cosim, 1, &v);
	is_u32((uint32_t)replay_result(&r.replay), COSIM_HEADER, "no port");
	end(&r);
}

static void all_named(void)
{
	for (uint32_t core = 0; core < CORES; core++) {
		for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
			named(&plain[i], false, apart, core);
		for (size_t i = 0; i < sizeof cached / sizeof *cached; i++)
			named(&cached[i], true, apart, core);
		named(&smem, false, shared, core);
	}
	absent(COSIM_FILL, 0);
	absent(0, 1);
}

/* --- one without the other -------------------------------------------- */

/* Forgets what CORE has said. */
static void silence(struct ideal_stream *s, uint32_t core)
{
	size_t n = 0;

	for (size_t i = 0; i < s->count; i++)
		if (s->records[i].core != core)
			s->records[n++] = s->records[i];
	s->count = n;
}

static uint32_t halted(const struct replay *r, uint32_t core)
{
	uint32_t n = 0;
	char text[200];

	for (uint32_t warp = 0; warp < 4; warp++) {
		cosim_waits_for(r->cosim, core, warp, text, sizeof text);
		n += strcmp(text, "halted") == 0;
	}
	return n;
}

static void alone(uint32_t core, bool with_cache)
{
	struct ideal_config c = two_cores(with_cache);
	const uint32_t other = 1 - core;
	struct cosim_retired last;
	struct cosim_maker by;
	struct run r;

	c.seed = 7;
	begin(&r, c, apart);
	silence(&r.stream, other);
	ok(replay_records(&r.replay, &r.stream) == REPLAY_CLEAN,
	   "the records of core %u alone are good", core);
	is_u32(halted(&r.replay, core), 4, "its warps have halted");
	ok(cosim_recent(r.replay.cosim, core, 0, 0, &last) &&
	   last.effect->core == core && !golden_tmask(
		   golden_core(r.replay.golden, core), 0), "it has a history");
	is_u32(halted(&r.replay, other), 3, "the other one has not begun");
	ok(!cosim_recent(r.replay.cosim, other, 0, 0, &last),
	   "nor retired anything");
	ok(cosim_made(r.replay.cosim, core, 0, UINT64_MAX, 24, 1, &by) &&
	   by.core == core &&
	   !cosim_made(r.replay.cosim, other, 0, UINT64_MAX, 24, 1, &by),
	   "who wrote a register is known of its core");
	cosim_finish(r.replay.cosim, &r.stream.final);
	ok(cosim_mismatch(r.replay.cosim) &&
	   cosim_mismatch(r.replay.cosim)->check == COSIM_END_EARLY &&
	   cosim_mismatch(r.replay.cosim)->core == other,
	   "the end has not come: core %u is active", other);
	end(&r);
}

/* --- at the end ------------------------------------------------------- */

static void ends_wrong(uint32_t core)
{
	const struct cosim_mismatch *m;
	struct run r;

	begin(&r, two_cores(false), apart);
	replay_records(&r.replay, &r.stream);
	r.stream.counters[core * ISA_COUNTERS + ISA_EVENT_LOADS]++;
	cosim_finish(r.replay.cosim, &r.stream.final);
	m = cosim_mismatch(r.replay.cosim);
	ok(m && m->check == COSIM_COUNTER_EXACT && m->core == core,
	   "a counter of core %u", core);
	end(&r);
}

/* Rows of an array that is not CORE's. */
static const uint32_t *nothing_there(void *ctx, uint32_t select)
{
	static const uint32_t zeros[32];

	(void)select;
	++*(uint32_t *)ctx;
	return zeros;
}

static void audits_wrong(uint32_t core)
{
	const struct cosim_mismatch *m;
	uint32_t first, asked = 0;
	struct run r;

	begin(&r, two_cores(false), apart);
	replay_records(&r.replay, &r.stream);
	first = cosim_audit_select(r.replay.cosim, 1 - core);
	cosim_audit(r.replay.cosim, core, r.stream.final.cycle, 64,
		    nothing_there, &asked);
	m = cosim_mismatch(r.replay.cosim);
	ok(m && m->check == COSIM_AUDIT_REGISTER && m->core == core &&
	   asked == 6, "a register of core %u", core);
	is_u32(cosim_audit_select(r.replay.cosim, 1 - core), first,
	       "the scan of the other one stands still");
	end(&r);
}

int main(void)
{
	all_legal();
	all_named();
	for (uint32_t core = 0; core < CORES; core++) {
		alone(core, false);
		alone(core, true);
		ends_wrong(core);
		audits_wrong(core);
	}
	return tap_done();
}
