/* fuzz.c - random programs end, are the same everywhere, become small,
 * and can be written down
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fuzz/fuzz.h"

#include <inttypes.h>
#include <unistd.h>

#include "golden/elf.h"
#include "golden/golden.h"
#include "machine/has.h"
#include "tests/tap.h"

enum { PROGRAMS = 60, MOST = 3000000, ENOUGH = 20000, LENGTH = 120 };
#define GOLD UINT64_C(0xdce06119a1ef7fc9)

static struct fuzz_options options(uint64_t seed)
{
	struct fuzz_options o = { .seed = seed, .length = LENGTH };

	for (uint32_t k = 0; k < FUZZ_KINDS; k++)
		o.weight[k] = fuzz_kind_weight((enum fuzz_kind)k);
	return o;
}

static struct machine machine(uint32_t warps, uint32_t threads)
{
	return (struct machine){
		.cores = 1, .warps = warps, .threads = threads, .stack = 16,
		.barriers = 4,
		.has_m = true, .counters = true,
		.ram_base = 0x80000000, .ram_size = 1 << 20,
		.reset_pc = 0x80000000
	};
}

static struct fuzz_program *make(const struct fuzz_options *o,
				 const struct machine *m)
{
	struct fuzz_program *p = NULL;
	uint32_t needed;

	if (fuzz_generate(o, m, &p, &needed)) {
		ok(false, "program of seed %" PRIu64, o->seed);
		exit(tap_done());
	}
	return p;
}

/* --- they end --------------------------------------------------------- */

/* P in RAM that is zero elsewhere, and where: how many parts. All programs
 * share it, and each takes its bytes back (unplace): a GiB for each is minutes
 * under the address sanitizer.
 */
static int place(const struct fuzz_program *p, struct fuzz_part *part,
		 uint8_t **ram)
{
	static uint8_t *shared;
	static uint32_t size;
	int n;

	if (size < p->machine.ram_size) {
		free(shared);
		size = p->machine.ram_size;
		shared = calloc(size, 1);
	}
	n = shared ? fuzz_place(p, shared, part) : -1;
	if (n < 0)
		exit(1);
	*ram = shared;
	return n;
}

static void unplace(const struct fuzz_program *p, uint8_t *ram,
		    const struct fuzz_part *part, int n)
{
	for (int i = 0; i < n; i++)
		memset(ram + (part[i].addr - p->machine.ram_base), 0,
		       part[i].bytes);
}

static struct golden *load(const struct fuzz_program *p)
{
	const struct machine *m = &p->machine;
	struct fuzz_part part[FUZZ_SECTIONS];
	struct golden *g = NULL;
	uint8_t *ram;
	int n = place(p, part, &ram);

	if (golden_new(m, &g))
		exit(1);
	for (int i = 0; i < n; i++)
		if (golden_write(g, part[i].addr,
				 ram + (part[i].addr - m->ram_base),
				 part[i].bytes))
			exit(1);
	unplace(p, ram, part, n);
	return g;
}

struct ends {
	uint32_t passed, trapped, other;
	uint64_t instructions, threads;
};

static void run_one(const struct machine *m, uint64_t seed, struct ends *ends)
{
	struct fuzz_options o = options(seed);
	struct fuzz_program *p = make(&o, m);
	struct golden *g = load(p);
	enum golden_status how = golden_run(g, MOST, 0, NULL);

	ends->passed += how == GOLDEN_PASS;
	ends->trapped += how == GOLDEN_FAULT &&
			 golden_stats(golden_core(g, 0))->instructions < MOST;
	ends->instructions += golden_stats(golden_core(g, 0))->instructions;
	ends->threads += golden_stats(golden_core(g, 0))->thread_instructions;
	if (how != GOLDEN_PASS && how != GOLDEN_FAULT) {
		ends->other++;
		diag("seed %" PRIu64 ": status %d", seed, (int)how);
	}
	golden_free(g);
	fuzz_free(p);
}

