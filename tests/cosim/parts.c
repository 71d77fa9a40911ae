/* parts.c - the small parts of cosim/: log of stale words
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/level/stale.h"
#include "tests/tap.h"

static void stale_words(void)
{
	struct stale *s = stale_new();

	stale_add(s, 0x80000010, 111, 5);
	ok(stale_had(s, 0x80000010, 111, 4), "a value lost after then");
	ok(!stale_had(s, 0x80000010, 111, 5), "a value lost before");
	ok(!stale_had(s, 0x80000010, 112, 0), "a value it never had");
	ok(!stale_had(s, 0x80000014, 111, 0), "a value of another word");
	stale_add(s, 0x80000010, 111, 9);
	ok(stale_had(s, 0x80000010, 111, 8), "the last loss counts");
	for (uint32_t i = 0; i < STALE_DEPTH + 10; i++)
		stale_add(s, 0x80000020, 1000 + i, 10 + i);
	ok(!stale_had(s, 0x80000020, 1005, 0), "the oldest is forgotten");
	ok(stale_had(s, 0x80000020, 1010, 0) &&
	   stale_had(s, 0x80000020, 1000 + STALE_DEPTH + 9, 0),
	   "as many as promised are kept");
	for (uint32_t i = 0; i < 5000; i++)
		stale_add(s, 0x80001000 + 4 * i, i, 1 + i);
	ok(stale_had(s, 0x80001000, 0, 0) &&
	   stale_had(s, 0x80001000 + 4 * 4999, 4999, 4999),
	   "thousands of words");
	stale_free(s);
}

int main(void)
{
	stale_words();
	return tap_done();
}
