/* no_gates_option.c - --gates and --placed of a build without libjansson
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/cosim/gates_option.h"

int gates_option(const struct options *o, struct job *job)
{
	(void)job;
	return options_bad(o, "--gates: built without libjansson; install it "
			      "(Debian: apt install libjansson-dev), configure "
			      "and build again");
}

int placed_combine(const struct options *o, const struct job *job)
{
	return job->placed ? options_bad(o, "--placed needs --gates, which is "
					    "not in this build") :
			     0;
}
