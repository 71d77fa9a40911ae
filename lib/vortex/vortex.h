/* vortex.h - the calls of Vortex 2 for hosts, on a device of libwarpwright
 * SPDX-License-Identifier: Apache-2.0
 *
 * The names and values are those of Vortex 2.x; doc/vortex.md says what
 * differs. The environment variable WARPWRIGHT_DEVICE names the device, as
 * wwd_open of warpwright/device.h takes it; without it that is golden:default.
 *
 * Each function returns 0, or -1 behind a line on stderr that says why. Where a
 * function fills in *PARAMETER, a failed one does not.
 */
#ifndef WARPWRIGHT_VORTEX_H
#define WARPWRIGHT_VORTEX_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__GNUC__)
#define VX_API __attribute__((visibility("default")))
#else
#define VX_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef void *vx_device_h;
typedef void *vx_buffer_h;

/* Properties, for vx_dev_caps. */
#define VX_CAPS_VERSION		0x0     /* of Vortex: 0 */
#define VX_CAPS_NUM_THREADS	0x1     /* of a warp */
#define VX_CAPS_NUM_WARPS	0x2     /* of a core */
#define VX_CAPS_NUM_CORES	0x3
#define VX_CAPS_CACHE_LINE_SIZE	0x4     /* of the longest, or 4 */
#define VX_CAPS_GLOBAL_MEM_SIZE	0x5
#define VX_CAPS_LOCAL_MEM_SIZE	0x6     /* of a core */
#define VX_CAPS_ISA_FLAGS	0x7
#define VX_CAPS_NUM_MEM_BANKS	0x8     /* not known here */
#define VX_CAPS_MEM_BANK_SIZE	0x9     /* not known here */
#define VX_CAPS_NUM_BARRIERS	0xC     /* of a core */

/* Bits of VX_CAPS_ISA_FLAGS. Those of caches are never set: the device does
 * not say which it has. */
#define VX_ISA_STD_A		(1ull << 0)
#define VX_ISA_STD_C		(1ull << 2)
#define VX_ISA_STD_D		(1ull << 3)
#define VX_ISA_STD_E		(1ull << 4)
#define VX_ISA_STD_F		(1ull << 5)
#define VX_ISA_STD_H		(1ull << 7)
#define VX_ISA_STD_I		(1ull << 8)
#define VX_ISA_STD_M		(1ull << 12)
#define VX_ISA_STD_N		(1ull << 13)
#define VX_ISA_STD_Q		(1ull << 16)
#define VX_ISA_STD_S		(1ull << 18)
#define VX_ISA_STD_U		(1ull << 20)
#define VX_ISA_ARCH(flags)	(1ull << ((((flags) >> 30) & 0x3) + 4))
#define VX_ISA_EXT_ICACHE	(1ull << 32)
#define VX_ISA_EXT_DCACHE	(1ull << 33)
#define VX_ISA_EXT_L2CACHE	(1ull << 34)
#define VX_ISA_EXT_L3CACHE	(1ull << 35)
#define VX_ISA_EXT_LMEM		(1ull << 36)
#define VX_ISA_EXT_ZICOND	(1ull << 37)

#define VX_MAX_TIMEOUT		(24 * 60 * 60 * 1000) /* ms: a day */

/* What kernels do with memory; the device does not enforce it. */
#define VX_MEM_READ		0x1
#define VX_MEM_WRITE		0x2
#define VX_MEM_READ_WRITE	0x3
#define VX_MEM_PIN_MEMORY	0x4

/* --- devices -------------------------------------------------------------- */

VX_API int vx_dev_open(vx_device_h *hdevice);
/* Cuts a kernel that runs. All buffers of the device end, too. */
VX_API int vx_dev_close(vx_device_h hdevice);
VX_API int vx_dev_caps(vx_device_h hdevice, uint32_t caps_id, uint64_t *value);

/* --- memory --------------------------------------------------------------- */

VX_API int vx_mem_alloc(vx_device_h hdevice, uint64_t size, int flags,
			vx_buffer_h *hbuffer);
/* ADDRESS: a multiple of 64 and of a cache line. */
VX_API int vx_mem_reserve(vx_device_h hdevice, uint64_t address, uint64_t size,
			  int flags, vx_buffer_h *hbuffer);
/* Unloads a kernel. NULL: nothing. */
VX_API int vx_mem_free(vx_buffer_h hbuffer);
VX_API int vx_mem_access(vx_buffer_h hbuffer, uint64_t offset, uint64_t size,
			 int flags);
VX_API int vx_mem_address(vx_buffer_h hbuffer, uint64_t *address);
/* MEM_FREE and MEM_USED may be NULL. */
VX_API int vx_mem_info(vx_device_h hdevice, uint64_t *mem_free,
		       uint64_t *mem_used);
VX_API int vx_copy_to_dev(vx_buffer_h hbuffer, const void *host_ptr,
			  uint64_t dst_offset, uint64_t size);
VX_API int vx_copy_from_dev(void *host_ptr, vx_buffer_h hbuffer,
			    uint64_t src_offset, uint64_t size);

/* --- uploads -------------------------------------------------------------- */

/* A kernel is a program of ww-cc, an ELF file. */
VX_API int vx_upload_kernel_bytes(vx_device_h hdevice, const void *content,
				  uint64_t size, vx_buffer_h *hbuffer);
VX_API int vx_upload_kernel_file(vx_device_h hdevice, const char *filename,
				 vx_buffer_h *hbuffer);
VX_API int vx_upload_bytes(vx_device_h hdevice, const void *content,
			   uint64_t size, vx_buffer_h *hbuffer);
VX_API int vx_upload_file(vx_device_h hdevice, const char *filename,
			  vx_buffer_h *hbuffer);

/* --- kernels -------------------------------------------------------------- */

/* If a kernel runs, waits for its end first. */
VX_API int vx_start(vx_device_h hdevice, vx_buffer_h hkernel,
		    vx_buffer_h harguments);
/* -1, without a line on stderr, if the kernel still runs after TIMEOUT ms. On
 * a simulated device time passes only here. */
VX_API int vx_ready_wait(vx_device_h hdevice, uint64_t timeout);

/* There are no such registers: an error. */
VX_API int vx_dcr_read(vx_device_h hdevice, uint32_t addr, uint32_t *value);
VX_API int vx_dcr_write(vx_device_h hdevice, uint32_t addr, uint32_t value);

/* Of the last kernel that has ended: ADDR is VX_CSR_MCYCLE or VX_CSR_MINSTRET
 * of VX_types.h. */
VX_API int vx_mpm_query(vx_device_h hdevice, uint32_t addr, uint32_t core_id,
			uint64_t *value);
VX_API int vx_dump_perf(vx_device_h hdevice, FILE *stream);

/* How much shared memory a block of GROUP_SIZE threads gets. Newer versions of
 * Vortex have two results, how many barriers and this: vx_check_occupancy with
 * four arguments is vx_check_occupancy4. */
VX_API int vx_check_occupancy(vx_device_h hdevice, uint32_t group_size,
			      uint32_t *max_localmem);
VX_API int vx_check_occupancy4(vx_device_h hdevice, uint32_t group_size,
			       uint32_t *max_barriers, uint32_t *max_localmem);
#define VX_FIFTH_(a, b, c, d, e, ...) e
#define vx_check_occupancy(...) \
	VX_FIFTH_(__VA_ARGS__, vx_check_occupancy4, vx_check_occupancy, \
		  none, none)(__VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
