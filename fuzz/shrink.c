/* shrink.c - reduce a failing program to a small one that fails in the same way
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a fault may not need is removed first as a whole: cores, barriers,
 * warps, all instructions of one opcode. Then groups of instructions are
 * removed, in ever smaller groups, as in delta debugging; of the few that then
 * remain, an instruction together with a group elsewhere, since a call goes
 * only with its return. The remaining instructions get simpler operands. A
 * candidate may be any program, even one that never ends: it is kept if it
 * fails in the same way.
 */
#include "fuzz/fuzz.h"

#include <stdlib.h>

enum { FEW = 16 };              /* instructions that are removed in pairs */

struct shrink {
	struct fuzz_program *p;
	int (*fails)(void *ctx, const struct fuzz_program *p);
	void *ctx;
	bool stop;
	bool *was_removed;         /* by item */
};

static bool still_fails(struct shrink *s)
{
	int answer = s->fails(s->ctx, s->p);

	s->stop = answer < 0;
	return answer > 0;
}

/* --- removal ---------------------------------------------------------- */

/* The index behind the next N remaining items, from FROM on; FROM if none
 * remain. */
static size_t group_end(const struct fuzz_program *p, size_t from, size_t n)
{
	size_t end = from;

	for (size_t i = from; i < p->count && n; i++)
		if (!p->items[i].removed) {
			end = i + 1;
			n--;
		}
	return end;
}

/* Removes groups of N items where the program still fails; true if any was
 * removed. */
static bool remove_groups(struct shrink *s, size_t n)
{
	struct fuzz_item *items = s->p->items;
	bool any = false;

	for (size_t i = 0, end; i < s->p->count && !s->stop; i = end) {
		end = group_end(s->p, i, n);
		if (end == i)
			break;
		for (size_t k = i; k < end; k++) {
			s->was_removed[k] = items[k].removed;
			items[k].removed = true;
		}
		if (still_fails(s)) {
			any = true;
			continue;
		}
		for (size_t k = i; k < end; k++)
			items[k].removed = s->was_removed[k];
	}
	return any;
}

/* Removes all instructions of opcodes A and B, if the program still fails. */
static void remove_ops(struct shrink *s, enum isa_op a, enum isa_op b)
{
	struct fuzz_item *items = s->p->items;
	size_t found = 0;

	if (s->stop)
		return;
	for (size_t i = 0; i < s->p->count; i++) {
		s->was_removed[i] = items[i].removed;
		if (items[i].op != a && items[i].op != b)
			continue;
		found += !items[i].removed;
		items[i].removed = true;
	}
	if (!found || still_fails(s))
		return;
	for (size_t i = 0; i < s->p->count; i++)
		items[i].removed = s->was_removed[i];
}

/* The program of the first N cores alone, if it still fails. */
static bool keep_cores(struct shrink *s, uint32_t n)
{
	struct fuzz_item *items = s->p->items + s->p->halting;

	for (size_t i = 0; i < FUZZ_HALTING; i++)
		items[i].removed = false;
	items[1].imm = (int32_t)n;
	if (still_fails(s))
		return true;
	for (size_t i = 0; i < FUZZ_HALTING; i++)
		items[i].removed = true;
	return false;
}

/* *N, of the shape of a launch, becomes the least from 1 on with which the
 * program still fails. */
static void lessen(struct shrink *s, uint32_t *n)
{
	const uint32_t all = *n;

	for (*n = 1; *n < all && !s->stop; ++*n)
		if (still_fails(s))
			return;
	*n = all;
}

static void remove_wholes(struct shrink *s)
{
	if (s->p->machine.dialect == MACHINE_VENTUS) {
		lessen(s, &s->p->machine.cores);
		lessen(s, &s->p->machine.warps);
	}
	for (uint32_t n = 1; n < s->p->machine.cores && s->p->halting; n++)
		if (s->stop || keep_cores(s, n))
			break;
	remove_ops(s, ISA_BAR, ISA_WSPAWN);
	remove_ops(s, ISA_BAR, ISA_BAR);
	for (int op = 0; op < ISA_OP_COUNT; op++)
		remove_ops(s, (enum isa_op)op, (enum isa_op)op);
}

