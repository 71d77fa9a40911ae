/* vt_launch.c - reads the files of a kernel launch
 * SPDX-License-Identifier: Apache-2.0
 */
#include "golden/ventus/vt_launch.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 13, MOST_BUFFERS = 1024, MOST_GROUPS = 1024, DIGITS = 8 };

/* A file of words that is being read, and where its first fault goes. */
struct words {
	FILE *f;
	unsigned long line;
	char *why;
	size_t why_size;
};

__attribute__((format(printf, 2, 3)))
static int fail(const struct words *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(w->why, w->why_size, fmt, ap);
	va_end(ap);
	return -1;
}

static int open_words(struct words *w, const char *path, char *why,
		      size_t size)
{
	*w = (struct words){ fopen(path, "r"), 1, why, size };
	return w->f ? 0 : fail(w, "%s", strerror(errno));
}

/* --- words and numbers -------------------------------------------------- */

/* The first character of F that is no white space, or EOF. */
static int skip_space(struct words *w)
{
	int c;

	do {
		c = getc(w->f);
		w->line += c == '\n';
	} while (c != EOF && isspace(c));
	return c;
}

/* Reads the next word of hex digits. Returns 1; 0 at the end of the file; -1
 * after a fault. */
static int next_word(struct words *w, uint32_t *word)
{
	char text[DIGITS + 2];
	size_t n = 0;
	int c = skip_space(w);
	bool good = true;

	if (c == EOF)
		return ferror(w->f) ? fail(w, "%s", strerror(errno)) : 0;
	for (; c != EOF && !isspace(c); c = getc(w->f)) {
		good = good && isxdigit(c);
		if (n < sizeof text - 1)
			text[n++] = isprint(c) ? (char)c : '?';
	}
	if (c != EOF)
		ungetc(c, w->f);
	text[n] = 0;
	if (!good || n > DIGITS)
		return fail(w, "line %lu: '%s%s' is no word of at most %d hex "
			    "digits", w->line, text, n > DIGITS ? "..." : "",
			    DIGITS);
	*word = (uint32_t)strtoul(text, NULL, 16);
	return 1;
}

/* Reads two words, of which WHAT is made. */
static int next_number(struct words *w, const char *what, uint64_t *number)
{
	uint32_t half[2];

	for (int i = 0; i < 2; i++) {
		int got = next_word(w, &half[i]);

		if (got == 0)
			return fail(w, "line %lu: the file ends before '%s'",
				    w->line, what);
		if (got < 0)
			return -1;
	}
	*number = (uint64_t)half[1] << 32 | half[0];
	return 0;
}

/* --- metadata ----------------------------------------------------------- */

/* A number of the head, by its place in struct vt_launch, and its range. */
struct field {
	const char *name;
	size_t offset;
	uint64_t least, most;
};

#define FIELD(name, member, least, most) \
	{ name, offsetof(struct vt_launch, member), least, most }

static const struct field head[HEAD] = {
	FIELD("start address", start_pc, 0, UINT32_MAX),
	FIELD("address of the kernel", kernel, 0, UINT32_MAX),
	FIELD("work-groups in x", groups[0], 1, MOST_GROUPS),
	FIELD("work-groups in y", groups[1], 1, MOST_GROUPS),
	FIELD("work-groups in z", groups[2], 1, MOST_GROUPS),
	FIELD("threads of a warp", threads, 1, VT_MAX_THREADS),
	FIELD("warps of a work-group", warps, 1, VT_MAX_WARPS),
	FIELD("address of the kernel's metadata", knl, 0, UINT32_MAX),
	FIELD("bytes of local memory", lds_bytes, 0, VT_LDS_BYTES),
	FIELD("bytes of private memory", pds_bytes, 0, UINT32_MAX),
	FIELD("scalar registers", sgprs, 0, VT_REGS),
	FIELD("vector registers", vgprs, 0, VT_REGS),
	FIELD("address of private memory", pds, 0, UINT32_MAX)
};

static int check_range(const struct words *w, const char *what, uint64_t got,
		       uint64_t least, uint64_t most)
{
	if (got >= least && got <= most)
		return 0;
	return fail(w, "line %lu: %s: %" PRIu64 " is not in %" PRIu64 " to %"
		    PRIu64, w->line - 1, what, got, least, most);
}

static int read_head(struct words *w, struct vt_launch *l)
{
	for (int i = 0; i < HEAD; i++) {
		const struct field *f = &head[i];
		uint64_t *to = (uint64_t *)(void *)((char *)l + f->offset);

		if (next_number(w, f->name, to) != 0 ||
		    check_range(w, f->name, *to, f->least, f->most) != 0)
			return -1;
	}
	if (l->start_pc % 4)
		return fail(w, "the start address 0x%08" PRIx64 " is no "
			    "multiple of 4", l->start_pc);
	return 0;
}

/* Private memory of all work-groups must be below 4 GiB. */
static int check_private(const struct words *w, const struct vt_launch *l)
{
	uint64_t threads = vt_launch_groups(l) * l->warps * l->threads;

	if (l->pds_bytes == 0 ||
	    threads <= (UINT64_C(0x100000000) - l->pds) / l->pds_bytes)
		return 0;
	return fail(w, "private memory of %" PRIu64 " threads of %" PRIu64
		    " bytes at 0x%08" PRIx64 " ends above 4 GiB", threads,
		    l->pds_bytes, l->pds);
}

