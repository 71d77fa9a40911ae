/* profile_limits.c - what a core could do in a cycle, beside what it did
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/profile/profile_limits.h"

#include <inttypes.h>

#include "gen/derive.h"

#define NO_LIMIT UINT32_MAX

void profile_limits(struct profile_about *a, const struct config *cfg)
{
	struct derived d;

	derive(cfg, &d);
	a->lanes = d.lanes;
	a->request_bytes = d.access_bytes ? d.access_bytes : d.bus_bytes;
	a->float_lanes = d.floats ? d.fpu_lanes : 0;
	a->bus_bytes = d.bus_bytes * cfg->channels;
}

/* N in CYCLES, of which MOST can be in a cycle; 0: there is no such part. */
static void put_limit(FILE *out, uint64_t n, uint64_t cycles, uint32_t most,
		      const char *what)
{
	double each = cycles ? (double)n / (double)cycles : 0;

	if (most == NO_LIMIT)
		fprintf(out, "%8.2f %8s  %7s  %s\n", each, "", "", what);
	else if (most)
		fprintf(out, "%8.2f %8" PRIu32 "  %5.1f %%  %s\n", each, most,
			100 * each / most, what);
}

/* What the cores and a second-level cache exchange; without that it is what the
 * bus has. */
static void put_second(const struct profile *p, uint64_t cycles, FILE *out)
{
	const struct profile_traffic *t = profile_traffic(p, false);
	const struct profile_traffic *bus = profile_traffic(p, true);

	if (t->read == bus->read && t->written == bus->written &&
	    t->insns == bus->insns)
		return;
	put_limit(out, t->read, cycles, NO_LIMIT,
		  "bytes of data read from the second-level cache");
	put_limit(out, t->written, cycles, NO_LIMIT,
		  "bytes written to it");
	put_limit(out, t->insns, cycles, NO_LIMIT,
		  "bytes of instructions read from it");
}

void profile_put_limits(const struct profile *p, const struct profile_about *a,
			FILE *out)
{
	const struct profile_rows *rows = profile_rows(p, profile_cores(p));
	const struct profile_traffic *bus = profile_traffic(p, true);
	uint64_t cycles = profile_cycles(p);
	uint32_t cores = profile_cores(p);
	struct profile_sum all = { 0 };

	for (size_t i = 0; i < rows->count; i++)
		profile_add(&all, &rows->at[i].sum);
	fprintf(out, "\n a cycle     most           of all cores\n");
	put_limit(out, all.counts[PROFILE_INTEGER], cycles, cores * a->lanes,
		  "integer operations");
	put_limit(out, all.counts[PROFILE_FLOATS], cycles,
		  2 * cores * a->float_lanes,
		  "floating-point operations, a fused one as two");
	put_limit(out, all.counts[PROFILE_BYTES], cycles,
		  cores * a->request_bytes, "bytes of requests");
	put_second(p, cycles, out);
	put_limit(out, bus->read, cycles, a->bus_bytes,
		  "bytes of data read on the bus");
	put_limit(out, bus->written, cycles, a->bus_bytes,
		  "bytes written on the bus");
	put_limit(out, bus->insns, cycles, a->bus_bytes,
		  "bytes of instructions read on the bus");
}
