/* vecadd.c - a grid of threads in up to three directions; what ends badly
 * SPDX-License-Identifier: Apache-2.0
 */
#include <vx_print.h>
#include <vx_spawn.h>
#include "common.h"

static void kernel_body(kernel_arg_t *arg)
{
	int32_t *a = (int32_t *)(size_t)arg->a_addr;
	int32_t *b = (int32_t *)(size_t)arg->b_addr;
	int32_t *c = (int32_t *)(size_t)arg->c_addr;
	uint32_t i = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x +
		     blockIdx.x;

	if (arg->failure == TRAP && i == 5)
		*(volatile int32_t *)4 = 1;
	if (arg->failure == LOCAL)
		a = __local_mem(1 << 20);
	if (arg->failure == STUCK)
		vx_barrier(0, 2); /* a block has one warp */
	if (threadIdx.x + threadIdx.y + blockDim.x + blockDim.z == 2)
		c[i] = a[i] + b[i];
	if (i == 3)
		vx_printf("c[%u] = %d\n", i, c[i]);
}

int main(void)
{
	kernel_arg_t *arg = (kernel_arg_t *)csr_read(VX_CSR_MSCRATCH);
	uint32_t wide[3] = { 4096, 1, 1 }, *block = NULL;

	if (arg->failure == CODE)
		return 7;
	if (arg->failure == HALT)
		ww_tmc(0);
	if (arg->failure == UNLIKE && vx_core_id() == 1)
		return 0;
	if (arg->failure == WIDE)
		block = wide;
	return vx_spawn_threads(3, arg->grid, block,
				(vx_kernel_func_cb)kernel_body, arg);
}
