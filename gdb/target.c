/* target.c - threads, registers and memory of the golden model, as GDB has them
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gdb/target.h"

#include <string.h>

#include "isa/isa.h"

/* --- threads ---------------------------------------------------------- */

uint32_t gdb_id(const struct gdb *d, struct gdb_lane l)
{
	return (l.core * d->warps + l.warp) * d->threads + l.lane + 1;
}

bool gdb_lane_of(const struct gdb *d, uint32_t id, struct gdb_lane *l)
{
	uint32_t n = id - 1, warps = n / d->threads;

	*l = (struct gdb_lane){ warps / d->warps, warps % d->warps,
				n % d->threads };
	return id && l->core < d->cores;
}

uint32_t gdb_lanes(const struct gdb *d, uint32_t core, uint32_t warp)
{
	const struct golden_core *c = golden_core(d->g, core);
	uint32_t lanes = golden_tmask(c, warp);
	struct golden_stacked s;

	if (!(golden_active(c) >> warp & 1))
		return core == d->trapped.core && warp == d->trapped.warp ?
		       d->trapped.mask : 0;
	for (uint32_t i = 0; golden_stacked(c, warp, i, &s); i++)
		lanes |= s.mask;
	return lanes;
}

bool gdb_alive(const struct gdb *d, struct gdb_lane l)
{
	return gdb_lanes(d, l.core, l.warp) >> l.lane & 1;
}

bool gdb_active(const struct gdb *d, struct gdb_lane l)
{
	return golden_tmask(golden_core(d->g, l.core), l.warp) >> l.lane & 1;
}

bool gdb_choose(const struct gdb *d, struct gdb_lane *l)
{
	uint32_t lanes = gdb_lanes(d, l->core, l->warp);

	if (lanes >> l->lane & 1)
		return true;
	for (uint32_t i = 0; !lanes && i < d->cores * d->warps; i++) {
		l->core = i / d->warps;
		l->warp = i % d->warps;
		lanes = gdb_lanes(d, l->core, l->warp);
	}
	l->lane = lanes ? (uint32_t)__builtin_ctz(lanes) : 0;
	return lanes;
}

uint32_t gdb_pc(const struct gdb *d, struct gdb_lane l)
{
	const struct golden_core *c = golden_core(d->g, l.core);
	struct golden_stacked s;

	if (gdb_active(d, l))
		return golden_pc(c, l.warp);
	for (uint32_t i = golden_depth(c, l.warp); i-- > 0;)
		if (golden_stacked(c, l.warp, i, &s) && s.is_else &&
		    s.mask >> l.lane & 1)
			return s.pc;
	return golden_pc(c, l.warp);
}

/* --- registers -------------------------------------------------------- */

bool gdb_register(const struct gdb *d, struct gdb_lane l, uint32_t number,
		  uint32_t *value)
{
	const struct golden_core *c = golden_core(d->g, l.core);

	if (number < GDB_PC)
		*value = golden_reg(c, l.warp, l.lane, number);
	else if (number == GDB_PC)
		*value = gdb_pc(d, l);
	else if (number >= GDB_CSR)
		return golden_csr_value(c, l.warp, l.lane, number - GDB_CSR,
					value);
	else if (d->f)
		*value = golden_reg(c, l.warp, l.lane, number - GDB_F + 32);
	return number < GDB_F || d->f;
}

bool gdb_set_register(struct gdb *d, struct gdb_lane l, uint32_t number,
		      uint32_t value)
{
	struct golden_core *c = golden_core(d->g, l.core);

	if (d->guest)
		return false;
	reverse_forget(d);
	if (number < GDB_PC) {
		golden_set_reg(c, l.warp, l.lane, number, value);
		return true;
	}
	if (number == GDB_PC) {
		if (value == gdb_pc(d, l))
			return true;
		if (!gdb_active(d, l) || value % 4)
			return false;
		golden_set_pc(c, l.warp, value);
		return true;
	}
	if (number >= GDB_CSR || !d->f)
		return false;
	golden_set_reg(c, l.warp, l.lane, number - GDB_F + 32, value);
	return true;
}

/* --- memory ----------------------------------------------------------- */

/* Is ADDR in shared memory, at byte *AT? */
static bool in_smem(const struct gdb *d, uint32_t addr, uint32_t *at)
{
	const struct machine *m = golden_machine(d->g);

	*at = addr - m->smem_base;
	return *at < m->smem_size;
}

uint32_t gdb_read(const struct gdb *d, uint32_t core, uint32_t addr,
		  uint8_t *to, uint32_t n)
{
	uint32_t at;

	for (uint32_t i = 0; i < n; i++)
		if (in_smem(d, addr + i, &at))
			to[i] = golden_smem(golden_core(d->g, core))[at];
		else if (golden_read(d->g, golden_address(d->g, addr + i),
				     to + i, 1))
			return i;
	return n;
}

uint32_t gdb_write(struct gdb *d, uint32_t core, uint32_t addr,
		   const uint8_t *from, uint32_t n)
{
	if (d->guest)
		return 0;
	reverse_forget(d);
	for (uint32_t i = 0; i < n; i++)
		if (golden_write_smem(golden_core(d->g, core), addr + i,
				      from + i, 1) &&
		    golden_write(d->g, golden_address(d->g, addr + i),
				 from + i, 1))
			return i;
	return n;
}
