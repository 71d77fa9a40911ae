/* kernel_run.c - the OpenCL driver: kernels run
 * SPDX-License-Identifier: Apache-2.0
 *
 * A launch is one of the device's, of blocks. Its memory has the words of the
 * launch (sw/cl/cl.h), then the arguments, then what the plan asks for. It has
 * copies of all arguments, since the host may change them once the command is
 * enqueued.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
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
	cl_device_id d;
	/* in flight: */
	uint32_t addr;                  /* of its memory on the device */
	uint32_t ticket;
	uint64_t loads;                 /* of the device, when it began */
	double left;                    /* seconds to run; < 0: any */
};

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

/* --- arguments -------------------------------------------------------- */

/* Buffer M, no part, is to be used on D. Does launch C use it in a way that
 * must end first: on another device, or in memory of the host, of which each
 * launch has a copy? */
struct use { cl_mem m; cl_device_id d; };

static cl_mem root(cl_mem m)
{
	return m->parent ? m->parent : m;
}

static bool in_way(const struct command *c, const void *with)
{
	const struct use *use = with;
	const struct launch *l = c->launch;

	if (!l || (l->d == use->d && !use->m->host))
		return false;
	for (uint32_t i = 0; i < l->of->count; i++)
		if (l->mem[i] && root(l->mem[i]) == use->m)
			return true;
	return false;
}

static cl_int place(const struct launch *l, cl_mem m, uint32_t *addr)
{
	const struct use use = { root(m), l->d };

	queue_settle(in_way, &use);
	return place_on(m, l->d, addr);
}

static cl_int place_all(const struct launch *l, cl_context c, uint32_t *locals)
{
	for (uint32_t i = 0; i < l->of->count; i++) {
		const struct cl_arg *arg = &l->of->args[i];
		uint32_t word = 0;
		cl_int bad;

		if (arg->kind == WW_CL_VALUE || arg->kind == WW_CL_SAMPLER)
			continue;
		if (arg->kind == WW_CL_LOCAL)
			word = cl_launch_local(l->of, l->local[i], locals);
		bad = l->mem[i] ? place(l, l->mem[i], &word) : CL_SUCCESS;
		if (l->mem[i] && !bad)
			wwd_check_name(l->d->wwd, word, arg->name,
				       l->mem[i]->flags & CL_MEM_READ_ONLY);
		if (bad == CL_MEM_OBJECT_ALLOCATION_FAILURE)
			refuse(l->of, c, "its buffers");
		if (bad)
			return bad;
		bytes_put_u32(l->block + arg->offset, word);
	}
	return CL_SUCCESS;
}

/* What the kernel may have changed; GOOD: it has ended well. */
static cl_int note_changes(const struct launch *l, bool good)
{
	cl_int bad = CL_SUCCESS;

	for (uint32_t i = 0; i < l->of->count; i++) {
		cl_mem m = l->mem[i];
		cl_int wrong = m && !(m->flags & CL_MEM_READ_ONLY) ?
			       place_changed(m, l->d, good) : CL_SUCCESS;

		bad = bad ? bad : wrong;
	}
	return bad;
}

/* The buffers of L stay in their places. */
static void hold(const struct launch *l)
{
	for (uint32_t i = 0; i < l->of->count; i++)
		if (l->mem[i])
			place_hold(l->mem[i]);
}

static void let_go(const struct launch *l)
{
	for (uint32_t i = 0; i < l->of->count; i++)
		if (l->mem[i])
			place_free(l->mem[i]);
}

bool launch_uses(const struct command *c, const void *build)
{
	return c->launch && c->launch->build == build;
}

bool launch_is_of(const struct command *c, const void *program)
{
	return c->launch && c->launch->kernel->program == program;
}

/* --- memory of a launch ----------------------------------------------- */

