/* vt_emit.c - instructions and registers of random programs of Ventus
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fuzz/ventus/vt_emit.h"

uint32_t vt_random32(struct program *p)     /* xorshift64* */
{
	p->state ^= p->state >> 12;
	p->state ^= p->state << 25;
	p->state ^= p->state >> 27;
	return (uint32_t)(p->state * UINT64_C(2685821657736338717) >> 32);
}

uint32_t vt_below(struct program *p, uint32_t n)
{
	return vt_random32(p) % n;
}

void vt_emit(struct program *p, uint32_t word)
{
	if (p->at < VT_RANDOM_WORDS)
		p->code[p->at] = word;
	p->at++;
}

void vt_patch(struct program *p, uint32_t index, uint32_t bits)
{
	if (index < VT_RANDOM_WORDS)
		p->code[index] |= bits;
}

void vt_put(struct program *p, enum vt_op op, uint32_t rd, uint32_t rs1,
		 uint32_t rs2, uint32_t rest)
{
	const struct vt_row *row = vt_row(op);
	uint32_t high = (row->rd ? rd >> 5 : 0) |
			(row->rs1 ? rs1 >> 5 : 0) << 3 |
			(row->rs2 ? rs2 >> 5 : 0) << 6;
	uint32_t word = row->match | (rest & ~row->mask);

	if (high)
		vt_emit(p, vt_row(VT_REGEXT)->match | high << 20);
	if (row->rd)
		word = (word & ~(31U << 7)) | (rd & 31) << 7;
	if (row->rs1)
		word = (word & ~(31U << 15)) | (rs1 & 31) << 15;
	if (row->rs2)
		word = (word & ~(31U << 20)) | (rs2 & 31) << 20;
	vt_emit(p, word);
	if (row->writes && rd >= 8)
		(row->rd == VT_FILE_V ? p->recent_v : p->recent_x)
			[p->writes++ % RECENT] = rd;
}

uint32_t vt_free_x(struct program *p)
{
	return 8 + vt_below(p, vt_below(p, 4) ? 24 : p->core ? LINK - 8 : 56);
}

uint32_t vt_free_v(struct program *p)
{
	if (p->vregs > 64 && vt_below(p, 4) == 0)
		return 64 + vt_below(p, p->vregs - 64);
	return 8 + vt_below(p, vt_below(p, 4) ? 24 : p->core ? ODD - 8 : 248);
}

uint32_t vt_source_x(struct program *p)
{
	uint32_t kind = p->core ? vt_below(p, 16) : 16;
	uint32_t reg = kind < 6 ? p->recent_x[vt_below(p, RECENT)] : 0;

	return reg || kind == 6 ? reg : vt_free_x(p);
}

uint32_t vt_source_v(struct program *p)
{
	uint32_t kind = p->core ? vt_below(p, 16) : 16;
	uint32_t reg = kind < 6 ? p->recent_v[vt_below(p, RECENT)] : 0;

	return reg || kind == 6 ? reg : vt_free_v(p);
}

void vt_load_imm(struct program *p, uint32_t rd, uint32_t value)
{
	vt_put(p, VT_LUI, rd, 0, 0, (value + 0x800) & 0xFFFFF000);
	vt_put(p, VT_ADDI, rd, rd, 0, (value & 0xFFF) << 20);
}
