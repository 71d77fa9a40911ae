/* launch.c - the OpenCL driver: kernels run
 * SPDX-License-Identifier: Apache-2.0
 *
 * A launch loads the program into the RAM of the device's model, places the
 * buffers that are arguments, and runs the program from its reset on. It has
 * copies of all arguments, since the host may change them once the command is
 * enqueued.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cl/icd/icd.h"
#include "golden/bytes.h"

enum { TEXT = 1024 };

struct launch {
	cl_kernel kernel;
	const struct cl_kernel *of;
	struct build *build;
	struct cl_range range;
	uint8_t *block;                 /* with the values */
	cl_mem *mem;                    /* of each argument, or NULL */
	uint32_t *local;                /* bytes of each argument */
};

/* --- the model -------------------------------------------------------- */

static void put_console(void *context, uint8_t byte)
{
	(void)context;
	putchar(byte);
}

/* D has a model whose cores begin where IMAGE does. */
static bool ensure_model(cl_device_id d, const struct elf_image *image)
{
	struct machine m = d->machine;

	if (d->golden && d->entry == image->entry &&
	    d->stack_bytes == image->stack_bytes &&
	    d->stack_stride == image->stack_stride)
		return true;
	golden_free(d->golden);
	d->golden = NULL;
	m.reset_pc = d->entry = image->entry;
	d->stack_bytes = image->stack_bytes;
	d->stack_stride = image->stack_stride;
	if (golden_new(&m, &d->golden))
		return false;
	golden_set_console(d->golden, put_console, NULL);
	golden_stop_divergent(d->golden, true);
	golden_watch_stacks(d->golden, d->stack_bytes, d->stack_stride);
	return true;
}

/* Loads IMAGE; *LIVE is as IMAGE, but its memory is that of the model. The
 * caller frees LIVE->parts. */
static bool load(cl_device_id d, const struct elf_image *image,
		 struct elf_image *live)
{
	size_t bytes = image->part_count * sizeof *image->parts;

	*live = *image;
	live->parts = malloc(bytes + 1);
	if (!live->parts)
		return false;
	memcpy(live->parts, image->parts, bytes);
	live->ram = golden_ram(d->golden);
	for (size_t i = 0; i < image->part_count; i++)
		golden_write(d->golden, image->parts[i].addr,
			     image->ram + (image->parts[i].addr -
					   image->ram_base),
			     image->parts[i].bytes);
	return true;
}

/* --- arguments -------------------------------------------------------- */

static cl_mem root(cl_mem m)
{
	return m->parent ? m->parent : m;
}

/* Copies the buffer of which M is, or is part, into MEMORY, once. */
static bool place(struct cl_memory *memory, cl_mem m)
{
	m = root(m);
	if (m->addr)
		return true;
	m->addr = cl_memory_take(memory, m->size);
	if (m->addr)
		memcpy(cl_memory_at(memory, m->addr), m->data, m->size);
	return m->addr;
}

static cl_int place_all(struct launch *l, struct cl_memory *memory,
			uint32_t *locals)
{
	for (uint32_t i = 0; i < l->of->count; i++) {
		const struct cl_arg *arg = &l->of->args[i];
		uint32_t word = 0;

		if (arg->kind == WW_CL_VALUE)
			continue;
		if (arg->kind == WW_CL_LOCAL)
			word = cl_launch_local(l->of, l->local[i], locals);
		else if (l->mem[i] && !place(memory, l->mem[i]))
			return CL_MEM_OBJECT_ALLOCATION_FAILURE;
		else if (l->mem[i])
			word = root(l->mem[i])->addr +
			       (uint32_t)l->mem[i]->origin;
		bytes_put_u32(l->block + arg->offset, word);
	}
	return CL_SUCCESS;
}

