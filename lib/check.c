/* check.c - libwarpwright: what is wrong beside the results, as --check has it
 * SPDX-License-Identifier: Apache-2.0
 *
 * The sanitizer watches the golden model, which is the device or runs beside
 * it. What it finds goes to stderr.
 */
#include "lib/inside.h"
#include "lib/wwd.h"
#include "sanitize/san.h"

int wwd_check_begin(struct wwd *d)
{
	if (!d->name.checks)
		return 0;
	d->san = san_new(d->golden, NULL, d->name.checks, stderr);
	return d->san ? 0 : wwd_fail(WWD_E_MEMORY, "out of memory");
}

void wwd_check_end(struct wwd *d)
{
	if (d->san)
		san_summary(d->san);
	san_free(d->san);
	d->san = NULL;
}

void wwd_check_taken(struct wwd *d, uint32_t addr, uint64_t bytes)
{
	if (d->san)
		san_buffer(d->san, addr, (uint32_t)bytes, "wwd_alloc", false);
}

void wwd_check_blank(struct wwd *d, uint32_t addr, size_t n)
{
	wwd_take(d);
	if (d->san)
		san_blank(d->san, addr, n);
	wwd_give(d, 0);
}

void wwd_check_stacks(struct wwd *d, uint32_t addr, size_t n)
{
	wwd_take(d);
	if (d->san)
		san_stacks(d->san, addr, n);
	wwd_give(d, 0);
}

void wwd_check_name(struct wwd *d, uint32_t addr, const char *name,
		    bool read_only)
{
	wwd_take(d);
	if (d->san)
		san_buffer_name(d->san, addr, name, read_only);
	wwd_give(d, 0);
}
