/* warpwright.h - what a C program can ask of the machine and of its runtime
 * SPDX-License-Identifier: Apache-2.0
 *
 * A program starts in main on thread 0 of warp 0. ww_spawn runs a kernel on
 * warps x threads; inside a kernel all active threads of a warp execute the
 * same instruction, so a condition that can differ between them must be
 * written with __if, __else, __endif (below), never with if, ?:, && or ||,
 * nor as the end of a loop.
 */
#ifndef WARPWRIGHT_H
#define WARPWRIGHT_H

#include <stddef.h>
#include <stdint.h>

#include "warpwright_isa.h"

/* A compiler that copies the path of one side of an __if past its join gives the threads
 * that come together there the values of that side alone; so it must not. */
#pragma GCC optimize("no-thread-jumps", "no-split-paths")

#define ww_csr_read(csr) __extension__ ({ \
	uint32_t ww_value_; \
	__asm__ volatile("csrr %0, %1" : "=r"(ww_value_) : "i"(csr)); \
	ww_value_; })

static inline uint32_t ww_thread_id(void) { return ww_csr_read(WW_CSR_THREAD_ID); }
static inline uint32_t ww_warp_id(void) { return ww_csr_read(WW_CSR_WARP_ID); }
static inline uint32_t ww_core_id(void) { return ww_csr_read(WW_CSR_CORE_ID); }
static inline uint32_t ww_active_warps(void) { return ww_csr_read(WW_CSR_ACTIVE_WARPS); }
static inline uint32_t ww_tmask(void) { return ww_csr_read(WW_CSR_TMASK); }
static inline uint32_t ww_num_threads(void) { return ww_csr_read(WW_CSR_NUM_THREADS); }
static inline uint32_t ww_num_warps(void) { return ww_csr_read(WW_CSR_NUM_WARPS); }
static inline uint32_t ww_num_cores(void) { return ww_csr_read(WW_CSR_NUM_CORES); }
static inline uint32_t ww_cycle(void) { return ww_csr_read(WW_CSR_CYCLE); }
static inline uint32_t ww_instret(void) { return ww_csr_read(WW_CSR_INSTRET); }

/* Performance counters: what WW_EVENT_LOADS and its like have counted, the low
 * word or all. EVENT is a constant. */
#define ww_count(event) ww_csr_read(WW_CSR_HPMCOUNTER3 + (event) - 3)
#define ww_count64(event) __extension__ ({ \
	uint32_t ww_high_, ww_low_, ww_again_; \
	do { \
		ww_high_ = ww_csr_read(WW_CSR_HPMCOUNTER3H + (event) - 3); \
		ww_low_ = ww_count(event); \
		ww_again_ = ww_csr_read(WW_CSR_HPMCOUNTER3H + (event) - 3); \
	} while (ww_high_ != ww_again_); \
	(uint64_t)ww_high_ << 32 | ww_low_; })

/* Earlier accesses of this warp have reached memory. */
static inline void ww_fence(void) { __asm__ volatile("fence" ::: "memory"); }

/* As ww_fence, and later fetches of this warp see the stores. */
static inline void ww_fence_i(void) { __asm__ volatile("fence.i" ::: "memory"); }

/* Waits until COUNT warps are at barrier ID. */
static inline void ww_bar(uint32_t id, uint32_t count)
{
	__asm__ volatile("bar %0, %1" : : "r"(id), "r"(count) : "memory");
}

/* The first COUNT threads of this warp are active from here on; 0 halts it.
 * The threads that join in continue with whatever their registers hold: for
 * start-up code. Kernels use __if. */
static inline void ww_tmc(uint32_t count)
{
	__asm__ volatile("tmc %0" : : "r"(count) : "memory");
}

/* Divergence. Every thread goes through exactly one side:
 *
 *	__if(tid < n) {
 *		...
 *	} __else {		(may be left out)
 *		...
 *	} __endif
 *
 * They nest as deep as simt.stack allows (two entries for each level).
 *
 * How: split narrows tmask to the threads for which the condition holds and
 * remembers the others; at join the others start again at the instruction
 * after split, a branch, which takes them to __else; their join brings all
 * together. Split and that branch are one asm, so that nothing can come
 * between them and every thread that returns there decides for itself. If
 * all agree nothing is narrowed and the branch is an ordinary one. Both
 * asm statements clobber memory: no access moves into or out of a side.
 *
 * Beware:
 * - return, goto, break or continue out of a side skips its join.
 * - The condition is evaluated by all threads together: && and || in it may
 *   become branches; write (a != 0) & (b != 0).
 * - A loop whose trip count differs between threads needs a uniform count
 *   (the largest) with an __if in its body.
 * - ww_bar inside a side counts warps, not threads, and deadlocks when only
 *   some warps get there.
 */
#define __if(condition)	{ if (ww_split_(condition)) {
#define __else		} else {
#define __endif		} __asm__ volatile("join" ::: "memory"); }

static inline __attribute__((always_inline)) _Bool ww_split_(_Bool condition)
{
	__asm__ goto("split %0\n\tbeqz %0, %l1"
		     : : "r"((uint32_t)condition) : "memory" : no);
	return 1;
no:
	return 0;
}

/* Ends this warp; CODE becomes the exit code of the run if no other warp is
 * active, as in main. */
void ww_exit(int code) __attribute__((noreturn));

/* Console. Active threads print in order of their number, byte by byte. */
void ww_putc(char c);
void ww_puts(const char *s);         /* no newline is added */
void ww_print_int(int32_t value);    /* decimal */
void ww_print_uint(uint32_t value);
void ww_print_hex(uint32_t value);   /* eight digits, no prefix */

/* TID counts 0 .. num_threads - 1, WID 0 .. num_warps - 1. */
typedef void (*ww_kernel)(uint32_t tid, uint32_t wid, void *arg);

/* Calls KERNEL(tid, wid, ARG) for every thread of every software warp and returns when all are
 * done and their stores have reached memory. Requests beyond the hardware are
 * taken in turns: software warp w runs on hardware warp w mod W, threads go
 * T at a time. To be called by thread 0 of warp 0 while the other warps are
 * halted, so not from a kernel. */
void ww_spawn(uint32_t num_warps, uint32_t num_threads, ww_kernel kernel, void *arg);

#include "vx.h"

#endif
