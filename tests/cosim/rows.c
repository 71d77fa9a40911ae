/* rows.c - the state audit on an ideal core whose memories follow its records
 * SPDX-License-Identifier: Apache-2.0
 *
 * Part of checker.c's test. The device below has registers, stacks, a data
 * cache and shared memory of its own, which nothing but the records changes; so
 * all of them pass, and a bit that is turned over is found by the check of its
 * kind.
 */
#include "tests/cosim/checker.h"

#include <string.h>

#include "tests/cosim/mutant.h"
#include "tests/tap.h"

/* The shape of all cores here. */
enum {
	WARPS = 4, LANES = 4, ROW = 4, LINE_ROWS = 2, SETS = 2, WAYS = 2,
	ENTRIES = 16, SMEM_ROWS = 512, LINES = SETS * WAYS
};

struct entry { uint32_t mask, pc; };

struct device {
	const struct ideal_config *c;
	uint32_t x[WARPS][32][32];
	uint32_t active[WARPS], tmask[WARPS], depth[WARPS];
	struct entry stack[WARPS][ENTRIES];
	uint32_t lines[LINES][LINE_ROWS][ROW];
	uint32_t tag[LINES], state[LINES];
	uint32_t smem[SMEM_ROWS][LANES];
	uint32_t row[32];
	uint32_t wrong, word, bit; /* of which row; 0: all is well */
};

/* --- the device follows its records ----------------------------------- */

static void retire(struct device *d, const uint32_t *w)
{
	uint32_t rd = w[0] >> 22 & 31;

	for (uint32_t l = 0; l < d->c->lanes; l++)
		if (w[4] >> l & 1)
			d->x[w[3]][w[2] * d->c->lanes + l][rd] = w[5 + l];
}

static void push(struct device *d, uint32_t warp, uint32_t mask, uint32_t pc)
{
	d->stack[warp][d->depth[warp]++] = (struct entry){ mask, pc };
}

/* Another warp begins. */
static void start(struct device *d, uint32_t one_hot)
{
	for (uint32_t i = 0; i < WARPS; i++)
		if (one_hot >> i & 1) {
			d->active[i] = d->tmask[i] = 1;
			d->depth[i] = 0;
		}
}

static void control(struct device *d, const uint32_t *w)
{
	uint32_t warp = w[0] >> 8 & 63, op = w[0] >> 22 & 15;

	if (op == 1) {
		push(d, warp, w[5], 0);
		if (w[4])
			push(d, warp, w[4], w[2] | 1);
	}
	if (op == 4)
		start(d, w[4]);
	if (op == 11 || op == 12)
		memset(d->active, 0, sizeof d->active);
	if (op == 11 || op == 12)
		return;
	d->tmask[warp] = w[3];
	d->depth[warp] = w[6];
	d->active[warp] = w[3] != 0;
}

static uint32_t line_of(uint32_t addr, uint32_t way)
{
	return addr / 32 % SETS * WAYS + way;
}

static void fill(struct device *d, const uint32_t *w)
{
	uint32_t line = line_of(w[2], w[3]);

	memcpy(d->lines[line][w[2] / 16 % LINE_ROWS], w + 4, 16);
	d->tag[line] = w[2] & ~UINT32_C(31);
	d->state[line] = 1;
}

static void evict(struct device *d, const uint32_t *w)
{
	uint32_t line = line_of(w[2], w[3]), op = w[0] >> 22 & 3;

	for (line = op == 3 ? 0 : line; op == 3 && line < SETS * WAYS; line++)
		d->state[line] = 0;
	if (op == 3 || w[2] / 16 % LINE_ROWS != LINE_ROWS - 1)
		return;
	d->state[line] &= op == 1 ? 1 : 0;
}

static void perform(struct device *d, const uint32_t *w)
{
	uint32_t line = line_of(w[4], w[5] & 15);
	uint8_t *to = (uint8_t *)d->lines[line][w[4] / 16 % LINE_ROWS];

	if (!(w[5] & 16) || !(w[0] >> 22 & 1))
		return;
	d->state[line] |= d->c->dcache.write_back ? 2 : 0;
	for (uint32_t i = 0; i < 16; i++)
		if (w[6] >> i & 1)
			to[i] = ((const uint8_t *)(w + 7))[i];
}

