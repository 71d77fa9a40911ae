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

/* The greater ones of N. They are apart, so that they are compared several at
 * a time. */
static inline void clock_max(uint32_t *restrict to,
			     const uint32_t *restrict from, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		to[i] = from[i] > to[i] ? from[i] : to[i];
}

/* TO knows what FROM knows, too. */
static inline void clock_join(struct san_clock *to,
			      const struct san_clock *from)
{
	if (!from || to == from || !clock_room(to, from->n))
		return;
	clock_max(to->at, from->at, from->n);
}

static inline void clock_clear(struct san_clock *c)
{
	if (c->n)
		memset(c->at, 0, c->n * sizeof *c->at);
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
	if (clock_room(c, i + 1))
		c->at[i]++;
}

static inline void clock_free(struct san_clock *c)
{
	free(c->at);
	*c = (struct san_clock){ 0 };
}

#endif
