/* items.c - the place of a work-item, and barriers
 * SPDX-License-Identifier: Apache-2.0
 *
 * ww-clc makes of a call get_global_id(d) one of __ww_Z13get_global_idj(nd,
 * here, item, d), with the parameters of the kernel's entry in front: the
 * launch, the place of the group, the number of the item in it. It inlines
 * these functions. A function here may call only functions of this file and of
 * the runtime.
 */
#include "warpwright.h"

#include "cl.h"

typedef const struct ww_cl_launch *nd_p;
typedef const struct ww_cl_here *here_p;

#define PLACE(name) name(nd_p nd, here_p here, uint32_t item, uint32_t d)
#define INLINE static inline __attribute__((always_inline))
#define UNUSED (void)nd, (void)here, (void)item, (void)d

/* Where ITEM is in dimension D of its group. */
INLINE uint32_t place_of(nd_p nd, uint32_t item, uint32_t d)
{
	uint32_t line = item * nd->by_line >> WW_CL_BY;
	uint32_t plane = item * nd->by_plane >> WW_CL_BY;

	switch (d) {
	case 0: return item - line * nd->local[0];
	case 1: return line - plane * nd->local[1];
	case 2: return plane;
	default: return 0;
	}
}

uint32_t PLACE(__ww_Z12get_local_idj)
{
	return place_of(nd, item, d) - (d == 0 ? here->skip : 0);
}

uint32_t PLACE(__ww_Z13get_global_idj)
{
	return d > 2 ? 0 : here->base[d] + place_of(nd, item, d);
}

uint32_t PLACE(__ww_Z12get_group_idj)
{
	UNUSED;
	return d > 2 ? 0 : here->group[d];
}

uint32_t PLACE(__ww_Z15get_global_sizej)
{
	UNUSED;
	return d > 2 ? 1 : nd->global[d];
}

uint32_t PLACE(__ww_Z14get_local_sizej)
{
	UNUSED;
	return d > 2 ? 1 : nd->local[d];
}

uint32_t PLACE(__ww_Z14get_num_groupsj)
{
	UNUSED;
	return d > 2 ? 1 : nd->groups[d];
}

uint32_t PLACE(__ww_Z17get_global_offsetj)
{
	UNUSED;
	return d > 2 ? 0 : nd->offset[d];
}

uint32_t __ww_Z12get_work_dimv(nd_p nd, here_p here, uint32_t item)
{
	(void)here, (void)item;
	return nd->dims;
}

/* What vx_cl_turn changes. */
#ifdef __riscv_flen
#define FLOATS , "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", \
	"ft8", "ft9", "ft10", "ft11", "fa0", "fa1", "fa2", "fa3", "fa4", \
	"fa5", "fa6", "fa7", "fs0", "fs1", "fs2", "fs3", "fs4", "fs5", "fs6", \
	"fs7", "fs8", "fs9", "fs10", "fs11"
#else
#define FLOATS
#endif
#define ALL "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1", "a2", \
	"a3", "a4", "a5", "a6", "a7", "s1", "s2", "s3", "s4", "s5", "s6", \
	"s7", "s8", "s9", "s10", "s11" FLOATS

/* What --check wants to know (sanitize/order.h), in a program that is compiled
 * for it: the items of a warp meet; the next row begins, with these items. */
