/* san.c - makes the shadows of a program, and looks at each instruction
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "sanitize/san.h"

#include <stdlib.h>
#include <string.h>

#include "golden/bytes.h"
#include "sanitize/order.h"

enum { BUFFER_ALIGN = 64 };     /* of buffers, at least */

static const struct { const char *name; unsigned bits; } kinds[] = {
	{ "memory", SAN_MEMORY },
	{ "init", SAN_INIT },
	{ "races", SAN_RACES },
	{ "races=machine", SAN_RACES | SAN_MACHINE },
	{ "all", SAN_ALL }
};

bool san_kinds(const char *text, unsigned *what)
{
	const size_t count = sizeof kinds / sizeof *kinds;

	*what = 0;
	for (;;) {
		size_t n = strcspn(text, ",+"), i = 0;

		while (i < count && (strlen(kinds[i].name) != n ||
				     strncmp(kinds[i].name, text, n) != 0))
			i++;
		if (i == count)
			return false;
		*what |= kinds[i].bits;
		if (!text[n])
			return true;
		text += n + 1;
	}
}

struct san_program *san_program(struct san *k, uint32_t pc)
{
	const struct elf_image *e = k->p->image;

	if (pc >= e->lowest && pc < e->highest)
		return k->p;
	for (struct san_program *p = k->programs; p; p = p->next)
		if (pc >= p->image->lowest && pc < p->image->highest)
			return p;
	return k->p;
}

bool san_in_runtime(const struct san *k, uint32_t pc)
{
	if (pc - k->p->text >= k->p->text_end - k->p->text)
		return false;
	for (size_t i = 0; i < SAN_TRUSTING; i++)
		if (pc - k->p->trusting[i].low <
		    k->p->trusting[i].high - k->p->trusting[i].low)
			return false;
	return true;
}

uint32_t san_word(const struct san *k, uint32_t addr)
{
	uint32_t at = addr - k->ram.base;

	return at <= k->ram.bytes - 4 ? bytes_u32(k->bytes + at) : 0;
}

/* --- each instruction ------------------------------------------------- */

void san_look(struct san *k, struct golden_core *c,
	      const struct golden_effect *fx, struct san_insn *i,
	      struct san_warp *w)
{
	bool accesses = fx->access.op != GOLDEN_NO_ACCESS;

	if (i->user)
		w->user_pc = fx->pc;
	if (w->grouped && accesses && i->user)
		san_begin_group(k, fx->core, fx->warp);
	if (k->what & SAN_MEMORY && accesses && i->user)
		san_memory(k, c, fx);
	if (k->what & SAN_INIT)
		san_init(k, c, fx);
	if (k->what & SAN_MEMORY)
		san_tags(k, c, fx, i);
	if (k->what & SAN_RACES)
		san_races(k, c, fx, i);
}

static void before(void *ctx, struct golden_core *c,
		   const struct golden_effect *fx)
{
	struct san *k = ctx;
	struct san_warp *w = san_warp(k, fx->core, fx->warp);

	if (fx->tmask == 0)
		return;
	k->p = san_program(k, fx->pc);
	san_calls(k, c, fx);
	if (san_row_begins(k, c, fx) && k->what & SAN_RACES)
		san_order_row(k, fx, w);
	if (fx->access.op != GOLDEN_NO_ACCESS)
		k->span = san_span(k, fx->core, &fx->access);
	san_look(k, c, fx, san_insn(k, fx->pc, fx->insn), w);
}

static void copy_lane(const struct san *k, uint32_t *rows, uint32_t to)
{
	for (uint32_t r = 1; r < SAN_ROWS; r++)
		rows[r * k->threads + to] = rows[r * k->threads];
}

static void after_clone(struct san *k, const struct golden_effect *fx)
{
	struct san_warp *w = san_warp(k, fx->core, fx->warp);
	uint32_t to = san_lead(fx->write[0].lanes | UINT32_C(1) << 31);

	if (to >= k->threads)
		return;
	copy_lane(k, w->undef, to);
	copy_lane(k, w->origin, to);
	copy_lane(k, w->tag, to);
}

static void after(void *ctx, struct golden_core *c,
		  const struct golden_effect *fx)
{
	struct san *k = ctx;

	(void)c;
	if (k->what & SAN_RACES)
		san_order(k, fx);
	if (!fx->next_tmask)
		san_warp(k, fx->core, fx->warp)->in_row = false;
	if (fx->kind == GOLDEN_TRAP && k->what & SAN_MEMORY)
		san_trap(k, fx);
	if (fx->kind == GOLDEN_CLONE)
		after_clone(k, fx);
	if (fx->kind == GOLDEN_WSPAWN && fx->write[0].lanes) {
		struct san_warp *w = san_warp(k, fx->core, fx->write[0].warp);
		uint32_t at = fx->write[0].reg * k->threads;

		w->undef[at] = w->tag[at] = 0;
	}
}

