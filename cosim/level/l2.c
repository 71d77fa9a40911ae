/* l2.c - checks the records of the second-level cache
 * SPDX-License-Identifier: Apache-2.0
 *
 * A read must find all bytes of its line in its way, and give what was stored
 * last. A write makes its bytes dirty. A line may be partial: its dirty bytes
 * alone are valid, until a fill brings the others. A dirty byte stays until it
 * is evicted, and then reaches memory before its line is read again.
 *
 * A line that memory could not read is filled without bytes. Reads of the line
 * fail then, until it has another way or is evicted. A write that memory
 * refuses leaves bytes in memory that are older than what was stored last.
 * Other caches may have the newer ones. They are stored last again when the
 * line is read.
 *
 * A line belongs to one bank (l2_home): its number without the lowest digit is
 * its number in the bank, and the bank is the exclusive or of all digits.
 * Writes of one bank reach memory in their order.
 */
#include "cosim/level/l2.h"

#include <stdlib.h>
#include <string.h>

#include "cosim/level/flat.h"
#include "cosim/level/level.h"
#include "cosim/state/head.h"
#include "cosim/state/mismatch.h"

enum {
	MASKS = LEVEL_LINE / 32, READS = 128, WRITES = 64, BANKS = 8,
	OP_READ = 0, OP_WRITE, OP_PASS, OP_EVICT, OP_FILL, OPS  /* l2-ops */
};

struct l2_line {
	uint32_t addr;
	uint32_t valid[MASKS], dirty[MASKS];    /* bit per byte */
	uint8_t old[LEVEL_LINE];        /* of dirty bytes: those of memory */
	bool failed;                    /* memory could not read it */
};

/* A line that memory reads. */
struct l2_read { bool used, fails; uint32_t addr; };

/* Bytes of a line that must reach memory. */
struct l2_write {
	uint32_t addr;
	uint32_t mask[MASKS];
	uint8_t data[LEVEL_LINE];
	uint8_t old[LEVEL_LINE];        /* in memory before the write */
	uint32_t next;          /* offset of the next beat */
};

/* Bytes of a line that memory has refused: it has DATA. */
struct l2_lost {
	uint32_t addr;
	uint32_t mask[MASKS];
	uint8_t data[LEVEL_LINE];
};

/* The writes of a bank in flight. */
struct l2_queue {
	struct l2_write writes[WRITES]; /* a ring */
	uint32_t head, count;
	uint32_t last;                  /* line of the last one that ended */
};

struct l2 {
	uint32_t line, ways, masks;
	uint32_t banks, sets;           /* sets of a bank */
	uint32_t ram_base, ram_lines;
	struct l2_line *lines;          /* [bank][set][way] */
	struct l2_read reads[READS];
	struct l2_queue queues[BANKS];
	struct l2_lost *lost;
	uint32_t lost_count, lost_room;
	void (*watch)(struct core *c, const struct l2_event *e);
	uint32_t acting;                /* banks with a record in this cycle */
	bool audits;                    /* BEAT is to be compared */
	uint32_t beat;
	uint32_t shown[ROW_WORDS + ROW_MASKS];
};

/* The fields of a record. */
struct request {
	uint32_t op, addr, way, core;
	const uint32_t *mask;
	const uint8_t *data;
};

/* --- life --------------------------------------------------------------- */

bool l2_possible(const struct cosim_config *own)
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
	if (k->lines)
		return k;
	free(k);
	return NULL;
}

void l2_free(struct l2 *k)
{
	if (k) {
		free(k->lines);
		free(k->lost);
	}
	free(k);
}

/* --- masks -------------------------------------------------------------- */

static bool bit(const uint32_t *mask, uint32_t i)
{
	return mask[i / 32] >> i % 32 & 1;
}

static bool any(const struct l2 *k, const uint32_t *mask)
{
	for (uint32_t i = 0; i < k->masks; i++)
		if (mask[i])
			return true;
	return false;
}

