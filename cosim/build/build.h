/* build.h - compile an emitted core into a model, once per content
 * SPDX-License-Identifier: Apache-2.0
 *
 * Models live in a cache directory: $WARPWRIGHT_CACHE, else
 * $XDG_CACHE_HOME/warpwright, else ~/.cache/warpwright. A model's name is the
 * digest of everything it is made from: the Verilog, our own parts of it, the
 * tools' versions, the flags. A model appears under its name only when it is
 * complete; a lock keeps two runs from building the same one; what an
 * interrupted run left is removed by the next; a damaged model is noticed and
 * built again.
 */
#ifndef WW_COSIM_BUILD_H
#define WW_COSIM_BUILD_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum build_waves { BUILD_NO_WAVES, BUILD_VCD, BUILD_FST };

enum build_error {
	BUILD_E_TOOL = -1,      /* a tool is missing */
	BUILD_E_COMPILE = -2,   /* a tool failed */
	BUILD_E_CACHE = -3,     /* the cache directory cannot be used */
	BUILD_E_SOURCE = -4,    /* a source file cannot be read */
	BUILD_E_INTERRUPTED = -5,
	BUILD_E_PLACE = -6      /* `place` failed; it has said why */
};

struct build_request {
	const char *dir;              /* of the Verilog */
	const char *const *files;     /* relative to DIR, in order */
	size_t file_count;
	/* What NAME of FILES has, or NULL; and before a build, which needs
	 * them in DIR, puts them there: 0, or -1. Without `text` they are
	 * there. */
	const char *(*text)(void *ctx, const char *name, size_t *size);
	int (*place)(void *ctx);
	const char *top;              /* name of the top module */
	const char *data_dir;         /* where cosim/ is, with our parts */
	enum build_waves waves;
	bool coverage;                /* it counts its lines and toggles */
	/* a netlist: compiled soon, not to run fast */
	bool quick;
	bool rebuild;                 /* even if the cache has it */
	/* Not 0: a tool that fails was interrupted; may be NULL. */
	const volatile sig_atomic_t *interrupt;
	/* Called before something that takes long; may be NULL. */
	void (*note)(void *ctx, const char *text);
	void *ctx;
};

/* The cache directory, made if need be. 0, or BUILD_E_CACHE and WHY. */
int build_cache_dir(char *path, size_t size, char *why, size_t why_size);

/* The `build` of a simulator (sim.h): the path of the model for REQUEST into
 * PATH, from the cache or built now. 0, or a build_error and WHY says what is
 * wrong and what would help. */
typedef int build_model(const struct build_request *request, char *path,
			size_t size, char *why, size_t why_size);

#endif
