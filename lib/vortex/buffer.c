/* buffer.c - vortex.h on libwarpwright: memory and uploads
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/vortex/vx.h"

/* --- buffers -------------------------------------------------------------- */

/* Takes the lock, and checks what new buffers have in common. */
static struct vx_device *begin(const char *function, vx_device_h h,
			       const void *one, const void *other)
{
	struct vx_device *d = vx_take_device(function, h);

	if (d && one && other)
		return d;
	if (d)
		vx_fail(function, "an argument is NULL");
	return NULL;
}

static bool check_flags(const char *function, int flags)
{
	if (flags & ~(VX_MEM_READ_WRITE | VX_MEM_PIN_MEMORY))
		vx_fail(function, "0x%x are no flags", (unsigned)flags);
	return !(flags & ~(VX_MEM_READ_WRITE | VX_MEM_PIN_MEMORY));
}

/* B, a copy of which becomes a buffer of D. */
static int add(const char *function, struct vx_device *d, struct vx_buffer b,
	       vx_buffer_h *h)
{
	struct vx_buffer *own = malloc(sizeof *own);

	if (!own) {
		if (b.program)
			wwd_unload(b.program);
		else
			wwd_free(d->wwd, b.addr);
		return vx_fail(function, "out of memory");
	}
	b.device = d;
	b.next = d->buffers;
	*own = b;
	d->buffers = own;
	*h = own;
	return 0;
}

static int alloc(const char *function, struct vx_device *d, uint64_t size,
		 vx_buffer_h *h)
{
	struct vx_buffer b = { .size = size };
	int error = wwd_alloc(d->wwd, size, 0, &b.addr);

	return error ? vx_result(function, error) : add(function, d, b, h);
}

int vx_mem_alloc(vx_device_h hdevice, uint64_t size, int flags,
		 vx_buffer_h *hbuffer)
{
	struct vx_device *d = begin(__func__, hdevice, hbuffer, hbuffer);

	if (!d || !check_flags(__func__, flags))
		return vx_give(-1);
	return vx_give(alloc(__func__, d, size, hbuffer));
}

int vx_mem_reserve(vx_device_h hdevice, uint64_t address, uint64_t size,
		   int flags, vx_buffer_h *hbuffer)
{
	struct vx_device *d = begin(__func__, hdevice, hbuffer, hbuffer);
	struct vx_buffer b = { .addr = (uint32_t)address, .size = size };
	int error;

	if (!d || !check_flags(__func__, flags))
		return vx_give(-1);
	if (address > UINT32_MAX)
		return vx_give(vx_fail(__func__, "addresses have 32 bits"));
	error = wwd_reserve(d->wwd, b.addr, size);
	return vx_give(error ? vx_result(__func__, error) :
		       add(__func__, d, b, hbuffer));
}

int vx_mem_free(vx_buffer_h hbuffer)
{
	struct vx_buffer *b, **at;
	int error;

	if (!hbuffer)
		return 0;
	b = vx_take_buffer(__func__, hbuffer);
	if (!b)
		return vx_give(-1);
	if (b->program && b->device->phase != VX_READY)
		return vx_give(vx_fail(__func__, "a kernel runs; "
				       "vx_ready_wait waits for its end"));
	error = b->program ? wwd_unload(b->program) :
		wwd_free(b->device->wwd, b->addr);
	for (at = &b->device->buffers; *at != b; )
		at = &(*at)->next;
	*at = b->next;
	free(b);
	return vx_give(vx_result(__func__, error));
}

/* Are SIZE bytes from OFFSET on in B? */
static bool check_part(const char *function, const struct vx_buffer *b,
		       uint64_t offset, uint64_t size)
{
	bool in = offset <= b->size && size <= b->size - offset;

	if (!in)
		vx_fail(function, "%" PRIu64 " bytes from %" PRIu64
			" on are not in a buffer of %" PRIu64, size, offset,
			b->size);
	return in;
}

