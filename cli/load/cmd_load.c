/* cmd_load.c - the command load: run a program on an FPGA board
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>

#include "cli/cmd.h"
#include "cli/load/load.h"
#include "cli/options.h"

enum row { PORT, BAUD, INFO, DUMP, SECONDS, PATIENCE, JSON };

static const struct option_row rows[] = {
	[PORT] = { 'p', "port", "PORT",
		"the serial port, for example /dev/ttyUSB1" },
	[BAUD] = { 'b', "baud", "N",
		"its rate, that of the bitstream (default: 115200)" },
	[INFO] = { 0, "info", NULL,
		"say what the board is; no program is needed" },
	[DUMP] = { 0, "dump", "WHAT",
		"show memory at the end: SYMBOL[:BYTES] or ADDRESS:BYTES; "
		"WHAT=FILE: as a file" },
	[SECONDS] = { 0, "max-seconds", "S",
		"stop the program after S seconds" },
	[PATIENCE] = { 0, "patience", "S",
		"ask a board that does not respond for S seconds "
		"(default: 4)" },
	[JSON] = { 0, "json", option_out,
		"write the result as JSON (-: to stdout)" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text text = {
	"load --port PORT [OPTIONS] PROG.elf",
	"Loads a program into an FPGA board over its serial port, compares "
	"memory, runs it and shows\n"
	"its console. The exit status is 0 if the program ended with exit code "
	"0."
};

/* --- options ------------------------------------------------------------ */

static int take_baud(struct options *o, struct load *l)
{
	int bad = options_number(o, &l->baud);

	if (bad ||
	    (l->baud <= UINT32_MAX && serial_has_rate((uint32_t)l->baud)))
		return bad;
	return options_bad(o, "'%s' is no rate of a port; there are%s",
			   o->value, serial_rates);
}

static int take_seconds(struct options *o, double *seconds)
{
	char *end;

	*seconds = strtod(o->value, &end);
	if (end == o->value || *end != '\0' ||
	    !(*seconds > 0 && *seconds < 1e6))
		return options_bad(o, "'%s' is no number of seconds above 0",
				   o->value);
	return 0;
}

static int take_dump(struct options *o, struct load *l)
{
	if (l->dump_count == LOAD_DUMPS)
		return options_bad(o, "--dump is given more than %d times",
				   LOAD_DUMPS);
	l->dumps[l->dump_count++] = o->value;
	return 0;
}

static int take(struct options *o, int opt, struct load *l)
{
	if (opt == OPTIONS_WORD) {
		if (l->program)
			return options_unexpected(o);
		l->program = o->value;
		return 0;
	}
	switch ((enum row)opt) {
	case PORT: l->port = o->value; return 0;
	case BAUD: return take_baud(o, l);
	case INFO: l->info = true; return 0;
	case DUMP: return take_dump(o, l);
	case SECONDS: return take_seconds(o, &l->max_seconds);
	case PATIENCE: return take_seconds(o, &l->patience);
	case JSON: l->json = o->value; return 0;
	}
	return options_unexpected(o);
}

static int complete(const struct options *o, const struct load *l)
{
	if (o->config || o->override_count)
		return options_bad(o,
				   "the board's bitstream has a configuration: "
				   "there is no choosing one here");
	if (!l->port)
		return options_bad(o, "--port PORT is missing");
	if (!l->program && !l->info)
		return options_bad(o, "PROG.elf is missing");
	if (l->program && l->info)
		return options_unexpected(o);
	return 0;
}

/* --- the run ------------------------------------------------------------ */

static int run_program(struct load *l)
{
	int status = load_program(l), dumped;

	if (status == CMD_PASS)
		status = load_check_dumps(l);
	if (status == CMD_PASS)
		status = load_memory(l);
	if (status == CMD_PASS)
		status = load_run(l);
	if (status != CMD_PASS)
		return status;
	dumped = l->end == LOAD_INTERRUPTED ? CMD_PASS : load_dump(l);
	fflush(stdout);
	status = load_result(l);
	return status ? status : dumped;
}

/* Stops the core if its program has not ended. */
static void halt(struct load *l)
{
	if (!l->started || l->end == LOAD_DONE)
		return;
	l->link.stop = NULL;
	link_stop(&l->link);
}

static int run(struct load *l)
{
	int status = load_connect(l);

	if (status == CMD_PASS) {
		if (l->info)
			load_print_info(l);
		else
			status = run_program(l);
		halt(l);
	}
	serial_close(&l->link.serial);
	elf_free(&l->image);
	return status;
}

int cmd_load(int argc, char **argv)
{
	struct load l = { .baud = 115200, .link.serial.fd = -1 };
	struct options o;
	int opt, status;

	options_init(&o, argc, argv, &text, rows);
	while (options_more(opt = options_next(&o)))
		if (take(&o, opt, &l) != 0) {
			opt = OPTIONS_BAD;
			break;
		}
	if (opt == OPTIONS_END && complete(&o, &l) != 0)
		opt = OPTIONS_BAD;
	status = opt == OPTIONS_END ? run(&l) : options_status(opt);
	options_free(&o);
	return status;
}
