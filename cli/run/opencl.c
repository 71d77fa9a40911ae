/* opencl.c - run an OpenCL kernel: options, arguments, results
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/run/opencl.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/near.h"
#include "cli/cmd.h"
#include "sanitize/san.h"
#include "session/launch.h"
#include "session/machine.h"

enum { DECLARATION = 200 };

/* --- options ---------------------------------------------------------- */

/* Reads TEXT, "X", "X,Y" or "X,Y,Z"; further sides get OTHER. Returns how many
 * there are, or 0 if it is wrong. */
static uint32_t read_sides(const char *text, uint32_t side[3], uint32_t other)
{
	uint32_t dims = 0;
	char *end;

	for (;;) {
		unsigned long long n;

		errno = 0;
		n = strtoull(text, &end, 0);
		if (errno || end == text || *text < '0' || *text > '9' ||
		    n > UINT32_MAX || dims == 3)
			return 0;
		side[dims++] = (uint32_t)n;
		if (*end != ',')
			break;
		text = end + 1;
	}
	for (uint32_t d = dims; d < 3; d++)
		side[d] = other;
	return *end ? 0 : dims;
}

int opencl_sizes(const struct options *o, const char *name, const char *text,
		 struct opencl_run *r)
{
	uint32_t dims;

	if (!strcmp(name, "grid"))
		dims = r->grid_dims = read_sides(text, r->grid, 1);
	else if (!strcmp(name, "block"))
		dims = r->block_dims = read_sides(text, r->block, 1);
	else if (!strcmp(name, "global"))
		dims = r->range.dims = read_sides(text, r->range.global, 1);
	else if (!strcmp(name, "local"))
		dims = r->local_dims = read_sides(text, r->range.local, 1);
	else
		dims = r->offset_dims = read_sides(text, r->range.offset, 0);
	if (!dims)
		return options_bad(o, "--%s '%s' is not one to three numbers "
				   "with commas: 64 or 16,16", name, text);
	return 0;
}

int opencl_arg(const struct options *o, const char *text, struct opencl_run *r)
{
	char why[CL_ARG_WHY];

	if (r->arg_count == r->arg_size) {
		size_t size = r->arg_size ? 2 * r->arg_size : 8;
		struct cl_given *more = arena_alloc(&r->arena,
						    size * sizeof *more);

		if (r->arg_count)
			memcpy(more, r->args, r->arg_count * sizeof *more);
		r->args = more;
		r->arg_size = size;
	}
	if (cl_arg_read(&r->arena, text, &r->args[r->arg_count++], why))
		return options_bad(o, "%s", why);
	return 0;
}

/* Two arguments that are written to the same file, or NULL. */
static const char *find_twice(const struct opencl_run *r)
{
	for (size_t i = 0; i < r->arg_count; i++)
		for (size_t k = 0; r->args[i].out && k < i; k++)
			if (r->args[k].out &&
			    !strcmp(r->args[i].out, r->args[k].out))
				return r->args[i].out;
	return NULL;
}

/* Is it a kernel in C? */
static bool in_blocks(const struct opencl_run *r)
{
	return !r->cuda && (r->grid_dims || r->block_dims);
}

static int check_blocks(const struct options *o, const struct opencl_run *r)
{
	if (!r->grid_dims)
		return options_bad(o, "--grid is missing: how many blocks, as "
				   "in --grid 16");
	if (!r->block_dims)
		return options_bad(o, "--block is missing: threads of a block, "
				   "as in --block 64");
	if (r->range.dims || r->local_dims || r->offset_dims)
		return options_bad(o, "--global, --local and --offset are for "
				   "OpenCL kernels, files that end in .cl");
	return 0;
}

/* The range of R's blocks: 0, or OPTIONS_BAD. */
static int set_range(const struct options *o, struct opencl_run *r)
{
	r->range.dims = r->local_dims = 3;
	for (int d = 0; d < 3; d++) {
		uint64_t threads = (uint64_t)r->grid[d] * r->block[d];

		if (threads > UINT32_MAX)
			return options_bad(o, "--grid %" PRIu32 " blocks of "
					   "--block %" PRIu32 " threads: more "
					   "than 2^32 - 1", r->grid[d],
					   r->block[d]);
		r->range.global[d] = (uint32_t)threads;
		r->range.local[d] = r->block[d];
	}
	return 0;
}

static int check_range(const struct options *o, const struct opencl_run *r)
{
	if (!r->range.dims)
		return options_bad(o, "--global is missing: how many "
				   "work-items, as in --global 64");
	if ((r->local_dims && r->local_dims != r->range.dims) ||
	    (r->offset_dims && r->offset_dims != r->range.dims))
		return options_bad(o, "--global, --local and --offset have not "
				   "the same number of dimensions");
	return 0;
}

