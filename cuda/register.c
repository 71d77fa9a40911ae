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
void __cudaRegisterTexture(void **handle, const struct textureReference *host,
			   const void **address, const char *name, int dims,
			   int normalized, int ext);
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

const char *register_file(const struct code *c, size_t i, size_t *bytes)
{
	const char *file = c->file;

	if (i >= (c->file ? 1 : (size_t)file_count))
		return NULL;
	if (!file)
		file = files[i];
	if (sscanf(file, "warpwright cuda 1 %zu", bytes) != 1) {
		device_tell("the program was not made by ww-nvcc of this "
			    "version");
		return NULL;
	}
	return file + HEAD;
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

void __cudaRegisterTexture(void **handle, const struct textureReference *host,
			   const void **address, const char *name, int dims,
			   int normalized, int ext)
{
	UNUSED(address, dims, normalized, ext);
	add(handle, host, name, true);
}

static const struct entry *find(const void *host, bool variable)
{
	for (const struct entry *e = entries; e; e = e->next)
		if (e->host == host && e->variable == variable)
			return e;
	return NULL;
}

/* Does K have the linker's name NAME, followed by SUFFIX? Names of templates
 * have thousands of letters. */
static bool is_named(const struct cl_kernel *k, const char *name,
		     const char *suffix)
{
	static const char before[] = "linkage(";
	const char *at = strstr(k->attributes, before);
	size_t n = strlen(name), more = strlen(suffix);

	if (!at)
		return false;
	at += sizeof before - 1;
	return strncmp(at, name, n) == 0 &&
	       strncmp(at + n, suffix, more) == 0 && at[n + more] == ')';
}

static const struct cl_kernel *find_kernel(const struct code *c,
					   const char *name,
					   const char *suffix)
{
	for (uint32_t i = 0; i < c->program.count; i++)
		if (is_named(&c->program.kernels[i], name, suffix))
			return &c->program.kernels[i];
	return NULL;
}

const struct cl_kernel *register_named(const struct code *c, const char *name)
{
	return find_kernel(c, name, "");
}

const struct cl_kernel *register_kernel(const void *host)
{
	const struct entry *e = find(host, false);
	const struct cl_kernel *k;
	char file[20];

	if (!e)
		return NULL;
	/* A static name of one file among several: clc/cuda.c. */
	snprintf(file, sizeof file, ".ww%d", e->file);
	k = find_kernel(&device.code, e->name, file);
	return k ? k : register_named(&device.code, e->name);
}

/* E in the program, under a name that begins with HEAD. */
static const struct elf_symbol *variable(const struct entry *e,
					 const char *head)
{
	const struct elf_symbol *s;
	char name[NAME];

	snprintf(name, sizeof name, "%s%s.ww%d", head, e->name, e->file);
	s = elf_variable(&device.code.image, name);
	snprintf(name, sizeof name, "%s%s", head, e->name);
	return s ? s : elf_variable(&device.code.image, name);
}

static const char managed[] = "ww_cuda.managed.";

bool register_variable(const void *host, uint32_t *addr, size_t *bytes)
{
	const struct entry *e = find(host, true);
	const struct elf_symbol *s;

	if (!e)
		return false;
	s = variable(e, "ww_cuda.");
	if (!s)
		s = variable(e, managed);
	if (!s)
		return false;
	*addr = s->addr;
	*bytes = s->size;
	return true;
}

int register_each_managed(int (*what)(void *host, uint32_t addr,
				      size_t bytes))
{
	int error = 0;

	for (const struct entry *e = entries; e && !error; e = e->next) {
		const struct elf_symbol *s = e->variable && device.code.loaded ?
					     variable(e, managed) : NULL;

		if (s)
			error = what((void *)(uintptr_t)e->host, s->addr,
				     s->size);
	}
	return error;
}

bool register_managed(const void *p, uint32_t *addr)
{
	for (const struct entry *e = entries; e; e = e->next) {
		const struct elf_symbol *s = e->variable && device.code.loaded ?
					     variable(e, managed) : NULL;
		uintptr_t at = (uintptr_t)p - (uintptr_t)e->host;

		if (s && at < s->size) {
			*addr = s->addr + (uint32_t)at;
			return true;
		}
	}
	return false;
}
