/* profile_state.h - what a profile keeps while a program runs
 * SPDX-License-Identifier: Apache-2.0
 *
 * profile.c takes the steps of the checker, profile_count.c the instructions of
 * the golden model, profile_end.c ends the run and has the results.
 */
#ifndef WW_SESSION_PROFILE_STATE_H
#define WW_SESSION_PROFILE_STATE_H

#include "session/profile/profile.h"
#include "session/profile/profile_scope.h"
#include "session/profile/profile_time.h"
#include "session/profile/profile_traffic.h"
#include "session/profile/profile_warps.h"

enum { REGS = GOLDEN_REGS, FETCHES = 256 };

enum kind { WAKES, STOPS, ACTS, RESULT };

struct event {
	uint64_t cycle;
	enum kind kind;
	uint32_t warp, reg;
	struct profile_scope scope;     /* of a warp that wakes */
};

/* A result: the first cycle in which it may be read, and the share then. */
struct result {
	uint64_t ready, share;
	enum profile_reason reason;
};

struct warp {
	bool waits;             /* it has an instruction to issue */
	bool held, acted;       /* behind a control instruction; it has acted */
	uint32_t row;           /* of its last instruction; UINT32_MAX: none */
	enum golden_kind kind;  /* of that */
	uint64_t since, begin;  /* the cycle behind its issue; share then */
	struct profile_scope scope;
	uint64_t acted_cycle, acted_share;
	struct result results[REGS];
};

struct core {
	struct profile_scopes *scopes;  /* of the profile */
	uint64_t now;           /* cycles below it are shared out */
	uint64_t share, left;   /* LEFT parts are kept for the next cycles */
	uint64_t nobody;        /* parts */
	uint32_t waiting;       /* warps that wait */
	struct warp *warps;
	struct event *events;   /* by cycle */
	size_t event_count, event_room;
	/* blocks of instructions that were fetched from behind the core and of
	 * which none has issued, + 1 */
	uint32_t fetches[FETCHES];
	struct profile_lines_read lines;
	struct profile_rows rows;
	struct profile_time time;
};

struct profile_program {
	const struct elf_image *image;
	uint64_t hash;          /* of its bytes */
	bool live;
	char *name, *text;      /* of profile_source, or NULL; owned */
};

struct profile {
	struct profile_program *program;
	uint32_t program_count, program_room;
	uint32_t last_program;  /* that was found */
	uint32_t cores, warps, lanes;
	uint64_t cycles;
	struct core *core;
	struct profile_rows all;        /* of all cores */
	struct profile_time time;
	struct profile_scopes scopes;
	struct profile_warps masks;     /* of all cores, core by core */
	/* behind the first level of all cores, on the bus */
	struct profile_traffic traffic[2];
	bool counts;            /* instructions, no cycles */
	uint64_t base;          /* cycles before the last reset */
	const char *wrong;      /* the first fault, or NULL */
};

extern const char profile_no_memory[];

void profile_programs_free(struct profile *p);
/* The row of PC in C, as profile_row_at. */
uint32_t profile_row_of(struct profile *p, struct core *c, uint32_t pc);
/* If a region begins or ends at FX of ROW, W of C begins or ends it. To be
 * called before FX is charged (BEGINS false), and after. */
void profile_mark(const struct profile *p, struct core *c, struct warp *w,
		  uint32_t row, const struct golden_effect *fx, bool begins);
/* Threads of MASK. */
uint32_t profile_lanes(uint32_t mask);
/* W, of C, counts N more for an instruction that has SUM. */
void profile_count_add(struct core *c, const struct warp *w,
		       struct profile_sum *sum, enum profile_count count,
		       uint64_t n);
/* The same for FX, which has issued. */
void profile_count_issue(struct core *c, const struct warp *w,
			 struct profile_sum *sum,
			 const struct golden_effect *fx);
/* Shares out the cycles of C up to the end of the run. */
void profile_core_end(struct profile *p, struct core *c);

#endif
