/* vlt_build.c - builds a model with Verilator
 * SPDX-License-Identifier: Apache-2.0
 *
 * The model is a shared library with the core and the shim of the driver. The
 * name of a cached model depends on everything that decides it: tools, options
 * and files. Models in SystemC have another shim and more options.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/proc.h"
#include "base/tool.h"
#include "cosim/build/builder.h"

#define MODEL "model.so"

/* Options; they are part of the model's name. The first list is for all that
 * Verilator compiles, the second for the model. */
static const char *const vlt_options[] = {
	"--cc", "--build", "-j", "2", "-O3",
	"--x-assign", "unique", "--x-initial", "unique", "--noassert",
	"-Wno-fatal", "-Wno-lint", "-Wno-style",
	"-MAKEFLAGS", "OPT_FAST=-O2", "-MAKEFLAGS", "OPT_GLOBAL=-O2"
};
static const char *const model_options[] = {
	"--exe", "--prefix", "Vdut", "-LDFLAGS", "-shared", "-o", MODEL
};

/* The module with several instances may be a library that Verilator makes of
 * it. Its code is compiled once and not for each instance, and the model has a
 * wrapper in its place. That saves half of the build time of four cores. Two
 * run at three fourths of the speed, four as fast as in one piece, and eight at
 * 1.8 times the speed, since the code of one core stays in the processor's
 * caches. So it is for models of short programs, and for MANY instances. */
static const char library_option[] = "--lib-create";
enum { MANY = 4 };

/* More options for a model in SystemC. It shares nothing with other models, and
 * stays loaded when it is closed, since SystemC keeps references to its
 * types. */
static const char *const systemc_options[] = {
	"-CFLAGS", "-std=gnu++17 -fno-gnu-unique",
	"-CFLAGS", "-DWW_MAIN_LOOP=cosim_systemc_run",
	"-LDFLAGS", "-lsystemc -Wl,-z,nodelete"
};

/* More options for a model that counts lines and toggles. */
static const char *const coverage_options[] = {
	"--coverage-line", "--coverage-toggle"
};

/* Options in place of -O2, since make takes the last one. The first list is for
 * a large model that runs little. The second is for models of short programs: a
 * single source file compiles in half the time. Models with coverage use the
 * first list: their list of points is one function, which takes an optimizer
 * minutes, so it stays in a file of its own. */
static const char *const netlist_options[] = {
	"-MAKEFLAGS", "OPT_FAST=-O1", NULL
};
static const char *const quick_options[] = {
	"-MAKEFLAGS", "OPT_FAST=-O1", "-MAKEFLAGS", "VM_PARALLEL_BUILDS=0", NULL
};
/* For models that hardly run: a quarter of the build time of -O1, a third of
 * its speed. */
static const char *const once_options[] = {
	"-MAKEFLAGS", "OPT_FAST=-O0", "-MAKEFLAGS", "VM_PARALLEL_BUILDS=0", NULL
};
static const char *const no_options[] = { NULL };

/* Warpwright's own files of every model. */
static const char *const ours[] = {
	"cosim/device/vlt_shim.cc", "cosim/device/driver.h",
	"cosim/device/ports.h", "cosim/device/ports.def", "isa/record.h",
	"isa/records.def"
};

static const char *const coverage_files[] = {
	"cosim/device/vlt_coverage.cc", "cosim/device/vlt_relaxed.h"
};

static const char *const systemc_files[] = {
	"systemc/sc_shim.cc", "systemc/bridge.h", "systemc/core.h",
	"systemc/targets.h"
};

#define VERSION_FILE "sysc/kernel/sc_ver.h"

struct tools {
	const char *const *speed;       /* options that end with NULL */
	bool systemc;
	char include[BUILD_TEXT];       /* directory of systemc.h */
	char verilator[BUILD_TEXT], cxx[BUILD_TEXT], make[BUILD_TEXT];
	char ccache[BUILD_TEXT];
	char verilator_version[TOOL_VERSION], cxx_version[TOOL_VERSION];
};

/* Finds SystemC where SYSTEMC_INCLUDE, Verilator's variable, names it, else in
 * the usual places. */
static int find_systemc(struct build *b)
{
	static const char *const usual[] = {
		"/usr/include", "/usr/local/include"
	};
	const char *own = getenv("SYSTEMC_INCLUDE");
	struct tools *t = b->own;
	char path[BUILD_TEXT];
	bool chosen = own && *own;

	for (size_t i = 0; i < (chosen ? 1 : 2); i++)
		if (build_join(t->include, chosen ? own : usual[i], "", "") &&
		    build_join(path, t->include, "/", VERSION_FILE) &&
		    access(path, R_OK) == 0)
			return 0;
	return build_refuse(b, BUILD_E_TOOL, "SystemC was not found in %s, and "
			    "--sim systemc needs it; install the package "
			    "'libsystemc-dev' (Debian: apt install "
			    "libsystemc-dev) or set SYSTEMC_INCLUDE and "
			    "SYSTEMC_LIBDIR", chosen ? own : "/usr/include");
}

