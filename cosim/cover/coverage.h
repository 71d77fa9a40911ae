/* coverage.h - functional coverage: counts per bin and configuration
 * SPDX-License-Identifier: Apache-2.0
 *
 * What is counted stands in coverage.def; the checker counts while it runs
 * (cosim_cover). A `struct coverage` owns counts for any number of
 * configurations; those of different runs add up. Files are text: a line per
 * bin that was hit, by name, in the order of the tables. Functions here print
 * nothing; those that read or write say what is wrong in WHY.
 */
#ifndef WW_COSIM_COVERAGE_H
#define WW_COSIM_COVERAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum coverage_axis {
#define AXIS(id, name, doc) COVERAGE_AXIS_##id,
#define BIN(axis, id, name)
#include "cosim/cover/coverage.def"
#undef AXIS
#undef BIN
	COVERAGE_AXES
};

/* The bins of all axes in a row; COVER_FIRST_LANES is the first of its axis. */
enum coverage_bin {
#define AXIS(id, name, doc) COVER_FIRST_##id, \
	COVER_BEFORE_##id = COVER_FIRST_##id - 1,
#define BIN(axis, id, name) COVER_##axis##_##id,
#include "cosim/cover/coverage.def"
#undef AXIS
#undef BIN
	COVERAGE_BINS
};

enum coverage_group {
#define GROUP(id, name, a, b, c, goal, doc) COVERAGE_##id,
#include "cosim/cover/coverage.def"
#undef GROUP
	COVERAGE_GROUPS
};

/* A configuration, as far as coverage is concerned. */
struct coverage_machine {
#define MACHINE(field, doc) uint32_t field;
#include "cosim/cover/coverage.def"
#undef MACHINE
};

enum { COVERAGE_CROSS = 3 };

struct coverage_group_info {
	const char *name, *doc;
	enum coverage_axis axis[COVERAGE_CROSS];
	size_t size[COVERAGE_CROSS];    /* of each axis */
	uint64_t goal;          /* hits that a bin needs */
	size_t first, count;    /* its bins among those of all groups */
};

/* The counts of one configuration, a bin being a number below
 * coverage_bins(). */
struct coverage_set {
	struct coverage_machine machine;
	uint64_t runs;
	uint64_t *hits;
};

struct coverage {
	struct coverage_set *sets;
	size_t count;
};

/* --- the tables ------------------------------------------------------- */

size_t coverage_bins(void);
struct coverage_group_info coverage_group(enum coverage_group g);
/* The group called NAME, or COVERAGE_GROUPS. */
enum coverage_group coverage_find_group(const char *name);
const char *coverage_axis_name(enum coverage_axis axis);
/* Writes the names of bin N of G (from 0), like "add all", into BUF; a blank
 * within a name is a '_' there. */
void coverage_bin_name(const struct coverage_group_info *g, size_t n, char *buf,
		       size_t size);
size_t coverage_axis_size(enum coverage_axis axis);
/* Why a core like M never has bin N of G, or NULL if it can. */
const char *coverage_never(enum coverage_group g, size_t n,
			   const struct coverage_machine *m);
/* Writes M as text, like "warps=4 threads=4", into BUF. */
void coverage_machine_text(const struct coverage_machine *m, char *buf,
			   size_t size);

/* --- counts ----------------------------------------------------------- */

void coverage_init(struct coverage *c);
void coverage_free(struct coverage *c);
/* The set of M, made if need be; NULL: no memory. */
struct coverage_set *coverage_set(struct coverage *c,
				  const struct coverage_machine *m);
/* Adds all of FROM to TO. 0, or -1: no memory. */
int coverage_add(struct coverage *to, const struct coverage *from);

/* How bin N of G stands in all sets together. */
enum coverage_state {
	COVERAGE_HIT,           /* as often as it should */
	COVERAGE_HOLE,
	COVERAGE_NEVER,         /* none of the configurations can */
	COVERAGE_WRONG          /* it was hit where a rule says never */
};
/* HITS and REASON may be NULL; REASON is that of the first rule, if any. */
enum coverage_state coverage_state(const struct coverage *c,
				   enum coverage_group g, size_t n,
				   uint64_t *hits, const char **reason);
struct coverage_sum { size_t hit, holes, never, wrong; };
/* Of a group, or of all for COVERAGE_GROUPS. */
struct coverage_sum coverage_sum(const struct coverage *c,
				 enum coverage_group g);
/* In percent; 100 where nothing can be covered. */
double coverage_percent(struct coverage_sum s);

/* --- files ------------------------------------------------------------ */

enum coverage_error {
	COVERAGE_E_NOMEM = -1,
	COVERAGE_E_OPEN = -2,   /* cannot be read */
	COVERAGE_E_FORMAT = -3, /* is no coverage file, or of another version */
	COVERAGE_E_WRITE = -4
};

/* Adds what PATH has. 0, or an error and WHY; then C is as it was. */
int coverage_read(struct coverage *c, const char *path, char *why,
		  size_t why_size);
/* Writes C as text; the result of ferror. */
int coverage_write(FILE *out, const struct coverage *c);
/* Adds C to the file PATH, which is made if there is none. Runs that do so at
 * the same time wait for one another; whoever reads it sees it complete, before
 * or after. 0, or an error and WHY; then the file is as it was. */
int coverage_merge(const char *path, const struct coverage *c, char *why,
		   size_t why_size);

#endif
