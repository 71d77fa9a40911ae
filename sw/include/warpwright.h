/* warpwright.h - what a C program can ask of the machine and of its runtime
 * SPDX-License-Identifier: Apache-2.0
 *
 * A program starts in main on thread 0 of warp 0. ww_spawn runs a kernel on
 * warps x threads; inside a kernel all active threads of a warp execute the
 * same instruction, so a condition that can differ between them must be
 * written with __if, __else, __endif (below), never with if, ?:, && or ||,
 * nor as the end of a loop. A file that defines WW_PLAIN is plain C instead,
 * for the compiler of ww-cc --plain: any condition may differ.
 */
#ifndef WARPWRIGHT_H
#define WARPWRIGHT_H

#include <stddef.h>
#include <stdint.h>

#include "warpwright_isa.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined WW_PLAIN && !defined __ww_plain__
#error "plain C: ww-cc --plain compiles it, or ww-cc with this file as FILE"
#endif

/* A compiler that copies the path of one side of an __if past its join gives
 * the threads that come together there the values, or the stack frame, of that
 * side alone; so it must not, whatever the -O level. It may unroll loops: a
 * copied turn has its splits and joins with it. clang is told by options, which
 * ww-cc has: to it every asm is convergent. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wbitwise-instead-of-logical"
#else
#pragma GCC optimize("no-thread-jumps", "no-split-paths", "no-shrink-wrap", \
		     "no-peel-loops")
/* GCC's is ebreak, which ends a program as its exit does. */
#define __builtin_trap() __extension__ ({ \
	__asm__ volatile("unimp" ::: "memory"); \
	__builtin_unreachable(); })
#endif

/* On a function that is there for a core with PARAMETER alone: a call is an
 * error of the compiler, which ww-cc has told what the core has. */
#define ww_needs_(parameter, value) \
	__attribute__((error("for cores with " parameter " = " value \
			     ", as in run -s " parameter "=" value)))

/* For --check: the access of ADDRESS behind it is volatile. GCC and ww-clc tell
 * that by themselves, clang (C for isa.f = "zfinx") does not. */
#if defined __ww_check__ && defined __clang__ && !defined __ww_plain__
#define ww_note_volatile(address) \
	__asm__ volatile("slti zero, %0, 82" : : "r"(address) : "memory")
#else
#define ww_note_volatile(address) ((void)0)
#endif

#define ww_csr_read(csr) __extension__ ({ \
	uint32_t ww_value_; \
	__asm__ volatile("csrr %0, %1" : "=r"(ww_value_) : "i"(csr)); \
	ww_value_; })

/* One that never changes: the compiler may read it before a loop. */
#define ww_csr_constant(csr) __extension__ ({ \
	uint32_t ww_value_; \
	__asm__("csrr %0, %1" : "=r"(ww_value_) : "i"(csr)); \
	ww_value_; })

static inline uint32_t ww_thread_id(void)
{
	return ww_csr_read(WW_CSR_THREAD_ID);
}
static inline uint32_t ww_warp_id(void) { return ww_csr_read(WW_CSR_WARP_ID); }
static inline uint32_t ww_core_id(void) { return ww_csr_read(WW_CSR_CORE_ID); }
static inline uint32_t ww_active_warps(void)
{
	return ww_csr_read(WW_CSR_ACTIVE_WARPS);
}
static inline uint32_t ww_tmask(void) { return ww_csr_read(WW_CSR_TMASK); }
static inline uint32_t ww_num_threads(void)
{
	return ww_csr_constant(WW_CSR_NUM_THREADS);
}
static inline uint32_t ww_num_warps(void)
{
	return ww_csr_constant(WW_CSR_NUM_WARPS);
}
static inline uint32_t ww_num_cores(void)
{
	return ww_csr_constant(WW_CSR_NUM_CORES);
}
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

