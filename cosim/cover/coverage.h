/* coverage.h - functional coverage: counts per bin and configuration
 * SPDX-License-Identifier: Apache-2.0
 *
 * coverage.def lists what is counted; the checker counts while it runs
 * (cosim_cover). A group is a cross of up to three axes; its bins are the
 * combinations of their bins. A `struct coverage` owns the counts of any number
 * of configurations; counts of different runs add up.
 *
 * Files are text: a line per bin that was hit, by name, in the order of the
 * tables. Functions here print nothing; those that read or write report the
 * reason of a failure in WHY.
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

/* The bins of all axes in sequence; COVER_FIRST_LANES is the first of axis
 * LANES. */
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
#define VT_GROUP(id, name, a, b, c, goal, doc) COVERAGE_##id,
#include "cosim/cover/coverage.def"
#undef GROUP
#undef VT_GROUP
	COVERAGE_GROUPS
};

/* The properties of a configuration that coverage uses. */
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
	size_t first, count;    /* its bins among the bins of all groups */
};

/* The counts of one configuration. A bin is a number below coverage_bins(). */
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

/* The number of bins of all groups. */
size_t coverage_bins(void);
/* The properties of group G. */
struct coverage_group_info coverage_group(enum coverage_group g);
/* The group named NAME, or COVERAGE_GROUPS. */
enum coverage_group coverage_find_group(const char *name);
/* The name of AXIS, as in coverage.def. */
const char *coverage_axis_name(enum coverage_axis axis);
/* Writes the name of bin N of G (from 0), such as "add all", to BUF. A blank
 * within the name of an axis's bin becomes '_'. */
void coverage_bin_name(const struct coverage_group_info *g, size_t n, char *buf,
		       size_t size);
/* The number of bins of AXIS. */
size_t coverage_axis_size(enum coverage_axis axis);
/* Does G count on machine M? Ventus' cores have groups of their own. */
bool coverage_counts(enum coverage_group g, const struct coverage_machine *m);
/* The reason why machine M can never hit bin N of G, or NULL if it can. */
const char *coverage_never(enum coverage_group g, size_t n,
			   const struct coverage_machine *m);
/* Writes M as text, such as "warps=4 threads=4", to BUF. */
void coverage_machine_text(const struct coverage_machine *m, char *buf,
			   size_t size);

/* --- counts ----------------------------------------------------------- */

/* Makes C empty. Release its counts with coverage_free, which makes C empty
 * again. */
void coverage_init(struct coverage *c);
void coverage_free(struct coverage *c);
/* The set of M, which is made if C has none. NULL if memory runs out. */
struct coverage_set *coverage_set(struct coverage *c,
				  const struct coverage_machine *m);
/* Adds all counts of FROM to TO. Returns 0, or COVERAGE_E_NOMEM. */
int coverage_add(struct coverage *to, const struct coverage *from);

/* The state of a bin in all sets together. */
enum coverage_state {
	COVERAGE_HIT,           /* as often as its goal */
	COVERAGE_HOLE,
	COVERAGE_NEVER,         /* no configuration can hit it */
	COVERAGE_WRONG          /* it was hit where a rule excludes it */
};
/* The state of bin N of G. *HITS gets its count, *REASON the reason of the
 * first rule that excludes it, or NULL. Both pointers may be NULL. */
enum coverage_state coverage_state(const struct coverage *c,
				   enum coverage_group g, size_t n,
				   uint64_t *hits, const char **reason);
struct coverage_sum { size_t hit, holes, never, wrong; };
/* The states of group G, or of all groups for COVERAGE_GROUPS. */
struct coverage_sum coverage_sum(const struct coverage *c,
				 enum coverage_group g);
/* Hits in percent of hits and holes; 100 if there is neither. */
double coverage_percent(struct coverage_sum s);

/* --- files ------------------------------------------------------------ */

enum coverage_error {
	COVERAGE_E_NOMEM = -1,
	COVERAGE_E_OPEN = -2,   /* cannot be read */
	COVERAGE_E_FORMAT = -3, /* no coverage file, or of another version */
	COVERAGE_E_WRITE = -4
};

/* Adds the counts of file PATH to C. Returns 0, or an error; C is then
 * unchanged. */
int coverage_read(struct coverage *c, const char *path, char *why,
		  size_t why_size);
/* Writes C as text. Returns the result of ferror. */
int coverage_write(FILE *out, const struct coverage *c);
/* Adds C to the file PATH, which is made if it does not exist. Concurrent runs
 * wait for each other. A reader sees the complete file, old or new. Returns 0,
 * or an error; the file is then unchanged. */
int coverage_merge(const char *path, const struct coverage *c, char *why,
		   size_t why_size);

#endif
