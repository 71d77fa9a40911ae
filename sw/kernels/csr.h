/* csr.h - the sparse matrix of the spmv kernels, and what they should find
 * SPDX-License-Identifier: Apache-2.0
 *
 * ROWS x COLS, in compressed rows: row r has the elements row[r] .. row[r + 1]
 * - 1 of column and value. Most rows have up to 2 FEW elements, some none, and
 * every sixteenth has MANY times as much: threads with a row each have very
 * different work. Both arrays have an element more, of value 0.
 */
#ifndef CSR_H
#define CSR_H

#include "suite.h"

#ifndef ROWS
#define ROWS 150
#endif
#ifndef COLS
#define COLS 120
#endif
#ifndef FEW
#define FEW 3
#endif
#ifndef MANY
#define MANY 12
#endif

#ifdef SUITE_HOST

enum { MOST = ROWS * 2 * FEW * MANY + 1 };

static uint32_t row[ROWS + 1], column[MOST], value[MOST], x[COLS], want[ROWS];

int main(void)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < COLS; i++)
		x[i] = suite_random(i);
	for (uint32_t r = 0; r < ROWS; r++) {
		uint32_t count = suite_random(r + COLS) % (2 * FEW + 1);

		if (r % 16 == 5)
			count *= MANY;
		for (; count > 0; count--, n++) {
			column[n] = suite_random(n + ROWS) % COLS;
			value[n] = suite_random(n);
			want[r] += value[n] * x[column[n]];
		}
		row[r + 1] = n;
	}
	emit("row", row, ROWS + 1);
	emit("column", column, n + 1);
	emit("value", value, n + 1);
	emit("x", x, COLS);
	emit("want", want, ROWS);
	return 0;
}

#else

struct csr {
	uint32_t rows;
	const uint32_t *row, *column, *value;
};

#endif
#endif
