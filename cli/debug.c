/* debug.c - the option --gdb of iss, run and cosim
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/debug.h"

#include <string.h>

#include "gdb/gdb.h"

const char debug_doc[] =
	"wait for GDB on PORT of this machine (0: any; -: GDB is on stdin and "
	"stdout), and run as it says (doc/gdb.md)";

int debug_option(const struct options *o, const char **where)
{
	*where = o->value;
	return gdb_takes(o->value) ? 0 :
	       options_bad(o, "--gdb '%s': expected a port, at most 65535, "
			   "or -", o->value);
}

int debug_combine(const struct options *o, const char *where,
		  double max_seconds)
{
	if (max_seconds > 0)
		return options_bad(o, "--max-seconds is not for --gdb: time "
				   "passes while the program stands");
	for (size_t i = 0; i < o->out_count && !strcmp(where, "-"); i++)
		if (!strcmp(o->outs[i].value, "-"))
			return options_bad(o, "--gdb and --%s cannot both go "
					   "to stdout ('-')",
					   o->outs[i].row->name);
	return 0;
}
