/* generate.c - a random program from a seed
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fuzz/generate.h"
#include "machine/has.h"

/* --- code and places --------------------------------------------------- */

enum { BIG_RAM = 1 << 17 };

static void emit_functions(struct gen *g)
{
	static const char *const names[FUNCTIONS] = { "function0", "function1",
						      "function2" };
	uint32_t n = below(g, FUNCTIONS + 1);

	g->in_function = true;
	for (uint32_t i = 0; i < n; i++) {
		struct function *f = &g->function[i];

		fuzz_go_far(g);
		g->pending = names[i];
		f->start = here(g);
		f->section = g->section;
		g->deepest = 0;
		fuzz_block(g, 1 + below(g, 16));
		emit(g, ISA_JALR, 0, LINK, 0, 0);
		f->stack = g->deepest;
		fuzz_come_back(g);
	}
	g->functions = n;
	g->in_function = false;
}

/* Scales the weights at random: each program prefers some kinds and omits
 * others. */
static void plan_weights(struct gen *g)
{
	static const uint32_t times[] = { 0, 1, 1, 2, 4 };

	for (uint32_t k = 0; k < FUZZ_KINDS; k++)
		if ((k == FUZZ_FLOAT && !g->machine->fp) ||
		    (k == FUZZ_ATOMIC && !g->machine->has_a) ||
		    (k == FUZZ_HOT && !g->hot))
			g->weight[k] = 0;
		else if (k < FUZZ_CORNER || g->p->options.weight[k])
			g->weight[k] =
				g->p->options.weight[k] *
				times[below(g, sizeof times / sizeof times[0])];
		else
			g->weight[k] = 0;
	if (g->hot && one_in(g, 3))
		g->weight[FUZZ_HOT] *= 8;
}

/* The first items of a program of several cores, for fuzz_shrink. */
static void halt_cores(struct gen *g)
{
	uint32_t over;

	g->p->halting = 0;
	if (g->machine->cores == 1 || g->p->options.blocks)
		return;
	emit(g, ISA_ADDI, 0, 0, 0, 0);
	g->p->halting = here(g);
	read_csr(g, TEMP, ISA_CSR_CORE_ID);
	emit(g, ISA_SLTIU, TEMP, TEMP, 0, 1);
	over = jump(g, ISA_BNE, TEMP, 0, 0);
	emit(g, ISA_EBREAK, 0, 0, 0, 0);
	land(g, over);
	for (size_t i = 0; i <= FUZZ_HALTING && !g->no_memory; i++)
		g->p->items[g->p->halting - 1 + i].removed = true;
}

static void emit_code(struct gen *g)
{
	struct barrier barrier[PHASES];
	uint32_t phases, start;
	uint32_t length = g->p->options.length;

	plan_weights(g);
	fuzz_plan_groups(g);
	phases = fuzz_plan_barriers(g, barrier);
	halt_cores(g);
	start = jump(g, ISA_JAL, 0, 0, 0);
	fuzz_handler(g);
	fuzz_probes(g);
	fuzz_island(g);
	emit_functions(g);
	land(g, start);
	for (uint32_t i = 0; i < g->groups && !g->no_memory; i++) {
		if (i)
			fuzz_go_far(g);
		fuzz_warp(g, i, length, phases, barrier);
		fuzz_come_back(g);
	}
	if (g->late) {
		fuzz_go_far(g);
		fuzz_warp(g, LATE, 1 + below(g, length), 1, NULL);
		fuzz_come_back(g);
	}
	for (uint32_t i = 0; i < g->wakes && !g->no_memory; i++) {
		const struct wake *w = &g->wake[i];

		g->p->items[w->item].target = g->group[w->group].start;
		g->p->items[w->item + 1].target = g->group[w->group].start;
	}
}

/* The number of threads of all cores; each has memory of its own, selected by
 * mhartid. */
static uint32_t harts(const struct machine *m)
{
	return m->cores * m->warps * m->threads;
}

/* The end address of the program's data. In an ordered program each thread also
 * reads the memory of the next FURTHEST threads, so as much memory follows that
 * of the last thread of each core. */
static uint32_t end_of_data(const struct gen *g)
{
	const struct machine *m = g->machine;
	uint32_t end = g->p->data + 4 * FUZZ_TABLE + RACED_BYTES +
		       harts(m) * g->own_bytes;

	if (g->p->options.weight[FUZZ_WALK])
		end += WALK_BYTES;
	if (g->class == FUZZ_ORDERED)
		end += FURTHEST * m->cores * g->own_bytes;
	return end + (g->class == FUZZ_SCALAR ? fuzz_dump_bytes(m) : 0);
}

