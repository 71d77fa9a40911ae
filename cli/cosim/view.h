/* view.h - a pipeline view of a run: each instruction, stage by stage
 * SPDX-License-Identifier: Apache-2.0
 *
 * A `struct view` listens to the checker's steps and keeps the instructions
 * of a window of cycles: from a given one on, or the last of the run. It is
 * written when the run is over, for Konata (view_konata.c) or for Perfetto and
 * Chrome (view_perfetto.c). What the stages are is in doc/mismatch.md.
 */
#ifndef WW_CLI_VIEW_H
#define WW_CLI_VIEW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cosim/cosim.h"
#include "golden/elf.h"

enum {
	VIEW_BEFORE_ISSUE = 4,  /* cycles from the choice of the last beat of an
				 * instruction to its issue record */
	VIEW_BEATS = 8,         /* writes and accesses kept one by one */
	VIEW_NOBODY = -1
};

enum view_unit {
	VIEW_ALU, VIEW_MULTIPLY, VIEW_DIVIDE, VIEW_FLOAT, VIEW_CSR,
	VIEW_MEMORY, VIEW_CONTROL, VIEW_UNITS
};

/* Something that happened to lanes of an instruction. */
struct view_beat { uint64_t cycle; uint32_t lanes; };

struct view_insn {
	uint64_t id;            /* from 0, in the order of issue */
	uint64_t number;        /* in its warp */
	uint32_t warp;          /* counted through all cores */
	uint32_t pc, insn, tmask;
	enum view_unit unit;
	bool f;                 /* of a machine with the file f */
	bool traps, interrupt, miss, smem, store;
	bool done;              /* else the run ended before */
	uint64_t select;        /* its first beat was chosen */
	uint64_t issue;         /* its issue record */
	uint64_t control;       /* it acted on its warp; 0: it does not */
	uint64_t end;           /* the last cycle in which it did anything */
	uint32_t beats;
	uint32_t next_tmask;    /* after control */
	uint32_t access_count, write_count;
	struct view_beat accesses[VIEW_BEATS], writes[VIEW_BEATS];
	uint64_t last_access, last_write;
	int64_t makers[COSIM_OPERANDS]; /* ids of those that wrote what it
					 * reads */
};

/* A warp at a barrier. */
struct view_wait { uint32_t warp, barrier; uint64_t from, to; };

struct view_window {
	bool has_from;
	uint64_t from, cycles;  /* no FROM: the last CYCLES of the run */
};

struct view;

/* For CORES of WARPS and LANES each; NULL: no memory. */
struct view *view_new(const struct view_window *window, uint32_t cores,
		      uint32_t warps, uint32_t lanes);
void view_free(struct view *v);
/* To be called with each step, in the order of the records. */
void view_step(struct view *v, const struct cosim_step *step);

/* After the run: forgets what is outside the window. */
void view_close(struct view *v);
/* Was memory too short to keep all? */
bool view_short(const struct view *v);
size_t view_count(const struct view *v);
const struct view_insn *view_at(const struct view *v, size_t i);
size_t view_wait_count(const struct view *v);
const struct view_wait *view_wait_at(const struct view *v, size_t i);
/* Of all cores. */
uint32_t view_warps(const struct view *v);
/* "warp 1", BRIEF: "w1", with its core before it if there are several. */
void view_warp_name(const struct view *v, uint32_t warp, bool brief, char *buf,
		    size_t size);

const char *view_unit_name(enum view_unit unit);
/* The assembly of I; "interrupt" for one. */
void view_text(const struct view_insn *i, char *buf, size_t size);

/* 0, or -1 if memory is short. */
int view_konata(const struct view *v, const struct elf_image *image, FILE *out);
int view_perfetto(const struct view *v, const struct elf_image *image,
		  FILE *out);

#endif
