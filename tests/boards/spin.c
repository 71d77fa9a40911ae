/* spin.c - never ends
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

int main(void)
{
	ww_puts("spinning\n");
	for (;;)
		;
}
