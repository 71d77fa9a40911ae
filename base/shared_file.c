/* shared_file.c - a file that several runs extend at the same time
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "base/shared_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

static int io_error(struct shared_file *f)
{
	snprintf(f->why, f->why_size, "cannot write '%s': %s", f->path,
		 strerror(errno));
	return -1;
}

static bool same_file(int fd, const char *path)
{
	struct stat a, b;

	return !fstat(fd, &a) && !stat(path, &b) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

FILE *shared_read(const char *path)
{
	/* To open a FIFO would wait for a writer. */
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	FILE *in = NULL;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && !S_ISREG(st.st_mode))
		errno = S_ISDIR(st.st_mode) ? EISDIR : FILE_NOT_REGULAR;
	else
		in = fdopen(fd, "r");
	if (!in)
		close(fd);
	return in;
}

/* Opens and locks PATH. The previous holder of the lock may have replaced the
 * file: then opens and locks the new one. */
static int open_locked(const char *path)
{
	for (;;) {
		struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
		int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

		if (fd < 0)
			return -1;
		if (fcntl(fd, F_SETLKW, &lock)) {
			close(fd);
			return -1;
		}
		if (same_file(fd, path))
			return fd;
		close(fd);
	}
}

int shared_open(struct shared_file *f, const char *path, char *why,
		size_t why_size)
{
	struct stat st;
	int fd;

	*f = (struct shared_file){ path, NULL, false, why, why_size };
	if (!stat(path, &st) && !S_ISREG(st.st_mode)) {
		snprintf(why, why_size, "'%s' is not a regular file", path);
		return -1;
	}
	fd = open_locked(path);
	if (fd < 0)
		return io_error(f);
	f->in = fdopen(fd, "r");
	if (!f->in || fstat(fd, &st)) {
		io_error(f);
		close(fd);
		return -1;
	}
	f->empty = !st.st_size;
	return 0;
}

/* DIR/.part-PID-NAME for DIR/NAME. */
static bool name_temp(const char *path, char *temp)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	int n = snprintf(temp, PATH_MAX, "%.*s.part-%ld-%s",
			 (int)(name - path), path, (long)getpid(), name);

	return n >= 0 && n < PATH_MAX;
}

int shared_replace(struct shared_file *f,
		   int (*write)(FILE *out, const void *what), const void *what)
{
	char temp[PATH_MAX];
	FILE *out;
	int bad;

	errno = ENAMETOOLONG;
	out = name_temp(f->path, temp) ? fopen(temp, "w") : NULL;
	if (!out)
		return io_error(f);
	bad = write(out, what);
	bad = fclose(out) || bad;
	if (bad || rename(temp, f->path)) {
		bad = io_error(f);
		remove(temp);
		return bad;
	}
	f->empty = false;
	return 0;
}

void shared_close(struct shared_file *f)
{
	if (!f->in)
		return;
	if (f->empty)
		remove(f->path);
	fclose(f->in);
	f->in = NULL;
}