/* On a core with counters.selected: performance counter COUNTER, a constant, 3
 * or more, counts EVENT from now on, WW_EVENT_LOADS or its like, or nothing if
 * it is 0, and keeps what it has. One for all warps. ww_count(COUNTER) reads
 * it. */
#define ww_select(counter, event) \
	__asm__ volatile("csrw %0, %1" : : \
	"i"(WW_CSR_MHPMEVENT3 + (counter) - 3), \
			 "rK"((uint32_t)(event)))
#define ww_selected(counter) ww_csr_read(WW_CSR_MHPMEVENT3 + (counter) - 3)

/* Earlier accesses of this warp have reached memory. */
static inline void ww_fence(void) { __asm__ volatile("fence" ::: "memory"); }

/* As ww_fence, and later fetches of this warp see the stores. */
static inline void ww_fence_i(void)
{
	__asm__ volatile("fence.i" ::: "memory");
}

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

/* Divergence; doc/divergence.md is the guide. Every thread goes through exactly
 * one side:
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
 * - return, goto, break or continue out of a side would skip its join: an error
 *   when compiling with optimization. __body, below, is left early.
 * - The condition is evaluated by all threads together: && and || in it may
 *   become branches; write (a != 0) & (b != 0).
 * - ww_bar inside a side counts warps, not threads, and deadlocks when only
 *   some warps get there.
 */
#define __if(condition) \
	{ __label__ ww_if_without_endif_; enum { ww_here_ = 0 }; ww_enter_ \
	ww_closes_(ww_if_without_endif_) if (ww_split_(condition)) {
#define __else		} else {
#define __endif		} ww_join_(); ww_joined_ = 1; ww_if_without_endif_:; }

/* What opens names the label that only its end defines: if that is forgotten,
 * the compiler reports the label in the line of the beginning. */
#define ww_closes_(label) if (0) goto label;

#define ww_join_() __asm__ volatile("join" ::: "memory")

/* Found by the compiler, when it optimizes: a way out that skips the join. */
#ifdef __OPTIMIZE__
#define ww_enter_ _Bool ww_joined_ __attribute__((cleanup(ww_leave_by_))) = 0;
void ww_skips_join_(void)
	__attribute__((error("return, goto, break or continue leaves an __if, "
			     "a loop of threads or a __body")));
static inline __attribute__((always_inline)) void ww_leave_by_(
	const _Bool *joined)
{
	if (!*joined)
		ww_skips_join_();
}
#else
#define ww_enter_ _Bool ww_joined_ __attribute__((unused));
#endif

static inline __attribute__((always_inline)) _Bool ww_split_(_Bool condition)
{
	__asm__ goto("split %0\n\tbeqz %0, %l1"
		     : : "r"((uint32_t)condition) : "memory" : no);
	return 1;
no:
	return 0;
}

/* Loops that threads leave one by one, as while, do and for:
 *
 *	__while(x > 1) {  __do {             __for(int i = 0, i < n, i++) {
 *	        ...                ...                ...
 *	} __endwhile      } __enddo(x > 1)   } __endfor
 *
 * Directly in such a loop, not in an __if, may stand __break_if(c) and
 * __continue_if(c). A thread that has left does not evaluate the condition
 * again. A loop takes two entries of the stack, however many turns it has;
 * __break_if and __continue_if take two more to the end of the turn.
 *
 * How: a turn ends with a join that brings back those that have left, and a
 * split by ww_stay_ that sends them away again; when it finds none that stays,
 * those at ww_left_ are all that have come. Threads of __break_if and
 * __continue_if wait at ww_next_, where ww_open_ counts the joins that are due.
 */
#define __while(condition) \
	{ __label__ ww_test_, ww_while_without_endwhile_; \
	ww_loop_begins_(ww_while_without_endwhile_) \
	ww_test_: ww_turn_ends_(, condition) ww_turn_begins_ ww_open_ = 0;
#define __endwhile ww_close_ goto ww_test_; \
	ww_loop_ends_ ww_while_without_endwhile_:; }

#define __do { __label__ ww_body_, ww_do_without_enddo_; \
	ww_loop_begins_(ww_do_without_enddo_) \
	ww_body_: ww_open_ = 0;
#define __enddo(condition) \
	ww_close_ ww_turn_ends_(, condition) ww_turn_begins_ goto ww_body_; \
	ww_loop_ends_ \
	ww_do_without_enddo_:; }

#define __for(init, condition, step) \
	{ init; { __label__ ww_test_, ww_for_without_endfor_; \
	ww_loop_begins_(ww_for_without_endfor_) ww_stay_ = (_Bool)(condition); \
	goto ww_meet_; \
	ww_test_: ww_turn_ends_(step, condition) ww_turn_begins_ ww_open_ = 0;
#define __endfor ww_close_ goto ww_test_; \
	ww_loop_ends_ ww_for_without_endfor_:; } }

/* In a __body, not in an __if or loop of it: threads for which c holds go to
 * its end.
 *
 *	__body {
 *		__return_if(tid >= n);
 *		...
 *	} __endbody
 */
#define __body { __label__ ww_next_, ww_body_without_endbody_; \
	enum { ww_here_ = 1 }; ww_enter_ \
	uint32_t ww_open_ = 0; ww_closes_(ww_body_without_endbody_)
#define __endbody ww_close_ ww_joined_ = 1; ww_body_without_endbody_:; }

#define __return_if(condition) ww_leave_(condition, \
	ww_here_ == 1, "__return_if stands directly in __body, " \
	"not in an __if or loop of it")