int opencl_check(const struct options *o, struct opencl_run *r)
{
	int bad = in_blocks(r) || r->cuda ? check_blocks(o, r) :
		  check_range(o, r);

	if (!bad && r->cuda)
		bad = set_range(o, r);
	if (!bad && find_twice(r))
		bad = options_bad(o, "two arguments are written to '%s'",
				  find_twice(r));
	return bad;
}

char *opencl_blocks(struct opencl_run *r)
{
	const uint32_t *g = r->grid, *b = r->block;

	return arena_format(&r->arena, "%s" LAUNCHES_ENTRY ",grid=%" PRIu32 "x%"
			    PRIu32 "x%" PRIu32 ",block=%" PRIu32 "x%" PRIu32
			    "x%" PRIu32 ",smem=%" PRIu32 ",arg=ww_cl_launch",
			    r->kernel ? r->kernel : "", g[0], g[1], g[2], b[0],
			    b[1], b[2], r->smem);
}

/* --- the launch ------------------------------------------------------- */

__attribute__((format(printf, 3, 4)))
static int error(const struct opencl_run *r, int status, const char *format,
		 ...)
{
	va_list ap;

	fprintf(stderr, "%s: error: ", r->source);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	return status;
}

int opencl_open_files(struct opencl_run *r)
{
	char why[CL_ARG_WHY], unwritable[OUTFILE_WHY];

	for (size_t i = 0; i < r->arg_count; i++) {
		struct cl_given *g = &r->args[i];

		if (cl_arg_load(&r->arena, g, why)) {
			fprintf(stderr, "warpwright run: error: %s\n", why);
			return CMD_REFUSED;
		}
		if (!g->out || !outfile_check(g->out, false, unwritable))
			continue;
		fprintf(stderr, "warpwright run: error: --arg '%s': cannot "
			"write '%s': %s\n", g->text, g->out, unwritable);
		return CMD_TOOL;
	}
	return 0;
}

static int library_error(const struct opencl_run *r, int code)
{
	switch ((enum cl_error)code) {
	case CL_E_NOMEM:
		return error(r, CMD_TOOL, "out of memory");
	case CL_E_RAM:
		return error(r, CMD_REFUSED, "RAM is too small for the "
			     "launch: a larger mem.ram_size");
	case CL_OK: case CL_E_NO_PROGRAM: case CL_E_VERSION:
	case CL_E_DAMAGED: case CL_E_RANGE: case CL_E_GROUP:
		break;
	}
	return error(r, CMD_TOOL, "ww-cc and warpwright are of different "
		     "versions");
}

/* "a, b, c" of all kernels. */
static const char *list_kernels(struct opencl_run *r)
{
	const char *list = "";

	for (uint32_t i = 0; i < r->program.count; i++)
		list = arena_format(&r->arena, "%s%s%s", list, i ? ", " : "",
				    r->program.kernels[i].name);
	return list;
}

static const struct cl_kernel *find_kernel(struct opencl_run *r)
{
	const struct cl_kernel *k;
	struct near n;

	if (!r->program.count) {
		error(r, CMD_USAGE, "there is no kernel: %s void name(...)",
		      in_blocks(r) || r->cuda ? "__global__" : "__kernel");
		return NULL;
	}
	if (!r->kernel && r->program.count == 1)
		return r->program.kernels;
	if (!r->kernel) {
		error(r, CMD_USAGE, "--kernel is missing; there are %s",
		      list_kernels(r));
		return NULL;
	}
	k = cl_program_find(&r->program, r->kernel);
	if (k)
		return k;
	near_init(&n, r->kernel);
	for (uint32_t i = 0; i < r->program.count; i++)
		near_try(&n, r->program.kernels[i].name);
	if (near_best(&n))
		error(r, CMD_USAGE, "no kernel '%s'; did you mean '%s'? There "
		      "are %s", r->kernel, near_best(&n), list_kernels(r));
	else
		error(r, CMD_USAGE, "no kernel '%s'; there are %s", r->kernel,
		      list_kernels(r));
	return NULL;
}

/* The declaration of A into TEXT; in C pointers have no spaces. */
static void declare(const struct opencl_run *r, const struct cl_arg *a,
		    char *text)
{
	struct cl_arg plain = *a;

	if (in_blocks(r) || r->cuda)
		plain.kind = WW_CL_VALUE;
	cl_arg_declare(&plain, text, DECLARATION);
}

/* A CUDA kernel with an array of shared memory whose size the launch decides
 * has its place as last argument. */
static uint32_t given_args(const struct opencl_run *r,
			   const struct cl_kernel *k)
{
	return k->count - (r->cuda && k->count &&
			   k->args[k->count - 1].kind == WW_CL_LOCAL);
}