static void starts(void *ctx, struct golden_core *c, uint32_t warp)
{
	san_starts(ctx, c, warp);
}

static void rings(void *ctx, uint32_t slot)
{
	struct san *k = ctx;

	if (k->what & SAN_RACES)
		san_order_rings(k, slot);
}

/* --- a program -------------------------------------------------------- */

static uint32_t address_of(const struct san *k, const char *name)
{
	uint32_t value;

	return elf_value(k->p->image, name, &value) ? value : 0;
}

static void find_trusting(struct san *k)
{
	static const char *const names[SAN_TRUSTING] = {
		"memcpy", "memmove", "memset", "memcmp"
	};

	for (size_t i = 0; i < k->p->image->symbol_count; i++)
		for (size_t n = 0; n < SAN_TRUSTING; n++) {
			const struct elf_symbol *s = &k->p->image->symbols[i];

			if (strcmp(s->name, names[n]) != 0)
				continue;
			k->p->trusting[n].low = s->addr;
			k->p->trusting[n].high = s->addr + s->size;
		}
}

static void find_entries(struct san *k)
{
	k->p->text = address_of(k, "__vx_text");
	k->p->text_end = address_of(k, "__vx_text_end");
	k->p->runtime = k->p->text && address_of(k, "ww_exit");
	k->p->end = address_of(k, "_end");
	k->p->heap_take = address_of(k, "vx_heap_take");
	k->p->heap_return = address_of(k, "vx_heap_return");
	k->p->shared_take = address_of(k, "take_shared");
	k->p->shared_give = address_of(k, "give_shared");
	k->p->malloc_pc = address_of(k, "vx_malloc");
	k->p->try_pc = address_of(k, "vx_try");
	k->p->stacks_take = address_of(k, "vx_stacks_take");
	k->p->free_pc = address_of(k, "vx_free");
	k->p->task = address_of(k, "ww_task");
	k->p->opencl = address_of(k, "ww_cl_program");
	k->p->software = address_of(k, "vx_next") && !k->p->opencl;
	find_trusting(k);
}

static bool space_new(struct san_space *s, int core, uint32_t base,
		      uint32_t bytes)
{
	*s = (struct san_space){ .core = core, .base = base, .bytes = bytes };
	s->state = calloc(bytes + 4, 1);
	s->undef = calloc(bytes + 4, 1);
	s->tag = calloc(bytes / 4 + 1, sizeof *s->tag);
	s->pages = calloc(bytes / 4 / SAN_PAGE + 1, sizeof *s->pages);
	return s->state && s->undef && s->tag && s->pages;
}

static void space_free(struct san_space *s)
{
	free(s->state);
	free(s->undef);
	free(s->tag);
	free(s->pages);
}

static bool warps_new(struct san *k)
{
	size_t words = (SAN_ROWS + 2) * k->threads;

	k->warp = calloc(k->cores * k->warps, sizeof *k->warp);
	for (uint32_t i = 0; k->warp && i < k->cores * k->warps; i++) {
		struct san_warp *w = &k->warp[i];

		w->undef = calloc(words, 4);
		w->origin = calloc(words, 4);
		w->tag = calloc(words, 4);
		w->meets = -1;
		w->constant = 1;        /* x0 */
		w->own.used = true;
		w->own.index = (uint16_t)i;
		w->now = &w->own;
		if (!w->undef || !w->origin || !w->tag)
			return false;
	}
	return k->warp != NULL;
}

static void name_variables(struct san *k)
{
	const struct elf_image *e = k->p->image;

	for (size_t i = 0; i < e->variable_count; i++) {
		const struct elf_symbol *v = &e->variables[i];

		if (v->size)
			san_object_new(k, (struct san_object){
				.low = v->addr, .high = v->addr + v->size,
				.core = SAN_RAM, .name = strdup(v->name) });
	}
}

/* Where the stacks of the program are. */
static void find_stacks(struct san *k)
{
	uint32_t end = k->ram.base + k->ram.bytes;
	struct san_program *p = k->p;

	p->stacks = address_of(k, "__stack_limit");
	p->top = address_of(k, "__stack_top");
	if (!p->stacks || p->stacks > end)
		p->stacks = p->top = end;
	if (!p->top || p->top > end)
		p->top = end;
}

