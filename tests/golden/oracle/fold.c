/* fold.c - after each random sequence: print what registers and memory hold
 * SPDX-License-Identifier: Apache-2.0
 *
 * sequence_area is what x31 points to: 1024 bytes of memory for the sequence,
 * then x0..x30 and fcsr as it left them.
 */
#include "host.h"

enum { WORDS = 256 + 32 };

uint32_t sequence_area[WORDS];

void sequence_fold(void)
{
	static uint32_t number;
	uint32_t hash = 2166136261u;

	for (int i = 0; i < WORDS; i++)
		hash = (hash ^ sequence_area[i]) * 16777619u + (hash >> 13);
	put_hex(number++);
	put_char(' ');
	put_hex(hash);
	put_char('\n');
}