static void smem(struct device *d, const uint32_t *w)
{
	for (uint32_t b = 0; w[0] >> 22 & 1 && b < LANES; b++) {
		uint32_t place = w[5 + 2 * b], data = w[6 + 2 * b];
		uint8_t *to = (uint8_t *)&d->smem[place >> 4][b];

		for (uint32_t i = 0; i < 4; i++)
			if (place >> i & 1)
				to[i] = (uint8_t)(data >> 8 * i);
	}
}

static void follow(struct device *d, const struct ideal_record *r)
{
	switch (r->kind) {
	case 2: retire(d, r->w); break;
	case 3: control(d, r->w); break;
	case 4: perform(d, r->w); break;
	case 5: fill(d, r->w); break;
	case 6: evict(d, r->w); break;
	case 7: smem(d, r->w); break;
	}
}

/* --- the device shows a row ------------------------------------------- */

static void show(struct device *d, uint32_t select)
{
	uint32_t high = select >> 10 & 0x3FFFF, place = select & 1023;
	uint32_t beat = select >> 5 & 31, line = high * WAYS +
						 (select >> 6 & 15);

	switch (select >> 28) {
	case 1:
		for (uint32_t l = 0; l < d->c->lanes; l++)
			d->row[l] = d->x[high][beat * d->c->lanes + l]
					[select & 31];
		break;
	case 2:
		d->row[0] = d->active[high];
		d->row[1] = d->tmask[high];
		d->row[2] = d->depth[high];
		break;
	case 3:
		d->row[0] = d->stack[high][place].mask;
		d->row[1] = d->stack[high][place].pc;
		break;
	case 4:
		d->row[0] = d->tag[line];
		d->row[1] = d->state[line];
		break;
	case 5:
		memcpy(d->row, d->lines[line][select & 63], 16);
		break;
	case 6:
		memcpy(d->row, d->smem[select & 0xFFFFFFF], 4 * LANES);
		break;
	}
}

static const uint32_t *read_row(void *ctx, uint32_t select)
{
	struct device *d = ctx;

	memset(d->row, 0, sizeof d->row);
	show(d, select);
	if (d->wrong && select == d->wrong)
		d->row[d->word] ^= UINT32_C(1) << d->bit;
	return d->row;
}

/* --- a run ------------------------------------------------------------- */

static struct ideal_config core(bool write_back)
{
	struct ideal_config c = legal_core(WARPS, LANES, LANES, 8, true);

	c.access_bytes = 16;
	c.dcache = (struct shape_cache){ .size = 128, .line = 32,
					  .ways = WAYS,
					  .write_back = write_back };
	c.events |= IDEAL_DCACHE_EVENTS;
	c.smem_banks = LANES;
	c.machine.smem_size = 4 * LANES * SMEM_ROWS;
	c.machine.stack = ENTRIES;
	c.seed = 5;
	return c;
}

/* A record, or what the memory tells, alone in its cycle: first the audit, as
 * the device still is, then the checker and the device. */
static int step(struct replay *r, struct device *d, struct ideal_record *record)
{
	struct ideal_stream one = { .records = record, .count = 1 };
	int got;

	cosim_audit(r->cosim, 0, record->cycle, 40, read_row, d);
	got = replay_result(r);
	if (got == REPLAY_CLEAN)
		got = replay_records(r, &one);
	follow(d, record);
	return got;
}

/* Runs PROGRAM; the bit of the row WRONG is turned over from the middle of the
 * run on. */
