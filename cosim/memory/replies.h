/* replies.h - answers on their way from the memory to the core
 * SPDX-License-Identifier: Apache-2.0
 *
 * A queue of replies, oldest first. Each has an id and one or more beats, and
 * is due from a cycle on. What is driven stays until it is taken. In order, one
 * reply goes after the other; at random, any that is due may give its next beat
 * as long as no older one has its id. Private to cosim/.
 */
#ifndef WW_COSIM_REPLIES_H
#define WW_COSIM_REPLIES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rnd.h"

enum { REPLIES = 1024 };

struct reply {
	uint64_t due;           /* its next beat */
	uint64_t effect;        /* UINT64_MAX, or when it is to be read */
	uint32_t id, addr;
	uint32_t beats, next;
	bool write;
	uint64_t errors;        /* bit per beat */
	uint32_t *data;
};

struct replies {
	struct reply *all;
	uint32_t *data;
	struct reply **order;   /* oldest first, then the free ones */
	uint32_t count;
	uint32_t chosen;        /* place of what is driven */
	bool driving;
	uint64_t next_beat;     /* no beat of a read before this cycle */
};

/* Room for REPLIES replies of WORDS words each: 0, or -1. */
int replies_init(struct replies *r, uint32_t words);
void replies_clean(struct replies *r);

static inline bool replies_full(const struct replies *r)
{
	return r->count == REPLIES;
}

/* The Nth oldest. */
static inline struct reply *replies_at(const struct replies *r, uint32_t n)
{
	return r->order[n];
}

/* What is driven; only while driving. */
static inline struct reply *replies_driven(const struct replies *r)
{
	return r->order[r->chosen];
}

/* A new youngest reply of one beat, not written to; there must be room. */
struct reply *replies_add(struct replies *r, uint64_t due, uint32_t id,
			  uint32_t addr);

static inline bool reply_may_go(const struct replies *r, const struct reply *p,
				uint64_t cycle)
{
	return p->due <= cycle && p->effect == UINT64_MAX &&
	       (p->write || r->next_beat <= cycle);
}

/* Any that may go. There is at least one reply, and nothing is driven. */
void replies_choose_random(struct replies *r, uint64_t cycle, struct rnd *rnd);

/* Chooses what to drive in CYCLE unless something is driven: the oldest if it
 * is due, or with RND any that may go. There is at least one reply. */
static inline void replies_choose(struct replies *r, uint64_t cycle,
				  struct rnd *rnd)
{
	if (r->driving)
		return;
	r->chosen = 0;
	if (rnd)
		replies_choose_random(r, cycle, rnd);
	else
		r->driving = reply_may_go(r, r->order[0], cycle);
}

/* The beat that is driven was taken; the next beat of a read comes GAP cycles
 * later at the earliest. True if it was the last one of its reply. */
bool replies_taken(struct replies *r, uint64_t cycle, uint32_t gap);

#endif
