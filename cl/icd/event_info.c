/* event_info.c - the OpenCL driver: what an event says; times
 * SPDX-License-Identifier: Apache-2.0
 *
 * Times are the cycles of the device, one of them a nanosecond. The golden
 * model counts a cycle for each instruction of a warp; transfers take none.
 */
#include "cl/icd/icd.h"

cl_int event_query(cl_event e, cl_event_info what, QUERY)
{
	HOLD;

	if (!icd_is(e, ICD_EVENT))
		return CL_INVALID_EVENT;
	switch (what) {
	case CL_EVENT_COMMAND_QUEUE:
		return ANSWER(cl_command_queue, e->queue);
	case CL_EVENT_CONTEXT: return ANSWER(cl_context, e->context);
	case CL_EVENT_COMMAND_TYPE: return ANSWER(cl_command_type, e->type);
	case CL_EVENT_COMMAND_EXECUTION_STATUS:
		queue_poll();
		queue_seen(e);
		return ANSWER(cl_int, e->status);
	case CL_EVENT_REFERENCE_COUNT: return ANSWER(cl_uint, e->uses);
	default: return CL_INVALID_VALUE;
	}
}

cl_int event_profile(cl_event e, cl_profiling_info what, QUERY)
{
	HOLD;

	if (!icd_is(e, ICD_EVENT))
		return CL_INVALID_EVENT;
	if (!e->queue || e->status != CL_COMPLETE ||
	    !(e->queue->properties & CL_QUEUE_PROFILING_ENABLE))
		return CL_PROFILING_INFO_NOT_AVAILABLE;
	switch (what) {
	case CL_PROFILING_COMMAND_QUEUED: return ANSWER(cl_ulong, e->queued);
	case CL_PROFILING_COMMAND_SUBMIT:
		return ANSWER(cl_ulong, e->submitted);
	case CL_PROFILING_COMMAND_START: return ANSWER(cl_ulong, e->begun);
	case CL_PROFILING_COMMAND_END: return ANSWER(cl_ulong, e->ended);
	default: return CL_INVALID_VALUE;
	}
}
