/* resident.c - the OpenCL driver: programs in the memory of a device
 * SPDX-License-Identifier: Apache-2.0
 *
 * A program is linked for the addresses behind those of all programs that the
 * device has. So they stay in its memory together, unless they take too much of
 * it: then one begins where the first one does, and they take turns.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>

#include "cl/icd/icd.h"

enum { PAGE = 4096, LARGE = 1 << 20, PATH = 64 };

void resident_add(struct build *b, cl_device_id d)
{
	b->next_build = d->builds;
	b->of = d;
	d->builds = b;
}

static void unload(struct build *b)
{
	if (!b->loaded)
		return;
	wwd_unload(b->loaded);
	b->loaded = NULL;
}

void resident_drop(struct build *b)
{
	struct build **at;

	if (!b->of)
		return;
	unload(b);
	at = &b->of->builds;
	while (*at != b)
		at = &(*at)->next_build;
	*at = b->next_build;
	b->of = NULL;
}

void resident_clear(cl_device_id d)
{
	for (struct build *b = d->builds; b; b = b->next_build)
		unload(b);
}

uint32_t resident_base(cl_device_id d)
{
	const struct machine *m = &d->machine;
	uint32_t end = m->ram_base;

	for (const struct build *b = d->builds; b; b = b->next_build)
		if (b->image.highest > end)
			end = b->image.highest;
	if (end == m->ram_base || end - m->ram_base > m->ram_size / 8)
		return 0;
	end = (end + PAGE - 1) / PAGE * PAGE;
	/* No program that goes on into constant memory. */
	return m->const_size && end < m->const_base + m->const_size &&
	       m->const_base < end + LARGE ? 0 : end;
}

FILE *build_open(const struct build *b)
{
	FILE *f = tmpfile();

	if (f && fwrite(b->elf, 1, b->elf_bytes, f) == b->elf_bytes &&
	    !fflush(f))
		return f;
	if (f)
		fclose(f);
	return NULL;
}

static int load(struct build *b)
{
	FILE *f = build_open(b);
	char path[PATH];
	int error;

	if (!f)
		return WWD_E_MEMORY;
	snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(f));
	b->stale = false;
	b->of->loads++;
	error = wwd_load(b->of->wwd, path, &b->loaded);
	fclose(f);
	return error;
}

/* Unloads all programs but B that are where B is to be, or near it. */
static void make_room(const struct build *b)
{
	const struct elf_image *i = &b->image;

	for (struct build *o = b->of->builds; o; o = o->next_build) {
		if (o == b || !o->loaded ||
		    o->image.highest + PAGE <= i->lowest ||
		    i->highest + PAGE <= o->image.lowest)
			continue;
		queue_settle(launch_uses, o);
		unload(o);
	}
}

/* Loads B where other programs or buffers may be. */
static int load_over(struct build *b)
{
	cl_device_id d = b->of;
	int error = load(b);

	if (error != WWD_E_OVERLAP)
		return error;
	make_room(b);
	error = load(b);
	if (error == WWD_E_OVERLAP && !place_clear(d))
		error = load(b);
	if (error != WWD_E_OVERLAP || !d->flights)
		return error;
	queue_settle(queue_uses, d);
	return place_clear(d) ? error : load(b);
}

int resident_place(struct build *b)
{
	int error;

	if (b->loaded && (!b->stale || b->flights))
		return 0;
	unload(b);
	error = load_over(b);
	if (error)
		return error;
	error = wwd_entry(b->loaded, "vx_cl_blocks", &b->entry);
	if (error)
		unload(b);
	return error;
}
