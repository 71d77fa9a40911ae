/* window.c - libwarpwright: registers and memory mapped from files
 * SPDX-License-Identifier: Apache-2.0
 *
 * Such as /dev/uio0 or /dev/mem. Accesses are aligned: the memory may be mapped
 * as that of a device.
 */
#define _DEFAULT_SOURCE
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/port.h"

enum { LINE_MOST = 256 };       /* bytes of the longest cache line of a core */

struct mapping {
	void *pages;            /* NULL: not mapped */
	size_t bytes;
	volatile uint8_t *at;   /* the place that was asked for */
};

struct window {
	const struct wwd_name *name;
	struct mapping registers, ram;
	uint32_t ram_base;
};

/* --- mappings ------------------------------------------------------------- */

static int cannot(const char *path, const char *what)
{
	return wwd_fail(WWD_E_NAME, "%s: cannot %s: %s", path, what,
			strerror(errno));
}

/* Devices have no size; a file must have all of what is mapped. */
static int check_size(int fd, const char *path, uint64_t end)
{
	struct stat s;

	if (fstat(fd, &s) != 0)
		return cannot(path, "look at it");
	if (S_ISREG(s.st_mode) && (uint64_t)s.st_size < end)
		return wwd_fail(WWD_E_NAME, "%s: has %" PRIu64 " bytes, but 0x%"
				PRIx64 " are to be mapped", path,
				(uint64_t)s.st_size, end);
	return 0;
}

/* Maps BYTES from OFFSET on of the open file FD, in whole pages. */
static int map_pages(int fd, const char *path, uint64_t offset, size_t bytes,
		     struct mapping *m)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	size_t within = (size_t)(offset % page);
	int error = check_size(fd, path, offset + bytes);
	void *pages;

	if (error)
		return error;
	pages = mmap(NULL, within + bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
		     fd, (off_t)(offset - within));
	if (pages == MAP_FAILED)
		return cannot(path, "map it");
	m->pages = pages;
	m->bytes = within + bytes;
	m->at = (volatile uint8_t *)pages + within;
	return 0;
}

static int map_file(const char *path, uint64_t offset, size_t bytes,
		    struct mapping *m)
{
	int fd = open(path, O_RDWR | O_SYNC | O_CLOEXEC);
	int error;

	if (offset % 4)
		error = wwd_fail(WWD_E_NAME, "offset 0x%" PRIx64 " is no "
				 "multiple of 4", offset);
	else if (fd < 0)
		error = cannot(path, "open it");
	else
		error = map_pages(fd, path, offset, bytes, m);
	if (fd >= 0)
		close(fd);
	return error;
}

static void unmap(const struct mapping *m)
{
	if (m->pages)
		munmap(m->pages, m->bytes);
}

static int map_ram(void *port, uint32_t ram_base, uint32_t ram_size)
{
	struct window *w = port;
	const char *path = wwd_setting(w->name, "ram");
	uint64_t offset = ram_base;
	int error = wwd_setting_number(w->name, "ram-offset", 0, INT64_MAX / 2,
				       &offset);

	w->ram_base = ram_base;
	return error ? error : map_file(path ? path : w->name->config, offset,
					ram_size, &w->ram);
}

/* --- open and close ------------------------------------------------------- */

static void close_window(void *port)
{
	struct window *w = port;

	unmap(&w->registers);
	unmap(&w->ram);
	free(w);
}

static int open_window(struct wwd *d, void **port)
{
	uint64_t offset = 0, l2_size = 1;
	struct window *w;
	int error = wwd_setting_number(&d->name, "offset", 0, INT64_MAX / 2,
				       &offset);

	if (!error)
		error = wwd_setting_number(&d->name, "l2.size", 0, UINT32_MAX,
					   &l2_size);
	if (error)
		return error;
	w = calloc(1, sizeof *w);
	if (!w)
		return wwd_fail(WWD_E_MEMORY, "out of memory");
	w->name = &d->name;
	d->line = LINE_MOST;
	d->behind_l2 = l2_size > 0;
	error = map_file(d->name.config, offset, ISA_HOST_BYTES, &w->registers);
	if (error)
		close_window(w);
	else
		*port = w;
	return error;
}

/* --- registers and memory ------------------------------------------------- */

static volatile uint32_t *word(const struct mapping *m, uint32_t offset)
{
	return (volatile uint32_t *)(m->at + offset);
}

static int peek(void *port, uint32_t offset, uint32_t *value)
{
	const struct window *w = port;

	*value = *word(&w->registers, offset);
	atomic_thread_fence(memory_order_seq_cst);
	return 0;
}

static int poke(void *port, uint32_t offset, uint32_t value)
{
	const struct window *w = port;

	atomic_thread_fence(memory_order_seq_cst);
	*word(&w->registers, offset) = value;
	atomic_thread_fence(memory_order_seq_cst);
	return 0;
}

static bool is_word(uint32_t at, size_t n)
{
	return at % 4 == 0 && n >= 4;
}

static int read_ram(void *port, uint32_t addr, void *to, size_t n)
{
	const struct window *w = port;
	uint32_t at = addr - w->ram_base;
	uint8_t *bytes = to;

	while (n > 0) {
		size_t size = is_word(at, n) ? 4 : 1;
		uint32_t value;

		if (size == 4) {
			value = *word(&w->ram, at);
			memcpy(bytes, &value, 4);
		} else {
			*bytes = w->ram.at[at];
		}
		at += (uint32_t)size;
		bytes += size;
		n -= size;
	}
	return 0;
}

static int write_ram(void *port, uint32_t addr, const void *from, size_t n)
{
	const struct window *w = port;
	uint32_t at = addr - w->ram_base;
	const uint8_t *bytes = from;

	while (n > 0) {
		size_t size = is_word(at, n) ? 4 : 1;
		uint32_t value;

		if (size == 4) {
			memcpy(&value, bytes, 4);
			*word(&w->ram, at) = value;
		} else {
			w->ram.at[at] = *bytes;
		}
		at += (uint32_t)size;
		bytes += size;
		n -= size;
	}
	/* A read waits for the writes: they come before a doorbell. */
	(void)w->ram.at[at - 1];
	return 0;
}

const struct wwd_port wwd_window = {
	.kind = "window", .keys = { "offset", "ram", "ram-offset", "l2.size" },
	.open = open_window, .close = close_window,
	.peek = peek, .poke = poke, .read = read_ram, .write = write_ram,
	.map = map_ram
};
