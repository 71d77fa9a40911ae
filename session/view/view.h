/* view.h - a pipeline view of a run: each instruction, stage by stage
 * SPDX-License-Identifier: Apache-2.0
 *
 * A `struct view` receives the checker's steps and keeps the instructions of a
 * window of cycles: from a given cycle on, or the last ones of the run. After
 * the run it is written for Konata (view_konata.c) or for Perfetto and Chrome
 * (view_perfetto.c). doc/mismatch.md describes the stages.
 */
#ifndef WW_SESSION_VIEW_H
#define WW_SESSION_VIEW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cosim/cosim.h"
#include "golden/elf.h"
#include "session/view/view_blocks.h"

enum {
	/* cycles from the choice of an instruction's last beat to its issue
	 * record */
	VIEW_BEFORE_ISSUE = 4,
	/* most writes and accesses kept per instruction */
	VIEW_BEATS = 8,
	VIEW_NO_INSN = -1
};

enum view_unit {
	VIEW_ALU, VIEW_MULTIPLY, VIEW_DIVIDE, VIEW_FLOAT, VIEW_CSR,
	VIEW_MEMORY, VIEW_CONTROL, VIEW_UNITS
};

/* An access or a write of some lanes of an instruction. */
struct view_beat { uint64_t cycle; uint32_t lanes; };

struct view_insn {
	uint64_t id;            /* from 0, in the order of issue */
	uint64_t number;        /* in its warp */
	uint32_t warp;          /* counted through all cores */
	uint32_t pc, tmask;
	struct golden_code code;
	enum view_unit unit;
	bool traps, interrupt, miss, smem, store;
	bool done;              /* complete before the end of the run */
	uint64_t select;        /* cycle in which its first beat was chosen */
	uint64_t issue;         /* cycle of its issue record */
	/* cycle in which it acted on its warp; 0: none */
	uint64_t control;
	uint64_t end;           /* the last cycle in which it was active */
	uint32_t beats;
	uint32_t next_tmask;    /* tmask after control */
	uint32_t access_count, write_count;
	struct view_beat accesses[VIEW_BEATS], writes[VIEW_BEATS];
	uint64_t last_access, last_write;
	/* ids of the instructions that wrote its operands */
	int64_t makers[GOLDEN_SOURCES];
};

/* A warp waited at a barrier; BLOCK: at that of its block. */
struct view_wait { uint32_t warp, barrier; bool block; uint64_t from, to; };

struct view_window {
	bool has_from;
	uint64_t from, cycles;  /* without FROM: the last CYCLES of the run */
};

struct view;

/* A view of CORES with WARPS and LANES each; NULL: out of memory. */
struct view *view_new(const struct view_window *window, uint32_t cores,
		      uint32_t warps, uint32_t lanes);
void view_free(struct view *v);
/* The caller passes each step, in the order of the records. */
void view_step(struct view *v, const struct cosim_step *step);
/* Those that view_step does not get, too, and behind it: blocks may end. */
void view_control(struct view *v, const struct cosim_step *step);

/* Launches and blocks of V, to which the caller reports them. */
struct view_blocks *view_blocks(struct view *v);
/* The cycles that V shows. */
void view_range(const struct view *v, uint64_t *from, uint64_t *to);

/* After the run: drops instructions outside the window. */
void view_close(struct view *v);
/* Did memory run out, so that instructions are missing? */
bool view_short(const struct view *v);
size_t view_count(const struct view *v);
const struct view_insn *view_at(const struct view *v, size_t i);
size_t view_wait_count(const struct view *v);
const struct view_wait *view_wait_at(const struct view *v, size_t i);
/* Number of warps of all cores. */
uint32_t view_warps(const struct view *v);
/* Writes "warp 1", or if BRIEF "w1"; with several cores the core comes
 * first. */
void view_warp_name(const struct view *v, uint32_t warp, bool brief, char *buf,
		    size_t size);

const char *view_unit_name(enum view_unit unit);
/* Writes the assembly of I, or "interrupt". */
void view_text(const struct view_insn *i, char *buf, size_t size);

/* Writes the view to OUT: 0, or -1: out of memory. */
int view_konata(struct view *v, const struct elf_image *image, FILE *out);
int view_perfetto(struct view *v, const struct elf_image *image,
		  FILE *out);

#endif
