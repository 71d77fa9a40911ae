/* hello.c - the smallest program: one line from warp 0, thread 0
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

int main(void)
{
	ww_puts("hello from warp ");
	ww_print_uint(ww_warp_id());
	ww_puts(", thread ");
	ww_print_uint(ww_thread_id());
	ww_puts("\n");
	return 0;
}