/* Copies back, if KEEP, what the kernel may have changed. */
static void end_places(struct launch *l, const struct cl_memory *memory,
		       bool keep)
{
	for (uint32_t i = 0; i < l->of->count; i++) {
		cl_mem m = l->mem[i] ? root(l->mem[i]) : NULL;

		if (!m || !m->addr)
			continue;
		if (keep && !(m->flags & CL_MEM_READ_ONLY))
			memcpy(m->data, cl_memory_at(memory, m->addr),
			       m->size);
		m->addr = 0;
	}
}

/* --- the run ---------------------------------------------------------- */

static cl_int run_model(cl_device_id d, const struct launch *l, cl_context c)
{
	enum golden_status status;
	char text[TEXT];
	uint64_t most = 0;

	golden_reset(d->golden);
	status = golden_run(d->golden, 0, device_seconds(), NULL);
	fflush(stdout);
	for (uint32_t i = 0; i < d->machine.cores; i++) {
		uint64_t n = golden_stats(golden_core(d->golden, i))
				     ->instructions;

		most = n > most ? n : most;
	}
	d->time += most;
	if (status == GOLDEN_PASS && !golden_exit_code(d->golden))
		return CL_SUCCESS;
	report_run(d, &l->build->image, l->of->name, status, text,
		   sizeof text);
	context_report(c, text);
	return CL_OUT_OF_RESOURCES;
}

static cl_int prepare(cl_device_id d, struct launch *l,
		      struct cl_memory *memory)
{
	struct ww_cl_launch nd;
	uint32_t locals = 0;
	cl_int bad = place_all(l, memory, &locals);

	if (bad)
		return bad;
	if (cl_launch_plan(&d->machine, l->of, &l->range, locals, memory,
			   &nd) ||
	    cl_launch_write(memory, l->of, l->block, &nd))
		return CL_OUT_OF_RESOURCES;
	return CL_SUCCESS;
}

static cl_int run(struct command *command)
{
	struct launch *l = command->launch;
	cl_device_id d = command->event->queue->device;
	struct elf_image live;
	struct cl_memory memory;
	cl_int bad = CL_OUT_OF_RESOURCES;

	if (!ensure_model(d, &l->build->image) ||
	    !load(d, &l->build->image, &live))
		return CL_OUT_OF_HOST_MEMORY;
	if (!cl_memory_open(&live, &d->machine, &memory)) {
		bad = prepare(d, l, &memory);
		if (!bad)
			bad = run_model(d, l, command->event->context);
		end_places(l, &memory, !bad);
	}
	free(live.parts);
	return bad;
}

/* --- commands --------------------------------------------------------- */

static void drop(struct command *command)
{
	struct launch *l = command->launch;

	for (uint32_t i = 0; l->mem && i < l->of->count; i++)
		icd_release(l->mem[i]);
	icd_release(l->kernel);
	free(l->block);
	free(l->mem);
	free(l->local);
	free(l);
}

static cl_int check_args(cl_kernel k, cl_command_queue q)
{
	uint64_t local = k->any->local_bytes;

	for (uint32_t i = 0; i < k->any->count; i++) {
		const struct icd_value *v = &k->values[i];

		if (!v->set || (v->mem && !icd_is(v->mem, ICD_MEM)))
			return CL_INVALID_KERNEL_ARGS;
		if (v->mem && v->mem->context != q->context)
			return CL_INVALID_CONTEXT;
		local += v->size;
	}
	return local > device_local(q->device) ? CL_OUT_OF_RESOURCES :
	       CL_SUCCESS;
}

static bool copy_args(struct launch *l, cl_kernel k)
{
	l->block = calloc(l->of->arg_bytes + 1, 1);
	l->mem = calloc(l->of->count + 1, sizeof(cl_mem));
	l->local = calloc(l->of->count + 1, sizeof *l->local);
	if (!l->block || !l->mem || !l->local)
		return false;
	for (uint32_t i = 0; i < l->of->count; i++) {
		const struct icd_value *v = &k->values[i];

		l->local[i] = (uint32_t)v->size;
		if (v->mem)
			l->mem[i] = icd_retain(v->mem);
		if (l->of->args[i].kind == WW_CL_VALUE)
			memcpy(l->block + l->of->args[i].offset, v->bytes,
			       l->of->args[i].bytes);
	}
	return true;
}