static bool all(const struct l2 *k, const uint32_t *mask)
{
	for (uint32_t i = 0; i < k->line; i++)
		if (!bit(mask, i))
			return false;
	return true;
}

static void set(uint32_t *mask, uint32_t i, bool on)
{
	mask[i / 32] &= ~(UINT32_C(1) << i % 32);
	mask[i / 32] |= (uint32_t)on << i % 32;
}

static void clear(uint32_t *mask)
{
	memset(mask, 0, MASKS * sizeof *mask);
}

/* --- lines -------------------------------------------------------------- */

/* The bank of the line at ADDR; the console belongs to bank 0. */
static uint32_t bank_of(const struct l2 *k, uint32_t addr)
{
	uint32_t num = (addr - k->ram_base) / k->line, bank = 0;

	if (num >= k->ram_lines || k->banks == 1)
		return 0;
	for (; num; num /= k->banks)
		bank ^= num % k->banks;
	return bank;
}

static struct l2_line *line_at(const struct l2 *k, uint32_t addr, uint32_t way)
{
	uint32_t num = (addr - k->ram_base) / k->line / k->banks;
	uint32_t set = bank_of(k, addr) * k->sets + num % k->sets;

	return &k->lines[set * k->ways + way];
}

static bool holds(const struct l2 *k, const struct l2_line *l, uint32_t addr)
{
	return l->addr == addr && any(k, l->valid);
}

static int l2_fail(struct cosim *c, enum cosim_check check,
		   const struct request *q, const char *why)
{
	static const char *const names[] = {
		"read", "write", "pass", "evict", "fill"
	};

	return fail_shared(c, check, "%s of the line at 0x%08x, way %u: %s",
			   names[q->op], q->addr, q->way, why);
}

/* The bytes of Q in its mask must be those stored last. */
static int check_bytes(struct cosim *c, const struct request *q)
{
	const uint8_t *want = level_place(c->level[0], q->addr);
	char name[24];

	for (uint32_t i = 0; i < c->l2->line; i++) {
		if (!bit(q->mask, i) || q->data[i] == want[i])
			continue;
		l2_fail(c, COSIM_L2_VALUE, q, "not what was stored last");
		snprintf(name, sizeof name, "byte 0x%08x", q->addr + i);
		fail_row(c, name, q->data[i], want[i]);
		return 1;
	}
	return 0;
}

/* --- what memory has refused -------------------------------------------- */

static struct l2_lost *find_lost(const struct l2 *k, uint32_t addr)
{
	for (uint32_t i = 0; i < k->lost_count; i++)
		if (k->lost[i].addr == addr)
			return &k->lost[i];
	return NULL;
}

/* Memory has VALUE at byte I of the line at ADDR. */
static void lose(struct cosim *c, uint32_t addr, uint32_t i, uint8_t value)
{
	struct l2 *k = c->l2;
	uint32_t room = k->lost_room ? 2 * k->lost_room : 8;
	struct l2_lost *l = find_lost(k, addr), *more;

	if (!l && k->lost_count == k->lost_room) {
		more = realloc(k->lost, room * sizeof *more);
		if (!more) {
			c->bus_lost = true;
			return;
		}
		k->lost = more;
		k->lost_room = room;
	}
	if (!l) {
		l = &k->lost[k->lost_count++];
		*l = (struct l2_lost){ .addr = addr };
	}
	set(l->mask, i, true);
	l->data[i] = value;
}

/* What memory has at byte I of the line at ADDR, if the writes in flight reach
 * memory. */
static uint8_t below(const struct cosim *c, uint32_t addr, uint32_t i)
{
	const struct l2_lost *l = find_lost(c->l2, addr);

	return l && bit(l->mask, i) ? l->data[i] :
	       level_place(c->level[0], addr)[i];
}

