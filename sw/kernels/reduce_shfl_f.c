/* reduce_shfl_f.c - the sums of rows in floating point, without and with
 * shuffles
 * SPDX-License-Identifier: Apache-2.0
 *
 * As reduce_shfl; for cores with isa.shfl and isa.f. The elements have few
 * enough bits that every sum is exact, whatever the order.
 */
#include <stdint.h>

typedef float term;

#include "rows.h"

#ifdef SUITE_HOST

static float x[ROWS * LENGTH], want[ROWS];

int main(void)
{
	for (uint32_t i = 0; i < ROWS * LENGTH; i++) {
		x[i] = (float)((int32_t)suite_random(i) >> 20) * 0x1p-6f;
		want[i / LENGTH] += x[i];
	}
	emit_floats("x", x, ROWS * LENGTH);
	emit_floats("want", want, ROWS);
	return 0;
}

#else
#include "reduce_shfl_f.data.h"
#define ROWS_NAME "reduce_f"
#include "reduce_rows.h"
#endif