/* "saxpy(float a, __global float *x)". */
static const char *signature(struct opencl_run *r, const struct cl_kernel *k)
{
	const char *text = arena_format(&r->arena, "%s(", k->name);
	char one[DECLARATION];

	for (uint32_t i = 0; i < given_args(r, k); i++) {
		declare(r, &k->args[i], one);
		text = arena_format(&r->arena, "%s%s%s", text, i ? ", " : "",
				    one);
	}
	return arena_format(&r->arena, "%s)", text);
}

/* Adds that argument. */
static void add_smem(struct opencl_run *r, const struct cl_kernel *k)
{
	const struct options none = { .argc = 0 };

	if (given_args(r, k) < k->count && r->arg_count < k->count)
		opencl_arg(&none, arena_format(&r->arena, "size=%" PRIu32,
					       r->smem ? r->smem : 4), r);
}

static int place_args(struct opencl_run *r, struct cl_places *p)
{
	const struct cl_kernel *k = p->kernel;
	char why[CL_ARG_WHY], one[DECLARATION];

	if (r->arg_count != given_args(r, k))
		return error(r, CMD_USAGE, "%zu --arg for a kernel of %" PRIu32
			     " arguments: %s", r->arg_count, given_args(r, k),
			     signature(r, k));
	add_smem(r, k);
	for (uint32_t i = 0; i < k->count; i++) {
		if (!cl_arg_place(p, &k->args[i], &r->args[i], why))
			continue;
		declare(r, &k->args[i], one);
		return error(r, CMD_USAGE, "--arg '%s' for argument %" PRIu32
			     ", %s: %s", r->args[i].text, i + 1, one, why);
	}
	return 0;
}

static int launch(struct opencl_run *r, const struct machine *m,
		  const struct cl_kernel *k)
{
	struct cl_places p = {
		.kernel = k, .memory = &r->memory,
		.block = arena_alloc(&r->arena, k->arg_bytes + 1)
	};
	struct ww_cl_launch nd = { .args = 0 };
	char why[CL_ARG_WHY];
	int bad;

	if (in_blocks(r)) {
		bad = place_args(r, &p);
		if (bad)
			return bad;
		bad = cl_launch_write(&r->memory, k, p.block, &nd);
		return bad ? library_error(r, bad) : 0;
	}
	if (!r->local_dims)
		cl_launch_choose_local(m, k, &r->range);
	if (cl_launch_check(k, &r->range, why, sizeof why))
		return error(r, CMD_USAGE, "%s", why);
	bad = place_args(r, &p);
	if (bad)
		return bad;
	bad = cl_launch_plan(m, k, &r->range, p.locals, &r->memory, &nd);
	if (!bad)
		bad = cl_launch_write(&r->memory, k, p.block, &nd);
	return bad ? library_error(r, bad) : 0;
}

int opencl_launch(struct opencl_run *r, const struct config *cfg,
		  struct elf_image *image)
{
	struct machine m = machine_from_config(cfg);
	const struct cl_kernel *k;
	int bad = cl_program_read(image, &r->program);

	if (!bad)
		bad = cl_memory_open(image, &m, &r->memory);
	if (bad)
		return library_error(r, bad);
	k = find_kernel(r);
	return k ? launch(r, &m, k) : CMD_USAGE;
}

void opencl_buffers(const struct opencl_run *r, struct san *san)
{
	for (size_t i = 0; i < r->arg_count; i++) {
		const struct cl_given *g = &r->args[i];

		if (g->addr)
			san_buffer(san, g->addr, g->bytes, g->arg->name,
				   g->file || g->number_count);
	}
}

/* --- results ---------------------------------------------------------- */

/* Writes the buffer of G beside its file. */
static int write_result(struct cl_given *g, const uint8_t *from)
{
	if (outfile_open(&g->result, g->out))
		return CMD_TOOL;
	fwrite(from, 1, g->bytes, g->result.stream);
	return 0;
}

int opencl_results(struct opencl_run *r, const uint8_t *ram)
{
	const uint32_t base = ram ? r->memory.image->ram_base : 0;
	int status = 0;
	bool files = false;

	for (size_t i = 0; i < r->arg_count; i++)
		files |= r->args[i].out != NULL;
	if (!ram) {
		if (files)
			error(r, 0, "no result is written, since the run did "
			      "not pass");
		return 0;
	}
	for (size_t i = 0; i < r->arg_count && !status; i++) {
		struct cl_given *g = &r->args[i];

		if (g->print && g->addr)
			cl_arg_print(g, ram + (g->addr - base));
		if (g->out)
			status = write_result(g, ram + (g->addr - base));
	}
	for (size_t i = 0; i < r->arg_count && !status; i++)
		if (r->args[i].out && outfile_keep(&r->args[i].result))
			status = CMD_TOOL;
	for (size_t i = 0; i < r->arg_count; i++)
		if (r->args[i].out)
			outfile_drop(&r->args[i].result);
	return status;
}

void opencl_free(struct opencl_run *r)
{
	cl_program_free(&r->program);
	arena_free(&r->arena);
}