/* A fill brings the bytes of MASK of the line at ADDR from memory. */
static void restore(struct cosim *c, uint32_t addr, const uint32_t *mask)
{
	struct l2_lost *l = find_lost(c->l2, addr);
	size_t ram = addr - c->cfg.ram_base;

	for (uint32_t i = 0; l && i < c->l2->line; i++) {
		if (!bit(l->mask, i) || !bit(mask, i))
			continue;
		set(l->mask, i, false);
		level_place(c->level[0], addr)[i] = l->data[i];
		if (!flat_give_up(c->flat, ram + i, 1))
			c->bus_lost = true;
	}
}

/* The line of Q takes its way. The line before it must be clean. A clean copy
 * in another way has given its way to a line in flight. */
static int take_way(struct cosim *c, const struct request *q,
		    struct l2_line *l)
{
	if (any(c->l2, l->dirty))
		return l2_fail(c, COSIM_L2_LOST, q,
			       "the way holds dirty bytes of another line");
	for (uint32_t way = 0; way < c->l2->ways; way++) {
		struct l2_line *old = line_at(c->l2, q->addr, way);

		old->failed &= (old->addr == q->addr) == (old == l);
		if (!holds(c->l2, old, q->addr))
			continue;
		if (any(c->l2, old->dirty))
			return l2_fail(c, COSIM_L2_LOST, q, "another way holds "
				       "dirty bytes of the line");
		clear(old->valid);
	}
	l->addr = q->addr;
	clear(l->valid);
	return 0;
}

/* --- what must reach memory --------------------------------------------- */

static struct l2_write *write_at(struct l2_queue *f, uint32_t i)
{
	return &f->writes[(f->head + i) % WRITES];
}

/* The writes of the bank of ADDR. */
static struct l2_queue *queue_of(struct cosim *c, uint32_t addr)
{
	return &c->l2->queues[bank_of(c->l2, addr)];
}

static int expect(struct cosim *c, const struct request *q)
{
	struct l2_queue *f = queue_of(c, q->addr);
	struct l2_write *w = write_at(f, f->count);

	if (f->count == WRITES)
		return l2_fail(c, COSIM_L2_SHAPE, q,
			       "more writes are in flight than possible");
	f->count++;
	*w = (struct l2_write){ .addr = q->addr };
	memcpy(w->mask, q->mask, c->l2->masks * sizeof *w->mask);
	memcpy(w->data, q->data, c->l2->line);
	memcpy(w->old, line_at(c->l2, q->addr, q->way)->old, c->l2->line);
	return 0;
}

static bool any_byte(const uint32_t *mask, uint32_t first, uint32_t count)
{
	for (uint32_t i = first; i < first + count; i++)
		if (bit(mask, i))
			return true;
	return false;
}

/* The offset of the next beat of W with a byte to write. */
static uint32_t next_beat(const struct cosim *c, const struct l2_write *w)
{
	uint32_t at = w->next;

	while (at < c->l2->line && !any_byte(w->mask, at, c->own.bus_bytes))
		at += c->own.bus_bytes;
	return at;
}

/* Is ADDR the beat that must come next? */
static int check_order(struct cosim *c, uint32_t addr)
{
	struct l2_queue *f = queue_of(c, addr);
	const struct l2_write *w = write_at(f, 0);

	if (f->count && w->addr + next_beat(c, w) == addr)
		return 0;
	return fail_shared(c, COSIM_WRITE_ORDER, "the bus writes to 0x%08x; %u "
			   "writes of %s are in flight", addr, f->count,
			   c->l2->banks > 1 ? "its bank" :
			   "the second-level cache");
}

/* The beat of the oldest write of F that ends AT has come. */
static void end_beat(struct cosim *c, struct l2_queue *f, uint32_t at)
{
	struct l2_write *w = write_at(f, 0);

	w->next = at;
	if (next_beat(c, w) < c->l2->line)
		return;
	f->last = w->addr;
	f->head = (f->head + 1) % WRITES;
	f->count--;
}

