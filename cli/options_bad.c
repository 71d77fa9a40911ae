/* options_bad.c - errors of usage
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/options.h"

#include <stdarg.h>
#include <stdio.h>

#include "cli/cmd.h"

int options_bad(const struct options *o, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "warpwright %s: error: ", o->argv[0]);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, " (see 'warpwright help %s')\n", o->argv[0]);
	return OPTIONS_BAD;
}

int options_unexpected(const struct options *o)
{
	return options_bad(o, "unexpected argument '%s'", o->value);
}

int options_status(int opt)
{
	return opt == OPTIONS_BAD ? CMD_USAGE :
	       opt == OPTIONS_UNWRITABLE ? CMD_TOOL : CMD_PASS;
}
