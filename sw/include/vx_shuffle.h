/* vx_shuffle.h - exchange, sums and running sums within a warp, for cores with
 * isa.shfl
 * SPDX-License-Identifier: Apache-2.0
 *
 * All threads of the warp take part: none of this may stand where some of them
 * are not active. Values are int, unsigned or, on cores with isa.f, float; what
 * comes out has their type.
 *
 *	vx_shuffle(v, lane, width)      as ww_shfl and its like
 *	vx_shuffle_up, _down, _xor
 *	vx_sum(v, width)                the sum, in all threads
 *	vx_min, vx_max                  the least, the greatest
 *	vx_and, vx_or, vx_xor           bits, of integers
 *	vx_scan(v, width)               the sum of the threads before this one
 *
 * They are about segments of WIDTH threads: a power of two, and from vx_sum on
 * no more than the warp has. They take log2 WIDTH steps, of two or three
 * instructions each and without a branch if WIDTH is a constant. Floats are
 * added in pairs, fours and so on, the same in all threads; in vx_scan the
 * nearest threads first. The names of CUDA and of OpenCL are below.
 */
#ifndef VX_SHUFFLE_H
#define VX_SHUFFLE_H

#include "warpwright.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef __riscv_xshfl
#error "vx_shuffle.h is for cores with isa.shfl = true, as in run \
-s isa.shfl=true"
#endif

#define VX_INLINE_ static inline __attribute__((always_inline))

/* What never changes for a thread: unlike ww_thread_id(), once for a whole
 * loop. */
VX_INLINE_ uint32_t vx_thread_(void)
{
	uint32_t vx_id_;

	__asm__("csrr %0, %1" : "=r"(vx_id_) : "i"(WW_CSR_THREAD_ID));
	return vx_id_;
}

#define vx_shuffle(v, lane, width) ww_shfl(v, lane, width)
#define vx_shuffle_up(v, delta, width) ww_shfl_up(v, delta, width)
#define vx_shuffle_down(v, delta, width) ww_shfl_down(v, delta, width)
#define vx_shuffle_xor(v, bits, width) ww_shfl_xor(v, bits, width)

/* STEP(1), STEP(2), ... below WIDTH. */
#define VX_STEPS(width, step) \
	if ((width) > 1) { step(1) \
	if ((width) > 2) { step(2) \
	if ((width) > 4) { step(4) \
	if ((width) > 8) { step(8) \
	if ((width) > 16) { step(16) } } } } }

#define VX_EXCHANGE_(k) { b = vx_shuffle_xor(a, k, 32); VX_BOTH_ }
#define VX_REDUCE_(name, type) \
	VX_INLINE_ type name(type a, uint32_t width) \
	{ \
		type b; \
		VX_STEPS(width, VX_EXCHANGE_) \
		return a; \
	}

/* What the threads before have, moved on by one, so that the first thread has
 * 0 and keeps it; in each step a thread before which there is nobody adds
 * that. */
#define VX_FROM_(k) { \
	uint32_t from = in - k; \
	from &= ~(uint32_t)((int32_t)from >> 31); \
	a += vx_shuffle(a, from, width); }
#define VX_SCAN_(name, type) \
	VX_INLINE_ type name(type a, uint32_t width) \
	{ \
		uint32_t in = vx_thread_() & (width - 1); \
		a = vx_shuffle_up(a, 1, width); \
		a = ww_of_bits_(a, ww_bits_ & (0u - (in != 0))); \
		VX_STEPS(width, VX_FROM_) \
		return a; \
	}

#define VX_BOTH_ a += b;
VX_REDUCE_(vx_sum_u, uint32_t)
VX_SCAN_(vx_scan_u, uint32_t)
#undef VX_BOTH_
#define VX_BOTH_ a &= b;
VX_REDUCE_(vx_and_u, uint32_t)
#undef VX_BOTH_
#define VX_BOTH_ a |= b;
VX_REDUCE_(vx_or_u, uint32_t)
#undef VX_BOTH_
#define VX_BOTH_ a ^= b;
VX_REDUCE_(vx_xor_u, uint32_t)
#undef VX_BOTH_
#define VX_BOTH_ a = ww_choose(b < a, b, a);
VX_REDUCE_(vx_min_u, uint32_t)
VX_REDUCE_(vx_min_i, int32_t)
#undef VX_BOTH_
#define VX_BOTH_ a = ww_choose(b > a, b, a);
VX_REDUCE_(vx_max_u, uint32_t)
VX_REDUCE_(vx_max_i, int32_t)
#undef VX_BOTH_

