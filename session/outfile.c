/* outfile.c - result files that appear complete or not at all
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int bad(const char *what, const char *path)
{
	fprintf(stderr, "warpwright: error: cannot %s '%s': %s\n", what, path,
		strerror(errno));
	return -1;
}

/* --- before the run ---------------------------------------------------- */

/* The stream of "-" after outfile_take_stdout. */
static FILE *taken;

static int cannot(char *why, int error)
{
	snprintf(why, OUTFILE_WHY, "%s", strerror(error));
	return -1;
}

static int check_dir(const char *path, char *why)
{
	const char *slash = strrchr(path, '/');
	char dir[PATH_MAX] = ".";
	struct stat st;
	int error = 0;

	if (slash && slash - path >= PATH_MAX)
		return cannot(why, ENAMETOOLONG);
	if (slash)
		snprintf(dir, sizeof dir, "%.*s",
			 slash == path ? 1 : (int)(slash - path), path);
	if (stat(dir, &st))
		error = errno;
	else if (!S_ISDIR(st.st_mode))
		error = ENOTDIR;
	else if (access(dir, W_OK | X_OK))
		error = errno;
	if (error)
		snprintf(why, OUTFILE_WHY, "directory '%s': %s", dir,
			 strerror(error));
	return error ? -1 : 0;
}

int outfile_check(const char *path, bool add, char why[OUTFILE_WHY])
{
	struct stat st;
	bool there = !stat(path, &st);

	if (there && S_ISDIR(st.st_mode))
		return cannot(why, EISDIR);
	if (there && !S_ISREG(st.st_mode) && add) {
		snprintf(why, OUTFILE_WHY, "it is no regular file");
		return -1;
	}
	if (there && (add || !S_ISREG(st.st_mode)) && access(path, W_OK))
		return cannot(why, errno);
	return there && !S_ISREG(st.st_mode) ? 0 : check_dir(path, why);
}

int outfile_take_stdout(void)
{
	int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	fflush(stdout);
	if (fd >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
		taken = fdopen(fd, "w");
	if (!taken)
		return bad("write", "-");
	setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
	return 0;
}

/* --- one file ---------------------------------------------------------- */

/* DIR/.part-PID-NAME for DIR/NAME. */
static bool name_temp(struct outfile *f)
{
	const char *slash = strrchr(f->path, '/');
	const char *name = slash ? slash + 1 : f->path;
	int n = snprintf(f->temp, sizeof f->temp, "%.*s.part-%ld-%s",
			 (int)(name - f->path), f->path, (long)getpid(), name);

	return n >= 0 && (size_t)n < sizeof f->temp;
}

int outfile_place(struct outfile *f, const char *path)
{
	struct stat st;

	f->path = path;
	f->stream = NULL;
	f->direct = !stat(path, &st) && !S_ISREG(st.st_mode);
	if (f->direct && S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		return bad("write", path);
	}
	if (!f->direct && !name_temp(f)) {
		errno = ENAMETOOLONG;
		return bad("write", path);
	}
	if (f->direct)
		snprintf(f->temp, sizeof f->temp, "%s", path);
	return 0;
}

int outfile_open(struct outfile *f, const char *path)
{
	if (strcmp(path, "-") == 0) {
		*f = (struct outfile){ .path = path, .direct = true,
				       .stream = taken ? taken : stdout };
		return 0;
	}
	if (outfile_place(f, path))
		return -1;
	f->stream = fopen(f->temp, "w");
	return f->stream ? 0 : bad("write", path);
}

static int close_stream(FILE *stream)
{
	return stream == stdout || stream == taken ? fflush(stream) :
	       fclose(stream);
}

int outfile_keep(struct outfile *f)
{
	bool wrong = false;

	if (f->stream) {
		wrong = ferror(f->stream) != 0;
		wrong |= close_stream(f->stream) != 0;
		f->stream = NULL;
	}
	if (!wrong && !f->direct)
		wrong = rename(f->temp, f->path) != 0;
	return wrong ? bad("write", f->path) : 0;
}

void outfile_drop(struct outfile *f)
{
	if (f->stream)
		close_stream(f->stream);
	f->stream = NULL;
	if (f->path && !f->direct)
		unlink(f->temp);
}