#ifdef __ww_check__
#define NOTE(number, value) \
	__asm__ volatile("slti zero, %0, " #number : : "r"(value) : "memory")
#define NOTE_MEET() NOTE(77, 0)
#define NOTE_ROW(x, y, z, item) \
	(NOTE_(78, x), NOTE_(79, y), NOTE_(80, z), NOTE_(81, item))
#define NOTE_(number, value) __extension__ ({ NOTE(number, value); })
#else
#define NOTE_MEET() ((void)0)
#define NOTE_ROW(x, y, z, item) ((void)0)
#endif

void PLACE(__ww_Z7barrierj)
{
	UNUSED;
	__asm__ volatile("" ::: "memory");
	NOTE_MEET();
	if (nd->deep) {
		__asm__ volatile("call t0, vx_cl_turn" ::: ALL, "memory");
	} else if (nd->rows > 1) {
		ww_fence();
		ww_bar(here->slot, nd->rows);
	}
}

/* The barrier of CUDA, which does not wait for threads that have returned. In a
 * block of hardware that has one group, warps whose threads all have returned
 * are out of the count. */
void PLACE(__ww_Z18__ww_block_barrierj)
{
	UNUSED;
	__asm__ volatile("" ::: "memory");
	NOTE_MEET();
	if (nd->deep) {
		__asm__ volatile("call t0, vx_cl_turn" ::: ALL, "memory");
	} else if (nd->rows > 1) {
		ww_fence();
		if (nd->leaves)
			__asm__ volatile("bar.sync" ::: "memory");
		else
			ww_bar(here->slot, nd->rows);
	}
}

void PLACE(__ww_Z9mem_fencej)
{
	UNUSED;
	ww_fence();
}

void PLACE(__ww_Z14read_mem_fencej)
{
	UNUSED;
	ww_fence();
}

void PLACE(__ww_Z15write_mem_fencej)
{
	UNUSED;
	ww_fence();
}

typedef void body(nd_p nd, here_p here, uint32_t item);

/* An item of a kernel with barriers, whose rows run at the same time, or are
 * folded: so that the compiler knows. */
void __ww_group(const struct ww_cl_launch *restrict nd, here_p here,
		uint32_t item, body *run)
{
	if (!nd->deep)
		run(nd, here, item);
}

void __ww_group_folded(const struct ww_cl_launch *restrict nd, here_p here,
		       uint32_t item, body *run)
{
	if (nd->deep)
		run(nd, here, item);
}

/* Which group of a line has row AT of it; ROWS: of a group. */
INLINE uint32_t group_of(nd_p nd, uint32_t at, uint32_t rows)
{
	if (rows == 1)
		return at;
	return nd->by_rows ? (uint32_t)((uint64_t)at * nd->by_rows >> 32) :
			     at / rows;
}

/* Row after row of a kernel whose items need not be together: those of warp
 * WID of all cores. A warp has a few rows that are neighbours, whose words may
 * share a line of the cache; then come those of the other warps. After them it
 * is another place's turn, so rows that are heavy at regular distances do not
 * all fall on one warp. What does not change from row to row, or from line to
 * line of groups, the compiler takes out of the loops. FLAT: sides 1 and 2 of
 * groups are 1, and items are counted over all groups of a line; WHOLE: each
 * row has as many items as a warp has threads; ROWS: of a group. */
INLINE void run_rows(const struct ww_cl_launch *restrict nd, uint32_t tid,
		     uint32_t wid, body *run, int flat, int whole,
		     uint32_t rows)
{
	uint32_t threads = ww_num_threads(), line = nd->groups[0] * rows;
	uint32_t all = nd->all * rows, at = wid * nd->near;

	while (at < all) {
		uint32_t y = at < line ? 0 : at / line, begin = y * line;
		uint32_t z = y < nd->groups[1] ? 0 : y / nd->groups[1];

		y -= z * nd->groups[1];
		do {
			uint32_t x = group_of(nd, at - begin, rows);
			uint32_t first = flat ? x * rows : 0;
			uint32_t row = at - begin - (flat ? 0 : x * rows);
			uint32_t item = row * threads + tid;
			struct ww_cl_here here = {
				.group = { x, y, z },
				.base = { (flat ? 0 : x * nd->local[0]) +
						  nd->offset[0],
					  y * nd->local[1] + nd->offset[1],
					  z * nd->local[2] + nd->offset[2] },
				.skip = first * threads,
			};

			NOTE_ROW(x, y, z, item - first * threads);
			if (whole || item < nd->items)
				run(nd, &here, item);
			if ((++at & (nd->near - 1)) == 0)
				at += at & nd->turn ? nd->turn + 1 : nd->far;
		} while (at < begin + line);
	}
}

/* Which of the functions below is for the launch. */
uint32_t __ww_rows_kind(const struct ww_cl_launch *restrict nd)
{
	int whole = nd->rows * ww_num_threads() == nd->items;

	if (whole && !nd->by_line && !nd->by_plane)
		return WW_CL_LINE;
	return nd->rows == 1 ? WW_CL_ONE : whole ? WW_CL_WHOLE : WW_CL_ANY;
}

void __ww_rows_line(const struct ww_cl_launch *restrict nd, uint32_t tid,
		    uint32_t wid, body *run)
{
	/* So that the compiler knows. */
	if (!nd->by_line && !nd->by_plane)
		run_rows(nd, tid, wid, run, 1, 1, nd->rows);
}

void __ww_rows_one(const struct ww_cl_launch *restrict nd, uint32_t tid,
		   uint32_t wid, body *run)
{
	if (tid < nd->items)
		run_rows(nd, tid, wid, run, 0, 1, 1);
}

void __ww_rows_whole(const struct ww_cl_launch *restrict nd, uint32_t tid,
		     uint32_t wid, body *run)
{
	run_rows(nd, tid, wid, run, 0, 1, nd->rows);
}

void __ww_rows_any(const struct ww_cl_launch *restrict nd, uint32_t tid,
		   uint32_t wid, body *run)
{
	run_rows(nd, tid, wid, run, 0, 0, nd->rows);
}
