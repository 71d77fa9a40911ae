/* options_out.c - check the output files of a command before its run
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"
#include "session/outfile.h"

const char option_out[] = "FILE";
const char option_add[] = "FILE";
const char option_outs[] = "FILE";

/* The last value of an option counts, or with option_outs each. */
void options_note_out(struct options *o, const struct option_row *row)
{
	size_t i = 0;

	if (row->arg != option_out && row->arg != option_add &&
	    row->arg != option_outs)
		return;
	while (i < o->out_count &&
	       (o->outs[i].row != row || row->arg == option_outs))
		i++;
	o->outs[i] = (struct option_value){ row, o->value };
	o->out_count += i == o->out_count;
}

/* At most one option may write to stdout: two texts would mix. */
static int check_stdout(const struct options *o, const char **first)
{
	for (size_t i = 0; i < o->out_count; i++) {
		const struct option_row *row = o->outs[i].row;

		if (strcmp(o->outs[i].value, "-") != 0)
			continue;
		if (row->arg == option_add)
			return options_bad(o, "--%s adds to a file, and '-' is "
					   "none", row->name);
		if (*first)
			return options_bad(o, "--%s and --%s cannot both go to "
					   "stdout ('-')", *first, row->name);
		*first = row->name;
	}
	return 0;
}

static int check_file(const struct options *o, const struct option_value *v)
{
	char why[OUTFILE_WHY];

	if (strcmp(v->value, "-") == 0 ||
	    !outfile_check(v->value, v->row->arg == option_add, why))
		return 0;
	fprintf(stderr, "warpwright %s: error: --%s: cannot write '%s': "
		"%s\n", o->argv[0], v->row->name, v->value, why);
	return OPTIONS_UNWRITABLE;
}

int options_check_out(const struct options *o)
{
	const char *to_stdout = NULL;
	int bad = check_stdout(o, &to_stdout);

	for (size_t i = 0; !bad && i < o->out_count; i++)
		bad = check_file(o, &o->outs[i]);
	if (!bad && to_stdout && outfile_take_stdout())
		bad = OPTIONS_UNWRITABLE;
	return bad;
}
