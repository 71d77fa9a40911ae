/* flat.c - which differences from a flat memory are races
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "cosim/level/flat.h"
#include "tests/tap.h"

enum { BYTES = 4096, AT = 1020 };

static struct flat *fresh(void)
{
	struct flat *f = flat_new(BYTES, 32);

	if (!f)
		abort();
	return f;
}

/* Loads of a word that one other warp stores to. */
static void one_store(void)
{
	struct flat *f = fresh();

	ok(!flat_explains(f, AT, 0, 5), "nobody has stored there");
	flat_store(f, AT, 4, 1, 10, 100);
	ok(flat_explains(f, AT, 0, 99), "a store performed since the issue");
	ok(flat_explains(f, AT + 3, 0, 99), "to its last byte too");
	ok(!flat_explains(f, AT, 0, 100), "a store performed before the issue");
	ok(!flat_explains(f, AT, 1, 99), "the warp's own store");
	ok(!flat_explains(f, AT + 4, 0, 99), "a store to other bytes");
	ok(!flat_raced(f, AT), "one writer is no race");
	flat_free(f);
}

/* What issues later performs first. */
static void exchanged(void)
{
	struct flat *f = fresh();

	flat_store(f, AT, 4, 1, 11, 100);
	flat_store(f, AT, 2, 2, 10, 101);
	ok(flat_raced(f, AT) && flat_raced(f, AT + 1),
	   "two warps' stores in the other order are a race");
	ok(!flat_raced(f, AT + 2), "where they overlap");
	ok(flat_explains(f, AT, 0, 500), "it explains every load after it");
	flat_store(f, AT, 1, 2, 12, 600);
	ok(!flat_raced(f, AT) && flat_raced(f, AT + 1),
	   "until the byte is stored to again");
	flat_store(f, AT + 1, 1, 3, 9, 601);
	ok(flat_raced(f, AT + 1), "by what issued later");
	flat_free(f);
}

static void same_warp(void)
{
	struct flat *f = fresh();

	flat_store(f, AT, 4, 1, 11, 100);
	flat_store(f, AT, 4, 1, 10, 101);
	ok(!flat_raced(f, AT), "a warp does not race with itself");
	flat_free(f);
}

/* The store of 10 has not drained when warps 1 and 2 meet at a barrier: what
 * the flat memory says holds, and the delay is no race. */
static void barriers(void)
{
	struct flat *f = fresh();

	flat_barrier(f, 0, 6, 20);
	ok(flat_ordered(f, 2, 1, 10) && flat_ordered(f, 1, 2, 19),
	   "a barrier puts what came before in order");
	ok(!flat_ordered(f, 2, 1, 20), "but not what comes after");
	ok(!flat_ordered(f, 3, 1, 10), "nor for a warp elsewhere");
	flat_store(f, AT, 4, 1, 10, 200);
	ok(!flat_explains(f, AT, 2, 150), "a store that should have performed "
	   "before the barrier explains nothing behind it");
	ok(flat_explains(f, AT, 3, 150), "but does so elsewhere");
	flat_store(f, AT + 8, 4, 2, 21, 201);
	flat_store(f, AT + 8, 4, 1, 10, 202);
	ok(!flat_raced(f, AT + 8),
	   "nor may it come after a store of the other side");
	flat_barrier(f, 0, 12, 30);
	ok(flat_ordered(f, 3, 1, 10), "order goes on from barrier to barrier");
	flat_free(f);
}

static void spawns(void)
{
	struct flat *f = fresh();

	flat_spawn(f, 0, 4, 20);
	ok(flat_ordered(f, 4, 0, 19), "a start follows what started it");
	ok(!flat_ordered(f, 4, 0, 20), "but not what that does afterwards");
	ok(!flat_ordered(f, 0, 4, 1), "which does not follow the start");
	flat_barrier(f, 0, 1 << 4 | 1 << 5, 40);
	ok(flat_ordered(f, 5, 0, 19), "and brings that to barriers");
	flat_free(f);
}

/* Warps of the second core of two. */
static void second_core(void)
{
	struct flat *f = flat_new(BYTES, 64);

	flat_barrier(f, 32, 1 << 1 | UINT32_C(1) << 31, 40);
	ok(flat_ordered(f, 63, 33, 39) && flat_ordered(f, 33, 63, 39),
	   "a barrier of the second core");
	ok(!flat_ordered(f, 31, 1, 39) && !flat_ordered(f, 1, 31, 39) &&
	   !flat_ordered(f, 1, 33, 39), "the first one is not at it");
	flat_store(f, AT, 4, 63, 10, 100);
	ok(flat_explains(f, AT, 31, 99) && !flat_explains(f, AT, 63, 99),
	   "a store of its last warp");
	flat_free(f);
}

static void given_up(void)
{
	struct flat *f = fresh();

	flat_give_up(f, AT, 4);
	ok(flat_raced(f, AT) && flat_explains(f, AT + 3, 0, 900),
	   "a store that memory refused");
	flat_store(f, AT, 4, 1, 10, 100);
	ok(!flat_raced(f, AT), "until another one succeeds");
	flat_free(f);
}

static void limits(void)
{
	struct flat *f = fresh();
	bool good = true;

	ok(!flat_new(BYTES, FLAT_WARPS + 1), "more warps than there can be");
	flat_store(f, BYTES - 4, 4, 31, 1, 1);
	ok(flat_explains(f, BYTES - 1, 0, 0), "the last byte");
	for (uint32_t i = 0; i < BYTES; i += 4)
		good &= flat_store(f, i, 4, 0, 2 + i, 2 + i);
	ok(good, "all of memory");
	flat_free(f);
	flat_free(NULL);
}

/* Several cores with data caches: stores perform in one order and reach memory
 * in another. */
static void crossing(void)
{
	struct flat *f = fresh();

	flat_announce(f, AT, 2, &(struct flat_storer){ 3, 1, 10 });
	ok(!flat_foreign(f, AT, 3, 0) && flat_foreign(f, AT, 0, 2) &&
	   flat_foreign(f, AT + 1, 0, 2) && !flat_foreign(f, AT + 2, 0, 2),
	   "what another core stores to");
	flat_settled(f, 2, 11);
	ok(!flat_foreign(f, AT, 0, 2) && flat_foreign(f, AT, 0, 0),
	   "until that is settled for a warp");
	flat_announce(f, AT, 1, &(struct flat_storer){ 0, 2, 11 });
	ok(flat_foreign(f, AT, 3, 1) && !flat_foreign(f, AT + 1, 3, 1),
	   "what two cores store to");
	ok(!flat_foreign(f, AT, 0, 2) && flat_foreign(f, AT, 0, 0),
	   "the other one's was settled");
	flat_store(f, AT, 1, 1, 10, 100);
	flat_store(f, AT, 1, 2, 11, 101);
	ok(flat_landed(f, AT, 10, false) && flat_landed(f, AT, 11, false) &&
	   !flat_raced(f, AT), "they reach memory in the order of issue");
	ok(flat_landed(f, AT, 9, false) && flat_raced(f, AT), "they do not");
	ok(flat_foreign(f, AT, 0, 2), "that is never settled");
	ok(flat_landed(f, AT, 12, false) && !flat_raced(f, AT),
	   "until a younger one does");
	flat_free(f);
}

int main(void)
{
	crossing();
	one_store();
	exchanged();
	same_warp();
	barriers();
	spawns();
	second_core();
	given_up();
	limits();
	return tap_done();
}
