/* near.h - "did you mean": the candidate nearest to a misspelt word
 * SPDX-License-Identifier: Apache-2.0
 *
 * The caller owns words and candidates.
 */
#ifndef WW_BASE_NEAR_H
#define WW_BASE_NEAR_H

struct near {
	const char *word;
	const char *best;       /* nearest candidate so far, or NULL */
	unsigned distance;      /* its distance */
};

void near_init(struct near *n, const char *word);

/* Offers a candidate; of equally near candidates the first one is kept. */
void near_try(struct near *n, const char *candidate);

/* The nearest candidate if it is near enough to be meant, else NULL. */
const char *near_best(const struct near *n);

/* The edit distance of A and B (insert, delete, replace, swap neighbours),
 * ignoring case. Words longer than 63 characters count as far away. */
unsigned near_distance(const char *a, const char *b);

#endif
