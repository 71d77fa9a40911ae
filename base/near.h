/* near.h - "did you mean": the candidate nearest to a misspelt word
 * SPDX-License-Identifier: Apache-2.0
 *
 * Owns nothing: words and candidates stay with the caller.
 */
#ifndef WW_BASE_NEAR_H
#define WW_BASE_NEAR_H

struct near {
	const char *word;
	const char *best;       /* nearest candidate so far, or NULL */
	unsigned distance;      /* its distance */
};

void near_init(struct near *n, const char *word);

/* Offers a candidate; the first of equally near ones is kept. */
void near_try(struct near *n, const char *candidate);

/* The nearest candidate if it is near enough to be meant, else NULL. */
const char *near_best(const struct near *n);

/* Edit distance (insert, delete, replace, swap neighbours), letter case
 * ignored; words longer than 63 characters count as far away. */
unsigned near_distance(const char *a, const char *b);

#endif
