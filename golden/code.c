/* code.c - keeps decoded instructions by page
 * SPDX-License-Identifier: Apache-2.0
 *
 * An instruction is decoded when it is first executed. A page enters the cache
 * with all words undecoded.
 */
#include "golden/core.h"
#include "machine/has.h"

/* The number of register 0 of FILE. */
static uint8_t first_of(enum isa_file file, isa_files held)
{
	return (uint8_t)isa_file(isa_file_held(file, held))->first;
}

struct golden_insn golden_decode_rows(const struct golden_core *c,
				      uint32_t word)
{
	struct golden_insn d = golden_decode(word);
	isa_files held = machine_files(&c->cfg);
	const struct isa_insn *insn;

	if (d.op == ISA_INVALID)
		return d;
	insn = isa_insn(d.op);
	d.rd += first_of(insn->rd, held);
	d.rs1 += first_of(insn->rs1, held);
	d.rs2 += first_of(insn->rs2, held);
	d.imm += first_of(insn->rs3, held);
	return d;
}

struct golden_insn golden_predecode(const struct golden_core *c, uint32_t word)
{
	struct golden_insn d = golden_decode_rows(c, word);
	const struct golden_insn illegal = { .op = ISA_INVALID, .imm = word };
	uint32_t ignored;

	if (d.op == ISA_INVALID || !machine_has_insn(&c->cfg, d.op))
		return illegal;
	if (isa_insn(d.op)->class == ISA_CLASS_CSR &&
	    (golden_writes_csr(&d) ? !golden_csr_writable(c, d.imm) :
	     !golden_csr(c, &c->warp[0], 0, d.imm, &ignored)))
		return illegal;
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