static int run(uint32_t (*program)(uint32_t *), const struct ideal_config *c,
	       uint32_t wrong, uint32_t word, uint32_t bit)
{
	static struct device d;
	struct program p;
	struct ideal_stream s;
	struct replay r;
	int got = REPLAY_CLEAN;

	program_make(&p, program);
	ideal_run(c, p.words, p.count, &s);
	replay_start(&r, c, false, p.words, p.count);
	memset(&d, 0, sizeof d);
	d.c = c;
	d.active[0] = d.tmask[0] = 1;
	for (size_t i = 0; i < s.count && got == REPLAY_CLEAN; i++) {
		if (i == s.count / 2) {
			d.wrong = wrong;
			d.word = word;
			d.bit = bit;
		}
		got = step(&r, &d, &s.records[i]);
	}
	if (got == REPLAY_CLEAN) {
		cosim_audit_final(r.cosim, 0);
		while (!cosim_audit_rounds(r.cosim, 0) &&
		       !cosim_audit(r.cosim, 0, s.final.cycle, 1, read_row, &d))
			;
		got = replay_result(&r);
	}
	replay_end(&r);
	ideal_free(&s);
	return got;
}

static uint32_t (*const programs[])(uint32_t *) = {
	mix, shared, races, passes, produces, flushes, leaves, traps
};

#define PROGRAMS (sizeof programs / sizeof *programs)

static void wrong_row(const char *name, uint32_t select, uint32_t word,
		      uint32_t bit, enum cosim_check want, bool *fired)
{
	struct ideal_config c = core(true);
	int got = REPLAY_CLEAN;

	for (size_t i = 0; i < PROGRAMS && got == REPLAY_CLEAN; i++)
		got = run(programs[i], &c, select, word, bit);
	if (!ok(got == (int)want, "%s: %s", name, cosim_check_name(want)))
		diag("got %s", mutant_check_name(got));
	fired[want] |= got == (int)want;
}

/* A device that shows nothing is asked again, and the scan stays where it
 * is. */
static const uint32_t *read_nothing(void *ctx, uint32_t select)
{
	(void)select;
	++*(uint32_t *)ctx;
	return NULL;
}

static void not_now(void)
{
	struct ideal_config c = core(true);
	struct program p;
	struct replay r;
	uint32_t asked = 0, first;

	program_make(&p, mix);
	replay_start(&r, &c, false, p.words, p.count);
	first = cosim_audit_select(r.cosim, 0);
	ok(!cosim_audit(r.cosim, 0, 1, 9, read_nothing, &asked) && asked == 1 &&
	   cosim_audit_select(r.cosim, 0) == first &&
	   !cosim_stats(r.cosim)->audited, "a row that is not shown waits");
	replay_end(&r);
}

void rows(bool *fired)
{
	struct ideal_config c;
	int got;

	for (size_t i = 0; i < 2 * PROGRAMS; i++) {
		c = core(i % 2);
		got = run(programs[i / 2], &c, 0, 0, 0);
		if (!ok(got == REPLAY_CLEAN, "state audit of program %d, write "
			"%s", (int)i / 2, i % 2 ? "back" : "through"))
			diag("%s", mutant_check_name(got));
	}
	not_now();
	wrong_row("a register", 1u << 28 | 2 << 10 | 5, 3, 31,
		  COSIM_AUDIT_REGISTER, fired);
	wrong_row("x0", 1u << 28 | 1 << 10, 0, 0, COSIM_AUDIT_REGISTER, fired);
	wrong_row("an active warp", 2u << 28 | 1 << 10, 0, 0, COSIM_AUDIT_WARP,
		  fired);
	wrong_row("a depth", 2u << 28, 2, 0, COSIM_AUDIT_WARP, fired);
	wrong_row("a rounding mode", 2u << 28, 3, 5, COSIM_AUDIT_FCSR, fired);
	wrong_row("a mask on a stack", 3u << 28, 0, 1, COSIM_AUDIT_STACK,
		  fired);
	wrong_row("a dirty bit", 4u << 28, 1, 1, COSIM_AUDIT_TAG, fired);
	wrong_row("a tag", 4u << 28 | 1 << 10, 0, 20, COSIM_AUDIT_TAG, fired);
	wrong_row("a byte of a line", 5u << 28 | 1 << 10 | 1 << 6 | 1, 2, 9,
		  COSIM_AUDIT_LINE, fired);
	wrong_row("a byte of shared memory", 6u << 28 | 3, 1, 8,
		  COSIM_AUDIT_SMEM, fired);
}