/* The variables and code of the program, and what the host has placed with it,
 * are owned. The heap is not; behind it are stacks. A program without the
 * runtime owns all RAM. */
static void fill_program(struct san *k)
{
	const struct elf_image *e = k->p->image;
	struct san_space *s = &k->ram;
	struct san_program *p = k->p;

	if (!p->runtime || !p->end) {
		san_set(s, s->base, s->bytes, SAN_OWNED);
		san_set_undef(s, s->base, s->bytes, 0);
		return;
	}
	find_stacks(k);
	san_set(s, e->lowest, p->end - e->lowest, SAN_OWNED);
	san_set_undef(s, e->lowest, p->end - e->lowest, 0);
	san_set(s, p->stacks, p->top - p->stacks, SAN_STACK);
	for (size_t i = 0; i < e->part_count; i++) {
		san_set(s, e->parts[i].addr, e->parts[i].bytes, SAN_OWNED);
		san_set_undef(s, e->parts[i].addr, e->parts[i].bytes, 0);
	}
	for (size_t i = 0; i < e->code_count; i++)
		san_set(s, e->code[i].addr, e->code[i].bytes, SAN_CODE);
	for (size_t i = 0; i < e->notes.constant_count; i++)
		san_set(s, e->notes.constants[i].addr,
			e->notes.constants[i].bytes, SAN_CONSTANT);
	name_variables(k);
}

static void fill_ram(struct san *k)
{
	struct san_space *s = &k->ram;

	san_set_undef(s, s->base, s->bytes, 0xFF);
	if (!k->m->const_size)
		return;
	san_set(s, k->m->const_base, k->m->const_size, SAN_CONSTANT);
	san_set_undef(s, k->m->const_base, k->m->const_size, 0);
}

void san_load(struct san *k, const struct elf_image *image)
{
	struct san_program *p = calloc(1, sizeof *p);

	if (!p) {
		k->failed = true;
		return;
	}
	p->image = image;
	p->stack_bytes = image->stack_bytes;
	p->next = k->programs;
	k->programs = k->p = p;
	find_entries(k);
	fill_program(k);
}

void san_unload(struct san *k, const struct elf_image *image)
{
	struct san_program **at = &k->programs, *p;

	while (*at && (*at)->image != image)
		at = &(*at)->next;
	p = *at;
	if (!p)
		return;
	*at = p->next;
	san_set(&k->ram, image->lowest, p->end - image->lowest, SAN_NOBODY);
	for (uint32_t i = 1; i < k->object_count; i++)
		if (k->objects[i].core == SAN_RAM &&
		    k->objects[i].low >= image->lowest &&
		    k->objects[i].high <= p->end)
			k->objects[i].low = k->objects[i].high = 0;
	san_frames_unload(k, image);
	if (k->p == p)
		k->p = &k->none;
	k->version++;
	san_code_free(p);
	free(p);
}

/* Shared memory is owned from vx_sm_malloc on, or by blocks; in other programs
 * all of it is owned. */
static bool fill_smem(struct san *k)
{
	k->smem = calloc(k->cores, sizeof *k->smem);
	if (!k->smem)
		return false;
	for (uint32_t i = 0; i < k->cores; i++) {
		struct san_space *s = &k->smem[i];

		if (!space_new(s, (int)i, k->m->smem_base, k->m->smem_size))
			return false;
		san_set_undef(s, s->base, s->bytes, 0xFF);
		if (!k->p->shared_take && !k->m->dispatch)
			san_set(s, s->base, s->bytes, SAN_OWNED);
	}
	return true;
}

static bool fill(struct san *k, const struct elf_image *image)
{
	if (!space_new(&k->ram, SAN_RAM, k->m->ram_base, k->m->ram_size) ||
	    !warps_new(k))
		return false;
	fill_ram(k);
	if (image)
		san_load(k, image);
	return fill_smem(k) && san_groups_new(k) && san_blocks_new(k) &&
	       san_order_new(k);
}

struct san *san_new(struct golden *g, const struct elf_image *image,
		    unsigned what, FILE *out)
{
	struct san *k = calloc(1, sizeof *k);

	if (!k)
		return NULL;
	k->g = g;
	k->none.image = &k->empty;
	k->p = &k->none;
	k->m = golden_machine(g);
	k->what = what;
	k->out = out;
	k->cores = k->m->cores;
	k->warps = k->m->warps;
	k->threads = k->m->threads;
	k->bytes = golden_ram(g);
	k->object_count = 1;
	k->generation = 1;
	k->version = 1;
	k->local_bytes = golden_window(k->m, &k->local);
	k->watch = (struct golden_watch){
		.before = before, .after = after, .starts = starts,
		.rings = rings, .skips = san_skips, .ctx = k
	};
	golden_watch(g, &k->watch);
	if (fill(k, image) && !k->failed)
		return k;
	san_free(k);
	return NULL;
}