int l2_bus_write(struct cosim *c, uint32_t addr, const uint32_t *strb,
		 const uint32_t *data, uint32_t bytes)
{
	struct l2_queue *f = queue_of(c, addr);
	const struct l2_write *w = write_at(f, 0);
	struct l2_lost *lost = find_lost(c->l2, w->addr);
	const uint8_t *got = (const uint8_t *)data;
	uint32_t at = addr - w->addr;

	if (c->done)
		return fail_shared(c, COSIM_END_WRITES, "the second-level "
				   "cache writes to 0x%08x after done", addr);
	if (!any_byte(strb, 0, bytes))
		return 0;
	if (check_order(c, addr))
		return 1;
	for (uint32_t i = 0; i < bytes; i++)
		if (bit(strb, i) != bit(w->mask, at + i) ||
		    (bit(strb, i) && got[i] != w->data[at + i]))
			return fail_shared(c, COSIM_WRITE_DATA, "byte 0x%08x, "
					   "which the second-level cache has "
					   "evicted", addr + i);
	for (uint32_t i = at; lost && i < at + bytes; i++)
		if (bit(w->mask, i))
			set(lost->mask, i, false);
	end_beat(c, f, at + bytes);
	return 0;
}

/* Memory keeps byte I of the oldest write of F as it was. A younger write or
 * dirty byte takes its place later, and else memory has an old byte. */
static void refuse_byte(struct cosim *c, struct l2_queue *f, uint32_t i)
{
	const struct l2_write *w = write_at(f, 0);

	for (uint32_t n = 1; n < f->count; n++) {
		struct l2_write *next = write_at(f, n);

		if (next->addr != w->addr || !bit(next->mask, i))
			continue;
		next->old[i] = w->old[i];
		return;
	}
	for (uint32_t way = 0; way < c->l2->ways; way++) {
		struct l2_line *l = line_at(c->l2, w->addr, way);

		if (l->addr != w->addr || !bit(l->dirty, i))
			continue;
		l->old[i] = w->old[i];
		return;
	}
	lose(c, w->addr, i, w->old[i]);
}

int l2_bus_refuses(struct cosim *c, uint32_t addr, uint32_t bytes)
{
	struct l2_queue *f = queue_of(c, addr);
	const struct l2_write *w = write_at(f, 0);
	uint32_t line = addr & ~(c->l2->line - 1), at = addr - w->addr;

	if (f->count && w->addr == line && !any_byte(w->mask, at, bytes))
		return 0;
	if (line == f->last && (!f->count || w->addr != line))
		return 0;
	if (check_order(c, addr))
		return 1;
	for (uint32_t i = at; in_ram(c, addr) && i < at + bytes; i++)
		if (bit(w->mask, i))
			refuse_byte(c, f, i);
	end_beat(c, f, at + bytes);
	return 0;
}

/* --- lines from memory -------------------------------------------------- */

/* The read of the line at ADDR; or an unused one, if not USED. */
static struct l2_read *reading(struct l2 *k, bool used, uint32_t addr)
{
	for (uint32_t i = 0; i < READS; i++)
		if (k->reads[i].used == used &&
		    (!used || k->reads[i].addr == addr))
			return &k->reads[i];
	return NULL;
}

static int read_fail(struct cosim *c, uint32_t addr, const char *why)
{
	return fail_shared(c, COSIM_CACHE_READ, "the second-level cache reads "
			   "0x%08x: %s", addr, why);
}

