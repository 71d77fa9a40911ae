/* base.c - what any C here uses: words, digests, files, programs, random
 * numbers
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/near.h"
#include "base/place.h"
#include "base/proc.h"
#include "base/rnd.h"
#include "base/shared_file.h"
#include "base/tool.h"
#include "tests/tap.h"

/* --- words ------------------------------------------------------------ */

static const char *meant(const char *word)
{
	static const char *const names[] = { "warps", "threads", "lanes" };
	struct near n;

	near_init(&n, word);
	for (int i = 0; i < 3; i++)
		near_try(&n, names[i]);
	return near_best(&n);
}

static void words(void)
{
	is_u32(near_distance("warps", "warps"), 0, "the same word");
	is_u32(near_distance("warps", "WARPS"), 0, "case does not count");
	is_u32(near_distance("warps", "wraps"), 1, "neighbours are swapped");
	is_u32(near_distance("warps", "warp"), 1, "a letter is missing");
	is_u32(near_distance("warps", "warmps"), 1, "one is too many");
	is_u32(near_distance("", "lanes"), 5, "all are missing");
	is_str(meant("thraeds"), "threads", "what was meant");
	ok(!meant("frequency"), "nothing like it");
}

/* --- digests: the vectors of FIPS 180-4 ------------------------------- */

static const char *digest_of(const char *text, size_t repeat)
{
	static char hex[DIGEST_TEXT];
	struct digest d;

	digest_start(&d);
	while (repeat--)
		digest_add(&d, text, strlen(text));
	digest_text(&d, hex);
	return hex;
}

static void examples(void)
{
	is_str(digest_of("abc", 1), "ba7816bf8f01cfea414140de5dae2223"
	       "b00361a396177a9cb410ff61f20015ad", "digest of abc");
	is_str(digest_of("", 1), "e3b0c44298fc1c149afbf4c8996fb924"
	       "27ae41e4649b934ca495991b7852b855", "digest of nothing");
	is_str(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnop"
			 "nopq", 1), "248d6a61d20638b8e5c026930c3e6039"
	       "a33ce45964ff2167f6ecedd419db06c1", "digest of two blocks");
	is_str(digest_of("aaaaaaaaaa", 100000),
	       "cdc76e5c9914fb9281a1c7e284d73e67"
	       "f1809a48a497200e046d39ccc7112cd0", "digest of a million");
}

static void digests(const char *dir)
{
	char text[DIGEST_TEXT], other[DIGEST_TEXT], path[200];
	struct digest d;

	examples();
	digest_start(&d);
	digest_add_string(&d, "ab");
	digest_add_string(&d, "c");
	digest_text(&d, text);
	digest_start(&d);
	digest_add_string(&d, "a");
	digest_add_string(&d, "bc");
	digest_text(&d, other);
	ok(strcmp(text, other) != 0, "where a string ends counts");
	snprintf(path, sizeof path, "%s/none", dir);
	digest_start(&d);
	ok(digest_add_file(&d, path) == -1 && errno == ENOENT,
	   "a file that is not there");
}

/* --- files ------------------------------------------------------------ */

static void files(const char *dir)
{
	struct arena a = { 0 };
	char path[200], deep[220], *text;
	size_t length;

	snprintf(path, sizeof path, "%s/a/b", dir);
	snprintf(deep, sizeof deep, "%s/file", path);
	ok(proc_make_dirs(path) == 0 && proc_make_dirs(path) == 0,
	   "directories, twice");
	ok(proc_write_file(deep, "12345", 5) == 0, "a file is written");
	text = proc_read_file(deep, &length);
	ok(text && length == 5 && strcmp(text, "12345") == 0, "and read");
	free(text);
	text = file_read(deep, 5, &length, &a);
	ok(text && length == 5 && strcmp(text, "12345") == 0,
	   "as long as it may be");
	ok(file_read(deep, 4, &length, &a) && length == 5, "a byte too long");
	errno = 0;
	ok(!file_read(path, 9, &length, &a) && errno == EISDIR,
	   "a directory is no file");
	snprintf(deep, sizeof deep, "%s/pipe", dir);
	ok(mkfifo(deep, 0600) == 0 && !file_read(deep, 9, &length, &a) &&
	   errno == FILE_NOT_REGULAR, "nor is a pipe, which nobody waits for");
	is_str(arena_format(&a, "%d-%s", 7, "x"), "7-x", "formatted");
	arena_free(&a);
	snprintf(path, sizeof path, "%s/a", dir);
	ok(proc_remove_tree(path) == 0 && access(path, F_OK) == -1 &&
	   proc_remove_tree(path) == 0, "a tree goes; gone is no error");
}

/* --- a file that many add to ------------------------------------------ */

static int put(FILE *out, const void *what)
{
	fputs(what, out);
	return ferror(out);
}

static void shared(const char *dir)
{
	struct shared_file f;
	char path[200], why[200], line[20] = "";

	snprintf(path, sizeof path, "%s/shared", dir);
	ok(shared_open(&f, path, why, sizeof why) == 0 && f.empty,
	   "there is none yet");
	shared_close(&f);
	ok(access(path, F_OK) == -1, "not replaced, it goes again");
	ok(shared_open(&f, path, why, sizeof why) == 0 &&
	   shared_replace(&f, put, "one\n") == 0, "the first");
	shared_close(&f);
	ok(shared_open(&f, path, why, sizeof why) == 0 && !f.empty &&
	   fgets(line, sizeof line, f.in) && strcmp(line, "one\n") == 0,
	   "what is there is read");
	ok(shared_replace(&f, put, "two\n") == 0, "and replaced");
	shared_close(&f);
	snprintf(path, sizeof path, "%s/no/shared", dir);
	ok(shared_open(&f, path, why, sizeof why) == -1 && why[0],
	   "no directory: %s", why);
	ok(!shared_read(dir), "a directory cannot be read");
}