int vx_mem_access(vx_buffer_h hbuffer, uint64_t offset, uint64_t size,
		  int flags)
{
	struct vx_buffer *b = vx_take_buffer(__func__, hbuffer);

	return vx_give(b && check_part(__func__, b, offset, size) &&
		       check_flags(__func__, flags) ? 0 : -1);
}

int vx_mem_address(vx_buffer_h hbuffer, uint64_t *address)
{
	struct vx_buffer *b = vx_take_buffer(__func__, hbuffer);

	if (!b || !address)
		return vx_give(b ? vx_fail(__func__, "an argument is NULL") :
			       -1);
	*address = b->addr;
	return vx_give(0);
}

/* --- copies --------------------------------------------------------------- */

static int copy(const char *function, vx_buffer_h h, const void *from, void *to,
		uint64_t offset, uint64_t size)
{
	struct vx_buffer *b = vx_take_buffer(function, h);
	uint32_t addr;
	int error;

	if (!b || !check_part(function, b, offset, size))
		return vx_give(-1);
	if (size && !from && !to)
		return vx_give(vx_fail(function, "an argument is NULL"));
	addr = b->addr + (uint32_t)offset;
	error = from ? wwd_write(b->device->wwd, addr, from, (size_t)size) :
		wwd_read(b->device->wwd, addr, to, (size_t)size);
	return vx_give(vx_result(function, size ? error : 0));
}

int vx_copy_to_dev(vx_buffer_h hbuffer, const void *host_ptr,
		   uint64_t dst_offset, uint64_t size)
{
	return copy(__func__, hbuffer, host_ptr, NULL, dst_offset, size);
}

int vx_copy_from_dev(void *host_ptr, vx_buffer_h hbuffer, uint64_t src_offset,
		     uint64_t size)
{
	return copy(__func__, hbuffer, NULL, host_ptr, src_offset, size);
}

/* --- files ---------------------------------------------------------------- */

/* The content of a file, to be freed; NULL behind a line on stderr. */
static char *read_all(const char *function, const char *name, size_t *size)
{
	FILE *in = fopen(name, "rb");
	size_t room = 65536, n = 0, got = 1;
	char *text = NULL;

	while (in && got) {
		char *more = realloc(text, room);

		if (!more)
			break;
		text = more;
		got = fread(text + n, 1, room - n, in);
		n += got;
		room = n == room ? 2 * room : room;
	}
	if (!in || ferror(in) || got) {
		vx_fail(function, "%s: %s", name, strerror(errno));
		free(text);
		text = NULL;
	}
	if (in)
		fclose(in);
	*size = n;
	return text;
}

static int upload(const char *function, struct vx_device *d, const void *from,
		  uint64_t size, vx_buffer_h *h)
{
	vx_buffer_h made;
	struct vx_buffer *b;
	int error;

	if (alloc(function, d, size, &made))
		return -1;
	b = made;
	error = wwd_write(d->wwd, b->addr, from, (size_t)size);
	if (!error) {
		*h = made;
		return 0;
	}
	vx_result(function, error);
	d->buffers = b->next;
	wwd_free(d->wwd, b->addr);
	free(b);
	return -1;
}

int vx_upload_bytes(vx_device_h hdevice, const void *content, uint64_t size,
		    vx_buffer_h *hbuffer)
{
	struct vx_device *d = begin(__func__, hdevice, content, hbuffer);

	return vx_give(d ? upload(__func__, d, content, size, hbuffer) : -1);
}

int vx_upload_file(vx_device_h hdevice, const char *filename,
		   vx_buffer_h *hbuffer)
{
	struct vx_device *d = begin(__func__, hdevice, filename, hbuffer);
	size_t size = 0;
	char *text = d ? read_all(__func__, filename, &size) : NULL;
	int result = text ? upload(__func__, d, text, size, hbuffer) : -1;

	free(text);
	return vx_give(result);
}

/* --- kernels -------------------------------------------------------------- */

