/* launch.c - libwwcudart: kernels run
 * SPDX-License-Identifier: Apache-2.0
 *
 * A launch is one of the device's, of blocks, as the OpenCL driver makes them.
 * Its memory has the words of the launch (sw/cl/cl.h), then the arguments, then
 * what the plan asks for; it is kept for the next launch.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/rt.h"
#include "golden/bytes.h"

enum { TEXT = 4096, MCAUSE_ILLEGAL = 2 };

struct job {
	struct code *code;
	const struct cl_kernel *k;
	struct cl_range range;
	uint8_t *block;                 /* of arguments */
	uint32_t locals;                /* bytes of shared memory of them */
	struct ww_cl_launch nd;
	struct cl_blocks blocks;
	uint32_t bytes;                 /* of memory */
	bool together;                  /* blocks wait for each other */
};

/* --- arguments ---------------------------------------------------------- */

/* The pointer P of the host, argument I, is a word of the device. */
static bool write_pointer(struct job *j, uint32_t i, uint64_t p)
{
	uint32_t addr;

	if (p >> 32 && register_managed((void *)(uintptr_t)p, &addr))
		p = addr;
	if (p >> 32) {
		device_tell("kernel %s: argument %" PRIu32 " is the address 0x%"
			    PRIx64 " of the host's memory, which the device "
			    "does not have", j->k->name, i + 1, p);
		return false;
	}
	bytes_put_u32(j->block + j->k->args[i].offset, (uint32_t)p);
	return true;
}

static bool write_args(struct job *j, void **args, size_t shared)
{
	for (uint32_t i = 0; i < j->k->count; i++) {
		const struct cl_arg *a = &j->k->args[i];
		uint64_t p;

		if (a->kind == WW_CL_LOCAL) {
			bytes_put_u32(j->block + a->offset, cl_launch_local(
				j->k, (uint32_t)shared, &j->locals));
			continue;
		}
		if (a->kind == WW_CL_VALUE) {
			memcpy(j->block + a->offset, args[i], a->bytes);
			continue;
		}
		memcpy(&p, args[i], sizeof p);
		if (!write_pointer(j, i, p))
			return false;
	}
	return true;
}

/* --- memory ------------------------------------------------------------- */

/* What J needs from BASE on, MOST bytes at most. */
static int plan(struct job *j, uint32_t base, uint64_t most)
{
	struct cl_memory memory = {
		.next = base,
		.end = most < UINT32_MAX - base ? base + (uint32_t)most :
		       UINT32_MAX
	};
	uint32_t args;
	int bad;

	if (!cl_memory_take(&memory, sizeof j->nd))
		return CL_E_RAM;
	args = cl_memory_take(&memory, j->k->arg_bytes);
	if (!args)
		return CL_E_RAM;
	bad = cl_launch_blocks(&device.machine, j->k, &j->range, j->locals,
			       j->code->image.stack_stride, &memory, &j->nd,
			       &j->blocks);
	j->nd.args = args;
	j->bytes = memory.next - base;
	return bad;
}

/* A larger room for launches, as much as J asks for, or less. */
static int take_room(struct job *j)
{
	uint64_t most = device.machine.ram_size;
	int error = WWD_E_FULL;

	if (device.room)
		wwd_free(device.wwd, device.room);
	device.room = device.room_bytes = 0;
	while (error == WWD_E_FULL && !plan(j, WW_CL_ALIGN, most)) {
		error = wwd_alloc(device.wwd, j->bytes, WW_CL_ALIGN,
				  &device.room);
		most = j->bytes / 2;
	}
	if (!error)
		device.room_bytes = j->bytes;
	return error;
}

static bool find_room(struct job *j)
{
	int bad = plan(j, WW_CL_ALIGN, device.machine.ram_size);

	if ((bad || j->bytes > device.room_bytes) && take_room(j)) {
		device_tell("kernel %s: no room in the device's memory for %s; "
			    "a larger mem.ram_size (WARPWRIGHT_CUDA_DEVICE)",
			    j->k->name, j->k->local_bytes + j->locals ?
			    "its shared memory" : "its blocks");
		return false;
	}
	if (plan(j, device.room, device.room_bytes))
		return false;
	if (j->nd.stacks)
		wwd_check_stacks(device.wwd, j->nd.stacks,
				 device.room + j->bytes - j->nd.stacks);
	return true;
}

