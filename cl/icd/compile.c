/* compile.c - the OpenCL driver: programs are built, compiled, linked
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cl/icd/icd.h"

enum { NAME = 1024 };

/* The errors of a call, in the order of enum build_end. */
struct errors { cl_int code[4]; };

static const struct errors build_errors = { {
	CL_SUCCESS, CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS,
	CL_OUT_OF_HOST_MEMORY
} }, compile_errors = { {
	CL_SUCCESS, CL_COMPILE_PROGRAM_FAILURE, CL_INVALID_COMPILER_OPTIONS,
	CL_OUT_OF_HOST_MEMORY
} }, link_errors = { {
	CL_SUCCESS, CL_LINK_PROGRAM_FAILURE, CL_INVALID_LINKER_OPTIONS,
	CL_OUT_OF_HOST_MEMORY
} };

/* --- headers ---------------------------------------------------------- */

/* The files of a compilation: the source, and headers. */
struct files {
	struct build_file *file;
	char (*name)[NAME];
	size_t count;
};

/* A path below the directory of headers. */
static bool name_right(const char *name)
{
	return name && *name && *name != '/' && !strstr(name, "..") &&
	       strlen(name) < NAME - 16 && !strpbrk(name, "\"\\\n");
}

static bool open_files(struct files *f, cl_program p, cl_uint n,
		       const cl_program *header, const char **name)
{
	f->file = calloc((size_t)n + 1, sizeof *f->file);
	f->name = calloc((size_t)n + 1, sizeof *f->name);
	if (!f->file || !f->name)
		return false;
	f->count = (size_t)n + 1;
	f->file[0] = (struct build_file){ "in/program.cl", p->source,
					  strlen(p->source), true };
	for (cl_uint i = 0; i < n; i++) {
		const char *text = header[i]->source;

		snprintf(f->name[i], NAME, "headers/%s", name[i]);
		f->file[i + 1] = (struct build_file){ f->name[i], text,
						      strlen(text), true };
	}
	return true;
}

static void close_files(struct files *f)
{
	free(f->file);
	free(f->name);
}

static cl_int check_headers(cl_uint n, const cl_program *header,
			    const char **name)
{
	if (!n != !header || !n != !name)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < n; i++) {
		if (!icd_is(header[i], ICD_PROGRAM))
			return CL_INVALID_PROGRAM;
		if (!header[i]->source)
			return CL_INVALID_OPERATION;
		if (!name_right(name[i]))
			return CL_INVALID_VALUE;
	}
	return CL_SUCCESS;
}

/* --- building and compiling ------------------------------------------- */

#define NOTIFY void(CL_CALLBACK *call)(cl_program, void *), void *user

static cl_int check(cl_program p, cl_uint n, const cl_device_id *d, NOTIFY)
{
	if (!icd_is(p, ICD_PROGRAM))
		return CL_INVALID_PROGRAM;
	if (!n != !d || (user && !call))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < n; i++)
		if (!icd_is(d[i], ICD_DEVICE) || !program_build(p, d[i]))
			return CL_INVALID_DEVICE;
	/* Kernels in flight that the host has released do not count. */
	if (p->kernels)
		queue_settle(launch_is_of, p);
	return p->kernels ? CL_INVALID_OPERATION : CL_SUCCESS;
}

/* Makes of FILES what TYPE says, for N devices of P; none is all. */
static cl_int make_all(cl_program p, cl_uint n, const cl_device_id *d,
		       cl_program_binary_type type, const struct files *files,
		       const char *options, const struct errors *errors)
{
	cl_int bad = CL_SUCCESS;

	if (!n)
		d = p->device;
	if (!n)
		n = p->devices;
	for (cl_uint i = 0; i < n && !bad; i++)
		bad = errors->code[build_make(
			program_build(p, d[i]), d[i], type, files->file,
			files->count, options ? options : "")];
	return bad;
}

/* The binary that P was made of runs already; an object becomes a program. */
static cl_int build_binary(struct build *b, cl_device_id d,
			   const char *options)
{
	struct build_file file = { .name = "in/1.bc" };
	uint8_t *object = b->elf;
	enum build_end end;

	if (!build_links(b)) {
		free(b->options);
		b->options = strdup(options);
		return b->options ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
	}
	build_object(b, &file);
	b->elf = NULL;
	end = build_make(b, d, CL_PROGRAM_BINARY_TYPE_EXECUTABLE, &file, 1,
			 options);
	free(object);
	return build_errors.code[end];
}

static cl_int build_binaries(cl_program p, cl_uint n, const cl_device_id *d,
			     const char *options)
{
	cl_int bad = CL_SUCCESS;

	if (!n)
		d = p->device;
	if (!n)
		n = p->devices;
	for (cl_uint i = 0; i < n && !bad; i++)
		bad = build_binary(program_build(p, d[i]), d[i],
				   options ? options : "");
	return bad;
}

static cl_int compile(cl_program p, cl_uint n, const cl_device_id *d,
		      cl_program_binary_type type, const char *options,
		      cl_uint headers, const cl_program *header,
		      const char **name, const struct errors *errors)
{
	struct files files = { .count = 0 };
	cl_int bad = CL_OUT_OF_HOST_MEMORY;

	if (open_files(&files, p, headers, header, name))
		bad = make_all(p, n, d, type, &files, options, errors);
	close_files(&files);
	return bad;
}

