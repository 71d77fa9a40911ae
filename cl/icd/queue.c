/* queue.c - the OpenCL driver: queues and the order of commands
 * SPDX-License-Identifier: Apache-2.0
 *
 * A command begins in the call that enqueues it, unless it, or one that has to
 * end before it, has not. Transfers end there, too. Kernels are in flight then:
 * they go on while the host waits for something, or asks for the state of an
 * event, so a host with one thread gets the same run each time.
 */
#include <stdlib.h>
#include <string.h>

#include "cl/icd/icd.h"

static cl_command_queue queues;

/* --- commands --------------------------------------------------------- */

struct command *command_new(cl_int (*run)(struct command *))
{
	struct command *c = calloc(1, sizeof *c);

	if (c)
		c->run = run;
	return c;
}

static void command_free(struct command *c)
{
	if (c->drop)
		c->drop(c);
	for (cl_uint i = 0; i < c->waits; i++)
		icd_release(c->wait[i]);
	icd_release(c->mem[0]);
	icd_release(c->mem[1]);
	icd_release(c->event);
	free(c->wait);
	free(c);
}

/* May C begin? *BAD: an event that C waits for has failed. */
static bool may_begin(const struct command *c, bool *bad)
{
	bool ready = true;

	*bad = false;
	for (cl_uint i = 0; i < c->waits; i++) {
		ready &= c->wait[i]->status <= CL_COMPLETE;
		*bad |= c->wait[i]->status < CL_COMPLETE;
	}
	return ready;
}

/* C of Q, which has begun, ends with STATUS. */
static void end_command(cl_command_queue q, struct command *c, cl_int status)
{
	struct command **link = &q->begun;

	while (*link != c)
		link = &(*link)->next;
	*link = c->next;
	if (status < 0 && (!c->event->watched || c->event->given)) {
		q->failed = status;
		c->event->unseen = c->event->given;
	}
	c->event->ended = q->device->time;
	event_set(c->event, status);
	command_free(c);
}

/* Takes the command at LINK from Q and begins it. */
static void begin_command(cl_command_queue q, struct command **link, bool bad)
{
	struct command *c = *link;
	cl_int status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

	*link = c->next;
	if (!*link)
		q->last = link;
	c->next = q->begun;
	q->begun = c;
	c->event->submitted = c->event->begun = q->device->time;
	if (!bad) {
		event_set(c->event, CL_RUNNING);
		status = c->run(c);
	}
	c->in_flight = status == IN_FLIGHT;
	if (c->in_flight)
		icd_wake();
	else
		end_command(q, c, status);
}

/* Begins the first command of Q that can begin; false: there is none. Behind
 * one that waits others begin only if the queue is out of order. */
static bool begin_some(cl_command_queue q)
{
	bool ordered = !(q->properties &
			 CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);

	if (q->device->starting || (ordered && q->begun))
		return false;
	for (struct command **link = &q->first; *link; link = &(*link)->next) {
		bool first = link == &q->first && !q->begun, bad;

		if ((first || !(*link)->after_all) && may_begin(*link, &bad)) {
			begin_command(q, link, bad);
			return true;
		}
		if (ordered || (*link)->before_all)
			return false;
	}
	return false;
}

static void begin_all(void)
{
	cl_command_queue q = queues;

	while (q)
		q = begin_some(q) ? queues : q->next;
}

/* Polls the commands in flight that MATCH, up to the first that ends; false:
 * there are none. */
static bool poll_some(bool (*match)(const struct command *, const void *),
		      const void *with)
{
	bool any = false;

	for (cl_command_queue q = queues; q; q = q->next)
		for (struct command *c = q->begun; c; c = c->next) {
			cl_int status;

			if (!c->in_flight || !match(c, with))
				continue;
			any = true;
			status = c->poll(c);
			if (status == IN_FLIGHT)
				continue;
			end_command(q, c, status);
			return true;
		}
	return any;
}

static bool each(const struct command *c, const void *with)
{
	(void)c, (void)with;
	return true;
}

void queue_settle(bool (*match)(const struct command *c, const void *with),
		  const void *with)
{
	while (poll_some(match, with))
		;
}

bool queue_uses(const struct command *c, const void *d)
{
	return c->event->queue->device == d;
}

void queue_drain(void)
{
	while (poll_some(each, NULL))
		begin_all();
}

void queue_run_all(void)
{
	begin_all();
	while (event_awaited() && poll_some(each, NULL))
		begin_all();
}

void queue_poll(void)
{
	if (poll_some(each, NULL))
		queue_run_all();
}

void queue_step(void)
{
	if (!poll_some(each, NULL)) {
		icd_sleep();
		return;
	}
	queue_run_all();
	icd_pause();
}

static cl_int add_waits(struct command *c, cl_uint waits, const cl_event *wait)
{
	if (!waits)
		return CL_SUCCESS;
	c->wait = malloc(waits * sizeof *wait);
	if (!c->wait)
		return CL_OUT_OF_HOST_MEMORY;
	c->waits = waits;
	for (cl_uint i = 0; i < waits; i++)
		c->wait[i] = icd_retain(wait[i]);
	return CL_SUCCESS;
}

