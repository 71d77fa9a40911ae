/* suite.h - what the kernels of the suite have in common
 * SPDX-License-Identifier: Apache-2.0
 *
 * A kernel of the suite is one C file that is compiled twice. With SUITE_HOST
 * defined, for the machine that builds: its main computes inputs and expected
 * results in plain sequential C and prints them with emit() as C arrays,
 * NAME.data.h. Without, for the core: it includes that file, spawns the kernel,
 * and compares. Sizes are macros with defaults (#ifndef N), the same in both,
 * so -DN=... changes them.
 *
 * Floating point is the same on both sides to the last bit: what is to be fused
 * is written as fmaf, and compilers fuse nothing of their own, unless
 * SUITE_FUSES is defined. Functions are those of vx_math.h, on either side.
 */
#ifndef SUITE_H
#define SUITE_H

#include <stdint.h>

#if defined SUITE_FUSES
#elif defined __clang__
#pragma STDC FP_CONTRACT OFF
#else
#pragma GCC optimize("fp-contract=off")
#endif

/* A word that looks random, the same on every machine. */
static inline uint32_t suite_random(uint32_t i)
{
	i = (i ^ 61) ^ (i >> 16);
	i *= 9;
	i ^= i >> 4;
	i *= 0x27d4eb2d;
	return i ^ i >> 15;
}

/* A number from -1 to 1 that looks random, the same on every machine. */
static inline float suite_float(uint32_t i)
{
	return (float)((int32_t)suite_random(i) >> 8) * 0x1p-23f;
}

#ifdef SUITE_HOST

#include <stdio.h>

/* Prints COUNT words as the array NAME, on a line of their own in the cache. */
static inline void emit(const char *name, const void *words, uint32_t count)
{
	const uint32_t *w = words;

	printf("static uint32_t %s[%u] __attribute__((aligned(64))) = {", name,
	       count);
	for (uint32_t i = 0; i < count; i++)
		printf("%s0x%x,", i % 8 ? " " : "\n\t", w[i]);
	printf("\n};\n");
}

/* The same for floats. */
static inline void emit_floats(const char *name, const float *x, uint32_t count)
{
	printf("static float %s[%u] __attribute__((aligned(64))) = {", name,
	       count);
	for (uint32_t i = 0; i < count; i++)
		printf("%s%af,", i % 4 ? " " : "\n\t", x[i]);
	printf("\n};\n");
}

#else

#include "warpwright.h"

/* What threads of a warp have stored before, its other threads load after: the
 * machine keeps the order of a warp's accesses to the same word, so only the
 * compiler must be told. */
static inline void suite_together(void)
{
	__asm__ volatile("" ::: "memory");
}

/* What follows from VARIABLE is computed anew behind this, not kept in
 * registers, of which there may not be enough; those on the stack are a line of
 * the cache for each thread. */
#define suite_anew(variable) __asm__ volatile("" : "+r"(variable))

/* Waits until WARPS software warps are here, if that is one for each hardware
 * warp. Unlike vx_barrier it is no call: a kernel that needs no saved registers
 * does not touch its threads' stacks, which are a line of the cache for each
 * thread. */
static inline void suite_meet(uint32_t warps)
{
	ww_fence();
	ww_bar(0, warps);
}

/* BYTES of scratch memory for a kernel: shared memory, or RAM where the core
 * has too little of it. */
static inline void *suite_scratch(uint32_t bytes, void *ram)
{
	void *shared = vx_sm_try(bytes);

	return shared ? shared : ram;
}

/* Whatever is compared: floats too. */
typedef uint32_t __attribute__((may_alias)) suite_word;

struct suite_check {
	const suite_word *got, *want;
	uint32_t count, step;
	/* of each thread that compares: 1 + the first index, 0 if none */
	uint32_t *wrong;
};

static void suite_compare(uint32_t tid, uint32_t wid)
{
	const struct suite_check *c = vx_get_arg();
	uint32_t me = wid * ww_num_threads() + tid, wrong = 0;

	for (uint32_t base = 0; base < c->count; base += c->step) {
		uint32_t i = base + me, at = i & -(uint32_t)(i < c->count);

		__if((c->got[at] != c->want[at]) & (i < c->count) &
		     (wrong == 0))
		{
			wrong = i + 1;
		} __endif
	}
	c->wrong[me] = wrong;
}

/* Compares COUNT words on all threads; says where the first wrong one is.
 * Returns how the program ends: 0 if all are right. */
static inline int suite_finish(const char *name, const void *got,
			       const void *want, uint32_t count)
{
	static uint32_t wrong[1024];
	uint32_t warps = vx_num_warps(), threads = ww_num_threads(), first = 0;
	struct suite_check c = { got, want, count, 0, wrong };

	if (warps * threads > 1024)
		warps = 1024 / threads;
	c.step = warps * threads;
	vx_spawnWarps(warps, threads, suite_compare, &c);
	for (uint32_t i = 0; i < warps * threads; i++)
		if (wrong[i] && (!first || wrong[i] < first))
			first = wrong[i];
	if (!first)
		return 0;
	ww_puts(name);
	ww_puts(": word ");
	ww_print_uint(first - 1);
	ww_puts(" is ");
	ww_print_hex(((const suite_word *)got)[first - 1]);
	ww_puts(", not ");
	ww_print_hex(((const suite_word *)want)[first - 1]);
	ww_puts("\n");
	return 1;
}

#ifdef SUITE_COUNTERS

/* With each reading of the cycle counter in main the other counters are noted;
 * suite_cycles prints how far they went between the last two. For
 * scripts/bench-suite. */
static uint32_t suite_then[6], suite_now[6];

static inline uint32_t suite_counted_cycle(void)
{
	for (uint32_t i = 0; i < 6; i++)
		suite_then[i] = suite_now[i];
	suite_now[0] = ww_count(WW_EVENT_ISSUED);
	suite_now[1] = ww_count(WW_EVENT_THREADS);
	suite_now[2] = ww_count(WW_EVENT_REQUESTS);
	suite_now[3] = ww_count(WW_EVENT_DHITS);
	suite_now[4] = ww_count(WW_EVENT_SMEM);
	suite_now[5] = ww_count(WW_EVENT_CONFLICTS);
	return ww_cycle();
}
#define ww_cycle suite_counted_cycle

static inline void suite_counted(void)
{
	ww_puts("counted");
	for (uint32_t i = 0; i < 6; i++) {
		ww_puts(" ");
		ww_print_uint(suite_now[i] - suite_then[i]);
	}
	ww_puts("\n");
}

#else
static inline void suite_counted(void) { }
#endif

/* Cycles of what stands between, for people: printed, not checked. */
static inline void suite_cycles(const char *name, uint32_t cycles)
{
	ww_puts(name);
	ww_puts(": ");
	ww_print_uint(cycles);
	ww_puts(" cycles\n");
	suite_counted();
}

#endif
#endif
