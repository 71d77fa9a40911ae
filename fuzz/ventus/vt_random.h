/* vt_random.h - random programs of Ventus
 * SPDX-License-Identifier: Apache-2.0
 *
 * A program has branches of threads, nested and in loops, calls, barriers,
 * prefixes, integers and floats of vectors, and accesses to global, local and
 * private memory. It always ends: loops count down, and a region is closed by
 * its join. Threads of several warps share no bytes.
 */
#ifndef WW_FUZZ_VENTUS_VT_RANDOM_H
#define WW_FUZZ_VENTUS_VT_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

/* Where a launch of such a program has its parts, and their bytes. */
#define VT_RANDOM_CODE UINT32_C(0x80000000)
#define VT_RANDOM_GLOBAL UINT32_C(0x90000000)
#define VT_RANDOM_PRIVATE UINT32_C(0x98000000)
enum {
	VT_RANDOM_WORDS = 1 << 16,      /* the most words of code */
	VT_RANDOM_GROUP_BYTES = 3 << 15,        /* of global memory */
	/* of local and of private memory, of a thread */
	VT_RANDOM_LDS_BYTES = 16, VT_RANDOM_PDS_BYTES = 512,
	VT_RANDOM_WARPS = 16,           /* of a work-group, at most */
	VT_RANDOM_THREADS = 1024
};

struct vt_random {
	uint64_t seed;
	uint32_t length;        /* items of the program, each of a few
				 * instructions */
	bool core;              /* only what cores have (vt_core.def) */
	uint32_t vregs;         /* vector registers of the core: 64 ... 256 */
	bool special;           /* also vfexp.v, of cores with isa.sfu */
	bool no_floats;         /* the core has none */
	bool traps;             /* a quarter of the programs of cores trap,
				 * unless the trap is not come to */
};

/* Writes a program to CODE, of VT_RANDOM_WORDS words, and returns its words; 0
 * if it is longer. */
uint32_t vt_random(const struct vt_random *r, uint32_t *code);

#endif