/* The buffer that begins at ADDR and is there, or is GONE; or 0. */
static uint32_t buffer_at(const struct san *k, uint32_t addr, bool gone)
{
	for (uint32_t i = k->object_count; i-- > 1;)
		if (k->objects[i].low == addr && k->objects[i].buffer &&
		    k->objects[i].freed == gone)
			return i;
	return 0;
}

/* Words from LOW to HIGH that the host has written point to the buffers whose
 * addresses they are. */
static void tag_words(struct san *k, uint32_t low, uint32_t high)
{
	for (uint32_t a = (low + 3) & ~UINT32_C(3); a + 4 <= high; a += 4) {
		uint32_t word = san_word(k, a);

		k->ram.tag[(a - k->ram.base) / 4] =
			word % BUFFER_ALIGN == 0 && word >= k->ram.base ?
			buffer_at(k, word, false) : 0;
	}
}

void san_buffer(struct san *k, uint32_t addr, uint32_t bytes, const char *name,
		bool given)
{
	uint32_t behind = (0 - (addr + bytes)) & (BUFFER_ALIGN - 1);
	uint32_t old = buffer_at(k, addr, true);
	struct san_object o = { .low = addr, .high = addr + bytes,
				.core = SAN_RAM, .buffer = true,
				.name = strdup(name) };

	if (old) {
		free(k->objects[old].name);
		k->objects[old] = o;
		k->version++;
	} else {
		san_object_new(k, o);
	}
	san_set(&k->ram, addr, bytes, SAN_OWNED);
	san_set(&k->ram, addr + bytes, behind, SAN_NOBODY);
	san_set_undef(&k->ram, addr, bytes, given ? 0 : 0xFF);
	for (size_t i = 0; i < k->p->image->part_count; i++) {
		const struct elf_part *p = &k->p->image->parts[i];

		if (p->addr >= k->p->end)
			tag_words(k, p->addr, p->addr + p->bytes);
	}
}

void san_buffer_gone(struct san *k, uint32_t addr)
{
	uint32_t object = buffer_at(k, addr, false);
	struct san_object *o = &k->objects[object];

	if (!object)
		return;
	o->freed = true;
	k->version++;
	san_set(&k->ram, addr, o->high - addr, SAN_FREED);
}

void san_buffer_name(struct san *k, uint32_t addr, const char *name,
		     bool read_only)
{
	uint32_t object = buffer_at(k, addr, false);
	struct san_object *o = &k->objects[object];
	char *copy = object ? strdup(name) : NULL;

	if (!copy)
		return;
	free(o->name);
	o->name = copy;
	san_set(&k->ram, addr, o->high - addr, read_only ? SAN_CONSTANT :
							   SAN_OWNED);
}

void san_blank(struct san *k, uint32_t addr, size_t n)
{
	san_set_undef(&k->ram, addr, (uint32_t)n, 0xFF);
}

void san_stacks(struct san *k, uint32_t addr, size_t n)
{
	san_set(&k->ram, addr, (uint32_t)n, SAN_STACK);
}

void san_wrote(struct san *k, uint32_t addr, size_t n)
{
	san_set_undef(&k->ram, addr, (uint32_t)n, 0);
	tag_words(k, addr, addr + (uint32_t)n);
}

void san_free(struct san *k)
{
	if (!k)
		return;
	golden_unwatch(k->g, &k->watch);
	san_order_free(k);
	san_blocks_free(k);
	for (uint32_t i = 0; k->warp && i < k->cores * k->warps; i++) {
		free(k->warp[i].undef);
		free(k->warp[i].origin);
		free(k->warp[i].tag);
	}
	for (uint32_t i = 0; k->smem && i < k->cores; i++)
		space_free(&k->smem[i]);
	space_free(&k->ram);
	for (uint32_t i = 1; i < k->object_count; i++)
		free(k->objects[i].name);
	while (k->programs) {
		struct san_program *p = k->programs;

		k->programs = p->next;
		san_code_free(p);
		free(p);
	}
	free(k->smem);
	free(k->groups.group);
	free(k->warp);
	free(k->objects);
	free(k->frames);
	san_report_free(k);
	free(k);
}
