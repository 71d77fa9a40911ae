/* target.h - a GDB session, shared by the files of gdb/
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GDB_TARGET_H
#define WW_GDB_TARGET_H

#include "gdb/gdb.h"
#include "gdb/rsp.h"

/* As the packets Z0 to Z4 number them. */
enum gdb_kind { GDB_BREAK, GDB_HARD_BREAK, GDB_WRITE, GDB_READ, GDB_ACCESS };
enum {
	GDB_KINDS = GDB_ACCESS + 1, GDB_POINTS = 64,
	GDB_MOST_WATCHED = 4096 /* bytes of a watchpoint */
};
/* Numbers of registers in the target description; below are x0 to x31. */
enum { GDB_PC = 32, GDB_F = 33, GDB_CSR = 65 };
/* Numbers of signals in GDB's protocol. */
enum {
	GDB_SIGINT = 2, GDB_SIGILL = 4, GDB_SIGTRAP = 5, GDB_SIGABRT = 6,
	GDB_SIGSEGV = 11, GDB_SIGXCPU = 24
};

struct gdb_lane { uint32_t core, warp, lane; };

struct gdb_point { enum gdb_kind kind; uint32_t addr, bytes; };

enum gdb_mode {
	GDB_FREE,
	GDB_STEP,               /* hold warp GO behind its next instruction */
	GDB_ALONE,              /* the same, and hold all other warps */
	GDB_UNTIL,              /* hold warp GO, and ignore points */
	GDB_ALL                 /* hold every instruction */
};

struct guest;
struct notes;
struct past;

struct gdb {
	struct golden *g;
	const struct gdb_plan *plan;
	uint32_t cores, warps, threads;
	bool f;                 /* registers f0 to f31 */
	struct rsp rsp;
	struct golden_watch watch;
	struct gdb_point points[GDB_POINTS];
	uint32_t point_count;

	struct gdb_lane at;     /* the thread that GDB looks at */
	struct gdb_lane go;     /* the thread that it steps */

	/* The run. */
	enum gdb_mode mode;
	bool stepped;           /* warp GO has executed an instruction */
	bool splits;            /* lane GO waits for a join since the split
				 * before SPLIT_PC, and is to be stopped */
	uint32_t split_pc;
	uint64_t looks;
	uint32_t found;         /* findings that have been told */
	/* The instruction that was held last, for which thread and kinds of
	 * points: they do not hold it again. */
	struct { struct gdb_lane l; uint32_t pc, kinds; } told;

	/* Why it stands. */
	int signal;             /* 0: not stopped by an event */
	struct gdb_lane stopped;
	char reason[40];        /* of the stop reply: "watch:80001234;" */
	struct { uint32_t core, warp, mask; } trapped;  /* lanes; 0: none */
	bool ended;             /* golden_run has said HOW */
	bool last;              /* and GDB has been told */
	enum golden_status how;
	const char *why;        /* of an end that HOW does not explain */
	bool killed, detached;

	struct guest *guest;    /* somebody else executes; or NULL */
	uint64_t until;         /* stops in this cycle; 0: nowhere */

	/* The past; NULL: GDB cannot go back. */
	struct past *past;
	struct notes *notes;
	bool seeks;             /* this process executes the past again */
	int spoken[2];          /* stdout and stderr meanwhile */
	uint64_t position;      /* instructions that have been executed */
	uint64_t printed;       /* bytes of the console */
};

/* --- target.c: threads, registers, memory -------------------------------- */

uint32_t gdb_id(const struct gdb *d, struct gdb_lane l);
/* False: ID is no thread of this machine. */
bool gdb_lane_of(const struct gdb *d, uint32_t id, struct gdb_lane *l);
/* The lanes of a warp that are threads: active ones, those that wait for a
 * join, and those that have just trapped. */
