/* perf.c - vortex.h on libwarpwright: counters of the last kernel
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>

#include "VX_types.h"
#include "lib/vortex/vx.h"

static int counter(const char *function, const struct vx_device *d,
		   uint32_t addr, uint32_t core, uint64_t *value)
{
	if (core >= d->cores)
		return vx_fail(function, "core %" PRIu32 " of %" PRIu32, core,
			       d->cores);
	if (addr != VX_CSR_MCYCLE && addr != VX_CSR_MINSTRET)
		return vx_fail(function, "counter 0x%" PRIx32 " is not known "
			       "here: VX_CSR_MCYCLE and VX_CSR_MINSTRET are",
			       addr);
	if (!d->counted)
		return vx_fail(function, "no kernel has ended");
	*value = addr == VX_CSR_MCYCLE ? d->cycles[core] :
		 d->instructions[core];
	return 0;
}

int vx_mpm_query(vx_device_h hdevice, uint32_t addr, uint32_t core_id,
		 uint64_t *value)
{
	struct vx_device *d = vx_take_device(__func__, hdevice);

	if (!d || !value)
		return vx_give(d ? vx_fail(__func__, "an argument is NULL") :
			       -1);
	return vx_give(counter(__func__, d, addr, core_id, value));
}

static void put(FILE *out, const char *whose, uint64_t instructions,
		uint64_t cycles)
{
	fprintf(out, "PERF: %sinstrs=%" PRIu64 ", cycles=%" PRIu64 ", IPC=%f\n",
		whose, instructions, cycles,
		cycles ? (double)instructions / (double)cycles : 0);
}

int vx_dump_perf(vx_device_h hdevice, FILE *stream)
{
	struct vx_device *d = vx_take_device(__func__, hdevice);
	uint64_t instructions = 0, cycles = 0;
	char whose[32];

	if (!d || !stream || !d->counted)
		return vx_give(d ? vx_fail(__func__, stream ?
					   "no kernel has ended" :
					   "an argument is NULL") : -1);
	for (uint32_t c = 0; c < d->cores; c++) {
		snprintf(whose, sizeof whose, "core%" PRIu32 ": ", c);
		if (d->cores > 1)
			put(stream, whose, d->instructions[c], d->cycles[c]);
		instructions += d->instructions[c];
		if (d->cycles[c] > cycles)
			cycles = d->cycles[c];
	}
	put(stream, "", instructions, cycles);
	return vx_give(0);
}