static void all_end(const char *name, struct machine m)
{
	struct ends ends = { 0 };

	for (uint64_t seed = 1; seed <= PROGRAMS; seed++)
		run_one(&m, seed, &ends);
	ok(ends.passed + ends.trapped == PROGRAMS, "%s: all end", name);
	ok(ends.passed && ends.trapped, "%s: some in a trap, some not", name);
	diag("%" PRIu64 " instructions, %.2f threads each", ends.instructions,
	     (double)ends.threads / (double)ends.instructions);
}

static void they_end(void)
{
	struct machine m = machine(4, 4);

	all_end("4x4", m);
	m.timer = true;
	m.smem_size = 4096;
	all_end("4x4 with timer and shared memory", m);
	m.stack = 2;
	m.barriers = 1;
	m.has_m = false;
	all_end("4x4 with the least of all", m);
	m.stack = 1;
	all_end("4x4 with a stack of one", m);
	all_end("1x1", machine(1, 1));
	all_end("32x2", machine(32, 2));
	all_end("2x32", machine(2, 32));
}

/* --- who wakes whom --------------------------------------------------- */

struct woken {
	uint32_t by_others, warp0, by_higher_thread, none_free, running;
};

static void count_wake(struct woken *w, const struct golden_effect *fx)
{
	bool woken = fx->kind == GOLDEN_WSPAWN;

	w->by_others += woken && fx->warp != 0;
	w->warp0 += woken && fx->write[0].warp == 0;
	w->by_higher_thread += woken && !(fx->tmask & 1);
	w->none_free += fx->kind == GOLDEN_TRAP && fx->op == ISA_WSPAWN;
}

/* One instruction of a warp that chance decides, again and again; all have to
 * end. */
static void wake_in(const struct machine *m, uint64_t seed, struct woken *w)
{
	struct fuzz_options o = options(seed);
	struct fuzz_program *p = make(&o, m);
	struct golden *g = load(p);
	struct golden_effect fx;
	uint32_t left = MOST, random = (uint32_t)seed, can;

	while ((can = golden_active(golden_core(g, 0)) &
		      ~golden_waiting(golden_core(g, 0))) &&
	       !golden_exits(g) && --left) {
		do
			random = random * 1664525 + 1013904223;
		while (!(can >> (random >> 16) % m->warps & 1));
		if (golden_step(golden_core(g, 0), (random >> 16) % m->warps,
				NULL, &fx) == 0)
			count_wake(w, &fx);
	}
	w->running += !golden_exits(g) && golden_active(golden_core(g, 0)) != 0;
	golden_free(g);
	fuzz_free(p);
}

static void wakes(void)
{
	struct machine m = machine(8, 4);
	struct woken w = { 0 };

	for (uint64_t seed = 1; seed <= PROGRAMS; seed++)
		wake_in(&m, seed, &w);
	ok(w.running == 0, "in any order of the warps, too");
	ok(w.by_others > PROGRAMS, "warps other than warp 0 wake warps");
	ok(w.warp0 > 0, "warp 0 is woken again");
	ok(w.by_higher_thread > 0, "where thread 0 is not active, too");
	ok(w.none_free > 0, "where no warp is free, too");
	diag("by others %" PRIu32 ", warp 0 %" PRIu32
	     ", by other threads %" PRIu32 ", none free %" PRIu32,
	     w.by_others, w.warp0, w.by_higher_thread, w.none_free);
}

/* --- the same everywhere ---------------------------------------------- */

/* FNV-1a of all words and the table. */
static uint64_t digest(const struct fuzz_program *p)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < p->count + FUZZ_TABLE; i++) {
		uint32_t word = i < p->count ? fuzz_word(p, i) :
					       p->table[i - p->count];

		for (unsigned k = 0; k < 4; k++)
			sum = (sum ^ (word >> 8 * k & 0xff)) *
			      UINT64_C(0x100000001b3);
	}
	return sum;
}

