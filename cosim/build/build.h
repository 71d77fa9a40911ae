/* build.h - compiles an emitted core into a model, once per content
 * SPDX-License-Identifier: Apache-2.0
 *
 * Models are kept in a cache directory: $WARPWRIGHT_CACHE, else
 * $XDG_CACHE_HOME/warpwright, else ~/.cache/warpwright. The name of a model is
 * a digest of all that it is made from: the Verilog, warpwright's own files,
 * the versions of the tools, the options.
 *
 * A model appears under its name only when it is complete. A lock keeps two
 * processes from building the same model. The next run removes what an
 * interrupted run left. A damaged model is detected and built again.
 */
#ifndef WW_COSIM_BUILD_H
#define WW_COSIM_BUILD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum build_waves { BUILD_NO_WAVES, BUILD_VCD, BUILD_FST };

enum build_error {
	BUILD_E_TOOL = -1,      /* a tool is missing */
	BUILD_E_COMPILE = -2,   /* a tool failed */
	BUILD_E_CACHE = -3,     /* the cache directory cannot be used */
	BUILD_E_SOURCE = -4,    /* a source file cannot be read */
	BUILD_E_INTERRUPTED = -5,
	BUILD_E_PLACE = -6      /* `place` failed; it has reported the reason */
};

struct build_request {
	const char *dir;              /* directory of the Verilog */
	const char *const *files;     /* relative to DIR, in order */
	size_t file_count;
	/* TEXT returns the contents of file NAME of FILES, or NULL. PLACE
	 * writes the files to DIR before a build; it returns 0, or -1. If TEXT
	 * is NULL, the files are in DIR already. */
	const char *(*text)(void *ctx, const char *name, size_t *size);
	int (*place)(void *ctx);
	const char *top;              /* name of the top module */
	/* a module of which TOP has INSTANCES equal instances, or NULL: a
	 * builder may compile it once, by itself */
	const char *repeated;
	uint32_t instances;
	const char *data_dir;         /* directory that has cosim/ and isa/ */
	enum build_waves waves;
	bool coverage;                /* the model counts lines and toggles */
	/* a netlist: fast to compile, slow to run */
	bool quick;
	bool rebuild;                 /* build even if the cache has the
				       * model */
	/* May be NULL. When it becomes nonzero, the tools are ended. */
	const volatile sig_atomic_t *interrupt;
	/* Called before a step that takes long, SECONDS is 0, and at times
	 * while it lasts; may be NULL. */
	void (*note)(void *ctx, const char *text, double seconds);
	void *ctx;
};

/* Writes the path of the cache directory to PATH (SIZE bytes), and makes the
 * directory. Returns 0, or BUILD_E_CACHE and the reason in WHY. */
int build_cache_dir(char *path, size_t size, char *why, size_t why_size);

/* The `build` function of a simulator (sim.h). Finds or builds the model of
 * REQUEST and writes its path to PATH (SIZE bytes). Returns 0, or a
 * build_error; WHY then has the fault and the remedy. */
typedef int build_model(const struct build_request *request, char *path,
			size_t size, char *why, size_t why_size);

/* The builders of models for Verilator, for Verilator inside SystemC, which has
 * a main loop of its own, and for Icarus Verilog. */
build_model verilator_build, systemc_build, icarus_build;

/* Finds a tool of Icarus Verilog: beside $IVERILOG if that is a path, else in
 * PATH. The argument PATH has PATH_MAX bytes. Returns false if there is
 * none. */
bool icarus_tool(const char *name, char *path);

#endif
