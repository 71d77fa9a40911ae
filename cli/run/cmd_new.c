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

static const struct option_row rows[] = {
	{ 0, NULL, NULL, NULL }
};

static const struct option_text text = {
	"new NAME",
	"Writes NAME.c, a small kernel that runs at once ('warpwright run "
	"NAME.c') and\nis meant to be changed. A file that exists is not "
	"touched."
};

#define HOLE "@name@"

struct kernel {
	struct arena arena;
	const char *path;       /* path of the new file */
	const char *name;       /* name of the kernel, a C identifier */
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

static void put_filled(FILE *out, const char *from, const char *name)
{
	const char *hole;

	while ((hole = strstr(from, HOLE))) {
		fwrite(from, 1, (size_t)(hole - from), out);
		fputs(name, out);
		from = hole + strlen(HOLE);
	}
	fputs(from, out);
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
	put_filled(out, template, k->name);
	bad = ferror(out);
	bad |= fclose(out) != 0;
	if (!bad)
		return 0;
	error("write", k->path);
	unlink(k->path);
	return CMD_TOOL;
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
	status = write_kernel(k, template);
	free(template);
	if (!status)
		printf("%s written; 'warpwright run %s' compiles and runs it\n",
		       k->path, k->path);
	return status;
}

int cmd_new(int argc, char **argv)
{
	struct kernel k = { .path = NULL };
	struct options o;
	int opt, status;

	options_init(&o, argc, argv, &text, rows);
	while (options_more(opt = options_next(&o)))
		if (k.path ? options_unexpected(&o) : place(&o, &k, o.value)) {
			opt = OPTIONS_BAD;
			break;
		}
	if (opt == OPTIONS_END && !k.path)
		opt = options_bad(&o, "the name of the kernel is missing");
	status = opt == OPTIONS_END ? make(&k) : options_status(opt);
	options_free(&o);
	arena_free(&k.arena);
	return status;
}
