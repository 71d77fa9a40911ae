/* smem.c - smem records: the ports of the banks of shared memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * Word i of shared memory is in row i / banks of bank i mod banks. A bank has
 * one port, so the lanes of one record access one row of it.
 */
#include "cosim/check/access.h"
#include "cosim/check/dispatch.h"
#include "cosim/check/rules.h"
#include "cosim/check/slot.h"
#include "cosim/cover/cover.h"
#include "cosim/state/head.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/profile.h"

#include <string.h>

enum { BANKS = 32 };

/* The port of a bank, as in the record. */
struct port {
	uint32_t row, enables, data;
};

static int place_fail(struct core *c, const struct access *a,
		      const struct slot *s, uint32_t lane)
{
	return fail(c, COSIM_SMEM_PLACE, a->warp, s,
		    "thread %u accesses 0x%08x", lane, s->fx.access.addr[lane]);
}

static int fail_conflict(struct core *c, const struct access *a,
			 const struct slot *s, uint32_t bank,
			 const uint32_t *rows)
{
	fail(c, COSIM_SMEM_CONFLICT, a->warp, s,
	     "threads 0x%x want more than one row of bank %u", a->threads,
	     bank);
	fail_row(c->all, "row", rows[0], rows[1]);
	return 1;
}

/* Computes the expected ports. Of several lanes that store to a byte the
 * highest wins: the loop goes upward. */
static int build_ports(struct core *c, const struct access *a,
		       const struct slot *s, struct port *want, uint32_t *banks)
{
	uint32_t count = c->all->own.smem_banks;

	for (uint32_t m = a->threads; m; m &= m - 1) {
		uint32_t lane = lowest(m), addr = s->fx.access.addr[lane];
		uint32_t word = (addr - machine_smem(&c->all->cfg)) / 4;
		uint32_t bits = access_bits(addr, s->fx.access.size);
		struct port *p = &want[word % count];
		uint32_t rows[2] = { word / count, p->row };

		if (!in_smem(c->all, addr))
			return place_fail(c, a, s, lane);
		if (*banks >> word % count & 1 && rows[0] != rows[1])
			return fail_conflict(c, a, s, word % count, rows);
		*banks |= UINT32_C(1) << word % count;
		p->row = word / count;
		p->enables |= (UINT32_MAX >> (32 - s->fx.access.size)) <<
			      (addr & 3);
		if (a->store)
			p->data = (p->data & ~bits) |
				  (s->fx.access.data[lane] << (addr & 3) * 8 &
				   bits);
	}
	return 0;
}

static int fail_port(struct core *c, enum cosim_check check,
		     const struct access *a, const struct slot *s,
		     uint32_t bank, uint32_t got, uint32_t want)
{
	char text[24];

	snprintf(text, sizeof text, "bank %u", bank);
	fail(c, check, a->warp, s, "threads 0x%x", a->threads);
	fail_row(c->all, text, got, want);
	return 1;
}

static int check_ports(struct core *c, const struct access *a,
		       const struct slot *s, const uint32_t *r,
		       const struct port *want)
{
	for (uint32_t i = 0; i < c->all->own.smem_banks; i++) {
		const struct port *p = &want[i];
		const uint32_t *bank = r + REC_WORD_smem_bank + 2 * i;
		uint32_t got = bank[0], data = bank[1];

		if (got >> 4 != p->row)
			return fail_port(c, COSIM_SMEM_BANK, a, s, i, got >> 4,
					 p->row);
		if ((got & 15) != p->enables)
			return fail_port(c, COSIM_SMEM_MASK, a, s, i, got & 15,
					 p->enables);
		if (data != p->data)
			return fail_port(c, COSIM_SMEM_DATA, a, s, i, data,
					 p->data);
	}
	return 0;
}

static int check_banks(struct core *c, const struct access *a,
		       const struct slot *s, const uint32_t *r)
{
	struct port want[BANKS];
	uint32_t banks = 0;

	memset(want, 0, c->all->own.smem_banks * sizeof *want);
	if (build_ports(c, a, s, want, &banks))
		return 1;
	if (rec_smem_mask(r) != banks) {
		fail(c, COSIM_SMEM_BANK, a->warp, s,
		     "threads 0x%x access other banks", a->threads);
		fail_row(c->all, "banks", rec_smem_mask(r), banks);
		return 1;
	}
	return check_ports(c, a, s, r, want);
}

int smem_record(struct core *c, const uint32_t *r)
{
	struct access a = access_of(r);
	struct slot *s;

	if (head_check(c, r, REC_KIND_smem, 0))
		return 1;
	if (c->all->cfg.clear && !a.lanes)
		return dispatch_clear(c, r);
	s = slot_of(&c->warps[a.warp], a.seq);
	if (access_check(c, &a, s) || check_banks(c, &a, s, r) ||
	    access_order(c, &a, s))
		return 1;
	slot_request(c, s, (struct cosim_request){
		.threads = a.threads, .smem = true,
		.conflict = profile_smem(c, s, a.beat)
	});
	s->source = s->fx.kind == GOLDEN_STORE ? s->source : COSIM_FROM_SMEM;
	if (c->cover)
		cover_smem(c, s, rec_smem_mask(r));
	return access_effect(c, &a, s);
}