static uint64_t digest_of(uint64_t seed)
{
	struct fuzz_options o = options(seed);
	struct machine m = machine(4, 4);
	struct fuzz_program *p = make(&o, &m);
	uint64_t sum = digest(p);

	fuzz_free(p);
	return sum;
}

static void same(void)
{
	uint64_t one = digest_of(1);

	ok(digest_of(1) == one, "the same seed, the same program");
	ok(digest_of(2) != one, "another seed, another program");
	/* Changes whenever programs do: reports of failures by seed lose their
	 * meaning then. */
	if (!ok(one == GOLD, "as on other machines"))
		diag("digest 0x%016" PRIx64, one);
}

/* --- kinds ------------------------------------------------------------ */

static size_t how_many(const struct fuzz_program *p, enum isa_op op)
{
	size_t n = 0;

	for (size_t i = 0; i < p->count; i++)
		n += p->items[i].op == op && !p->items[i].gone;
	return n;
}

/* With KIND alone some of 20 programs have OP, without it none. */
static void kind_makes(enum fuzz_kind kind, enum isa_op op)
{
	struct machine m = machine(2, 8);
	size_t with = 0, without = 0;

	m.smem_size = 1024;
	for (uint64_t seed = 1; seed <= 20; seed++)
		for (int only = 0; only < 2; only++) {
			struct fuzz_options o = options(seed);
			struct fuzz_program *p;

			for (uint32_t k = 0; k < FUZZ_KINDS && only; k++)
				o.weight[k] = k == kind || k == FUZZ_ALU;
			if (!only)
				o.weight[kind] = o.weight[FUZZ_DIVIDE] =
					o.weight[FUZZ_PATCH] =
					o.weight[FUZZ_SWEEP] = 0;
			p = make(&o, &m);
			*(only ? &with : &without) += how_many(p, op);
			fuzz_free(p);
		}
	ok(with > 0 && without == 0, "%s: %s", fuzz_kind_name(kind),
	   isa_insn(op)->name);
}

static void kinds(void)
{
	kind_makes(FUZZ_MULDIV, ISA_REMU);
	kind_makes(FUZZ_FENCE, ISA_FENCE);
	kind_makes(FUZZ_BRANCH, ISA_BGEU);
	kind_makes(FUZZ_IMM, ISA_AUIPC);
	for (uint32_t k = 0; k < FUZZ_KINDS; k++)
		ok(*fuzz_kind_doc((enum fuzz_kind)k), "%s is explained",
		   fuzz_kind_name((enum fuzz_kind)k));
}

/* --- all of memory ---------------------------------------------------- */

/* Bits of addresses in which two of them differed alone. */
struct reach {
	uint32_t lanes;         /* of one instruction */
	/* of two accesses of a warp, one behind the other */
	uint32_t warp;
	uint32_t shared;        /* as lanes, in shared memory */
	uint32_t code;          /* of two instructions that were executed */
	/* of an address that trapped and one of another thread that would
	 * not */
	uint32_t traps;
	uint32_t last[32];      /* access of each warp */
	bool far_code;
};

static uint32_t alone(uint32_t a, uint32_t b)
{
	uint32_t bits = a ^ b;

	return bits & (bits - 1) ? 0 : bits;
}

static void reach_access(struct reach *r, const struct golden_effect *fx)
{
	uint32_t first = fx->access.addr[__builtin_ctz(fx->tmask)];
	bool shared = first >> 24 == 0xff && first < 0xfffff000;

	for (uint32_t m = fx->tmask; m; m &= m - 1)
		for (uint32_t k = m & (m - 1); k; k &= k - 1)
			*(shared ? &r->shared : &r->lanes) |=
				alone(fx->access.addr[__builtin_ctz(m)],
				      fx->access.addr[__builtin_ctz(k)]);
	r->warp |= shared ? 0 : alone(first, r->last[fx->warp]);
	r->last[fx->warp] = first;
}

/* Instructions that some program executed at AT, a bit each from ram_base on;
 * sparse. */
