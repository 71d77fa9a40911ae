/* cmd_new.c - the command new: write a kernel to begin with
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/proc.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/run/compile.h"

enum { OPT_PLAIN, OPT_GCC };

static const struct option_row rows[] = {
	[OPT_PLAIN] = { 0, "plain", NULL,
		"with plain if, which clang-19 compiles: doc/plain.md "
		"(default where that is possible)" },
	[OPT_GCC] = { 0, "gcc", NULL,
		"with __if, which GCC compiles: doc/divergence.md" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text text = {
	"new [--plain | --gcc] NAME",
	"Writes NAME.c, a small kernel that runs at once ('warpwright run "
	"NAME.c') and\nis meant to be changed. A file that exists is not "
	"touched."
};

struct kernel {
	struct arena arena;
	const char *path;       /* path of the new file */
	const char *name;       /* name of the kernel, a C identifier */
	bool chosen;            /* the user has said which form */
	bool plain;
};

/* What is in the template, and what the file has there; as plain C. */
static const struct {
	const char *from, *to;
	bool plain;
} changes[] = {
	{ "#include", "#define WW_PLAIN /* clang compiles this: if, while and "
	  "return as you like */\n#include", true },
	{ "\t/* Conditions that differ between threads: __if, never if or ?: "
	  "*/\n", "", true },
	{ "__if(", "if (", true },
	{ "__else", "else", true },
	{ " __endif", "", true },
	{ "@name@", NULL, false },      /* the name */
};

static int error(const char *what, const char *path)
{
	fprintf(stderr, "warpwright new: error: cannot %s '%s': %s\n", what,
		path, strerror(errno));
	return CMD_TOOL;
}

/* Takes DIR/NAME or DIR/NAME.c; NAME becomes an identifier. */
static int place(struct options *o, struct kernel *k, const char *word)
{
	const char *slash = strrchr(word, '/');
	const char *name = slash ? slash + 1 : word;
	size_t n = strlen(name);

	if (n > 2 && strcmp(name + n - 2, ".c") == 0)
		n -= 2;
	if (!n || strspn(name, "abcdefghijklmnopqrstuvwxyz"
			 "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") < n ||
	    (name[0] >= '0' && name[0] <= '9'))
		return options_bad(o, "'%s' is no name of a C function: letters"
				   ", digits and _, a letter first", name);
	k->name = arena_copy(&k->arena, name, n);
	k->path = arena_format(&k->arena, "%.*s%s.c", (int)(name - word), word,
			       k->name);
	return 0;
}

/* The bytes of FROM's beginning that OUT gets changed; 0 if none is. */
static size_t put_changed(FILE *out, const char *from, const struct kernel *k)
{
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		size_t n = strlen(changes[i].from);

		if (changes[i].plain > k->plain ||
		    strncmp(from, changes[i].from, n) != 0)
			continue;
		fputs(changes[i].to ? changes[i].to : k->name, out);
		return n;
	}
	return 0;
}

static void put_filled(FILE *out, const char *from, const struct kernel *k)
{
	while (*from) {
		size_t n = put_changed(out, from, k);

		if (!n)
			putc(from[n++], out);
		from += n;
	}
}

static int write_kernel(const struct kernel *k, const char *template)
{
	int fd = open(k->path, O_WRONLY | O_CREAT | O_EXCL, 0666);
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
	bool bad;

	if (fd < 0 && errno == EEXIST) {
		fprintf(stderr, "warpwright new: error: '%s' exists; choose "
			"another name\n", k->path);
		return CMD_REFUSED;
	}
	if (!out)
		return error("write", k->path);
	put_filled(out, template, k);
	bad = ferror(out);
	bad |= fclose(out) != 0;
	if (!bad)
		return 0;
	error("write", k->path);
	unlink(k->path);
	return CMD_TOOL;
}

/* Is there all that plain C takes? */
static bool can_plain(struct kernel *k)
{
	const char *wrapper = compile_wrapper(&k->arena);
	const char *const argv[] = {
		"/bin/sh", "-c", "exec \"$0\" --plain --print-flags 2> "
		"/dev/null", wrapper, NULL
	};
	char line[8];

	return wrapper && !proc_first_line(argv, line, sizeof line);
}

static int make(struct kernel *k)
{
	const char *path = arena_format(&k->arena, "%s/sw/template.c",
					gen_datadir());
	size_t size;
	char *template = proc_read_file(path, &size);
	int status;

	if (!template)
		return error("read", path);
	if (!k->chosen)
		k->plain = can_plain(k);
	status = write_kernel(k, template);
	free(template);
	if (!status)
		printf("%s written; 'warpwright run %s' compiles and runs "
		       "it\n", k->path, k->path);
	return status;
}

int cmd_new(int argc, char **argv)
{
	struct kernel k = { .path = NULL };
	struct options o;
	int opt, status;

	options_init(&o, argc, argv, &text, rows);
	while (options_more(opt = options_next(&o))) {
		if (opt == OPT_PLAIN || opt == OPT_GCC) {
			k.chosen = true;
			k.plain = opt == OPT_PLAIN;
		} else if (k.path ? options_unexpected(&o) :
				    place(&o, &k, o.value)) {
			opt = OPTIONS_BAD;
			break;
		}
	}
	if (opt == OPTIONS_END && !k.path)
		opt = options_bad(&o, "the name of the kernel is missing");
	status = opt == OPTIONS_END ? make(&k) : options_status(opt);
	options_free(&o);
	arena_free(&k.arena);
	return status;
}
