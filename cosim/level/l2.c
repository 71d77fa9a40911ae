/* l2.c - checks the records of the second-level cache
 * SPDX-License-Identifier: Apache-2.0
 *
 * A read must find all bytes of its line in its way, and give what was stored
 * last. A write makes its bytes dirty. A line may be partial: its dirty bytes
 * alone are valid, until a fill brings the others. A dirty byte stays until it
 * is evicted, and then reaches memory before its line is read again.
 */
#include "cosim/level/l2_state.h"

#include <stdlib.h>
#include <string.h>

#include "cosim/state/head.h"
#include "cosim/state/mismatch.h"

/* --- life --------------------------------------------------------------- */

bool l2_possible(const struct shape *own)
{
	uint32_t set = own->dcache.line * own->l2.ways;

	uint32_t banks = own->l2.banks;

	return !own->l2.size ||
	       (set && own->dcache.line <= LEVEL_LINE && own->l2.ways <= 16 &&
		banks && banks <= BANKS && !(banks & (banks - 1)) &&
		own->l2.size / banks >= set &&
		!(own->l2.size & (own->l2.size - 1)) && !(set & (set - 1)) &&
		!own->dcache.write_back);
}

struct l2 *l2_new(struct cosim *c)
{
	struct l2 *k = calloc(1, sizeof *k);

	if (!k)
		return NULL;
	k->line = c->own.dcache.line;
	k->ways = c->own.l2.ways;
	k->banks = c->own.l2.banks;
	k->sets = c->own.l2.size / k->banks / k->line / k->ways;
	k->ram_base = c->cfg.ram_base;
	k->ram_lines = c->cfg.ram_size / k->line;
	k->masks = (k->line + 31) / 32;
	k->lines = calloc((size_t)k->banks * k->sets * k->ways,
			  sizeof *k->lines);
	k->waits = calloc((size_t)c->cfg.cores * L2_WAITS, sizeof *k->waits);
	if (k->lines && k->waits)
		return k;
	l2_free(k);
	return NULL;
}

void l2_free(struct l2 *k)
{
	if (k) {
		free(k->lines);
		free(k->lost);
		free(k->waits);
	}
	free(k);
}

/* --- lines that come and go ---------------------------------------------- */

/* L is in the array from now on. */
static void begin_line(const struct cosim *c, struct l2_line *l)
{
	l->began = c->event;
	l->flushed = false;
}

/* The line of Q takes its way. The line before it must be clean. A clean copy
 * in another way has given its way to a line in flight. */
static int take_way(struct cosim *c, const struct l2_request *q,
		    struct l2_line *l)
{
	if (l2_any(c->l2, l->dirty))
		return l2_fail(c, COSIM_L2_LOST, q,
			       "the way holds dirty bytes of another line");
	for (uint32_t way = 0; way < c->l2->ways; way++) {
		struct l2_line *old = l2_line_at(c->l2, q->addr, way);

		old->failed &= (old->addr == q->addr) == (old == l);
		if (!l2_holds(c->l2, old, q->addr))
			continue;
		if (l2_any(c->l2, old->dirty))
			return l2_fail(c, COSIM_L2_LOST, q, "another way holds "
				       "dirty bytes of the line");
		l2_clear(old->valid);
	}
	l->addr = q->addr;
	l2_clear(l->valid);
	begin_line(c, l);
	return 0;
}

/* A fill brings exactly the bytes that are not dirty; of a line that memory
 * could not read it brings none. */
static int fill(struct cosim *c, const struct l2_request *q, bool failed)
{
	struct l2_line *l = l2_line_at(c->l2, q->addr, q->way);
	struct l2_read *read = l2_reading(c->l2, true, q->addr);

	if (!read)
		return l2_fail(c, COSIM_L2_FILL, q, "it is not being read");
	if (read->fails != failed)
		return l2_fail(c, COSIM_L2_FILL, q, failed ?
			       "memory has read it" :
			       "memory could not read it");
	read->used = false;
	if (!l2_holds(c->l2, l, q->addr) && take_way(c, q, l))
		return 1;
	begin_line(c, l);
	l->failed = failed;
	if (failed)
		return l2_any(c->l2, q->mask) ?
		       l2_fail(c, COSIM_L2_FILL, q, "it has no bytes") : 0;
	l2_restore(c, q->addr, q->mask);
	for (uint32_t i = 0; i < c->l2->line; i++)
		if (l2_bit(q->mask, i) == l2_bit(l->dirty, i))
			return l2_fail(c, COSIM_L2_FILL, q,
				       l2_bit(q->mask, i) ?
				       "it overwrites dirty bytes" :
				       "it leaves out bytes");
	if (l2_check_bytes(c, q))
		return 1;
	for (uint32_t i = 0; i < c->l2->masks; i++)
		l->valid[i] |= q->mask[i];
	return 0;
}

