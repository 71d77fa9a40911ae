/* iss_run.c - loads a program and runs it on the golden model
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>

#include "base/clock.h"
#include "session/check.h"
#include "session/cmd_status.h"
#include "session/interrupt.h"
#include "session/iss/iss.h"
#include "session/machine.h"
#include "session/outfile.h"

enum { WHY = 512 };

/* --- the program ------------------------------------------------------ */

int iss_load(struct iss *iss)
{
	char why[WHY];

	if (iss->from)
		return iss->from->load(iss->from->ctx, &iss->cfg, &iss->image);
	if (!elf_load(iss->program, iss->cfg.ram_base, iss->cfg.ram_size,
		      &iss->image, why, sizeof why))
		return machine_refuses(&iss->cfg, &iss->image, iss->program);
	fprintf(stderr, "%s: error: %s\n", iss->program, why);
	return CMD_REFUSED;
}

int iss_place(struct iss *iss)
{
	struct machine machine = machine_from_config(&iss->cfg);
	const struct elf_image *i = &iss->image;
	int bad;

	machine.reset_pc = i->entry;
	bad = golden_new(&machine, &iss->golden);
	for (size_t k = 0; !bad && k < i->part_count; k++)
		bad = golden_write(iss->golden, i->parts[k].addr,
				   i->ram + (i->parts[k].addr - i->ram_base),
				   i->parts[k].bytes);
	if (bad)
		fprintf(stderr, "warpwright iss: error: %s\n",
			golden_strerror(bad));
	return bad ? CMD_TOOL : CMD_PASS;
}

/* --- the run ---------------------------------------------------------- */

static void put_console(void *ctx, uint8_t byte)
{
	(void)ctx;
	putchar(byte);
}

static int run_gdb(struct iss *iss, FILE *trace)
{
	iss->gdb_plan = (struct gdb_plan){
		.where = iss->gdb, .image = &iss->image,
		.most = iss->max_instructions, .stop = interrupt_catch(),
		.findings = iss->san ? check_findings : NULL, .ctx = iss->san,
		.trace = trace, .goes_back = !trace,
		.trace_lines = iss->trace_lines ? &iss->image.lines : NULL
	};

	return gdb_serve(iss->golden, &iss->gdb_plan, &iss->status,
			 &iss->gdb_session) ? CMD_TOOL : CMD_PASS;
}

static int run_model(struct iss *iss, FILE *trace)
{
	if (iss->gdb)
		return run_gdb(iss, trace);
	golden_stop_when(iss->golden, interrupt_catch());
	iss->status = golden_run(iss->golden, iss->max_instructions,
				 iss->max_seconds, trace);
	return CMD_PASS;
}

int iss_run(struct iss *iss)
{
	struct outfile trace = { .path = NULL };
	double start;
	int status;

	if (iss->trace && outfile_open(&trace, iss->trace))
		return CMD_TOOL;
	golden_set_console(iss->golden, put_console, NULL);
	golden_stop_divergent(iss->golden, iss->strict);
	if (iss->trace_lines)
		golden_trace_lines(iss->golden, &iss->image.lines);
	if (iss->has_limit)
		golden_end_idle(iss->golden, 0);
	golden_watch_stacks(iss->golden, iss->image.stack_bytes,
			    iss->image.stack_stride);
	golden_watch_spawned(iss->golden, iss->image.spawn_task,
			     iss->image.linked_base + iss->image.linked_size);
	if (iss_profile_begin(iss) ||
	    (iss->checks && check_begin(iss->checks, iss->golden, &iss->image,
					iss->from, &iss->san)))
		return CMD_TOOL;
	iss_launch_begin(iss);
	start = clock_now();
	status = run_model(iss, trace.stream);
	iss->wall = clock_now() - start;
	fflush(stdout);
	return iss->trace && outfile_keep(&trace) ? CMD_TOOL : status;
}

void iss_clean(struct iss *iss)
{
	gdb_end(iss->gdb_session);
	iss_profile_clean(iss);
	san_free(iss->san);
	golden_free(iss->golden);
	elf_free(&iss->image);
}
