/* code.c - what is known of the instructions of a program
 * SPDX-License-Identifier: Apache-2.0
 *
 * An instruction is decoded when it is first looked at, and again when memory
 * has another word there.
 */
#include <stdlib.h>

#include "golden/decode.h"
#include "machine/has.h"
#include "sanitize/state.h"

/* An instruction of a class whose execution may be looked at in advance. */
static enum san_way way_of(const struct golden_insn *d)
{
	switch (isa_insn((enum isa_op)d->op)->class) {
	case ISA_CLASS_ALU: case ISA_CLASS_MUL: case ISA_CLASS_DIV:
	case ISA_CLASS_FLOAT:
		return SAN_PLAIN;
	case ISA_CLASS_LOAD: case ISA_CLASS_STORE:
		return SAN_ACCESS;
	case ISA_CLASS_BRANCH:
		return d->imm % 4 ? SAN_STEPPED : SAN_LAST;
	case ISA_CLASS_JUMP:
		return d->op == ISA_JALR ? SAN_LAST :
		       d->imm % 4 ? SAN_STEPPED : SAN_JUMP;
	default:
		return d->op == ISA_SPLIT || d->op == ISA_JOIN ? SAN_LAST :
								 SAN_STEPPED;
	}
}

static enum golden_kind kind_of(const struct golden_insn *d)
{
	switch (isa_insn((enum isa_op)d->op)->class) {
	case ISA_CLASS_LOAD:
		return GOLDEN_LOAD;
	case ISA_CLASS_STORE:
		return GOLDEN_STORE;
	case ISA_CLASS_BRANCH: case ISA_CLASS_JUMP:
		return GOLDEN_BRANCH;
	default:
		return d->op == ISA_SPLIT ? GOLDEN_SPLIT :
		       d->op == ISA_JOIN ? GOLDEN_JOIN : GOLDEN_PLAIN;
	}
}

/* Is PC where a function of the runtime begins that san_calls knows? */
static bool is_entry(const struct san_program *p, uint32_t pc)
{
	return pc == p->heap_take || pc == p->malloc_pc || pc == p->try_pc ||
	       pc == p->shared_take || pc == p->stacks_take ||
	       pc == p->shared_give || pc == p->free_pc || pc == p->heap_return;
}

/* How I at PC is looked at, whose operation this machine has. */
static enum san_way choose_way(const struct san *k, const struct san_insn *i,
			       const struct golden_insn *d, uint32_t pc)
{
	const struct golden_effect fx = { .insn = i->word };
	enum san_way way = way_of(d);

	if (is_entry(k->p, pc) || san_note(&fx))
		return SAN_STEPPED;
	if (i->regs.rd != SAN_SP && i->regs.rd != SAN_TP)
		return way;
	return way == SAN_PLAIN ? SAN_LAST : SAN_STEPPED;
}

static void decode(struct san *k, struct san_insn *i, uint32_t pc,
		   uint32_t word)
{
	const struct elf_image *image = k->p->image;
	struct golden_insn d = golden_decode(word);
	enum isa_op op = (enum isa_op)d.op;

	*i = (struct san_insn){
		.word = word, .op = d.op, .imm = d.imm,
		.user = !san_in_runtime(k, pc),
		.is_volatile = elf_is_volatile(image, pc)
	};
	if (op == ISA_INVALID)
		return;
	i->regs = isa_regs(op, word, machine_files(k->m));
	i->reads = UINT64_C(1) << i->regs.rs1 | UINT64_C(1) << i->regs.rs2 |
		   UINT64_C(1) << i->regs.rs3;
	i->sets = UINT64_C(1) << i->regs.rd & ~UINT64_C(1);
	i->number = op == ISA_LUI ? SAN_NUMBER :
		    op == ISA_ADDI ? SAN_SAME : SAN_OTHER;
	i->keeps = san_keeps(op);
	i->by_value = san_keeps_by_value(op);
	if (op == ISA_LUI || op == ISA_AUIPC || op == ISA_ADDI)
		i->ref = elf_ref_at(image, pc);
	if (!machine_has_insn(k->m, op))
		return;
	i->kind = (uint8_t)kind_of(&d);
	i->way = (uint8_t)choose_way(k, i, &d, pc);
	i->bytes = i->way == SAN_ACCESS ? (uint8_t)isa_access_bytes(op) : 0;
	i->dynamic = isa_insn(op)->rounds;
}

static struct san_insn **code_new(struct san_program *p)
{
	p->code_pages = (p->image->highest - p->image->lowest) / 4 /
			SAN_CODE_PAGE + 1;
	return calloc(p->code_pages, sizeof *p->code);
}

/* The place of the instruction at PC, or NULL. */
static struct san_insn *place_of(const struct san *k, uint32_t pc)
{
	const struct elf_image *e = k->p->image;
	uint32_t at = (pc - e->lowest) / 4;
	struct san_insn **page;

	if (pc < e->lowest || pc >= e->highest || (pc - e->lowest) % 4)
		return NULL;
	if (!k->p->code)
		k->p->code = code_new(k->p);
	if (!k->p->code)
		return NULL;
	page = &k->p->code[at / SAN_CODE_PAGE];
	if (!*page)
		*page = calloc(SAN_CODE_PAGE, sizeof **page);
	return *page ? *page + at % SAN_CODE_PAGE : NULL;
}

struct san_insn *san_insn(struct san *k, uint32_t pc, uint32_t word)
{
	struct san_insn *i = place_of(k, pc);

	if (!i)
		i = &k->insn;
	if (i == &k->insn || i->word != word || !word)
		decode(k, i, pc, word);
	return i;
}

void san_code_free(struct san_program *p)
{
	for (uint32_t i = 0; p->code && i < p->code_pages; i++)
		free(p->code[i]);
	free(p->code);
}