/* Removes N items from FROM on, if the program then fails; those that were
 * removed before stay so. */
static bool remove_from(struct shrink *s, size_t from, size_t n)
{
	struct fuzz_item *items = s->p->items;
	size_t end = group_end(s->p, from, n);

	for (size_t k = from; k < end; k++) {
		s->was_removed[k] = items[k].removed;
		items[k].removed = true;
	}
	if (still_fails(s))
		return true;
	for (size_t k = from; k < end; k++)
		items[k].removed = s->was_removed[k];
	return false;
}

/* Removes item AT and up to 8 in a row somewhere, if the program then fails. */
static bool remove_with(struct shrink *s, size_t at)
{
	struct fuzz_item *items = s->p->items;

	items[at].removed = true;
	for (size_t n = 8; n && !s->stop; n--)
		for (size_t i = 0; i < s->p->count && !s->stop; i++)
			if (!items[i].removed && remove_from(s, i, n))
				return true;
	items[at].removed = false;
	return false;
}

static bool remove_pairs(struct shrink *s)
{
	if (fuzz_size(s->p) > FEW)
		return false;
	for (size_t i = 0; i < s->p->count && !s->stop; i++)
		if (!s->p->items[i].removed && remove_with(s, i))
			return true;
	return false;
}

static void remove_items(struct shrink *s)
{
	size_t n = fuzz_size(s->p) / 2;

	for (; n > 1 && !s->stop; n /= 2)
		remove_groups(s, n);
	do {
		while (!s->stop && remove_groups(s, 1))
			;
	} while (!s->stop && remove_pairs(s));
}

/* --- simpler operands ------------------------------------------------- */

/* Replaces the item by NEW, if that changes it and the program still fails. */
static void replace(struct shrink *s, struct fuzz_item *item,
		    struct fuzz_item new)
{
	struct fuzz_item old = *item;

	if (s->stop || (old.rd == new.rd && old.rs1 == new.rs1 &&
			old.rs2 == new.rs2 && old.imm == new.imm))
		return;
	*item = new;
	if (!still_fails(s))
		*item = old;
}

static void simplify(struct shrink *s, struct fuzz_item *item)
{
	struct fuzz_item new = *item;

	new.rs1 = 0;
	replace(s, item, new);
	new = *item;
	new.rs2 = 0;
	replace(s, item, new);
	new = *item;
	new.rd = 0;
	replace(s, item, new);
	if (item->reloc != FUZZ_PLAIN || item->op == ISA_INVALID ||
	    isa_insn(item->op)->format == ISA_FMT_CSR)
		return;
	for (int32_t imm = 0; imm < 2; imm++) {
		new = *item;
		new.imm = item->imm == 0 ? 0 : imm;
		replace(s, item, new);
	}
}

static void simplify_all(struct shrink *s)
{
	if (!s->p->no_table) {
		s->p->no_table = true;
		if (!still_fails(s))
			s->p->no_table = false;
	}
	for (size_t i = 0; i < s->p->count && !s->stop; i++)
		if (!s->p->items[i].removed)
			simplify(s, &s->p->items[i]);
}

void fuzz_shrink(struct fuzz_program *p,
		 int (*fails)(void *ctx, const struct fuzz_program *p),
		 void *ctx)
{
	struct shrink s = { .p = p, .fails = fails, .ctx = ctx };

	s.was_removed = calloc(p->count + 1, sizeof *s.was_removed);
	s.stop = !s.was_removed;
	if (!s.stop)
		remove_wholes(&s);
	remove_items(&s);
	if (!s.stop)
		simplify_all(&s);
	while (!s.stop && remove_groups(&s, 1))
		;
	free(s.was_removed);
}
