/* replies.h - responses in flight from the memory to the core
 * SPDX-License-Identifier: Apache-2.0
 *
 * A queue of replies, oldest first. A reply is a response: an id and one or
 * more beats, due from a cycle on. A driven beat stays until it is taken. In
 * order, one reply follows the other. In random mode any due reply may send its
 * next beat, if no older reply has its id. Private to cosim/.
 */
#ifndef WW_COSIM_REPLIES_H
#define WW_COSIM_REPLIES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rnd.h"

enum { REPLIES = 1024 };

struct reply {
	uint64_t due;           /* cycle from which it may be sent */
	uint64_t effect;        /* cycle in which it must be read; UINT64_MAX:
				 * done */
	uint32_t id, addr;
	uint32_t beats, next;
	bool write;
	uint64_t errors;        /* bit per beat */
	uint32_t *data;
};

struct replies {
	struct reply *all;
	uint32_t *data;
	struct reply **order;   /* oldest first, then free ones */
	uint32_t count;
	uint32_t chosen;        /* index in ORDER of the driven reply */
	bool driving;
	uint64_t next_beat;     /* earliest cycle of the next beat of a read */
};

/* Allocates REPLIES replies of WORDS words each. Returns 0, or -1 if memory
 * runs out; replies_clean releases them in both cases. */
int replies_init(struct replies *r, uint32_t words);
void replies_clean(struct replies *r);

static inline bool replies_full(const struct replies *r)
{
	return r->count == REPLIES;
}

/* The reply that is older than all but N others. */
static inline struct reply *replies_at(const struct replies *r, uint32_t n)
{
	return r->order[n];
}

/* The driven reply; R must be driving. */
static inline struct reply *replies_driven(const struct replies *r)
{
	return r->order[r->chosen];
}

/* Adds the youngest reply: one beat, of a read. There must be room. */
struct reply *replies_add(struct replies *r, uint64_t due, uint32_t id,
			  uint32_t addr);

/* May P send a beat in CYCLE? */
static inline bool reply_may_go(const struct replies *r, const struct reply *p,
				uint64_t cycle)
{
	return p->due <= cycle && p->effect == UINT64_MAX &&
	       (p->write || r->next_beat <= cycle);
}

/* Chooses a random reply that may send. There must be a reply, and none be
 * driven. */
void replies_choose_random(struct replies *r, uint64_t cycle, struct rnd *rnd);

/* Chooses the reply to drive in CYCLE, unless one is driven: the oldest if it
 * is due; with RND any that may send. There must be a reply. */
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

/* The driven beat is taken. The next beat of a read comes GAP cycles later at
 * the earliest. Returns true if it was the last beat of its reply. */
bool replies_taken(struct replies *r, uint64_t cycle, uint32_t gap);

#endif