static int evict(struct cosim *c, const struct l2_request *q, bool stays)
{
	struct l2_line *l = l2_line_at(c->l2, q->addr, q->way);

	if (!l2_holds(c->l2, l, q->addr))
		return l2_fail(c, COSIM_L2_PLACE, q, "it is not there");
	if (memcmp(q->mask, l->dirty, c->l2->masks * sizeof *l->dirty) ||
	    !l2_any(c->l2, l->dirty))
		return l2_fail(c, COSIM_L2_EVICT, q,
			       "its bytes are not the dirty ones");
	if (l2_check_bytes(c, q))
		return 1;
	if (stays && !l2_all(c->l2, l->valid))
		return l2_fail(c, COSIM_L2_EVICT, q,
			       "a part of a line cannot stay");
	if (c->done)
		return l2_fail(c, COSIM_END_WRITES, q, "done came before");
	l2_clear(l->dirty);
	l->failed = false;
	if (!stays)
		l2_clear(l->valid);
	return l2_expect(c, q);
}

/* --- requests ----------------------------------------------------------- */

/* Could memory not read the line of Q? */
static int check_failed(struct cosim *c, const struct l2_request *q)
{
	const struct l2_line *l = l2_line_at(c->l2, q->addr, q->way);

	if (l2_any(c->l2, q->mask))
		return l2_fail(c, COSIM_L2_SHAPE, q, "it has no bytes");
	if (l->addr != q->addr || !l->failed)
		return l2_fail(c, COSIM_L2_PLACE, q,
			       "memory has not failed to read it");
	return 0;
}

/* A read of a line that memory could not read. */
static int fail_line(struct cosim *c, const struct l2_request *q,
		     enum cosim_port port)
{
	if (check_failed(c, q))
		return 1;
	bus_reads(c, q->core, port, q->addr, c->l2->line);
	bus_fails(c, q->core, port, q->addr, c->l2->line);
	return 0;
}

static int read_line(struct cosim *c, const struct l2_request *q,
		     enum cosim_port port)
{
	const struct l2_line *l = l2_line_at(c->l2, q->addr, q->way);

	if (!l2_all(c->l2, q->mask))
		return l2_fail(c, COSIM_L2_SHAPE, q, "not the whole line");
	if (!l2_holds(c->l2, l, q->addr) || !l2_all(c->l2, l->valid))
		return l2_fail(c, COSIM_L2_PLACE, q,
			       "it is not there, or not all of it");
	if (l2_check_bytes(c, q))
		return 1;
	bus_reads(c, q->core, port, q->addr, c->l2->line);
	return 0;
}

/* An atomic operation of a line that memory could not read. */
static int fail_update(struct cosim *c, const struct l2_request *q)
{
	if (check_failed(c, q))
		return 1;
	bus_fails(c, q->core, COSIM_DBUS, q->addr, c->l2->line);
	bus_updates(c, q->core, q->addr, true);
	return 0;
}

/* The bytes of Q become dirty. */
static void make_dirty(struct cosim *c, const struct l2_request *q,
		       struct l2_line *l)
{
	if (!l2_any(c->l2, l->dirty))
		l->since = c->event;
	for (uint32_t i = 0; i < c->l2->line; i++)
		if (l2_bit(q->mask, i) && !l2_bit(l->dirty, i))
			l->old[i] = l2_below(c, q->addr, i);
	for (uint32_t i = 0; i < c->l2->masks; i++) {
		l->valid[i] |= q->mask[i];
		l->dirty[i] |= q->mask[i];
	}
}

/* An atomic operation on the word in the mask of Q. Its data are the old
 * word. */
static int update(struct cosim *c, const struct l2_request *q)
{
	struct l2_line *l = l2_line_at(c->l2, q->addr, q->way);
	uint32_t at = 0, bytes = 0;

	while (at < c->l2->line && !l2_bit(q->mask, at))
		at++;
	for (uint32_t i = at; i < c->l2->line; i++)
		bytes += l2_bit(q->mask, i);
	if (bytes != 4 || at % 4 || !l2_bit(q->mask, at + 3))
		return l2_fail(c, COSIM_L2_SHAPE, q, "not one word");
	if (!l2_holds(c->l2, l, q->addr) || !l2_all(c->l2, l->valid))
		return l2_fail(c, COSIM_L2_PLACE, q,
			       "it is not there, or not all of it");
	if (l2_check_bytes(c, q))
		return 1;
	make_dirty(c, q, l);
	bus_updates(c, q->core, q->addr + at, false);
	return 0;
}

