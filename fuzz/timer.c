/* timer.c - the timer interrupt in random programs: its handler, periods, and
 * events at the time of a tick
 * SPDX-License-Identifier: Apache-2.0
 *
 * In most programs ticks are so rare that the handler of each warp has ended
 * long before the next tick. Other programs begin with a burst: ticks a few
 * cycles apart, so ticks coincide with every event inside a handler and between
 * two handlers. A warp that has counted enough ticks ends the burst for all
 * warps.
 */
#include "fuzz/generate.h"

enum {
	LEAST_BURST = 4,
	SHORT = 16,
	MIDDLE = 600,
	MIE = 8,
	MPIE = 128,
	NO_BIT = 16,
	POWERS = 5,             /* powers of two, from 512 on */
	PERIODS = 32
};

/* The least period in which all warps execute the handler, even with one thread
 * at a time and slow memory. With a shorter one, the program would execute only
 * the handler. */
static uint32_t least_period(const struct gen *g)
{
	const struct machine *m = g->machine;

	return 400 + m->warps * (96 + 16 * m->threads);
}

/* A period above least_period; half of them are a power of two, or one more. */
static uint32_t long_period(struct gen *g)
{
	uint32_t least = least_period(g), shift = 9 + below(g, POWERS),
		 more = below(g, 2000);

	if (more % 2)
		return least + more;
	while (1u << shift < least)
		shift++;
	return (1u << shift) + more / 2 % 2;
}

/* In the handler: after g->burst ticks, set a long period. */
static void end_burst(struct gen *g)
{
	uint32_t over;

	emit(g, ISA_ADDI, EPC, 0, 0, (int32_t)g->burst);
	over = jump(g, ISA_BLTU, TICKS, EPC, 0);
	constant(g, EPC, long_period(g));
	write_csr(g, ISA_CSR_MTICK, EPC);
	land(g, over);
}

/* In the handler: writes mtick. Without a burst that is a long period: the one
 * that was read may be a short one, which another warp has ended meanwhile, and
 * nothing would end it again. */
static void write_period(struct gen *g)
{
	if (g->burst)
		read_csr(g, EPC, ISA_CSR_MTICK);
	else
		constant(g, EPC, long_period(g));
	write_csr(g, ISA_CSR_MTICK, EPC);
}

void fuzz_handler(struct gen *g)
{
	if (g->class != FUZZ_ANY || !g->machine->timer ||
	    g->p->options.blocks || one_in(g, 4))
		return;
	g->burst = one_in(g, 3) ?
			   0 :
			   LEAST_BURST + below(g, 8 + 192 / g->machine->warps);
	g->pending = "tick";
	g->handler = here(g);
	read_csr(g, EPC, ISA_CSR_MEPC);
	emit(g, ISA_ADDI, TICKS, TICKS, 0, 1);
	for (uint32_t n = below(g, 4); n; n--)
		read_csr(g, EPC, ISA_CSR_TMASK);
	if (g->burst)
		end_burst(g);
	if (one_in(g, 4))
		emit(g, ISA_CSRRSI, 0, NO_BIT, 0, ISA_CSR_MSTATUS);
	if (one_in(g, 4))
		write_period(g);
	emit(g, ISA_MRET, 0, 0, 0, 0);
}

void fuzz_start_ticks(struct gen *g)
{
	uint32_t period = long_period(g);

	if (!g->handler)
		return;
	if (g->burst)
		period = 1 + below(g, g->burst < SHORT && one_in(g, 2) ?
					      SHORT :
					      MIDDLE);
	constant(g, TEMP, period);
	write_csr(g, ISA_CSR_MTICK, TEMP);
}

void fuzz_enable_ticks(struct gen *g)
{
	if (!g->handler)
		return;
	address(g, TEMP, g->handler);
	write_csr(g, ISA_CSR_MTVEC, TEMP);
	emit(g, ISA_CSRRSI, 0, MIE, 0, ISA_CSR_MSTATUS);
}

/* mret to the next instruction, with or without MPIE. MIE is clear, since an
 * interrupt would overwrite mepc. */
