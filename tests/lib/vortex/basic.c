/* basic.c - main alone: each core copies its part
 * SPDX-License-Identifier: Apache-2.0
 */
#include <vx_intrinsics.h>
#include "common.h"

uint32_t runs, starts = 1;

int main(void)
{
	kernel_arg_t *arg = (kernel_arg_t *)csr_read(VX_CSR_MSCRATCH);
	int32_t *a = (int32_t *)(size_t)arg->a_addr;
	int32_t *c = (int32_t *)(size_t)arg->c_addr;
	uint32_t first = (uint32_t)vx_core_id() * arg->count;

	for (uint32_t i = first; i < first + arg->count; i++)
		c[i] = a[i] + (int32_t)(vx_core_id() ? 0 : runs);
	if (vx_core_id() == 0)
		runs++;
	vx_fence();
	return 0;
}
