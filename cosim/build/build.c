/* build.c - models in the cache, each built once
 * SPDX-License-Identifier: Apache-2.0
 *
 * Names in the cache, for a model with digest KEY: KEY is the complete model,
 * KEY.work is a build in progress, lock-KEY is the lock. The file seal in a
 * model has the digest of its files; a model whose seal does not match is built
 * again.
 */
#define _XOPEN_SOURCE 700
#include "cosim/build/builder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/proc.h"
#include "base/tool.h"

enum { LOG_TAIL = 1200, TEXT = BUILD_TEXT };

#define NOTE_SECONDS 20 /* from one note about a step to the next */

int build_refuse(struct build *b, int error, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(b->why, b->why_size, fmt, ap);
	va_end(ap);
	return error;
}

bool build_join(char path[TEXT], const char *a, const char *b, const char *c)
{
	return snprintf(path, TEXT, "%s%s%s", a, b, c) < TEXT;
}

/* A signal that interrupts this process ends the tools too, each in its own
 * way. */
static bool is_interrupted(const struct build *b, int status)
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
		return build_join(path, own, "", "");
	if (xdg && *xdg == '/')
		return build_join(path, xdg, "/warpwright", "");
	return home && *home &&
	       build_join(path, home, "/.cache/warpwright", "");
}

static int make_cache(struct build *b)
{
	char name[TEXT];

	if (!cache_name(name))
		return build_refuse(b, BUILD_E_CACHE, "no cache directory: set "
				    "WARPWRIGHT_CACHE or HOME to a directory");
	if (proc_make_dirs(name))
		return build_refuse(b, BUILD_E_CACHE, "cannot make the cache "
				    "directory '%s': %s; set WARPWRIGHT_CACHE "
				    "to another", name, strerror(errno));
	if (!realpath(name, b->cache) || access(b->cache, W_OK))
		return build_refuse(b, BUILD_E_CACHE, "cannot write to the "
				    "cache directory '%s': %s; set "
				    "WARPWRIGHT_CACHE to another", name,
				    strerror(errno));
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
		error = build_refuse(b, BUILD_E_CACHE, "the path of the cache "
				     "directory is too long: '%s'", b->cache);
	free(b);
	return error;
}

/* --- parts for builders -------------------------------------------------- */

int build_find_tool(struct build *b, const char *variable, const char *name,
		    const char *package, char path[TEXT])
{
	const char *own = variable ? getenv(variable) : NULL;

	if (own && *own && strcmp(own, "no") != 0)
		name = own;
	if (proc_find(name, path, TEXT))
		return 0;
	return build_refuse(b, BUILD_E_TOOL, "'%s' was not found, and building "
			    "the model needs it; install the package '%s' "
			    "(Debian: apt install %s)%s%s", name, package,
			    package, variable ? " or set " : "",
			    variable ? variable : "");
}

int build_ask_version(struct build *b, const char *tool, const char *option,
		      const char *behind, char version[TOOL_VERSION])
{
	int status = tool_version(b->cache, tool, option, behind, version);

	if (status == 0 && *version)
		return 0;
	if (is_interrupted(b, status))
		return build_refuse(b, BUILD_E_INTERRUPTED, "interrupted");
	return build_refuse(b, BUILD_E_TOOL, "'%s %s' fails (status %d); the "
			    "tool does not work", tool, option, status);
}

int build_add_file(struct build *b, struct digest *d, const char *dir,
		   const char *name)
{
	char path[TEXT];

	if (!build_join(path, dir, "/", name))
		return build_refuse(b, BUILD_E_SOURCE, "path too long: %s",
				    name);
	digest_add_string(d, name);
	if (digest_add_file(d, path))
		return build_refuse(b, BUILD_E_SOURCE, "cannot read '%s': %s",
				    path, strerror(errno));
	return 0;
}

void build_add(struct build_args *a, const char *arg)
{
	if (a->count + 1 < BUILD_ARGS)
		a->argv[a->count++] = arg;
}

void build_add_text(struct build_args *a, const char *x, const char *y,
		    const char *z)
{
	size_t n = strlen(x) + strlen(y) + strlen(z) + 1;
	char *at = a->text + a->used;

	if (a->used + n > a->room)
		return;
	snprintf(at, n, "%s%s%s", x, y, z);
	a->used += n;
	build_add(a, at);
}

