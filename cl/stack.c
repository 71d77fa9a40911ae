/* stack.c - how much of its stack an item of a kernel needs
 * SPDX-License-Identifier: Apache-2.0
 *
 * From the code of the kernel's entry, and of what it calls: OpenCL C has no
 * recursion and no pointers to functions. Instructions have four bytes.
 */
#include "cl/program.h"

#include <stdlib.h>

#include "golden/bytes.h"

enum { ZERO = 0, RA = 1, SP = 2 };

enum { OWN = 512 };             /* of the runtime, above a kernel's frames */

enum {                          /* opcodes */
	OP_IMM = 0x13, AUIPC = 0x17, OP = 0x33, LUI = 0x37, JALR = 0x67,
	JAL = 0x6f
};

enum { ADD = 0, SH_ADD = 0x10, SUB = 0x20 };    /* upper bits of OP */

struct program {
	const struct elf_image *image;
	/* Of each symbol of the image: the bytes that it needs, and 1; 0 if
	 * it has not been read. */
	uint32_t *need;
};

/* A function as it is read; REG has what LUI and AUIPC made, and ADDI. */
struct scan {
	const struct program *p;
	uint32_t reg[32];
	uint32_t pc, frame, below;
};

static uint32_t need_at(const struct program *p, uint32_t addr);

static uint32_t imm_i(uint32_t code)
{
	return (uint32_t)((int32_t)code >> 20);
}

static uint32_t imm_j(uint32_t code)
{
	uint32_t sign = (uint32_t)((int32_t)code >> 31);

	return sign << 20 | (code & 0xff000) | (code >> 9 & 0x800) |
	       (code >> 20 & 0x7fe);
}

/* A jump to TO: a call if it keeps its place in LINK, else the end. */
static void follow(struct scan *s, const struct elf_symbol *f, uint32_t to,
		   uint32_t link)
{
	uint32_t need;

	if (to - f->addr < f->size)
		return;
	need = need_at(s->p, to);
	if (link != ZERO)
		need += s->frame;
	if (need > s->below)
		s->below = need;
}

/* What the instruction CODE, of two registers, adds to the stack pointer. */
static uint32_t added(const struct scan *s, uint32_t code)
{
	uint32_t rs1 = code >> 15 & 31, rs2 = code >> 20 & 31;
	uint32_t funct = code >> 12 & 7;

	switch (code >> 25) {
	case ADD:
		return funct ? 0 : rs1 == SP ? s->reg[rs2] :
		       rs2 == SP ? s->reg[rs1] : 0;
	case SUB: return funct == 0 && rs1 == SP ? -s->reg[rs2] : 0;
	case SH_ADD: return rs2 == SP ? s->reg[rs1] << funct / 2 : 0;
	default: return 0;
	}
}

static void scan_one(struct scan *s, const struct elf_symbol *f, uint32_t code)
{
	uint32_t rd = code >> 7 & 31, rs1 = code >> 15 & 31;
	uint32_t funct = code >> 12 & 7;

	switch (code & 0x7f) {
	case LUI: s->reg[rd] = code & ~0xfffU; break;
	case AUIPC: s->reg[rd] = s->pc + (code & ~0xfffU); break;
	case OP_IMM:
		if (funct != 0)
			break;
		if (rd != SP)
			s->reg[rd] = imm_i(code) + (rs1 ? s->reg[rs1] : 0);
		else if (rs1 == SP && imm_i(code) >> 31)
			s->frame -= imm_i(code);
		break;
	case OP:
		if (rd == SP && added(s, code) >> 31)
			s->frame -= added(s, code);
		break;
	case JAL: follow(s, f, s->pc + imm_j(code), rd); break;
	case JALR:
		if (rs1 != RA)
			follow(s, f, s->reg[rs1] + imm_i(code), rd);
		break;
	default: break;
	}
}

static uint32_t need_at(const struct program *p, uint32_t addr)
{
	const struct elf_image *image = p->image;
	const struct elf_symbol *f = elf_symbol_at(image, addr);
	struct scan s = { .p = p };
	uint32_t *need;

	if (!f)
		return 0;
	need = &p->need[f - image->symbols];
	if (*need)
		return *need - 1;
	*need = 1;              /* of those that call themselves: once */
	for (s.pc = f->addr; s.pc + 4 <= f->addr + f->size; s.pc += 4)
		if (s.pc - image->ram_base <= image->ram_size - 4)
			scan_one(&s, f, bytes_u32(image->ram + s.pc -
						  image->ram_base));
	*need = 1 + (s.frame > s.below ? s.frame : s.below);
	return *need - 1;
}

uint32_t cl_program_stack(const struct elf_image *image,
			  const struct cl_kernel *k)
{
	struct program p = { image, NULL };
	uint32_t need;

	p.need = calloc(image->symbol_count + 1, sizeof *p.need);
	if (!p.need)
		return 0;
	need = need_at(&p, k->entry);
	free(p.need);
	return need;
}

uint32_t cl_program_lacks(const struct elf_image *image, uint32_t most)
{
	struct cl_program p;
	uint32_t lacks = 0;

	if (!image->stack_bytes || cl_program_read(image, &p))
		return 0;
	for (uint32_t i = 0; i < p.count; i++) {
		uint32_t need = cl_program_stack(image, &p.kernels[i]);

		if (need < most && need + OWN <= most && need + OWN > lacks)
			lacks = need + OWN;
	}
	cl_program_free(&p);
	return lacks > image->stack_bytes ? lacks : 0;
}
