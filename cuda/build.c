/* build.c - libwwcudart: the kernels are compiled for the device
 * SPDX-License-Identifier: Apache-2.0
 *
 * The executable has LLVM bitcode of clang for NVPTX. ww-cc --cuda makes a
 * program of it, which stays in the cache of models under a digest of all that
 * it depends on.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/place.h"
#include "base/proc.h"
#include "cosim/build/build.h"
#include "cosim/build/scratch.h"
#include "cuda/rt.h"
#include "machine/options.h"

enum { WHY = 1024, FILES = 256, WORDS = FILES + MACHINE_OPTIONS + 9 };

struct job {
	struct code *code;
	char base[32];          /* an option; empty: none */
	char cache[PATH_MAX - 128];
	char wrapper[PATH_MAX]; /* ww-cc */
	struct scratch scratch;
	struct machine_options machine;
	char path[FILES][PATH_MAX];
	size_t count;
	char out[PATH_MAX], log[PATH_MAX];
};

/* --- the digest --------------------------------------------------------- */

void build_find_part(const char *built, const char *installed, char *path)
{
	struct place place;
	Dl_info info;

	place_of(&place, dladdr(&device, &info) && info.dli_fname ?
			 info.dli_fname : "", 1, WW_LIBDIR);
	place_part(&place, built, installed, path);
}

/* The file that is BUILT, or INSTALLED, and when it was made. */
static void add_part(struct digest *d, const char *built,
		     const char *installed)
{
	char path[PATH_MAX];
	struct stat s = { .st_size = 0 };

	build_find_part(built, installed, path);
	stat(path, &s);
	digest_add_string(d, path);
	digest_add(d, &s.st_size, sizeof s.st_size);
	digest_add(d, &s.st_mtim, sizeof s.st_mtim);
}

static cudaError_t name_program(const struct job *j, char *path, size_t size)
{
	char text[DIGEST_TEXT];
	const char *file;
	struct digest d;
	size_t bytes;

	digest_start(&d);
	add_part(&d, WW_BUILDDIR "/sw/ww-cc", WW_BINDIR "/ww-cc");
	add_part(&d, WW_BUILDDIR "/clc/ww-clc", WW_BINDIR "/ww-clc");
	add_part(&d, WW_BUILDDIR "/sw/lib/rv32im/libww.a",
		 WW_PKGDATADIR "/sw/lib/rv32im/libww.a");
	for (size_t i = 0; i < j->machine.count; i++)
		digest_add_string(&d, j->machine.word[i]);
	digest_add_string(&d, strstr(device.name, ",check=") ? "check" : "");
	digest_add_string(&d, j->base);
	for (size_t i = 0; (file = register_file(j->code, i, &bytes)); i++)
		digest_add_text(&d, file, bytes);
	digest_text(&d, text);
	return (size_t)snprintf(path, size, "%s/cuda-%s.elf", j->cache, text) <
	       size ? cudaSuccess : cudaErrorUnknown;
}

/* --- ww-cc -------------------------------------------------------------- */

static bool write_files(struct job *j)
{
	const char *file;
	size_t bytes;

	while ((file = register_file(j->code, j->count, &bytes))) {
		char *path = j->path[j->count];

		if (j->count == FILES) {
			device_tell("a program has more than %d files with "
				    "kernels", FILES);
			return false;
		}
		snprintf(path, PATH_MAX, "%.4000s/%zu.bc", j->scratch.path,
			 j->count++);
		if (proc_write_file(path, file, bytes)) {
			device_tell("'%s': %s", path, strerror(errno));
			return false;
		}
	}
	return true;
}

/* What ww-cc says goes to stderr. */
static void show_log(const char *path)
{
	size_t size;
	char *text = proc_read_file(path, &size);

	if (text)
		fwrite(text, 1, size, stderr);
	free(text);
}

