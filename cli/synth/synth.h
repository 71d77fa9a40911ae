/* synth.h - one core on one target, from the cache or from the tools
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_SYNTH_H
#define WW_CLI_SYNTH_H

#include <signal.h>
#include <stdbool.h>

#include "base/digest.h"
#include "cli/options.h"
#include "fpga/flow.h"
#include "gen/gen.h"

struct synth_job {
	const struct config *cfg;
	struct diag *dg;
	const struct fpga_target *target;
	bool apart;
	/* part by part, each kept in the cache; nothing is placed */
	bool parts;
	uint32_t seeds;
	double mhz;
	const char *keep;       /* a directory for all files, or NULL */
	bool verbose;           /* say what is being done */
	const volatile sig_atomic_t *interrupt;
};

/* The target that the value of an option names, or NULL after an error. */
const struct fpga_target *synth_target(const struct options *o);

/* Adds to D which tool VARIABLE or else NAME is, and what it answers to OPTION,
 * asked once per directory CACHE. One that is missing is no error here: the
 * flow says it in its own words. */
void synth_digest_tool(const char *cache, struct digest *d,
		       const char *variable, const char *name,
		       const char *option);

/* Emits, synthesizes, and where the target has it places the core; or finds the
 * result in the cache directory, where it is kept under the digest of all that
 * it follows from. With KEEP the tools always run. 0 and OUT, to be released
 * with flow_free in any case, or the exit status after an error message. */
int synth_run(const struct synth_job *job, struct flow_result *out);

#endif
