/* proc.c - run tools and capture their output; a few operations on files
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"

/* --- programs --------------------------------------------------------- */

static bool executable(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

bool proc_find(const char *name, char *buf, size_t size)
{
	const char *path = getenv("PATH"), *end;

	if (strchr(name, '/')) {
		snprintf(buf, size, "%s", name);
		return executable(name);
	}
	for (; path && *path; path = *end ? end + 1 : end) {
		end = path + strcspn(path, ":");
		snprintf(buf, size, "%.*s/%s", (int)(end - path), path, name);
		if (executable(buf))
			return true;
	}
	return false;
}

static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) :
	       WEXITSTATUS(status);
}

/* In the child: executes ARGV with stdin from /dev/null and its output to FD;
 * does not return. */
static void execute_command(const char *const *argv, const char *dir, int fd)
{
	int null = open("/dev/null", O_RDONLY);

	if (null < 0 || dup2(null, 0) < 0 || dup2(fd, 1) < 0 ||
	    dup2(fd, 2) < 0 || (dir && chdir(dir)))
		_exit(127);
	execv(argv[0], (char *const *)(size_t)argv);
	_exit(127);
}

/* Starts ARGV; returns its process, or -1. */
static pid_t start(const char *const *argv, const char *dir, const char *log,
		   bool group)
{
	int fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	pid_t pid;

	if (fd < 0)
		return -1;
	pid = fork();
	if (pid == 0 && group)
		setpgid(0, 0);
	if (pid == 0)
		execute_command(argv, dir, fd);
	if (pid > 0 && group)
		setpgid(pid, pid);
	close(fd);
	return pid;
}

int proc_run(const char *const *argv, const char *dir, const char *log)
{
	pid_t pid = start(argv, dir, log, false);

	return pid < 0 ? -1 : wait_for(pid);
}

void proc_pause(double seconds)
{
	double part = seconds / 16;
	struct timespec t = { 0, 0 };

	part = part < 0.001 ? 0.001 : part > 0.05 ? 0.05 : part;
	t.tv_nsec = (long)(part * 1e9);
	nanosleep(&t, NULL);
}

int proc_end_group(pid_t pid)
{
	double begin = clock_now(), waited = 0;
	bool reaped = false;

	kill(-pid, SIGTERM);
	for (; waited < PROC_GRACE; waited = clock_now() - begin) {
		reaped = reaped || waitpid(pid, NULL, WNOHANG) != 0;
		if (reaped && kill(-pid, 0))
			return 128 + SIGTERM;
		proc_pause(waited);
	}
	kill(-pid, SIGKILL);
	if (!reaped)
		wait_for(pid);
	return 128 + SIGKILL;
}

int proc_run_watched(const char *const *argv, const char *dir, const char *log,
		     const struct proc_watch *watch)
{
	double begin = clock_now(), next = watch->period, waited = 0;
	pid_t pid = start(argv, dir, log, watch->stop), ended;
	int status;

	if (pid < 0)
		return -1;
	while ((ended = waitpid(pid, &status, WNOHANG)) == 0) {
		if (watch->stop && *watch->stop)
			return proc_end_group(pid);
		if (watch->tick && waited >= next) {
			watch->tick(watch->ctx, waited);
			next += watch->period;
		}
		proc_pause(waited);
		waited = clock_now() - begin;
	}
	if (ended < 0)
		return -1;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) :
	       WEXITSTATUS(status);
}

/* Reads FD to its end; keeps the first line in BUF. */
static void keep_line(int fd, char *buf, size_t size)
{
	char chunk[512];
	size_t used = 0;
	bool line = true;
	ssize_t n;

	while ((n = read(fd, chunk, sizeof chunk)) > 0 ||
	       (n < 0 && errno == EINTR))
		for (ssize_t i = 0; i < n && line; i++) {
			line = chunk[i] != '\n';
			if (line && used + 1 < size)
				buf[used++] = chunk[i];
		}
	buf[used] = '\0';
}

int proc_first_line(const char *const *argv, char *buf, size_t size)
{
	int ends[2];
	pid_t pid;

	buf[0] = '\0';
	if (pipe(ends))
		return -1;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	pid = fork();
	if (pid == 0)
		execute_command(argv, NULL, ends[1]);
	close(ends[1]);
	if (pid > 0)
		keep_line(ends[0], buf, size);
	close(ends[0]);
	return pid < 0 ? -1 : wait_for(pid);
}

/* --- files ------------------------------------------------------------ */

static char *read_all(FILE *f, size_t *size)
{
	size_t room = 1 << 16, used = 0, n;
	char *data = malloc(room), *more;

	while (data && (n = fread(data + used, 1, room - used - 1, f))) {
		used += n;
		if (used < room - 1)
			continue;
		room *= 2;
		more = realloc(data, room);
		if (!more)
			free(data);
		data = more;
	}
	if (data && !ferror(f)) {
		data[used] = '\0';
		*size = used;
		return data;
	}
	free(data);
	return NULL;
}

char *proc_read_file(const char *path, size_t *size)
{
	/* To open a FIFO would wait for a writer. */
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	FILE *f = NULL;
	char *data;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) || S_ISFIFO(st.st_mode))
		errno = FILE_NOT_REGULAR;
	else
		f = fdopen(fd, "rb");
	if (!f) {
		close(fd);
		return NULL;
	}
	data = read_all(f, size);
	fclose(f);
	return data;
}

int proc_write_file(const char *path, const void *data, size_t size)
{
	FILE *f = fopen(path, "wb");
	bool bad;

	if (!f)
		return -1;
	bad = size && fwrite(data, 1, size, f) != size;
	bad |= fclose(f) != 0;
	return bad ? -1 : 0;
}

int proc_make_dirs(const char *dir)
{
	char *path = malloc(strlen(dir) + 1);
	int bad = -1;

	if (!path)
		return -1;
	strcpy(path, dir);
	for (char *p = path + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		mkdir(path, 0777);
		*p = '/';
	}
	if (!mkdir(path, 0777) || errno == EEXIST)
		bad = 0;
	free(path);
	return bad;
}

static int remove_one(const char *path, const struct stat *st, int kind,
		      struct FTW *ftw)
{
	(void)st;
	(void)kind;
	(void)ftw;
	return remove(path);
}

int proc_remove_tree(const char *path)
{
	if (!nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS))
		return 0;
	return errno == ENOENT ? 0 : -1;
}