uint32_t gdb_lanes(const struct gdb *d, uint32_t core, uint32_t warp);
bool gdb_alive(const struct gdb *d, struct gdb_lane l);
/* Is L in the mask of its warp? */
bool gdb_active(const struct gdb *d, struct gdb_lane l);
/* Changes *L to a thread if it is none; false if there is no thread. */
bool gdb_choose(const struct gdb *d, struct gdb_lane *l);
/* The pc at which L continues. */
uint32_t gdb_pc(const struct gdb *d, struct gdb_lane l);
/* Register NUMBER of the description; false if there is none, or if it cannot
 * be written. */
bool gdb_register(const struct gdb *d, struct gdb_lane l, uint32_t number,
		  uint32_t *value);
bool gdb_set_register(struct gdb *d, struct gdb_lane l, uint32_t number,
		      uint32_t value);
/* Memory as threads of CORE see it: the number of bytes that are there. */
uint32_t gdb_read(const struct gdb *d, uint32_t core, uint32_t addr,
		  uint8_t *to, uint32_t n);
uint32_t gdb_write(struct gdb *d, uint32_t core, uint32_t addr,
		   const uint8_t *from, uint32_t n);

/* --- describe.c: texts, to be freed; NULL if memory runs out ------------- */

char *gdb_description(const struct gdb *d);
char *gdb_threads(const struct gdb *d);
/* The output of "monitor COMMAND". */
char *gdb_monitor(const struct gdb *d, const char *command);

/* --- control.c: the run -------------------------------------------------- */

/* Sets D up to watch the run. */
void gdb_control_init(struct gdb *d);
/* Executes nothing, up to the first instruction. */
void gdb_begin(struct gdb *d);
/* Runs until an event; D says which. */
void gdb_continue(struct gdb *d);
/* Steps L; and while its pc is in [FROM, TO) or its warp goes another way.
 * ALONE: other warps stand still, unless L waits at a barrier. */
void gdb_step(struct gdb *d, struct gdb_lane l, uint32_t from, uint32_t to,
	      bool alone);
/* The signal of a trap. */
int gdb_trap_signal(uint32_t cause);
/* Adds a point, or removes it. False: there are too many. */
bool gdb_insert(struct gdb *d, struct gdb_point p);
void gdb_remove(struct gdb *d, struct gdb_point p);

/* For reverse.c: does a point hold FX? Notes a stop of L for REASON; one of the
 * point that holds FX. */
bool gdb_is_point(const struct gdb *d, const struct golden_effect *fx);
void gdb_note_stop(struct gdb *d, struct gdb_lane l, const char *reason);
void gdb_note_point(struct gdb *d, const struct golden_effect *fx);

/* --- server.c ------------------------------------------------------------ */

/* Serves until GDB leaves or the program has ended. */
void gdb_session(struct gdb *d);
bool gdb_is_over(const struct gdb *d);

/* --- guest.c: two stacks, the session's and that of who executes --------- */

/* Starts the session of D, which returns here before the first instruction:
 * 0, or -1 if memory runs out. */
int guest_start(struct gdb *d);
void guest_free(struct gdb *d);
/* In the session: lets the program run until it stops there. */
enum golden_status guest_run(struct gdb *d);
/* In the program: stops it, and lets the session go on. */
void guest_stop(struct gdb *d, enum golden_status how);

/* --- reverse.c: back to what has been executed --------------------------- */

/* Begins to keep the past of D. The caller continues in a new process. */
void reverse_begin(struct gdb *d);
/* FX is next: keeps the past. ARRIVES: that is where GDB has gone back to. */
void reverse_look(struct gdb *d, const struct golden_effect *fx, bool *arrives);
/* The run has ended. */
void reverse_end(struct gdb *d);
/* Goes back to the last instruction of GDB's thread, or to the last point. If
 * it returns, D stands where the past begins. */
void reverse_go(struct gdb *d, bool step);
/* GDB has changed something: the past is over. */
void reverse_forget(struct gdb *d);
/* Counts a byte of the console. Has it not been shown? */
bool reverse_is_new(struct gdb *d);

#endif
