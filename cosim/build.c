/* build.c - compile an emitted core into a model, once per content
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cosim/build.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/digest.h"
#include "cosim/proc.h"
#include "cosim/tool.h"

enum { MAX_ARGS = 512, LOG_TAIL = 1200, TEXT = PATH_MAX };

#define MODEL "model.so"

/* Options that decide what the model is; part of its name. */
static const char *const vlt_options[] = {
	"--cc", "--exe", "--build", "-j", "2", "--prefix", "Vdut", "-O3",
	"--x-assign", "unique", "--x-initial", "unique", "--noassert",
	"-Wno-fatal", "-Wno-lint", "-Wno-style",
	"-MAKEFLAGS", "OPT_FAST=-O2", "-MAKEFLAGS", "OPT_GLOBAL=-O2",
	"-LDFLAGS", "-shared", "-o", MODEL
};

struct tools {
	char verilator[TEXT], cxx[TEXT], make[TEXT], ccache[TEXT];
	char verilator_version[TOOL_VERSION], cxx_version[TOOL_VERSION];
};

struct build {
	const struct build_request *req;
	struct tools tools;
	char cache[TEXT];
	char key[DIGEST_TEXT];
	char *why;
	size_t why_size;
};

__attribute__((format(printf, 3, 4)))
static int refuse(struct build *b, int error, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(b->why, b->why_size, fmt, ap);
	va_end(ap);
	return error;
}

/* PATH = parts joined; false if it is too long. */
static bool join(char path[TEXT], const char *a, const char *b, const char *c)
{
	return snprintf(path, TEXT, "%s%s%s", a, b, c) < TEXT;
}

/* The signal that interrupts us ends the tools too, each in its own way. */
static bool interrupted(const struct build *b, int status)
{
	return status == 128 + SIGINT || (b->req && b->req->interrupt &&
					  *b->req->interrupt);
}

/* --- cache directory -------------------------------------------------- */

static bool cache_name(char path[TEXT])
{
	const char *own = getenv("WARPWRIGHT_CACHE");
	const char *xdg = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	if (own && *own)
		return join(path, own, "", "");
	if (xdg && *xdg == '/')
		return join(path, xdg, "/warpwright", "");
	return home && *home && join(path, home, "/.cache/warpwright", "");
}

static int make_cache(struct build *b)
{
	char name[TEXT];

	if (!cache_name(name))
		return refuse(b, BUILD_E_CACHE, "no cache directory: set "
			      "WARPWRIGHT_CACHE or HOME to a directory");
	if (proc_make_dirs(name))
		return refuse(b, BUILD_E_CACHE, "cannot make the cache "
			      "directory '%s': %s; set WARPWRIGHT_CACHE to "
			      "another", name, strerror(errno));
	if (!realpath(name, b->cache) || access(b->cache, W_OK))
		return refuse(b, BUILD_E_CACHE, "cannot write to the cache "
			      "directory '%s': %s; set WARPWRIGHT_CACHE to "
			      "another", name, strerror(errno));
	return 0;
}

int build_cache_dir(char *path, size_t size, char *why, size_t why_size)
{
	struct build *b = calloc(1, sizeof *b);
	int error = BUILD_E_CACHE;

	if (!b)
		return error;
	b->why = why;
	b->why_size = why_size;
	error = make_cache(b);
	if (!error && (size_t)snprintf(path, size, "%s", b->cache) >= size)
		error = refuse(b, BUILD_E_CACHE, "the path of the cache "
			       "directory is too long: '%s'", b->cache);
	free(b);
	return error;
}

/* --- tools ------------------------------------------------------------ */

/* The tool named by the variable, else NAME, with the package to install. */
static int find_tool(struct build *b, const char *variable, const char *name,
		     const char *package, char path[TEXT])
{
	const char *own = variable ? getenv(variable) : NULL;

	if (own && *own && strcmp(own, "no") != 0)
		name = own;
	if (proc_find(name, path, TEXT))
		return 0;
	return refuse(b, BUILD_E_TOOL, "'%s' was not found, and building the "
		      "model needs it; install the package '%s' (Debian: "
		      "apt install %s)%s%s", name, package, package,
		      variable ? " or set " : "", variable ? variable : "");
}

static int ask_version(struct build *b, const char *tool, const char *behind,
		       char version[TOOL_VERSION])
{
	int status = tool_version(b->cache, tool, behind, version);

	if (status == 0 && *version)
		return 0;
	if (interrupted(b, status))
		return refuse(b, BUILD_E_INTERRUPTED, "interrupted");
	return refuse(b, BUILD_E_TOOL, "'%s --version' fails (status %d); the "
		      "tool does not work", tool, status);
}

static int find_tools(struct build *b)
{
	struct tools *t = &b->tools;
	int error;

	if ((error = find_tool(b, "VERILATOR", "verilator", "verilator",
			       t->verilator)) ||
	    (error = find_tool(b, "CXX", "g++", "g++", t->cxx)) ||
	    (error = find_tool(b, NULL, "make", "make", t->make)) ||
	    (error = ask_version(b, t->verilator, "verilator_bin",
			     t->verilator_version)) ||
	    (error = ask_version(b, t->cxx, NULL, t->cxx_version)))
		return error;
	if (!proc_find("ccache", t->ccache, sizeof t->ccache))
		t->ccache[0] = '\0';
	return 0;
}

