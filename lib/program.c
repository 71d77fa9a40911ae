/* program.c - libwarpwright: programs in the memory of a device
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/explain/report.h"
#include "lib/wwd.h"
#include "machine/arch.h"
#include "sanitize/san.h"

#define OPENCL "ww_cl_program"
#define VORTEX "ww_vortex_cores"
/* Behind the name of a kernel of warpwright run --grid: where warps begin. */
#define ENTRY ".blocks"

enum { WHY = 512 };

/* --- what a program needs ------------------------------------------------- */

static bool calls_any(const struct elf_image *image, const char *const *name)
{
	while (*name && !elf_named(image, *name))
		name++;
	return *name != NULL;
}

/* Has IMAGE a function that takes memory of the runtime's heap? The allocator
 * alone is in each program that prints. Launches of OpenCL kernels, and of
 * those of vortex.h, spawn nothing on the heap, though the scheduler is linked
 * to them. */
static bool has_heap(const struct elf_image *image)
{
	static const char *const takes[] = { "vx_malloc", "vx_try", NULL };
	static const char *const spawns[] = {
		"vx_spawn", "vx_spawn_loop", "vx_sm_malloc", "vx_sm_try", NULL
	};

	if (calls_any(image, takes))
		return true;
	return calls_any(image, spawns) && !elf_variable(image, OPENCL) &&
	       !elf_variable(image, VORTEX);
}

/* The first address of the stacks at the end of the memory for which IMAGE was
 * linked, as far as threads of D use them. */
static uint32_t stacks_first(const struct wwd *d, const struct elf_image *image)
{
	const struct machine *m = &d->machine;
	uint32_t top = image->linked_base + image->linked_size;
	uint32_t window, bytes = golden_window(m, &window);
	uint64_t harts = (uint64_t)m->cores * m->warps * m->threads;
	uint64_t all = harts * image->stack_stride;

	if (bytes)
		all = bytes + WWD_MAIN_STACK;
	return all < image->linked_size ? top - (uint32_t)all :
	       image->linked_base;
}

/* Takes the memory of P. */
static int take(struct wwd *d, const struct wwd_program *p)
{
	const struct elf_image *i = &p->image;
	bool stacks = i->stack_bytes && i->linked_size;
	uint32_t first = stacks ? stacks_first(d, i) : 0;
	bool heap = stacks && has_heap(i) && first > i->highest;
	struct wwd_range code = {
		.first = i->lowest, .program = p, .heap = heap,
		.last = (heap ? first : i->highest) - 1
	};
	struct wwd_range at_end = {
		.first = first, .program = p, .stacks = true,
		.last = i->linked_base + (i->linked_size - 1)
	};
	int error = wwd_range_take(d, code);

	if (!error && stacks)
		error = wwd_range_take(d, at_end);
	if (error)
		wwd_range_drop(d, p);
	return error;
}

/* Was IMAGE compiled for what D lacks? */
static int check_arch(const struct wwd *d, const struct elf_image *image,
		      const char *path)
{
	struct machine_lacks l = machine_arch_lacks(&d->machine, image->arch);
	char names[MACHINE_ARCH_LACKS * (ISA_ARCH_NAME + 2)] = "";

	if (image->has_f && d->machine.fp != CONFIG_fp_f)
		machine_lacks_add(&l, "f", "isa.f = f");
	for (size_t i = 0; i < l.count; i++)
		strcat(strcat(names, i ? ", " : ""), l.list[i].name);
	return !l.count ? 0 :
	       wwd_fail(WWD_E_PROGRAM, "%s: compiled for %s, which the device "
			"lacks; compile it with -march=%s", path, names,
			machine_march(&d->machine).text);
}

/* --- load and unload ------------------------------------------------------ */

static int copy(struct wwd *d, const struct elf_image *image)
{
	int error = wwd_own(d);

	for (size_t i = 0; !error && i < image->part_count; i++) {
		const struct elf_part *part = &image->parts[i];

		error = d->backend->write(d, part->addr, image->ram +
					  (part->addr - image->ram_base),
					  part->bytes);
	}
	return error;
}

static void drop(struct wwd_program *p)
{
	elf_free(&p->image);
	free(p);
}

static int load(struct wwd *d, const char *path, struct wwd_program *p)
{
	const struct machine *m = &d->machine;
	char why[WHY];
	int error;

	if (elf_load(path, m->ram_base, m->ram_size, &p->image, why,
		     sizeof why))
		return wwd_fail(WWD_E_PROGRAM, "%s: %s", path, why);
	error = check_arch(d, &p->image, path);
	if (!error)
		error = take(d, p);
	if (!error)
		error = copy(d, &p->image);
	if (error) {
		wwd_range_drop(d, p);
		return error;
	}
	p->profiled = wwd_profile_load(d, &p->image);
	/* Symbols and lines stay; the device has the bytes. */
	free(p->image.ram);
	p->image.ram = NULL;
	if (d->san)
		san_load(d->san, &p->image);
	return 0;
}

int wwd_load(struct wwd *d, const char *elf, struct wwd_program **out)
{
	struct wwd_program *p;
	int error;

	if (!d || !elf || !out)
		return wwd_missing(__func__);
	*out = NULL;
	p = calloc(1, sizeof *p);
	if (!p)
		return wwd_fail(WWD_E_MEMORY, "out of memory");
	p->device = d;
	error = wwd_take(d) ? wwd_failed(d) : load(d, elf, p);
	if (error) {
		drop(p);
		return wwd_give(d, error);
	}
	p->next = d->programs;
	d->programs = p;
	*out = p;
	return wwd_give(d, 0);
}

int wwd_unload(struct wwd_program *p)
{
	struct wwd_program **at;
	struct wwd *d;

	if (!p)
		return 0;
	d = p->device;
	wwd_take(d);
	for (at = &d->programs; *at != p; )
		at = &(*at)->next;
	*at = p->next;
	wwd_range_drop(d, p);
	if (d->san)
		san_unload(d->san, &p->image);
	if (!wwd_profile_unload(d, p))
		drop(p);
	return wwd_give(d, 0);
}

void wwd_programs_free(struct wwd *d)
{
	while (d->programs) {
		struct wwd_program *p = d->programs;

		d->programs = p->next;
		drop(p);
	}
}

/* --- names ---------------------------------------------------------------- */

static const struct elf_symbol *find(const struct elf_image *image,
				     const char *name)
{
	const struct elf_symbol *s = NULL;
	char entry[256];

	if ((size_t)snprintf(entry, sizeof entry, "%s" ENTRY, name) <
	    sizeof entry)
		s = elf_named(image, entry);
	return s ? s : elf_named(image, name);
}

int wwd_entry(struct wwd_program *p, const char *kernel, uint32_t *pc)
{
	const struct elf_symbol *s;

	if (!p || !pc)
		return wwd_missing(__func__);
	s = kernel ? find(&p->image, kernel) : NULL;
	if (kernel && !s)
		return wwd_fail(WWD_E_KERNEL, "the program has no '%s'",
				kernel);
	*pc = s ? s->addr : p->image.entry;
	return 0;
}

const struct wwd_program *wwd_program_at(const struct wwd *d, uint32_t pc)
{
	const struct wwd_program *p = d->programs;

	while (p && (pc < p->image.lowest || pc >= p->image.highest))
		p = p->next;
	return p;
}
