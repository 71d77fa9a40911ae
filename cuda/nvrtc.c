/* nvrtc.c - libwwcudart: programs compile kernels while they run
 * SPDX-License-Identifier: Apache-2.0
 *
 * ww-nvcc -cubin compiles the text of a program, in a directory of its own with
 * its headers, to a module. A kernel that an expression names becomes the value
 * of a variable ww_name_N behind the text: so its template has an instance, and
 * ww-nvcc tells the name that the linker has for it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/proc.h"
#include "cosim/build/build.h"
#include "cosim/build/scratch.h"
#include "cuda/rt.h"

#pragma GCC visibility push(default)
#include "sw/include/cuda/nvrtc.h"
#pragma GCC visibility pop

enum { ARCH = 70, MAJOR = 12, MINOR = 0, WHY = 512 };

/* The text of a header, or of the source, and the name that it has there; or an
 * expression, and what it is lowered to. All owned. */
struct text {
	char *name, *text;
};

struct _nvrtcProgram {
	struct text source, *header, *expression;
	int headers, expressions;
	char *log;              /* NULL: not compiled */
	char *module;           /* NULL: no module */
	size_t bytes;           /* of it */
};

static const char *const words[] = {
	"NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY",
	"NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "NVRTC_ERROR_INVALID_INPUT",
	"NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION",
	"NVRTC_ERROR_COMPILATION", "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
	"NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
	"NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
	"NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID", "NVRTC_ERROR_INTERNAL_ERROR"
};

const char *nvrtcGetErrorString(nvrtcResult r)
{
	return (unsigned)r < sizeof words / sizeof *words ? words[r] :
	       "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor)
{
	if (!major || !minor)
		return NVRTC_ERROR_INVALID_INPUT;
	*major = MAJOR;
	*minor = MINOR;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
	if (!count)
		return NVRTC_ERROR_INVALID_INPUT;
	*count = 1;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *archs)
{
	if (!archs)
		return NVRTC_ERROR_INVALID_INPUT;
	*archs = ARCH;
	return NVRTC_SUCCESS;
}

/* --- programs ----------------------------------------------------------- */

/* Whether T has copies of NAME and TEXT. */
static bool keep(struct text *t, const char *name, const char *text)
{
	t->name = strdup(name);
	t->text = strdup(text);
	return t->name && t->text;
}

static void free_texts(struct text *t, int count)
{
	for (int i = 0; i < count; i++) {
		free(t[i].name);
		free(t[i].text);
	}
}

static void destroy(nvrtcProgram p)
{
	free_texts(&p->source, 1);
	free_texts(p->header, p->headers);
	free_texts(p->expression, p->expressions);
	free(p->header);
	free(p->expression);
	free(p->log);
	free(p->module);
	free(p);
}

/* An include path leads to no other directory. */
static bool is_inside(const char *name)
{
	return *name && *name != '/' && !strstr(name, "..");
}

static nvrtcResult keep_headers(nvrtcProgram p, int count,
				const char *const *headers,
				const char *const *includes)
{
	p->header = calloc((size_t)count + 1, sizeof *p->header);
	if (!p->header)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	for (int i = 0; i < count; i++) {
		if (!headers[i] || !includes[i] || !is_inside(includes[i]))
			return NVRTC_ERROR_INVALID_INPUT;
		p->headers++;
		if (!keep(&p->header[i], includes[i], headers[i]))
			return NVRTC_ERROR_OUT_OF_MEMORY;
	}
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source,
			       const char *name, int count,
			       const char *const *headers,
			       const char *const *includes)
{
	nvrtcResult bad;
	nvrtcProgram p;

	if (!program || !source || count < 0 ||
	    (count > 0 && (!headers || !includes)))
		return NVRTC_ERROR_INVALID_INPUT;
	p = calloc(1, sizeof *p);
	if (!p)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	bad = keep(&p->source, name && *name ? name : "default_program",
		   source) ? keep_headers(p, count, headers, includes) :
	      NVRTC_ERROR_OUT_OF_MEMORY;
	if (bad)
		destroy(p);
	else
		*program = p;
	return bad;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
	if (!program || !*program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	destroy(*program);
	*program = NULL;
	return NVRTC_SUCCESS;
}

/* --- names -------------------------------------------------------------- */

static struct text *find_expression(nvrtcProgram p, const char *expression)
{
	for (int i = 0; i < p->expressions; i++)
		if (!strcmp(p->expression[i].name, expression))
			return &p->expression[i];
	return NULL;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram p, const char *expression)
{
	struct text *more;

	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!expression || !*expression || strchr(expression, '\n'))
		return NVRTC_ERROR_INVALID_INPUT;
	if (p->log)
		return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
	if (find_expression(p, expression))
		return NVRTC_SUCCESS;
	more = realloc(p->expression,
		       ((size_t)p->expressions + 1) * sizeof *more);
	if (!more)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	p->expression = more;
	return keep(&more[p->expressions++], expression, "") ? NVRTC_SUCCESS :
	       NVRTC_ERROR_OUT_OF_MEMORY;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram p, const char *expression,
				const char **lowered)
{
	const struct text *t;

	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!expression || !lowered)
		return NVRTC_ERROR_INVALID_INPUT;
	if (!p->module)
		return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
	t = find_expression(p, expression);
	if (!t || !*t->text)
		return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
	*lowered = t->text;
	return NVRTC_SUCCESS;
}

