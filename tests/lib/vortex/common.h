/* common.h - what the host of this test hands to its kernels
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>

typedef struct {
	uint32_t grid[3], block[3];
	uint32_t count, failure;
	uint64_t a_addr, b_addr, c_addr;
} kernel_arg_t;

/* Values of failure. */
enum { NONE, TRAP, LOCAL, WIDE, UNLIKE, CODE, HALT, STUCK };
