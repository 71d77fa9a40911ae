/* device_info.c - the OpenCL driver: what a device says of itself
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "cl/icd/icd.h"
#include "config.h"

enum {
	/* A cycle is a nanosecond of events. */
	MHZ = 1000,
	VENDOR = 0x7777,
	LEAST_LOCAL = 32768,    /* of shared memory, else RAM is used */
	PARAMETERS = 1024, CONSTANTS = 65536, CONSTANT_ARGS = 8,
	PRINTF = 1 << 20
};

/* The program and its stacks take at most half of RAM. */
uint64_t device_memory(cl_device_id d)
{
	return d->machine.ram_size / 2;
}

static bool has_local(cl_device_id d)
{
	return d->machine.smem_size >= LEAST_LOCAL;
}

uint32_t device_local(cl_device_id d)
{
	return has_local(d) ? d->machine.smem_size : LEAST_LOCAL;
}

static cl_device_fp_config floats(cl_device_id d)
{
	return CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
	       CL_FP_FMA | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT |
	       (d->machine.fp ? 0 : CL_FP_SOFT_FLOAT);
}

static cl_int strings(cl_device_id d, cl_device_info what, QUERY)
{
	switch (what) {
	case CL_DEVICE_NAME: return ANSWER_TEXT(d->name);
	case CL_DEVICE_VENDOR: return ANSWER_TEXT("warpwright");
	case CL_DRIVER_VERSION: return ANSWER_TEXT(PACKAGE_VERSION);
	case CL_DEVICE_PROFILE: return ANSWER_TEXT("FULL_PROFILE");
	case CL_DEVICE_VERSION:
		return ANSWER_TEXT("OpenCL 1.2 warpwright " PACKAGE_VERSION);
	case CL_DEVICE_OPENCL_C_VERSION:
		return ANSWER_TEXT("OpenCL C 1.2 warpwright");
	case CL_DEVICE_BUILT_IN_KERNELS: return ANSWER_TEXT("");
	case CL_DEVICE_EXTENSIONS:
		if (!d->machine.has_a)
			return ANSWER_TEXT("cl_khr_byte_addressable_store "
					   "cl_khr_fp64");
		return ANSWER_TEXT("cl_khr_byte_addressable_store cl_khr_fp64 "
				   "cl_khr_global_int32_base_atomics "
				   "cl_khr_global_int32_extended_atomics "
				   "cl_khr_local_int32_base_atomics "
				   "cl_khr_local_int32_extended_atomics");
	default: return CL_INVALID_VALUE;
	}
}

static cl_int memories(cl_device_id d, cl_device_info what, QUERY)
{
	switch (what) {
	case CL_DEVICE_GLOBAL_MEM_SIZE:
	case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
		return ANSWER(cl_ulong, device_memory(d));
	case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
		return ANSWER(cl_device_mem_cache_type, d->cache_bytes ?
			      CL_READ_WRITE_CACHE : CL_NONE);
	case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
		return ANSWER(cl_uint, d->cache_bytes ? d->cache_line : 0);
	case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
		return ANSWER(cl_ulong, d->cache_bytes);
	case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
		return ANSWER(cl_ulong, CONSTANTS);
	case CL_DEVICE_LOCAL_MEM_TYPE:
		return ANSWER(cl_device_local_mem_type,
			      has_local(d) ? CL_LOCAL : CL_GLOBAL);
	case CL_DEVICE_LOCAL_MEM_SIZE:
		return ANSWER(cl_ulong, device_local(d));
	case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
		return ANSWER(cl_uint, 8 * WW_CL_ALIGN);
	case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
		return ANSWER(cl_uint, WW_CL_ALIGN);
	case CL_DEVICE_PRINTF_BUFFER_SIZE: return ANSWER(size_t, PRINTF);
	default: return strings(d, what, size, value, returned);
	}
}