/* --- programs --------------------------------------------------------- */

static void programs(const char *dir)
{
	const char *exits[] = { "/bin/sh", "-c", "echo said; exit 3", NULL };
	const char *dies[] = { "/bin/sh", "-c", "kill -9 $$", NULL };
	const char *lines[] = { "/bin/sh", "-c", "echo 1.2; echo 3", NULL };
	const char *none[] = { "/no/such/program", NULL };
	char path[200], line[20], *text;
	size_t size;

	ok(proc_find("sh", path, sizeof path) && path[0] == '/', "sh is %s",
	   path);
	ok(!proc_find("no-such-program", path, sizeof path), "not there");
	snprintf(path, sizeof path, "%s/log", dir);
	ok(proc_run(exits, dir, path) == 3, "its exit status");
	ok(proc_run(dies, dir, path) == 128 + 9, "the signal that ended it");
	ok(proc_run(none, dir, path) == 127, "it cannot be run");
	text = proc_read_file(path, &size);
	ok(text && strncmp(text, "said\n", 5) == 0, "what it said");
	free(text);
	ok(proc_first_line(lines, line, sizeof line) == 0 &&
	   strcmp(line, "1.2") == 0, "its first line");
}

static int ticks;

static void count_tick(void *ctx, double seconds)
{
	*(volatile sig_atomic_t *)ctx = seconds > 0.12;
	ticks++;
}

/* All that a program started ends with it, also what ignores SIGTERM. */
static void watched(const char *dir)
{
	static const char *const argv[] = {
		"/bin/sh", "-c", "sh -c 'trap \"\" TERM; sleep 50; sleep 50' & "
		"wait", NULL
	};
	static volatile sig_atomic_t stop;
	const struct proc_watch watch = {
		&stop, count_tick, (void *)(size_t)&stop, 0.05
	};
	double begin = clock_now();
	char path[200];

	snprintf(path, sizeof path, "%s/watched", dir);
	is_u32((uint32_t)proc_run_watched(argv, dir, path, &watch),
	       128 + SIGKILL, "a program is ended");
	ok(clock_now() - begin < 1.5, "soon, with all that it started");
	ok(ticks == 3, "%d ticks before", ticks);
}

static void places(void)
{
	static const struct {
		const char *from, *at, *to, *want;
	} rows[] = {
		{ "/a/s/build", "/b/s/build", "/a/s", "/b/s" },
		{ "/a/s/build", "/b/c/build", "/a/s/sw", "/b/c/sw" },
		{ "/a/s/build", "/a/s/other", "/a/s", "/a/s" },
		{ "/a/s/build", "/a/s/other", "/a/s/build/x", "/a/s/other/x" },
		{ "/usr/bin", "/opt/w/bin", "/usr/share/w", "/opt/w/share/w" },
		{ "/usr/bin", "/bin", "/usr/share/w", "/share/w" },
		{ "/usr/bin", "/home/me", "/usr/share/w", "/usr/share/w" },
		{ "/x/build", "/y/build", "/src", "/src" },
		{ "/x/build", "/y/build", "/xyz", "/xyz" },
		{ "/x/build", "/x/build", "/x", "/x" },
	};
	char path[PATH_MAX];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		place_moved(rows[i].from, rows[i].at, rows[i].to, path);
		is_str(path, rows[i].want, rows[i].at);
	}
}

static void versions(const char *dir)
{
	char tool[200], cache[200], first[TOOL_VERSION], again[TOOL_VERSION];
	static const char one[] = "#!/bin/sh\necho asked >> \"$0.asked\"\n"
				  "echo tool 1\n";
	char *text;
	size_t size;

	snprintf(tool, sizeof tool, "%s/tool", dir);
	snprintf(cache, sizeof cache, "%s/cache", dir);
	ok(proc_make_dirs(cache) == 0 &&
	   proc_write_file(tool, one, sizeof one - 1) == 0 &&
	   chmod(tool, 0700) == 0, "a tool");
	ok(tool_version(cache, tool, "--version", NULL, first) == 0 &&
	   tool_version(cache, tool, "--version", NULL, again) == 0,
	   "is asked twice");
	is_str(first, "tool 1", "what it says");
	is_str(again, "tool 1", "is kept");
	snprintf(tool, sizeof tool, "%s/tool.asked", dir);
	text = proc_read_file(tool, &size);
	is_str(text ? text : "", "asked\n", "and it has run once");
	free(text);
}

/* --- random numbers --------------------------------------------------- */

static void numbers(void)
{
	struct rnd a, b;
	uint32_t seen = 0, same = 0;

	rnd_seed(&a, 1);
	rnd_seed(&b, 2);
	for (int i = 0; i < 1000; i++) {
		same += rnd_u32(&a) == rnd_u32(&b);
		seen |= UINT32_C(1) << rnd_below(&a, 10);
	}
	is_u32(same, 0, "near seeds give unrelated numbers");
	is_u32(seen, 0x3ff, "all below ten, none above");
}

int main(void)
{
	char dir[] = "/tmp/base-XXXXXX";

	if (!mkdtemp(dir))
		return 99;
	words();
	digests(dir);
	files(dir);
	shared(dir);
	programs(dir);
	watched(dir);
	places();
	versions(dir);
	numbers();
	ok(proc_remove_tree(dir) == 0, "all is cleared away");
	return tap_done();
}
