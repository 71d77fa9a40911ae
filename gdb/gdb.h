/* gdb.h - a server for GDB, whose target is a golden model
 * SPDX-License-Identifier: Apache-2.0
 *
 * A thread of GDB is a lane of a warp of a core. All threads stop together. A
 * warp executes as one: a step of a thread is a step of its warp. doc/gdb.md.
 */
#ifndef WW_GDB_GDB_H
#define WW_GDB_GDB_H

#include "golden/elf.h"
#include "golden/golden.h"

struct gdb_plan {
	/* A port of this machine (0: any; stderr says which), or "-": GDB is on
	 * stdin and stdout. */
	const char *where;
	const struct elf_image *image;
	uint64_t most;          /* instructions; 0: no limit */
	const volatile sig_atomic_t *stop;      /* ends the session if set */
	/* How many errors have been found so far, and the lane of the last; the
	 * run stops behind each. NULL: nobody looks for errors. */
	uint32_t (*findings)(const void *ctx, uint32_t *lane);
	const void *ctx;
	FILE *trace;            /* as for golden_run, or NULL */
};

/* Is WHERE a port or "-"? */
bool gdb_takes(const char *where);

struct gdb;

/* Serves one GDB and executes G as it says, until the program has ended or GDB
 * leaves. If GDB detaches, executes the rest. Watches G meanwhile. Returns 0
 * and *HOW, which is GOLDEN_CALLED_OFF if GDB has ended the program, or -1
 * after an error message. *OUT, if not NULL, must then be given to gdb_end;
 * PLAN must outlive it. */
int gdb_serve(struct golden *g, const struct gdb_plan *plan,
	      enum golden_status *how, struct gdb **out);
/* Tells GDB that the program has ended: on a pipe it prints nothing that is
 * written to stderr later. Frees D, which may be NULL. */
void gdb_end(struct gdb *d);

#endif
