/* vt_program.h - a random program of Ventus, and its launch
 * SPDX-License-Identifier: Apache-2.0
 *
 * The program is a struct fuzz_program, so fuzz_shrink shrinks it. Its items
 * are words (ISA_INVALID); a branch, jal or setrpc has the item of its target.
 * Its machine has the shape of the launch: a core is a work-group, with warps
 * and threads. Nothing else of struct fuzz_program has a meaning but seed and
 * length.
 */
#ifndef WW_FUZZ_VENTUS_VT_PROGRAM_H
#define WW_FUZZ_VENTUS_VT_PROGRAM_H

#include "fuzz/fuzz.h"
#include "fuzz/ventus/vt_random.h"

enum {
	VT_PROGRAM_HEAD = 14, VT_PROGRAM_BUFFERS = 3,
	VT_PROGRAM_NUMBERS = VT_PROGRAM_HEAD + 3 * VT_PROGRAM_BUFFERS
};

/* Generates the program of R into *OUT; the caller frees it with fuzz_free. It
 * runs in SHAPE->cores work-groups of SHAPE->warps of SHAPE->threads. Returns
 * 0; -1 without memory; -2 if it has more than VT_RANDOM_WORDS. */
int vt_program_make(const struct vt_random *r, const struct machine *shape,
		    struct fuzz_program **out);

/* Writes the words that are not removed to CODE, of P->count words; returns how
 * many, or -1 without memory. */
int vt_program_words(const struct fuzz_program *p, uint32_t *code);
/* The numbers of P's .metadata (golden/ventus/vt_launch.h): those of the head
 * with the count of buffers, then addresses, bytes and allocated bytes. */
void vt_program_numbers(const struct fuzz_program *p,
			uint64_t number[VT_PROGRAM_NUMBERS]);
/* Word I of the second buffer, which is behind that of the code; the third one
 * has none. */
uint32_t vt_program_data(uint32_t i);

/* Write the two files of the launch; -1 without memory. The caller checks the
 * stream for errors. */
void vt_program_metadata(FILE *out, const struct fuzz_program *p);
int vt_program_contents(FILE *out, const struct fuzz_program *p);
/* Writes a line for each instruction, with the prefix before it; returns as
 * vt_program_contents. */
int vt_program_list(FILE *out, const struct fuzz_program *p);

#endif
