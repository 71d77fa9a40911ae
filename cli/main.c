/* main - the warpwright command: dispatch to the subcommands
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "config.h"
#include "base/near.h"
#include "cli/cmd.h"

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *doc;
} commands[] = {
	{ "gen",   cmd_gen,   "emit the design" },
	{ "check", cmd_check, "validate a configuration" },
	{ "image", cmd_image, "a program as words of memory, for $readmemh" },
	{ "print", cmd_print, "tables: parameters, instructions, files..." },
	{ "iss",   cmd_iss,   "run a program on the golden model" },
	{ "cosim", cmd_cosim, "run a program on the RTL in lockstep" },
	{ "fuzz",  cmd_fuzz,  "run random programs in lockstep" },
	{ "coverage", cmd_coverage, "report what the runs have covered" },
	{ "synth", cmd_synth, "what the core costs on an FPGA" },
	{ "sweep", cmd_sweep, "many cores: what they cost, how fast they are" },
	{ "load",  cmd_load,  "run a program on an FPGA board" },
	{ "regress", cmd_regress, "run a list of all these in parallel" },
	{ "run",   cmd_run,   "compile a kernel and run it" },
	{ "new",   cmd_new,   "write a kernel to begin with" },
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int find_command(const char *name)
{
	for (int i = 0; i < COMMANDS; i++)
		if (strcmp(commands[i].name, name) == 0)
			return i;
	return -1;
}

static void usage(FILE *out)
{
	fputs("usage: warpwright COMMAND [OPTIONS]\n\n"
	      "Generates SIMT processors and proves what they do.\n\n", out);
	for (int i = 0; i < COMMANDS; i++)
		fprintf(out, "  %-9s %s\n", commands[i].name,
			commands[i].doc);
	fputs("\n'warpwright help COMMAND' explains one; "
	      "--version gives the version.\n", out);
}

static int unknown(const char *name)
{
	struct near n;

	near_init(&n, name);
	for (int i = 0; i < COMMANDS; i++)
		near_try(&n, commands[i].name);
	near_try(&n, "help");
	if (near_best(&n))
		fprintf(stderr, "warpwright: error: unknown command '%s'; did "
			"you mean '%s'?\n", name, n.best);
	else
		fprintf(stderr, "warpwright: error: unknown command '%s' "
			"(see 'warpwright help')\n", name);
	return CMD_USAGE;
}

static int command_help(char *name)
{
	char option[] = "--help";
	char *argv[] = { name, option, NULL };
	int i = find_command(name);
	return i < 0 ? unknown(name) : commands[i].run(2, argv);
}

static int dispatch(int argc, char **argv)
{
	int i;

	if (argc < 2) {
		usage(stderr);
		return CMD_USAGE;
	}
	i = find_command(argv[1]);
	if (i >= 0)
		return commands[i].run(argc - 1, argv + 1);
	if (strcmp(argv[1], "--version") == 0) {
		puts(PACKAGE_STRING);
		return CMD_PASS;
	}
	if (strcmp(argv[1], "help") == 0 && argc > 2)
		return command_help(argv[2]);
	if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 ||
	    strcmp(argv[1], "-h") == 0) {
		usage(stdout);
		return CMD_PASS;
	}
	return unknown(argv[1]);
}

/* A result that could not be written counts as a failure of the command. */
static int check_stdout(int status)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	/* The errno of an earlier failed write is lost: write again to get
	 * it. */
	if (!errno) {
		clearerr(stdout);
		putchar('\n');
		fflush(stdout);
	}
	fprintf(stderr, "warpwright: error: cannot write the output: %s\n",
		errno ? strerror(errno) : "write error");
	return CMD_TOOL;
}

int main(int argc, char **argv)
{
	return check_stdout(dispatch(argc, argv));
}
