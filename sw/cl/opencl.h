/* opencl.h - what every OpenCL C program includes first
 * SPDX-License-Identifier: Apache-2.0
 *
 * Copies of a work-group: a copy is a loop of all its items, and to wait for it
 * is a barrier.
 */
#ifndef WW_OPENCL_H
#define WW_OPENCL_H

#define event_t uint

#define ww_item_() (get_local_id(0) + get_local_size(0) * \
	(get_local_id(1) + get_local_size(1) * get_local_id(2)))
#define ww_items_() \
	(get_local_size(0) * get_local_size(1) * get_local_size(2))
#define ww_copy_(to, from, count, to_step, from_step, event) ({ \
	for (size_t ww_i_ = ww_item_(), ww_n_ = (count); ww_i_ < ww_n_; \
	     ww_i_ += ww_items_()) \
		(to)[ww_i_ * (to_step)] = (from)[ww_i_ * (from_step)]; \
	(event_t)(event); })
#define async_work_group_copy(to, from, count, event) \
	ww_copy_(to, from, count, 1, 1, event)
/* The stride is that of the side in global memory. */
#define async_work_group_strided_copy(to, from, count, stride, event) \
	ww_copy_(to, from, count, ww_step_(to, stride), \
		 ww_step_(from, stride), event)
#define ww_step_(pointer, stride) \
	ww_stride_((__typeof__(&*(pointer)))(pointer), stride)
inline size_t __attribute__((overloadable, always_inline)) ww_stride_(
	const __global void *p, size_t stride)
{
	(void)p;
	return stride;
}
inline size_t __attribute__((overloadable, always_inline)) ww_stride_(
	const __local void *p, size_t stride)
{
	(void)p;
	(void)stride;
	return 1;
}
#define wait_group_events(count, events) \
	((void)(events), barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE))

/* The functions without a promised precision are those with one. libclc's are
 * made for instructions that the core has not. */
#define native_cos(x) cos(x)
#define half_cos(x) cos(x)
#define native_exp(x) exp(x)
#define half_exp(x) exp(x)
#define native_exp2(x) exp2(x)
#define half_exp2(x) exp2(x)
#define native_exp10(x) exp10(x)
#define half_exp10(x) exp10(x)
#define native_log(x) log(x)
#define half_log(x) log(x)
#define native_log2(x) log2(x)
#define half_log2(x) log2(x)
#define native_log10(x) log10(x)
#define half_log10(x) log10(x)
#define native_sin(x) sin(x)
#define half_sin(x) sin(x)
#define native_sqrt(x) sqrt(x)
#define half_sqrt(x) sqrt(x)
#define native_rsqrt(x) rsqrt(x)
#define half_rsqrt(x) rsqrt(x)
#define native_tan(x) tan(x)
#define half_tan(x) tan(x)
#define native_powr(x, y) powr(x, y)
#define half_powr(x, y) powr(x, y)
#define native_recip(x) (1.0f / (x))
#define half_recip(x) (1.0f / (x))
#define native_divide(x, y) ((x) / (y))
#define half_divide(x, y) ((x) / (y))

#define mad_hi(a, b, c) \
	((__typeof__(mul_hi(a, b)))(mul_hi(a, b) + (c)))

/* Atomic functions: clang's own take words that are const, with a warning, and
 * what is not 32 bits wide. */
#define ww_no_(why) __attribute__((overloadable, unavailable(why)))
#define ww_in_(space, name, type, ...) \
	type __attribute__((overloadable)) \
	name(volatile space type *, ##__VA_ARGS__); \
	type ww_no_("it writes the word, which is const") \
	name(const volatile space type *, ##__VA_ARGS__);
#define ww_32_(name, type, ...) \
	ww_in_(__global, name, type, ##__VA_ARGS__) \
	ww_in_(__local, name, type, ##__VA_ARGS__)
#define ww_not_in_(space, name, type, ...) \
	type ww_no_("the core has atomic functions for int and uint alone, " \
		    "and atomic_xchg for float; add up other numbers by " \
		    "item first, or take a lock with atomic_cmpxchg") \
	name(const volatile space type *, ##__VA_ARGS__);
#define ww_other_(name, type, ...) \
	ww_not_in_(__global, name, type, ##__VA_ARGS__) \
	ww_not_in_(__local, name, type, ##__VA_ARGS__)
#define ww_numbers_(bits, name, type) \
	bits(name##add, type, type) bits(name##sub, type, type) \
	bits(name##min, type, type) bits(name##max, type, type) \
	bits(name##and, type, type) bits(name##or, type, type) \
	bits(name##xor, type, type) \
	bits(name##inc, type) bits(name##dec, type) \
	bits(name##cmpxchg, type, type, type)
#define ww_atomics_(bits, name, type) \
	ww_numbers_(bits, name, type) bits(name##xchg, type, type)
#define ww_not_(type) \
	ww_atomics_(ww_other_, atomic_, type) \
	ww_atomics_(ww_other_, atom_, type)
ww_atomics_(ww_32_, atomic_, int)
ww_atomics_(ww_32_, atomic_, uint)
ww_atomics_(ww_32_, atom_, int)
ww_atomics_(ww_32_, atom_, uint)
ww_32_(atomic_xchg, float, float)
ww_numbers_(ww_other_, atomic_, float)
ww_atomics_(ww_other_, atom_, float)
ww_not_(long)
ww_not_(ulong)
ww_not_(short)
ww_not_(ushort)
ww_not_(char)
ww_not_(uchar)

/* VALUE, with the programmer's word that all items of a group have the same. */
#define ww_same(value) ({ \
	__typeof__((value) + 0) ww_same_ = (value); \
	__asm__("# ww_same" : "+r"(ww_same_)); \
	ww_same_; })

#endif
