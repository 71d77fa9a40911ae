/* csr.c - values of the control and status registers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A count of events is computed from golden's statistics; a counter stores only
 * the difference. A write is executed before its instruction is counted, which
 * the functions that write counters and the timer take into account.
 */
#include "golden/core.h"

bool golden_writes_csr(const struct golden_insn *d)
{
	return d->op == ISA_CSRRW || d->op == ISA_CSRRWI || d->rs1 != 0;
}

uint64_t golden_event(const struct golden_core *c, uint32_t event)
{
	const struct golden_stats *s = &c->stats;

	if (!c->cfg.counters)
		return 0;
	switch (event) {
	case ISA_EVENT_ISSUED: return s->instructions + s->trapped;
	case ISA_EVENT_THREADS:
		return s->thread_instructions + s->trapped_threads;
	case ISA_EVENT_FULL: return s->full;
	case ISA_EVENT_SINGLE: return s->single;
	case ISA_EVENT_DIVERGED: return s->diverged;
	default: return 0;
	}
}

/* The performance counter at ADDRESS, or 0: mhpmcounter3..31 and their high
 * words at 0xB03 and 0xB83, the user's view at 0xC03 and 0xC83. */
static uint32_t counter_at(uint32_t address)
{
	uint32_t number = address & 0x1F;

	switch (address & ~UINT32_C(0x1F)) {
	case 0xB00: case 0xB80: case 0xC00: case 0xC80:
		return number >= 3 ? number : 0;
	default:
		return 0;
	}
}

/* Does performance counter NUMBER count? If events can be selected, counters
 * from 3 + cfg.selected on read zero. */
static bool counts(const struct golden_core *c, uint32_t number)
{
	return c->cfg.counters && number >= 3 &&
	       (!c->cfg.selected || number < 3 + c->cfg.selected);
}

static uint64_t count_of(const struct golden_core *c, uint32_t number)
{
	return counts(c, number) ?
	       golden_event(c, c->event[number]) + c->ahead[number] : 0;
}

/* The counter whose event the CSR at ADDRESS (mhpmevent3 to 31) selects, or
 * 0. */
static uint32_t selector_at(const struct golden_core *c, uint32_t address)
{
	bool is_selector = c->cfg.selected && address >= 0x323 &&
			   address <= 0x33F;

	return is_selector ? address - 0x320 : 0;
}

static bool read_counter(const struct golden_core *c, uint32_t address,
			 uint32_t *value)
{
	uint32_t selects = selector_at(c, address);
	uint64_t count = count_of(c, counter_at(address));

	*value = (uint32_t)(address & 0x80 ? count >> 32 : count);
	if (selects)
		*value = golden_selected(c, selects);
	return selects || counter_at(address) != 0;
}

uint32_t golden_selected(const struct golden_core *c, uint32_t counter)
{
	return counts(c, counter) ? c->event[counter] : 0;
}

void golden_csr_reset(struct golden_core *c)
{
	for (uint32_t i = 0; i < ISA_COUNTERS; i++) {
		c->event[i] = i;
		c->ahead[i] = 0;
	}
}

bool golden_csr(const struct golden_core *c, const struct golden_warp *w,
		uint32_t lane, uint32_t address, uint32_t *value)
{
	uint64_t count = c->stats.instructions;

	switch (address) {
	case GOLDEN_CSR_FFLAGS: *value = w->fflags; return c->cfg.fp;
	case GOLDEN_CSR_FRM: *value = w->frm; return c->cfg.fp;
	case GOLDEN_CSR_FCSR:
		*value = w->frm << 5 | w->fflags;
		return c->cfg.fp;
	case 0xCC0: *value = lane; return true;
	case 0xCC1: *value = w->id; return true;
	case 0xCC2: *value = c->id; return true;
	case 0xCC3: *value = c->active; return true;
	case 0xCC4: *value = w->tmask; return true;
	case 0xFC0: *value = c->cfg.threads; return true;
	case 0xFC1: *value = c->cfg.warps; return true;
	case 0xFC2: *value = c->cfg.cores; return true;
	case 0xB00: case 0xB02: case 0xC00: case 0xC02:
		*value = (uint32_t)count;
		return true;
	case 0xB80: case 0xB82: case 0xC80: case 0xC82:
		*value = (uint32_t)(count >> 32);
		return true;
	case 0xFC3: *value = c->cfg.smem_size; return true;
	case GOLDEN_CSR_MFLUSH: case GOLDEN_CSR_MEXIT: *value = 0; return true;
	case GOLDEN_CSR_MTICK: *value = c->period; return true;
	case GOLDEN_CSR_MSTATUS: *value = w->mstatus; return true;
	case GOLDEN_CSR_MTVEC: *value = w->mtvec; return true;
	case GOLDEN_CSR_MEPC: *value = w->mepc; return true;
	case 0xF14:
		*value = (c->id * c->cfg.warps + w->id) * c->cfg.threads + lane;
		return true;
	default:
		break;
	}
	if (c->cfg.dispatch && isa_csr_blocks(address))
		return golden_block_csr(c, w, lane, address, value);
	return read_counter(c, address, value);
}

