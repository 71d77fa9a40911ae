/* near.c - "did you mean": the candidate nearest to a misspelt word
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/near.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { NEAR_LENGTH = 63, NEAR_FAR = 1000 };

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static int lower(char c)
{
	return tolower((unsigned char)c);
}

unsigned near_distance(const char *a, const char *b)
{
	size_t la = strlen(a), lb = strlen(b);
	unsigned d[NEAR_LENGTH + 1][NEAR_LENGTH + 1];

	if (la > NEAR_LENGTH || lb > NEAR_LENGTH)
		return NEAR_FAR;
	for (size_t i = 0; i <= la; i++)
		d[i][0] = (unsigned)i;
	for (size_t j = 0; j <= lb; j++)
		d[0][j] = (unsigned)j;
	for (size_t i = 1; i <= la; i++) {
		for (size_t j = 1; j <= lb; j++) {
			int p = lower(a[i - 1]), q = lower(b[j - 1]);
			unsigned best = d[i - 1][j - 1] + (p != q);
			best = least(best, d[i - 1][j] + 1);
			best = least(best, d[i][j - 1] + 1);
			if (i > 1 && j > 1 && p == lower(b[j - 2]) &&
			    q == lower(a[i - 2]))
				best = least(best, d[i - 2][j - 2] + 1);
			d[i][j] = best;
		}
	}
	return d[la][lb];
}

void near_init(struct near *n, const char *word)
{
	n->word = word;
	n->best = NULL;
	n->distance = NEAR_FAR;
}

void near_try(struct near *n, const char *candidate)
{
	unsigned d = near_distance(n->word, candidate);
	if (d < n->distance) {
		n->distance = d;
		n->best = candidate;
	}
}

const char *near_best(const struct near *n)
{
	size_t length = strlen(n->word);
	unsigned limit = length < 4 ? 1 : length < 9 ? 2 : 3;
	return n->distance <= limit ? n->best : NULL;
}
