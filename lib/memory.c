/* memory.c - libwarpwright: the memory of a device
 * SPDX-License-Identifier: Apache-2.0
 *
 * Programs are linked for addresses at the low end of memory and have their
 * stacks at the high end. So wwd_alloc takes from the highest place below the
 * stacks.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wwd.h"
#include "sanitize/san.h"

enum {
	LEAST_ALIGN = 64,
	STACK_SHIFT = 12, LEAST_STACK_SHIFT = 4, PADDING = 64
};

/* Behind a refusal, if such a program is in the way. */
#define HEAP_ADVICE "; a program with a heap has all memory behind it, " \
		    "unless ww-cc --ram-size --core-threads says where " \
		    "it ends"

/* What is used by different owners is so far apart: no cache line is shared. */
static uint32_t grain(const struct wwd *d)
{
	return d->line > LEAST_ALIGN ? d->line : LEAST_ALIGN;
}

static uint32_t ram_last(const struct wwd *d)
{
	return d->machine.ram_base + (d->machine.ram_size - 1);
}

/* --- ranges in use -------------------------------------------------------- */

static bool overlap(const struct wwd_range *a, const struct wwd_range *b)
{
	return a->first <= b->last && b->first <= a->last;
}

/* What R overlaps and does not share, or NULL. */
static const struct wwd_range *obstacle(const struct wwd *d,
					const struct wwd_range *r)
{
	for (size_t i = 0; i < d->ranges; i++)
		if (overlap(&d->range[i], r) &&
		    !(d->range[i].stacks && r->stacks))
			return &d->range[i];
	return NULL;
}

static bool make_room(struct wwd *d)
{
	size_t room = d->range_room ? 2 * d->range_room : 16;
	struct wwd_range *more;

	if (d->ranges < d->range_room)
		return true;
	more = realloc(d->range, room * sizeof *more);
	if (!more)
		return false;
	d->range = more;
	d->range_room = room;
	return true;
}

int wwd_range_take(struct wwd *d, struct wwd_range r)
{
	const struct wwd_range *in_way;
	size_t at = 0;

	if (!r.stacks) {
		r.first &= ~(grain(d) - 1);
		r.last |= grain(d) - 1;
	}
	in_way = obstacle(d, &r);
	if (in_way)
		return wwd_fail(WWD_E_OVERLAP, "0x%08" PRIx32 " to 0x%08" PRIx32
				" overlaps %s from 0x%08" PRIx32 " on%s%s",
				r.first, r.last,
				in_way->stacks ? "stacks" : in_way->program ?
				"a program" : "memory of wwd_alloc",
				in_way->first, !r.program ? "" : "; link the "
				"program elsewhere (ww-cc --base)",
				in_way->heap || r.heap ? HEAP_ADVICE : "");
	if (!make_room(d))
		return wwd_fail(WWD_E_MEMORY, "out of memory");
	while (at < d->ranges && d->range[at].first < r.first)
		at++;
	memmove(&d->range[at + 1], &d->range[at],
		(d->ranges - at) * sizeof *d->range);
	d->range[at] = r;
	d->ranges++;
	return 0;
}

void wwd_range_drop(struct wwd *d, const struct wwd_program *p)
{
	size_t kept = 0;

	for (size_t i = 0; i < d->ranges; i++)
		if (d->range[i].program != p)
			d->range[kept++] = d->range[i];
	d->ranges = kept;
}

/* --- wwd_alloc ------------------------------------------------------------ */

/* The stacks of a program that does not choose their size: a power of two bytes
 * that a quarter of memory has for each thread, with a cache line behind it
 * (shift_stacks in sw/ww-cc.in). */
static uint64_t usual_stacks(const struct machine *m)
{
	uint64_t harts = (uint64_t)m->cores * m->warps * m->threads;
	uint32_t shift = STACK_SHIFT;

	while (harts * 4 << shift > m->ram_size && shift > LEAST_STACK_SHIFT)
		shift--;
	return harts * ((UINT64_C(1) << shift) + PADDING);
}

/* The last address that wwd_alloc gives, the end of a line: above are the usual
 * stacks, in half of memory at most. */
static uint32_t highest(const struct wwd *d)
{
	const struct machine *m = &d->machine;
	uint64_t stacks = usual_stacks(m);
	uint32_t window, bytes = golden_window(m, &window);

	if (stacks > m->ram_size / 2)
		stacks = m->ram_size / 2;
	if (bytes)
		bytes += WWD_MAIN_STACK;
	if (stacks < bytes)
		stacks = bytes;
	return ((ram_last(d) - (uint32_t)stacks + 1) & ~(grain(d) - 1)) - 1;
}

/* The highest place of BYTES, a multiple of ALIGN, that ends at LAST or below
 * and at FIRST or above; false: there is none. */
static bool fits(uint32_t first, uint32_t last, uint64_t bytes, uint32_t align,
		 uint32_t *at)
{
	if (last < first || (uint64_t)last - first + 1 < bytes)
		return false;
	*at = (uint32_t)(last - bytes + 1) & ~(align - 1);
	return *at >= first;
}

/* As fits, outside constant memory, to which programs cannot store. */
static bool fits_beside(const struct wwd *d, uint32_t first, uint32_t last,
			uint64_t bytes, uint32_t align, uint32_t *at)
{
	const struct machine *m = &d->machine;
	uint32_t from = m->const_base, to = from + (m->const_size - 1);

	if (!fits(first, last, bytes, align, at))
		return false;
	if (!m->const_size || *at > to || *at + (bytes - 1) < from)
		return true;
	return from > first && fits(first, from - 1, bytes, align, at);
}

