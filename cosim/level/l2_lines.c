/* l2_lines.c - lines of the second-level cache, and the audit of its state
 * SPDX-License-Identifier: Apache-2.0
 *
 * A line belongs to one bank (l2_home): its number without the lowest digit is
 * its number in the bank, and the bank is the exclusive or of all digits.
 */
#include "cosim/level/l2_state.h"

#include <stdio.h>
#include <string.h>

#include "cosim/state/mismatch.h"

/* --- masks --------------------------------------------------------------- */

bool l2_bit(const uint32_t *mask, uint32_t i)
{
	return mask[i / 32] >> i % 32 & 1;
}

bool l2_any(const struct l2 *k, const uint32_t *mask)
{
	for (uint32_t i = 0; i < k->masks; i++)
		if (mask[i])
			return true;
	return false;
}

bool l2_all(const struct l2 *k, const uint32_t *mask)
{
	for (uint32_t i = 0; i < k->line; i++)
		if (!l2_bit(mask, i))
			return false;
	return true;
}

void l2_set(uint32_t *mask, uint32_t i, bool on)
{
	mask[i / 32] &= ~(UINT32_C(1) << i % 32);
	mask[i / 32] |= (uint32_t)on << i % 32;
}

void l2_clear(uint32_t *mask)
{
	memset(mask, 0, MASKS * sizeof *mask);
}

bool l2_any_byte(const uint32_t *mask, uint32_t first, uint32_t count)
{
	for (uint32_t i = first; i < first + count; i++)
		if (l2_bit(mask, i))
			return true;
	return false;
}

/* --- lines --------------------------------------------------------------- */

uint32_t l2_bank_of(const struct l2 *k, uint32_t addr)
{
	uint32_t num = (addr - k->ram_base) / k->line, bank = 0;

	if (num >= k->ram_lines || k->banks == 1)
		return 0;
	for (; num; num /= k->banks)
		bank ^= num % k->banks;
	return bank;
}

struct l2_line *l2_line_at(const struct l2 *k, uint32_t addr, uint32_t way)
{
	uint32_t num = (addr - k->ram_base) / k->line / k->banks;
	uint32_t set = l2_bank_of(k, addr) * k->sets + num % k->sets;

	return &k->lines[set * k->ways + way];
}

bool l2_holds(const struct l2 *k, const struct l2_line *l, uint32_t addr)
{
	return l->addr == addr && l2_any(k, l->valid);
}

int l2_fail(struct cosim *c, enum cosim_check check,
	    const struct l2_request *q, const char *why)
{
	static const char *const names[] = {
		"read", "write", "pass", "evict", "fill", "atomic operation"
	};

	return fail_shared(c, check, "%s of the line at 0x%08x, way %u: %s",
			   names[q->op], q->addr, q->way, why);
}

int l2_check_bytes(struct cosim *c, const struct l2_request *q)
{
	const uint8_t *want = level_place(c->level[0], q->addr);
	char name[24];

	for (uint32_t i = 0; i < c->l2->line; i++) {
		if (!l2_bit(q->mask, i) || q->data[i] == want[i])
			continue;
		l2_fail(c, COSIM_L2_VALUE, q, "not what was stored last");
		snprintf(name, sizeof name, "byte 0x%08x", q->addr + i);
		fail_row(c, name, q->data[i], want[i]);
		return 1;
	}
	return 0;
}

/* --- the state audit ---------------------------------------------------- */

static int audit_fail(struct cosim *c, uint32_t line, const char *what)
{
	const struct l2 *k = c->l2;
	uint32_t set = line / k->ways;
	char bank[24] = "";

	if (k->banks > 1)
		snprintf(bank, sizeof bank, " of bank %u", set / k->sets);
	return fail_shared(c, COSIM_AUDIT_L2, "%s in way %u of set %u%s", what,
			   line % k->ways, set % k->sets, bank);
}

/* At the end each line is full and clean, or gone. A flush may have dropped a
 * line. */
int l2_audit_tag(struct cosim *c, uint32_t line, const uint32_t *data)
{
	const struct l2_line *l = &c->l2->lines[line];
	bool valid = l2_all(c->l2, l->valid);

	if (l->flushed && !(data[1] & 1))
		return 0;
	if ((data[1] & 1) == valid &&
	    (!valid || (data[0] == l->addr && data[1] == 5)))
		return 0;
	audit_fail(c, line, "the tag");
	fail_diff(c, "valid", data[1] & 1, valid);
	if (valid && data[1] & 1) {
		fail_diff(c, "dirty", data[1] >> 1 & 1, 0);
		fail_diff(c, "full", data[1] >> 2 & 1, 1);
		fail_diff(c, "line", data[0], l->addr);
	}
	return 1;
}

void l2_audit_beat(struct cosim *c, uint32_t beat, const uint32_t *data)
{
	uint32_t bytes = c->own.bus_bytes;

	c->l2->audits = true;
	c->l2->beat = beat;
	memcpy(c->l2->shown, data, bytes + (bytes + 31) / 32 * sizeof *data);
}

/* Dirty bits count if the tag of the line is dirty. */
int l2_audit(struct cosim *c)
{
	uint32_t bytes = c->own.bus_bytes, beats = c->l2->line / bytes;
	uint32_t line = c->l2->beat / beats;
	uint32_t at = c->l2->beat % beats * bytes;
	const struct l2_line *l = &c->l2->lines[line];
	const uint8_t *data = (const uint8_t *)c->l2->shown;
	const uint32_t *dirty = c->l2->shown + bytes / 4;
	const uint8_t *want;

	if (!c->l2->audits)
		return 0;
	c->l2->audits = false;
	for (uint32_t i = 0; l2_any(c->l2, l->valid) && i < bytes; i++) {
		want = level_place(c->level[0], l->addr) + at + i;
		if (l2_bit(l->valid, at + i) && data[i] != *want) {
			audit_fail(c, line, "a byte");
			fail_row(c, "byte", data[i], *want);
			return 1;
		}
		if (l2_any(c->l2, l->dirty) &&
		    l2_bit(dirty, i) != l2_bit(l->dirty, at + i))
			return audit_fail(c, line, "a dirty bit");
	}
	return 0;
}
