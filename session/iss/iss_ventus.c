/* iss_ventus.c - runs launches of Ventus on its golden model
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/iss/iss_ventus.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "session/cmd_status.h"
#include "session/interrupt.h"
#include "session/outfile.h"

/* PROG.elf must be in this range. */
#define PROGRAM_BASE UINT32_C(0x80000000)
#define PROGRAM_BYTES UINT32_C(0x20000000)

/* Instructions between two looks at the clock. */
enum { WHY = 512, STRIDE = 1 << 16 };

/* --- files ------------------------------------------------------------ */

static int no_memory(void)
{
	fprintf(stderr, "warpwright iss: error: %s\n",
		golden_strerror(GOLDEN_E_NOMEM));
	return CMD_TOOL;
}

/* Loads PROG.elf, for constants that the launches do not have, and for the
 * names of its functions. */
static int load_program(struct ventus *v)
{
	const struct elf_image *i = &v->image;
	char why[WHY];

	if (!v->iss->program)
		return CMD_PASS;
	if (elf_load(v->iss->program, PROGRAM_BASE, PROGRAM_BYTES, &v->image,
		     why, sizeof why))
		return ventus_refuse(v->iss->program, "%s", why);
	for (size_t k = 0; k < i->part_count; k++)
		if (vt_map(v->model, i->parts[k].addr, i->parts[k].bytes))
			return no_memory();
	for (uint32_t a = i->lowest; a < i->highest; a++)
		if (vt_mapped(v->model, a))
			vt_store(v->model, a, 1, i->ram[a - i->ram_base]);
	return vt_short(v->model) ? no_memory() : CMD_PASS;
}

/* --- the run ---------------------------------------------------------- */

/* The instructions until the next look at the clock; 0 at the limit. */
static uint64_t stride(const struct ventus *v)
{
	uint64_t most = v->iss->max_instructions;
	uint64_t done = vt_counted(v->model).instructions;

	if (!most || most - done > STRIDE)
		return STRIDE;
	return most - done;
}

static bool is_late(const struct ventus *v)
{
	return v->iss->max_seconds > 0 &&
	       clock_now() - v->start > v->iss->max_seconds;
}

/* Runs the work-group that was started: true if it has ended. */
static bool run_group(struct ventus *v)
{
	enum vt_end end = VT_END_LIMIT;
	uint64_t most;

	while (end == VT_END_LIMIT) {
		most = stride(v);
		if (*v->stop)
			v->outcome = VENTUS_INTERRUPTED;
		else if (!most || is_late(v))
			v->outcome = VENTUS_LIMIT;
		if (v->outcome != VENTUS_PASS)
			return false;
		end = vt_run(v->model, most, v->trace, &v->last);
		if (vt_short(v->model))
			v->outcome = VENTUS_NO_MEMORY;
	}
	if (end == VT_END_TRAP)
		v->outcome = VENTUS_TRAP;
	return v->outcome == VENTUS_PASS;
}

/* Runs the work-groups of L in turn, until one does not end. */
static void run_launch(struct ventus *v, const struct vt_launch *l)
{
	uint32_t count = vt_launch_groups(l);

	for (v->group = 0; v->group < count; v->group++) {
		struct vt_group g = vt_launch_group(l, v->group);

		vt_start(v->model, &g);
		if (!run_group(v))
			return;
		v->groups++;
	}
}

/* Loads and runs the launches in turn. Returns an exit status: CMD_PASS if all
 * of their files were good, however they ended. */
static int run_launches(struct ventus *v)
{
	int status = CMD_PASS;

	v->stop = interrupt_catch();
	v->start = clock_now();
	for (size_t i = 0; i < v->iss->ventus_count && status == CMD_PASS &&
			   v->outcome == VENTUS_PASS; i++) {
		struct vt_launch l = { 0 };

		v->launch = v->iss->ventus[i];
		status = ventus_load(v->launch, v->machine, v->model, &l,
				     &v->buffers);
		if (status == CMD_PASS)
			run_launch(v, &l);
		vt_launch_free(&l);
	}
	v->wall = clock_now() - v->start;
	return status;
}

int ventus_begin(struct ventus *v)
{
	v->model = vt_new();
	return v->model ? load_program(v) : no_memory();
}

int ventus_execute(struct ventus *v)
{
	struct outfile trace = { .path = NULL };
	int status;

	if (v->iss->trace && outfile_open(&trace, v->iss->trace))
		return CMD_TOOL;
	v->trace = trace.stream;
	status = run_launches(v);
	if (status != CMD_PASS)
		outfile_drop(&trace);
	else if (v->iss->trace && outfile_keep(&trace))
		status = CMD_TOOL;
	return status;
}

void ventus_end(struct ventus *v)
{
	vt_free(v->model);
	free(v->buffers.list);
	elf_free(&v->image);
}
