/* platform.c - the OpenCL driver: the platform
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "cl/icd/icd.h"
#include "config.h"

__attribute__((visibility("default")))
cl_int clIcdGetPlatformIDsKHR(cl_uint n, cl_platform_id *p, cl_uint *count);

static void *function_named(const char *name)
{
	void *function = NULL;
	cl_int (*ids)(cl_uint, cl_platform_id *, cl_uint *) =
		clIcdGetPlatformIDsKHR;

	if (name && !strcmp(name, "clIcdGetPlatformIDsKHR"))
		memcpy(&function, &ids, sizeof function);
	return function;
}

/* With the name of the standard, since the loader looks for it. */
__attribute__((visibility("default")))
void *clGetExtensionFunctionAddress(const char *name)
{
	return function_named(name);
}

void *platform_function(cl_platform_id p, const char *name)
{
	return p == &icd_platform ? function_named(name) : NULL;
}

cl_int clIcdGetPlatformIDsKHR(cl_uint n, cl_platform_id *p, cl_uint *count)
{
	HOLD;
	cl_uint devices;

	if ((p && !n) || (!p && !count))
		return CL_INVALID_VALUE;
	device_list(&devices);
	if (count)
		*count = devices ? 1 : 0;
	if (p && devices)
		*p = &icd_platform;
	return devices ? CL_SUCCESS : CL_PLATFORM_NOT_FOUND_KHR;
}

cl_int platform_info(cl_platform_id p, cl_platform_info what, QUERY)
{
	if (p && p != &icd_platform)
		return CL_INVALID_PLATFORM;
	switch (what) {
	case CL_PLATFORM_PROFILE: return ANSWER_TEXT("FULL_PROFILE");
	case CL_PLATFORM_VERSION:
		return ANSWER_TEXT("OpenCL 1.2 warpwright " PACKAGE_VERSION);
	case CL_PLATFORM_NAME: return ANSWER_TEXT("warpwright");
	case CL_PLATFORM_VENDOR: return ANSWER_TEXT("warpwright");
	case CL_PLATFORM_EXTENSIONS: return ANSWER_TEXT("cl_khr_icd");
	case CL_PLATFORM_ICD_SUFFIX_KHR: return ANSWER_TEXT("WW");
	default: return CL_INVALID_VALUE;
	}
}

__attribute__((visibility("default")))
cl_int clGetPlatformInfo(cl_platform_id p, cl_platform_info what, QUERY)
{
	return platform_info(p, what, size, value, returned);
}
