/* core.c - a core of golden leaves in memory what the model of iss leaves
 * SPDX-License-Identifier: Apache-2.0
 *
 * core NAME.metadata...: runs the launches, with one memory, on a machine of
 * one core whose warps and blocks are twice those that a launch needs, and on
 * the model of iss; compares all buffers after each launch.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"
#include "golden/ventus/vt_launch.h"
#include "golden/ventus_words.h"

enum { WHY = 256 };

static const char metadata[] = ".metadata", data[] = ".data";

/* Prints WHY a file or a run is bad, and ends. */
static void stop(const char *path, const char *why)
{
	fprintf(stderr, "%s: %s\n", path, why);
	exit(1);
}

static struct golden *machine_for(const char *path, const struct vt_launch *l)
{
	struct machine m = {
		.cores = 1, .warps = 32, .threads = (uint32_t)l->threads,
		.dialect = MACHINE_VENTUS, .vregs = 64,
		.stack = 64, .barriers = 1,
		.fp = 1, .has_a = true, .dispatch = true,
		.launches = 1, .blocks = 8,
		.ram_base = 0x80000000, .ram_size = 0x20000000,
		.reset_pc = 0x80000000,
		.smem_base = VT_LDS_BASE, .smem_size = VT_LDS_BYTES
	};
	struct golden *g;
	int error = golden_new(&m, &g);

	if (error)
		stop(path, golden_strerror(error));
	return g;
}

/* The bytes of L go from the model to G. */
static void copy(struct golden *g, const struct vt_launch *l, struct vt *model)
{
	for (size_t i = 0; i < l->buffer_count; i++)
		for (uint32_t k = 0; k < l->buffers[i].bytes; k++) {
			uint32_t at = l->buffers[i].addr + k;
			uint8_t byte = (uint8_t)vt_load(model, at, 1);

			golden_write(g, at, &byte, 1);
		}
}

static void run_model(const char *path, const struct vt_launch *l,
		      struct vt *model)
{
	struct vt_effect fx;

	for (uint32_t i = 0; i < vt_launch_groups(l); i++) {
		struct vt_group group = vt_launch_group(l, i);

		vt_start(model, &group);
		if (vt_run(model, UINT64_MAX, NULL, &fx) != VT_END)
			stop(path, "the model traps");
	}
}

static void run_core(const char *path, const struct vt_launch *l,
		     struct golden *g)
{
	uint32_t word[ISA_LAUNCH_WORDS];
	struct golden_result r = { 0 };

	ventus_words(l, word);
	if (golden_ring(g, 0, word) ||
	    golden_run(g, 0, 60, NULL) != GOLDEN_PASS ||
	    !golden_done(g, 0, &r) || r.end != ISA_LAUNCH_COMPLETE) {
		fprintf(stderr, "cause %" PRIu32 ", pc 0x%08" PRIx32
			", tval 0x%08" PRIx32 "\n", r.trap.cause, r.trap.pc,
			r.trap.tval);
		stop(path, "the launch is not complete");
	}
	golden_acknowledge(g, 0);
}

static void compare(const char *path, const struct vt_launch *l,
		    const struct vt *model, const struct golden *g)
{
	for (size_t i = 0; i < l->buffer_count; i++) {
		const struct vt_buffer *b = &l->buffers[i];

		for (uint32_t k = 0; k < b->allocated; k++) {
			uint8_t byte;

			if (golden_read(g, b->addr + k, &byte, 1) ||
			    byte != vt_load(model, b->addr + k, 1))
				stop(path, "memory differs");
		}
	}
}

static void launch(const char *path, struct vt *model, struct golden **g)
{
	size_t stem = strlen(path) - (sizeof metadata - 1);
	char *from = malloc(stem + sizeof data), why[WHY];
	struct vt_launch l;

	if (!from || vt_launch_read(path, &l, why, sizeof why))
		stop(path, from ? why : "no memory");
	memcpy(from, path, stem);
	memcpy(from + stem, data, sizeof data);
	if (vt_launch_data(&l, from, model, why, sizeof why))
		stop(from, why);
	if (!*g)
		*g = machine_for(path, &l);
	copy(*g, &l, model);
	run_model(path, &l, model);
	run_core(path, &l, *g);
	compare(path, &l, model, *g);
	vt_launch_free(&l);
	free(from);
}

int main(int argc, char **argv)
{
	struct vt *model = vt_new();
	struct golden *g = NULL;

	if (!model)
		stop("core", "no memory");
	for (int i = 1; i < argc; i++)
		launch(argv[i], model, &g);
	golden_free(g);
	vt_free(model);
	return 0;
}