static int write_room(const struct job *j)
{
	size_t args = j->nd.args - device.room, bytes = args + j->k->arg_bytes;
	uint8_t *words = calloc(bytes + 1, 1);
	int error = WWD_E_MEMORY;

	if (words) {
		cl_launch_words(&j->nd, words);
		memcpy(words + args, j->block, j->k->arg_bytes);
		error = wwd_write(device.wwd, device.room, words, bytes);
	}
	free(words);
	return error;
}

/* Kernels with malloc get their heap (sw/include/cuda/ww_cuda_device.h). */
static int make_heap(struct code *c)
{
	const struct elf_symbol *s = c->heap ? NULL :
		elf_variable(&c->image, "ww_cuda.ww_heap_");
	size_t bytes = info_heap();
	uint8_t words[8];
	int error;

	if (!s)
		return 0;
	error = wwd_alloc(device.wwd, bytes, WW_CL_ALIGN, &c->heap);
	if (error)
		return error;
	bytes_put_u32(words, c->heap);
	bytes_put_u32(words + 4, c->heap + (uint32_t)bytes);
	return memory_write(s->addr, words, sizeof words);
}

bool launch_drop_heap(struct code *c)
{
	const struct elf_symbol *s =
		elf_variable(&c->image, "ww_cuda.ww_heap_");
	uint32_t next;

	if (!c->heap)
		return true;
	if (wwd_read(device.wwd, s->addr, &next, sizeof next) ||
	    next != c->heap)
		return false;
	wwd_free(device.wwd, c->heap);
	c->heap = 0;
	return true;
}

/* Blocks meet in a state of the program, if it has one (cooperative_groups.h):
 * how many have come, and may they wait. */
static int make_grid(const struct job *j, bool may)
{
	const struct elf_symbol *s = j->together ?
		elf_variable(&j->code->image, "ww_cuda.ww_grid_") : NULL;
	uint8_t words[8] = { 0 };

	words[4] = may;
	return s ? memory_write(s->addr, words, sizeof words) : 0;
}

/* --- the end ------------------------------------------------------------ */

/* CUDA's error for a trap. */
static cudaError_t trap_error(const struct wwd_result *r)
{
	if (r->cause == MCAUSE_ILLEGAL)
		return cudaErrorAssert; /* __trap, or an assertion */
	return r->cause >= 4 && r->cause <= 7 ? cudaErrorIllegalAddress :
	       cudaErrorLaunchFailure;
}

/* The launch TICKET of J has ended as R says, or goes on no longer because of
 * ERROR. */
static cudaError_t judge(const struct job *j, uint32_t ticket, int error,
			 const struct wwd_result *r)
{
	char text[TEXT];

	if (!error && r->end == WWD_COMPLETE)
		return cudaSuccess;
	if (error == WWD_E_TIMEOUT) {
		device_tell("kernel %s: stopped after %g s "
			    "(WARPWRIGHT_CUDA_SECONDS)", j->k->name,
			    device_seconds());
		wwd_abort(device.wwd, ticket);
		return device_break(cudaErrorLaunchTimeout);
	}
	if (error) {
		device_tell("kernel %s: %s", j->k->name, wwd_error());
		return device_break(cudaErrorLaunchFailure);
	}
	wwd_explain(device.wwd, r, text, sizeof text);
	device_tell("kernel %s: %s", j->k->name, text);
	return device_break(r->end == WWD_TRAPPED ? trap_error(r) :
			    cudaErrorLaunchFailure);
}

/* --- a launch ----------------------------------------------------------- */

static int start(const struct job *j, uint32_t *ticket)
{
	const struct wwd_launch words = {
		.pc = j->code->entry, .arg = device.room,
		.grid = { j->blocks.blocks, 1, 1 },
		.block = { j->blocks.threads, 1, 1 },
		.smem = j->blocks.smem,
		.flags = WWD_BARRIERS_OF(j->blocks.barriers) |
			 (device.read ? WWD_KEEP : 0)
	};
	int error = make_heap(j->code);

	if (!error)
		error = make_grid(j, true);
	if (!error)
		error = write_room(j);
	if (!error)
		error = memory_to_device();
	return error ? error : wwd_start(device.wwd, &words, ticket);
}

static cudaError_t run(const struct job *j)
{
	double seconds = device_seconds();
	struct wwd_result r = { 0 };
	cudaError_t bad;
	uint32_t ticket;
	int error = start(j, &ticket);

	if (error)
		return device_break(device_refused(error));
	error = wwd_wait(device.wwd, ticket, seconds > 0 ? seconds : -1, &r);
	bad = judge(j, ticket, error, &r);
	fflush(stdout);
	if (bad)
		return bad;
	device.read = true;
	error = make_grid(j, false);
	if (!error)
		error = memory_to_host();
	return error ? device_break(device_refused(error)) : cudaSuccess;
}