/* --- the name of the model -------------------------------------------- */

static int add_file(struct build *b, struct digest *d, const char *dir,
		    const char *name)
{
	char path[TEXT];
	size_t size;
	char *data;

	if (!join(path, dir, "/", name))
		return refuse(b, BUILD_E_SOURCE, "path too long: %s", name);
	data = proc_read_file(path, &size);
	if (!data)
		return refuse(b, BUILD_E_SOURCE, "cannot read '%s': %s", path,
			      strerror(errno));
	digest_add_string(d, name);
	digest_add(d, &size, sizeof size);
	digest_add(d, data, size);
	free(data);
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

static int make_key(struct build *b)
{
	const struct build_request *r = b->req;
	struct digest d;
	int error = 0;

	digest_start(&d);
	digest_add_string(&d, b->tools.verilator_version);
	digest_add_string(&d, b->tools.cxx);
	digest_add_string(&d, b->tools.cxx_version);
	for (size_t i = 0; i < sizeof vlt_options / sizeof *vlt_options; i++)
		digest_add_string(&d, vlt_options[i]);
	digest_add_string(&d, wave_option(r->waves));
	digest_add_string(&d, r->top);
	for (size_t i = 0; i < r->file_count && !error; i++)
		error = add_file(b, &d, r->dir, r->files[i]);
	if (!error)
		error = add_file(b, &d, r->data_dir, "cosim/vlt_shim.cc");
	if (!error)
		error = add_file(b, &d, r->data_dir, "cosim/driver.h");
	digest_text(&d, b->key);
	return error;
}

/* --- is it there, and whole? ------------------------------------------ */

static bool file_digest(const char *path, char text[DIGEST_TEXT])
{
	struct digest d;
	size_t size;
	char *data = proc_read_file(path, &size);

	if (!data)
		return false;
	digest_start(&d);
	digest_add(&d, data, size);
	digest_text(&d, text);
	free(data);
	return true;
}

/* The model in DIR agrees with the digest that was written after it. */
static bool whole(const char *dir)
{
	char path[TEXT], text[DIGEST_TEXT];
	size_t size;
	char *seal;
	bool same;

	if (!join(path, dir, "/", MODEL) || !file_digest(path, text) ||
	    !join(path, dir, "/", "seal"))
		return false;
	seal = proc_read_file(path, &size);
	same = seal && size == DIGEST_TEXT - 1 && !memcmp(seal, text, size);
	free(seal);
	return same;
}

static int seal(struct build *b, const char *dir)
{
	char path[TEXT], text[DIGEST_TEXT];

	if (!join(path, dir, "/", MODEL) || !file_digest(path, text))
		return refuse(b, BUILD_E_COMPILE, "verilator left no '%s'",
			      path);
	if (!join(path, dir, "/", "seal") ||
	    proc_write_file(path, text, DIGEST_TEXT - 1))
		return refuse(b, BUILD_E_CACHE, "cannot write '%s': %s", path,
			      strerror(errno));
	return 0;
}

/* --- compiling -------------------------------------------------------- */

struct args {
	const char *argv[MAX_ARGS];
	size_t count;
	char *text;             /* where composed arguments live */
	size_t used, room;
};

static void add(struct args *a, const char *arg)
{
	if (a->count + 1 < MAX_ARGS)
		a->argv[a->count++] = arg;
}

/* An argument composed of three parts. */
static void add_text(struct args *a, const char *x, const char *y,
		     const char *z)
{
	size_t n = strlen(x) + strlen(y) + strlen(z) + 1;
	char *at = a->text + a->used;

	if (a->used + n > a->room)
		return;
	snprintf(at, n, "%s%s%s", x, y, z);
	a->used += n;
	add(a, at);
}

static void compose(const struct build *b, const char *dir, struct args *a)
{
	const struct build_request *r = b->req;

	add(a, b->tools.verilator);
	for (size_t i = 0; i < sizeof vlt_options / sizeof *vlt_options; i++)
		add(a, vlt_options[i]);
	if (r->waves != BUILD_NO_WAVES)
		add(a, wave_option(r->waves));
	add(a, "-MAKEFLAGS");
	add_text(a, "CXX=", b->tools.cxx, "");
	add(a, "-MAKEFLAGS");
	add_text(a, "LINK=", b->tools.cxx, "");
	if (b->tools.ccache[0]) {
		add(a, "-MAKEFLAGS");
		add_text(a, "OBJCACHE=", b->tools.ccache, "");
	}
	add(a, "-CFLAGS");
	add_text(a, "-fPIC -I", r->data_dir, "");
	add(a, "--top-module");
	add(a, r->top);
	add(a, "--Mdir");
	add_text(a, dir, "/obj", "");
	for (size_t i = 0; i < r->file_count; i++)
		add_text(a, r->dir, "/", r->files[i]);
	add_text(a, r->data_dir, "/cosim/vlt_shim.cc", "");
	a->argv[a->count] = NULL;
}

/* The last lines of the log, for the message. */
static int compile_failed(struct build *b, const char *log, int status)
{
	size_t size = 0;
	char *text = proc_read_file(log, &size);
	const char *tail = text ? text : "";

	if (interrupted(b, status)) {
		free(text);
		return refuse(b, BUILD_E_INTERRUPTED, "interrupted");
	}
	if (size > LOG_TAIL) {
		tail = strchr(text + size - LOG_TAIL, '\n');
		tail = tail ? tail + 1 : text + size - LOG_TAIL;
	}
	refuse(b, BUILD_E_COMPILE, "verilator failed with status %d; the "
	       "end of its log '%s':\n%s", status, log, tail);
	free(text);
	return BUILD_E_COMPILE;
}

static int run_verilator(struct build *b, const char *dir, const char *log)
{
	struct args *a = calloc(1, sizeof *a);
	int status = -1;

	if (a) {
		a->room = MAX_ARGS * 256;
		a->text = malloc(a->room);
	}
	if (a && a->text) {
		compose(b, dir, a);
		status = proc_run(a->argv, dir, log);
	}
	if (a)
		free(a->text);
	free(a);
	return status == 0 ? 0 : compile_failed(b, log, status);
}

/* Keeps the model, its seal and the log; the objects are not needed again. */
static int tidy(struct build *b, const char *dir)
{
	char from[TEXT], to[TEXT];

	if (!join(from, dir, "/obj/", MODEL) || !join(to, dir, "/", MODEL) ||
	    rename(from, to))
		return refuse(b, BUILD_E_COMPILE, "verilator left no '%s'",
			      from);
	if (join(from, dir, "/obj", ""))
		proc_remove_tree(from);
	return 0;
}

static int build_in(struct build *b, const char *work, const char *final)
{
	char log[TEXT];
	int error;

	if (!join(log, work, "/build.log", ""))
		return refuse(b, BUILD_E_CACHE, "path too long: %s", work);
	if (proc_remove_tree(work) || proc_make_dirs(work))
		return refuse(b, BUILD_E_CACHE, "cannot prepare '%s': %s", work,
			      strerror(errno));
	if ((error = run_verilator(b, work, log)) || (error = tidy(b, work)) ||
	    (error = seal(b, work)))
		return error;
	if (proc_remove_tree(final) || rename(work, final))
		return refuse(b, BUILD_E_CACHE, "cannot rename '%s': %s", work,
			      strerror(errno));
	return 0;
}

/* --- one builder at a time -------------------------------------------- */

static int lock(struct build *b, const char *path)
{
	struct flock f = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0)
		return refuse(b, BUILD_E_CACHE, "cannot open the lock '%s': %s",
			      path, strerror(errno));
	if (!fcntl(fd, F_SETLKW, &f))
		return fd;
	close(fd);
	if (errno == EINTR)
		return refuse(b, BUILD_E_INTERRUPTED, "interrupted");
	return refuse(b, BUILD_E_CACHE, "cannot lock '%s': %s", path,
		      strerror(errno));
}

