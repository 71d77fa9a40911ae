/* vx.h - the runtime kernel: software warps, what they share,
 * and the matrix library
 * SPDX-License-Identifier: Apache-2.0
 *
 * warpwright.h includes this; doc/runtime.md explains it. Names that the source
 * paper has are its names.
 *
 * A software warp is a call of a kernel by numT threads; a request is numW of
 * them. Both may be more than the hardware has: hardware warps take software
 * warps from their run queues until these are empty, and threads beyond those
 * of a hardware warp go in rounds.
 *
 * What cannot go on ends the run with a message and an exit code:
 * 120 a wrong call, 121 no stack left, 122 no shared memory left, 123 no heap
 * left, 124 all wait for ever, 125 a kernel trapped, 126 threads apart where
 * they must be together, 127 vx_assert.
 */
#ifndef WARPWRIGHT_H
#include "warpwright.h" /* so that this may be included first, or alone */
#endif

#ifndef VX_H
#define VX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* TID counts 0 .. numT - 1, WID 0 .. numW - 1, unless flags or an id function
 * say else. */
typedef void (*vx_kernel)(uint32_t tid, uint32_t wid);

/* Makes a thread's ids from those it would have without. Called by all threads
 * together. */
typedef void (*vx_ids)(uint32_t *tid, uint32_t *wid);

/* A request; 0 is one that is done. */
typedef uint32_t vx_handle;

enum {
	VX_ASYNC = 1,         /* do not wait: warps 1 .. W-1 do the work */
	VX_ODD_WARPS = 2,     /* of 0 .. numW - 1 only the odd ones */
	VX_EVEN_WARPS = 4,
	VX_ODD_THREADS = 8,   /* of 0 .. numT - 1 only the odd ones */
	VX_EVEN_THREADS = 16,
	VX_SPREAD = 32        /* over all cores, whatever main has taken of
				 shared memory: each core has its own there */
};

/* Hardware warps of all cores: as many software warps run at a time. */
static inline uint32_t vx_num_warps(void)
{
	return ww_num_cores() * ww_num_warps();
}

/* vx_handle vx_spawnWarps(numW, numT, kernel, args, flags = 0, ids = NULL)
 *
 * Calls KERNEL for numW software warps of numT threads, up to 2^32 each.
 * Returns when all are done and their stores can be seen; with VX_ASYNC at
 * once, with a handle. For main: thread 0 of warp 0, not a kernel. If there is
 * but one warp, an asynchronous request is done at vx_wait.
 *
 * Of several cores all take part if the software warps are more than a core has
 * hardware warps, and main has no shared memory; else core 0 alone, or with
 * VX_ASYNC one core. */
#define vx_spawnWarps(...) \
	VX_CHOOSE_(__VA_ARGS__, VX_SPAWN_6_, VX_SPAWN_5_, VX_SPAWN_4_) \
	(__VA_ARGS__)
#define VX_CHOOSE_(w, t, k, a, f, i, chosen, ...) chosen
#define VX_SPAWN_6_(w, t, k, a, f, i) vx_spawn(w, t, k, a, f, i)
vx_handle vx_spawn(uint64_t num_w, uint64_t num_t, vx_kernel kernel, void *args,
		   uint32_t flags, vx_ids ids);

/* Calls a kernel for the software warps WID, WID + STRIDE ... below *LIMIT, at
 * least for one. *LIMIT may change meanwhile. Returns the first one that is
 * left. */
typedef uint32_t (*vx_loop)(uint32_t tid, uint32_t wid, uint32_t stride,
			    const volatile uint32_t *limit);

/* vx_spawn without ids and the flags about odd and even, of a kernel that is
 * called by a loop of its own. */
vx_handle vx_spawn_loop(uint64_t num_w, uint64_t num_t, vx_loop loop,
			void *args, uint32_t flags);

/* The software warp WID is about to run. For the loops of kernels. */
static inline void vx_running(uint32_t wid)
{
	/* The fourth word of the running task is this number. */
	register volatile uint32_t *task __asm__("tp");

	__asm__("" : "=r"(task));
	task[3] = wid;
}

#if defined __clang__ || defined __cplusplus
#define VX_SPAWN_4_(w, t, k, a) vx_spawn(w, t, k, a, 0, NULL)
#define VX_SPAWN_5_(w, t, k, a, f) vx_spawn(w, t, k, a, f, NULL)
#else
/* A kernel that is given by its name, not by a pointer, has a loop of its own:
 * so the compiler can move what is the same for all software warps in front of
 * it. The loop, with the symbol KERNEL.loop.N, has no variables of the function
 * around it. The runtime reads the number of the running software warp where it
 * is stored. */