int l2_bus_read(struct cosim *c, uint32_t addr, uint32_t bytes)
{
	struct l2_read *r = reading(c->l2, false, 0);
	struct l2_queue *f = queue_of(c, addr);

	if (bytes != c->l2->line || addr % bytes || !in_ram(c, addr))
		return read_fail(c, addr, "not a line of RAM");
	if (reading(c->l2, true, addr))
		return read_fail(c, addr, "it is being read already");
	for (uint32_t i = 0; i < f->count; i++)
		if (write_at(f, i)->addr == addr)
			return read_fail(c, addr, "a write of it is in flight");
	if (!r)
		return read_fail(c, addr, "too many lines are in flight");
	*r = (struct l2_read){ .used = true, .addr = addr };
	return 0;
}

void l2_bus_fails(struct cosim *c, uint32_t addr)
{
	struct l2_read *r = reading(c->l2, true, addr & ~(c->l2->line - 1));

	if (r)
		r->fails = true;
}

/* A fill brings exactly the bytes that are not dirty; of a line that memory
 * could not read it brings none. */
static int fill(struct cosim *c, const struct request *q, bool failed)
{
	struct l2_line *l = line_at(c->l2, q->addr, q->way);
	struct l2_read *read = reading(c->l2, true, q->addr);

	if (!read)
		return l2_fail(c, COSIM_L2_FILL, q, "it is not being read");
	if (read->fails != failed)
		return l2_fail(c, COSIM_L2_FILL, q, failed ?
			       "memory has read it" :
			       "memory could not read it");
	read->used = false;
	if (!holds(c->l2, l, q->addr) && take_way(c, q, l))
		return 1;
	l->failed = failed;
	if (failed)
		return any(c->l2, q->mask) ?
		       l2_fail(c, COSIM_L2_FILL, q, "it has no bytes") : 0;
	restore(c, q->addr, q->mask);
	for (uint32_t i = 0; i < c->l2->line; i++)
		if (bit(q->mask, i) == bit(l->dirty, i))
			return l2_fail(c, COSIM_L2_FILL, q,
				       bit(q->mask, i) ?
				       "it overwrites dirty bytes" :
				       "it leaves out bytes");
	if (check_bytes(c, q))
		return 1;
	for (uint32_t i = 0; i < c->l2->masks; i++)
		l->valid[i] |= q->mask[i];
	return 0;
}

static int evict(struct cosim *c, const struct request *q, bool stays)
{
	struct l2_line *l = line_at(c->l2, q->addr, q->way);

	if (!holds(c->l2, l, q->addr))
		return l2_fail(c, COSIM_L2_PLACE, q, "it is not there");
	if (memcmp(q->mask, l->dirty, c->l2->masks * sizeof *l->dirty) ||
	    !any(c->l2, l->dirty))
		return l2_fail(c, COSIM_L2_EVICT, q,
			       "its bytes are not the dirty ones");
	if (check_bytes(c, q))
		return 1;
	if (stays && !all(c->l2, l->valid))
		return l2_fail(c, COSIM_L2_EVICT, q,
			       "a part of a line cannot stay");
	if (c->done)
		return l2_fail(c, COSIM_END_WRITES, q, "done came before");
	clear(l->dirty);
	l->failed = false;
	if (!stays)
		clear(l->valid);
	return expect(c, q);
}

/* --- requests ----------------------------------------------------------- */

/* A read of a line that memory could not read. */
static int fail_line(struct cosim *c, const struct request *q,
		     enum cosim_port port)
{
	const struct l2_line *l = line_at(c->l2, q->addr, q->way);

	if (any(c->l2, q->mask))
		return l2_fail(c, COSIM_L2_SHAPE, q, "it has no bytes");
	if (l->addr != q->addr || !l->failed)
		return l2_fail(c, COSIM_L2_PLACE, q,
			       "memory has not failed to read it");
	bus_reads(c, q->core, port, q->addr, c->l2->line);
	bus_fails(c, q->core, port, q->addr, c->l2->line);
	return 0;
}

static int read_line(struct cosim *c, const struct request *q,
		     enum cosim_port port)
{
	const struct l2_line *l = line_at(c->l2, q->addr, q->way);

