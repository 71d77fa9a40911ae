/* device.c - vortex.h on libwarpwright: devices, their properties, handles
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vortex/vx.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct vx_device *devices;

/* --- errors and handles --------------------------------------------------- */

int vx_fail(const char *function, const char *format, ...)
{
	va_list ap;

	fflush(stdout);
	fprintf(stderr, "%s: ", function);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	return -1;
}

int vx_result(const char *function, int error)
{
	return error ? vx_fail(function, "%s: %s", wwd_strerror(error),
			       wwd_error()) : 0;
}

struct vx_device *vx_take_device(const char *function, vx_device_h h)
{
	struct vx_device *d;

	pthread_mutex_lock(&lock);
	for (d = devices; d && d != h; d = d->next)
		;
	if (!d)
		vx_fail(function, h ? "the handle is no open device" :
			"the device is NULL");
	return d;
}

struct vx_buffer *vx_find_buffer(const struct vx_device *d, vx_buffer_h h)
{
	struct vx_buffer *b = d->buffers;

	while (b && b != h)
		b = b->next;
	return b;
}

struct vx_buffer *vx_take_buffer(const char *function, vx_buffer_h h)
{
	struct vx_buffer *b = NULL;

	pthread_mutex_lock(&lock);
	for (struct vx_device *d = devices; d && !b; d = d->next)
		b = vx_find_buffer(d, h);
	if (!b)
		vx_fail(function, h ? "the handle is no buffer of an open "
			"device" : "the buffer is NULL");
	return b;
}

int vx_give(int result)
{
	pthread_mutex_unlock(&lock);
	return result;
}

/* --- open and close ------------------------------------------------------- */

static void put(void *context, const char *text, size_t n)
{
	(void)context;
	fwrite(text, 1, n, stdout);
}

static int query(struct vx_device *d)
{
	const struct { enum wwd_cap cap; uint32_t *value; } list[] = {
		{ WWD_CORES, &d->cores }, { WWD_WARPS, &d->warps },
		{ WWD_THREADS, &d->threads }, { WWD_SMEM, &d->smem },
		{ WWD_BARRIERS, &d->barriers }, { WWD_BLOCKS, &d->blocks }
	};
	uint64_t value = 0;
	int error = 0;

	for (size_t i = 0; !error && i < sizeof list / sizeof *list; i++) {
		error = wwd_query(d->wwd, list[i].cap, &value);
		*list[i].value = (uint32_t)value;
	}
	return error ? error : wwd_console(d->wwd, put, NULL);
}

static int open_device(const char *function, struct vx_device *d)
{
	const char *name = getenv("WARPWRIGHT_DEVICE");
	int error;

	error = wwd_open(name && *name ? name : "golden:default", &d->wwd);
	if (!error)
		error = query(d);
	if (!error && d->cores > VX_MOST_CORES)
		return vx_fail(function, "%" PRIu32 " cores; at most %d are "
			       "possible here", d->cores, VX_MOST_CORES);
	return vx_result(function, error);
}

int vx_dev_open(vx_device_h *hdevice)
{
	struct vx_device *d;

	if (!hdevice)
		return vx_fail(__func__, "an argument is NULL");
	d = calloc(1, sizeof *d);
	if (!d)
		return vx_fail(__func__, "out of memory");
	if (open_device(__func__, d)) {
		wwd_close(d->wwd);
		free(d);
		return -1;
	}
	pthread_mutex_lock(&lock);
	d->next = devices;
	devices = d;
	*hdevice = d;
	return vx_give(0);
}

int vx_dev_close(vx_device_h hdevice)
{
	struct vx_device *d = vx_take_device(__func__, hdevice), **at;
	int error;

	if (!d)
		return vx_give(-1);
	if (d->phase != VX_READY) {
		vx_fail(__func__, "the kernel still runs; it is cut");
		vx_cut(d);
	}
	for (at = &devices; *at != d; )
		at = &(*at)->next;
	*at = d->next;
	while (d->buffers) {
		struct vx_buffer *b = d->buffers;

		d->buffers = b->next;
		free(b);
	}
	error = vx_result(__func__, wwd_close(d->wwd));
	free(d);
	return vx_give(error);
}

/* --- properties ----------------------------------------------------------- */

/* Bits of misa of the letters behind "rv32", a bit of 64 for shared memory, and
 * one for Zicond. */
static uint64_t isa_flags(struct vx_device *d)
{
	uint64_t flags = UINT64_C(1) << 30; /* 32 bits */
	char text[256] = "";

	wwd_march(d->wwd, text, sizeof text);
	for (const char *p = text + strlen("rv32"); *p >= 'a' && *p <= 'z'; p++)
		flags |= UINT64_C(1) << (*p - 'a');
	if (strstr(text, "_zicond"))
		flags |= VX_ISA_EXT_ZICOND;
	return d->smem ? flags | VX_ISA_EXT_LMEM : flags;
}

static int property(struct vx_device *d, uint32_t id, uint64_t *value)
{
	static const char function[] = "vx_dev_caps";

	switch (id) {
	case VX_CAPS_VERSION: *value = 0; return 0;
	case VX_CAPS_NUM_THREADS: *value = d->threads; return 0;
	case VX_CAPS_NUM_WARPS: *value = d->warps; return 0;
	case VX_CAPS_NUM_CORES: *value = d->cores; return 0;
	case VX_CAPS_LOCAL_MEM_SIZE: *value = d->smem; return 0;
	case VX_CAPS_NUM_BARRIERS: *value = d->barriers; return 0;
	case VX_CAPS_ISA_FLAGS: *value = isa_flags(d); return 0;
	case VX_CAPS_CACHE_LINE_SIZE:
		return vx_result(function, wwd_query(d->wwd, WWD_LINE, value));
	case VX_CAPS_GLOBAL_MEM_SIZE:
		return vx_result(function, wwd_query(d->wwd, WWD_RAM_SIZE,
						     value));
	}
	return vx_fail(function, "property 0x%" PRIx32 " is not known here",
		       id);
}

int vx_dev_caps(vx_device_h hdevice, uint32_t caps_id, uint64_t *value)
{
	struct vx_device *d = vx_take_device(__func__, hdevice);

	if (!d || !value)
		return vx_give(d ? vx_fail(__func__, "an argument is NULL") :
			       -1);
	return vx_give(property(d, caps_id, value));
}

int vx_mem_info(vx_device_h hdevice, uint64_t *mem_free, uint64_t *mem_used)
{
	struct vx_device *d = vx_take_device(__func__, hdevice);
	uint64_t all, left;
	int error;

	if (!d)
		return vx_give(-1);
	error = wwd_query(d->wwd, WWD_RAM_SIZE, &all);
	if (!error)
		error = wwd_query(d->wwd, WWD_RAM_FREE, &left);
	if (!error && mem_free)
		*mem_free = left;
	if (!error && mem_used)
		*mem_used = all - left;
	return vx_give(vx_result(__func__, error));
}

/* --- registers ------------------------------------------------------------ */

static int no_register(const char *function, vx_device_h hdevice, uint32_t addr)
{
	if (vx_take_device(function, hdevice))
		vx_fail(function, "there is no register 0x%03" PRIx32, addr);
	return vx_give(-1);
}

int vx_dcr_read(vx_device_h hdevice, uint32_t addr, uint32_t *value)
{
	(void)value;
	return no_register(__func__, hdevice, addr);
}

int vx_dcr_write(vx_device_h hdevice, uint32_t addr, uint32_t value)
{
	(void)value;
	return no_register(__func__, hdevice, addr);
}
