/* object.c - the OpenCL driver: objects, their uses, the lock, queries
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cl/icd/icd.h"

/* --- the lock --------------------------------------------------------- */

/* Functions of the host that the driver calls may call it again. */
static pthread_mutex_t lock;
static atomic_uint waiting;     /* threads */
static _Thread_local unsigned depth;    /* how often this thread has it */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void make_lock(void)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&lock, &attr);
	pthread_mutexattr_destroy(&attr);
}

struct icd_guard icd_enter(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make_lock);
	atomic_fetch_add(&waiting, 1);
	pthread_mutex_lock(&lock);
	atomic_fetch_sub(&waiting, 1);
	depth++;
	return (struct icd_guard){ 1 };
}

void icd_leave(struct icd_guard *guard)
{
	guard->held = 0;
	depth--;
	pthread_mutex_unlock(&lock);
}

bool icd_inside(void)
{
	return depth;
}

void icd_pause(void)
{
	const struct timespec moment = { 0, 50000 };

	if (!atomic_load(&waiting))
		return;
	pthread_mutex_unlock(&lock);
	nanosleep(&moment, NULL);
	pthread_mutex_lock(&lock);
}

void icd_sleep(void)
{
	pthread_cond_wait(&changed, &lock);
}

void icd_wake(void)
{
	pthread_cond_broadcast(&changed);
}

/* --- objects ---------------------------------------------------------- */

static const struct {
	size_t size;
	void (*drop)(void *object);
} kinds[ICD_KINDS] = {
	[ICD_CONTEXT] = { sizeof(struct _cl_context), context_drop },
	[ICD_QUEUE] = { sizeof(struct _cl_command_queue), queue_drop },
	[ICD_EVENT] = { sizeof(struct _cl_event), event_drop },
	[ICD_MEM] = { sizeof(struct _cl_mem), mem_drop },
	[ICD_SAMPLER] = { sizeof(struct _cl_sampler), sampler_drop },
	[ICD_PROGRAM] = { sizeof(struct _cl_program), program_drop },
	[ICD_KERNEL] = { sizeof(struct _cl_kernel), kernel_drop },
};

/* Dead objects of each kind; the first has been dead for the longest time. At
 * least KEPT stay dead. */
enum { KEPT = 64 };
static struct dead {
	struct icd_object *first, *last;
	size_t count;
} dead[ICD_KINDS];

static void *take_dead(struct dead *d)
{
	struct icd_object *o = d->first;

	if (d->count <= KEPT)
		return NULL;
	d->first = o->next;
	d->count--;
	return o;
}

static void keep_dead(struct dead *d, struct icd_object *o)
{
	if (d->count++)
		d->last->next = o;
	else
		d->first = o;
	d->last = o;
}

void *icd_new(enum icd_kind kind)
{
	struct icd_object *o = take_dead(&dead[kind]);

	if (o)
		memset(o, 0, kinds[kind].size);
	else
		o = calloc(1, kinds[kind].size);
	if (!o)
		return NULL;
	o->dispatch = &icd_table;
	o->kind = kind;
	o->uses = 1;
	return o;
}

bool icd_is(const void *object, enum icd_kind kind)
{
	const struct icd_object *o = object;

	return o && o->kind == kind;
}

void *icd_retain(void *object)
{
	struct icd_object *o = object;

	o->uses++;
	return o;
}

void icd_release(void *object)
{
	struct icd_object *o = object;
	enum icd_kind kind;

	if (!o || --o->uses)
		return;
	kind = o->kind;
	kinds[kind].drop(o);
	memset(o, 0, kinds[kind].size);
	o->dispatch = &icd_table;
	keep_dead(&dead[kind], o);
}

/* Retains or releases an object of the kind. */
static cl_int change_uses(void *object, enum icd_kind kind, cl_int wrong,
			  bool more)
{
	HOLD;

	if (!icd_is(object, kind))
		return wrong;
	if (more)
		icd_retain(object);
	else
		icd_release(object);
	return CL_SUCCESS;
}

/* What programs call; WRONG if it is no object of the kind. */
#define USES(name, type, kind, wrong) \
	cl_int name##_retain(type o) \
	{ \
		return change_uses(o, kind, wrong, true); \
	} \
	cl_int name##_release(type o) \
	{ \
		return change_uses(o, kind, wrong, false); \
	}
USES(context, cl_context, ICD_CONTEXT, CL_INVALID_CONTEXT)
USES(queue, cl_command_queue, ICD_QUEUE, CL_INVALID_COMMAND_QUEUE)
USES(event, cl_event, ICD_EVENT, CL_INVALID_EVENT)
USES(mem, cl_mem, ICD_MEM, CL_INVALID_MEM_OBJECT)
USES(sampler, cl_sampler, ICD_SAMPLER, CL_INVALID_SAMPLER)
USES(program, cl_program, ICD_PROGRAM, CL_INVALID_PROGRAM)
USES(kernel, cl_kernel, ICD_KERNEL, CL_INVALID_KERNEL)

/* --- results ---------------------------------------------------------- */

void *icd_fail(cl_int *error, cl_int code)
{
	if (error)
		*error = code;
	return NULL;
}

cl_int icd_answer(const void *from, size_t bytes, QUERY)
{
	if (value && size < bytes)
		return CL_INVALID_VALUE;
	if (value && bytes)
		memcpy(value, from, bytes);
	if (returned)
		*returned = bytes;
	return CL_SUCCESS;
}
