/* emit - emitted trees on disk: gold, regeneration, refusals, failures
 * SPDX-License-Identifier: Apache-2.0
 *
 * Everything happens below a directory of the build tree. write and mkdir are
 * replaced to make the disk fill up, or a signal arrive, at a chosen moment.
 */
#define _GNU_SOURCE
#include "gen/emit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/gen/messages.h"
#include "tests/tap.h"

static size_t disk_space = SIZE_MAX;    /* bytes that can still be written */
static size_t largest_write = SIZE_MAX;
static int signal_at_mkdir;             /* raised when sw/ is made */

ssize_t write(int fd, const void *text, size_t n)
{
	long done;

	if (fd > 2) {
		if (disk_space == 0) {
			errno = ENOSPC;
			return -1;
		}
		n = n < disk_space ? n : disk_space;
		n = n < largest_write ? n : largest_write;
		disk_space -= n;
	}
	done = syscall(SYS_write, fd, text, n);
	return (ssize_t)done;
}

int mkdir(const char *path, mode_t mode)
{
	size_t n = strlen(path);
	if (signal_at_mkdir && n > 3 && strcmp(path + n - 3, "/sw") == 0)
		raise(signal_at_mkdir);
	return mkdirat(AT_FDCWD, path, mode);
}

static void emit_table(struct tpl_out *out, const struct config *cfg)
{
	tpl_printf(out, "    wire [3:0] table_row = 4'd%" PRIu32 ";\n",
		   cfg->warps);
}

static const struct tpl_emitter emitters[] = {
	{ "table", emit_table },
	{ NULL, NULL }
};

static const struct manifest_module modules[] = {
	{ "gpu", "top", "always", NULL },
	{ "lib", "leaf", "not trace_retire", NULL },
	{ NULL, NULL, NULL, NULL }
};

static const struct manifest_module broken[] = {
	{ "gpu", "top", "always", NULL },
	{ "lib", "broken", "always", NULL },
	{ "lib", "missing", "has_m", NULL },
	{ "lib", "leaf", "has_mm", NULL },
	{ NULL, NULL, NULL, NULL }
};

static const struct manifest_module variants[] = {
	{ "lib", "leaf", "has_m", "leaf_other" },
	{ "lib", "leaf", "always", "leaf" },
	{ NULL, NULL, NULL, NULL }
};

static char datadir[4096];
static char golddir[4096];
static struct manifest_source source = { datadir, modules, emitters };

/* Emits into DIR and compares status and messages. */
static void emit(const struct config *cfg, const char *dir, int status,
		 const char *want)
{
	struct messages m;

	messages_begin(&m);
	is_u32((unsigned long)emit_tree(cfg, &source, dir, &m.dg),
	       (unsigned long)status, dir);
	is_str(messages_text(&m), want, "message");
	messages_end(&m);
}

static bool same_file(const char *a_dir, const char *b_dir, const char *name)
{
	struct arena a = { 0 };
	size_t n, m;
	char *x = file_read(arena_format(&a, "%s/%s", a_dir, name), 1 << 20,
			    &n, &a);
	char *y = file_read(arena_format(&a, "%s/%s", b_dir, name), 1 << 20,
			    &m, &a);
	bool same = x && y && n == m && memcmp(x, y, n) == 0;

	arena_free(&a);
	if (!same)
		diag("compare: diff %s/%s %s/%s", a_dir, name, b_dir, name);
	return same;
}

static int tree_entries;

static int count_entry(const char *path, const struct stat *st, int flag,
		       struct FTW *where)
{
	(void)path;
	(void)st;
	(void)flag;
	(void)where;
	tree_entries++;
	return 0;
}

/* Files and directories below the current directory. */
static int entries(void)
{
	tree_entries = -1;
	nftw(".", count_entry, 8, FTW_PHYS);
	return tree_entries;
}

static int remove_entry(const char *path, const struct stat *st, int flag,
			struct FTW *where)
{
	(void)st;
	(void)flag;
	return where->level == 0 ? 0 : remove(path);
}

