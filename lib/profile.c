/* profile.c - libwarpwright: the profile of a device
 * SPDX-License-Identifier: Apache-2.0
 *
 * It begins when the device is opened and is written when the device is closed.
 * Images of programs that have been unloaded are kept until then, for their
 * symbols and lines.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/inside.h"
#include "lib/wwd.h"
#include "session/profile/profile_attach.h"
#include "session/profile/profile_files.h"
#include "session/profile/profile_limits.h"
#include "sw/cl/cl.h"

struct wwd_profile {
	struct profile_files files;
	struct profile *profile;
	struct profile_watch watch;
	struct wwd_program *kept;       /* unloaded */
	char *path;
};

static int check_path(struct wwd_profile *w)
{
	char why[OUTFILE_WHY];

	if (!profile_form_of(w->path, &w->files.list[0].form))
		return wwd_fail(WWD_E_NAME, "profile '%s' %s", w->path,
				profile_names);
	if (strcmp(w->path, "-") && outfile_check(w->path, false, why))
		return wwd_fail(WWD_E_NAME, "profile: cannot write '%s': %s",
				w->path, why);
	w->files.list[0].path = w->path;
	w->files.count = 1;
	return 0;
}

static struct wwd_profile *make(const struct wwd *d, const char *path)
{
	struct wwd_profile *w = calloc(1, sizeof *w);
	struct derived derived;

	if (!w)
		return NULL;
	derive(&d->cfg, &derived);
	w->path = strdup(path);
	w->profile = profile_new(d->machine.cores, d->machine.warps,
				 derived.lanes);
	return w;
}

int wwd_profile(struct wwd *d, const char *path)
{
	struct wwd_profile *w;
	int error;

	if (!d->backend->profile)
		return wwd_fail(WWD_E_NAME, "a board has no profile; a core in "
				"a simulator and the golden model have one");
	w = make(d, path);
	d->profile = w;
	error = w && w->path && w->profile ? check_path(w) :
		wwd_fail(WWD_E_MEMORY, "out of memory");
	if (error)
		wwd_profile_free(d);
	else
		d->backend->profile(d);
	return error;
}

void wwd_profile_free(struct wwd *d)
{
	struct wwd_profile *w = d->profile;

	if (!w)
		return;
	while (w->kept) {
		struct wwd_program *p = w->kept;

		w->kept = p->next;
		elf_free(&p->image);
		free(p);
	}
	profile_files_drop(&w->files);
	profile_free(w->profile);
	free(w->path);
	free(w);
	d->profile = NULL;
}

/* --- what it sees --------------------------------------------------------- */

static void on_step(void *ctx, const struct cosim_step *step)
{
	profile_step(ctx, step);
}

/* Where the kernel begins of a launch at PC with ARG: all kernels of OpenCL
 * have the same PC. */
static uint32_t kernel_of(const struct wwd *d, uint32_t pc, uint32_t arg)
{
	const struct wwd_program *p = wwd_program_at(d, pc);
	uint32_t at = arg + (uint32_t)offsetof(struct ww_cl_launch, entry);
	uint8_t b[4];

	if (!p || !elf_variable(&p->image, "ww_cl_program") ||
	    golden_read(d->golden, at, b, sizeof b))
		return pc;
	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
	       (uint32_t)b[3] << 24;
}

static void on_launch(void *ctx, uint64_t cycle, uint32_t slot,
		      enum cosim_launch_step step, uint32_t pc)
{
	struct wwd *d = ctx;
	const struct wwd_ticket *t = d->in[slot];

	if (step == COSIM_LAUNCH_RUNG && t)
		pc = kernel_of(d, pc, t->word[ISA_LAUNCH_ARG]);
	profile_launch(d->profile->profile, cycle, slot, step, pc);
}

void wwd_profile_attach(struct wwd *d, struct cosim *c)
{
	if (!d->profile)
		return;
	profile_attach(d->profile->profile, c);
	cosim_on_step(c, on_step, d->profile->profile);
	cosim_on_launch(c, on_launch, d);
}

void wwd_profile_watch(struct wwd *d)
{
	profile_watch(&d->profile->watch, d->profile->profile, d->golden);
}

void wwd_profile_rung(struct wwd *d, uint32_t slot, const uint32_t *word)
{
	if (d->profile)
		profile_launch(d->profile->profile, 0, slot, COSIM_LAUNCH_RUNG,
			       kernel_of(d, word[ISA_LAUNCH_PC],
					 word[ISA_LAUNCH_ARG]));
}

void wwd_profile_again(struct wwd *d, uint64_t cycles)
{
	if (d->profile)
		profile_again(d->profile->profile, cycles);
}

bool wwd_profile_load(struct wwd *d, const struct elf_image *image)
{
	return d->profile && profile_load(d->profile->profile, image);
}

void wwd_profile_source(const struct wwd_program *p, const char *name,
			const char *text)
{
	if (p->device->profile)
		profile_source(p->device->profile->profile, p->image.lowest,
			       name, text);
}

bool wwd_profile_unload(struct wwd *d, struct wwd_program *p)
{
	if (!d->profile)
		return false;
	profile_unload(d->profile->profile, p->image.lowest);
	if (!p->profiled)
		return false;
	p->next = d->profile->kept;
	d->profile->kept = p;
	return true;
}

/* --- the end -------------------------------------------------------------- */

int wwd_profile_end(struct wwd *d, uint64_t cycles)
{
	struct wwd_profile *w = d->profile;
	struct profile_about a = {
		.program = program_invocation_name,
		.warps = d->machine.warps, .threads = d->machine.threads
	};
	const char *wrong;

	if (!w)
		return 0;
	profile_limits(&a, &d->cfg);
	if (profile_has_counts(w->profile))
		cycles = profile_instructions(w->profile);
	wrong = profile_finish(w->profile, cycles);
	if (wrong)
		return wwd_fail(WWD_E_TOOL, "profile: %s", wrong);
	if (profile_files_open(&w->files) ||
	    profile_files_write(&w->files, w->profile, &a))
		return wwd_fail(WWD_E_TOOL, "the profile '%s' is not written",
				w->path);
	return 0;
}
