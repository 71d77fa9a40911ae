/* device.c - libwwcudart: the device is opened and closed
 * SPDX-License-Identifier: Apache-2.0
 *
 * WARPWRIGHT_CUDA_DEVICE has a name for wwd_open.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "cuda/rt.h"

/* What a name with a kind alone stands for: a core on which programs that count
 * on warps of 32 threads are right. */
#define USUAL \
	"default,core.warps=8,core.threads=32,isa.f=f,isa.a=true," \
	"isa.vote=true,isa.shfl=true,isa.zba=true,isa.zbb=true," \
	"isa.zicond=true,simt.stack=64,simt.barriers=8,smem.size=65536"

struct device device;

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static _Thread_local cudaError_t last;

/* --- calls -------------------------------------------------------------- */

int device_hold(void)
{
	return pthread_mutex_lock(&mutex);
}

void device_release(const int *held)
{
	(void)held;
	pthread_mutex_unlock(&mutex);
}

void device_tell(const char *format, ...)
{
	va_list ap;

	fputs("warpwright: error: ", stderr);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
}

cudaError_t device_fail(cudaError_t e)
{
	if (e)
		last = e;
	return e;
}

cudaError_t device_break(cudaError_t e)
{
	device.broken = e;
	return e;
}

cudaError_t device_refused(int error)
{
	device_tell("%s", wwd_error());
	return error == WWD_E_FULL || error == WWD_E_MEMORY ?
	       cudaErrorMemoryAllocation : cudaErrorUnknown;
}

cudaError_t cudaGetLastError(void)
{
	cudaError_t e = device.broken ? device.broken : last;

	last = cudaSuccess;
	return e;
}

cudaError_t cudaPeekAtLastError(void)
{
	return device.broken ? device.broken : last;
}

double device_seconds(void)
{
	const char *text = getenv("WARPWRIGHT_CUDA_SECONDS");
	double seconds = text ? strtod(text, NULL) : 600;

	return seconds > 0 ? seconds : 0;
}

/* --- the name ----------------------------------------------------------- */

static bool is_golden(const char *name)
{
	return !strncmp(name, "golden", 6) && (!name[6] || name[6] == ':' ||
					       name[6] == ',');
}

/* Settings go behind the kind and the configuration, in front of those that the
 * user has given. */
static char *full_name(const char *text)
{
	size_t kind = strcspn(text, ":,"), head = strcspn(text, ",");
	const char *ram = is_golden(text) ? "0x40000000" : "0x10000000";
	char *name = NULL;
	int n;

	if (wwd_is_real(text, kind))
		return strdup(text);
	if (strstr(text, ",rtl="))
		n = asprintf(&name, "%s,strict=true", text);
	else
		n = asprintf(&name, "%.*s%s,strict=true,mem.ram_size=%s%s",
			     (int)head, text, text[kind] ? "" : ":" USUAL, ram,
			     text + head);
	return n < 0 ? NULL : name;
}

/* --- opening ------------------------------------------------------------ */

static void put_console(void *context, const char *text, size_t n)
{
	(void)context;
	fwrite(text, 1, n, stdout);
}

/* Maps the device's RAM at its own address, unless something is there. */
static void map_ram(void)
{
	const struct machine *m = &device.machine;
	void *at = (void *)(uintptr_t)m->ram_base;
	void *p = mmap(at, m->ram_size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
		       MAP_FIXED_NOREPLACE, -1, 0);

	device.ram = p == at ? p : NULL;
	device.mapped = m->ram_size;
	if (p != at && p != MAP_FAILED)
		munmap(p, m->ram_size);
}

static int open_device(void)
{
	struct config cfg;
	int error;

	if (wwd_is_real(device.name, strcspn(device.name, ":,"))) {
		error = wwd_open(device.name, &device.wwd);
		if (error)
			return error;
		device.machine = *wwd_machine(device.wwd);
		map_ram();
		return 0;
	}
	error = wwd_describe(device.name, &cfg, &device.machine);
	if (error)
		return error;
	map_ram();
	return device.golden && device.ram ?
	       wwd_open_in(device.name, device.ram, &device.wwd) :
	       wwd_open(device.name, &device.wwd);
}