#define VX_SPAWN_4_(w, t, k, a) VX_SPAWN_NAMED_(w, t, k, a, 0, #k)
#define VX_SPAWN_5_(w, t, k, a, f) VX_SPAWN_NAMED_(w, t, k, a, f, #k)
#define VX_SPAWN_NAMED_(w, t, k, a, f, name) \
	__builtin_choose_expr( \
		VX_IS_NAME_(k, name) && VX_NO_IDS_(f), \
		vx_spawn_loop(w, t, VX_LOOP_(k, name, __COUNTER__), a, f), \
		vx_spawn(w, t, k, a, f, NULL))
/* A function, and neither (k) nor *k. */
#define VX_IS_NAME_(k, name) \
	(__builtin_types_compatible_p(__typeof__(k), \
				      void(uint32_t, uint32_t)) && \
	 __builtin_strspn(name, "(*") == 0)
#define VX_NO_IDS_(f) \
	(__builtin_constant_p(f) ? ((f) & ~(VX_ASYNC | VX_SPREAD)) == 0 : 0)
#define VX_LOOP_(k, name, number) \
	VX_LOOP_AS_(__builtin_choose_expr(VX_IS_NAME_(k, name), k, \
					  (vx_kernel)NULL), \
		    name ".loop." VX_TEXT_(number))
#define VX_TEXT_(number) #number
#define VX_LOOP_AS_(k, symbol) \
	(__extension__({ \
		auto uint32_t vx_loop_(uint32_t, uint32_t, uint32_t, \
				       const volatile uint32_t *) \
			__asm__(symbol); \
		uint32_t vx_loop_(uint32_t vx_tid_, uint32_t vx_wid_, \
				  uint32_t vx_stride_, \
				  const volatile uint32_t *vx_limit_) \
		{ \
			do { \
				VX_ORDER_; \
				k(vx_tid_, vx_wid_); \
				VX_ORDER_; \
				vx_wid_ += vx_stride_; \
				vx_running(vx_wid_); \
			} while (vx_wid_ < *vx_limit_); \
			return vx_wid_; \
		} \
		vx_loop_; \
	}))
/* Loads and stores of one software warp are not moved into the next. */
#define VX_ORDER_ __asm__ volatile("" ::: "memory")
#endif

/* Waits until a request is done, or asks. For main. */
void vx_wait(vx_handle handle);
int vx_done(vx_handle handle);

/* From now on a software warp that has run for CYCLES to 2 CYCLES is switched
 * out while others want to run on its hardware warp; 0: no more. For main, on a
 * core with a timer (core.timer); returns 0 if it has none. It happens in a
 * kernel's own code, not inside __if or a loop that threads leave one by one.
 * Some hundred instructions go into each time, so below some thousand cycles
 * little else is done, and less than 512 for each hardware warp of the core are
 * taken for that. */
int vx_preempt(uint32_t cycles);

/* What a software warp's request has handed over for it. For kernels. */
static inline void *vx_get_arg(void)
{
	/* The runtime keeps tp: it points to the running task, whose second
	 * word this is. */
	register void *const *task __asm__("tp");

	__asm__("" : "=r"(task));
	return task[1];
}

/* Votes of the active threads on a condition; for all of them the answer is the
 * same. For cores with isa.vote; ww_any, ww_all and ww_ballot are for every
 * core. A condition holds if it is not 0, whatever its type. */
#ifdef __riscv_xvote
#define VX_VOTE_(name, type) \
	static inline __attribute__((always_inline)) type \
	vx_vote_##name##_(int c) \
	{ \
		type vx_answer_; \
		__asm__ volatile("vote." #name " %0, %1" \
				 : "=r"(vx_answer_) : "r"(c)); \
		return vx_answer_; \
	}
#else
#define VX_VOTE_(name, type) \
	type vx_vote_##name##_(int c) ww_needs_("isa.vote", "true");