static void reach_code(struct reach *r, const struct fuzz_program *p)
{
	struct fuzz_part part[FUZZ_SECTIONS];
	uint8_t *ram;
	int n = place(p, part, &ram);

	unplace(p, ram, part, n);
	/* Of the first section the code alone. */
	if (n > 0)
		part[0].bytes = p->data - part[0].addr;
	r->far_code = r->far_code || n > 1;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++)
			for (uint32_t bit = 4; bit && bit < p->machine.ram_size;
			     bit *= 2)
				for (uint32_t at = 0; at < part[i].bytes;
				     at += 4)
					if (((part[i].addr + at) ^ bit) -
						    part[k].addr <
					    part[k].bytes)
						r->code |= bit;
}

/* Of the warps in CAN the last: warp 0 may wait for others. */
static uint32_t next_of(uint32_t can)
{
	return 31 - (uint32_t)__builtin_clz(can);
}

static void reach_in(struct reach *r, const struct machine *m, uint64_t seed)
{
	struct fuzz_options o = options(seed);
	struct fuzz_program *p = make(&o, m);
	struct golden *g = load(p);
	struct golden_core *c = golden_core(g, 0);
	struct golden_effect fx;
	uint32_t left = ENOUGH, can;

	reach_code(r, p);
	while ((can = golden_active(c) & ~golden_waiting(c)) &&
	       !golden_exits(g) && --left)
		if (golden_step(c, next_of(can), NULL, &fx) == 0) {
			if (fx.kind == GOLDEN_LOAD || fx.kind == GOLDEN_STORE)
				reach_access(r, &fx);
			if (fx.kind == GOLDEN_TRAP)
				r->traps |= alone(fx.tval, p->far.addr) |
					    alone(fx.tval & ~255u,
						  p->far.addr & ~255u) |
					    alone(fx.tval, 0xfffff000);
		}
	golden_free(g);
	fuzz_free(p);
}

static void reach(const char *name, struct machine m)
{
	struct reach r = { 0 };
	uint32_t all = m.ram_size - 4;

	/* 300: by so many the faults of tests/mutants/classes.list must die. */
	for (uint64_t seed = 1; seed <= 5 * PROGRAMS; seed++)
		reach_in(&r, &m, seed);
	if (m.threads > 1)
		ok((r.lanes & all) == all,
		   "%s: threads differ in each bit alone", name);
	ok((r.warp & all) == all, "%s: so do accesses of a warp", name);
	ok((r.code & all & ~1023u) == (all & ~1023u), "%s: so does code", name);
	ok(!~(r.traps | (m.ram_size - 1)),
	   "%s: each bit above RAM made an access trap", name);
	if (m.smem_size && m.threads > 1)
		ok((r.shared & (m.smem_size - 4)) == m.smem_size - 4,
		   "%s: threads differ in each bit of shared memory", name);
	diag("lanes %08" PRIx32 ", warp %08" PRIx32 ", code %08" PRIx32
	     ", traps %08" PRIx32 ", shared %08" PRIx32,
	     r.lanes, r.warp, r.code, r.traps, r.shared);
}

static void reaches(void)
{
	struct machine m = machine(4, 4);

	reach("1 MiB", m);
	m.ram_size = 16 << 20;
	m.smem_size = 16384;
	reach("16 MiB", m);
	m.ram_size = 1 << 30;
	m.threads = 32;
	/* The address sanitizer writes an eighth of what is freed. */
	if (!getenv("WW_SANITIZED"))
		reach("1 GiB", m);
	m.ram_size = 64 << 10;
	reach("64 KiB", m);
	m.reset_pc = m.ram_base + 0x4000;
	m.threads = 1;
	reach("64 KiB, code behind its start", m);
}

/* --- each bit of what must be right ------------------------------------ */

/* Bits by which something that was executed differed from what is good, or at
 * which it had a one alone. */