#define __continue_if(condition) ww_leave_(condition, \
	ww_here_ == 2, \
	"__continue_if stands directly in a loop, not in an __if of it")
#define __break_if(condition) do { \
	_Bool ww_break_ = (condition); \
	ww_gone_ |= ww_break_; \
	ww_leave_(ww_break_, \
		ww_here_ == 2, \
		"__break_if stands directly in a loop, not in an __if of it"); \
	} while (0)

enum { ww_here_ = 0 }; /* 1 in __body, 2 in a loop */

#define ww_loop_begins_(closes) \
	__label__ ww_meet_, ww_next_, ww_left_; \
	enum { ww_here_ = 2 }; \
	uint32_t ww_all_ = ww_tmask(), ww_open_, ww_stay_; \
	_Bool ww_gone_ = 0, ww_simple_; ww_enter_ ww_closes_(closes) \
	__asm__ volatile("split %0" : : "r"(1) : "memory");

/* Without __break_if ww_gone_ is the constant 0, and nothing of it remains. Of
 * one that the compiler knows to be taken it is the constant 1. */
#define ww_turn_ends_(step, condition) \
	ww_stay_ = !ww_gone_; \
	ww_simple_ = __builtin_constant_p(ww_gone_) && !ww_gone_; \
	if (ww_simple_ || ww_split_(ww_stay_)) { \
		step; \
		ww_stay_ = (_Bool)(condition); \
	} \
	if (!ww_simple_) \
		ww_join_();

#define ww_turn_begins_ \
	ww_meet_: __asm__ goto("join\n\tsplit %0\n\tbeqz %0, %l1" \
		: : "r"(ww_stay_) : "memory" : ww_left_);

#define ww_loop_ends_ \
	ww_left_: __asm__ volatile("" : "+r"(ww_stay_)); \
	if (ww_tmask() != ww_all_) \
		goto ww_meet_; \
	ww_join_(); \
	ww_joined_ = 1;

/* That the count goes through asm keeps the compiler from telling threads apart
 * by it. */
#define ww_leave_(condition, here, otherwise) do { \
	_Static_assert(here, otherwise); \
	__asm__ volatile("addi %0, %0, 1" : "+r"(ww_open_)); \
	if (!ww_split_(!(condition))) \
		goto ww_next_; \
	} while (0)