#endif
VX_VOTE_(all, int)
VX_VOTE_(any, int)
VX_VOTE_(uni, int)
VX_VOTE_(ballot, uint32_t)
#undef VX_VOTE_
#define vx_vote_all(c) vx_vote_all_(VX_HOLDS_(c))       /* in all of them */
#define vx_vote_any(c) vx_vote_any_(VX_HOLDS_(c))       /* in one or more */
#define vx_vote_uni(c) vx_vote_uni_(VX_HOLDS_(c))       /* in all or none */
#define vx_vote_ballot(c) vx_vote_ballot_(VX_HOLDS_(c)) /* bit t: thread t */

/* Only of a word the instruction itself asks whether it is 0. */
#define VX_HOLDS_(c) \
	_Generic((c), int: (c), unsigned: (c), long: (c), unsigned long: (c), \
		 default: (c) != 0)

/* VALUE of another active thread, for cores with isa.shfl: of the one B before,
 * B behind, whose number differs in the bits of B, or with the number B, if it
 * is in this thread's segment (CVAL, MASK: doc/machine.md); else this thread's
 * own. VALUE has 32 bits, of an integer, a float or a pointer; the result has
 * its type. ww_shfl and its like count in segments of so many threads. */
#ifdef __riscv_xshfl
#define VX_SHFL_(name) \
	static inline __attribute__((always_inline)) uint32_t \
	vx_shfl_##name##_(uint32_t value, int bval, int cval, int mask) \
	{ \
		uint32_t vx_answer_; \
		__asm__ volatile("shfl." #name " %0, %1, %2" \
				 : "=r"(vx_answer_) \
				 : "r"(value), \
				   "r"(mask << 12 | cval << 6 | bval)); \
		return vx_answer_; \
	}
#else
#define VX_SHFL_(name) \
	uint32_t vx_shfl_##name##_(uint32_t value, int bval, int cval, \
				   int mask) ww_needs_("isa.shfl", "true");
#endif
VX_SHFL_(up)
VX_SHFL_(down)
VX_SHFL_(bfly)
VX_SHFL_(idx)
#undef VX_SHFL_
#define vx_shfl_up(value, bval, cval, mask) \
	ww_of_bits_(value, vx_shfl_up_(ww_bits_, bval, cval, mask))
#define vx_shfl_down(value, bval, cval, mask) \
	ww_of_bits_(value, vx_shfl_down_(ww_bits_, bval, cval, mask))
#define vx_shfl_bfly(value, bval, cval, mask) \
	ww_of_bits_(value, vx_shfl_bfly_(ww_bits_, bval, cval, mask))
#define vx_shfl_idx(value, bval, cval, mask) \
	ww_of_bits_(value, vx_shfl_idx_(ww_bits_, bval, cval, mask))

/* The next functions may switch the software warp out, so that another runs on
 * its hardware warp. They are for kernels, where all threads of the software
 * warp are together: inside an __if, even one on whose condition all agree, and
 * in a loop of threads that end one by one, they are not. */

/* Lets other software warps run. */
void vx_yield(void);

/* Waits until COUNT software warps are at barrier ID, 0 .. 63; there may be
 * more of them than hardware warps. Those that meet have equally many
 * rounds. */
void vx_barrier(uint32_t id, uint32_t count);

/* CUDA's __syncthreads: waits until all threads of this software warp are here.
 * Those of one round are in step anyway; if there are several rounds, each
 * waits here for the others, on stacks of its own. */
void vx_syncthreads(void);

/* A channel carries words from software warps to software warps, in order:
 *	static uint32_t words[8];
 *	static struct vx_channel c = VX_CHANNEL(words);
 */
struct vx_channel {
	uint32_t *words;
	uint32_t capacity;
	uint32_t first, count;
	volatile uint32_t changes;
};
#define VX_CHANNEL(array) \
	{ (array), sizeof(array) / sizeof((array)[0]), 0, 0, 0 }

/* Sends the word of the warp's first thread, an integer of 32 bits; waits while
 * the channel is full. */
void vx_send(struct vx_channel *c, uint32_t word);
#define vx_send(c, word) vx_send(c, ww_word_(word, \
	"vx_send takes a word: an integer of 32 bits, (uint32_t)(p) of a " \
	"pointer, vx_float_bits(f) of a float"))

/* All threads get the same word; waits while the channel is empty. */
uint32_t vx_receive(struct vx_channel *c);

/* The functions below may be called anywhere. The active threads act as one:
 * one block for all of them, whose address all get; one of them frees it. */

/* Shared memory, which all warps of the core reach. Aligned to 16 bytes,
 * contents undefined; ends the run if there is not enough. What main takes is
 * taken in all cores. If the software warp goes in rounds, all these get the
 * same block: its rounds wait there for each other, as in vx_syncthreads, and
 * for memory that other software warps hold, so the functions are for all of
 * its threads together. */
