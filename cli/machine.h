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

/* 0, or CMD_REFUSED after an error: the program was compiled for an extension
 * that M lacks. CORE is what the message calls M, and TO what gives it a
 * parameter: "set". Programs are assembled for rv32im unless somebody asks for
 * something else, so without the runtime M alone is no reason: its
 * instructions trap. */
int machine_lacks_arch(const struct machine *m, const struct elf_image *image,
		       const char *program, const char *core, const char *to);

/* The same for the core of CFG; also if the program has data in the window of
 * local memory. */
int machine_refuses(const struct config *cfg, const struct elf_image *image,
		    const char *program);

#endif
