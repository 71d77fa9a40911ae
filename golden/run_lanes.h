/* run_lanes.h - the loop that executes a warp of T threads
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by engine_1.c to engine_32.c or by engine.c, with these defined: T;
 * SEVERAL, 0 if T is 1, else 1; RUN, the name of the function; LINKAGE, static
 * or nothing.
 *
 * Each instruction has a handler for each of up to three kinds of thread mask:
 * all lanes, lane 0 alone, any other. The dispatch table is chosen when the
 * mask changes. A handler jumps to the next handler through the table of the
 * current mask (computed goto).
 *
 * LEFT counts the remaining instructions down. MARK is its value at the last
 * COUNT(): the instructions since then are not yet in the statistics.
 */
LINKAGE void RUN(struct golden_core *c, struct golden_warp *w, uint32_t left);

LINKAGE void RUN(struct golden_core *c, struct golden_warp *w, uint32_t left)
{
	static const void *const dispatch[][GOLDEN_HANDLERS] = {
#define MODE full
#include "golden/run_table.h"
#if SEVERAL
#define MODE one
#include "golden/run_table.h"
#define MODE some
#include "golden/run_table.h"
#endif
	};
	uint32_t (*const x)[T] = (uint32_t (*)[T])w->x;
	const uint32_t *const live = w->live;
	struct golden_memory *const memory = c->memory;
	const uint32_t base = memory->base, outside = memory->outside,
		       window = memory->local_bytes,
		       constant = memory->constant - base,
		       constant_bytes = memory->constant_bytes;
	uint8_t *const ram = memory->ram;
	const void *const *table;
	struct golden_page *page;
	struct golden_insn *d;
	uint32_t page_pc, active, mark = left, target;
	enum golden_flow flow;

/* The pc of D relative to its page. */
#define OFFSET() ((uint32_t)(d - page->insn) * 4)
#define PC() (page_pc + OFFSET())
#define RETIRE() do { \
	if (--left == 0) \
		goto leave; \
	goto *table[d->op]; \
} while (0)
#define NEXT() do { d++; RETIRE(); } while (0)
/* Adds the instructions that retired under the present mask to the
 * statistics. */
#define COUNT() do { \
	c->stats.instructions += mark - left; \
	c->stats.thread_instructions += (uint64_t)(mark - left) * active; \
	golden_count_lanes(c, mark - left, active); \
	mark = left; \
} while (0)
#define GO_TO(to) do { \
	target = (to); \
	if ((target & ~(uint32_t)(GOLDEN_PAGE_BYTES - 4)) != 0) \
		goto far; \
	d = &page->insn[target / 4]; \
	RETIRE(); \
} while (0)

	(void)live;
resume:
	table = dispatch[w->tmask == c->all ? 0 : w->tmask == 1 ? 1 : 2];
	active = (uint32_t)__builtin_popcount(w->tmask);
fetch:
	page = golden_fetch(c, w->pc);
	if (!page) {
		golden_trap(c, w, 1, w->pc);
		goto trapped;
	}
	page_pc = w->pc & ~(uint32_t)(GOLDEN_PAGE_BYTES - 1);
	d = &page->insn[w->pc % GOLDEN_PAGE_BYTES / 4];
	goto *table[d->op];

page_end:
	w->pc = PC();
	goto fetch;

undecoded:
	*d = golden_predecode(c, golden_word(c, PC()));
	goto *table[d->op];

move_sp:
	w->pc = PC();
	COUNT();
	flow = golden_move_sp(c, w);
	goto general;

far:            /* a jump to TARGET, relative to the page; outside it or
		 * misaligned */
	target += page_pc;
	w->pc = PC();
	if (target % 4 != 0) {
		golden_trap(c, w, 0, target);
		goto trapped;
	}
	w->pc = target;
	if (--left != 0)
		goto fetch;
	COUNT();
	return;

leave:
	w->pc = PC();
	COUNT();
	return;

general:        /* an instruction of a whole warp returned FLOW */
	if (flow != GOLDEN_TRAPPED) {
		left--;
		COUNT();
	}
	if (flow != GOLDEN_GO || left == 0)
		return;
	goto resume;

trapped:
	COUNT();
	return;

bad_mode:       /* the rounding mode of D is in frm, which is invalid */
	w->pc = PC();
	golden_trap(c, w, 2, c->forced ? *c->forced : golden_word(c, w->pc));
	goto trapped;

divergent:      /* the divergent branch at D continues at TARGET of its page */
	golden_divergent(c, w, PC());
	if (c->machine->stop_divergent) {
		mark -= left - 1;
		left = 1;
	}
	GO_TO(target);

#define WARP(id, function, kind) warp_##id: \
	w->pc = PC(); \
	COUNT(); \
	flow = function(c, w, d); \
	goto general;
#define ALU(id, value)
#define ALU_IMM(id, value)
#define UPPER(id, value)
#define BRANCH(id, taken)
#define LOAD(id, type)
#define STORE(id, type)
#define JUMP(id)
#include "golden/ops.def"

#define MODE full
#define LANES T
#define ACTIVE(lane) 1
#define LIVE NULL
#define LEADER 0
#define COUNT_ACTIVE T
#include "golden/run_ops.h"

#if SEVERAL
#define MODE one
#define LANES 1
#define ACTIVE(lane) 1
#define LIVE NULL
#define LEADER 0
#define COUNT_ACTIVE 1
#include "golden/run_ops.h"

#define MODE some
#define MASKED
#define LANES T
#define ACTIVE(lane) live[lane]
#define LIVE live
#define LEADER golden_lead(w->tmask)
#define COUNT_ACTIVE active
#include "golden/run_ops.h"
#undef MASKED
#endif
#undef OFFSET
#undef PC
#undef RETIRE
#undef NEXT
#undef COUNT
#undef GO_TO
}