/* Chooses the options besides vlt_options. */
static int choose_speed(struct build *b)
{
	const char *models = getenv("WARPWRIGHT_MODELS");
	struct tools *t = b->own;

	t->speed = b->req->quick ? netlist_options : no_options;
	if (!models || !*models || strcmp(models, "fast") == 0)
		return 0;
	if (strcmp(models, "once") == 0) {
		t->speed = once_options;
		return 0;
	}
	if (strcmp(models, "quick") != 0)
		return build_refuse(b, BUILD_E_TOOL, "WARPWRIGHT_MODELS is "
				    "'%s'; it may be once, quick or fast",
				    models);
	if (!b->req->quick)
		t->speed = b->req->coverage ? netlist_options : quick_options;
	return 0;
}

static int find_tools(struct build *b)
{
	struct tools *t = b->own;
	int error = choose_speed(b);

	if (error)
		return error;
	if (t->systemc && (error = find_systemc(b)))
		return error;

	if ((error = build_find_tool(b, "VERILATOR", "verilator", "verilator",
				     t->verilator)) ||
	    (error = build_find_tool(b, "CXX", "g++", "g++", t->cxx)) ||
	    (error = build_find_tool(b, NULL, "make", "make", t->make)) ||
	    (error = build_ask_version(b, t->verilator, "--version",
				       "verilator_bin",
				       t->verilator_version)) ||
	    (error = build_ask_version(b, t->cxx, "--version", NULL,
				       t->cxx_version)))
		return error;
	if (!proc_find("ccache", t->ccache, sizeof t->ccache))
		t->ccache[0] = '\0';
	return 0;
}

static const char *wave_option(enum build_waves waves)
{
	switch (waves) {
	case BUILD_NO_WAVES: return "";
	case BUILD_VCD: return "--trace";
	case BUILD_FST: return "--trace-fst";
	}
	return "";
}

/* Adds to D everything that decides a model in SystemC. VERSION_FILE has the
 * version of SystemC. */
static int add_systemc(struct build *b, struct digest *d)
{
	const size_t files = sizeof systemc_files / sizeof *systemc_files;
	const struct tools *t = b->own;
	const char *lib = getenv("SYSTEMC_LIBDIR");
	int error = build_add_file(b, d, t->include, VERSION_FILE);

	digest_add_string(d, t->include);
	digest_add_string(d, lib ? lib : "");
	for (size_t i = 0; i < sizeof systemc_options /
	     sizeof *systemc_options; i++)
		digest_add_string(d, systemc_options[i]);
	for (size_t i = 0; i < files && !error; i++)
		error = build_add_file(b, d, b->req->data_dir,
				       systemc_files[i]);
	return error;
}

static int add_coverage(struct build *b, struct digest *d)
{
	int error = 0;

	for (size_t i = 0; i < 2; i++)
		digest_add_string(d, coverage_options[i]);
	for (size_t i = 0; i < 2 && !error; i++)
		error = build_add_file(b, d, b->req->data_dir,
				       coverage_files[i]);
	return error;
}

/* The module that becomes a library, or NULL. Waves, coverage and SystemC need
 * all of the model in one piece. */
static const char *library(const struct build *b)
{
	const struct build_request *r = b->req;
	const struct tools *t = b->own;
	bool apart = t->speed == quick_options || t->speed == once_options ||
		     r->instances >= MANY;
	bool whole = t->systemc || r->coverage || r->waves != BUILD_NO_WAVES;

	return apart && !whole ? r->repeated : NULL;
}

static int make_key(struct build *b, struct digest *d)
{
	const struct tools *t = b->own;
	int error = t->systemc ? add_systemc(b, d) : 0;

	if (!error && b->req->coverage)
		error = add_coverage(b, d);
	if (error)
		return error;

	digest_add_string(d, t->verilator_version);
	digest_add_string(d, t->cxx);
	digest_add_string(d, t->cxx_version);
	for (size_t i = 0; i < sizeof vlt_options / sizeof *vlt_options; i++)
		digest_add_string(d, vlt_options[i]);
	for (size_t i = 0; i < sizeof model_options / sizeof *model_options;
	     i++)
		digest_add_string(d, model_options[i]);
	for (size_t i = 0; t->speed[i]; i++)
		digest_add_string(d, t->speed[i]);
	if (library(b)) {
		digest_add_string(d, library_option);
		digest_add_string(d, library(b));
	}
	digest_add_string(d, wave_option(b->req->waves));
	for (size_t i = 0; i < sizeof ours / sizeof *ours && !error; i++)
		error = build_add_file(b, d, b->req->data_dir, ours[i]);
	return error;
}

static void compose_systemc(const struct build *b, struct build_args *a)
{
	const struct tools *t = b->own;
	const char *lib = getenv("SYSTEMC_LIBDIR");

	for (size_t i = 0; i < sizeof systemc_options /
	     sizeof *systemc_options; i++)
		build_add(a, systemc_options[i]);
	build_add(a, "-CFLAGS");
	build_add_text(a, "-I", t->include, "");
	if (lib && *lib) {
		build_add(a, "-LDFLAGS");
		build_add_text(a, "-L", lib, "");
		build_add(a, "-LDFLAGS");
		build_add_text(a, "-Wl,-rpath,", lib, "");
	}
	build_add_text(a, b->req->data_dir, "/systemc/sc_shim.cc", "");
}

