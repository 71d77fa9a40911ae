// unit.cc - the floating-point unit alone, against the arithmetic of golden
// SPDX-License-Identifier: Apache-2.0
//
// unit SEED CYCLES
//
// Sends beats as issue and execute may: with as many instructions on their way
// as there are credits, cancelled ones among them, and takes results whenever
// it likes. Every beat that comes out has to be the next one of its kind, with
// the values and flags of float.h, and to stay until it is taken; nothing may
// be lost, and every credit comes back. The seed chooses how busy which side
// is, anew every 2,000 cycles. The compiler is told LANES, BEATS, ENTRIES
// and FDIVS (exec.fdivs) as the module has them.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <deque>

#include "Vww_fpu.h"
#include "verilated.h"

extern "C" {
#include "tests/fpu/reference.h"
}

struct beat {
	bool last, divides;
	uint32_t number, mask, meta, flags;
	uint32_t data[LANES];
};

// An instruction on its way in.
struct sender {
	struct fpu_insn insn;
	bool cancelled;
	uint32_t meta, sent;
	bool busy;
};

// How busy the sides are: of 256.
struct mood {
	uint32_t issue, ready, cancel, divide, idle_lanes;
};

static Vww_fpu *unit;
static uint64_t dice;
static struct sender sender;
static struct mood mood;
static std::deque<struct beat> expected[2];     // by whether it divides
static int credits[2] = { ENTRIES, FDIVS };
static uint32_t next_meta;
static unsigned long cycle, operations, wrong;
static unsigned long taken_beats;