/* The file PATH has a line for each expression: its number, and its name. */
static bool read_names(nvrtcProgram p, const char *path)
{
	size_t size;
	char *all = proc_read_file(path, &size), *next, *line;
	bool good = all != NULL;

	line = good ? strtok_r(all, "\n", &next) : NULL;
	for (; line && good; line = strtok_r(NULL, "\n", &next)) {
		char *name;
		unsigned long i = strtoul(line, &name, 10);

		if (i >= (unsigned long)p->expressions || *name != ' ')
			continue;
		free(p->expression[i].text);
		p->expression[i].text = strdup(name + 1);
		good = p->expression[i].text != NULL;
	}
	free(all);
	return good;
}

/* --- compiling ---------------------------------------------------------- */

struct work {
	struct scratch scratch;
	char source[PATH_MAX], module[PATH_MAX], names[PATH_MAX];
	char log[PATH_MAX], compiler[PATH_MAX], lowered[PATH_MAX + 20];
	char folder[PATH_MAX + 2];
};

/* Makes the directories of PATH behind its first SKIP letters. */
static bool make_folders(char *path, size_t skip)
{
	for (char *s = strchr(path + skip, '/'); s; s = strchr(s + 1, '/')) {
		*s = '\0';
		if (mkdir(path, 0777) && errno != EEXIST)
			return false;
		*s = '/';
	}
	return true;
}

static bool write_headers(const struct _nvrtcProgram *p, const char *dir)
{
	char path[PATH_MAX];

	for (int i = 0; i < p->headers; i++) {
		const struct text *h = &p->header[i];

		if ((size_t)snprintf(path, sizeof path, "%s/%s", dir,
				     h->name) >= sizeof path ||
		    !make_folders(path, strlen(dir) + 1) ||
		    proc_write_file(path, h->text, strlen(h->text)))
			return false;
	}
	return true;
}

/* The text of the program, and a variable for each expression. */
static bool write_source(const struct _nvrtcProgram *p, const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f)
		return false;
	fprintf(f, "#line 1 \"%s\"\n%s\n", p->source.name, p->source.text);
	for (int i = 0; i < p->expressions; i++)
		fprintf(f, "#line %d \"name expression\"\nextern \"C\" "
			"__device__ const void *ww_name_%d = "
			"(const void *)(%s);\n", i + 1, i,
			p->expression[i].name);
	return !(ferror(f) | fclose(f));
}

/* The words of the command; NULL if there is no memory. */
static const char **command(const struct work *w, int count,
			    const char *const *options)
{
	const char **argv = calloc((size_t)count + 10, sizeof *argv);
	int n = 0;

	if (!argv)
		return NULL;
	argv[n++] = w->compiler;
	argv[n++] = "-cubin";
	argv[n++] = "-D__CUDACC_RTC__";
	argv[n++] = w->folder;
	for (int i = 0; i < count; i++)
		argv[n++] = options[i];
	argv[n++] = w->lowered;
	argv[n++] = "-o";
	argv[n++] = w->module;
	argv[n++] = w->source;
	return argv;
}

