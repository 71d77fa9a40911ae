/* synth.h - the result of synthesis of one core for one target, from the cache
 * or from the tools
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SESSION_SYNTH_H
#define WW_SESSION_SYNTH_H

#include <signal.h>
#include <stdbool.h>

#include "base/digest.h"
#include "fpga/flow.h"
#include "gen/gen.h"

struct synth_job {
	const struct config *cfg;
	struct diag *dg;
	const struct fpga_target *target;
	bool apart;
	/* synthesize part by part, each kept in the cache; nothing is placed */
	bool parts;
	uint32_t seeds;
	uint32_t shuffle;       /* flow_request.shuffle */
	double mhz;
	const char *keep;       /* directory for all files, or NULL */
	bool verbose;           /* print each step */
	const volatile sig_atomic_t *interrupt;
};

/* Adds to D the path of the tool, from the environment VARIABLE or else NAME,
 * and its output for OPTION, asked once per directory CACHE. A missing tool is
 * no error here; the flow reports it. */
void synth_digest_tool(const char *cache, struct digest *d,
		       const char *variable, const char *name,
		       const char *option);

/* Emits and synthesizes the core, and places it if the target can; or finds the
 * result in the cache directory, under the digest of all its inputs. With KEEP
 * the tools always run. 0 and OUT, or the exit status after an error message;
 * the caller releases OUT with flow_free in either case. */
int synth_run(const struct synth_job *job, struct flow_result *out);

#endif
