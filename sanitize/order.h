/* order.h - what happens before what
 * SPDX-License-Identifier: Apache-2.0
 *
 * Internal to sanitize/. A strand that stores to a word publishes what it has
 * released; one that loads the word learns it, and knows it from its next
 * acquire on.
 */
#ifndef WW_SANITIZE_ORDER_H
#define WW_SANITIZE_ORDER_H

#include "sanitize/state.h"

/* pages.c: nobody has accessed the words of S; nobody has released anything
 * there. */
void san_pages_forget(struct san_space *s);
void san_pages_clear(struct san_space *s);
void san_pages_free(struct san_space *s);
bool san_order_new(struct san *k);
void san_order_free(struct san *k);
/* Finds out which strand executes FX. USER: it is not of the runtime. */
void san_enter(struct san *k, struct golden_core *c,
	       const struct golden_effect *fx, struct san_warp *w, bool user);
/* A row of items begins with FX. */
void san_order_row(struct san *k, const struct golden_effect *fx,
		   struct san_warp *w);
/* A release of S. */
void san_release(struct san_strand *s);
/* The lanes of S meet. */
void san_meet(struct san_strand *s);
/* STRAND stores to the words of A and publishes WHAT there. */
void san_publish(struct san *k, uint32_t core, const struct golden_access *a,
		 uint16_t strand, const struct san_clock *what);
/* INTO learns what other strands have published in the words of A, the access
 * that is looked at. */
void san_learn(struct san *k, uint32_t core, const struct golden_access *a,
	       uint16_t strand, struct san_clock *into);
/* After FX: what it orders without memory. */
void san_order(struct san *k, const struct golden_effect *fx);
/* Before each instruction of W, a warp of CORE in a block: has it waited? */
void san_order_resumes(struct san *k, struct golden_core *c,
		       struct san_warp *w, uint32_t core);
/* The host rings the launch in SLOT. */
void san_order_rings(struct san *k, uint32_t slot);
/* A new block, or a warp of one, begins. */
void san_order_block(struct san *k, uint32_t core, struct san_warp *w,
		     struct san_block *b, const struct golden_place *p,
		     const struct golden_slot *s, bool begins);
/* races.c: the last load of W, which halts, was a plain one. */
void san_settle(struct san *k, struct san_warp *w, uint32_t core,
		uint32_t warp);

#endif
