/* launch.c - the OpenCL driver: kernels run
 * SPDX-License-Identifier: Apache-2.0
 *
 * A launch loads the program into the RAM of the device's model, or into an
 * image for the core, places the buffers that are arguments, and runs the
 * program from its reset on. It has copies of all arguments, since the host may
 * change them once the command is enqueued.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cl/icd/icd.h"
#include "golden/bytes.h"

enum {
	TEXT = 1024,
	/* A kernel that ran did not end well. CL_OUT_OF_RESOURCES would have
	 * hosts such as PyOpenCL free memory and run it again. */
	FAILED = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
};

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
static cl_int ensure_model(cl_device_id d, const struct elf_image *image)
{
	struct machine m = d->machine;

	if (d->lockstep)
		return lockstep_prepare(d->lockstep, image->entry);
	if (d->golden && d->entry == image->entry &&
	    d->stack_bytes == image->stack_bytes &&
	    d->stack_stride == image->stack_stride)
		return CL_SUCCESS;
	golden_free(d->golden);
	d->golden = NULL;
	m.reset_pc = d->entry = image->entry;
	d->stack_bytes = image->stack_bytes;
	d->stack_stride = image->stack_stride;
	if (golden_new(&m, &d->golden))
		return CL_OUT_OF_HOST_MEMORY;
	golden_set_console(d->golden, put_console, NULL);
	golden_stop_divergent(d->golden, true);
	golden_watch_stacks(d->golden, d->stack_bytes, d->stack_stride);
	return CL_SUCCESS;
}

/* Places N bytes of IMAGE, from ADDR on, in LIVE. */
static void load_part(cl_device_id d, const struct elf_image *image,
		      struct elf_image *live, uint32_t addr, uint32_t n)
{
	uint32_t offset = addr - image->ram_base;

	if (d->lockstep)
		memcpy(live->ram + offset, image->ram + offset, n);
	else
		golden_write(d->golden, addr, image->ram + offset, n);
}

/* Loads IMAGE; *LIVE is as IMAGE, but its memory is that of the golden model,
 * or for a core a copy. The caller calls unload. */
static bool load(cl_device_id d, const struct elf_image *image,
		 struct elf_image *live)
{
	size_t bytes = image->part_count * sizeof *image->parts;

	*live = *image;
	live->parts = malloc(bytes + 1);
	live->ram = d->lockstep ? calloc(image->ram_size, 1) :
		    golden_ram(d->golden);
	if (!live->parts || !live->ram)
		return false;
	memcpy(live->parts, image->parts, bytes);
	for (size_t i = 0; i < image->part_count; i++)
		load_part(d, image, live, image->parts[i].addr,
			  image->parts[i].bytes);
	return true;
}