static void return_to_next(struct gen *g)
{
	uint32_t at = address(g, TEMP, 0);

	constant(g, ADDR, one_in(g, 2) ? MPIE : 0);
	write_csr(g, ISA_CSR_MSTATUS, ADDR);
	write_csr(g, ISA_CSR_MEPC, TEMP);
	emit(g, ISA_MRET, 0, 0, 0, 0);
	land(g, at);
	land(g, at + 1);
	for (uint32_t n = below(g, 3); n; n--)
		fuzz_alu(g);
	if (!one_in(g, 8))
		emit(g, ISA_CSRRSI, 0, MIE, 0, ISA_CSR_MSTATUS);
}

/* Sets periods of a power of two plus one: no tick occurs before the next
 * write, unless a counter ignores that bit. */
static void sweep_periods(struct gen *g)
{
	uint32_t bit = COUNTER + g->loops, top,
		 few = 32 - (uint32_t)__builtin_clz(least_period(g));

	if (g->loops == LOOPS || g->in_function) {
		constant(g, TEMP, (1u << (few + below(g, PERIODS - few))) + 1);
		write_csr(g, ISA_CSR_MTICK, TEMP);
		fuzz_alu(g);
		return;
	}
	constant(g, bit, 1u << few);
	top = here(g);
	emit(g, ISA_ADDI, TEMP, bit, 0, 1);
	write_csr(g, ISA_CSR_MTICK, TEMP);
	for (uint32_t n = below(g, 4); n; n--)
		fuzz_alu(g);
	emit(g, ISA_SLLI, bit, bit, 0, 1);
	jump(g, ISA_BNE, bit, 0, top);
}

/* Writes mstatus, or executes mret. If ticks are a few cycles apart, a warp
 * with MIE set executes only its handler. So without a burst, whose handler
 * ends them, MIE is cleared. */
static void touch_mstatus(struct gen *g)
{
	if (!g->burst)
		emit(g, ISA_CSRRCI, 0, MIE, 0, ISA_CSR_MSTATUS);
	else if (one_in(g, 3))
		return_to_next(g);
	else
		emit(g, one_in(g, 2) ? ISA_CSRRSI : ISA_CSRRCI, 0,
		     one_in(g, 2) ? MIE : NO_BIT, 0, ISA_CSR_MSTATUS);
}

/* A few ticks a few cycles apart, then none for long: so the effect of the last
 * tick stays visible. It may coincide with a write of mstatus, with the write
 * that ends the ticks, or with other warps that take the previous tick. */
static void emit_few_ticks(struct gen *g)
{
	if (!g->burst || !one_in(g, 4))
		emit(g, ISA_CSRRCI, 0, MIE, 0, ISA_CSR_MSTATUS);
	constant(g, RETURN, long_period(g));
	constant(g, TEMP, 1 + below(g, one_in(g, 2) ? SHORT : 4 * SHORT));
	write_csr(g, ISA_CSR_MTICK, TEMP);
	for (uint32_t n = below(g, 4); n; n--)
		fuzz_alu(g);
	if (one_in(g, 2))
		touch_mstatus(g);
	if (one_in(g, 4))
		fuzz_alu(g);
	write_csr(g, ISA_CSR_MTICK, RETURN);
	emit(g, ISA_CSRRSI, 0, MIE, 0, ISA_CSR_MSTATUS);
	fuzz_alu(g);
}

void fuzz_tick(struct gen *g)
{
	static const uint16_t read[] = {
		ISA_CSR_MTICK, ISA_CSR_MSTATUS, ISA_CSR_MTVEC, ISA_CSR_MEPC
	};
	uint32_t rd = destination(g), how = below(g, 9);

	switch (how) {
	case 0:
		for (uint32_t n = 1 + below(g, 4); n; n--) {
			emit(g, ISA_CSRRCI, rd, MIE, 0, ISA_CSR_MSTATUS);
			for (uint32_t k = below(g, 3); k; k--)
				fuzz_alu(g);
			emit(g, ISA_CSRRSI, rd, MIE, 0, ISA_CSR_MSTATUS);
		}
		break;
	case 4:
		read_csr(g, rd, read[below(g, 4)]);
		break;
	case 5:
		sweep_periods(g);
		/* fallthrough */
	case 1:
		constant(g, TEMP, long_period(g));
		write_csr(g, ISA_CSR_MTICK, TEMP);
		break;
	case 2:
		emit(g, ISA_CSRRSI, rd, NO_BIT, 0, ISA_CSR_MSTATUS);
		break;
	case 3:
		return_to_next(g);
		break;
	default:
		emit_few_ticks(g);
		break;
	}
}
