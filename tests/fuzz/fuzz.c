/* fuzz.c - random programs end, are the same everywhere, become small,
 * and can be written down
 * SPDX-License-Identifier: Apache-2.0
 */
#include <unistd.h>

#include "golden/elf.h"
#include "machine/has.h"
#include "tests/fuzz/programs.h"

enum { MOST = 20000000 };
#define GOLD UINT64_C(0x020148f6fd5efd5c)

/* --- they end --------------------------------------------------------- */

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
	m = machine(4, 4);
	m.fp = 1;
	all_end("4x4 with floating point", m);
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
		n += p->items[i].op == op && !p->items[i].removed;
	return n;
}

/* With KIND alone some of 20 programs have OP, without it none. */
static void kind_makes(enum fuzz_kind kind, enum isa_op op)
{
	struct machine m = machine(2, 8);
	size_t with = 0, without = 0;

	m.smem_size = 1024;
	m.fp = kind == FUZZ_FLOAT;
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

/* Stores to the console's page and to lines of one bank: on several cores, and
 * not on one. */
static void hot(void)
{
	struct machine m = machine(2, 4);
	size_t made[2] = { 0 };

	m.has_a = true;
	for (uint32_t cores = 1; cores <= 2; cores++)
		for (uint64_t seed = 1; seed <= 20; seed++) {
			struct fuzz_options o = options(seed);
			struct fuzz_program *p;

			for (uint32_t k = 0; k < FUZZ_KINDS; k++)
				o.weight[k] = k == FUZZ_HOT || k == FUZZ_ALU;
			m.cores = cores;
			p = make(&o, &m);
			made[cores - 1] += how_many(p, ISA_FENCE) *
					   how_many(p, ISA_SC_W);
			fuzz_free(p);
		}
	ok(!made[0] && made[1], "hot: fences and sc.w on several cores");
}

static void kinds(void)
{
	hot();
	kind_makes(FUZZ_MULDIV, ISA_REMU);
	kind_makes(FUZZ_FENCE, ISA_FENCE);
	kind_makes(FUZZ_FLOAT, ISA_FSQRT_S);
	kind_makes(FUZZ_BRANCH, ISA_BGEU);
	kind_makes(FUZZ_IMM, ISA_AUIPC);
	for (uint32_t k = 0; k < FUZZ_KINDS; k++)
		ok(*fuzz_kind_doc((enum fuzz_kind)k), "%s is explained",
		   fuzz_kind_name((enum fuzz_kind)k));
}

/* --- extensions ------------------------------------------------------- */

/* A machine with every extension, or with none. */
static struct machine extended(bool all)
{
	struct machine m = machine(4, 4);

#define EXT(id, name, flag, ...) m.flag = all;
#include "isa/exts.def"
	m.timer = all;
	m.fp = all ? 2 : 0;
	m.has_sfu = all;
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

/* --- periods ---------------------------------------------------------- */

/* A handler that writes back the period that it read must end bursts, too: the
 * period may be a short one that another warp has ended meanwhile. */
static void handlers(void)
{
	struct machine m = machine(4, 4);
	size_t wrong = 0, read = 0, written = 0;

	m.timer = true;
	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct fuzz_options o = options(seed);
		struct fuzz_program *p = make(&o, &m);
		bool reads = false, writes = false, ends = false;

		for (size_t i = 0; i < p->count; i++) {
			const struct fuzz_item *item = &p->items[i];

			if (item->op == ISA_MRET)
				break;
			ends |= item->op == ISA_BLTU;
			reads |= item->op == ISA_CSRRS &&
				 item->imm == ISA_CSR_MTICK;
			writes |= item->op == ISA_CSRRW && !ends &&
				  item->imm == ISA_CSR_MTICK;
		}
		read += reads && ends;
		written += writes && !reads;
		wrong += reads && !ends;
		fuzz_free(p);
	}
	ok(wrong == 0, "%zu handlers write back a short period for good",
	   wrong);
	ok(read > 0 && written > 0,
	   "%zu write what they read, %zu a long period", read, written);
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

struct order {
	size_t size; /* of the whole */
	uint32_t calls;
	bool cores, meeting, bars, opcodes;
};

/* Notes what is missing in each candidate, and wants it back. */
static int note_order(void *ctx, const struct fuzz_program *p)
{
	struct order *o = ctx;
	bool alone = !p->items[p->halting].removed;
	bool bar = how_many(p, ISA_BAR), wspawn = how_many(p, ISA_WSPAWN);

	switch (++o->calls) {
	case 1: o->cores = alone; break;
	case 2: o->meeting = !alone && !bar && !wspawn; break;
	case 3: o->bars = !bar && wspawn; break;
	case 4: o->opcodes = fuzz_size(p) > o->size / 2; break;
	default: break;
	}
	return o->calls > 4 ? -1 : 0;
}

/* Cores, then warps, then opcodes, before any group of instructions. */
static void smaller_in_order(void)
{
	struct order order = { 0 };
	struct fuzz_options o = options(4);
	struct machine m = machine(4, 4);
	struct fuzz_program *p;

	m.cores = 2;
	p = make(&o, &m);
	order.size = fuzz_size(p);
	ok(p->halting && how_many(p, ISA_BAR) && how_many(p, ISA_WSPAWN),
	   "two cores, with barriers and warps");
	fuzz_shrink(p, note_order, &order);
	ok(order.cores, "first without the other core");
	ok(order.meeting && order.bars,
	   "then without barriers and warps, then without barriers");
	ok(order.opcodes && fuzz_size(p) == order.size,
	   "then without an opcode; nothing is missing at the end");
	fuzz_free(p);
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
		m.fp = seed % 3 == 0;
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
	instructions();
	handlers();
	small_ram();
	smaller();
	smaller_in_order();
	texts();
	return tap_done();
}
