/* flow_step.c - common steps of a flow: files, tools, scripts for yosys
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "fpga/flow_state.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"

enum { LOG_TAIL = 500 };

#define NOTE_SECONDS 20 /* from one note about a step to the next */

int flow_refuse(struct flow *f, int error, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(f->why, f->why_size, fmt, ap);
	va_end(ap);
	return error;
}

int flow_path(struct flow *f, const char *name, char *path)
{
	if (snprintf(path, PATH_MAX, "%s/%s", f->req->work, name) < PATH_MAX)
		return 0;
	return flow_refuse(f, FLOW_E_FILE, "path too long: %s", f->req->work);
}

int flow_tool(struct flow *f, const char *variable, const char *name,
	      const char *package, char *path)
{
	const char *own = variable ? getenv(variable) : NULL;

	if (own && *own && strcmp(own, "no") != 0)
		name = own;
	if (proc_find(name, path, PATH_MAX))
		return 0;
	return flow_refuse(f, FLOW_E_TOOL,
			   "'%s' was not found; install the package '%s' "
			   "(Debian: apt install %s)",
			   name, package, package);
}

/* BUF = the last lines of the file PATH. */
static void tail(const char *path, char buf[LOG_TAIL + 1])
{
	size_t n = 0;
	char *text = proc_read_file(path, &n), *from = text;

	if (n > LOG_TAIL) {
		from = strchr(text + n - LOG_TAIL, '\n');
		from = from ? from + 1 : text + n - LOG_TAIL;
	}
	snprintf(buf, LOG_TAIL + 1, "%s", from ? from : "");
	free(text);
}

/* Notes that the last step has lasted for SECONDS. */
static void note_again(void *ctx, double seconds)
{
	const struct flow *f = ctx;

	if (f->req->note && f->step[0])
		f->req->note(f->req->ctx, f->step, seconds);
}

int flow_tool_run(struct flow *f, const char *const *argv, const char *log,
		  const char *about)
{
	const struct proc_watch watch = {
		.stop = f->req->interrupt, .tick = note_again, .ctx = f,
		.period = NOTE_SECONDS
	};
	char path[PATH_MAX], last[LOG_TAIL + 1];
	int status, error = flow_path(f, log, path);

	if (error)
		return error;
	status = proc_run_watched(argv, f->req->work, path, &watch);
	if (status == 128 + SIGINT || (f->req->interrupt && *f->req->interrupt))
		return flow_refuse(f, FLOW_E_INTERRUPTED, "interrupted");
	if (status == 0)
		return 0;
	tail(path, last);
	return flow_refuse(f, FLOW_E_TOOL,
			   "%s failed with status %d; the end of its log:\n%s",
			   about, status, last);
}

void flow_note(struct flow *f, const char *text)
{
	snprintf(f->step, sizeof f->step, "%s", text);
	if (f->req->note)
		f->req->note(f->req->ctx, text, 0);
}

/* --- yosys ---------------------------------------------------------------- */

FILE *flow_script_open(struct flow *f, const char *name)
{
	char path[PATH_MAX];
	FILE *out = flow_path(f, name, path) ? NULL : fopen(path, "w");

	if (!out)
		flow_refuse(f, FLOW_E_FILE, "cannot write '%s': %s", path,
			    strerror(errno));
	return out;
}

int flow_script_close(struct flow *f, FILE *out, const char *name)
{
	bool bad = ferror(out) != 0;

	bad |= fclose(out) != 0;
	return bad ? flow_refuse(f, FLOW_E_FILE, "cannot write '%s': %s", name,
				 strerror(errno)) :
		     0;
}

/* Writes the commands that read the sources. Paths below the work directory,
 * where yosys runs, are relative: yosys puts them into names, and equal parts
 * of two cores must have equal names. */
void flow_put_sources(const struct flow *f, FILE *out)
{
	const char *dir = f->req->dir;
	size_t n = strlen(f->req->work);

	if (strncmp(dir, f->req->work, n) == 0 && dir[n] == '/')
		dir += n + 1;
	for (size_t i = 0; i < f->req->file_count; i++)
		fprintf(out, "read_verilog \"%s/%s\"\n", dir, f->req->files[i]);
}

int flow_yosys(struct flow *f, const char *script, const char *log)
{
	const char *const argv[] = { f->yosys, "-q",   "-l", log,
				     "-s",     script, NULL };

	return flow_tool_run(f, argv, log, "yosys");
}

bool flow_names_clash(const struct flow *f)
{
	return strstr(f->why, "count_id(cell->name) == 0") != NULL;
}

void flow_put_split(FILE *out, const char *top, bool whole)
{
	fprintf(out, "hierarchy -check -top %s\nproc\n%sopt_clean\nsplitnets\n",
		top, whole ? "flatten\n" : "");
}

int flow_find_ports(struct flow *f)
{
	FILE *out = flow_script_open(f, "ports.ys");
	int error;

	if (!out)
		return FLOW_E_FILE;
	flow_put_sources(f, out);
	fprintf(out,
		"hierarchy -check -top %s\nproc\ndelete */c:*\nwrite_json "
		"ports.json\n",
		f->req->top);
	error = flow_script_close(f, out, "ports.ys");
	return error ? error : flow_yosys(f, "ports.ys", "ports.log");
}

void flow_put_synth(const struct fpga_target *t, uint32_t shuffle,
		    const char *shape, const char *top, FILE *out)
{
	if (!*t->map) {
		fprintf(out, "%s %s -top %s\n", t->synth, shape, top);
		return;
	}
	fprintf(out, "%s %s -top %s -run begin:map_luts\n", t->synth, shape,
		top);
	if (shuffle)
		fprintf(out, "rename -scramble-name -seed %lu\n",
			(unsigned long)shuffle);
	fprintf(out, "%s\n", t->map);
	fprintf(out, "%s %s -top %s -run %s:\n", t->synth, shape, top,
		t->resume);
}