cl_int compile_build(cl_program p, cl_uint n, const cl_device_id *d,
		     const char *options, NOTIFY)
{
	HOLD;
	cl_int bad = check(p, n, d, call, user);

	if (bad)
		return bad;
	bad = p->source ? compile(p, n, d, CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
				  options, 0, NULL, NULL, &build_errors) :
	      build_binaries(p, n, d, options);
	if (call)
		call(p, user);
	return bad;
}

cl_int compile_object(cl_program p, cl_uint n, const cl_device_id *d,
		      const char *options, cl_uint headers,
		      const cl_program *header, const char **name, NOTIFY)
{
	HOLD;
	cl_int bad = check(p, n, d, call, user);

	if (!bad)
		bad = check_headers(headers, header, name);
	if (!bad && !p->source)
		bad = CL_INVALID_OPERATION;
	if (bad)
		return bad;
	bad = compile(p, n, d, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, options,
		      headers, header, name, &compile_errors);
	if (call)
		call(p, user);
	return bad;
}

/* --- linking ---------------------------------------------------------- */

static cl_int check_link(cl_context c, cl_uint n, const cl_device_id *d,
			 cl_uint inputs, const cl_program *input, NOTIFY)
{
	if (!icd_is(c, ICD_CONTEXT))
		return CL_INVALID_CONTEXT;
	if (!n != !d || !inputs || !input || (user && !call))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < n; i++)
		if (!icd_is(d[i], ICD_DEVICE) || !context_has(c, d[i]))
			return CL_INVALID_DEVICE;
	for (cl_uint i = 0; i < inputs; i++)
		if (!icd_is(input[i], ICD_PROGRAM) || input[i]->context != c)
			return CL_INVALID_PROGRAM;
	return CL_SUCCESS;
}

/* How many of the inputs D has objects of. */
static cl_uint count_objects(cl_device_id d, cl_uint inputs,
			     const cl_program *input)
{
	cl_uint n = 0;

	for (cl_uint i = 0; i < inputs; i++) {
		const struct build *b = program_build(input[i], d);

		n += b && build_links(b);
	}
	return n;
}

/* Adds to P those of the N devices D that have objects of all inputs. */
static cl_int add_devices(cl_program p, cl_uint n, const cl_device_id *d,
			  cl_uint inputs, const cl_program *input)
{
	for (cl_uint i = 0; i < n; i++) {
		cl_uint found = count_objects(d[i], inputs, input);

		if (found && found < inputs)
			return CL_INVALID_OPERATION;
		if (found && !program_build(p, d[i]))
			program_add_device(p, d[i]);
	}
	return p->devices ? CL_SUCCESS : CL_INVALID_OPERATION;
}

static enum build_end link_one(struct build *b, cl_device_id d,
			       cl_program_binary_type type, cl_uint inputs,
			       const cl_program *input)
{
	struct build_file *file = calloc(inputs, sizeof *file);
	char (*name)[NAME] = calloc(inputs, sizeof *name);
	enum build_end end = BUILD_NO_MEMORY;

	for (cl_uint i = 0; file && name && i < inputs; i++) {
		build_object(program_build(input[i], d), &file[i]);
		snprintf(name[i], NAME, "in/%u.bc", i);
		file[i].name = name[i];
	}
	if (file && name)
		end = build_make(b, d, type, file, inputs, "");
	free(file);
	free(name);
	return end;
}

static cl_int link_all(cl_program p, cl_program_binary_type type,
		       const char *options, cl_uint inputs,
		       const cl_program *input)
{
	cl_int bad = CL_SUCCESS;

	for (cl_uint i = 0; i < p->devices && !bad; i++) {
		struct build *b = &p->build[i];

		bad = link_errors.code[link_one(b, p->device[i], type, inputs,
						input)];
		free(b->options);
		b->options = strdup(options);
	}
	return bad;
}

/* A program whose link has failed has a log, so the host gets it. */
static cl_program link_new(cl_context c, cl_uint n, const cl_device_id *d,
			   cl_program_binary_type type, const char *options,
			   cl_uint inputs, const cl_program *input,
			   cl_int *error)
{
	cl_program p = icd_new(ICD_PROGRAM);
	cl_int bad;

	if (!p)
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	p->context = icd_retain(c);
	bad = add_devices(p, n ? n : c->devices, n ? d : c->device, inputs,
			  input);
	if (bad) {
		icd_release(p);
		return icd_fail(error, bad);
	}
	icd_fail(error, link_all(p, type, options, inputs, input));
	return p;
}

cl_program compile_link(cl_context c, cl_uint n, const cl_device_id *d,
			const char *options, cl_uint inputs,
			const cl_program *input, NOTIFY, cl_int *error)
{
	HOLD;
	cl_int bad = check_link(c, n, d, inputs, input, call, user);
	cl_program_binary_type type;
	const char *word;
	cl_program p;
	char *copy;

	if (bad)
		return icd_fail(error, bad);
	options = options ? options : "";
	copy = malloc(strlen(options) + 2);
	if (!copy)
		return icd_fail(error, CL_OUT_OF_HOST_MEMORY);
	if (options_link(options, copy, &type, &word))
		p = link_new(c, n, d, type, options, inputs, input, error);
	else
		p = icd_fail(error, CL_INVALID_LINKER_OPTIONS);
	free(copy);
	if (p && call)
		call(p, user);
	return p;
}
