/* reduce_shfl.c - the sums of rows, without and with shuffles
 * SPDX-License-Identifier: Apache-2.0
 *
 * rows.h has the ways that are compared; for cores with isa.shfl.
 */
#include <stdint.h>

typedef uint32_t term;

#include "rows.h"

#ifdef SUITE_HOST

static uint32_t x[ROWS * LENGTH], want[ROWS];

int main(void)
{
	for (uint32_t i = 0; i < ROWS * LENGTH; i++) {
		x[i] = suite_random(i);
		want[i / LENGTH] += x[i];
	}
	emit("x", x, ROWS * LENGTH);
	emit("want", want, ROWS);
	return 0;
}

#else
#include "reduce_shfl.data.h"
#define ROWS_NAME "reduce"
#include "reduce_rows.h"
#endif
