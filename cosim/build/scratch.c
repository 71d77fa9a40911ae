/* scratch.c - directories in the cache for the time of one run
 * SPDX-License-Identifier: Apache-2.0
 *
 * The locked file is `owner` in the directory. It is made and locked under
 * another name, then renamed. So a file `owner` without a lock belongs to a
 * dead process.
 */
#define _XOPEN_SOURCE 700
#include "cosim/build/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/proc.h"

/* A directory without `owner` is being made, or its maker died. It is removed
 * when it is so old. */
enum { ORPHAN_SECONDS = 24 * 60 * 60, RANDOM = 6, KEY = 64 };

static const char *const kinds[] = {
	[SCRATCH_EMIT] = "emit-", [SCRATCH_GATES] = "gates-",
	[SCRATCH_PLACED] = "placed-", [SCRATCH_SYNTH] = "synth-"
};

static bool join(char path[PATH_MAX], const char *dir, const char *name)
{
	int n = snprintf(path, PATH_MAX, "%s/%s", dir, name);

	if (n >= 0 && n < PATH_MAX)
		return true;
	errno = ENAMETOOLONG;
	return false;
}

/* Locks FD. Returns false at once if another process has the lock. */
static bool try_lock(int fd)
{
	struct flock f = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	return !fcntl(fd, F_SETLK, &f);
}

/* --- make and remove ----------------------------------------------------- */

static int lock_owner(struct scratch *s)
{
	char made[PATH_MAX], owner[PATH_MAX];

	if (!join(made, s->dir, "owner.new") || !join(owner, s->dir, "owner"))
		return -1;
	s->lock = open(made, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (s->lock < 0)
		return -1;
	if (try_lock(s->lock) && !rename(made, owner))
		return 0;
	close(s->lock);
	return -1;
}

int scratch_make(struct scratch *s, const char *cache,
		 enum scratch_kind kind)
{
	char name[64];
	int error;

	scratch_sweep(cache);
	snprintf(name, sizeof name, "%s%ld.XXXXXX", kinds[kind],
		 (long)getpid());
	if (!join(s->dir, cache, name) || !mkdtemp(s->dir)) {
		s->dir[0] = '\0';
		return -1;
	}
	if (join(s->path, s->dir, "files") && !mkdir(s->path, 0777) &&
	    !lock_owner(s))
		return 0;
	error = errno;
	proc_remove_tree(s->dir);
	s->dir[0] = '\0';
	errno = error;
	return -1;
}

void scratch_remove(struct scratch *s)
{
	if (!s->dir[0])
		return;
	proc_remove_tree(s->dir);
	close(s->lock);
	s->dir[0] = '\0';
}

/* --- remove what dead processes left ------------------------------------- */

/* Is NAME a scratch directory of another process? Its name is KIND-PID.XXXXXX,
 * or KIND-XXXXXX from older versions. A directory of this process is left out:
 * its lock would not stop this process, and closing the file would release
 * it. */
static bool is_scratch(const char *name)
{
	for (size_t i = 0; i < SCRATCH_KINDS; i++) {
		size_t n = strlen(kinds[i]);
		char *end;

		if (strncmp(name, kinds[i], n) != 0)
			continue;
		if (strlen(name) == n + RANDOM && !strchr(name, '.'))
			return true;
		if (strtol(name + n, &end, 10) != (long)getpid() &&
		    *end == '.' && strlen(end + 1) == RANDOM)
			return true;
	}
	return false;
}

static bool is_old(const char *dir)
{
	struct stat st;

	return !stat(dir, &st) && time(NULL) - st.st_mtime > ORPHAN_SECONDS;
}

static void sweep_scratch(const char *dir)
{
	char owner[PATH_MAX];
	int fd;

	if (!join(owner, dir, "owner"))
		return;
	fd = open(owner, O_RDWR | O_CLOEXEC);
	if (fd < 0 ? errno == ENOENT && is_old(dir) : try_lock(fd))
		proc_remove_tree(dir);
	if (fd >= 0)
		close(fd);
}

/* Is NAME an unfinished build, KEY.work? Its builder holds the lock
 * lock-KEY. */
static bool is_work(const char *name)
{
	return strlen(name) == KEY + strlen(".work") &&
	       strcmp(name + KEY, ".work") == 0;
}

static void sweep_work(const char *cache, const char *dir, const char *name)
{
	char lock[PATH_MAX], key[KEY + sizeof "lock-"];
	int fd;

	snprintf(key, sizeof key, "lock-%.*s", KEY, name);
	if (!join(lock, cache, key))
		return;
	fd = open(lock, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return;
	if (try_lock(fd))
		proc_remove_tree(dir);
	close(fd);
}

void scratch_sweep(const char *cache)
{
	DIR *all = opendir(cache);
	struct dirent *e;
	char dir[PATH_MAX];

	while (all && (e = readdir(all))) {
		if (!join(dir, cache, e->d_name))
			continue;
		if (is_scratch(e->d_name))
			sweep_scratch(dir);
		else if (is_work(e->d_name))
			sweep_work(cache, dir, e->d_name);
	}
	if (all)
		closedir(all);
}
