/* debug.h - the option --gdb of iss, run and cosim
 * SPDX-License-Identifier: Apache-2.0
 *
 * doc/gdb.md says what GDB sees.
 */
#ifndef WW_CLI_DEBUG_H
#define WW_CLI_DEBUG_H

#include "cli/options.h"

extern const char debug_doc[];

/* Takes the value of --gdb: 0, or OPTIONS_BAD. */
int debug_option(const struct options *o, const char **where);
/* Does --gdb WHERE go with the other options, MAX_SECONDS among them? 0, or
 * OPTIONS_BAD after an error. */
int debug_combine(const struct options *o, const char *where,
		  double max_seconds);

#endif
