/* machine.h - the golden machine of a configuration
 * SPDX-License-Identifier: Apache-2.0
 *
 * The generator and the golden model do not include each other's headers; this
 * file translates between them.
 */
#ifndef WW_SESSION_MACHINE_H
#define WW_SESSION_MACHINE_H

#include "gen/params.h"
#include "golden/elf.h"
#include "golden/golden.h"
#include "machine/shape.h"

struct machine machine_from_config(const struct config *cfg);
/* How the core of C is built. */
struct shape shape_from_config(const struct config *c);

/* Does M lack an extension that the program was compiled for? 0, or CMD_REFUSED
 * after an error message. The message calls M by CORE, and names the way to set
 * a parameter by TO ("set"). */
int machine_lacks_arch(const struct machine *m, const struct elf_image *image,
		       const char *program, const char *core, const char *to);

/* As machine_lacks_arch, for the core of CFG; also refuses a program with data
 * in the window of local memory. */
int machine_refuses(const struct config *cfg, const struct elf_image *image,
		    const char *program);

#endif
