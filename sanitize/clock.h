/* clock.h - vector clocks of strands
 * SPDX-License-Identifier: Apache-2.0
 *
 * A clock that cannot grow keeps what it has: then more races are reported.
 */
#ifndef WW_SANITIZE_CLOCK_H
#define WW_SANITIZE_CLOCK_H

#include <stdlib.h>
#include <string.h>

#include "sanitize/state.h"

static inline uint32_t clock_of(const struct san_clock *c, uint32_t i)
{
	return i < c->n ? c->at[i] : 0;
}

/* Has C room for strands 0 to N - 1, after it has grown? */
static inline bool clock_room(struct san_clock *c, uint32_t n)
{
	uint32_t *more;

	if (n <= c->n)
		return true;
	n = (n + 15) & ~UINT32_C(15);
	more = realloc(c->at, n * sizeof *more);
	if (!more)
		return false;
	memset(more + c->n, 0, (n - c->n) * sizeof *more);
	c->at = more;
	c->n = n;
	return true;
}

/* TO becomes the greater ones of N. Is any greater than it was? TO and FROM are
 * apart, so that the compiler compares several at a time. */
static inline bool clock_max(uint32_t *restrict to,
			     const uint32_t *restrict from, uint32_t n)
{
	uint32_t differ = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t most = from[i] > to[i] ? from[i] : to[i];

		differ |= most ^ to[i];
		to[i] = most;
	}
	return differ;
}

/* TO knows what FROM knows, too. FROM must stay where it is. */
static inline void clock_join(struct san_clock *to,
			      const struct san_clock *from)
{
	size_t slot = (uintptr_t)from / sizeof *from % SAN_SEEN;
	uint32_t first = 0, n;

	if (!from || to == from || !clock_room(to, from->n))
		return;
	n = from->n;
	if (to->seen[slot].clock == from &&
	    to->seen[slot].version == from->version) {
		first = from->own < n ? from->own : n;
		n = first < n;
	}
	to->version += clock_max(to->at + first, from->at + first, n);
	to->seen[slot].clock = from;
	to->seen[slot].version = from->version;
}

static inline void clock_clear(struct san_clock *c)
{
	if (c->n)
		memset(c->at, 0, c->n * sizeof *c->at);
	memset(c->seen, 0, sizeof c->seen);
	c->version++;
}

static inline void clock_copy(struct san_clock *to,
			      const struct san_clock *from)
{
	if (to == from || !clock_room(to, from->n))
		return;
	clock_clear(to);
	if (from->n)
		memcpy(to->at, from->at, from->n * sizeof *to->at);
}

static inline void clock_tick(struct san_clock *c, uint32_t i)
{
	if (!clock_room(c, i + 1))
		return;
	c->at[i]++;
	c->version += c->own != i;
	c->own = i;
}

static inline void clock_free(struct san_clock *c)
{
	free(c->at);
	*c = (struct san_clock){ 0 };
}

#endif
