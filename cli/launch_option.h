/* launch_option.h - the option --launch of iss and cosim
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_LAUNCH_OPTION_H
#define WW_CLI_LAUNCH_OPTION_H

#include "cli/options.h"
#include "session/launch.h"

/* The value of --launch and the help texts of --launch and --dispatch. */
extern const char launches_arg[], launches_doc[], launches_whole_doc[];

/* Reads a --launch; returns 0, or OPTIONS_BAD after an error. */
int launches_option(struct options *o, struct launches *l);

#endif