void *vx_sm_malloc(size_t size);
void vx_sm_free(void *block);
/* As vx_sm_malloc, but NULL if there is not enough. */
void *vx_sm_try(size_t size);
/* Bytes of shared memory the core has, 0 if none. */
size_t vx_sm_size(void);

/* The same with main memory. */
void *vx_malloc(size_t size);
void *vx_try(size_t size);
void vx_free(void *block);

/* Prints for each active thread, one after the other; nothing of other warps
 * comes between. %d %i %u %x %c %s %p %%, with a width, 0 or - before it. For
 * numbers, ll means 64 bits; l and z change nothing, and need not be there for
 * a uint32_t or a size_t. On a core with isa.f also %f %e %g and these in
 * capitals, for float and double, with all flags, width and precision of C, and
 * all digits right. Up to twelve arguments.
 *
 * If it optimizes and the format is a constant, the compiler refuses other
 * conversions and arguments that do not suit; with more than some three
 * arguments it may give up. What it lets pass ends the run if the conversion is
 * unknown. */
void vx_printf(const char *format, ...);

#define vx_printf(...) VX_EXPAND_(VX_PRINTF_, VX_COUNT_(__VA_ARGS__, \
	MANY, MANY, MANY, MANY, MANY, MANY, MANY, MANY, MANY, MANY, MANY, \
	MANY, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, ), __VA_ARGS__)
#define VX_COUNT_(f, a, b, c, d, e, g, h, i, j, k, l, m, n, o, p, q, r, s, t, \
		  u, v, w, x, y, z, ...) z
#define VX_EXPAND_(macro, ...) macro(__VA_ARGS__)
#define VX_EXPAND_ARGS_(macro, ...) macro(__VA_ARGS__)
#define VX_PRINTF_(n, ...) VX_PRINTF_##n##_(__VA_ARGS__)
#define VX_PRINTF_MANY_(...) __extension__ ({ \
	_Static_assert(0, "vx_printf takes up to twelve arguments"); })
#define VX_PRINTF_0_(format) VX_CHECKED_((vx_printf)(vx_format_), format, 0)
#define VX_PRINTF_1_(format, ...) \
	VX_CHECKED_((vx_printf)(vx_format_, __VA_ARGS__), format, \
		    VX_KINDS_1_(__VA_ARGS__))
#define VX_PRINTF_2_(format, ...) \
	VX_CHECKED_((vx_printf)(vx_format_, __VA_ARGS__), format, \
		    VX_KINDS_2_(__VA_ARGS__))
#define VX_PRINTF_3_(format, ...) \
	VX_CHECKED_((vx_printf)(vx_format_, __VA_ARGS__), format, \
		    VX_KINDS_3_(__VA_ARGS__))
#define VX_PRINTF_4_(format, ...) \
	VX_CHECKED_((vx_printf)(vx_format_, __VA_ARGS__), format, \
		    VX_KINDS_4_(__VA_ARGS__))
#define VX_PRINTF_5_(format, ...) \
	VX_CHECKED_((vx_printf)(vx_format_, __VA_ARGS__), format, \
		    VX_KINDS_5_(__VA_ARGS__))
#define VX_PRINTF_6_(format, ...) \
	VX_CHECKED_((vx_printf)(vx_format_, __VA_ARGS__), format, \
		    VX_KINDS_6_(__VA_ARGS__))
#define VX_PRINTF_7_(format, ...) \
	VX_CHECKED_((vx_printf)(vx_format_, __VA_ARGS__), format, \
		    VX_KINDS_7_(__VA_ARGS__))
#define VX_PRINTF_8_(format, ...) \
	VX_CHECKED_((vx_printf)(vx_format_, __VA_ARGS__), format, \
		    VX_KINDS_8_(__VA_ARGS__))
#define VX_PRINTF_9_(format, ...) \
	VX_CHECKED_((vx_printf)(vx_format_, __VA_ARGS__), format, \
		    VX_KINDS_9_(__VA_ARGS__))
#define VX_PRINTF_10_(format, ...) \
	VX_CHECKED_((vx_printf)(vx_format_, __VA_ARGS__), format, \
		    VX_KINDS_10_(__VA_ARGS__))
