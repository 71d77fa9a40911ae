/* messages.cu - a block waits for the word of the block before, in volatile memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * A message has a mark in its lower half and a number in its upper half. Who waits has read the mark before it is
 * set, so the cache of its core has an old line.
 */
#include "check.h"

enum { BLOCKS = 12 };

struct boxes {
	unsigned long long message[BLOCKS];
	unsigned short small[BLOCKS];
	unsigned char byte[BLOCKS];
};

__global__ void chain(volatile boxes *b, unsigned *out)
{
	const unsigned i = blockIdx.x;
	volatile unsigned long long before = 0; /* its own, in no memory that others see */

	if (threadIdx.x)
		return;
	if (i) {
		do
			before = b->message[i - 1];
		while (!(before & 0xffffffff));
		while (b->small[i - 1] != i || b->byte[i - 1] != i)
			;
	}
	out[i] = (unsigned)(before >> 32);
	b->message[i] = (unsigned long long)(i + 1) * 1000 << 32 | 1;
	b->byte[i] = (unsigned char)(i + 1);
	b->small[i] = (unsigned short)(i + 1);
}

int main()
{
	boxes *b;
	unsigned *out;

	GOOD(cudaMallocManaged(&b, sizeof *b));
	GOOD(cudaMallocManaged(&out, BLOCKS * sizeof *out));
	for (int round = 0; round < 3; round++) {
		GOOD(cudaMemset(b, 0, sizeof *b));
		chain<<<BLOCKS, 32>>>(b, out);
		GOOD(cudaDeviceSynchronize());
		for (unsigned i = 0; i < BLOCKS; i++)
			CHECK(out[i] == i * 1000);
	}
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
