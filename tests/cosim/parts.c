/* parts.c - the small parts of cosim/: log of stale words, digest, processes
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/proc.h"
#include "cosim/level/stale.h"
#include "tests/tap.h"

static void stale_words(void)
{
	struct stale *s = stale_new();

	stale_add(s, 0x80000010, 111, 5);
	ok(stale_had(s, 0x80000010, 111, 4), "a value lost after then");
	ok(!stale_had(s, 0x80000010, 111, 5), "a value lost before");
	ok(!stale_had(s, 0x80000010, 112, 0), "a value it never had");
	ok(!stale_had(s, 0x80000014, 111, 0), "a value of another word");
	stale_add(s, 0x80000010, 111, 9);
	ok(stale_had(s, 0x80000010, 111, 8), "the last loss counts");
	for (uint32_t i = 0; i < STALE_DEPTH + 10; i++)
		stale_add(s, 0x80000020, 1000 + i, 10 + i);
	ok(!stale_had(s, 0x80000020, 1005, 0), "the oldest is forgotten");
	ok(stale_had(s, 0x80000020, 1010, 0) &&
	   stale_had(s, 0x80000020, 1000 + STALE_DEPTH + 9, 0),
	   "as many as promised are kept");
	for (uint32_t i = 0; i < 5000; i++)
		stale_add(s, 0x80001000 + 4 * i, i, 1 + i);
	ok(stale_had(s, 0x80001000, 0, 0) &&
	   stale_had(s, 0x80001000 + 4 * 4999, 4999, 4999),
	   "thousands of words");
	stale_free(s);
}

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

/* The examples of FIPS 180-4. */
static void digests(void)
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

static void processes(void)
{
	char path[200], line[40], dir[] = "/tmp/ww-parts-XXXXXX";
	const char *const echo[] = { "/bin/sh", "-c", "echo one; echo two",
				     NULL };
	const char *const fails[] = { "/bin/sh", "-c", "echo bad; exit 3",
				      NULL };
	const char *const none[] = { "/no/such/program", NULL };
	char log[220], *text;
	size_t size = 0;

	ok(proc_find("sh", path, sizeof path) && path[0] == '/',
	   "a program of PATH");
	ok(!proc_find("no-such-program-ww", path, sizeof path),
	   "a program that is not there");
	is_u32((unsigned long)proc_first_line(echo, line, sizeof line), 0,
	       "a command runs");
	is_str(line, "one", "its first line");
	if (!mkdtemp(dir))
		abort();
	snprintf(log, sizeof log, "%s/log", dir);
	is_u32((unsigned long)proc_run(fails, dir, log), 3, "exit status");
	text = proc_read_file(log, &size);
	is_str(text ? text : "", "bad\n", "the log has what it said");
	free(text);
	is_u32((unsigned long)proc_run(none, dir, log), 127, "no program");
	snprintf(path, sizeof path, "%s/a/b/c", dir);
	ok(!proc_make_dirs(path) && !access(path, W_OK), "directories");
	ok(!proc_make_dirs(path), "that are there already");
	ok(!proc_remove_tree(dir) && access(dir, F_OK), "a tree is removed");
	ok(!proc_remove_tree(dir), "that is not there any more");
}

int main(void)
{
	stale_words();
	digests();
	processes();
	return tap_done();
}
