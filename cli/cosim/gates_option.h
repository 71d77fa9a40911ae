/* gates_option.h - the options --gates and --placed of cosim and fuzz
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_GATES_OPTION_H
#define WW_CLI_GATES_OPTION_H

#include "cli/options.h"
#include "session/cosim/cosim_job.h"

/* Takes the value of --gates: 0, or OPTIONS_BAD after an error. */
int gates_option(const struct options *o, struct job *job);
/* Checks the options that --placed excludes or needs: 0, or OPTIONS_BAD after
 * an error. */
int placed_combine(const struct options *o, const struct job *job);

#endif