#define ww_close_ \
	ww_next_: __attribute__((unused)); \
	if (!__builtin_constant_p(ww_open_)) \
		__asm__ volatile("1:\tbeqz %0, 2f\n\tjoin\n" \
				 "\taddi %0, %0, -1\n\tj 1b\n2:" \
				 : "+r"(ww_open_) : : "memory");

/* A word, for functions that take one: int and unsigned, long and unsigned
 * long, which have 32 bits, and narrower integers. C would convert a float to
 * an integer, and cut a long long, without a warning. */
#define ww_is_word_(v) \
	_Generic((v) + 0, int: 1, unsigned: 1, long: 1, unsigned long: 1, \
		 default: 0)
#define ww_word_(v, otherwise) __extension__ ({ \
	_Static_assert(ww_is_word_(v), otherwise); \
	(uint32_t)(v); })

/* RESULT, which may use ww_bits_, the bits of V, as a value of the type of V:
 * an integer of 32 bits or less, a float, a pointer. */
#define ww_of_bits_(v, result) __extension__ ({ \
	__typeof__((v) + 0) ww_v_ = (v); \
	uint32_t ww_bits_; \
	_Static_assert(sizeof ww_v_ == sizeof ww_bits_, \
		       "a shuffle takes 32 bits: int, unsigned, long, " \
		       "unsigned long, float or a pointer"); \
	__builtin_memcpy(&ww_bits_, &ww_v_, sizeof ww_bits_); \
	ww_bits_ = (result); \
	__builtin_memcpy(&ww_v_, &ww_bits_, sizeof ww_v_); \
	ww_v_; })

/* A if C holds, else B, in each thread for itself: never a branch, as c ? a : b
 * may be, and with clang even arithmetic in its place. For integers of 32 bits;
 * vx_choosef of vx_math.h is for floats. */
static inline __attribute__((always_inline)) uint32_t
ww_choose(_Bool c, uint32_t a, uint32_t b)
{
	uint32_t ww_mask_ = 0u - c;

	__asm__("" : "+r"(ww_mask_));
	return b ^ ((a ^ b) & ww_mask_);
}
#define ww_choose(c, a, b) \
	ww_choose(c, ww_chosen_(a), ww_chosen_(b))
#define ww_chosen_(v) ww_word_(v, "ww_choose takes integers of 32 bits; " \
	"vx_choosef of vx_math.h takes float")

/* A < B in each thread for itself, for integers of up to 64 bits: never a
 * branch, which a < b of 64 bits is. !ww_less(b, a) is a <= b. */
#define ww_less(a, b) __extension__ ({ \
	__typeof__((a) + (b)) ww_a_ = (a), ww_b_ = (b); \
	uint64_t ww_top_ = (uint64_t)((__typeof__(ww_a_))-1 < 1) << 63; \
	ww_less_((uint64_t)ww_a_ ^ ww_top_, (uint64_t)ww_b_ ^ ww_top_); })
static inline __attribute__((always_inline)) _Bool ww_less_(uint64_t a,
							    uint64_t b)
{
	uint32_t high = (uint32_t)(a >> 32), other = (uint32_t)(b >> 32);

	/* So that clang does not see that it is a < b. */
	__asm__("" : "+r"(high));
	return (high < other) |
	       ((high == other) & ((uint32_t)a < (uint32_t)b));
}

/* VALUE, a word or a pointer, of which the programmer knows that all threads
 * have the same one. ww-cc --plain, which sees a branch on it as one where no
 * threads part, then allows barriers behind the branch. */
#ifdef __ww_plain__
#define ww_same(value) __extension__ ({ \
	__typeof__((value) + 0) ww_same_ = (value); \
	_Static_assert(sizeof ww_same_ == 4, "ww_same takes 32 bits"); \
	__asm__("# ww_same" : "+r"(ww_same_)); \
	ww_same_; })
#else
#define ww_same(value) (value)
#endif