uint32_t fuzz_room(const struct machine *m)
{
	uint32_t all = m->ram_size - (m->reset_pc - m->ram_base);

	if (!m->const_size)
		return all;
	if (m->reset_pc < m->const_base)
		return m->const_base - m->reset_pc;
	return m->reset_pc - m->const_base < m->const_size ? 0 : all;
}

/* Plans the islands and the failing range, behind all other data. */
static void plan_places(struct gen *g)
{
	const struct machine *m = g->machine;
	uint32_t behind = fuzz_room(m);

	g->islands = 0;
	g->thrashes = false;
	g->p->fails = false;
	if (g->class != FUZZ_ANY || m->warps == 1)
		return;
	fuzz_plan_islands(g, behind < BIG_RAM ? 0 : behind / 8);
	g->p->failing = (g->p->end + FUZZ_FAILING - 1) / FUZZ_FAILING *
			FUZZ_FAILING;
	g->p->end = g->p->failing + FUZZ_FAILING;
}

/* Bytes that a thread of a block clears at its begin: another block has left
 * something there. */
enum { MOST_CLEARED = 64 };

/* Bytes of shared memory that a thread may use: all, or in an ordered program
 * an equal share; 0: none. */
static uint32_t share_of_smem(const struct gen *g)
{
	uint32_t share = g->machine->smem_size /
			 (g->machine->warps * g->machine->threads);

	if (g->class == FUZZ_ANY)
		return g->machine->smem_size;
	if (g->p->options.blocks && share > MOST_CLEARED)
		share = MOST_CLEARED;
	return share < 16 || g->class == FUZZ_SCALAR ? 0 : share;
}

static void find_window(struct gen *g)
{
	const struct machine *m = g->machine;
	uint32_t bytes = m->local_size;

	while (bytes < m->local_size * harts(m))
		bytes *= 2;
	g->window_bytes = harts(m) > 1 ? bytes : 0;
	g->window = m->ram_base + (m->ram_size - bytes);
}

static void generate(struct gen *g, uint32_t data)
{
	static const uint32_t own[] = { 16, 16, 32, 64, 68, 128, 144, 256 };
	static const uint32_t halved[] = { 32, 32, 32, 64, 64, 128, 128, 256 };
	const struct machine *m = g->machine;
	uint32_t behind = fuzz_room(m), size;

	g->random = g->p->options.seed;
	g->far_random = ~g->p->options.seed;
	g->p->count = 0;
	g->p->constant = false;
	g->p->sections = 1;
	g->p->section[0] = m->reset_pc;
	g->section = 0;
	g->p->data = data;
	g->handler = 0;
	g->class = g->p->options.class;
	g->smem_bytes = share_of_smem(g);
	find_window(g);
	size = below(g, sizeof own / sizeof own[0]);
	if (harts(m) * own[size] > behind / 2)
		size = 0;
	g->own_bytes = g->class == FUZZ_ORDERED ? halved[size] : own[size];
	g->p->end = end_of_data(g);
	plan_places(g);
	fuzz_plan_hot(g);
	fuzz_plan_far(g);
	for (uint32_t i = 0; i < FUZZ_TABLE; i++)
		g->p->table[i] = fuzz_value(g);
	emit_code(g);
}

/* --- instructions ------------------------------------------------------- */

/* Adds to LIST the machine's instructions of CLASS that read so many
 * REGISTERS. */
static void list_class(struct gen *g, enum fuzz_list list,
		       enum isa_class class, uint32_t registers)
{
	static const uint32_t read[] = { 0, 1, 3, 7 };
	struct fuzz_ops *l = &g->list[list];

	for (int i = 0; i < ISA_OP_COUNT; i++) {
		enum isa_op op = (enum isa_op)i;

		if (isa_insn(op)->class == class &&
		    isa_reads(op) == read[registers] &&
		    machine_has_insn(g->machine, op) &&
		    (g->p->options.class != FUZZ_SCALAR ||
		     (isa_insn(op)->ext != ISA_EXT_ZICOND &&
		      op != ISA_AMOCAS_W)) && op != ISA_SC_W)
			l->op[l->count++] = (uint8_t)op;
	}
}

