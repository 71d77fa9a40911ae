/* machine.h - the golden machine of a configuration
 * SPDX-License-Identifier: Apache-2.0
 *
 * The generator and the golden model do not know each other; the commands
 * translate here.
 */
#ifndef WW_CLI_MACHINE_H
#define WW_CLI_MACHINE_H

#include "gen/params.h"
#include "golden/elf.h"
#include "golden/golden.h"

struct machine machine_from_config(const struct config *cfg);

/* 0, or CMD_REFUSED after an error: a program with the runtime was compiled
 * for instructions that the machine lacks, or one has data in the window of
 * local memory. */
int machine_refuses(const struct config *cfg, const struct elf_image *image,
		    const char *program);

#endif
