/* register.c - libwwcudart: what the host's constructors tell
 * SPDX-License-Identifier: Apache-2.0
 *
 * clang's code for the host registers each file of the program with kernels,
 * and for each kernel and variable an address of the host. What it takes for
 * the program of the device is the file's bitcode behind a line of HEAD bytes
 * (cuda/ww-nvcc.in).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/rt.h"

enum { HEAD = 64, NAME = 1000 };

struct wrapper {
	uint32_t magic, version;
	const char *data;
	void *unused;
};

struct entry {
	const void *host;
	const char *name;
	int file;
	bool variable;
	struct entry *next;
};

static struct entry *entries;
static const char **files;      /* with their heads */
static int file_count;

#pragma GCC visibility push(default)
void **__cudaRegisterFatBinary(const struct wrapper *w);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const void *host, char *device_name,
			    const char *name, int threads, void *tid,
			    void *bid, void *block, void *grid, int *size);
void __cudaRegisterVar(void **handle, char *host, char *address,
		       const char *name, int ext, size_t size, int constant,
		       int global);
#pragma GCC visibility pop

/* The handle is the number of the file. */
void **__cudaRegisterFatBinary(const struct wrapper *w)
{
	int *handle = calloc(1, sizeof *handle);
	const char **more = realloc(files, ((size_t)file_count + 1) *
				    sizeof *more);

	if (!handle || !more)
		abort();
	files = more;
	files[file_count] = w->data;
	*handle = file_count++;
	return (void **)handle;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
	(void)handle;
}

void __cudaUnregisterFatBinary(void **handle)
{
	free(handle);
}

const char *register_file(size_t i, size_t *bytes)
{
	if (i >= (size_t)file_count)
		return NULL;
	if (sscanf(files[i], "warpwright cuda 1 %zu", bytes) != 1) {
		device_tell("the program was not made by ww-nvcc of this "
			    "version");
		return NULL;
	}
	return files[i] + HEAD;
}

/* --- kernels and variables ---------------------------------------------- */

static void add(void **handle, const void *host, const char *name,
		bool variable)
{
	struct entry *e = calloc(1, sizeof *e);

	if (!e)
		abort();
	*e = (struct entry){ host, name, *(int *)(void *)handle, variable,
			     entries };
	entries = e;
}

void __cudaRegisterFunction(void **handle, const void *host, char *device_name,
			    const char *name, int threads, void *tid,
			    void *bid, void *block, void *grid, int *size)
{
	UNUSED(device_name, threads, tid, bid, block, grid, size);
	add(handle, host, name, false);
}

void __cudaRegisterVar(void **handle, char *host, char *address,
		       const char *name, int ext, size_t size, int constant,
		       int global)
{
	UNUSED(address, ext, size, constant, global);
	add(handle, host, name, true);
}

static const struct entry *find(const void *host, bool variable)
{
	for (const struct entry *e = entries; e; e = e->next)
		if (e->host == host && e->variable == variable)
			return e;
	return NULL;
}

/* The kernel with this text in its attributes. */
static const struct cl_kernel *with_attribute(const char *text)
{
	for (uint32_t i = 0; i < device.program.count; i++)
		if (strstr(device.program.kernels[i].attributes, text))
			return &device.program.kernels[i];
	return NULL;
}

const struct cl_kernel *register_kernel(const void *host)
{
	const struct entry *e = find(host, false);
	const struct cl_kernel *k;
	char text[NAME];

	if (!e)
		return NULL;
	/* A static name of one file among several: clc/cuda.c. */
	snprintf(text, sizeof text, "linkage(%s.ww%d)", e->name, e->file);
	k = with_attribute(text);
	snprintf(text, sizeof text, "linkage(%s)", e->name);
	return k ? k : with_attribute(text);
}

bool register_variable(const void *host, uint32_t *addr, size_t *bytes)
{
	const struct entry *e = find(host, true);
	const struct elf_symbol *s;
	char name[NAME];

	if (!e)
		return false;
	snprintf(name, sizeof name, "ww_cuda.%s.ww%d", e->name, e->file);
	s = elf_variable(&device.image, name);
	snprintf(name, sizeof name, "ww_cuda.%s", e->name);
	if (!s)
		s = elf_variable(&device.image, name);
	if (!s)
		return false;
	*addr = s->addr;
	*bytes = s->size;
	return true;
}
