/* check_option.c - the option --check of iss, run and cosim
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/check_option.h"

#include "sanitize/san.h"

const char check_arg[] = "KINDS";
const char check_doc[] =
	"report what is wrong beside the result (doc/check.md): " SAN_KINDS;

int check_option(struct options *o, unsigned *checks)
{
	if (san_kinds(o->value, checks))
		return 0;
	return options_bad(o, "--check '%s': expected %s", o->value,
			   SAN_KINDS);
}