/* Reports a failed tool with the last lines of its log. */
static int tool_failed(struct build *b, const char *tool, const char *log,
		       int status)
{
	size_t size = 0;
	char *text = proc_read_file(log, &size);
	const char *tail = text ? text : "";

	if (is_interrupted(b, status)) {
		free(text);
		return build_refuse(b, BUILD_E_INTERRUPTED, "interrupted");
	}
	if (size > LOG_TAIL) {
		tail = strchr(text + size - LOG_TAIL, '\n');
		tail = tail ? tail + 1 : text + size - LOG_TAIL;
	}
	build_refuse(b, BUILD_E_COMPILE, "%s failed with status %d; the end of "
		     "its log '%s':\n%s", tool, status, log, tail);
	free(text);
	return BUILD_E_COMPILE;
}

/* Notes the step that has lasted for SECONDS. */
static void note(void *ctx, double seconds)
{
	const struct build *b = ctx;

	if (b->req->note)
		b->req->note(b->req->ctx, b->step, seconds);
}

int build_run(struct build *b, const char *dir, const char *name,
	      void (*compose)(const struct build *b, const char *dir,
			      struct build_args *args))
{
	const struct proc_watch watch = {
		.stop = b->req->interrupt, .tick = note, .ctx = b,
		.period = NOTE_SECONDS
	};
	struct build_args *a = calloc(1, sizeof *a);
	char log[TEXT];
	int status = -1;

	if (!build_join(log, dir, "/build.log", "")) {
		free(a);
		return build_refuse(b, BUILD_E_CACHE, "path too long: %s", dir);
	}
	if (a) {
		a->room = BUILD_ARGS * 256;
		a->text = malloc(a->room);
	}
	if (a && a->text) {
		compose(b, dir, a);
		status = proc_run_watched(a->argv, dir, log, &watch);
	}
	if (a)
		free(a->text);
	free(a);
	return status == 0 ? 0 : tool_failed(b, name, log, status);
}

/* --- the name of the model -------------------------------------------- */

static int add_source(struct build *b, struct digest *d, const char *name)
{
	const struct build_request *r = b->req;
	const char *text;
	size_t size = 0;

	if (!r->text)
		return build_add_file(b, d, r->dir, name);
	text = r->text(r->ctx, name, &size);
	if (!text)
		return build_refuse(b, BUILD_E_SOURCE, "there is no '%s'",
				    name);
	digest_add_string(d, name);
	digest_add_text(d, text, size);
	return 0;
}

static int make_key(struct build *b)
{
	const struct build_request *r = b->req;
	struct digest d;
	int error;

	digest_start(&d);
	error = b->how->key(b, &d);
	digest_add_string(&d, r->top);
	for (size_t i = 0; i < r->file_count && !error; i++)
		error = add_source(b, &d, r->files[i]);
	digest_text(&d, b->key);
	return error;
}

/* --- is the model in the cache, and undamaged? -------------------------- */

static bool add_part(struct digest *d, const char *dir, const char *name)
{
	char path[TEXT];
	size_t size;
	char *data;

	if (!name)
		return true;
	data = build_join(path, dir, "/", name) ? proc_read_file(path, &size) :
						  NULL;
	if (data)
		digest_add(d, data, size);
	free(data);
	return data != NULL;
}

/* The digest of the files of the model in DIR. False if one is missing. */
static bool model_digest(const struct builder *how, const char *dir,
			 char text[DIGEST_TEXT])
{
	struct digest d;

	digest_start(&d);
	if (!add_part(&d, dir, how->model) || !add_part(&d, dir, how->beside))
		return false;
	digest_text(&d, text);
	return true;
}

/* Does the model in DIR match its seal, the digest that was written after
 * it? */
static bool is_undamaged(const char *dir, const struct builder *how)
{
	char path[TEXT], text[DIGEST_TEXT];
	size_t size;
	char *seal;
	bool same;

	if (!model_digest(how, dir, text) ||
	    !build_join(path, dir, "/", "seal"))
		return false;
	seal = proc_read_file(path, &size);
	same = seal && size == DIGEST_TEXT - 1 && !memcmp(seal, text, size);
	free(seal);
	return same;
}

static int write_seal(struct build *b, const char *dir)
{
	char path[TEXT], text[DIGEST_TEXT];

	if (!model_digest(b->how, dir, text))
		return build_refuse(b, BUILD_E_COMPILE,
				    "the compiler left no '%s' in '%s'",
				    b->how->model, dir);
	if (!build_join(path, dir, "/", "seal") ||
	    proc_write_file(path, text, DIGEST_TEXT - 1))
		return build_refuse(b, BUILD_E_CACHE, "cannot write '%s': %s",
				    path, strerror(errno));
	return 0;
}