/* Adds the instructions that combine lanes, of one source register or two. */
static void add_combining(struct gen *g)
{
	if (g->p->options.class == FUZZ_SCALAR)
		return;
	for (int i = 0; i < ISA_OP_COUNT; i++) {
		struct fuzz_ops *l = isa_reads((enum isa_op)i) == 1
					    ? &g->list[LIST_IMM]
					    : &g->list[LIST_ACROSS];

		if (isa_combines((enum isa_op)i) &&
		    machine_has_insn(g->machine, (enum isa_op)i))
			l->op[l->count++] = (uint8_t)i;
	}
}

static void list_instructions(struct gen *g)
{
	struct fuzz_ops *all = &g->list[LIST_ALL];

	for (int i = 0; i < ISA_OP_COUNT; i++)
		if (machine_has_insn(g->machine, (enum isa_op)i))
			all->op[all->count++] = (uint8_t)i;
	list_class(g, LIST_REGS, ISA_CLASS_ALU, 2);
	list_class(g, LIST_IMM, ISA_CLASS_ALU, 1);
	list_class(g, LIST_IMM, ISA_CLASS_ALU, 0);
	add_combining(g);
	list_class(g, LIST_MULDIV, ISA_CLASS_MUL, 2);
	list_class(g, LIST_MULDIV, ISA_CLASS_DIV, 2);
	list_class(g, LIST_PAIRS, ISA_CLASS_ALU, 2);
	list_class(g, LIST_PAIRS, ISA_CLASS_BRANCH, 2);
	list_class(g, LIST_PAIRS, ISA_CLASS_MUL, 2);
	list_class(g, LIST_PAIRS, ISA_CLASS_DIV, 2);
	for (uint32_t n = 1; n < 4; n++)
		list_class(g, LIST_FLOAT, ISA_CLASS_FLOAT, n);
	if (g->p->options.weight[FUZZ_FLOAT])
		list_class(g, LIST_PAIRS, ISA_CLASS_FLOAT, 2);
	for (uint32_t n = 2; n < 4; n++)
		list_class(g, LIST_ATOMIC, ISA_CLASS_ATOMIC, n);
	list_class(g, LIST_BRANCH, ISA_CLASS_BRANCH, 2);
	list_class(g, LIST_ACCESS, ISA_CLASS_LOAD, 1);
	list_class(g, LIST_ACCESS, ISA_CLASS_STORE, 2);
}

/* Generates the program twice, since the data begin behind the code and the
 * length of the code is known only then. The length depends on the addresses of
 * the data by a few instructions, which load constants. The first run uses an
 * address that needs most of them. */
static void generate_twice(struct gen *g)
{
	uint32_t pc = g->machine->reset_pc, code = 0;

	generate(g, pc + (g->p->options.class == FUZZ_ANY ? 0x10000 : 0x10004));
	for (size_t i = 0; i < g->p->count; i++)
		code += g->p->items[i].section ? 0 : 4;
	generate(g, pc + (code + 2 * SLACK) / SLACK * SLACK);
}

int fuzz_generate(const struct fuzz_options *options,
		  const struct machine *machine, struct fuzz_program **out,
		  uint32_t *needed)
{
	struct fuzz_program *p = calloc(1, sizeof *p);
	struct gen g = { .machine = machine, .p = p };
	int bad = 0;

	if (!p)
		return -1;
	p->options = *options;
	p->machine = *machine;
	list_instructions(&g);
	g.far_code = options->class == FUZZ_ANY && options->weight[FUZZ_FAR];
	generate_twice(&g);
	if (!g.no_memory && !fuzz_place_sections(&g)) {
		g.far_code = false;
		generate_twice(&g);
	}
	*needed = p->end - machine->reset_pc;
	if (g.no_memory)
		bad = -1;
	else if (*needed > fuzz_room(machine))
		bad = -2;
	if (bad)
		fuzz_free(p);
	else
		*out = p;
	return bad;
}

/* --- kinds ------------------------------------------------------------ */

static const struct {
	const char *name, *doc;
	uint32_t weight;
} kinds[] = {
#define KIND(id, name, weight, doc) { name, doc, weight },
#include "fuzz/kinds.def"
#undef KIND
};

const char *fuzz_kind_name(enum fuzz_kind kind)
{
	return kinds[kind].name;
}

const char *fuzz_kind_doc(enum fuzz_kind kind)
{
	return kinds[kind].doc;
}

uint32_t fuzz_kind_weight(enum fuzz_kind kind)
{
	return kinds[kind].weight;
}
