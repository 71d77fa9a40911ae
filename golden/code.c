/* code.c - decoded instructions, kept by page
 * SPDX-License-Identifier: Apache-2.0
 */
#include "golden/core.h"

struct golden_insn golden_predecode(const struct golden_core *c, uint32_t word)
{
	struct golden_insn d = golden_decode(word);
	const struct golden_insn illegal = { .op = ISA_INVALID, .imm = word };
	uint32_t ignored;

	switch (d.op) {
	case ISA_MUL: case ISA_MULH: case ISA_MULHSU: case ISA_MULHU:
	case ISA_DIV: case ISA_DIVU: case ISA_REM: case ISA_REMU:
		if (!c->cfg.has_m)
			return illegal;
		break;
	case ISA_MRET:
		if (!c->cfg.timer)
			return illegal;
		break;
	case ISA_CSRRW: case ISA_CSRRWI:
	case ISA_CSRRS: case ISA_CSRRC: case ISA_CSRRSI: case ISA_CSRRCI:
		if (golden_writes_csr(&d) ? !golden_csr_writable(d.imm)
		    : !golden_csr(c, &c->warp[0], 0, d.imm, &ignored))
			return illegal;
		break;
	default:
		break;
	}
	if (d.rd == 0)
		d.rd = GOLDEN_X0_SINK;
	if (c->machine->stack_bytes && golden_moves_sp(&d))
		d.op = GOLDEN_MOVE_SP;
	return d;
}

struct golden_page *golden_fetch(struct golden_core *c, uint32_t pc)
{
	uint32_t number = (pc - c->memory->base) >> GOLDEN_PAGE_BITS;
	struct golden_page *p = &c->memory->page[number % GOLDEN_PAGES];

	if (!golden_in_ram(c, pc))
		return NULL;
	if (p->number == number)
		return p;
	p->number = number;
	for (uint32_t i = 0; i < GOLDEN_PAGE_WORDS; i++)
		p->insn[i].op = GOLDEN_UNDECODED;
	p->insn[GOLDEN_PAGE_WORDS].op = GOLDEN_PAGE_END;
	return p;
}