static cl_int prepare(cl_command_queue q, struct command *c,
		      cl_command_type type, cl_uint waits,
		      const cl_event *wait)
{
	cl_int bad = event_check_list(q->context, waits, wait);

	if (!bad)
		bad = add_waits(c, waits, wait);
	if (bad)
		return bad;
	c->event = icd_new(ICD_EVENT);
	if (!c->event)
		return CL_OUT_OF_HOST_MEMORY;
	c->event->type = type;
	c->event->queue = icd_retain(q);
	c->event->context = icd_retain(q->context);
	c->event->status = CL_QUEUED;
	c->event->watched = true;
	c->event->queued = q->device->time;
	return CL_SUCCESS;
}

void queue_seen(cl_event e)
{
	if (e->unseen)
		e->queue->failed = CL_SUCCESS;
	e->unseen = false;
}

/* The error of a command of Q that nobody has seen. */
static cl_int take_failure(cl_command_queue q)
{
	cl_int failed = q->failed;

	q->failed = CL_SUCCESS;
	return failed;
}

cl_int queue_add(cl_command_queue q, struct command *command,
		 cl_command_type type, bool block, WAITS)
{
	cl_event e;
	cl_int bad;

	if (!command)
		return CL_OUT_OF_HOST_MEMORY;
	bad = prepare(q, command, type, waits, wait);
	if (bad) {
		command_free(command);
		return bad;
	}
	e = icd_retain(command->event);
	*q->last = command;
	q->last = &command->next;
	queue_run_all();
	interrupt_begin();
	while (block && e->status > CL_COMPLETE)
		queue_step();
	interrupt_end();
	bad = e->status < CL_COMPLETE ? e->status : CL_SUCCESS;
	if (block && !bad)
		bad = take_failure(q);
	e->watched = e->given = event && !bad;
	if (e->watched)
		*event = e;
	else
		icd_release(e);
	return bad;
}

/* --- calls ------------------------------------------------------------ */

void queue_drop(void *object)
{
	cl_command_queue q = object, *link = &queues;

	while (*link != q)
		link = &(*link)->next;
	*link = q->next;
	icd_release(q->context);
}

cl_command_queue queue_create(cl_context c, cl_device_id d,
			      cl_command_queue_properties p, cl_int *error)
{
	HOLD;
	cl_command_queue q;

	if (!icd_is(c, ICD_CONTEXT))
		return icd_fail(error, CL_INVALID_CONTEXT);
	if (!icd_is(d, ICD_DEVICE) || !context_has(c, d))
		return icd_fail(error, CL_INVALID_DEVICE);
	if (p & ~(cl_command_queue_properties)
	    (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
	     CL_QUEUE_PROFILING_ENABLE))
		return icd_fail(error, CL_INVALID_VALUE);
	q = icd_new(ICD_QUEUE);
	if (!q)
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	q->context = icd_retain(c);
	q->device = d;
	q->properties = p;
	q->last = &q->first;
	q->next = queues;
	queues = q;
	icd_fail(error, CL_SUCCESS);
	return q;
}

cl_int queue_query(cl_command_queue q, cl_command_queue_info what, QUERY)
{
	HOLD;

	if (!icd_is(q, ICD_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	switch (what) {
	case CL_QUEUE_CONTEXT: return ANSWER(cl_context, q->context);
	case CL_QUEUE_DEVICE: return ANSWER(cl_device_id, q->device);
	case CL_QUEUE_REFERENCE_COUNT: return ANSWER(cl_uint, q->uses);
	case CL_QUEUE_PROPERTIES:
		return ANSWER(cl_command_queue_properties, q->properties);
	default: return CL_INVALID_VALUE;
	}
}

cl_int queue_flush(cl_command_queue q)
{
	HOLD;

	return icd_is(q, ICD_QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

cl_int queue_finish(cl_command_queue q)
{
	HOLD;
	cl_int bad;

	if (!icd_is(q, ICD_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	icd_retain(q);
	interrupt_begin();
	while (q->first || q->begun)
		queue_step();
	interrupt_end();
	bad = take_failure(q);
	icd_release(q);
	return bad;
}

static cl_int nothing(struct command *c)
{
	(void)c;
	return CL_SUCCESS;
}

static cl_int add_nothing(cl_command_queue q, cl_command_type type, WAITS)
{
	struct command *c;

	if (!icd_is(q, ICD_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	c = command_new(nothing);
	if (!c)
		return CL_OUT_OF_HOST_MEMORY;
	c->after_all = !waits;
	c->before_all = type == CL_COMMAND_BARRIER;
	return queue_add(q, c, type, false, waits, wait, event);
}

cl_int queue_marker(cl_command_queue q, WAITS)
{
	HOLD;

	return add_nothing(q, CL_COMMAND_MARKER, waits, wait, event);
}

cl_int queue_barrier(cl_command_queue q, WAITS)
{
	HOLD;

	return add_nothing(q, CL_COMMAND_BARRIER, waits, wait, event);
}

cl_int queue_old_marker(cl_command_queue q, cl_event *event)
{
	HOLD;

	if (!event)
		return CL_INVALID_VALUE;
	return add_nothing(q, CL_COMMAND_MARKER, 0, NULL, event);
}

cl_int queue_old_barrier(cl_command_queue q)
{
	HOLD;

	return add_nothing(q, CL_COMMAND_BARRIER, 0, NULL, NULL);
}

cl_int queue_old_wait(cl_command_queue q, cl_uint waits, const cl_event *wait)
{
	HOLD;
	cl_int bad;

	if (!waits || !wait)
		return icd_is(q, ICD_QUEUE) ? CL_INVALID_VALUE :
		       CL_INVALID_COMMAND_QUEUE;
	bad = add_nothing(q, CL_COMMAND_BARRIER, waits, wait, NULL);
	return bad == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : bad;
}