struct bits {
	uint32_t word, csr[2];          /* illegal ones; numbers, read and
					 * written */
	uint32_t tmc, clone, bar_id, bar_warps, spawn;
	uint32_t load, store, jump;     /* traps for their address */
	uint32_t divisor[2];            /* of a dividend of the other sign; the
					 * negative one of two */
	uint32_t divisor_alike[2];      /* the same in all threads */
	uint32_t period, beside;        /* 2^n; 2^n + 1 */
	uint32_t predicate, vote;       /* in some threads, 0 in the others */
	uint32_t room;                  /* entries that were free where a split
					 * trapped */
};

static bool good_word(const struct machine *m, uint32_t word)
{
	enum isa_op op = isa_decode(word);
	const struct isa_csr *csr = isa_csr_find(word >> 20);

	if (op == ISA_INVALID || !machine_has_insn(m, op))
		return false;
	if (isa_insn(op)->class != ISA_CLASS_CSR)
		return true;
	return csr && (m->selected || !isa_csr_selects(csr->address)) &&
	       (csr->writable ||
		(op != ISA_CSRRW && op != ISA_CSRRWI && !(word >> 15 & 31)));
}

static void illegal(struct bits *b, const struct machine *m, uint32_t word)
{
	enum isa_op op = isa_decode(word);
	uint32_t bits = 0;

	for (uint32_t bit = 1; bit; bit <<= 1)
		bits |= good_word(m, word ^ bit) ? bit : 0;
	if (op == ISA_INVALID || isa_insn(op)->class != ISA_CLASS_CSR) {
		b->word |= bits;
		return;
	}
	/* As a read of what can be read, what is good tells no more. */
	bits = 0;
	for (uint32_t bit = 1 << 20; bit; bit <<= 1)
		bits |= good_word(m, ((word & ~0xff000u) | 0x2000) ^ bit) ?
				bit >> 20 : 0;
	b->csr[op == ISA_CSRRW || op == ISA_CSRRWI || word >> 15 & 31] |= bits;
}

/* Bits that make VALUE one that is up to LIMIT. */
static uint32_t near(uint32_t value, uint32_t limit)
{
	uint32_t bits = 0;

	for (uint32_t bit = 1; bit; bit <<= 1)
		bits |= (value ^ bit) <= limit ? bit : 0;
	return bits;
}

static uint32_t near_memory(const struct machine *m, uint32_t at, bool store)
{
	uint32_t bits = 0;

	for (uint32_t bit = 1; bit; bit <<= 1) {
		uint32_t good = at ^ bit;

		if (good % 4 == 0 &&
		    (good - m->ram_base < m->ram_size ||
		     good - GOLDEN_SMEM < m->smem_size ||
		     (store && good == 0xfffff000)))
			bits |= bit;
	}
	return bits;
}

static void trapped(struct bits *b, const struct machine *m,
		    const struct golden_effect *fx)
{
	uint32_t tval = fx->tval;

	switch (fx->cause) {
	case ISA_CAUSE_ILLEGAL: illegal(b, m, tval); break;
	case ISA_CAUSE_TMC_THREADS: b->tmc |= near(tval, m->threads); break;
	case ISA_CAUSE_CLONE_THREAD:
		b->clone |= near(tval, m->threads - 1);
		break;
	case ISA_CAUSE_BAR_ID: b->bar_id |= near(tval, m->barriers - 1); break;
	case ISA_CAUSE_BAR_WARPS: b->bar_warps |= near(tval, m->warps); break;
	case ISA_CAUSE_LOAD_MISALIGNED:
	case ISA_CAUSE_LOAD_ACCESS:
		b->load |= near_memory(m, tval, false);
		break;
	case ISA_CAUSE_STORE_MISALIGNED:
	case ISA_CAUSE_STORE_ACCESS:
		b->store |= near_memory(m, tval, true);
		break;
	case ISA_CAUSE_FETCH_MISALIGNED:
	case ISA_CAUSE_FETCH_ACCESS:
		if (fx->op == ISA_WSPAWN)
			b->spawn |= near_memory(m, tval, false);
		else
			b->jump |= near_memory(m, tval, false);
		break;
	default: break;
	}
}