/* --- building ---------------------------------------------------------- */

static int build_in(struct build *b, const char *work, const char *final)
{
	int error;

	if (proc_remove_tree(work) || proc_make_dirs(work))
		return build_refuse(b, BUILD_E_CACHE,
				    "cannot prepare '%s': %s", work,
				    strerror(errno));
	if ((error = b->how->make(b, work)) || (error = write_seal(b, work)))
		return error;
	if (proc_remove_tree(final) || rename(work, final))
		return build_refuse(b, BUILD_E_CACHE, "cannot rename '%s': %s",
				    work, strerror(errno));
	return 0;
}

/* --- one builder at a time -------------------------------------------- */

/* Waits until FD can be locked. Returns 0; or -1, with errno EINTR after an
 * interrupt. */
static int wait_for_lock(struct build *b, int fd)
{
	struct flock f = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	const double begin = clock_now();
	double waited = 0, next = 0;

	b->step = "waiting for another process, which builds the model";
	while (fcntl(fd, F_SETLK, &f)) {
		if (errno != EAGAIN && errno != EACCES)
			return -1;
		if (is_interrupted(b, 0)) {
			errno = EINTR;
			return -1;
		}
		if (waited >= next) {
			note(b, waited);
			next += NOTE_SECONDS;
		}
		proc_pause(waited);
		waited = clock_now() - begin;
	}
	return 0;
}

static int lock(struct build *b, const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0)
		return build_refuse(b, BUILD_E_CACHE,
				    "cannot open the lock '%s': %s", path,
				    strerror(errno));
	if (!wait_for_lock(b, fd))
		return fd;
	close(fd);
	if (errno == EINTR)
		return build_refuse(b, BUILD_E_INTERRUPTED, "interrupted");
	return build_refuse(b, BUILD_E_CACHE, "cannot lock '%s': %s", path,
			    strerror(errno));
}

static int build_locked(struct build *b, const char *final)
{
	char work[TEXT], path[TEXT];
	int fd, error = 0;

	if (!build_join(path, b->cache, "/", b->key) ||
	    !build_join(work, path, ".work", "") ||
	    !build_join(path, b->cache, "/lock-", b->key))
		return build_refuse(b, BUILD_E_CACHE, "path too long: %s",
				    b->cache);
	fd = lock(b, path);
	if (fd < 0)
		return fd;
	if (b->req->rebuild || !is_undamaged(final, b->how)) {
		b->step = b->req->waves == BUILD_NO_WAVES ?
				  "building the model" :
				  "building the model with waves";
		note(b, 0);
		error = build_in(b, work, final);
	}
	close(fd);
	return error;
}

/* Places the sources before the lock is taken. A process that makes a scratch
 * directory also removes unfinished builds without a lock, and would not
 * respect a lock of its own. */
static int build_placed(struct build *b, const char *final)
{
	if (b->req->place && b->req->place(b->req->ctx))
		return build_refuse(b, BUILD_E_PLACE, "no files to build from");
	return build_locked(b, final);
}

static int find_or_build(struct build *b, char *path, size_t size)
{
	char final[TEXT];
	int error;

	if ((error = make_cache(b)) || (error = b->how->tools(b)) ||
	    (error = make_key(b)))
		return error;
	if (!build_join(final, b->cache, "/", b->key))
		return build_refuse(b, BUILD_E_CACHE, "path too long: %s",
				    b->cache);
	if (b->req->rebuild || !is_undamaged(final, b->how))
		error = build_placed(b, final);
	if (!error && (size_t)snprintf(path, size, "%s/%s", final,
				       b->how->model) >= size)
		error = build_refuse(b, BUILD_E_CACHE, "path too long: %s",
				     final);
	return error;
}

int build_with(const struct builder *how, void *own,
	       const struct build_request *request, char *path, size_t size,
	       char *why, size_t why_size)
{
	struct build *b = calloc(1, sizeof *b);
	int error;

	if (!b)
		return BUILD_E_CACHE;
	b->req = request;
	b->how = how;
	b->own = own;
	b->why = why;
	b->why_size = why_size;
	error = find_or_build(b, path, size);
	free(b);
	return error;
}
