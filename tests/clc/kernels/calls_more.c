/* calls_more.c - a function of another file, for calls.c
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>

uint32_t elsewhere(uint32_t x);

uint32_t elsewhere(uint32_t x)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < x; i++)
		if (i % 3)
			sum += i;
	return sum;
}