/* Votes of the active threads; all get the same answer, so that an ordinary if
 * may follow. */
static inline __attribute__((always_inline)) uint32_t ww_vote_(_Bool c,
							       uint32_t *all)
{
	uint32_t same; /* the threads whose C is mine */

	__asm__ volatile("csrr %0, %3\n\tsplit %2\n\tcsrr %1, %3\n\tjoin"
			 : "=&r"(*all), "=&r"(same)
			 : "r"((uint32_t)c), "i"(WW_CSR_TMASK));
	return same;
}

/* Bit t is set if C holds in the active thread t. */
static inline __attribute__((always_inline)) uint32_t ww_ballot(_Bool c)
{
	uint32_t all, same = ww_vote_(c, &all);

	return all & ~(same ^ (0u - c));
}

static inline __attribute__((always_inline)) _Bool ww_any(_Bool c)
{
	uint32_t all, same = ww_vote_(c, &all);

	return (c | (same ^ all)) != 0;
}

static inline __attribute__((always_inline)) _Bool ww_all(_Bool c)
{
	return !ww_any(!c);
}

/* VALUE of another active thread of the segment of WIDTH threads, a power of
 * two, in which this one lies; its own if there is none. Of the one with the
 * number LANE there, modulo WIDTH; DELTA before; DELTA behind; whose number
 * differs in the bits of BITS, which may lie in a segment before. For cores
 * with isa.shfl; DELTA and BITS below 64. A WIDTH of 32 is the whole warp,
 * whatever the core; then what the instruction is told fits an immediate.
 * VALUE has 32 bits, of an integer, a float or a pointer; the result has its
 * type. */
#ifdef __riscv_xshfl
#define WW_SHFL_(name, insn, what, field) \
	static inline __attribute__((always_inline)) uint32_t \
	name(uint32_t value, uint32_t what, uint32_t width) \
	{ \
		uint32_t ww_from_ = ((0u - width) & 31u) << 12 | 31u << 6; \
		uint32_t ww_answer_; \
		__asm__ volatile("shfl." #insn " %0, %1, %2" \
				 : "=r"(ww_answer_) \
				 : "r"(value), \
				   "r"(ww_from_ | (field))); \
		return ww_answer_; \
	}
#else
#define WW_SHFL_(name, insn, what, field) \
	uint32_t name(uint32_t value, uint32_t what, uint32_t width) \
		ww_needs_("isa.shfl", "true");
#endif
WW_SHFL_(ww_shfl_idx_, idx, lane, lane & (width - 1u) & 63u)
WW_SHFL_(ww_shfl_up_, up, delta, delta)
WW_SHFL_(ww_shfl_down_, down, delta, delta)
WW_SHFL_(ww_shfl_xor_, bfly, bits, bits)
#undef WW_SHFL_

#define ww_shfl(value, lane, width) \
	ww_of_bits_(value, ww_shfl_idx_(ww_bits_, lane, width))
#define ww_shfl_up(value, delta, width) \
	ww_of_bits_(value, ww_shfl_up_(ww_bits_, delta, width))
#define ww_shfl_down(value, delta, width) \
	ww_of_bits_(value, ww_shfl_down_(ww_bits_, delta, width))
#define ww_shfl_xor(value, bits, width) \
	ww_of_bits_(value, ww_shfl_xor_(ww_bits_, bits, width))

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

/* Calls KERNEL(tid, wid, ARG) for every thread of every software warp and
 * returns when all are done and their stores have reached memory. Requests
 * beyond the hardware are taken in turns: software warp w runs on hardware warp
 * w mod W, threads go T at a time. To be called by thread 0 of warp 0 while the
 * other warps are halted, so not from a kernel. */
void ww_spawn(uint32_t num_warps, uint32_t num_threads, ww_kernel kernel,
	      void *arg);

#include "vx.h"
#include "vx_matrix.h"

#ifdef __cplusplus
}
#endif

#endif
