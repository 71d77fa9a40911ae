/* vx.h - vortex.h on libwarpwright: devices, buffers, what runs
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to lib/vortex. A handle is the address of one of these; each function
 * looks it up before it uses it. One lock is held while a function runs, so
 * calls from several threads take turns.
 */
#ifndef WW_LIB_VORTEX_VX_H
#define WW_LIB_VORTEX_VX_H

#include <stdbool.h>

#include "lib/vortex/vortex.h"
#include "lib/warpwright/device.h"

enum { VX_MOST_CORES = 16 };

/* Where the launches of a kernel begin, and what it tells the host. */
struct vx_entries {
	uint32_t main, resume, groups, threads;
	uint32_t cores, bss;
};

struct vx_buffer {
	struct vx_device *device;
	uint32_t addr;
	uint64_t size;
	struct wwd_program *program;    /* of a kernel; else NULL */
	struct vx_entries entries;      /* of a kernel */
	struct vx_buffer *next;
};

enum vx_phase { VX_READY, VX_MAINS, VX_GRID };

struct vx_device {
	struct wwd *wwd;
	uint32_t cores, warps, threads, smem, barriers, blocks;
	struct vx_buffer *buffers;
	struct vx_device *next;

	/* The kernel that runs: its launch is a main on all cores, or a
	 * grid. */
	enum vx_phase phase;
	uint32_t ticket, arg;
	struct vx_entries entries;
	/* Of the last one that has ended: a value of each core. */
	bool counted;
	uint64_t cycles[VX_MOST_CORES], instructions[VX_MOST_CORES];
};

/* Says on stderr why FUNCTION fails. Returns -1. */
int vx_fail(const char *function, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The same with the text of the last error of libwarpwright; 0 if there was
 * none. */
int vx_result(const char *function, int error);

/* Takes the lock. The device, or the buffer, of this handle; NULL behind a
 * line on stderr if there is none. */
struct vx_device *vx_take_device(const char *function, vx_device_h h);
struct vx_buffer *vx_take_buffer(const char *function, vx_buffer_h h);
/* Gives the lock back. Returns RESULT. */
int vx_give(int result);
struct vx_buffer *vx_find_buffer(const struct vx_device *d, vx_buffer_h h);

/* Waits until D is ready; for SECONDS at most, or without limit if they are
 * negative: 1 then. */
int vx_finish(const char *function, struct vx_device *d, double seconds);
/* Cuts what runs. */
void vx_cut(struct vx_device *d);

/* What each of as many blocks of THREADS threads has as a core holds at a
 * time; THREADS is right. */
struct vx_share { uint32_t smem, barriers; };
struct vx_share vx_share_of(const struct vx_device *d, uint32_t threads);

#endif
