/* icarus_build.c - builds a model with Icarus Verilog
 * SPDX-License-Identifier: Apache-2.0
 *
 * A model has two files: the core for vvp, and the VPI module that connects it
 * to the harness.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"
#include "cosim/build/builder.h"

#define MODEL "model.vvp"

/* Options; they are part of the model's name. */
static const char *const options[] = {
	"-g2005", "-s", "warpwright_waves", "-o", MODEL
};

/* Warpwright's own files of the model. */
static const char *const ours[] = {
	"cosim/device/icarus_vpi.c", "cosim/device/icarus_link.h",
	"cosim/device/ports.def", "isa/records.def",
	"cosim/device/icarus_waves.v"
};

struct tools {
	char iverilog[BUILD_TEXT], vpi[BUILD_TEXT], vvp[BUILD_TEXT];
	char version[TOOL_VERSION];
};

bool icarus_tool(const char *name, char *path)
{
	const char *iverilog = getenv("IVERILOG");
	const char *slash = iverilog ? strrchr(iverilog, '/') : NULL;
	char beside[PATH_MAX];

	if (slash &&
	    snprintf(beside, sizeof beside, "%.*s/%s", (int)(slash - iverilog),
		     iverilog, name) < (int)sizeof beside &&
	    proc_find(beside, path, PATH_MAX))
		return true;
	return proc_find(name, path, PATH_MAX);
}

static int refuse_missing(struct build *b, const char *name)
{
	return build_refuse(b, BUILD_E_TOOL, "'%s' was not found, and --sim "
			    "icarus needs it; install the package 'iverilog' "
			    "(Debian: apt install iverilog) or set IVERILOG",
			    name);
}

static int find_tools(struct build *b)
{
	struct tools *t = b->own;
	int error = build_find_tool(b, "IVERILOG", "iverilog", "iverilog",
				    t->iverilog);

	if (error)
		return error;
	if (!icarus_tool("vvp", t->vvp))
		return refuse_missing(b, "vvp");
	if (!icarus_tool("iverilog-vpi", t->vpi))
		return refuse_missing(b, "iverilog-vpi");
	return build_ask_version(b, t->vvp, "-V", NULL, t->version);
}

static int make_key(struct build *b, struct digest *d)
{
	const struct tools *t = b->own;
	int error = 0;

	digest_add_string(d, t->iverilog);
	digest_add_string(d, t->version);
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		digest_add_string(d, options[i]);
	for (size_t i = 0; i < sizeof ours / sizeof *ours && !error; i++)
		error = build_add_file(b, d, b->req->data_dir, ours[i]);
	return error;
}

static void compose_core(const struct build *b, const char *dir,
			 struct build_args *a)
{
	const struct build_request *r = b->req;
	const struct tools *t = b->own;

	(void)dir;
	build_add(a, t->iverilog);
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		build_add(a, options[i]);
	build_add(a, "-s");
	build_add(a, r->top);
	build_add_text(a, "-DWARPWRIGHT_TOP=", r->top, "");
	for (size_t i = 0; i < r->file_count; i++)
		build_add_text(a, r->dir, "/", r->files[i]);
	build_add_text(a, r->data_dir, "/cosim/device/icarus_waves.v", "");
	a->argv[a->count] = NULL;
}

static void compose_module(const struct build *b, const char *dir,
			   struct build_args *a)
{
	const struct tools *t = b->own;

	(void)dir;
	build_add(a, t->vpi);
	build_add(a, "--name=model");
	build_add_text(a, "-I", b->req->data_dir, "");
	build_add_text(a, b->req->data_dir, "/cosim/device/icarus_vpi.c", "");
	a->argv[a->count] = NULL;
}

static int make(struct build *b, const char *dir)
{
	char object[BUILD_TEXT];
	int error = build_run(b, dir, "iverilog-vpi", compose_module);

	if (!error)
		error = build_run(b, dir, "iverilog", compose_core);
	if (!error && build_join(object, dir, "/icarus_vpi.o", ""))
		proc_remove_tree(object);
	return error;
}

/* The same model is used with and without waves. */
int icarus_build(const struct build_request *request, char *path, size_t size,
		 char *why, size_t why_size)
{
	static const struct builder how = {
		MODEL, "model.vpi", find_tools, make_key, make
	};
	struct build_request same = *request;
	struct tools tools;

	same.waves = BUILD_NO_WAVES;
	return build_with(&how, &tools, &same, path, size, why, why_size);
}