static void clean(void)
{
	nftw(".", remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static void put_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	fputs(text, f);
	fclose(f);
}

static void test_gold(void)
{
	static const char *const names[] = {
		"rtl/ww_top.v", "rtl/ww_leaf.v", "ww.f", "ww.core", "ww.ys",
		"ww.qip", "vivado.tcl",
	};
	struct config cfg;
	bool all = true;

	config_init(&cfg);
	cfg.warps = 2;
	cfg.has_m = false;
	emit(&cfg, "small", GEN_OK, "");
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		all = ok(same_file(golddir, "small", names[i]), "gold: %s",
			 names[i]) && all;
	if (!all && rename("small", "../emit-small") == 0)
		diag("the emitted tree is kept as emit-small");
	cfg.trace_retire = true;
	emit(&cfg, "small", GEN_OK, "");
	ok(access("small/rtl/ww_leaf.v", F_OK) < 0,
	   "a module whose condition is false is gone");
	clean();
}

static void test_regeneration(void)
{
	struct config cfg;
	struct tree tree;
	struct diag dg;

	diag_init(&dg, NULL);
	for (unsigned seed = 0; seed < 20; seed++) {
		bool same = true;
		if (seed % 4 == 3)
			config_random_ventus(&cfg, seed);
		else
			config_random(&cfg, seed, true);
		emit(&cfg, "a", GEN_OK, "");
		emit(&cfg, "b", GEN_OK, "");
		emit(&cfg, "b/", GEN_OK, "");
		manifest_build(&cfg, &source, &tree, &dg);
		for (size_t i = 0; i < tree.count; i++)
			same = same_file("a", "b", tree.files[i].name) && same;
		ok(same, "seed %u: byte-identical, twice", seed);
		is_u32((unsigned)entries(), 2 * (unsigned)(tree.count + 3),
		       "and nothing else");
		tree_free(&tree);
		clean();
	}
	diag_free(&dg);
}

static void test_places(void)
{
	struct config cfg;
	struct stat st;
	mode_t mask = umask(022);

	config_init(&cfg);
	mkdir("empty", 0777);
	emit(&cfg, "empty", GEN_OK, "");
	ok(stat("empty", &st) == 0 && (st.st_mode & 0777) == 0755,
	   "the directory has ordinary permissions");
	ok(stat("empty/README.md", &st) == 0 && (st.st_mode & 0777) == 0644,
	   "and so have its files");
	ok(symlink("empty", "link") == 0, "a link to it");
	emit(&cfg, "link", GEN_OK, "");
	ok(lstat("link", &st) == 0 && S_ISLNK(st.st_mode), "is kept");
	umask(mask);
	clean();
}

static void test_refusals(void)
{
	struct config cfg;

	config_init(&cfg);
	emit(&cfg, "", GEN_REFUSED, ": error: the name of the output "
	     "directory is empty\n");
	emit(&cfg, ".", GEN_REFUSED, ".: error: the current directory cannot "
	     "be replaced; give a new name\n");
	put_file("file", "precious\n");
	emit(&cfg, "file", GEN_REFUSED, "file: error: it is not a "
	     "directory\n");
	emit(&cfg, "file/x", GEN_REFUSED, "file/x: error: cannot use it as "
	     "the output directory: Not a directory\n");
	mkdir("mine", 0777);
	put_file("mine/thesis.tex", "precious\n");
	emit(&cfg, "mine", GEN_REFUSED, "mine: error: the directory is not "
	     "empty and was not emitted by warpwright; choose another one\n");
	put_file("mine/MANIFEST", "1 2 thesis.tex\n");
	emit(&cfg, "mine", GEN_REFUSED, "mine: error: the directory is not "
	     "empty and was not emitted by warpwright; choose another one\n");
	emit(&cfg, "no/such", GEN_FAILED, "no/such: error: cannot make a "
	     "directory beside it: No such file or directory\n");
	is_u32((unsigned)entries(), 4, "nothing was changed");
	clean();
	emit(&cfg, "out", GEN_OK, "");
	put_file("out/rtl/notes.txt", "precious\n");
	emit(&cfg, "out", GEN_REFUSED, "out: error: the directory also has "
	     "'rtl/notes.txt', which warpwright did not emit; move it away or "
	     "choose another directory\n");
	ok(access("out/rtl/notes.txt", F_OK) == 0, "a stranger is kept");
	clean();
}

static void test_broken(void)
{
	struct messages m;
	struct config cfg;
	char *want;

	config_init(&cfg);
	source.modules = broken;
	messages_begin(&m);
	ok(emit_tree(&cfg, &source, "out", &m.dg) == GEN_FAILED,
	   "broken templates fail");
	want = arena_format(&m.dg.arena,
		 "%s/rtl-templates/lib/broken.v:2:1: error: unknown name "
		 "'tree'; names are in params.def and derive.def [template]\n"
		 "%s/rtl-templates/lib/broken.v:3:8: error: unknown name "
		 "'has_mm'; did you mean 'has_m'? [template]\n"
		 "%s/rtl-templates/lib/broken.v:3:1: error: '//%% if' without "
		 "'//%% end' [template]\n"
		 "%s/rtl-templates/lib/missing.v: error: cannot read the "
		 "template: No such file or directory\n"
		 "manifest.def: error: unknown name 'has_mm'; did you mean "
		 "'has_m'? [template]\n", datadir, datadir, datadir, datadir);
	is_str(messages_text(&m), want, "all of them are told");
	is_u32((unsigned)entries(), 0, "nothing was written");
	messages_end(&m);
	source.modules = modules;
}

/* Of the files for one module, the first whose condition holds. */
static void test_variants(void)
{
	struct messages m;
	struct config cfg;
	struct tree tree;

	config_init(&cfg);
	source.modules = variants;
	for (int other = 0; other < 2; other++) {
		cfg.has_m = other;
		messages_begin(&m);
		ok(manifest_build(&cfg, &source, &tree, &m.dg) == GEN_OK &&
		   strcmp(tree.files[0].name, "rtl/ww_leaf.v") == 0 &&
		   !tree.files[1].is_rtl, "one file for the module");
		ok(!strstr(tree.files[0].text.text, "another") == !other,
		   "%s", other ? "the first" : "the second");
		tree_free(&tree);
		messages_end(&m);
	}
	source.modules = modules;
}

static size_t tree_bytes(const struct config *cfg)
{
	struct tree tree;
	struct diag dg;
	size_t n = 0;

	diag_init(&dg, NULL);
	manifest_build(cfg, &source, &tree, &dg);
	for (size_t i = 0; i < tree.count; i++)
		n += tree.files[i].text.length;
	tree_free(&tree);
	diag_free(&dg);
	return n;
}

/* The disk fills up after every possible number of bytes: the old tree is
 * as it was, and nothing else is left. */
static void test_disk_full(void)
{
	struct config cfg;
	unsigned failed = 0, left = 0, told = 0, runs = 0;
	int before;

	config_init(&cfg);
	emit(&cfg, "out", GEN_OK, "");
	before = entries();
	cfg.warps = 8;
	for (size_t space = 0; space < tree_bytes(&cfg); space += 83, runs++) {
		struct messages m;
		messages_begin(&m);
		disk_space = space;
		failed += emit_tree(&cfg, &source, "out", &m.dg) ==
			  GEN_FAILED;
		disk_space = SIZE_MAX;
		told += strstr(messages_text(&m),
			       ": No space left on device\n") != NULL;
		left += entries() != before;
		messages_end(&m);
	}
	is_u32(failed, runs, "a full disk fails");
	is_u32(told, runs, "with the reason");
	is_u32(left, 0, "and leaves no temporary files");
	cfg.warps = 4;
	emit(&cfg, "fresh", GEN_OK, "");
	ok(same_file("fresh", "out", "config.toml") &&
	   same_file("fresh", "out", "MANIFEST"), "the old tree is intact");
	clean();
}

static void test_short_writes(void)
{
	struct config cfg;

	config_init(&cfg);
	emit(&cfg, "a", GEN_OK, "");
	largest_write = 7;
	emit(&cfg, "b", GEN_OK, "");
	largest_write = SIZE_MAX;
	ok(same_file("a", "b", "README.md") && same_file("a", "b", "MANIFEST"),
	   "short writes are continued");
	clean();
}

/* Runs an emission in a child process under PREPARE; its wait status. */
static int in_child(void (*prepare)(void), const char *dir)
{
	pid_t pid;
	int status = -1;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		struct config cfg;
		struct diag dg;
		struct rlimit none = { 0, 0 };
		diag_init(&dg, NULL);
		config_init(&cfg);
		setrlimit(RLIMIT_CORE, &none);
		prepare();
		_exit(emit_tree(&cfg, &source, dir, &dg));
	}
	waitpid(pid, &status, 0);
	return status;
}