static bool is_large(const uint32_t b[3])
{
	for (int i = 0; i < 3; i++)
		if (b[i] > CL_GROUP_MAX)
			return true;
	return b[0] * b[1] > CL_GROUP_MAX ||
	       b[0] * b[1] * b[2] > CL_GROUP_MAX;
}

static bool set_range(struct job *j, dim3 grid, dim3 block)
{
	const uint32_t g[] = { grid.x, grid.y, grid.z };
	const uint32_t b[] = { block.x, block.y, block.z };
	char why[TEXT];

	for (int i = 0; i < 3; i++) {
		if ((uint64_t)g[i] * b[i] > UINT32_MAX) {
			device_tell("kernel %s: more than 2^32 - 1 threads in "
				    "a direction", j->k->name);
			return false;
		}
		j->range.global[i] = g[i] * b[i];
		j->range.local[i] = b[i];
	}
	j->range.dims = j->range.global[2] > 1 ? 3 :
			j->range.global[1] > 1 ? 2 : 1;
	if (is_large(b))
		device_tell("kernel %s: a block of %" PRIu32 " x %" PRIu32
			    " x %" PRIu32 " threads; %d are possible",
			    j->k->name, b[0], b[1], b[2], CL_GROUP_MAX);
	else if (!cl_launch_check(j->k, &j->range, why, sizeof why))
		return true;
	else
		device_tell("kernel %s: %s", j->k->name, why);
	return false;
}

static bool is_bounded(const struct job *j, dim3 block)
{
	const uint32_t n = block.x * block.y * block.z;

	if (n <= (uint32_t)kernel_most(j->k))
		return true;
	device_tell("kernel %s: a block of %" PRIu32 " threads; "
		    "__launch_bounds__ allows %d", j->k->name, n,
		    kernel_most(j->k));
	return false;
}

/* Blocks that wait for each other must be on the cores at once. */
static bool fits(const struct job *j)
{
	if (!j->together ||
	    cl_launch_together(&device.machine, &j->nd, &j->blocks))
		return true;
	device_tell("kernel %s: %" PRIu32 " blocks wait for each other, and "
		    "the device has room for fewer at once", j->k->name,
		    j->nd.all);
	return false;
}

static cudaError_t go(struct job *j, dim3 grid, dim3 block, void **args,
		      size_t shared)
{
	cudaError_t bad = cudaErrorLaunchOutOfResources;

	if (!set_range(j, grid, block))
		return cudaErrorInvalidConfiguration;
	if (!is_bounded(j, block))
		return cudaErrorInvalidValue;
	if (shared > device_shared())
		return cudaErrorInvalidValue;
	j->block = calloc(j->k->arg_bytes + 1, 1);
	if (!j->block)
		return cudaErrorMemoryAllocation;
	if (!write_args(j, args, shared))
		bad = cudaErrorInvalidValue;
	else if (find_room(j))
		bad = fits(j) ? run(j) : cudaErrorCooperativeLaunchTooLarge;
	free(j->block);
	return bad;
}

cudaError_t launch(struct code *c, const struct cl_kernel *k, dim3 grid,
		   dim3 block, void **args, size_t shared)
{
	struct job j = { .code = c, .k = k };

	return go(&j, grid, block, args, shared);
}

cudaError_t launch_together(struct code *c, const struct cl_kernel *k,
			    dim3 grid, dim3 block, void **args, size_t shared)
{
	struct job j = { .code = c, .k = k, .together = true };

	return go(&j, grid, block, args, shared);
}

int launch_held(struct code *c, const struct cl_kernel *k, uint32_t block,
		uint32_t shared)
{
	struct job j = { .code = c, .k = k };
	uint32_t low = 1, high = 2 * device.machine.warps, most;

	/* Shared memory of the launch goes to one argument, or to none. */
	for (uint32_t i = 0; i < k->count; i++)
		if (k->args[i].kind == WW_CL_LOCAL)
			cl_launch_local(k, shared, &j.locals);
	j.range.dims = 1;
	j.range.local[0] = block;
	j.range.local[1] = j.range.local[2] = 1;
	j.range.global[1] = j.range.global[2] = 1;
	while (low < high) {
		most = (low + high + 1) / 2;
		j.range.global[0] = block * most * device.machine.cores;
		if (!plan(&j, WW_CL_ALIGN, device.machine.ram_size) &&
		    cl_launch_together(&device.machine, &j.nd, &j.blocks))
			low = most;
		else
			high = most - 1;
	}
	return (int)low;
}