	if (!all(c->l2, q->mask))
		return l2_fail(c, COSIM_L2_SHAPE, q, "not the whole line");
	if (!holds(c->l2, l, q->addr) || !all(c->l2, l->valid))
		return l2_fail(c, COSIM_L2_PLACE, q,
			       "it is not there, or not all of it");
	if (check_bytes(c, q))
		return 1;
	bus_reads(c, q->core, port, q->addr, c->l2->line);
	return 0;
}

/* The level above hears of the write, which is one beat. */
static int tell_write(struct cosim *c, const struct request *q)
{
	uint32_t strb[ROW_MASKS] = { 0 }, data[ROW_WORDS];
	uint32_t bytes = c->own.bus_bytes, at = 0;

	while (at < c->l2->line && !any_byte(q->mask, at, bytes))
		at += bytes;
	if (at >= c->l2->line ||
	    any_byte(q->mask, at + bytes, c->l2->line - at - bytes))
		return l2_fail(c, COSIM_L2_SHAPE, q, "not one beat");
	for (uint32_t i = 0; i < bytes; i++)
		strb[i / 32] |= (uint32_t)bit(q->mask, at + i) << i % 32;
	memcpy(data, q->data + at, bytes);
	bus_writes(c, q->core, q->addr + at, strb, data, bytes);
	return 0;
}

static int write_line(struct cosim *c, const struct request *q, bool fresh)
{
	struct l2_line *l = line_at(c->l2, q->addr, q->way);

	if (fresh && take_way(c, q, l))
		return 1;
	if (!fresh && !holds(c->l2, l, q->addr))
		return l2_fail(c, COSIM_L2_PLACE, q, "it is not there");
	for (uint32_t i = 0; i < c->l2->line; i++)
		if (bit(q->mask, i) && !bit(l->dirty, i))
			l->old[i] = below(c, q->addr, i);
	for (uint32_t i = 0; i < c->l2->masks; i++) {
		l->valid[i] |= q->mask[i];
		l->dirty[i] |= q->mask[i];
	}
	return tell_write(c, q);
}