/* Takes memory for L, as much as it asks for, or less if there is less. */
static cl_int take_memory(struct launch *l, cl_context c, uint32_t locals,
			  struct launch_plan *p)
{
	uint64_t most = l->d->machine.ram_size;
	int bad, error = 0;

	do {
		bad = launch_plan(l->d, l->build, l->of, &l->range, locals,
				  WW_CL_ALIGN, most, p);
		if (!bad)
			error = place_take(l->d, p->bytes, &l->addr);
		most = p->bytes / 2;
	} while (!bad && error == WWD_E_FULL);
	if (bad)
		return refuse(l->of, c, l->of->local_bytes + locals ?
			      "its local memory" : "its groups");
	if (error)
		return device_failed(l->d, c, error);
	/* The same with addresses. */
	launch_plan(l->d, l->build, l->of, &l->range, locals, l->addr,
		    p->bytes, p);
	if (p->nd.stacks)
		wwd_check_stacks(l->d->wwd, p->nd.stacks,
				 l->addr + p->bytes - p->nd.stacks);
	return CL_SUCCESS;
}

static cl_int write_words(const struct launch *l, cl_context c,
			  const struct launch_plan *p)
{
	size_t args = p->nd.args - l->addr, bytes = args + l->of->arg_bytes;
	uint8_t *words = calloc(bytes + 1, 1);
	int error;

	if (!words)
		return CL_OUT_OF_HOST_MEMORY;
	cl_launch_words(&p->nd, words);
	memcpy(words + args, l->block, l->of->arg_bytes);
	error = wwd_write(l->d->wwd, l->addr, words, bytes);
	free(words);
	return device_failed(l->d, c, error);
}

/* --- the begin -------------------------------------------------------- */

static cl_int start(struct launch *l, cl_event e, const struct launch_plan *p)
{
	const struct wwd_launch words = {
		.pc = l->build->entry, .arg = l->addr,
		.grid = { p->blocks.blocks, 1, 1 },
		.block = { p->blocks.threads, 1, 1 },
		.smem = p->blocks.smem,
		.flags = WWD_BARRIERS_OF(p->blocks.barriers) |
			 (l->d->loads == l->d->loads_read ? WWD_KEEP : 0)
	};
	double seconds = device_seconds();
	int error = wwd_start(l->d->wwd, &words, &l->ticket);

	if (error)
		return device_failed(l->d, e->context, error);
	l->loads = l->d->loads;
	l->left = seconds > 0 ? seconds : -1;
	l->d->flights++;
	l->build->flights++;
	device_used(l->d);
	device_clock(l->d);
	e->begun = l->d->time;
	return IN_FLIGHT;
}

/* Begins L, all of whose buffers are in place. */
static cl_int start_placed(struct launch *l, cl_event e, uint32_t locals)
{
	struct launch_plan plan;
	cl_int bad = take_memory(l, e->context, locals, &plan);

	if (bad)
		return bad;
	bad = write_words(l, e->context, &plan);
	if (!bad)
		bad = start(l, e, &plan);
	if (bad != IN_FLIGHT)
		wwd_free(l->d->wwd, l->addr);
	return bad;
}

/* Loads the program, places the buffers, begins. */
static cl_int start_open(struct launch *l, cl_event e)
{
	uint32_t locals = 0;
	cl_int bad = CL_SUCCESS;
	int error = resident_place(l->build);

	if (error == WWD_E_OVERLAP)
		return refuse(l->of, e->context, "its program");
	bad = device_failed(l->d, e->context, error);
	if (!bad && l->kernel->program->source)
		wwd_profile_source(l->build->loaded, "program.cl",
				   l->kernel->program->source);
	if (!bad)
		bad = place_all(l, e->context, &locals);
	return bad ? bad : start_placed(l, e, locals);
}

static cl_int run(struct command *command)
{
	struct launch *l = command->launch;
	cl_int bad = device_open(l->d);

	if (bad)
		return bad;
	hold(l);
	/* What is awaited meanwhile may have functions of the host called. */
	l->d->starting = true;
	bad = start_open(l, command->event);
	l->d->starting = false;
	if (bad != IN_FLIGHT)
		let_go(l);
	return bad;
}