#define VX_PRINTF_11_(format, ...) \
	VX_CHECKED_((vx_printf)(vx_format_, __VA_ARGS__), format, \
		    VX_KINDS_11_(__VA_ARGS__))
#define VX_PRINTF_12_(format, ...) \
	VX_CHECKED_((vx_printf)(vx_format_, __VA_ARGS__), format, \
		    VX_KINDS_12_(__VA_ARGS__))
#define VX_CHECKED_(call, format, ...) __extension__ ({ \
	const char *vx_format_ = (format); \
	VX_EXPAND_ARGS_(VX_CHECK_, vx_format_, __VA_ARGS__, 0, 0, 0, 0, 0, 0, \
			0, 0, 0, 0, 0, 0, ) \
	call; })
#define VX_KINDS_1_(a) VX_KIND_(a)
#define VX_KINDS_2_(a, ...) VX_KIND_(a), VX_KINDS_1_(__VA_ARGS__)
#define VX_KINDS_3_(a, ...) VX_KIND_(a), VX_KINDS_2_(__VA_ARGS__)
#define VX_KINDS_4_(a, ...) VX_KIND_(a), VX_KINDS_3_(__VA_ARGS__)
#define VX_KINDS_5_(a, ...) VX_KIND_(a), VX_KINDS_4_(__VA_ARGS__)
#define VX_KINDS_6_(a, ...) VX_KIND_(a), VX_KINDS_5_(__VA_ARGS__)
#define VX_KINDS_7_(a, ...) VX_KIND_(a), VX_KINDS_6_(__VA_ARGS__)
#define VX_KINDS_8_(a, ...) VX_KIND_(a), VX_KINDS_7_(__VA_ARGS__)
#define VX_KINDS_9_(a, ...) VX_KIND_(a), VX_KINDS_8_(__VA_ARGS__)
#define VX_KINDS_10_(a, ...) VX_KIND_(a), VX_KINDS_9_(__VA_ARGS__)
#define VX_KINDS_11_(a, ...) VX_KIND_(a), VX_KINDS_10_(__VA_ARGS__)
#define VX_KINDS_12_(a, ...) VX_KIND_(a), VX_KINDS_11_(__VA_ARGS__)
#define VX_KIND_(a) _Generic((a), char *: 's', const char *: 's', \
	signed char *: 's', const signed char *: 's', \
	unsigned char *: 's', const unsigned char *: 's', \
	long long: 'L', unsigned long long: 'L', \
	float: 'f', double: 'f', long double: 'q', default: 'w')

#if defined __riscv_zfinx || defined __riscv_flen
#define VX_FLOATS_ "fegFEG"
#define VX_HAVE_ "%d %i %u %x (with ll for 64 bits), %c %s %p %%, a width, 0 " \
	"and -; %f %e %g with all that C has"
#define VX_TAKE_ "%f %e %g a float or double"
#else
#define VX_FLOATS_ ""
#define VX_HAVE_ "%d %i %u %x (with ll for 64 bits), %c %s %p %%, a width, 0 " \
	"and -; for %f %e %g the core needs isa.f = f, as in warpwright run " \
	"-s isa.f=f"
#define VX_TAKE_ "and floating point needs isa.f = f, as in warpwright run " \
	"-s isa.f=f"
#endif

#ifdef __OPTIMIZE__
enum {
	VX_RIGHT_,
	VX_NO_CONVERSION_,
	VX_NO_ARGUMENT_,
	VX_TOO_MANY_,
	VX_UNSUITED_,
	VX_UNKNOWN_
};
void vx_no_such_conversion_(void)
	__attribute__((error("vx_printf has " VX_HAVE_)));
void vx_no_argument_(void)
	__attribute__((error("vx_printf: a conversion has no argument")));
void vx_too_many_(void)
	__attribute__((error("vx_printf: an argument has no conversion")));
void vx_unsuited_(void)
	__attribute__((error("vx_printf: an argument does not suit its "
			     "conversion: %d %i %u %x %c take 32 bits, with ll "
			     "64, %s a string, " VX_TAKE_)));