bool golden_csr_writable(const struct golden_core *c, uint32_t address)
{
	if (selector_at(c, address))
		return true;
	switch (address) {
	case GOLDEN_CSR_FFLAGS: case GOLDEN_CSR_FRM: case GOLDEN_CSR_FCSR:
		return c->cfg.fp;
	case GOLDEN_CSR_MSTATUS: case GOLDEN_CSR_MTVEC: case GOLDEN_CSR_MEPC:
	case GOLDEN_CSR_MFLUSH: case GOLDEN_CSR_MTICK: case GOLDEN_CSR_MEXIT:
		return true;
	default:
		return false;
	}
}

uint32_t golden_csr_result(const struct golden_core *c,
			   const struct golden_warp *w,
			   const struct golden_insn *d)
{
	uint32_t lead = golden_lead(w->tmask), old = 0;
	uint32_t operand = golden_row(c, w, d->rs1)[lead];

	golden_csr(c, w, lead, d->imm, &old);
	switch (d->op) {
	case ISA_CSRRW: return operand;
	case ISA_CSRRS: return old | operand;
	case ISA_CSRRC: return old & ~operand;
	case ISA_CSRRWI: return d->rs1;
	case ISA_CSRRSI: return old | d->rs1;
	default: return old & ~(uint32_t)d->rs1;
	}
}

/* The first write of mexit sets the exit code; later writes have no effect.
 * With dispatch it ends the launch of W, not the run. */
static void write_exit(struct golden_core *c, struct golden_warp *w,
		       uint32_t value)
{
	const struct golden_trap exit = {
		.valid = true, .core = c->id, .warp = w->id, .pc = w->pc - 4,
		.insn = c->forced ? *c->forced : golden_word(c, w->pc - 4),
		.cause = 23, .tval = value
	};

	if (c->cfg.dispatch) {
		golden_block_trap(c, &exit);
		return;
	}
	if (!c->machine->exits)
		c->machine->exit_code = value;
	c->machine->exits = true;
}

/* The period starts after this instruction, which is not counted yet: + 1. */
static void write_tick(struct golden_core *c, uint32_t value)
{
	c->period = value;
	c->next_tick = golden_now(c) + 1 + value;
}

/* The count of EVENT that this instruction of W itself adds when it retires. */
static uint64_t own_count(const struct golden_core *c,
			  const struct golden_warp *w, uint32_t event)
{
	uint64_t lanes = (uint64_t)__builtin_popcount(w->tmask);

	switch (event) {
	case ISA_EVENT_ISSUED: return 1;
	case ISA_EVENT_THREADS: return lanes;
	case ISA_EVENT_FULL: return w->tmask == c->all;
	case ISA_EVENT_SINGLE: return lanes == 1;
	default: return 0;
	}
}

/* Selects EVENT for COUNTER. A number that is no event selects no event. The
 * counter keeps its value. This instruction still counts for the old event, not
 * for the new one. */
static void write_event(struct golden_core *c, const struct golden_warp *w,
			uint32_t counter, uint32_t event)
{
	uint64_t value;

	if (!counts(c, counter))
		return;
	value = count_of(c, counter) + own_count(c, w, c->event[counter]);
	if (event < ISA_EVENT_ISSUED || event >= ISA_EVENT_COUNT)
		event = 0;
	c->event[counter] = event;
	c->ahead[counter] = value - golden_event(c, event) -
			    own_count(c, w, event);
}

static void write_float(struct golden_warp *w, uint32_t address,
			uint32_t value)
{
	switch (address) {
	case GOLDEN_CSR_FFLAGS: w->fflags = value & 31; break;
	case GOLDEN_CSR_FRM: w->frm = value & 7; break;
	case GOLDEN_CSR_FCSR:
		w->fflags = value & 31;
		w->frm = value >> 5 & 7;
		break;
	default: break;
	}
}

void golden_csr_write(struct golden_core *c, struct golden_warp *w,
		      uint32_t address, uint32_t value)
{
	write_float(w, address, value);
	if (address == GOLDEN_CSR_MEXIT)
		write_exit(c, w, value);
	if (selector_at(c, address))
		write_event(c, w, selector_at(c, address), value);
	if (!c->cfg.timer)
		return;
	switch (address) {
	case GOLDEN_CSR_MTICK: write_tick(c, value); break;
	case GOLDEN_CSR_MSTATUS:
		w->mstatus = value & (GOLDEN_MIE | GOLDEN_MPIE);
		break;
	case GOLDEN_CSR_MTVEC: w->mtvec = value & ~UINT32_C(3); break;
	case GOLDEN_CSR_MEPC: w->mepc = value & ~UINT32_C(3); break;
	default: break;
	}
}

bool golden_csr_volatile(const struct golden_core *c, uint32_t address)
{
	switch (address) {
	case 0xB00: case 0xB02: case 0xC00: case 0xC02:
	case 0xB80: case 0xB82: case 0xC80: case 0xC82:
	case 0xCC3:
		return true;
	default:
		return counts(c, counter_at(address));
	}
}