#if defined __riscv_flen || defined __riscv_zfinx
#include "vx_math.h"
#define VX_BOTH_ a += b;
VX_REDUCE_(vx_sum_f, float)
VX_SCAN_(vx_scan_f, float)
#undef VX_BOTH_
#define VX_BOTH_ a = fminf(a, b);
VX_REDUCE_(vx_min_f, float)
#undef VX_BOTH_
#define VX_BOTH_ a = fmaxf(a, b);
VX_REDUCE_(vx_max_f, float)
#undef VX_BOTH_
#define VX_IF_FLOAT_(function) float: function,
VX_INLINE_ void VX_NONE_(void) { } /* no operation of floats */
#else
#define VX_IF_FLOAT_(function)
#endif

/* int32_t is long with one compiler, int with the other. */
#define VX_PICK_TYPE_(v, f, i, u) _Generic((v) + 0, \
	VX_IF_FLOAT_(f) int: i, long: i, unsigned: u, unsigned long: u)
#define VX_SAME_(v, f, u, width) \
	((__typeof__((v) + 0))VX_PICK_TYPE_(v, f, u, u)(v, width))
#define vx_sum(v, width)  VX_SAME_(v, vx_sum_f, vx_sum_u, width)
#define vx_scan(v, width) VX_SAME_(v, vx_scan_f, vx_scan_u, width)
#define vx_and(v, width)  VX_SAME_(v, VX_NONE_, vx_and_u, width)
#define vx_or(v, width)   VX_SAME_(v, VX_NONE_, vx_or_u, width)
#define vx_xor(v, width)  VX_SAME_(v, VX_NONE_, vx_xor_u, width)
#define vx_min(v, width) \
	((__typeof__((v) + 0))VX_PICK_TYPE_(v, vx_min_f, vx_min_i, vx_min_u)( \
		v, width))
#define vx_max(v, width) \
	((__typeof__((v) + 0))VX_PICK_TYPE_(v, vx_max_f, vx_max_i, vx_max_u)( \
		v, width))

/* CUDA. MASK is for its threads that run apart; here it names all of them.
 * The width may be left out. */
#define VX_1ST_(a, ...) a
#define VX_2ND_(a, b, ...) b
#define VX_SYNC_(shuffle, mask, v, ...) \
	((void)(mask), shuffle(v, VX_1ST_(__VA_ARGS__), VX_2ND_(__VA_ARGS__)))
#define __shfl_sync(mask, v, ...) \
	VX_SYNC_(vx_shuffle, mask, v, __VA_ARGS__, 32, 0)
#define __shfl_up_sync(mask, v, ...) \
	VX_SYNC_(vx_shuffle_up, mask, v, __VA_ARGS__, 32, 0)
#define __shfl_down_sync(mask, v, ...) \
	VX_SYNC_(vx_shuffle_down, mask, v, __VA_ARGS__, 32, 0)
#define __shfl_xor_sync(mask, v, ...) \
	VX_SYNC_(vx_shuffle_xor, mask, v, __VA_ARGS__, 32, 0)
#define __reduce_add_sync(mask, v) ((void)(mask), sub_group_reduce_add(v))
#define __reduce_min_sync(mask, v) ((void)(mask), sub_group_reduce_min(v))
#define __reduce_max_sync(mask, v) ((void)(mask), sub_group_reduce_max(v))
#define __reduce_and_sync(mask, v) ((void)(mask), sub_group_reduce_and(v))
#define __reduce_or_sync(mask, v)  ((void)(mask), sub_group_reduce_or(v))
#define __reduce_xor_sync(mask, v) ((void)(mask), sub_group_reduce_xor(v))

/* OpenCL. */
#define sub_group_shuffle(v, lane)       vx_shuffle(v, lane, 32)
#define sub_group_shuffle_up(v, delta)   vx_shuffle_up(v, delta, 32)
#define sub_group_shuffle_down(v, delta) vx_shuffle_down(v, delta, 32)
#define sub_group_shuffle_xor(v, bits)   vx_shuffle_xor(v, bits, 32)
#define sub_group_broadcast(v, lane)     vx_shuffle(v, lane, 32)
#define sub_group_reduce_add(v)          vx_sum(v, ww_num_threads())
#define sub_group_reduce_min(v)          vx_min(v, ww_num_threads())
#define sub_group_reduce_max(v)          vx_max(v, ww_num_threads())
#define sub_group_reduce_and(v)          vx_and(v, ww_num_threads())
#define sub_group_reduce_or(v)           vx_or(v, ww_num_threads())
#define sub_group_reduce_xor(v)          vx_xor(v, ww_num_threads())
#define sub_group_clustered_reduce_add(v, size) vx_sum(v, size)
#define sub_group_clustered_reduce_min(v, size) vx_min(v, size)
#define sub_group_clustered_reduce_max(v, size) vx_max(v, size)
#define sub_group_scan_exclusive_add(v)  vx_scan(v, ww_num_threads())
#define sub_group_scan_inclusive_add(v) __extension__ ({ \
	__typeof__((v) + 0) vx_own_ = (v); \
	vx_scan(vx_own_, ww_num_threads()) + vx_own_; })

#ifdef __cplusplus
}
#endif

#endif