static cl_int sizes(cl_device_id d, cl_device_info what, QUERY)
{
	size_t most[3] = { CL_GROUP_MAX, CL_GROUP_MAX, CL_GROUP_MAX };

	switch (what) {
	case CL_DEVICE_MAX_WORK_ITEM_SIZES:
		return icd_answer(most, sizeof most, size, value, returned);
	case CL_DEVICE_MAX_WORK_GROUP_SIZE: return ANSWER(size_t, most[0]);
	case CL_DEVICE_MAX_PARAMETER_SIZE: return ANSWER(size_t, PARAMETERS);
	case CL_DEVICE_PROFILING_TIMER_RESOLUTION: return ANSWER(size_t, 1);
	case CL_DEVICE_IMAGE2D_MAX_WIDTH:
	case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
		return ANSWER(size_t, ICD_IMAGE_SIDE);
	case CL_DEVICE_IMAGE3D_MAX_WIDTH:
	case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
	case CL_DEVICE_IMAGE3D_MAX_DEPTH:
	case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
		return ANSWER(size_t, ICD_IMAGE_DEEP);
	case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE: return ANSWER(size_t, 0);
	default: return memories(d, what, size, value, returned);
	}
}

static cl_int flags(cl_device_id d, cl_device_info what, QUERY)
{
	switch (what) {
	case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
	case CL_DEVICE_HOST_UNIFIED_MEMORY:
		return ANSWER(cl_bool, CL_FALSE);
	case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
	case CL_DEVICE_ENDIAN_LITTLE:
	case CL_DEVICE_AVAILABLE:
	case CL_DEVICE_COMPILER_AVAILABLE:
	case CL_DEVICE_LINKER_AVAILABLE:
	case CL_DEVICE_IMAGE_SUPPORT:
		return ANSWER(cl_bool, CL_TRUE);
	case CL_DEVICE_TYPE:
		return ANSWER(cl_device_type, CL_DEVICE_TYPE_GPU);
	case CL_DEVICE_SINGLE_FP_CONFIG:
		return ANSWER(cl_device_fp_config, floats(d));
	case CL_DEVICE_DOUBLE_FP_CONFIG:
		return ANSWER(cl_device_fp_config, CL_FP_DENORM |
			      CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
			      CL_FP_FMA | CL_FP_SOFT_FLOAT);
	case CL_DEVICE_HALF_FP_CONFIG:
		return ANSWER(cl_device_fp_config, 0);
	case CL_DEVICE_EXECUTION_CAPABILITIES:
		return ANSWER(cl_device_exec_capabilities, CL_EXEC_KERNEL);
	case CL_DEVICE_QUEUE_PROPERTIES:
		return ANSWER(cl_command_queue_properties,
			      CL_QUEUE_PROFILING_ENABLE |
			      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	case CL_DEVICE_PLATFORM: return ANSWER(cl_platform_id, &icd_platform);
	case CL_DEVICE_PARENT_DEVICE: return ANSWER(cl_device_id, NULL);
	case CL_DEVICE_PARTITION_PROPERTIES:
		return ANSWER(cl_device_partition_property, 0);
	case CL_DEVICE_PARTITION_TYPE: return ANSWER_NOTHING;
	case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
		return ANSWER(cl_device_affinity_domain, 0);
	default: return sizes(d, what, size, value, returned);
	}
}

cl_int device_info(cl_device_id d, cl_device_info what, QUERY)
{
	switch (what) {
	case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
	case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
	case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
	case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
	case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
	case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
	case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
	case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
	case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
	case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
	case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
	case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
	case CL_DEVICE_REFERENCE_COUNT:
		return ANSWER(cl_uint, 1);
	case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
	case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
	case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
		return ANSWER(cl_uint, 0);
	case CL_DEVICE_MAX_READ_IMAGE_ARGS: return ANSWER(cl_uint, 128);
	case CL_DEVICE_MAX_WRITE_IMAGE_ARGS: return ANSWER(cl_uint, 8);
	case CL_DEVICE_MAX_SAMPLERS: return ANSWER(cl_uint, 16);
	case CL_DEVICE_VENDOR_ID: return ANSWER(cl_uint, VENDOR);
	case CL_DEVICE_MAX_COMPUTE_UNITS:
		return ANSWER(cl_uint, d->machine.cores);
	case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS: return ANSWER(cl_uint, 3);
	case CL_DEVICE_MAX_CLOCK_FREQUENCY: return ANSWER(cl_uint, MHZ);
	case CL_DEVICE_ADDRESS_BITS: return ANSWER(cl_uint, 32);
	case CL_DEVICE_MAX_CONSTANT_ARGS:
		return ANSWER(cl_uint, CONSTANT_ARGS);
	default: return flags(d, what, size, value, returned);
	}
}