static bool find_entries(struct vx_buffer *b)
{
	struct vx_entries *e = &b->entries;

	return !wwd_entry(b->program, "ww_vortex", &e->main) &&
	       !wwd_entry(b->program, "ww_vortex_resume", &e->resume) &&
	       !wwd_entry(b->program, "ww_vortex_groups", &e->groups) &&
	       !wwd_entry(b->program, "ww_vortex_threads", &e->threads) &&
	       !wwd_entry(b->program, "ww_vortex_cores", &e->cores) &&
	       !wwd_entry(b->program, "ww_vortex_bss", &e->bss);
}

/* Where B lies: from its start on to the end of its variables. */
static int find_place(struct vx_buffer *b)
{
	uint32_t bss[2];
	int error = wwd_entry(b->program, NULL, &b->addr);

	if (!error)
		error = wwd_read(b->device->wwd, b->entries.bss, bss,
				 sizeof bss);
	if (!error)
		b->size = bss[1] - b->addr;
	return error;
}

/* Loads the ELF file PATH, which the user knows as NAME. */
static int load(const char *function, struct vx_device *d, const char *path,
		const char *name, vx_buffer_h *h)
{
	struct vx_buffer b = { .device = d };
	int error = wwd_load(d->wwd, path, &b.program);

	if (error)
		return vx_fail(function, "%s: %s: %s", name,
			       wwd_strerror(error), wwd_error());
	if (!find_entries(&b)) {
		wwd_unload(b.program);
		return vx_fail(function, "%s: its source has neither "
			       "vx_spawn.h nor vx_intrinsics.h", name);
	}
	error = find_place(&b);
	if (!error)
		return add(function, d, b, h);
	vx_result(function, error);
	wwd_unload(b.program);
	return -1;
}

static bool check_elf(const char *function, const char *name, const void *text,
		      uint64_t size)
{
	bool elf = size > 4 && !memcmp(text, "\177ELF", 4);

	if (!elf)
		vx_fail(function, "%s: no ELF file; compile the kernel with "
			"ww-cc --plain (a .vxbin of Vortex has the code of "
			"another machine)", name);
	return elf;
}

/* The library loads files. */
static int load_bytes(const char *function, struct vx_device *d,
		      const void *text, uint64_t size, vx_buffer_h *h)
{
	const char *dir = getenv("TMPDIR");
	char path[4096];
	int fd, result = -1;
	FILE *out;

	snprintf(path, sizeof path, "%s/vx.XXXXXX", dir && *dir ? dir : "/tmp");
	fd = mkstemp(path);
	out = fd >= 0 ? fdopen(fd, "wb") : NULL;
	if (!out)
		vx_fail(function, "%s: %s", path, strerror(errno));
	else if (fwrite(text, 1, (size_t)size, out) != size || fflush(out))
		vx_fail(function, "%s: %s", path, strerror(errno));
	else
		result = load(function, d, path, "the kernel", h);
	if (out)
		fclose(out);
	else if (fd >= 0)
		close(fd);
	if (fd >= 0)
		unlink(path);
	return result;
}

int vx_upload_kernel_bytes(vx_device_h hdevice, const void *content,
			   uint64_t size, vx_buffer_h *hbuffer)
{
	struct vx_device *d = begin(__func__, hdevice, content, hbuffer);

	if (!d || !check_elf(__func__, "the kernel", content, size))
		return vx_give(-1);
	return vx_give(load_bytes(__func__, d, content, size, hbuffer));
}

int vx_upload_kernel_file(vx_device_h hdevice, const char *filename,
			  vx_buffer_h *hbuffer)
{
	struct vx_device *d = begin(__func__, hdevice, filename, hbuffer);
	size_t size = 0;
	char *text = d ? read_all(__func__, filename, &size) : NULL;
	bool right = text && check_elf(__func__, filename, text, size);

	free(text);
	return vx_give(right ? load(__func__, d, filename, filename, hbuffer) :
		       -1);
}