static void compose_coverage(const struct build *b, struct build_args *a)
{
	for (size_t i = 0; i < 2; i++)
		build_add(a, coverage_options[i]);
	build_add(a, "-CFLAGS");
	build_add_text(a, "-include ", b->req->data_dir,
		       "/cosim/device/vlt_relaxed.h");
	build_add_text(a, b->req->data_dir, "/cosim/device/vlt_coverage.cc",
		       "");
}

/* What all that Verilator compiles needs. */
static void compose_tools(const struct build *b, struct build_args *a)
{
	const struct tools *t = b->own;

	build_add(a, t->verilator);
	for (size_t i = 0; i < sizeof vlt_options / sizeof *vlt_options; i++)
		build_add(a, vlt_options[i]);
	for (size_t i = 0; t->speed[i]; i++)
		build_add(a, t->speed[i]);
	build_add(a, "-MAKEFLAGS");
	build_add_text(a, "CXX=", t->cxx, "");
	build_add(a, "-MAKEFLAGS");
	build_add_text(a, "LINK=", t->cxx, "");
	if (t->ccache[0]) {
		build_add(a, "-MAKEFLAGS");
		build_add_text(a, "OBJCACHE=", t->ccache, "");
	}
	build_add(a, "-CFLAGS");
	build_add_text(a, "-fPIC -I", b->req->data_dir, "");
}

static void add_sources(const struct build *b, struct build_args *a)
{
	const struct build_request *r = b->req;

	for (size_t i = 0; i < r->file_count; i++)
		build_add_text(a, r->dir, "/", r->files[i]);
}

static void compose_library(const struct build *b, const char *dir,
			    struct build_args *a)
{
	compose_tools(b, a);
	build_add(a, library_option);
	build_add(a, library(b));
	build_add(a, "--top-module");
	build_add(a, library(b));
	build_add(a, "--prefix");
	build_add(a, "Vlibrary");
	build_add(a, "--Mdir");
	build_add_text(a, dir, "/library", "");
	add_sources(b, a);
	a->argv[a->count] = NULL;
}

/* Of two modules of one name Verilator takes the first, so the wrapper goes in
 * front. */
static void compose(const struct build *b, const char *dir,
		    struct build_args *a)
{
	const struct build_request *r = b->req;
	const struct tools *t = b->own;
	char path[BUILD_TEXT];

	compose_tools(b, a);
	for (size_t i = 0; i < sizeof model_options / sizeof *model_options;
	     i++)
		build_add(a, model_options[i]);
	if (r->waves != BUILD_NO_WAVES)
		build_add(a, wave_option(r->waves));
	build_add(a, "--top-module");
	build_add(a, r->top);
	build_add(a, "--Mdir");
	build_add_text(a, dir, "/obj", "");
	if (library(b) && build_join(path, dir, "/library/", library(b)))
		build_add_text(a, path, ".sv", "");
	if (library(b) && build_join(path, dir, "/library/lib", library(b))) {
		build_add(a, "-LDFLAGS");
		build_add_text(a, path, ".a", "");
	}
	add_sources(b, a);
	build_add_text(a, r->data_dir, "/cosim/device/vlt_shim.cc", "");
	if (t->systemc)
		compose_systemc(b, a);
	if (r->coverage)
		compose_coverage(b, a);
	a->argv[a->count] = NULL;
}

/* Keeps the model and the log, and removes the objects. */
static int keep_model(struct build *b, const char *dir)
{
	char from[BUILD_TEXT], to[BUILD_TEXT];

	if (!build_join(from, dir, "/obj/", MODEL) ||
	    !build_join(to, dir, "/", MODEL) || rename(from, to))
		return build_refuse(b, BUILD_E_COMPILE,
				    "verilator left no '%s'", from);
	if (build_join(from, dir, "/obj", ""))
		proc_remove_tree(from);
	if (library(b) && build_join(from, dir, "/library", ""))
		proc_remove_tree(from);
	return 0;
}

static int make(struct build *b, const char *dir)
{
	int error = 0;

	if (library(b))
		error = build_run(b, dir, "verilator", compose_library);
	if (!error)
		error = build_run(b, dir, "verilator", compose);
	return error ? error : keep_model(b, dir);
}

static int build(bool systemc, const struct build_request *request, char *path,
		 size_t size, char *why, size_t why_size)
{
	static const struct builder how = {
		MODEL, NULL, find_tools, make_key, make
	};
	struct tools tools = { .systemc = systemc };

	return build_with(&how, &tools, request, path, size, why, why_size);
}

int verilator_build(const struct build_request *request, char *path,
		    size_t size, char *why, size_t why_size)
{
	return build(false, request, path, size, why, why_size);
}

int systemc_build(const struct build_request *request, char *path, size_t size,
		  char *why, size_t why_size)
{
	return build(true, request, path, size, why, why_size);
}
