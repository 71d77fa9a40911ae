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
static inline size_t __attribute__((overloadable, always_inline)) ww_stride_(
	const __global void *p, size_t stride)
{
	(void)p;
	return stride;
}
static inline size_t __attribute__((overloadable, always_inline)) ww_stride_(
	const __local void *p, size_t stride)
{
	(void)p;
	(void)stride;
	return 1;
}
#define wait_group_events(count, events) \
	((void)(events), barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE))

/* VALUE, with the programmer's word that all items of a group have the same. */
#define ww_same(value) ({ \
	__typeof__((value) + 0) ww_same_ = (value); \
	__asm__("# ww_same" : "+r"(ww_same_)); \
	ww_same_; })

#endif
