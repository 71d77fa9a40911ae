/* event.c - the OpenCL driver: events and what waits for them
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "cl/icd/icd.h"

/* Functions of the host that wait for events. */
static size_t awaited;

bool event_awaited(void)
{
	return awaited;
}

void event_drop(void *object)
{
	cl_event e = object;

	while (e->callbacks) {
		struct icd_callback *next = e->callbacks->next;

		awaited--;
		free(e->callbacks);
		e->callbacks = next;
	}
	icd_release(e->queue);
	icd_release(e->context);
}

cl_int event_check_list(cl_context c, cl_uint waits, const cl_event *wait)
{
	if (!waits != !wait)
		return CL_INVALID_EVENT_WAIT_LIST;
	for (cl_uint i = 0; i < waits; i++)
		if (!icd_is(wait[i], ICD_EVENT))
			return CL_INVALID_EVENT_WAIT_LIST;
	for (cl_uint i = 0; i < waits; i++)
		if (wait[i]->context != c)
			return CL_INVALID_CONTEXT;
	return CL_SUCCESS;
}

/* Takes from the callbacks of E one whose status has come. */
static struct icd_callback *take_callback(cl_event e)
{
	struct icd_callback **link = &e->callbacks, *found;

	while (*link && (*link)->at < e->status)
		link = &(*link)->next;
	found = *link;
	if (found)
		*link = found->next;
	return found;
}

static void call_all(cl_event e)
{
	struct icd_callback *c;

	icd_retain(e);
	while ((c = take_callback(e))) {
		awaited--;
		queue_seen(e);
		c->call(e, e->status < 0 ? e->status : c->at, c->user);
		free(c);
	}
	icd_release(e);
}

void event_set(cl_event e, cl_int status)
{
	e->status = status;
	call_all(e);
	if (status <= CL_COMPLETE)
		icd_wake();
}

/* --- calls ------------------------------------------------------------ */

cl_int event_wait(cl_uint n, const cl_event *e)
{
	HOLD;
	cl_int bad = CL_SUCCESS;

	if (!n || !e)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < n; i++)
		if (!icd_is(e[i], ICD_EVENT))
			return CL_INVALID_EVENT;
	for (cl_uint i = 0; i < n; i++)
		if (e[i]->context != e[0]->context)
			return CL_INVALID_CONTEXT;
	interrupt_begin();
	for (cl_uint i = 0; i < n; i++) {
		cl_event one = icd_retain(e[i]);

		while (one->status > CL_COMPLETE)
			queue_step();
		if (one->status < CL_COMPLETE)
			bad = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
		queue_seen(one);
		icd_release(one);
	}
	interrupt_end();
	return bad;
}

cl_event event_create(cl_context c, cl_int *error)
{
	HOLD;
	cl_event e;

	if (!icd_is(c, ICD_CONTEXT))
		return icd_fail(error, CL_INVALID_CONTEXT);
	e = icd_new(ICD_EVENT);
	if (!e)
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	e->context = icd_retain(c);
	e->type = CL_COMMAND_USER;
	e->status = CL_SUBMITTED;
	icd_fail(error, CL_SUCCESS);
	return e;
}

cl_int event_set_user(cl_event e, cl_int status)
{
	HOLD;

	if (!icd_is(e, ICD_EVENT) || e->queue)
		return CL_INVALID_EVENT;
	if (status > CL_COMPLETE)
		return CL_INVALID_VALUE;
	if (e->status <= CL_COMPLETE)
		return CL_INVALID_OPERATION;
	event_set(e, status);
	queue_run_all();
	return CL_SUCCESS;
}

cl_int event_call(cl_event e, cl_int at,
		  void(CL_CALLBACK *call)(cl_event, cl_int, void *),
		  void *user)
{
	HOLD;
	struct icd_callback *c;

	if (!icd_is(e, ICD_EVENT))
		return CL_INVALID_EVENT;
	if (!call || at < CL_COMPLETE || at > CL_SUBMITTED)
		return CL_INVALID_VALUE;
	c = malloc(sizeof *c);
	if (!c)
		return CL_OUT_OF_HOST_MEMORY;
	*c = (struct icd_callback){ e->callbacks, call, at, user };
	e->callbacks = c;
	awaited++;
	call_all(e);
	queue_run_all();
	return CL_SUCCESS;
}