/* One column of the table of buffers. */
static int read_column(struct words *w, struct vt_launch *l, const char *what,
		       size_t offset)
{
	for (size_t i = 0; i < l->buffer_count; i++) {
		char *b = (char *)&l->buffers[i];
		uint64_t number;

		if (next_number(w, what, &number) != 0 ||
		    check_range(w, what, number, 0, UINT32_MAX) != 0)
			return -1;
		*(uint32_t *)(void *)(b + offset) = (uint32_t)number;
	}
	return 0;
}

static uint64_t extent(const struct vt_buffer *b)
{
	return b->bytes > b->allocated ? b->bytes : b->allocated;
}

static int check_buffer(const struct words *w, const struct vt_buffer *b)
{
	uint64_t end = b->addr + extent(b);

	if (end > UINT64_C(0x100000000))
		return fail(w, "the buffer at 0x%08" PRIx32 " of %" PRIu64
			    " bytes ends above 4 GiB", b->addr, extent(b));
	if (b->addr < VT_LDS_BASE + VT_LDS_BYTES && end > VT_LDS_BASE)
		return fail(w, "the buffer at 0x%08" PRIx32 " of %" PRIu64
			    " bytes overlaps the window of local memory at "
			    "0x%08" PRIx32, b->addr, extent(b), VT_LDS_BASE);
	return 0;
}

static int read_buffers(struct words *w, struct vt_launch *l)
{
	uint64_t count;

	if (next_number(w, "count of buffers", &count) != 0 ||
	    check_range(w, "count of buffers", count, 0, MOST_BUFFERS) != 0)
		return -1;
	l->buffers = calloc(count + 1, sizeof *l->buffers);
	if (!l->buffers)
		return fail(w, "no memory");
	l->buffer_count = count;
	if (read_column(w, l, "address of a buffer",
			offsetof(struct vt_buffer, addr)) != 0 ||
	    read_column(w, l, "size of a buffer",
			offsetof(struct vt_buffer, bytes)) != 0 ||
	    read_column(w, l, "allocated size of a buffer",
			offsetof(struct vt_buffer, allocated)) != 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		if (check_buffer(w, &l->buffers[i]) != 0)
			return -1;
	return 0;
}

/* Nothing may follow the last word. */
static int read_end(struct words *w)
{
	uint32_t word;
	int got = next_word(w, &word);

	if (got == 1)
		return fail(w, "line %lu: a word that belongs to nothing",
			    w->line);
	return got;
}

int vt_launch_read(const char *path, struct vt_launch *l,
		   char *why, size_t why_size)
{
	struct words w;
	int bad;

	*l = (struct vt_launch){ 0 };
	if (open_words(&w, path, why, why_size) != 0)
		return -1;
	bad = read_head(&w, l) != 0 || check_private(&w, l) != 0 ||
	      read_buffers(&w, l) != 0 || read_end(&w) != 0;
	fclose(w.f);
	if (bad)
		vt_launch_free(l);
	return bad ? -1 : 0;
}

void vt_launch_free(struct vt_launch *l)
{
	free(l->buffers);
	*l = (struct vt_launch){ 0 };
}

/* --- data --------------------------------------------------------------- */

/* Stores bytes 0 to BYTES - 1 of WORD from ADDR on. */
static void put(struct vt *m, uint32_t addr, uint32_t word, uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i++)
		vt_store(m, addr + i, 1, word >> (8 * i) & 255);
}

static int fill(struct words *w, const struct vt_buffer *b, struct vt *m)
{
	for (uint64_t at = 0; at < b->bytes; at += 4) {
		uint32_t word, left = b->bytes - (uint32_t)at;
		int got = next_word(w, &word);

		if (got == 0)
			return fail(w, "line %lu: the file ends at byte %"
				    PRIu64 " of %" PRIu32 " of the buffer at "
				    "0x%08" PRIx32, w->line, at, b->bytes,
				    b->addr);
		if (got < 0)
			return -1;
		put(m, b->addr + (uint32_t)at, word, left < 4 ? left : 4);
		if (vt_short(m))
			return fail(w, "no memory");
	}
	return 0;
}

static int read_data(struct words *w, const struct vt_launch *l, struct vt *m)
{
	for (size_t i = 0; i < l->buffer_count; i++) {
		const struct vt_buffer *b = &l->buffers[i];

		if (vt_map(m, b->addr, b->bytes) != 0 ||
		    vt_map(m, b->addr, b->allocated) != 0)
			return fail(w, "no memory");
		if (fill(w, b, m) != 0)
			return -1;
	}
	return read_end(w);
}

int vt_launch_data(const struct vt_launch *l, const char *path, struct vt *m,
		   char *why, size_t why_size)
{
	struct words w;
	int bad;

	if (open_words(&w, path, why, why_size) != 0)
		return -1;
	bad = read_data(&w, l, m);
	fclose(w.f);
	return bad;
}

/* --- work-groups -------------------------------------------------------- */

uint32_t vt_launch_groups(const struct vt_launch *l)
{
	return (uint32_t)(l->groups[0] * l->groups[1] * l->groups[2]);
}

struct vt_group vt_launch_group(const struct vt_launch *l, uint32_t i)
{
	uint32_t x = (uint32_t)l->groups[0], y = (uint32_t)l->groups[1];
	uint32_t threads = (uint32_t)(l->warps * l->threads);

	return (struct vt_group){
		.pc = (uint32_t)l->start_pc,
		.warps = (uint32_t)l->warps,
		.threads = (uint32_t)l->threads,
		.knl = (uint32_t)l->knl,
		.wgid = i,
		.gid = { i % x, i / x % y, i / x / y },
		.lds = VT_LDS_BASE,
		.pds = (uint32_t)l->pds + i * threads * (uint32_t)l->pds_bytes,
		.lds_bytes = ((uint32_t)l->lds_bytes + 3) & ~UINT32_C(3)
	};
}