static cudaError_t compile(struct job *j, const char *to)
{
	const char *argv[WORDS];
	size_t n = 0;
	int status;

	if (!write_files(j))
		return cudaErrorInitializationError;
	snprintf(j->out, PATH_MAX, "%.4000s/out.elf", j->scratch.path);
	snprintf(j->log, PATH_MAX, "%.4000s/log", j->scratch.path);
	argv[n++] = j->wrapper;
	argv[n++] = "--cuda";
	for (size_t i = 0; i < j->machine.count; i++)
		argv[n++] = j->machine.word[i];
	argv[n++] = "-g";
	if (*j->base)
		argv[n++] = j->base;
	if (strstr(device.name, ",check="))
		argv[n++] = "--check";
	argv[n++] = "-o";
	argv[n++] = j->out;
	for (size_t i = 0; i < j->count; i++)
		argv[n++] = j->path[i];
	argv[n] = NULL;
	status = proc_run(argv, j->scratch.path, j->log);
	show_log(j->log);
	if (status)
		device_tell("the kernels cannot be compiled for the device "
			    "%s (WARPWRIGHT_CUDA_DEVICE)", device.given);
	return status || rename(j->out, to) ? cudaErrorNoKernelImageForDevice :
	       cudaSuccess;
}

static cudaError_t make(struct job *j, const char *to)
{
	cudaError_t bad;

	build_find_part(WW_BUILDDIR "/sw/ww-cc", WW_BINDIR "/ww-cc",
			j->wrapper);
	scratch_sweep(j->cache);
	if (scratch_make(&j->scratch, j->cache, SCRATCH_EMIT)) {
		device_tell("cannot make a directory in '%s': %s", j->cache,
			    strerror(errno));
		return cudaErrorInitializationError;
	}
	j->count = 0;
	bad = compile(j, to);
	scratch_remove(&j->scratch);
	return bad;
}

/* --- the program -------------------------------------------------------- */

static bool load(struct code *c, const char *path, char *why, size_t size)
{
	const struct machine *m = &device.machine;

	if (elf_load(path, m->ram_base, m->ram_size, &c->image, why, size))
		return false;
	if (!cl_program_read(&c->image, &c->program))
		return true;
	elf_free(&c->image);
	snprintf(why, size, "no program of kernels of this version");
	return false;
}

/* The program with stacks of STACK bytes, or as usual, in the file PATH. */
static cudaError_t find_or_make(struct job *j, uint32_t stack, char *path,
				size_t size)
{
	char why[WHY] = "";
	cudaError_t bad;

	machine_options(&j->machine, &device.machine);
	machine_stack_options(&j->machine, &device.machine, stack);
	if (device.recursion > machine_recursion(&device.machine))
		machine_option(&j->machine, "--recursion=%" PRIu32,
			       device.recursion);
	bad = name_program(j, path, size);
	if (bad || (!access(path, R_OK) &&
		    load(j->code, path, why, sizeof why)))
		return bad;
	bad = make(j, path);
	if (!bad && !load(j->code, path, why, sizeof why)) {
		device_tell("%s: %s", path, why);
		bad = cudaErrorInvalidKernelImage;
	}
	return bad;
}

static cudaError_t build(struct job *j, char *path, size_t size)
{
	cudaError_t bad = find_or_make(j, 0, path, size);
	uint32_t stack = bad ? 0 :
		cl_program_lacks(&j->code->image,
				 machine_most_stack(&device.machine));

	if (!stack)
		return bad;
	cl_program_free(&j->code->program);
	elf_free(&j->code->image);
	return find_or_make(j, stack, path, size);
}

cudaError_t build_program(struct code *c, uint32_t base, char *path,
			  size_t size)
{
	struct job *j = calloc(1, sizeof *j);
	cudaError_t bad = cudaErrorInitializationError;
	char why[WHY];

	if (!j)
		return cudaErrorMemoryAllocation;
	j->code = c;
	if (base)
		snprintf(j->base, sizeof j->base, "--base=0x%08" PRIx32, base);
	if (build_cache_dir(j->cache, sizeof j->cache, why, sizeof why))
		device_tell("%s", why);
	else
		bad = build(j, path, size);
	free(j);
	return bad;
}
