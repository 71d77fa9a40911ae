/* tool.h - scratch directory and commands for the tests that ask a RISC-V tool
 * SPDX-License-Identifier: Apache-2.0
 *
 * A test owns one scratch directory, made by tool_open and removed with its
 * files by tool_close. Failures of the machine (no disk, no shell) end
 * the test with a TAP bail-out; failures of the tool are the caller's.
 */
#ifndef WW_TESTS_ISA_TOOL_H
#define WW_TESTS_ISA_TOOL_H

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "isa/isa.h"
#include "tests/tap.h"

/* Floating point has registers of its own; else it is Zfinx, and what is for
 * them does not exist. */
static bool tool_f;

/* All that a machine can have, for the compiler; binutils 2.40 does not know
 * Zicond, and ww-cc alone knows what begins with x. */
static inline const char *tool_flags(void)
{
	static const char *const letters[] = {
#define PART(id, name, flag, parameter, value, letters) letters,
#define MARCH(flag, parameter, value, letters) letters,
#define EXT(id, name, flag, key, on, letters, doc) letters,
#include "isa/exts.def"
	};
	static char text[160];

	strcpy(text, "-march=rv32i");
	for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
		if (strcmp(letters[i], "_zicond") != 0 &&
		    strncmp(letters[i], "_x", 2) != 0 &&
		    strcmp(letters[i], tool_f ? "_zfinx" : "f") != 0)
			strcat(text, letters[i]);
	return strcat(text, "_zicsr_zifencei -mabi=ilp32 -mno-relax");
}

/* Is OP one of these registers, which are not there? */
static inline bool tool_lacks(enum isa_op op)
{
	return !tool_f && isa_insn(op)->ext == ISA_EXT_FREGS;
}

struct tool {
	const char *path;       /* of the program */
	char directory[256];
};

_Noreturn static inline void tool_bail(const char *what)
{
	printf("Bail out! %s: %s\n", what, strerror(errno));
	exit(1);
}

/* What the environment names in VARIABLE; skips the test if nothing. */
static inline const char *tool_path(const char *variable)
{
	const char *path = getenv(variable);
	char why[128];

	if (!path || !*path || strcmp(path, "no") == 0) {
		snprintf(why, sizeof(why), "%s is not set: no such tool",
			variable);
		skip_all(why);
	}
	return path;
}

/* That tool, with its directory. */
static inline struct tool tool_open(const char *variable)
{
	const char *temporary = getenv("TMPDIR");
	struct tool t = { tool_path(variable), "" };

	snprintf(t.directory, sizeof(t.directory), "%.200s/ww-isa-XXXXXX",
		temporary && *temporary ? temporary : "/tmp");
	if (!mkdtemp(t.directory))
		tool_bail(t.directory);
	return t;
}

/* The file NAME of the scratch directory; valid until the next call. */
static inline const char *tool_file(const struct tool *t, const char *name)
{
	static char path[512];

	snprintf(path, sizeof(path), "%s/%s", t->directory, name);
	return path;
}

static inline FILE *tool_fopen(const struct tool *t, const char *name,
	const char *mode)
{
	FILE *f = fopen(tool_file(t, name), mode);

	if (!f)
		tool_bail(tool_file(t, name));
	return f;
}

/* Runs "cd SCRATCH && TOOL ARGUMENTS"; the output goes to the file "out" there.
 * Returns the exit status. */
__attribute__((format(printf, 2, 3)))
static inline int tool_run(const struct tool *t, const char *arguments, ...)
{
	char command[2048];
	va_list ap;
	int n, status;

	n = snprintf(command, sizeof(command), "cd '%s' && '%s' ",
		t->directory, t->path);
	va_start(ap, arguments);
	vsnprintf(command + n, sizeof(command) - (size_t)n, arguments, ap);
	va_end(ap);
	strncat(command, " > out 2>&1", sizeof(command) - strlen(command) - 1);
	fflush(stdout);
	status = system(command);
	if (status == -1)
		tool_bail("system");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

/* The first lines of what the tool said, as comments. */
static inline void tool_diag(const struct tool *t)
{
	FILE *f = tool_fopen(t, "out", "r");
	char line[512];
	int i;

	for (i = 0; i < 10 && fgets(line, sizeof(line), f); i++) {
		line[strcspn(line, "\n")] = 0;
		diag("%s", line);
	}
	fclose(f);
}

static inline void tool_close(const struct tool *t)
{
	DIR *d = opendir(t->directory);
	struct dirent *entry;

	while (d && (entry = readdir(d)) != NULL)
		if (entry->d_name[0] != '.')
			unlink(tool_file(t, entry->d_name));
	if (d)
		closedir(d);
	rmdir(t->directory);
}

#endif
