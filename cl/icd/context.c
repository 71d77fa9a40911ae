/* context.c - the OpenCL driver: contexts
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cl/icd/icd.h"

void context_drop(void *object)
{
	cl_context c = object;

	free(c->properties);
}

bool context_has(cl_context c, cl_device_id d)
{
	for (cl_uint i = 0; i < c->devices; i++)
		if (c->device[i] == d)
			return true;
	return false;
}

void context_report(cl_context c, const char *text)
{
	if (c->notify)
		c->notify(text, NULL, 0, c->user);
	else
		fprintf(stderr, "warpwright: error: %s\n", text);
}

/* Checks the pairs of P, which ends with 0; *BYTES are all of it. */
static cl_int check_properties(const cl_context_properties *p, size_t *bytes)
{
	size_t n = 0;

	*bytes = 0;
	if (!p)
		return CL_SUCCESS;
	for (; p[n]; n += 2) {
		if (p[n] == CL_CONTEXT_PLATFORM) {
			if (p[n + 1] != (cl_context_properties)&icd_platform)
				return CL_INVALID_PLATFORM;
		} else if (p[n] != CL_CONTEXT_INTEROP_USER_SYNC) {
			return CL_INVALID_PROPERTY;
		}
		for (size_t i = 0; i < n; i += 2)
			if (p[i] == p[n])
				return CL_INVALID_PROPERTY;
	}
	*bytes = (n + 1) * sizeof *p;
	return CL_SUCCESS;
}

static cl_int add_devices(cl_context c, cl_uint n, const cl_device_id *d)
{
	for (cl_uint i = 0; i < n; i++) {
		if (!icd_is(d[i], ICD_DEVICE))
			return CL_INVALID_DEVICE;
		if (!context_has(c, d[i]))
			c->device[c->devices++] = d[i];
	}
	return CL_SUCCESS;
}

static cl_int fill(cl_context c, const cl_context_properties *p, size_t bytes)
{
	if (!bytes)
		return CL_SUCCESS;
	c->properties = malloc(bytes);
	if (!c->properties)
		return CL_OUT_OF_HOST_MEMORY;
	memcpy(c->properties, p, bytes);
	c->property_bytes = bytes;
	return CL_SUCCESS;
}

cl_context context_create(const cl_context_properties *p, cl_uint n,
			  const cl_device_id *d, icd_notify notify, void *user,
			  cl_int *error)
{
	HOLD;
	cl_context c;
	size_t bytes;
	cl_int bad = check_properties(p, &bytes);

	if (bad)
		return icd_fail(error, bad);
	if (!n || !d || (user && !notify))
		return icd_fail(error, CL_INVALID_VALUE);
	c = icd_new(ICD_CONTEXT);
	if (!c)
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	c->notify = notify;
	c->user = user;
	bad = add_devices(c, n, d);
	if (!bad)
		bad = fill(c, p, bytes);
	if (bad)
		icd_release(c);
	icd_fail(error, bad);
	return bad ? NULL : c;
}

cl_context context_create_of_type(const cl_context_properties *p,
				  cl_device_type type, icd_notify notify,
				  void *user, cl_int *error)
{
	HOLD;
	cl_device_id d[ICD_DEVICES];
	cl_uint n = 0;
	cl_int bad = device_ids(NULL, type, ICD_DEVICES, d, &n);

	if (bad)
		return icd_fail(error, bad);
	return context_create(p, n, d, notify, user, error);
}

cl_int context_query(cl_context c, cl_context_info what, QUERY)
{
	HOLD;

	if (!icd_is(c, ICD_CONTEXT))
		return CL_INVALID_CONTEXT;
	switch (what) {
	case CL_CONTEXT_REFERENCE_COUNT: return ANSWER(cl_uint, c->uses);
	case CL_CONTEXT_NUM_DEVICES: return ANSWER(cl_uint, c->devices);
	case CL_CONTEXT_DEVICES:
		return icd_answer(c->device, c->devices * sizeof *c->device,
				  size, value, returned);
	case CL_CONTEXT_PROPERTIES:
		return icd_answer(c->properties, c->property_bytes, size,
				  value, returned);
	default: return CL_INVALID_VALUE;
	}
}