/* What OP, about to be executed, has in its registers. */
static void operands(struct bits *b, const struct golden_core *c, uint32_t warp,
		     enum isa_op op, uint32_t word)
{
	uint32_t active = golden_tmask(c, warp), rs1 = word >> 15 & 31,
		 rs2 = word >> 20 & 31, lead = (uint32_t)__builtin_ctz(active),
		 all = UINT32_MAX, some = 0;
	bool alike = true;

	for (uint32_t m = active; m; m &= m - 1) {
		uint32_t lane = (uint32_t)__builtin_ctz(m),
			 x = golden_reg(c, warp, lane, rs1),
			 y = golden_reg(c, warp, lane, rs2);
		bool high = y >> 31 && (y & (y - 1)), opposed;
		uint32_t power = high ? -y : y;

		alike = alike && x == golden_reg(c, warp, lead, rs1) &&
			y == golden_reg(c, warp, lead, rs2);
		all &= x;
		some |= x;
		opposed = (op == ISA_DIV || op == ISA_REM) && x &&
			  !(power & (power - 1)) && (x ^ y) >> 31;
		b->divisor[high] |= opposed ? power : 0;
		if (opposed && alike && !(m & (m - 1)))
			b->divisor_alike[high] |= power;
	}
	if (op == ISA_SPLIT && !all)
		b->predicate |= some & (some - 1) ? 0 : some;
	if (isa_combines(op) && !all)
		b->vote |= some & (some - 1) ? 0 : some;
	if (op == ISA_CSRRW && word >> 20 == ISA_CSR_MTICK) {
		uint32_t v = golden_reg(c, warp, lead, rs1);

		b->period |= v & (v - 1) ? 0 : v;
		b->beside |= (v - 1) & (v - 2) ? 0 : v - 1;
	}
}

static void bits_in(struct bits *b, const struct machine *m, uint64_t seed)
{
	struct fuzz_options o = options(seed);
	struct fuzz_program *p = make(&o, m);
	struct golden *g = load(p);
	struct golden_core *c = golden_core(g, 0);
	struct golden_effect fx;
	uint32_t left = ENOUGH, can;

	while ((can = golden_active(c) & ~golden_waiting(c)) &&
	       !golden_exits(g) && --left) {
		uint32_t warp = next_of(can), word = 0,
			 depth = golden_depth(c, warp);
		enum isa_op op;

		golden_read(g, golden_pc(c, warp), &word, sizeof word);
		op = isa_decode(word);
		if (op != ISA_INVALID &&
		    (op == ISA_SPLIT || op == ISA_CSRRW || isa_combines(op) ||
		     isa_insn(op)->class == ISA_CLASS_DIV))
			operands(b, c, warp, op, word);
		if (golden_step(c, warp, NULL, &fx) == 0 &&
		    fx.kind == GOLDEN_TRAP)
			trapped(b, m, &fx);
		if (fx.kind == GOLDEN_TRAP && fx.op == ISA_SPLIT)
			b->room |= 1u << (m->stack - depth);
	}
	golden_free(g);
	fuzz_free(p);
}

static void has(const char *name, const char *what, uint32_t bits,
		uint32_t expected)
{
	if (!ok((bits & expected) == expected, "%s: %s", name, what))
		diag("%08" PRIx32 " of %08" PRIx32, bits & expected, expected);
}

/* Bits by which what is too large for LIMIT may differ from what is not. */
static uint32_t beyond(uint32_t limit)
{
	uint32_t bits = 0;

	for (uint32_t bit = 1; bit; bit <<= 1)
		bits |= (limit ^ bit) > limit ? bit : 0;
	return bits;
}