/* The level above hears of the write, which is one beat. */
static int tell_write(struct cosim *c, const struct l2_request *q)
{
	uint32_t strb[ROW_MASKS] = { 0 }, data[ROW_WORDS];
	uint32_t bytes = c->own.bus_bytes, at = 0;

	while (at < c->l2->line && !l2_any_byte(q->mask, at, bytes))
		at += bytes;
	if (at >= c->l2->line ||
	    l2_any_byte(q->mask, at + bytes, c->l2->line - at - bytes))
		return l2_fail(c, COSIM_L2_SHAPE, q, "not one beat");
	for (uint32_t i = 0; i < bytes; i++)
		strb[i / 32] |= (uint32_t)l2_bit(q->mask, at + i) << i % 32;
	memcpy(data, q->data + at, bytes);
	bus_writes(c, q->core, q->addr + at, strb, data, bytes);
	return 0;
}

static int write_line(struct cosim *c, const struct l2_request *q, bool fresh)
{
	struct l2_line *l = l2_line_at(c->l2, q->addr, q->way);

	if (fresh && take_way(c, q, l))
		return 1;
	if (!fresh && !l2_holds(c->l2, l, q->addr))
		return l2_fail(c, COSIM_L2_PLACE, q, "it is not there");
	make_dirty(c, q, l);
	return tell_write(c, q);
}

static int pass(struct cosim *c, const struct l2_request *q)
{
	return l2_expect(c, q) || tell_write(c, q);
}

/* --- watching ----------------------------------------------------------- */

void l2_watch(struct l2 *k, void (*watch)(struct core *c,
					  const struct l2_event *e))
{
	k->watch = watch;
}

/* Lines in flight beside that at ADDR. */
static uint32_t other_reads(const struct l2 *k, uint32_t addr)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < READS; i++)
		n += k->reads[i].used && k->reads[i].addr != addr;
	return n;
}

/* The event of Q, which has not taken effect yet. */
static struct l2_event event_of(const struct l2 *k, const struct l2_request *q,
				const uint32_t *r)
{
	const struct l2_line *l = l2_line_at(k, q->addr, q->way);
	struct l2_event e = {
		.op = q->op, .insn = rec_l2_insn(r), .fresh = rec_l2_fresh(r),
		.stays = rec_l2_stays(r), .before = L2_ABSENT,
		.reads = other_reads(k, q->addr), .banks = k->acting
	};

	if (q->op != OP_PASS && l2_holds(k, l, q->addr))
		e.before = !l2_all(k, l->valid) ? L2_PARTIAL :
			   l2_any(k, l->dirty) ? L2_DIRTY : L2_CLEAN;
	return e;
}

/* --- records ------------------------------------------------------------ */

static int perform(struct cosim *c, const struct l2_request *q,
		   const uint32_t *r)
{
	enum cosim_port port = rec_l2_insn(r) ? COSIM_IBUS : COSIM_DBUS;

	switch (q->op) {
	case OP_READ: return rec_l2_failed(r) ? fail_line(c, q, port) :
			     read_line(c, q, port);
	case OP_WRITE: return write_line(c, q, rec_l2_fresh(r));
	case OP_PASS: return pass(c, q);
	case OP_EVICT: return evict(c, q, rec_l2_stays(r));
	case OP_ATOMIC: return rec_l2_failed(r) ? fail_update(c, q) :
			       update(c, q);
	}
	return fill(c, q, rec_l2_failed(r));
}

/* Has R only the flags that its operation has? */
static bool flags_fit(const struct l2_request *q, const uint32_t *r)
{
	return (!rec_l2_insn(r) || q->op == OP_READ) &&
	       (!rec_l2_fresh(r) || q->op == OP_WRITE) &&
	       (!rec_l2_stays(r) || q->op == OP_EVICT) &&
	       (!rec_l2_failed(r) || q->op == OP_READ || q->op == OP_FILL ||
		q->op == OP_ATOMIC);
}

void l2_begin(struct l2 *k, uint32_t banks)
{
	k->acting = banks;
}

