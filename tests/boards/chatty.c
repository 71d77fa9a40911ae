/* chatty.c - more text than the board's console holds,
 * every byte value of it checked
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

int main(void)
{
	for (uint32_t i = 0; i < 12; i++) {
		for (uint32_t c = 0; c < 256; c++)
			*(volatile uint8_t *)0xfffff000 = (uint8_t)(c + i);
	}
	return 0;
}
