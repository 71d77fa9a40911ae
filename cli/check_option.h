/* check_option.h - the option --check of iss, run and cosim
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_CHECK_OPTION_H
#define WW_CLI_CHECK_OPTION_H

#include "cli/options.h"

/* For the row of the option. */
extern const char check_arg[], check_doc[];

/* Takes the value of --check: 0, or OPTIONS_BAD after an error. */
int check_option(struct options *o, unsigned *checks);

#endif
