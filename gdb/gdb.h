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

/* The hardware that the golden model runs beside. */
struct gdb_core {
	uint64_t (*cycle)(const void *ctx);
	/* Writes into BUF what WARP of CORE waits for. */
	void (*waits)(const void *ctx, uint32_t core, uint32_t warp, char *buf,
		      size_t size);
	void (*end)(void);      /* GDB ends the run */
	const void *ctx;
};

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
	const struct lines *trace_lines;        /* as for golden_trace */
	const struct gdb_core *core;    /* of gdb_attach, or NULL */
	/* Reverse steps. The caller then continues in a child of the process
	 * that has called, which ends with the child's status; and it may do so
	 * more than once, without what it had written meanwhile. */
	bool goes_back;
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
/* The same for a golden model that someone else steps, in lockstep with
 * PLAN->core. Waits for GDB; from then on each step of G may take long, since
 * GDB stops there. Returns 0 and *OUT, or -1 after an error message. */
int gdb_attach(struct golden *g, const struct gdb_plan *plan, struct gdb **out);
/* The run has ended with HOW. WHY, which may be NULL, is what GDB is told if
 * HOW does not say it. Serves GDB until it has asked for the end. */
void gdb_leave(struct gdb *d, enum golden_status how, const char *why);
/* Puts a byte of the program's console on GDB's, or on stdout. CTX is a struct
 * gdb. */
void gdb_put_console(void *ctx, uint8_t byte);
/* Tells GDB that the program has ended: on a pipe it prints nothing that is
 * written to stderr later. Frees D, which may be NULL. */
void gdb_end(struct gdb *d);

#endif