static void each_bit(const char *name, struct machine m)
{
	struct bits b = { 0 };

	for (uint64_t seed = 1; seed <= 5 * PROGRAMS; seed++)
		bits_in(&b, &m, seed);
	has(name, "words one bit from an instruction", b.word, UINT32_MAX);
	has(name, "CSRs one bit from one, read", b.csr[0], 0xfff);
	has(name, "CSRs one bit from one, written", b.csr[1], 0xfff);
	has(name, "tmc", b.tmc, beyond(m.threads));
	has(name, "clone", b.clone, beyond(m.threads - 1));
	has(name, "barriers", b.bar_id, beyond(m.barriers - 1));
	has(name, "warps at a barrier", b.bar_warps, beyond(m.warps));
	has(name, "wspawn", b.spawn, 3);
	has(name, "loads", b.load, ~(m.smem_size - 4));
	has(name, "stores", b.store, ~(m.smem_size - 4));
	has(name, "jumps", b.jump, ~(m.ram_size - 1) | 2);
	has(name, "splits", b.predicate, UINT32_MAX);
	has(name, "votes", b.vote, UINT32_MAX);
	has(name, "divisors that are a power of two", b.divisor[0], UINT32_MAX);
	has(name, "the same in all threads", b.divisor_alike[0], UINT32_MAX);
	has(name, "negative ones", b.divisor[1], UINT32_MAX / 2);
	has(name, "ticks of a power of two", b.period, 0x3000);
	has(name, "and of one more", b.beside, 0xfffff000);
	has(name, "splits with no room, or with room for one entry", b.room, 3);
}

static void all_bits(void)
{
	struct machine m = machine(4, 4);

	m.timer = m.has_vote = true;
	m.smem_size = 4096;
	each_bit("4x4", m);
	m = machine(2, 2);
	m.timer = m.has_vote = true;
	m.smem_size = 4096;
	m.selected = 4;
	each_bit("2x2", m);
}

/* A machine with every extension, or with none. */
static struct machine extended(bool all)
{
	struct machine m = machine(4, 4);

#define PART(id, name, flag, parameter) m.flag = all;
#define EXT(id, name, flag, ...) m.flag = all;
#include "isa/exts.def"
	return m;
}

/* Nothing that computes, branches or accesses memory is forgotten. */
static void instructions(void)
{
	const struct machine all = extended(true), none = extended(false);
	size_t made[ISA_OP_COUNT] = { 0 }, foreign = 0;

	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct fuzz_options o = options(seed);
		struct fuzz_program *p = make(&o, &all), *q = make(&o, &none);

		for (int op = 0; op < ISA_OP_COUNT; op++) {
			made[op] += how_many(p, (enum isa_op)op);
			if (!machine_has_insn(&none, (enum isa_op)op))
				foreign += how_many(q, (enum isa_op)op);
		}
		fuzz_free(p);
		fuzz_free(q);
	}
	for (int op = 0; op < ISA_OP_COUNT; op++)
		if (isa_computes((enum isa_op)op) ||
		    isa_combines((enum isa_op)op) ||
		    isa_access_bytes((enum isa_op)op) ||
		    isa_insn((enum isa_op)op)->class == ISA_CLASS_BRANCH)
			ok(made[op] > 0, "%s is made",
			   isa_insn((enum isa_op)op)->name);
	ok(foreign == 0, "no instruction that the machine does not have");
}

/* --- too little memory there ------------------------------------------ */

static void small_ram(void)
{
	struct fuzz_options o = options(1);
	struct machine m = machine(4, 4);
	struct fuzz_program *p = NULL;
	uint32_t needed = 0, enough;

	m.ram_size = 2048;
	ok(fuzz_generate(&o, &m, &p, &needed) == -2 && needed > 2048,
	   "2 KiB are not enough");
	m.ram_size = enough = (needed + 4095) / 4096 * 4096 + 4096;
	ok(fuzz_generate(&o, &m, &p, &needed) == 0, "%" PRIu32 " bytes are",
	   enough);
	fuzz_free(p);
}

/* --- smaller ---------------------------------------------------------- */

struct wish {
	enum isa_op op;
	uint32_t calls, most;
};

