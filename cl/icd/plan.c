/* plan.c - the OpenCL driver: what memory a launch needs
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cl/icd/icd.h"

int launch_plan(cl_device_id d, const struct build *b,
		const struct cl_kernel *k, const struct cl_range *range,
		uint32_t locals, uint32_t base, uint64_t most,
		struct launch_plan *p)
{
	struct cl_memory memory = {
		.next = base,
		.end = most < UINT32_MAX - base ? base + (uint32_t)most :
		       UINT32_MAX
	};
	uint32_t args;
	int bad;

	if (!cl_memory_take(&memory, sizeof p->nd))
		return CL_E_RAM;
	args = cl_memory_take(&memory, k->arg_bytes);
	if (!args)
		return CL_E_RAM;
	bad = cl_launch_blocks(&d->machine, k, range, locals,
			       b->image.stack_stride, &memory, &p->nd,
			       &p->blocks);
	p->nd.args = args;
	p->bytes = memory.next - base;
	return bad;
}