static void limit_file_size(void)
{
	struct rlimit limit = { 700, 700 };
	setrlimit(RLIMIT_FSIZE, &limit);
}

static void raise_term(void)
{
	signal_at_mkdir = SIGTERM;
}

static void raise_int(void)
{
	signal(SIGINT, SIG_DFL); /* jobs in the background ignore it */
	signal_at_mkdir = SIGINT;
}

static void raise_ignored(void)
{
	signal(SIGHUP, SIG_IGN);
	signal_at_mkdir = SIGHUP;
}

static void test_signals(void)
{
	int status = in_child(raise_term, "out");

	ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM,
	   "SIGTERM still ends the process");
	is_u32((unsigned)entries(), 0, "and nothing is left");
	status = in_child(raise_int, "out");
	ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT,
	   "SIGINT still ends the process");
	is_u32((unsigned)entries(), 0, "and nothing is left");
	status = in_child(raise_ignored, "out");
	ok(WIFEXITED(status) && WEXITSTATUS(status) == GEN_OK,
	   "an ignored signal stays ignored");
	clean();
	status = in_child(limit_file_size, "out");
	ok(WIFEXITED(status) && WEXITSTATUS(status) == GEN_FAILED,
	   "a file-size limit is an error, not a signal");
	is_u32((unsigned)entries(), 0, "and nothing is left");
}

static void test_cksum(void)
{
	is_u32(writers_cksum("", 0), 4294967295u, "cksum of nothing");
	is_u32(writers_cksum("123456789", 9), 930766865u,
	       "cksum of 123456789");
}

int main(void)
{
	const char *srcdir = getenv("WW_SRCDIR");
	char dir[] = "emit-XXXXXX";

	if (!srcdir)
		skip_all("WW_SRCDIR is not set; run it by make check");
	snprintf(datadir, sizeof datadir, "%s/tests/gen/data", srcdir);
	snprintf(golddir, sizeof golddir, "%s/tests/gen/gold/small", srcdir);
	if (!mkdtemp(dir) || chdir(dir) < 0)
		skip_all("cannot make a directory to work in");
	test_gold();
	test_regeneration();
	test_places();
	test_refusals();
	test_broken();
	test_variants();
	test_disk_full();
	test_short_writes();
	test_signals();
	test_cksum();
	if (chdir("..") < 0 || rmdir(dir) < 0)
		ok(false, "the working directory is empty at the end");
	return tap_done();
}
