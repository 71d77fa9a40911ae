/* ventus.c - files of launches of Ventus, for the commands that run them
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/ventus.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "golden/golden.h"
#include "session/cmd_status.h"
#include "session/outfile.h"

enum { WHY = 512 };

static const char metadata[] = ".metadata", data[] = ".data";

bool ventus_is_launch(const char *word)
{
	size_t n = strlen(word), end = sizeof metadata - 1;

	return n > end && strcmp(word + n - end, metadata) == 0;
}

int ventus_refuse(const char *path, const char *fmt, ...)
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
	fprintf(stderr, "warpwright: error: %s\n",
		golden_strerror(GOLDEN_E_NOMEM));
	return CMD_TOOL;
}

/* --- reading ------------------------------------------------------------ */

/* Does the machine have what L asks for? Warps of less threads than the machine
 * has would see another layout of private memory. */
static int check_machine(const char *path, const struct config *c,
			 const struct vt_launch *l)
{
	if (c && l->threads != c->threads)
		return ventus_refuse(path, "warps of %" PRIu64 " threads, but "
				     "core.threads = %" PRIu32, l->threads,
				     c->threads);
	if (c && l->warps > c->warps)
		return ventus_refuse(path, "work-groups of %" PRIu64 " warps, "
				     "but core.warps = %" PRIu32, l->warps,
				     c->warps);
	return CMD_PASS;
}

/* Reads NAME.data of the launch NAME.metadata. */
static int load_data(const char *path, struct vt *model,
		     const struct vt_launch *l)
{
	size_t stem = strlen(path) - (sizeof metadata - 1);
	char *from = malloc(stem + sizeof data), why[WHY];
	int status = CMD_PASS;

	if (!from)
		return no_memory();
	memcpy(from, path, stem);
	memcpy(from + stem, data, sizeof data);
	if (vt_launch_data(l, from, model, why, sizeof why))
		status = ventus_refuse(from, "%s", why);
	free(from);
	return status;
}

static int keep_buffers(struct ventus_buffers *to, const struct vt_launch *l)
{
	size_t count = to->count + l->buffer_count;
	struct vt_buffer *more = realloc(to->list, (count + 1) * sizeof *more);

	if (!more)
		return no_memory();
	if (l->buffer_count)
		memcpy(more + to->count, l->buffers,
		       l->buffer_count * sizeof *more);
	to->list = more;
	to->count = count;
	return CMD_PASS;
}

int ventus_load(const char *path, const struct config *cfg, struct vt *model,
		struct vt_launch *l, struct ventus_buffers *kept)
{
	char why[WHY];
	int status;

	if (vt_launch_read(path, l, why, sizeof why))
		return ventus_refuse(path, "%s", why);
	status = check_machine(path, cfg, l);
	if (status == CMD_PASS)
		status = load_data(path, model, l);
	return status == CMD_PASS ? keep_buffers(kept, l) : status;
}

/* --- memory ------------------------------------------------------------- */

static int by_address(const void *a, const void *b)
{
	const struct vt_buffer *p = a, *q = b;

	return (p->addr > q->addr) - (p->addr < q->addr);
}

static void put_buffers(FILE *out, const struct ventus_buffers *buffers,
			uint32_t (*word)(const void *ctx, uint32_t addr),
			const void *ctx)
{
	uint64_t next = 0;

	for (size_t i = 0; i < buffers->count; i++) {
		const struct vt_buffer *b = &buffers->list[i];
		uint64_t first = b->addr & ~UINT32_C(3);
		uint64_t end = (uint64_t)b->addr + b->bytes;

		if (next < first)
			next = first;
		for (; next < end; next += 4)
			fprintf(out, "%08" PRIx32 " %08" PRIx32 "\n",
				(uint32_t)next, word(ctx, (uint32_t)next));
	}
}

int ventus_dump(const char *path, struct ventus_buffers *buffers,
		uint32_t (*word)(const void *ctx, uint32_t addr),
		const void *ctx)
{
	struct outfile f;

	if (outfile_open(&f, path))
		return -1;
	qsort(buffers->list, buffers->count, sizeof *buffers->list, by_address);
	put_buffers(f.stream, buffers, word, ctx);
	return outfile_keep(&f);
}