static nvrtcResult result(int status)
{
	switch (status) {
	case 0: return NVRTC_SUCCESS;
	case 1: case 3: return NVRTC_ERROR_COMPILATION;
	case 2: return NVRTC_ERROR_INVALID_OPTION;
	}
	return NVRTC_ERROR_INTERNAL_ERROR;
}

static nvrtcResult run(nvrtcProgram p, const struct work *w, int count,
		       const char *const *options)
{
	const char **argv = command(w, count, options);
	nvrtcResult bad;
	size_t size;

	if (!argv)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	bad = result(proc_run(argv, w->scratch.path, w->log));
	free(argv);
	p->log = proc_read_file(w->log, &size);
	if (!p->log)
		p->log = strdup("");
	if (bad || !p->log)
		return bad ? bad : NVRTC_ERROR_OUT_OF_MEMORY;
	if (!read_names(p, w->names))
		return NVRTC_ERROR_INTERNAL_ERROR;
	p->module = proc_read_file(w->module, &p->bytes);
	return p->module ? NVRTC_SUCCESS : NVRTC_ERROR_INTERNAL_ERROR;
}

static void name_files(struct work *w)
{
	const char *dir = w->scratch.path;

	snprintf(w->source, PATH_MAX, "%.4000s/ww_program.cu", dir);
	snprintf(w->module, PATH_MAX, "%.4000s/ww_program.cubin", dir);
	snprintf(w->names, PATH_MAX, "%.4000s/ww_names", dir);
	snprintf(w->log, PATH_MAX, "%.4000s/ww_log", dir);
	snprintf(w->folder, sizeof w->folder, "-I%s", dir);
	snprintf(w->lowered, sizeof w->lowered, "--lowered-names=%s",
		 w->names);
	build_find_part(WW_BUILDDIR "/cuda/ww-nvcc", WW_BINDIR "/ww-nvcc",
			w->compiler);
}

static nvrtcResult compile(nvrtcProgram p, struct work *w, int count,
			   const char *const *options)
{
	char cache[PATH_MAX - 128], why[WHY];
	nvrtcResult bad = NVRTC_ERROR_INTERNAL_ERROR;

	if (build_cache_dir(cache, sizeof cache, why, sizeof why)) {
		device_tell("%s", why);
		return bad;
	}
	scratch_sweep(cache);
	if (scratch_make(&w->scratch, cache, SCRATCH_EMIT)) {
		device_tell("cannot make a directory in '%s': %s", cache,
			    strerror(errno));
		return bad;
	}
	name_files(w);
	if (write_headers(p, w->scratch.path) && write_source(p, w->source))
		bad = run(p, w, count, options);
	else
		device_tell("cannot write to '%s': %s", w->scratch.path,
			    strerror(errno));
	scratch_remove(&w->scratch);
	return bad;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram p, int count,
				const char *const *options)
{
	struct work *w;
	nvrtcResult bad;

	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (count < 0 || (count > 0 && !options))
		return NVRTC_ERROR_INVALID_INPUT;
	free(p->log);
	free(p->module);
	p->log = p->module = NULL;
	w = calloc(1, sizeof *w);
	if (!w)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	bad = compile(p, w, count, options);
	free(w);
	return bad;
}

/* --- what came of it ---------------------------------------------------- */

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram p, size_t *size)
{
	if (!p || !p->module)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!size)
		return NVRTC_ERROR_INVALID_INPUT;
	*size = p->bytes;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram p, char *cubin)
{
	if (!p || !p->module)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!cubin)
		return NVRTC_ERROR_INVALID_INPUT;
	memcpy(cubin, p->module, p->bytes);
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram p, size_t *size)
{
	return nvrtcGetCUBINSize(p, size);
}

nvrtcResult nvrtcGetPTX(nvrtcProgram p, char *ptx)
{
	return nvrtcGetCUBIN(p, ptx);
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram p, size_t *size)
{
	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!size)
		return NVRTC_ERROR_INVALID_INPUT;
	*size = p->log ? strlen(p->log) + 1 : 1;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram p, char *log)
{
	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!log)
		return NVRTC_ERROR_INVALID_INPUT;
	strcpy(log, p->log ? p->log : "");
	return NVRTC_SUCCESS;
}
