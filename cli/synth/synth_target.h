/* synth_target.h - the value of an option that names a chip
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_SYNTH_TARGET_H
#define WW_CLI_SYNTH_TARGET_H

#include "cli/options.h"
#include "fpga/flow.h"

/* The target that the option's value names, or NULL after an error. */
const struct fpga_target *synth_target(const struct options *o);

#endif
