/* cmd_gen - the commands gen and check
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "cli/cmd.h"
#include "cli/options.h"

enum { GEN_OUTPUT, GEN_TESTBENCH };

static const struct option_row gen_rows[] = {
	[GEN_OUTPUT] = { 'o', "output", "DIR", "the directory to make" },
	[GEN_TESTBENCH] = { 0, "testbench", NULL, "also emit a test bench that "
		"runs a program, in DIR/tb" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text gen_text = {
	"gen [CONFIG.toml] [-c NAME|PATH] [-s KEY=VALUE]... [--testbench] "
	"-o DIR",
	"Emits the design of a configuration as Verilog, with the project files"
	"\nof common tools. DIR must not exist, be empty, or come from an "
	"earlier\nrun; it appears complete or not at all."
};

static int emit(struct options *o, const char *dir, bool testbench)
{
	struct config cfg;
	struct diag dg;
	int status;

	diag_init(&dg, stderr);
	status = options_load(o, &cfg, &dg);
	if (status == GEN_OK)
		status = (testbench ? gen_emit_testbench : gen_emit)(&cfg, dir,
								     &dg);
	diag_free(&dg);
	return status;
}

int cmd_gen(int argc, char **argv)
{
	const char *dir = NULL;
	bool testbench = false;
	struct options o;
	int opt, status;

	options_init(&o, argc, argv, &gen_text, gen_rows);
	while (options_more(opt = options_next(&o))) {
		if (opt == OPTIONS_WORD) {
			opt = options_unexpected(&o);
			break;
		}
		if (opt == GEN_TESTBENCH)
			testbench = true;
		else
			dir = o.value;
	}
	if (opt == OPTIONS_END && !dir)
		opt = options_bad(&o, "-o DIR is missing");
	status = opt == OPTIONS_END ? emit(&o, dir, testbench) :
		 options_status(opt);
	options_free(&o);
	return status;
}

static const struct option_row check_rows[] = {
	{ 0, NULL, NULL, NULL }
};

static const struct option_text check_text = {
	"check [CONFIG.toml] [-c NAME|PATH] [-s KEY=VALUE]...",
	"Validates a configuration; 'print checks' lists what is checked."
};

static int check(struct options *o)
{
	struct config cfg;
	struct diag dg;
	int status;

	diag_init(&dg, stderr);
	status = options_load(o, &cfg, &dg);
	diag_free(&dg);
	return status;
}

int cmd_check(int argc, char **argv)
{
	struct options o;
	int opt, status;

	options_init(&o, argc, argv, &check_text, check_rows);
	opt = options_next(&o);
	if (opt == OPTIONS_WORD)
		opt = options_unexpected(&o);
	status = opt == OPTIONS_END ? check(&o) : options_status(opt);
	options_free(&o);
	return status;
}