/* Loads the program in the file PATH, which is C. */
static cudaError_t load_file(struct code *c, const char *path)
{
	int error = wwd_load(device.wwd, path, &c->loaded);

	if (!error)
		error = wwd_entry(c->loaded, "vx_cl_blocks", &c->entry);
	if (!error)
		return cudaSuccess;
	device_tell("%s", wwd_error());
	return cudaErrorInvalidKernelImage;
}

/* Where a program of BYTES bytes finds its place; 0: nowhere. */
static uint32_t find_base(size_t bytes)
{
	uint32_t base;

	if (wwd_alloc(device.wwd, bytes, WW_CL_ALIGN, &base))
		return 0;
	wwd_free(device.wwd, base);
	return base;
}

cudaError_t device_load(struct code *c)
{
	char path[PATH_MAX];
	cudaError_t bad;
	size_t bytes, room = 0x40000;
	uint32_t base = 0;

	if (!register_file(c, 0, &bytes))
		return cudaSuccess;
	for (;; room *= 4) {
		base = c->file ? find_base(room) : 0;
		if (c->file && !base)
			return cudaErrorMemoryAllocation;
		bad = build_program(c, base, path, sizeof path);
		if (bad)
			return bad;
		if (!c->file || c->image.highest - base <= room)
			break;
		cl_program_free(&c->program);
		elf_free(&c->image);
	}
	device.read = false;
	return load_file(c, path);
}

void device_unload(struct code *c)
{
	wwd_unload(c->loaded);
	if (c->heap)
		wwd_free(device.wwd, c->heap);
	cl_program_free(&c->program);
	elf_free(&c->image);
	free(c->file);
	*c = (struct code){ .next = c->next };
}

static cudaError_t load_program(void)
{
	cudaError_t bad = device_load(&device.code);
	int error = bad ? 0 : memory_begin();

	return error ? device_refused(error) : bad;
}

static cudaError_t open_all(void)
{
	const char *text = getenv("WARPWRIGHT_CUDA_DEVICE");

	text = text && *text ? text : "golden";
	device.given = text;
	device.golden = is_golden(text);
	device.name = full_name(text);
	if (!device.name)
		return cudaErrorMemoryAllocation;
	if (open_device()) {
		device_tell("WARPWRIGHT_CUDA_DEVICE: %s", wwd_error());
		return cudaErrorNoDevice;
	}
	wwd_console(device.wwd, put_console, NULL);
	device.open = true;
	return load_program();
}

cudaError_t device_open(void)
{
	static bool registered;

	if (device.broken || device.open)
		return device.broken;
	device.broken = open_all();
	if (!registered)
		atexit(device_close);
	registered = true;
	return device.broken;
}

/* --- the end ------------------------------------------------------------ */

void device_close(void)
{
	HOLD;

	memory_clear();
	/* A core is compared with golden once more. */
	if (wwd_close(device.wwd))
		device_tell("%s", wwd_error());
	cl_program_free(&device.code.program);
	elf_free(&device.code.image);
	while (device.modules) {
		struct code *c = device.modules;

		device.modules = c->next;
		cl_program_free(&c->program);
		elf_free(&c->image);
		free(c->file);
		free(c);
	}
	if (device.ram)
		munmap(device.ram, device.mapped);
	free(device.name);
	device = (struct device){ .broken = device.broken };
}

uint64_t device_clock(void)
{
	uint64_t value = 0;

	if (device.name && wwd_is_real(device.name,
				       strcspn(device.name, ":,")))
		return (uint64_t)(clock_now() * 1e9);
	if (device.wwd)
		wwd_query(device.wwd, device.golden ? WWD_INSTRUCTIONS :
			  WWD_CYCLES, &value);
	return device.time + value;
}
