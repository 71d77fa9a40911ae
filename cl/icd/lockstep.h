/* lockstep.h - the OpenCL driver: devices that are cores in a simulator
 * SPDX-License-Identifier: Apache-2.0
 *
 * What is wrong is on stderr.
 */
#ifndef WW_CL_ICD_LOCKSTEP_H
#define WW_CL_ICD_LOCKSTEP_H

#include <CL/cl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen/gen.h"
#include "golden/elf.h"
#include "golden/golden.h"

struct lockstep;

/* A core in the SIMULATOR whose name has N bytes; NULL: there is none. */
struct lockstep *lockstep_new(const char *simulator, size_t n);
void lockstep_free(struct lockstep *s);
/* Is WORD of an entry for the simulator, as mem-latency=60? Then it takes it;
 * *GOOD: without an error. */
bool lockstep_takes(struct lockstep *s, const char *word, bool *good);
/* The emitted tree that is the core, or NULL. */
const char *lockstep_tree(const struct lockstep *s);
const char *lockstep_name(const struct lockstep *s);
/* Takes the configuration. */
bool lockstep_configure(struct lockstep *s, const struct config *cfg);

/* Finds or builds the model of a core that begins at ENTRY. */
/* Builds and runs end when *FLAG becomes nonzero; NULL: no flag. */
void lockstep_stop_when(struct lockstep *s, const volatile sig_atomic_t *flag);
cl_int lockstep_prepare(struct lockstep *s, uint32_t entry);

struct lockstep_end {
	enum golden_status status;      /* GOLDEN_CALLED_OFF: the core differs
					 * from golden, or hangs */
	uint64_t cycles;
	uint32_t exit_code;
	const struct golden *golden;
	const uint8_t *ram;     /* of the core */
};

/* Runs IMAGE for at most SECONDS (0: as long as it takes); *END is valid until
 * lockstep_end, which is to be called in any case. */
cl_int lockstep_run(struct lockstep *s, const struct elf_image *image,
		    double seconds, struct lockstep_end *end);
void lockstep_end(struct lockstep *s);

#endif
