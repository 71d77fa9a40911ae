/* emit.c - writes an emitted tree to disk, complete or not at all
 * SPDX-License-Identifier: Apache-2.0
 *
 * All texts are built in memory first. Then they are written to a temporary
 * directory beside the target, which is renamed to the target. Any failure
 * before that, a signal included, removes the temporary directory.
 */
#define _XOPEN_SOURCE 700

#include "gen/emit.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/target.h"

enum { EMIT_OPEN_FILES = 8 };

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
enum { SIGNALS = sizeof signals / sizeof signals[0] };

static volatile sig_atomic_t caught;

struct guard {
	struct sigaction before[SIGNALS];
	struct sigaction file_size;
};

struct job {
	const struct tree *tree;
	struct target target;
	char *temp;             /* the new tree, until it is renamed */
	struct diag *dg;
};

static void on_signal(int number)
{
	caught = number;
}

/* From here on a signal is recorded but does not act, unless it was ignored
 * before. A file-size limit becomes an error of write. */
static void guard_begin(struct guard *g)
{
	struct sigaction note = { .sa_handler = on_signal };
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	caught = 0;
	sigemptyset(&note.sa_mask);
	sigemptyset(&ignore.sa_mask);
	for (size_t i = 0; i < SIGNALS; i++) {
		sigaction(signals[i], NULL, &g->before[i]);
		if (g->before[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &note, NULL);
	}
	sigaction(SIGXFSZ, &ignore, &g->file_size);
}

static void guard_end(struct guard *g)
{
	for (size_t i = 0; i < SIGNALS; i++)
		sigaction(signals[i], &g->before[i], NULL);
	sigaction(SIGXFSZ, &g->file_size, NULL);
	if (caught)
		raise(caught);
}

static int fail(struct job *j, const char *action, const char *name)
{
	if (!caught)
		diag_error(j->dg, (struct diag_loc){ j->target.given, 0, 0 },
			   NULL, "cannot %s%s%s: %s", action, *name ? " " : "",
			   name, strerror(errno));
	return -1;
}

static int remove_one(const char *path, const struct stat *st, int flag,
		      struct FTW *where)
{
	(void)st;
	(void)flag;
	(void)where;
	return remove(path);
}

static int remove_tree(const char *path)
{
	return nftw(path, remove_one, EMIT_OPEN_FILES, FTW_DEPTH | FTW_PHYS);
}

/* Makes a directory beside the target, with the permissions of mkdir. */
static char *temp_directory(struct job *j, const char *tag)
{
	char *path = arena_format(&j->dg->arena, "%s.%s-XXXXXX",
				  j->target.path, tag);
	mode_t mask = umask(0);

	umask(mask);
	if (!mkdtemp(path) || chmod(path, 0777 & ~mask) < 0)
		return NULL;
	return path;
}

/* Makes the directories of NAME in the temporary directory. */
static int make_parents(struct job *j, const char *name)
{
	for (const char *p = name; (p = strchr(p, '/')); p++) {
		char *path = arena_format(&j->dg->arena, "%s/%.*s", j->temp,
					  (int)(p - name), name);
		if (mkdir(path, 0777) < 0 && errno != EEXIST)
			return -1;
	}
	return 0;
}

static int write_all(int fd, const char *text, size_t n)
{
	while (n > 0 && !caught) {
		ssize_t done = write(fd, text, n);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -1;
		text += done;
		n -= (size_t)done;
	}
	return caught ? -1 : 0;
}

static int write_file(struct job *j, const struct tree_file *f)
{
	char *path = arena_format(&j->dg->arena, "%s/%s", j->temp, f->name);
	int fd, result;

	if (make_parents(j, f->name) < 0)
		return fail(j, "make the directory of", f->name);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
	if (fd < 0)
		return fail(j, "create", f->name);
	result = write_all(fd, f->text.text, f->text.length);
	if (result < 0)
		fail(j, "write", f->name);
	if (close(fd) < 0 && result == 0)
		result = fail(j, "write", f->name);
	return result;
}

/* Puts the new tree in the place of an old one, or of an empty directory. */
static int replace(struct job *j)
{
	char *old = temp_directory(j, "old");

	if (!old)
		return fail(j, "make a directory beside it", "");
	if (rename(j->target.path, old) < 0) {
		fail(j, "move the old tree away", "");
		rmdir(old);
		return -1;
	}
	if (rename(j->temp, j->target.path) < 0) {
		fail(j, "move the new tree into place", "");
		if (rename(old, j->target.path) < 0)
			diag_note(j->dg, (struct diag_loc){ old, 0, 0 },
				  "the old tree is here");
		return -1;
	}
	if (remove_tree(old) < 0)
		return fail(j, "remove the old tree", old);
	return 0;
}

static int put_in_place(struct job *j)
{
	if (j->target.exists)
		return replace(j);
	if (rename(j->temp, j->target.path) < 0)
		return fail(j, "move the new tree into place", "");
	return 0;
}

static int write_tree(struct job *j)
{
	int result = 0;

	j->temp = temp_directory(j, "new");
	if (!j->temp)
		return fail(j, "make a directory beside it", "");
	for (size_t i = 0; i < j->tree->count && result == 0; i++)
		result = caught ? -1 : write_file(j, &j->tree->files[i]);
	if (result == 0)
		result = caught ? -1 : put_in_place(j);
	if (result < 0 && access(j->temp, F_OK) == 0)
		remove_tree(j->temp);
	return result;
}

int emit_tree(const struct config *cfg, const struct manifest_source *src,
	      const char *out_dir, struct diag *dg)
{
	struct tree tree;
	struct job job = { .tree = &tree, .dg = dg };
	struct guard guard;
	int status = manifest_build(cfg, src, &tree, dg);

	if (status == GEN_OK)
		status = target_check(&job.target, out_dir, dg);
	if (status == GEN_OK) {
		guard_begin(&guard);
		if (write_tree(&job) < 0)
			status = GEN_FAILED;
		guard_end(&guard);
	}
	tree_free(&tree);
	return status;
}

int gen_emit(const struct config *cfg, const char *out_dir, struct diag *dg)
{
	struct manifest_source src;
	manifest_source_init(&src);
	return emit_tree(cfg, &src, out_dir, dg);
}

int gen_emit_testbench(const struct config *cfg, const char *out_dir,
		       struct diag *dg)
{
	struct manifest_source src;

	if (cfg->dispatch) {
		diag_error(dg, cfg->at[PARAM_dispatch], NULL, "the test bench "
			   "has no host that launches kernels: leave out "
			   "--testbench, or set gpu.dispatch = false");
		return GEN_REFUSED;
	}
	manifest_source_init(&src);
	src.testbench = true;
	return emit_tree(cfg, &src, out_dir, dg);
}

int gen_list_files(const struct config *cfg, struct tpl_out *out,
		   struct diag *dg)
{
	struct manifest_source src;
	struct tree tree;
	int status;

	manifest_source_init(&src);
	status = manifest_build(cfg, &src, &tree, dg);
	for (size_t i = 0; status == GEN_OK && i < tree.count; i++)
		tpl_printf(out, "%s\n", tree.files[i].name);
	tree_free(&tree);
	return status;
}