#define VX_CHECK_(f, a, b, c, d, e, g, h, i, j, k, l, m, ...) do { \
	int vx_w_ = VX_RIGHT_; \
	const char *vx_f_ = (f); \
	vx_f_ = vx_next_(vx_f_, a, &vx_w_); \
	vx_f_ = vx_next_(vx_f_, b, &vx_w_); \
	vx_f_ = vx_next_(vx_f_, c, &vx_w_); \
	vx_f_ = vx_next_(vx_f_, d, &vx_w_); \
	vx_f_ = vx_next_(vx_f_, e, &vx_w_); \
	vx_f_ = vx_next_(vx_f_, g, &vx_w_); \
	vx_f_ = vx_next_(vx_f_, h, &vx_w_); \
	vx_f_ = vx_next_(vx_f_, i, &vx_w_); \
	vx_f_ = vx_next_(vx_f_, j, &vx_w_); \
	vx_f_ = vx_next_(vx_f_, k, &vx_w_); \
	vx_f_ = vx_next_(vx_f_, l, &vx_w_); \
	vx_f_ = vx_next_(vx_f_, m, &vx_w_); \
	vx_next_(vx_f_, 0, &vx_w_); \
	if (__builtin_constant_p(vx_w_)) { \
		if (vx_w_ == VX_NO_CONVERSION_) vx_no_such_conversion_(); \
		if (vx_w_ == VX_NO_ARGUMENT_) vx_no_argument_(); \
		if (vx_w_ == VX_TOO_MANY_) vx_too_many_(); \
		if (vx_w_ == VX_UNSUITED_) vx_unsuited_(); \
	} \
	} while (0);

/* To the next % that is not %%; after three of these in a row *WRONG is
 * unknown. */
static inline __attribute__((always_inline)) const char *vx_percent_(
	const char *f, int *wrong)
{
	f = __builtin_strchr(f, '%');
	if (f && f[1] == '%')
		f = __builtin_strchr(f + 2, '%');
	if (f && f[1] == '%')
		f = __builtin_strchr(f + 2, '%');
	if (f && f[1] == '%')
		f = __builtin_strchr(f + 2, '%');
	if (f && f[1] == '%')
		*wrong = VX_UNKNOWN_;
	return f;
}

/* Behind the next conversion of F, which is for an argument of KIND, 0 if there
 * is none; null if there is no conversion. */
static inline __attribute__((always_inline)) const char *vx_next_(const char *f,
								  int kind,
								  int *wrong)
{
	int far = 0, sized = 0, fancy = 0, real;

	f = f && *wrong == VX_RIGHT_ ? vx_percent_(f, wrong) : 0;
	if (*wrong != VX_RIGHT_)
		return 0;
	if (!f) {
		if (kind)
			*wrong = VX_TOO_MANY_;
		return 0;
	}
	f++;
	f += __builtin_strspn(f, "-0");
	if (*VX_FLOATS_) {
		fancy = __builtin_strspn(f, "+ #") != 0;
		f += __builtin_strspn(f, "-+ #0");
	}
	f += __builtin_strspn(f, "0123456789");
	if (*VX_FLOATS_ && *f == '.') {
		fancy = 1;
		f += 1 + __builtin_strspn(f + 1, "0123456789");
	}
	sized = *f == 'l' || *f == 'z';
	far = f[0] == 'l' && f[1] == 'l';
	f += sized + far;
	real = *VX_FLOATS_ && *f && __builtin_strchr(VX_FLOATS_, *f);
	if (!*f || (real ? far :
		    !__builtin_strchr(fancy ? "" :
				      sized ? "diux" : "diuxcsp", *f)))
		*wrong = VX_NO_CONVERSION_;
	else if (!kind)
		*wrong = VX_NO_ARGUMENT_;
	else if (real ? kind != 'f' :
		 *f == 's' ? kind != 's' :
		 *f == 'p' ? kind == 'L' || kind == 'f' || kind == 'q' :
			     kind != (far ? 'L' : 'w'))
		*wrong = VX_UNSUITED_;
	return *wrong == VX_RIGHT_ ? f + 1 : 0;
}
#else
#define VX_CHECK_(...)
#endif

/* Ends the run with exit code CODE, whatever other warps do. */
void vx_exit(int code) __attribute__((noreturn));

/* If CONDITION does not hold in a thread, says so with file, line and ids, and
 * ends the run. */
#ifdef __ww_plain__
#define vx_assert(condition) do { \
	if (!(condition)) \
		vx_assert_failed(#condition, __FILE__, __LINE__); \
} while (0)
#else
#define vx_assert(condition) do { \
	__if(!(condition)) { \
		vx_assert_failed(#condition, __FILE__, __LINE__); \
	} __endif \
} while (0)
#endif
void vx_assert_failed(const char *condition, const char *file, uint32_t line);

#ifdef __cplusplus
}
#endif

#endif