int wwd_take_highest(struct wwd *d, uint64_t bytes, uint32_t align,
		     const struct wwd_program *p, uint32_t *addr)
{
	uint32_t last = highest(d), base = d->machine.ram_base;
	const char *advice = "";
	bool found = false;

	for (size_t i = d->ranges; !found && i-- > 0; ) {
		const struct wwd_range *r = &d->range[i];

		if (r->heap)
			advice = HEAP_ADVICE;
		found = r->last < last &&
			fits_beside(d, r->last + 1, last, bytes, align,
				    addr);
		if (!found && r->first == base)
			goto full;
		if (!found && r->first <= last)
			last = r->first - 1;
	}
	if (found || fits_beside(d, base, last, bytes, align, addr))
		return wwd_range_take(d, (struct wwd_range){
			.first = *addr, .last = (uint32_t)(*addr + bytes - 1),
			.program = p
		});
full:
	return wwd_fail(WWD_E_FULL, "no %" PRIu64 " bytes of memory are free "
			"in one piece%s", bytes, advice);
}

int wwd_alloc(struct wwd *d, uint64_t bytes, uint32_t align, uint32_t *addr)
{
	int error = 0;

	if (!d || !addr)
		return wwd_missing(__func__);
	if (!bytes || (align & (align - 1)))
		return wwd_fail(WWD_E_ARGUMENT, bytes ?
				"wwd_alloc: the alignment is no power of two" :
				"wwd_alloc: 0 bytes");
	wwd_take(d);
	if (align < grain(d))
		align = grain(d);
	error = wwd_take_highest(d, bytes, align, NULL, addr);
	if (!error)
		wwd_check_taken(d, *addr, bytes);
	return wwd_give(d, error);
}

/* Bytes from AT to END, exclusive, that nobody has. */
static uint64_t free_between(const struct wwd *d, uint64_t at, uint64_t end)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < d->ranges && at < end; i++) {
		const struct wwd_range *r = &d->range[i];

		if (r->first > at)
			bytes += (r->first < end ? r->first : end) - at;
		if (r->last >= at)
			at = (uint64_t)r->last + 1;
	}
	return at < end ? bytes + (end - at) : bytes;
}

uint64_t wwd_range_free(const struct wwd *d)
{
	const struct machine *m = &d->machine;
	uint64_t end = (uint64_t)highest(d) + 1;
	uint64_t window = (uint64_t)m->const_base + m->const_size;

	return free_between(d, m->ram_base, end) -
	       free_between(d, m->const_base, window < end ? window : end);
}

int wwd_reserve(struct wwd *d, uint32_t addr, uint64_t bytes)
{
	int error = 0;

	if (!d)
		return wwd_missing(__func__);
	wwd_take(d);
	if (!bytes || addr % grain(d))
		error = wwd_fail(WWD_E_ARGUMENT, "wwd_reserve: %" PRIu64
				 " bytes at 0x%08" PRIx32 ", which is to be a "
				 "multiple of %" PRIu32, bytes, addr, grain(d));
	else if (addr < d->machine.ram_base || addr > ram_last(d) ||
		 bytes > (uint64_t)ram_last(d) - addr + 1)
		error = wwd_fail(WWD_E_ADDRESS, "%" PRIu64 " bytes at 0x%08"
				 PRIx32 " are not in the device's memory",
				 bytes, addr);
	if (!error)
		error = wwd_range_take(d, (struct wwd_range){
			.first = addr, .last = (uint32_t)(addr + bytes - 1)
		});
	if (!error)
		wwd_check_taken(d, addr, bytes);
	return wwd_give(d, error);
}

int wwd_free(struct wwd *d, uint32_t addr)
{
	if (!d)
		return wwd_missing(__func__);
	wwd_take(d);
	for (size_t i = 0; i < d->ranges; i++)
		if (d->range[i].first == addr && !d->range[i].program) {
			memmove(&d->range[i], &d->range[i + 1],
				(d->ranges - i - 1) * sizeof *d->range);
			d->ranges--;
			if (d->san)
				san_buffer_gone(d->san, addr);
			return wwd_give(d, 0);
		}
	return wwd_give(d, wwd_fail(WWD_E_ADDRESS, "nothing of wwd_alloc "
				    "begins at 0x%08" PRIx32, addr));
}

/* --- copies --------------------------------------------------------------- */

/* Makes N bytes at ADDR the host's. */
static int own(struct wwd *d, uint32_t addr, size_t n)
{
	const struct machine *m = &d->machine;
	uint32_t at = addr - m->ram_base;

	if (at >= m->ram_size || n > m->ram_size - at)
		return wwd_fail(WWD_E_ADDRESS, "%zu bytes at 0x%08" PRIx32
				" are not in the device's memory, 0x%08" PRIx32
				" to 0x%08" PRIx32, n, addr, m->ram_base,
				ram_last(d));
	if (d->failed)
		return wwd_failed(d);
	return wwd_own(d);
}

int wwd_write(struct wwd *d, uint32_t addr, const void *from, size_t n)
{
	int error;

	if (!d || (!from && n))
		return wwd_missing(__func__);
	if (!n)
		return 0;
	wwd_take(d);
	error = own(d, addr, n);
	if (!error)
		error = d->backend->write(d, addr, from, n);
	if (!error && d->san)
		san_wrote(d->san, addr, n);
	return wwd_give(d, error);
}

int wwd_read(struct wwd *d, uint32_t addr, void *to, size_t n)
{
	int error;

	if (!d || (!to && n))
		return wwd_missing(__func__);
	if (!n)
		return 0;
	wwd_take(d);
	error = own(d, addr, n);
	return wwd_give(d, error ? error : d->backend->read(d, addr, to, n));
}
