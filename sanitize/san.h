/* san.h - finds wrong accesses, unwritten values and races of a program
 * SPDX-License-Identifier: Apache-2.0
 *
 * A `struct san` watches a golden model (golden_watch), so it works wherever
 * that executes: in `iss --check`, and in the lockstep, where the order of
 * instructions is the hardware's. It owns its findings and its shadows of
 * registers and memory; the model, the image and the stream belong to the
 * caller and must outlive it. doc/check.md says what is found and what is not.
 */
#ifndef WW_SANITIZE_SAN_H
#define WW_SANITIZE_SAN_H

#include <stdio.h>

#include "golden/elf.h"
#include "golden/golden.h"

/* What is looked for; MACHINE: lanes of a warp are ordered as here. */
enum {
	SAN_MEMORY = 1, SAN_INIT = 2, SAN_RACES = 4, SAN_MACHINE = 8,
	SAN_ALL = SAN_MEMORY | SAN_INIT | SAN_RACES
};
/* The text for the help of an option that takes kinds, and for errors. */
#define SAN_KINDS "memory, init, races (or races=machine), with commas, or all"

/* SAME: a race whose store leaves the value as it was. It is no error. */
enum san_kind { SAN_OF_MEMORY, SAN_OF_INIT, SAN_OF_RACE, SAN_OF_SAME };
enum { SAN_KIND_COUNT = SAN_OF_SAME + 1 };
/* "memory", "init", "race", "same value". */
extern const char *const san_kind_name[SAN_KIND_COUNT];

/* Who executes: besides core, warp and lane a thread of the program. */
struct san_who {
	enum san_of {
		SAN_HARDWARE,   /* nothing more is known */
		SAN_SOFTWARE,   /* vx_spawnWarps: at[0] is the wid */
		SAN_GROUP,      /* OpenCL: AT is the group */
		SAN_BLOCK       /* a launch: AT is the block */
	} of;
	uint32_t at[3];
	/* Lane 0 is thread FIRST, which counts x first, then y, then z; sides x
	 * and y have DIM threads; thread 0 is BASE. */
	uint32_t first, dim[2], base[3];
};

struct san_side {               /* an access, or another use */
	const char *verb;       /* "writes"; static */
	uint32_t pc, core, warp, lane;
	uint32_t caller;        /* if PC is in the runtime: where the program
				 * called it; else 0 */
	struct san_who who;
};

struct san_finding {
	enum san_kind kind;
	char *text;             /* what is wrong */
	uint32_t sides;
	struct san_side side[2];        /* the later one first */
	/* The place in memory, if SIZE of the access is not 0. */
	uint32_t addr, size;
	char *object;           /* name of a variable or buffer, "block" of the
				 * heap; or NULL */
	uint32_t low, bytes;    /* of the object */
	uint32_t taken, given;  /* pcs that took a block and gave it back, or
				 * 0 */
	uint32_t declared;      /* a pc with the line of a variable of a stack
				 * frame, or 0 */
	uint64_t times;         /* how often it occurred */
};

struct san;

/* Reads a list of kinds into *WHAT. False if a word is none. */
bool san_kinds(const char *text, unsigned *what);

/* Watches G, in which IMAGE has been loaded, for the kinds WHAT, and writes to
 * OUT what it finds. NULL if memory runs out. IMAGE is NULL: a device, of whose
 * memory nothing is owned before san_load and san_buffer. */
struct san *san_new(struct golden *g, const struct elf_image *image,
		    unsigned what, FILE *out);
/* The host has made the buffer NAME at ADDR. GIVEN: it has contents. */
void san_buffer(struct san *k, uint32_t addr, uint32_t bytes, const char *name,
		bool given);
/* A program is loaded into a device, or gone. */
void san_load(struct san *k, const struct elf_image *image);
void san_unload(struct san *k, const struct elf_image *image);
/* The buffer at ADDR is no longer there; or gets another name, and programs may
 * write to it or not. */
void san_buffer_gone(struct san *k, uint32_t addr);
void san_buffer_name(struct san *k, uint32_t addr, const char *name,
		     bool read_only);
/* The N bytes at ADDR, of a buffer, have no contents; they are stacks; the host
 * has written them. */
void san_blank(struct san *k, uint32_t addr, size_t n);
void san_stacks(struct san *k, uint32_t addr, size_t n);
void san_wrote(struct san *k, uint32_t addr, size_t n);
/* Its findings, in the order in which they occurred first. */
const struct san_finding *san_findings(const struct san *k, size_t *count);
/* How many findings of each kind there are. */
uint32_t san_count(const struct san *k, enum san_kind kind);
/* How many are errors. */
uint32_t san_errors(const struct san *k);
/* "saxpy.c:12 (saxpy)". Returns BUF. */
const char *san_place(const struct san *k, uint32_t pc, char *buf, size_t size);
/* The thread of S, as "block 0,2,0, thread 5,0,0"; "" if nothing is known. */
const char *san_thread(const struct san_side *s, char *buf, size_t size);
/* Writes a line with the counts. */
void san_summary(const struct san *k);
/* G is no longer watched. K may be NULL. */
void san_free(struct san *k);

#endif