static int has_op(void *ctx, const struct fuzz_program *p)
{
	struct wish *w = ctx;

	if (++w->calls > w->most)
		return -1;
	return how_many(p, w->op) > 0;
}

static void smaller(void)
{
	struct fuzz_options o = options(4);
	struct machine m = machine(4, 4);
	struct fuzz_program *p = make(&o, &m), *copy = fuzz_copy(p);
	struct wish w = { ISA_SPLIT, 0, 100000 }, few = { ISA_SPLIT, 0, 5 };
	size_t size = fuzz_size(p);

	ok(size > 300 && how_many(p, ISA_SPLIT) > 0,
	   "%zu instructions, with split", size);
	fuzz_shrink(p, has_op, &w);
	ok(fuzz_size(p) == 1 && how_many(p, ISA_SPLIT) == 1, "shrunk to one");
	ok(p->no_table, "without the table");
	ok(w.calls < 3 * size, "in %" PRIu32 " runs", w.calls);
	fuzz_shrink(copy, has_op, &few);
	ok(few.calls == 6 && how_many(copy, ISA_SPLIT) > 0,
	   "stops when told, and still fails");
	fuzz_free(p);
	fuzz_free(copy);
}

/* --- as text ---------------------------------------------------------- */

static bool assemble(const struct fuzz_program *p, char *elf)
{
	char source[64], link[1024], command[1536];
	const char *build = getenv("WW_BUILDDIR");
	FILE *f;
	bool good;

	snprintf(source, sizeof source, "fuzz-%ld.S", (long)getpid());
	snprintf(elf, 64, "fuzz-%ld.elf", (long)getpid());
	f = fopen(source, "w");
	if (!f || fuzz_write(f, p, "one\n\ntwo") || fclose(f))
		return false;
	fuzz_link(p, link, sizeof link);
	snprintf(command, sizeof command, "%s/sw/ww-cc --bare%s -o %s %s",
		 build ? build : ".", link, elf, source);
	good = system(command) == 0;
	remove(source);
	return good;
}

/* The assembler makes the same words. */
static void text(const char *what, const struct fuzz_program *p)
{
	const struct machine *m = &p->machine;
	struct elf_image image = { 0 };
	char elf[64], why[256] = "";
	struct fuzz_part part[FUZZ_SECTIONS];
	uint8_t *ram;
	int n = place(p, part, &ram);
	bool good = n > 0 && assemble(p, elf) &&
		    !elf_load(elf, m->ram_base, m->ram_size, &image, why,
			      sizeof why);

	ok(good && image.entry == m->reset_pc &&
		   memcmp(image.ram, ram, m->ram_size) == 0,
	   "%s: the text makes the same program", what);
	if (why[0])
		diag("%s", why);
	remove(elf);
	elf_free(&image);
	unplace(p, ram, part, n);
}

static void texts(void)
{
	const char *cc = getenv("RISCV_CC");
	struct machine m = machine(8, 4);
	struct wish w = { ISA_JOIN, 0, 100000 };

	if (!cc || strcmp(cc, "no") == 0) {
		printf("ok %d - as text # SKIP no RISC-V compiler\n",
		       ++tap_run);
		return;
	}
	m.timer = true;
	m.smem_size = 1024;
	for (uint64_t seed = 1; seed <= 12; seed++) {
		struct fuzz_options o = options(seed);
		struct fuzz_program *p;

		m.has_m = seed % 4 != 0;
		m.reset_pc = m.ram_base + (seed % 3 ? 0 : 0x8000);
		p = make(&o, &m);
		text("whole", p);
		if (seed < 3 && how_many(p, ISA_JOIN)) {
			fuzz_shrink(p, has_op, &w);
			text("shrunk", p);
		}
		fuzz_free(p);
	}
}

int main(void)
{
	they_end();
	wakes();
	same();
	kinds();
	reaches();
	all_bits();
	instructions();
	small_ram();
	smaller();
	texts();
	return tap_done();
}