int l2_record(struct cosim *c, uint32_t bank, const uint32_t *r)
{
	const uint32_t *rest = r + REC_WORD_l2_rest;
	struct l2_request q = {
		.op = rec_l2_op(r), .addr = rec_l2_addr(r),
		.way = rec_l2_way(r), .core = rec_head_core(r), .mask = rest,
		.data = (const uint8_t *)(rest + c->l2->masks)
	};
	bool ram = in_ram(c, q.addr) && q.addr % c->l2->line == 0;
	struct l2_event e;

	if (head_check(&c->core[q.core < c->cfg.cores ? q.core : 0], r,
		       REC_KIND_l2, 0))
		return 1;
	if (q.op >= OPS || q.way >= c->l2->ways || !flags_fit(&q, r) ||
	    !(q.op == OP_PASS ? q.addr == (uint32_t)CONSOLE_BYTE : ram))
		return fail_shared(c, COSIM_L2_SHAPE, "operation %u, address "
				   "0x%08x, way %u", q.op, q.addr, q.way);
	if (l2_bank_of(c->l2, q.addr) != bank)
		return fail_shared(c, COSIM_L2_BANK, "bank %u performs an "
				   "access to 0x%08x, which belongs to bank %u",
				   bank, q.addr, l2_bank_of(c->l2, q.addr));
	e = event_of(c->l2, &q, r);
	if (perform(c, &q, r) ||
	    (q.op != OP_EVICT && q.op != OP_FILL &&
	     l2_count_waits(c, &q, bank)))
		return 1;
	c->l2->counts[bank][q.op]++;
	c->l2->insns += e.insn;
	if (c->l2->watch && !rec_l2_failed(r))
		c->l2->watch(c->core, &e);
	return 0;
}

bool cosim_level2(const struct cosim *c, struct cosim_level2 *out)
{
	const struct l2 *k = c->l2;
	struct cosim_level2 sum = { 0 };

	_Static_assert(sizeof sum.of_bank / sizeof *sum.of_bank == BANKS,
		       "all banks have a count");
	if (!k)
		return false;
	sum.banks = k->banks;
	sum.insn_reads = k->insns;
	for (uint32_t i = 0; i < k->banks; i++) {
		const uint64_t *n = k->counts[i];

		sum.data_reads += n[OP_READ];
		sum.writes += n[OP_WRITE];
		sum.passed += n[OP_PASS];
		sum.evicted += n[OP_EVICT];
		sum.filled += n[OP_FILL];
		sum.atomics += n[OP_ATOMIC];
		sum.of_bank[i] = n[OP_READ] + n[OP_WRITE] + n[OP_PASS] +
				 n[OP_ATOMIC];
	}
	sum.data_reads -= k->insns;
	*out = sum;
	return true;
}

/* --- the end ------------------------------------------------------------ */

static int not_released(struct cosim *c, uint32_t addr, const char *why)
{
	return fail_shared(c, COSIM_LAUNCH_RELEASE, "the line at 0x%08x of the "
			   "second-level cache %s", addr, why);
}

int l2_released(struct cosim *c, uint64_t event)
{
	const struct l2 *k = c->l2;
	uint32_t addr = l2_older(c, event);

	if (addr)
		return not_released(c, addr, "is on its way to memory");
	for (uint32_t i = 0; i < k->banks * k->sets * k->ways; i++)
		if (l2_any(k, k->lines[i].dirty) && k->lines[i].since < event)
			return not_released(c, k->lines[i].addr, "is dirty");
	return 0;
}

void l2_flushed(struct cosim *c, uint64_t event)
{
	const struct l2 *k = c->l2;

	for (uint32_t i = 0; i < k->banks * k->sets * k->ways; i++) {
		struct l2_line *l = &k->lines[i];

		if (l2_any(k, l->dirty))
			continue;
		l->flushed = true;
		if (l->began < event)
			l2_clear(l->valid);
	}
}

void l2_written(struct cosim *c, uint32_t addr, size_t n)
{
	const struct l2 *k = c->l2;
	const uint64_t end = addr + (uint64_t)n;

	for (uint64_t at = addr - addr % k->line; at < end; at += k->line)
		for (uint32_t way = 0; way < k->ways; way++) {
			struct l2_line *l = l2_line_at(k, (uint32_t)at, way);

			if (l->flushed && l->addr == at)
				l2_clear(l->valid);
		}
}

int l2_drained(struct cosim *c)
{
	const struct l2 *k = c->l2;
	uint32_t count = 0;

	for (uint32_t i = 0; i < k->banks; i++)
		count += k->queues[i].count;
	if (count)
		return fail_shared(c, COSIM_END_WRITES, "%u writes of the "
				   "second-level cache are in flight", count);
	for (uint32_t i = 0; i < k->banks * k->sets * k->ways; i++)
		if (l2_any(k, k->lines[i].dirty))
			return fail_shared(c, COSIM_END_WRITES, "the line at "
					   "0x%08x is dirty in the "
					   "second-level cache",
					   k->lines[i].addr);
	return 0;
}