static int pass(struct cosim *c, const struct request *q)
{
	return expect(c, q) || tell_write(c, q);
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
static struct l2_event event_of(const struct l2 *k, const struct request *q,
				const uint32_t *r)
{
	const struct l2_line *l = line_at(k, q->addr, q->way);
	struct l2_event e = {
		.op = q->op, .insn = rec_l2_insn(r), .fresh = rec_l2_fresh(r),
		.stays = rec_l2_stays(r), .before = L2_ABSENT,
		.reads = other_reads(k, q->addr), .banks = k->acting
	};

	if (q->op != OP_PASS && holds(k, l, q->addr))
		e.before = !all(k, l->valid) ? L2_PARTIAL :
			   any(k, l->dirty) ? L2_DIRTY : L2_CLEAN;
	return e;
}

/* --- records ------------------------------------------------------------ */

static int l2_request(struct cosim *c, const struct request *q,
		      const uint32_t *r)
{
	enum cosim_port port = rec_l2_insn(r) ? COSIM_IBUS : COSIM_DBUS;

	switch (q->op) {
	case OP_READ: return rec_l2_failed(r) ? fail_line(c, q, port) :
			     read_line(c, q, port);
	case OP_WRITE: return write_line(c, q, rec_l2_fresh(r));
	case OP_PASS: return pass(c, q);
	case OP_EVICT: return evict(c, q, rec_l2_stays(r));
	}
	return fill(c, q, rec_l2_failed(r));
}

/* Has R only the flags that its operation has? */
static bool flags_fit(const struct request *q, const uint32_t *r)
{
	return (!rec_l2_insn(r) || q->op == OP_READ) &&
	       (!rec_l2_fresh(r) || q->op == OP_WRITE) &&
	       (!rec_l2_stays(r) || q->op == OP_EVICT) &&
	       (!rec_l2_failed(r) || q->op == OP_READ || q->op == OP_FILL);
}

void l2_begin(struct l2 *k, uint32_t banks)
{
	k->acting = banks;
}

int l2_record(struct cosim *c, uint32_t bank, const uint32_t *r)
{
	const uint32_t *rest = r + REC_WORD_l2_rest;
	struct request q = {
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
	if (bank_of(c->l2, q.addr) != bank)
		return fail_shared(c, COSIM_L2_BANK, "bank %u performs an "
				   "access to 0x%08x, which belongs to bank %u",
				   bank, q.addr, bank_of(c->l2, q.addr));
	e = event_of(c->l2, &q, r);
	if (l2_request(c, &q, r))
		return 1;
	if (c->l2->watch && !rec_l2_failed(r))
		c->l2->watch(c->core, &e);
	return 0;
}

/* --- the state audit ---------------------------------------------------- */

static int audit_fail(struct cosim *c, uint32_t line, const char *what)
{
	const struct l2 *k = c->l2;
	uint32_t set = line / k->ways;
	char bank[24] = "";

	if (k->banks > 1)
		snprintf(bank, sizeof bank, " of bank %u", set / k->sets);
	return fail_shared(c, COSIM_AUDIT_L2, "%s in way %u of set %u%s", what,
			   line % k->ways, set % k->sets, bank);
}

/* At the end each line is full and clean, or gone. */
int l2_audit_tag(struct cosim *c, uint32_t line, const uint32_t *data)
{
	const struct l2_line *l = &c->l2->lines[line];
	bool valid = all(c->l2, l->valid);

	if ((data[1] & 1) == valid &&
	    (!valid || (data[0] == l->addr && data[1] == 5)))
		return 0;
	audit_fail(c, line, "the tag");
	fail_diff(c, "valid", data[1] & 1, valid);
	if (valid && data[1] & 1) {
		fail_diff(c, "dirty", data[1] >> 1 & 1, 0);
		fail_diff(c, "full", data[1] >> 2 & 1, 1);
		fail_diff(c, "line", data[0], l->addr);
	}
	return 1;
}

void l2_audit_beat(struct cosim *c, uint32_t beat, const uint32_t *data)
{
	uint32_t bytes = c->own.bus_bytes;

	c->l2->audits = true;
	c->l2->beat = beat;
	memcpy(c->l2->shown, data, bytes + (bytes + 31) / 32 * sizeof *data);
}

/* Dirty bits count if the tag of the line is dirty. */
int l2_audit(struct cosim *c)
{
	uint32_t bytes = c->own.bus_bytes, beats = c->l2->line / bytes;
	uint32_t line = c->l2->beat / beats;
	uint32_t at = c->l2->beat % beats * bytes;
	const struct l2_line *l = &c->l2->lines[line];
	const uint8_t *data = (const uint8_t *)c->l2->shown;
	const uint32_t *dirty = c->l2->shown + bytes / 4;
	const uint8_t *want;

	if (!c->l2->audits)
		return 0;
	c->l2->audits = false;
	for (uint32_t i = 0; any(c->l2, l->valid) && i < bytes; i++) {
		want = level_place(c->level[0], l->addr) + at + i;
		if (bit(l->valid, at + i) && data[i] != *want) {
			audit_fail(c, line, "a byte");
			fail_row(c, "byte", data[i], *want);
			return 1;
		}
		if (any(c->l2, l->dirty) &&
		    bit(dirty, i) != bit(l->dirty, at + i))
			return audit_fail(c, line, "a dirty bit");
	}
	return 0;
}

/* --- the end ------------------------------------------------------------ */

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
		if (any(k, k->lines[i].dirty))
			return fail_shared(c, COSIM_END_WRITES, "the line at "
					   "0x%08x is dirty in the "
					   "second-level cache",
					   k->lines[i].addr);
	return 0;
}