static uint32_t roll()
{
	dice ^= dice << 13;
	dice ^= dice >> 7;
	dice ^= dice << 17;
	return (uint32_t)(dice * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

static bool chance(uint32_t of_256)
{
	return (roll() & 255) < of_256;
}

template <class T> static void put(T &port, const uint32_t *words, int count)
{
	memcpy(&port, words, (size_t)count * 4);
}

template <class T> static void get(const T &port, uint32_t *words, int count)
{
	memcpy(words, &port, (size_t)count * 4);
}

static uint32_t draw_mask()
{
	uint32_t all = (uint32_t)((UINT64_C(1) << LANES) - 1);

	return chance(mood.idle_lanes) ? roll() & all : all;
}

static void draw_mood()
{
	static const uint32_t levels[] = { 255, 256, 200, 128, 40, 8 };

	mood.issue = levels[roll() % 6];
	mood.ready = levels[roll() % 6];
	mood.cancel = chance(128) ? 0 : levels[2 + roll() % 4];
	mood.divide = chance(64) ? 256 : chance(128) ? 16 : 64;
	mood.idle_lanes = chance(128) ? 20 : 200;
}

// Chooses what enters in this cycle, and returns whether anything does.
static bool enter(struct beat *b)
{
	uint32_t a[LANES], other[LANES], c[LANES];

	if (!sender.busy) {
		bool divides = chance(mood.divide);

		if (!chance(mood.issue) || credits[divides] == 0)
			return false;
		sender.insn = fpu_draw_insn(&dice, divides);
		sender.cancelled = chance(mood.cancel);
		sender.meta = next_meta++;
		sender.sent = 0;
		sender.busy = true;
		credits[divides]--;
	} else if (!chance(mood.issue)) {
		return false;
	}
	b->divides = sender.insn.divides;
	b->number = sender.sent++;
	b->last = sender.sent == BEATS;
	b->mask = draw_mask();
	b->meta = sender.meta;
	b->flags = 0;
	for (int l = 0; l < LANES; l++) {
		struct fpu_case x = fpu_draw_case(&dice);
		uint32_t flags = 0;

		a[l] = x.a;
		other[l] = x.b;
		c[l] = x.c;
		b->data[l] = fpu_reference(&sender.insn, x, &flags);
		if (b->mask >> l & 1)
			b->flags |= flags;
	}
	operations += LANES;
	unit->x_last = b->last;
#if BEATS > 1
	unit->x_beat = b->number;
#endif
	unit->x_mask = b->mask;
	unit->x_meta = b->meta;
	unit->x_fop = sender.insn.fop;
	unit->x_funct3 = sender.insn.funct3;
	unit->x_unsigned = sender.insn.is_unsigned;
	unit->x_rm = sender.insn.rm;
	put(unit->x_a, a, LANES);
	put(unit->x_b, other, LANES);
	put(unit->x_c, c, LANES);
	sender.busy = !b->last;
	return true;
}

static void complain(const char *what, const struct beat *b, int lane,
		     uint32_t got, uint32_t want)
{
	if (wrong++ < 10)
		printf("cycle %lu: meta %u beat %u lane %d: %s %08x, "
		       "expected %08x\n",
		       cycle, b->meta, b->number, lane, what, got, want);
}

static void compare(const struct beat *b)
{
	uint32_t data[LANES];

	get(unit->fp_data, data, LANES);
#if BEATS > 1
	if (unit->fp_beat != b->number)
		complain("beat", b, 0, unit->fp_beat, b->number);
#endif
	if (unit->fp_last != b->last)
		complain("last", b, 0, unit->fp_last, b->last);
	if (unit->fp_mask != b->mask)
		complain("mask", b, 0, unit->fp_mask, b->mask);
	if (unit->fp_flags != b->flags)
		complain("flags", b, 0, unit->fp_flags, b->flags);
	for (int l = 0; l < LANES; l++)
		if ((b->mask >> l & 1) && data[l] != b->data[l])
			complain("value", b, l, data[l], b->data[l]);
}

// Where in expected[divides] the next beat of the instruction META is, or the
// length of the list. Only divisions may overtake each other.
static size_t find(int divides, uint32_t meta)
{
	const std::deque<struct beat> &list = expected[divides];
	size_t at = 0, end = divides ? list.size() : 1;

	while (at < list.size() && at < end && list[at].meta != meta)
		at++;
	return at < end ? at : list.size();
}

// What is offered: the next beat of one kind, and the same as before if that
// was not taken.
static void look(bool ready)
{
	static bool held;
	static uint32_t held_meta;
	bool leaves[2] = { false, false };

	if (held && !unit->fp_valid) {
		printf("cycle %lu: withdrawn\n", cycle);
		wrong++;
	}
	if (unit->fp_valid) {
		int kind = find(1, unit->fp_meta) < expected[1].size();
		size_t at = find(kind, unit->fp_meta);

		if (at >= expected[kind].size()) {
			printf("cycle %lu: meta %u is out of turn\n", cycle,
			       (unsigned)unit->fp_meta);
			wrong++;
			return;
		}
		if (held && unit->fp_meta != held_meta) {
			printf("cycle %lu: another one is offered\n", cycle);
			wrong++;
		}
		compare(&expected[kind][at]);
		held_meta = unit->fp_meta;
		if (ready) {
			leaves[kind] = expected[kind][at].last;
			expected[kind].erase(expected[kind].begin() +
					     (long)at);
			taken_beats++;
		}
	}
	held = unit->fp_valid && !ready;
	if (unit->fpu_free != leaves[0] || unit->fdiv_free != leaves[1]) {
		printf("cycle %lu: credits %d %d\n", cycle, unit->fpu_free,
		       unit->fdiv_free);
		wrong++;
	}
	credits[0] += leaves[0];
	credits[1] += leaves[1];
}

static void edge()
{
	unit->clk = 1;
	unit->eval();
	unit->clk = 0;
	unit->eval();
	cycle++;
}

// One cycle: what entered in the last one may be cancelled now. If nothing did,
// that means nothing.
static void step(bool sends)
{
	static bool entered, doomed;
	static int gives = -1;  // the kind of credit that comes back
	struct beat b;
	bool ready = chance(mood.ready);

	unit->c_squashed = doomed || (!entered && chance(64));
	if (gives >= 0)
		credits[gives]++;
	entered = (sends || sender.busy) && enter(&b);
	unit->x_valid = entered;
	unit->fp_ready = ready;
	unit->eval();
	look(ready);
	doomed = entered && sender.cancelled;
	gives = doomed && b.last ? b.divides : -1;
	if (entered && !doomed)
		expected[b.divides].push_back(b);
	edge();
}

int main(int argc, char **argv)
{
	unsigned long cycles = argc > 2 ? strtoul(argv[2], NULL, 0) : 100000;
	unsigned long seed = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;

	dice = seed * UINT64_C(0x9E3779B97F4A7C15) | 1;
	unit = new Vww_fpu;
	unit->clk = 0;
	unit->rst = 1;
	unit->x_valid = 0;
	unit->c_squashed = 0;
	unit->fp_ready = 0;
	edge();
	edge();
	unit->rst = 0;
	while (cycle < cycles && wrong < 10) {
		if (cycle % 2000 < 2)
			draw_mood();
		step(true);
	}
	mood.ready = mood.issue = 256;
	for (int i = 0; i < 2000 + 64 * BEATS * LANES && wrong < 10; i++)
		step(false);
	if (!wrong && (expected[0].size() || expected[1].size() ||
		       credits[0] != ENTRIES || credits[1] != FDIVS)) {
		printf("lost: %zu and %zu beats are missing, %d and %d credits "
		       "there\n",
		       expected[0].size(), expected[1].size(), credits[0],
		       credits[1]);
		wrong++;
	}
	if (!wrong)
		printf("pass: %lu operations, %lu beats in %lu cycles\n",
		       operations, taken_beats, cycle);
	else
		printf("repeat: unit %lu %lu\n", seed, cycles);
	delete unit;
	return wrong != 0;
}
