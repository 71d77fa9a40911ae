/* printf.c - every conversion; lines of threads and warps stay whole,
 * in divergent code too
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

static void lines(uint32_t tid, uint32_t wid)
{
	vx_printf("warp %u thread %u\n", wid, tid);
	__if(tid & 1) {
		vx_printf("odd %u of %u\n", tid, wid);
	} __endif
}

int main(void)
{
	vx_printf("[%d] [%i] [%u] [%x]\n", -1, (int)0x80000000, 0xFFFFFFFF,
		  0xBEEF);
	vx_printf("[%5d] [%-5d] [%05d] [%2d] [%10x] [%08x]\n", -42, -42, -42,
		  -42, 0xABC, 0xABC);
	vx_printf("[%ld] [%lu] [%lx]\n", -7L, 7UL, 0x77UL);
	vx_printf("[%llu] [%lld] [%llx] [%lld] [%22lld] [%-4llu] [%06lld] "
		  "[%zu]\n",
		  12345678901234567890ull, -9223372036854775807ll - 1,
		  0x123456789abcdefull, -5ll, 9000000000000000001ll, 0ull,
		  -42ll, sizeof(int));
	vx_printf("[%c] [%3c] [%s] [%6s] [%-6s] [%p] [%%]\n", 'x', 'y', "text",
		  "abc", "abc", (void *)0x80001234);
	vx_spawnWarps(5, 3, lines, NULL);
	return 0;
}
