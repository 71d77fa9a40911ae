/* csr.c - values of the control and status registers
 * SPDX-License-Identifier: Apache-2.0
 */
#include "golden/machine.h"

bool golden_writes_csr(const struct golden_insn *d)
{
	return d->op == ISA_CSRRW || d->op == ISA_CSRRWI || d->rs1 != 0;
}

bool golden_csr(const struct golden *g, const struct golden_warp *w,
		uint32_t lane, uint32_t address, uint32_t *value)
{
	uint64_t count = g->stats.instructions;

	switch (address) {
	case 0xCC0: *value = lane; return true;
	case 0xCC1: *value = w->id; return true;
	case 0xCC2: *value = 0; return true;
	case 0xCC3: *value = g->active; return true;
	case 0xCC4: *value = w->tmask; return true;
	case 0xFC0: *value = g->cfg.threads; return true;
	case 0xFC1: *value = g->cfg.warps; return true;
	case 0xFC2: *value = 1; return true;
	case 0xB00: case 0xB02: case 0xC00: case 0xC02:
		*value = (uint32_t)count;
		return true;
	case 0xB80: case 0xB82: case 0xC80: case 0xC82:
		*value = (uint32_t)(count >> 32);
		return true;
	case GOLDEN_CSR_MFLUSH: *value = 0; return true;
	case 0xF14: *value = w->id * g->cfg.threads + lane; return true;
	default: return false;
	}
}

bool golden_csr_volatile(uint32_t address)
{
	switch (address) {
	case 0xB00: case 0xB02: case 0xC00: case 0xC02:
	case 0xB80: case 0xB82: case 0xC80: case 0xC82:
	case 0xCC3:
		return true;
	default:
		return false;
	}
}
