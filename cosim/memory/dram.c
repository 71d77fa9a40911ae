/* dram.c - timing of a dynamic memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/memory/dram.h"

#include <stdlib.h>
#include <string.h>

enum { FAW = 4 };       /* activations in a window of tFAW */

static const struct dram_chip chips[] = {
#define DRAM(name, doc, ...) { #name, doc, __VA_ARGS__ },
#include "cosim/memory/dram.def"
#undef DRAM
};

struct bank {
	bool open;
	uint32_t row;
	/* The earliest time of the next command of each kind. */
	uint64_t activate, access, precharge;
};

struct channel {
	struct bank *banks;
	uint64_t bus;           /* time from which the data bus is free */
	uint64_t read;          /* earliest read command after a write */
	uint64_t opened[FAW];   /* times of the last activations, a ring */
	uint32_t openings;
	uint64_t refresh;       /* time of the next refresh */
};

struct dram {
	const struct dram_chip *chip;
	uint64_t period;        /* of the core's clock, picoseconds */
	struct channel *channels;
	struct bank *banks;
	struct dram_counts counts;
};

const struct dram_chip *dram_chip(uint32_t n)
{
	return n < sizeof chips / sizeof chips[0] ? &chips[n] : NULL;
}

const struct dram_chip *dram_find(const char *name)
{
	const struct dram_chip *c;

	for (uint32_t i = 0; (c = dram_chip(i)); i++)
		if (strcmp(c->name, name) == 0)
			return c;
	return NULL;
}

struct dram *dram_new(const struct dram_chip *chip, uint32_t mhz)
{
	struct dram *d = calloc(1, sizeof *d);

	if (!d)
		return NULL;
	d->chip = chip;
	d->period = 1000000 / mhz;
	d->channels = calloc(chip->channels, sizeof *d->channels);
	d->banks = calloc((size_t)chip->channels * chip->banks,
			  sizeof *d->banks);
	if (!d->channels || !d->banks) {
		dram_free(d);
		return NULL;
	}
	for (uint32_t i = 0; i < chip->channels; i++) {
		d->channels[i].banks = d->banks + (size_t)i * chip->banks;
		d->channels[i].refresh = chip->refi;
	}
	return d;
}

void dram_free(struct dram *d)
{
	if (!d)
		return;
	free(d->channels);
	free(d->banks);
	free(d);
}

static uint64_t later_of(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* --- commands --------------------------------------------------------- */

/* Executes the refreshes that are due at NOW. Only the last one matters: no
 * access came between them. */
static void refresh(struct dram *d, struct channel *c, uint64_t now)
{
	const struct dram_chip *t = d->chip;
	uint64_t missed, start;

	if (c->refresh > now)
		return;
	missed = (now - c->refresh) / t->refi;
	start = c->refresh + missed * t->refi;
	for (uint32_t i = 0; i < t->banks; i++) {
		const struct bank *b = &c->banks[i];

		start = later_of(start, b->open ? b->precharge + t->rp :
				 b->activate);
	}
	for (uint32_t i = 0; i < t->banks; i++) {
		c->banks[i].open = false;
		c->banks[i].activate = start + t->rfc;
	}
	c->refresh += (missed + 1) * t->refi;
	d->counts.refreshes++;
}

/* Opens ROW of B at NOW, or at the earliest time after. */
static void activate(struct dram *d, struct channel *c, struct bank *b,
		     uint32_t row, uint64_t now)
{
	const struct dram_chip *t = d->chip;
	uint64_t *fourth = &c->opened[c->openings % FAW];
	uint64_t last = c->opened[(c->openings + FAW - 1) % FAW];

	if (b->open)
		now = later_of(now, b->precharge) + t->rp;
	now = later_of(now, b->activate);
	if (c->openings)
		now = later_of(now, last + t->rrd);
	if (c->openings >= FAW)
		now = later_of(now, *fourth + t->faw);
	*fourth = now;
	c->openings++;
	b->open = true;
	b->row = row;
	b->access = now + t->rcd;
	b->precharge = now + t->ras;
	b->activate = now + t->ras + t->rp;
}

static void count(struct dram_counts *n, const struct bank *b, uint32_t row,
		  bool write)
{
	*(write ? &n->writes : &n->reads) += 1;
	*(!b->open ? &n->opened : b->row == row ? &n->hits : &n->replaced) += 1;
}

/* Serves burst NUMBER. Returns the time after its last data. */
static uint64_t burst(struct dram *d, uint64_t now, bool write, uint64_t number)
{
	const struct dram_chip *t = d->chip;
	struct channel *c = &d->channels[number % t->channels];
	uint64_t row = number / t->channels / (t->row_bytes / t->burst_bytes);
	struct bank *b = &c->banks[row % t->banks];
	uint64_t latency = write ? t->cwl : t->cl, at;

	row /= t->banks;
	refresh(d, c, now);
	count(&d->counts, b, (uint32_t)row, write);
	if (!b->open || b->row != row)
		activate(d, c, b, (uint32_t)row, now);
	at = later_of(now, b->access);
	if (!write)
		at = later_of(at, c->read);
	at = later_of(at + latency, c->bus);    /* now the time of the first
						 * data */
	c->bus = at + t->burst;
	if (write)
		c->read = c->bus + t->wtr;
	b->precharge = later_of(b->precharge,
				write ? c->bus + t->wr : at - latency + t->rtp);
	d->counts.busy += t->burst;
	return c->bus;
}

/* --- accesses --------------------------------------------------------- */

uint64_t dram_access(struct dram *d, uint64_t cycle, bool write, uint32_t addr,
		     uint32_t bytes, uint32_t beats, uint32_t gap)
{
	uint32_t size = d->chip->burst_bytes;
	uint64_t first = addr / size;
	uint64_t last = ((uint64_t)addr + bytes - 1) / size;
	uint64_t due = cycle;

	for (uint64_t n = first; n <= last; n++) {
		uint64_t end = burst(d, cycle * d->period, write, n);
		uint64_t ready = (end + d->period - 1) / d->period;
		/* Cycles of the beats before this burst. */
		uint64_t before = n == first || write ? 0 :
			(n * size - addr) * beats / bytes * gap;

		if (ready > before)
			due = later_of(due, ready - before);
	}
	return due;
}

const struct dram_counts *dram_counts(const struct dram *d)
{
	return &d->counts;
}

double dram_use(const struct dram *d, uint64_t cycles)
{
	double all = (double)cycles * (double)d->period * d->chip->channels;

	return cycles ? (double)d->counts.busy / all : 0;
}
