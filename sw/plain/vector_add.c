/* vector_add.c - c = a + b in floats
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plain.h"

#ifndef N
#define N 16384
#endif

static float a[N], b[N], c[N];

static void add(uint32_t tid, uint32_t wid)
{
	uint32_t i = plain_thread(tid, wid);

	c[i] = a[i] + b[i];
}

int main(void)
{
	uint32_t wrong = 0;

	for (uint32_t i = 0; i < N; i++) {
		a[i] = (float)i;
		b[i] = 0.5f;
	}
	plain_begin();
	plain_run(N, add);
	plain_end();
	for (uint32_t i = 0; i < N; i += 31)
		wrong += c[i] != (float)i + 0.5f;
	return plain_result("vector_add", wrong);
}
