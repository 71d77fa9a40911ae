/* synth_target.c - the value of an option that names a chip
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/synth/synth_target.h"

#include "base/near.h"

const struct fpga_target *synth_target(const struct options *o)
{
	const struct fpga_target *t = fpga_target(o->value);
	struct near n;

	if (t)
		return t;
	near_init(&n, o->value);
	for (size_t i = 0; i < fpga_target_count; i++)
		near_try(&n, fpga_targets[i].name);
	if (near_best(&n))
		options_bad(o, "unknown target '%s'; did you mean '%s'?",
			    o->value, n.best);
	else
		options_bad(o,
			    "unknown target '%s'; warpwright synth --list has "
			    "all",
			    o->value);
	return NULL;
}