static void unload(cl_device_id d, struct elf_image *live)
{
	if (d->lockstep)
		free(live->ram);
	free(live->parts);
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

/* How a run ended, which the model G has made, or followed. */
static cl_int judge(const struct launch *l, cl_context c,
		    const struct golden *g, enum golden_status status,
		    uint32_t exit_code)
{
	char text[TEXT];

	if (status == GOLDEN_PASS && !exit_code)
		return CL_SUCCESS;
	report_run(g, &l->build->image, l->of->name, status, text,
		   sizeof text);
	context_report(c, text);
	return FAILED;
}

/* There is no room for a launch. */
static cl_int refuse(const struct cl_kernel *k, cl_context c, const char *what)
{
	char text[TEXT];

	snprintf(text, sizeof text, "kernel %s: no room for %s in the RAM of "
		 "the device; a larger mem.ram_size (WARPWRIGHT_CL_DEVICES)",
		 k->name, what);
	context_report(c, text);
	return CL_OUT_OF_RESOURCES;
}

static cl_int run_golden(cl_device_id d, const struct launch *l, cl_context c,
			 const volatile sig_atomic_t *flag)
{
	enum golden_status status;
	uint64_t most = 0;

	golden_reset(d->golden);
	golden_stop_when(d->golden, flag);
	status = golden_run(d->golden, 0, device_seconds(), NULL);
	fflush(stdout);
	for (uint32_t i = 0; i < d->machine.cores; i++) {
		uint64_t n = golden_stats(golden_core(d->golden, i))
				     ->instructions;

		most = n > most ? n : most;
	}
	d->time += most;
	return judge(l, c, d->golden, status, golden_exit_code(d->golden));
}

static cl_int run_core(cl_device_id d, const struct launch *l, cl_context c,
		       struct cl_memory *memory)
{
	const struct elf_image *image = memory->image;
	struct lockstep_end end;
	cl_int bad = lockstep_run(d->lockstep, image, device_seconds(), &end);

	if (!bad) {
		d->time += end.cycles;
		bad = judge(l, c, end.golden, end.status, end.exit_code);
	}
	if (!bad)
		memcpy(cl_memory_at(memory, memory->heap),
		       end.ram + (memory->heap - image->ram_base),
		       memory->next - memory->heap);
	lockstep_end(d->lockstep);
	return bad;
}

static cl_int prepare(cl_device_id d, struct launch *l, cl_context c,
		      struct cl_memory *memory)
{
	struct ww_cl_launch nd;
	uint32_t locals = 0;
	cl_int bad = place_all(l, memory, &locals);

	if (bad) {
		refuse(l->of, c, "its buffers");
		return bad;
	}
	if (cl_launch_plan(&d->machine, l->of, &l->range, locals, memory, &nd))
		return refuse(l->of, c, l->of->local_bytes + locals ?
			      "its local memory" : "its groups");
	if (cl_launch_write(memory, l->of, l->block, &nd))
		return refuse(l->of, c, "its arguments");
	return CL_SUCCESS;
}

static cl_int run_loaded(cl_device_id d, struct launch *l, cl_context c,
			 struct elf_image *live,
			 const volatile sig_atomic_t *flag)
{
	struct cl_memory memory;
	cl_int bad;

	if (cl_memory_open(live, &d->machine, &memory))
		return CL_OUT_OF_RESOURCES;
	bad = prepare(d, l, c, &memory);
	if (!bad && d->lockstep)
		bad = run_core(d, l, c, &memory);
	else if (!bad)
		bad = run_golden(d, l, c, flag);
	end_places(l, &memory, !bad);
	return bad;
}

static cl_int run_until(struct command *command,
			const volatile sig_atomic_t *flag)
{
	struct launch *l = command->launch;
	cl_device_id d = command->event->queue->device;
	struct elf_image live;
	cl_int bad;

	if (d->lockstep)
		lockstep_stop_when(d->lockstep, flag);
	bad = ensure_model(d, &l->build->image);
	if (bad)
		return bad;
	bad = load(d, &l->build->image, &live) ?
	      run_loaded(d, l, command->event->context, &live, flag) :
	      CL_OUT_OF_HOST_MEMORY;
	unload(d, &live);
	return bad;
}

static cl_int run(struct command *command)
{
	cl_int bad = run_until(command, interrupt_begin());

	interrupt_end();
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
	/* More than CL_DEVICE_LOCAL_MEM_SIZE lies in RAM. */
	uint64_t local = k->any->local_bytes;
	uint64_t most = q->device->machine.ram_size;

	for (uint32_t i = 0; i < k->any->count; i++) {
		const struct icd_value *v = &k->values[i];

		if (!v->set || (v->mem && !icd_is(v->mem, ICD_MEM)))
			return CL_INVALID_KERNEL_ARGS;
		if (v->mem && v->mem->context != q->context)
			return CL_INVALID_CONTEXT;
		local += v->size < most ? v->size : most;
	}
	return local > most ?
		refuse(k->any, q->context, "its local memory") : CL_SUCCESS;
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