static cl_int add(cl_command_queue q, cl_kernel k,
		  const struct cl_range *range, cl_command_type type, WAITS)
{
	struct command *c = command_new(run);
	struct launch *l = calloc(1, sizeof *l);

	if (!c || !l) {
		free(c);
		free(l);
		return CL_OUT_OF_HOST_MEMORY;
	}
	l->kernel = icd_retain(k);
	l->of = kernel_for(k, q->device);
	l->build = program_build(k->program, q->device);
	l->range = *range;
	c->launch = l;
	c->drop = drop;
	if (copy_args(l, k))
		return queue_add(q, c, type, false, waits, wait, event);
	drop(c);
	free(c);
	return CL_OUT_OF_HOST_MEMORY;
}

/* --- sizes ------------------------------------------------------------ */

static cl_int read_global(struct cl_range *r, cl_uint dims,
			  const size_t *offset, const size_t *global)
{
	if (dims < 1 || dims > 3)
		return CL_INVALID_WORK_DIMENSION;
	*r = (struct cl_range){ dims, { 1, 1, 1 }, { 1, 1, 1 }, { 0, 0, 0 } };
	for (cl_uint d = 0; d < dims; d++) {
		if (!global || !global[d] || global[d] > UINT32_MAX)
			return CL_INVALID_GLOBAL_WORK_SIZE;
		r->global[d] = (uint32_t)global[d];
		if (!offset)
			continue;
		if (offset[d] > UINT32_MAX - global[d])
			return CL_INVALID_GLOBAL_OFFSET;
		r->offset[d] = (uint32_t)offset[d];
	}
	return CL_SUCCESS;
}

static cl_int read_local(struct cl_range *r, const struct cl_kernel *of,
			 cl_device_id d, const size_t *local)
{
	char why[TEXT];

	if (!local && of->required[0])
		return CL_INVALID_WORK_GROUP_SIZE;
	if (!local)
		cl_launch_choose_local(&d->machine, of, r);
	for (cl_uint i = 0; local && i < r->dims; i++) {
		if (local[i] > CL_GROUP_MAX)
			return CL_INVALID_WORK_ITEM_SIZE;
		r->local[i] = (uint32_t)local[i];
	}
	return cl_launch_check(of, r, why, sizeof why) ?
	       CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}

static cl_int enqueue(cl_command_queue q, cl_kernel k, cl_uint dims,
		      const size_t *offset, const size_t *global,
		      const size_t *local, cl_command_type type, WAITS)
{
	const struct cl_kernel *of;
	struct cl_range range;
	cl_int bad;

	if (!icd_is(q, ICD_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!icd_is(k, ICD_KERNEL))
		return CL_INVALID_KERNEL;
	if (k->program->context != q->context)
		return CL_INVALID_CONTEXT;
	of = kernel_for(k, q->device);
	if (!of || of->count != k->any->count)
		return CL_INVALID_PROGRAM_EXECUTABLE;
	bad = read_global(&range, dims, offset, global);
	if (!bad)
		bad = read_local(&range, of, q->device, local);
	if (!bad)
		bad = check_args(k, q);
	return bad ? bad : add(q, k, &range, type, waits, wait, event);
}

cl_int launch_kernel(cl_command_queue q, cl_kernel k, cl_uint dims,
		     const size_t *offset, const size_t *global,
		     const size_t *local, WAITS)
{
	HOLD;

	return enqueue(q, k, dims, offset, global, local,
		       CL_COMMAND_NDRANGE_KERNEL, waits, wait, event);
}

cl_int launch_task(cl_command_queue q, cl_kernel k, WAITS)
{
	HOLD;
	size_t one = 1;

	return enqueue(q, k, 1, NULL, &one, &one, CL_COMMAND_TASK, waits,
		       wait, event);
}
