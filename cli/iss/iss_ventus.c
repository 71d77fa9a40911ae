/* iss_ventus.c - runs launches of Ventus on its golden model
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/iss/iss_ventus.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/cmd.h"
#include "cli/interrupt.h"
#include "cli/outfile.h"

/* PROG.elf must be in this range. */
#define PROGRAM_BASE UINT32_C(0x80000000)
#define PROGRAM_BYTES UINT32_C(0x20000000)

/* Instructions between two looks at the clock. */
enum { WHY = 512, STRIDE = 1 << 16 };

static const char metadata[] = ".metadata", data[] = ".data";

/* --- options ---------------------------------------------------------- */

bool ventus_is_launch(const char *word)
{
	size_t n = strlen(word), end = sizeof metadata - 1;

	return n > end && strcmp(word + n - end, metadata) == 0;
}

/* The option of ISS that has no meaning for launches, or NULL. */
static const char *unsuited(const struct iss *iss)
{
	return iss->strict ? "--strict" :
	       iss->trace_lines ? "--trace-lines" :
	       iss->pictures ? "--dump-image" :
	       iss->profiles.count ? "--profile" :
	       iss->launches.count ? "--launch" :
	       iss->dispatch ? "--dispatch" :
	       iss->checks ? "--check" :
	       iss->gdb ? "--gdb" : NULL;
}

int ventus_options(struct options *o, const struct iss *iss)
{
	const char *name = unsuited(iss);

	if (!iss->ventus_count && iss->memory)
		return options_bad(o, "--dump-memory is for launches of "
				   "Ventus, NAME.metadata");
	if (iss->ventus_count && name)
		return options_bad(o, "%s is not for launches of Ventus",
				   name);
	return 0;
}

/* --- files ------------------------------------------------------------ */

/* Prints the fault of the file PATH; returns CMD_REFUSED. */
__attribute__((format(printf, 2, 3)))
static int refuse(const char *path, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s: error: ", path);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	return CMD_REFUSED;
}

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
		return refuse(v->iss->program, "%s", why);
	for (size_t k = 0; k < i->part_count; k++)
		if (vt_map(v->model, i->parts[k].addr, i->parts[k].bytes))
			return no_memory();
	for (uint32_t a = i->lowest; a < i->highest; a++)
		if (vt_mapped(v->model, a))
			vt_store(v->model, a, 1, i->ram[a - i->ram_base]);
	return vt_short(v->model) ? no_memory() : CMD_PASS;
}

/* Does the machine have what L asks for? Warps of less threads than the machine
 * has would see another layout of private memory. */
static int check_machine(const struct ventus *v, const struct vt_launch *l)
{
	const struct config *c = v->machine;

	if (c && l->threads != c->threads)
		return refuse(v->launch, "warps of %" PRIu64 " threads, but "
			      "core.threads = %" PRIu32, l->threads,
			      c->threads);
	if (c && l->warps > c->warps)
		return refuse(v->launch, "work-groups of %" PRIu64 " warps, "
			      "but core.warps = %" PRIu32, l->warps, c->warps);
	return CMD_PASS;
}

/* Remembers the buffers of L for --dump-memory. */
static int keep_buffers(struct ventus *v, const struct vt_launch *l)
{
	size_t count = v->buffer_count + l->buffer_count;
	struct vt_buffer *more = realloc(v->buffers,
					 (count + 1) * sizeof *more);

	if (!more)
		return no_memory();
	if (l->buffer_count)
		memcpy(more + v->buffer_count, l->buffers,
		       l->buffer_count * sizeof *more);
	v->buffers = more;
	v->buffer_count = count;
	return CMD_PASS;
}

/* Loads NAME.data of the launch NAME.metadata. */
static int load_data(struct ventus *v, const struct vt_launch *l)
{
	size_t stem = strlen(v->launch) - (sizeof metadata - 1);
	char *path = malloc(stem + sizeof data), why[WHY];
	int status = CMD_PASS;

	if (!path)
		return no_memory();
	memcpy(path, v->launch, stem);
	memcpy(path + stem, data, sizeof data);
	if (vt_launch_data(l, path, v->model, why, sizeof why))
		status = refuse(path, "%s", why);
	free(path);
	return status;
}

/* Reads the files of v->launch into *L and memory. */
static int load_launch(struct ventus *v, struct vt_launch *l)
{
	char why[WHY];
	int status;

	if (vt_launch_read(v->launch, l, why, sizeof why))
		return refuse(v->launch, "%s", why);
	status = check_machine(v, l);
	if (status == CMD_PASS)
		status = load_data(v, l);
	return status == CMD_PASS ? keep_buffers(v, l) : status;
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
		status = load_launch(v, &l);
		if (status == CMD_PASS)
			run_launch(v, &l);
		vt_launch_free(&l);
	}
	v->wall = clock_now() - v->start;
	return status;
}

static int execute(struct ventus *v)
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
	return status == CMD_PASS ? ventus_result(v) : status;
}

int ventus_run(struct options *o, struct iss *iss)
{
	struct ventus v = { .iss = iss };
	int status = CMD_PASS;
	struct diag dg;

	diag_init(&dg, stderr);
	if (o->config || o->override_count) {
		v.machine = &iss->cfg;
		status = options_load(o, &iss->cfg, &dg);
	}
	v.model = vt_new();
	if (status == CMD_PASS && !v.model)
		status = no_memory();
	if (status == CMD_PASS)
		status = load_program(&v);
	if (status == CMD_PASS)
		status = execute(&v);
	vt_free(v.model);
	free(v.buffers);
	elf_free(&v.image);
	diag_free(&dg);
	return status;
}