/* --- the end ---------------------------------------------------------- */

/* Why L is still in flight after ERROR of wwd_wait. */
static void tell_cut(const struct launch *l, cl_context c, int error)
{
	char text[TEXT];

	if (error == WWD_E_DEADLOCK)
		snprintf(text, sizeof text, "kernel %s: %s", l->of->name,
			 wwd_error());
	else if (interrupt_seen())
		snprintf(text, sizeof text, "kernel %s: stopped by SIGINT",
			 l->of->name);
	else
		snprintf(text, sizeof text, "kernel %s: stopped after %g s "
			 "(WARPWRIGHT_CL_SECONDS)", l->of->name,
			 device_seconds());
	context_report(c, text);
}

/* The device has failed with ERROR while it ran L. */
static void tell_failure(const struct launch *l, cl_context c, int error)
{
	char text[TEXT];

	if (error == WWD_E_MISMATCH) {
		fprintf(stderr, "%s\n", wwd_error());
		snprintf(text, sizeof text, "kernel %s: the core is not what "
			 "the golden model is; the report is on stderr",
			 l->of->name);
	} else {
		snprintf(text, sizeof text, "kernel %s: %s", l->of->name,
			 wwd_error());
	}
	context_report(c, text);
	device_reset(l->d);
}

/* Cuts L, which is in flight. */
static void cut(const struct launch *l)
{
	if (wwd_abort(l->d->wwd, l->ticket) ||
	    wwd_wait(l->d->wwd, l->ticket, -1, NULL))
		device_reset(l->d);
}

/* L has ended as R says, or goes on no longer because of ERROR. */
static cl_int judge(const struct launch *l, cl_context c, int error,
		    const struct wwd_result *r)
{
	char text[TEXT];

	if (error == WWD_E_TIMEOUT || error == WWD_E_DEADLOCK) {
		tell_cut(l, c, error);
		cut(l);
		return FAILED;
	}
	if (error) {
		tell_failure(l, c, error);
		return FAILED;
	}
	if (r->end == WWD_COMPLETE)
		return CL_SUCCESS;
	report_end(&l->d->machine, &l->build->image, l->of->name, r, text,
		   sizeof text);
	context_report(c, text);
	return FAILED;
}

/* L is over, with BAD. */
static cl_int end(struct launch *l, cl_int bad)
{
	cl_int wrong = note_changes(l, !bad);

	/* Its cores have read all programs that were loaded then. */
	if (!bad && l->d->loads_read < l->loads)
		l->d->loads_read = l->loads;
	l->d->flights--;
	l->build->flights--;
	wwd_free(l->d->wwd, l->addr);
	let_go(l);
	/* A kernel that was cut may have left anything in the program. */
	l->build->stale |= bad != CL_SUCCESS;
	return bad ? bad : wrong;
}

static cl_int poll(struct command *command)
{
	struct launch *l = command->launch;
	cl_event e = command->event;
	struct wwd_result r = { 0 };
	double begun = clock_now();
	cl_int bad;
	int error;

	interrupt_begin();
	error = wwd_wait(l->d->wwd, l->ticket, 0, &r);
	fflush(stdout);
	if (l->left > 0)
		l->left -= clock_now() - begun;
	if (error == WWD_E_TIMEOUT && !interrupt_seen() &&
	    (l->left > 0 || l->left == -1)) {
		interrupt_end();
		return IN_FLIGHT;
	}
	bad = judge(l, e->context, error, &r);
	interrupt_end();
	device_clock(l->d);
	if (r.cycles)
		e->begun = l->d->time - r.cycles;
	return end(l, bad);
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
		if (v->bytes)
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
	c->poll = poll;
	l->d = q->device;
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