static void tell(const struct build *b)
{
	if (b->req->note)
		b->req->note(b->req->ctx, b->req->waves == BUILD_NO_WAVES ?
			     "building the model" :
			     "building the model with waves");
}

static int build_locked(struct build *b, const char *final)
{
	char work[TEXT], path[TEXT];
	int fd, error = 0;

	if (!join(path, b->cache, "/", b->key) || !join(work, path, ".work", "")
	    || !join(path, b->cache, "/lock-", b->key))
		return refuse(b, BUILD_E_CACHE, "path too long: %s", b->cache);
	fd = lock(b, path);
	if (fd < 0)
		return fd;
	if (b->req->rebuild || !whole(final)) {
		tell(b);
		error = build_in(b, work, final);
	}
	close(fd);
	return error;
}

static int find_or_build(struct build *b, char *path, size_t size)
{
	char final[TEXT];
	int error;

	if ((error = make_cache(b)) || (error = find_tools(b)) ||
	    (error = make_key(b)))
		return error;
	if (!join(final, b->cache, "/", b->key))
		return refuse(b, BUILD_E_CACHE, "path too long: %s", b->cache);
	if (b->req->rebuild || !whole(final))
		error = build_locked(b, final);
	if (!error && (size_t)snprintf(path, size, "%s/" MODEL, final) >= size)
		error = refuse(b, BUILD_E_CACHE, "path too long: %s", final);
	return error;
}

int build_model(const struct build_request *request, char *path, size_t size,
		char *why, size_t why_size)
{
	struct build *b = calloc(1, sizeof *b);
	int error;

	if (!b)
		return BUILD_E_CACHE;
	b->req = request;
	b->why = why;
	b->why_size = why_size;
	error = find_or_build(b, path, size);
	free(b);
	return error;
}
