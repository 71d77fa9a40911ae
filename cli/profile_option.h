/* profile_option.h - the option --profile of iss, run and cosim
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_PROFILE_OPTION_H
#define WW_CLI_PROFILE_OPTION_H

#include "cli/options.h"
#include "session/profile/profile_files.h"

/* Takes the value of --profile: 0, or OPTIONS_BAD after an error. */
int profile_option(struct options *o, struct profile_files *f);

#endif
