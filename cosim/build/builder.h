/* builder.h - the parts that the builders of models share
 * SPDX-License-Identifier: Apache-2.0
 *
 * build.c manages the cache. A `struct builder` describes how to make the
 * models of one simulator. Functions return 0 or a build_error, and write the
 * reason to the request's WHY.
 */
#ifndef WW_COSIM_BUILDER_H
#define WW_COSIM_BUILDER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/digest.h"
#include "base/tool.h"
#include "cosim/build/build.h"

enum { BUILD_TEXT = PATH_MAX, BUILD_ARGS = 512 };

struct build;

struct builder {
	const char *model;      /* file name of the model */
	const char *beside;     /* another file that it needs, or NULL */
	/* Finds the tools and stores them in B->own. */
	int (*tools)(struct build *b);
	/* Adds to D everything that decides the model besides the Verilog:
	 * tools, options, warpwright's own files. */
	int (*key)(struct build *b, struct digest *d);
	/* Builds the model in DIR. */
	int (*make)(struct build *b, const char *dir);
};

/* One call of build_with. */
struct build {
	const struct build_request *req;
	const struct builder *how;
	void *own;              /* data of the builder */
	const char *step;       /* what takes long, for notes */
	char cache[BUILD_TEXT];
	char key[DIGEST_TEXT];
	char *why;
	size_t why_size;
};

/* The arguments of a tool. TEXT has those of build_add_text. */
struct build_args {
	const char *argv[BUILD_ARGS];
	size_t count;
	char *text;
	size_t used, room;
};

/* As build_model of build.h, with builder HOW. OWN is data for its
 * functions. */
int build_with(const struct builder *how, void *own,
	       const struct build_request *request, char *path, size_t size,
	       char *why, size_t why_size);

/* Writes the reason to WHY and returns ERROR. */
__attribute__((format(printf, 3, 4)))
int build_refuse(struct build *b, int error, const char *fmt, ...);

/* Joins A, B and C into PATH. Returns false if they are too long. */
bool build_join(char path[BUILD_TEXT], const char *a, const char *b,
		const char *c);

/* Finds the tool that the environment variable VARIABLE (may be NULL) names,
 * else NAME, and writes its path to PATH. PACKAGE is named in the message. */
int build_find_tool(struct build *b, const char *variable, const char *name,
		    const char *package, char path[BUILD_TEXT]);
/* Reads the version that TOOL prints for OPTION; see tool.h. */
int build_ask_version(struct build *b, const char *tool, const char *option,
		      const char *behind, char version[TOOL_VERSION]);
/* Adds the name and the contents of a file to D. */
int build_add_file(struct build *b, struct digest *d, const char *dir,
		   const char *name);

void build_add(struct build_args *a, const char *arg);
/* Adds an argument: X, Y and Z joined. */
void build_add_text(struct build_args *a, const char *x, const char *y,
		    const char *z);

/* Runs a tool in DIR. COMPOSE adds its arguments, its path first. Its output
 * goes to DIR/build.log. NAME is for messages. */
int build_run(struct build *b, const char *dir, const char *name,
	      void (*compose)(const struct build *b, const char *dir,
			      struct build_args *args));

#endif
