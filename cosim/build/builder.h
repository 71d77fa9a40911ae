/* builder.h - what makes models: the parts that builders share
 * SPDX-License-Identifier: Apache-2.0
 *
 * build.c keeps the cache; a `struct builder` says what a model of one
 * simulator is made from and how. Functions return 0 or a build_error, with
 * the reason in the request's WHY.
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
	const char *model;      /* the file that the model's path names */
	const char *beside;     /* another one that it needs, or NULL */
	/* Finds the tools, into B->own. */
	int (*tools)(struct build *b);
	/* Adds to the name of the model what it is made from besides the
	 * Verilog: tools, options, files of ours. */
	int (*key)(struct build *b, struct digest *d);
	/* Makes the model in DIR. */
	int (*make)(struct build *b, const char *dir);
};

/* One call of build_with. */
struct build {
	const struct build_request *req;
	const struct builder *how;
	void *own;              /* the builder's */
	char cache[BUILD_TEXT];
	char key[DIGEST_TEXT];
	char *why;
	size_t why_size;
};

/* The arguments of a tool; TEXT holds those that are composed. */
struct build_args {
	const char *argv[BUILD_ARGS];
	size_t count;
	char *text;
	size_t used, room;
};

/* As build_model of build.h, with this builder; OWN is for its functions. */
int build_with(const struct builder *how, void *own,
	       const struct build_request *request, char *path, size_t size,
	       char *why, size_t why_size);

/* Says WHY and returns ERROR. */
__attribute__((format(printf, 3, 4)))
int build_refuse(struct build *b, int error, const char *fmt, ...);

/* PATH = parts joined; false if it is too long. */
bool build_join(char path[BUILD_TEXT], const char *a, const char *b,
		const char *c);

/* The tool named by VARIABLE (or NULL), else NAME, with the package to
 * install. */
int build_find_tool(struct build *b, const char *variable, const char *name,
		    const char *package, char path[BUILD_TEXT]);
/* What TOOL answers to OPTION; see tool.h. */
int build_ask_version(struct build *b, const char *tool, const char *option,
		      const char *behind, char version[TOOL_VERSION]);
/* Adds name and content of a file to D. */
int build_add_file(struct build *b, struct digest *d, const char *dir,
		   const char *name);

void build_add(struct build_args *a, const char *arg);
/* An argument composed of three parts. */
void build_add_text(struct build_args *a, const char *x, const char *y,
		    const char *z);

/* Runs in DIR the tool whose arguments COMPOSE gives, its path first; what it
 * says goes to DIR/build.log. NAME is for messages. */
int build_run(struct build *b, const char *dir, const char *name,
	      void (*compose)(const struct build *b, const char *dir,
			      struct build_args *args));

#endif
