/* blocks.h - what run puts behind kernels in C without a main
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of each kernel, by macros of this file: a struct of its arguments, as the
 * host lays them out; a list of them; an entry, NAME.blocks, which calls the
 * kernel. A launch has the address of ww_cl_launch as its argument, whose first
 * word is that of the arguments. The entry reads it from the CSR, so that the
 * compiler knows the arguments to be the same in all threads.
 */
#ifndef WW_CL_BLOCKS_H
#define WW_CL_BLOCKS_H

#include "cl.h"
#include "ww_block.h"

extern char _end[], __heap_limit[];

struct ww_bytes_ { char byte; };

#define WW_CLASS_(v) _Generic((v), \
	float: WW_CL_FLOAT, signed char: WW_CL_SIGNED, short: WW_CL_SIGNED, \
	int: WW_CL_SIGNED, long: WW_CL_SIGNED, long long: WW_CL_SIGNED, \
	char: WW_CL_UNSIGNED, unsigned char: WW_CL_UNSIGNED, \
	unsigned short: WW_CL_UNSIGNED, unsigned: WW_CL_UNSIGNED, \
	unsigned long: WW_CL_UNSIGNED, unsigned long long: WW_CL_UNSIGNED, \
	_Bool: WW_CL_UNSIGNED, default: WW_CL_OTHER)

#define WW_MEMBER_(kernel, name) (((struct ww_args_##kernel *)0)->name)

#define WW_ARG_(kernel, name_, kind_, one, type_) { \
	.kind = kind_, .offset = offsetof(struct ww_args_##kernel, name_), \
	.bytes = sizeof WW_MEMBER_(kernel, name_), .class_ = WW_CLASS_(one), \
	.element = WW_CLASS_(one) == WW_CL_OTHER ? 0 : sizeof(one), \
	.lanes = 1, .type = (uint32_t)type_, .name = (uint32_t)#name_ }
#define WW_VALUE_(kernel, name, type) \
	WW_ARG_(kernel, name, WW_CL_VALUE, WW_MEMBER_(kernel, name), type)
#define WW_BUFFER_(kernel, name, type) \
	WW_ARG_(kernel, name, WW_CL_GLOBAL, *WW_MEMBER_(kernel, name), type)
#define WW_BYTES_(kernel, name, type) \
	WW_ARG_(kernel, name, WW_CL_GLOBAL, *(struct ww_bytes_ *)0, type)

#define WW_ROW_(kernel, count_) { \
	.name = (uint32_t)#kernel, .count = count_, \
	.args = (uint32_t)ww_list_##kernel, \
	.arg_bytes = sizeof(struct ww_args_##kernel), \
	.attributes = (uint32_t)"" }

#define WW_GRID_PROGRAM_(count_) \
	extern const struct ww_cl_program ww_cl_program; \
	extern struct ww_cl_launch ww_cl_launch; \
	__attribute__((used)) const struct ww_cl_program ww_cl_program = { \
		.version = WW_CL_VERSION, .count = count_, \
		.kernels = (uint32_t)ww_kernels_ }; \
	__attribute__((used)) struct ww_cl_launch ww_cl_launch = { \
		.heap = (uint32_t)_end, .heap_end = (uint32_t)__heap_limit };

#define WW_GRID_(kernel) \
	ww_entry_(#kernel ".blocks", #kernel ".threads") \
	__attribute__((used)) void ww_grid_##kernel(void) \
		__asm__(#kernel ".threads"); \
	void ww_grid_##kernel(void)
#define WW_GRID_ARGS_(kernel) \
	const struct ww_args_##kernel *ww_a_ = \
		*(const struct ww_args_##kernel *const *)ww_csr_constant( \
			WW_CSR_LAUNCH_ARG); \
	(void)ww_a_;

#endif
