/* matmul.c - the 32 x 32 matrix product: fill, multiply, print
 * SPDX-License-Identifier: Apache-2.0
 *
 * Software warp = row, software thread = column. The product is printed a row
 * per line. Then warp 0 checks it with plain loops: for a vector V, product
 * x V must be A x (B x V). All elements of V are odd, so one wrong element of
 * the product never escapes. Exit code 0 if right, else 1.
 */
#include "warpwright.h"

enum { N = 32 };

typedef int32_t matrix[N][N];

struct matmul {
	matrix a, b, product;
};

static struct matmul m;

static void fill(uint32_t tid, uint32_t wid, void *arg)
{
	struct matmul *p = arg;

	p->a[wid][tid] = (int32_t)((wid * 7 + tid * 3) % 23) - 11;
	p->b[wid][tid] = (int32_t)((wid * 5 + tid * 11 + 4) % 19) - 9;
}

static void multiply(uint32_t tid, uint32_t wid, void *arg)
{
	struct matmul *p = arg;
	int32_t sum = 0;

	for (int k = 0; k < N; k++)
		sum += p->a[wid][k] * p->b[k][tid];
	p->product[wid][tid] = sum;
}

static void print(matrix x)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			ww_print_int(x[i][j]);
			ww_putc(j < N - 1 ? ' ' : '\n');
		}
}

/* OUT = X * V, modulo 2^32. */
static void times(matrix x, const uint32_t v[N], uint32_t out[N])
{
	for (int i = 0; i < N; i++) {
		out[i] = 0;
		for (int j = 0; j < N; j++)
			out[i] += (uint32_t)x[i][j] * v[j];
	}
}

static int check(void)
{
	uint32_t v[N], bv[N], abv[N], cv[N];

	for (uint32_t i = 0; i < N; i++)
		v[i] = i * 2654435761u << 1 | 1;
	times(m.b, v, bv);
	times(m.a, bv, abv);
	times(m.product, v, cv);
	for (int i = 0; i < N; i++)
		if (abv[i] != cv[i])
			return 1;
	return 0;
}

int main(void)
{
	ww_spawn(N, N, fill, &m);
	ww_spawn(N, N, multiply, &m);
	print(m.product);
	return check();
}
