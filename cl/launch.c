/* launch.c - a launch of an OpenCL kernel, written into a program's memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cl/launch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/bytes.h"
#include "golden/golden.h"

/* The runtime's heap: the head of a block; what it takes for each warp. The
 * alignments of its blocks, and of small rooms in local memory. What is above
 * the stacks of a row. */
enum { BLOCK_HEAD = 16, WARP_HEAP = 2048, SMALL_ALIGN = 16,
       ROW_HEAD = 64, MANY_TURNS = 16 };

/* Pages of shared memory (doc/blocks.md); room for a struct vx_fold. */
enum { SMEM_PAGES = 16, LEAST_PAGE = 64, FOLD = 64 };

static uint64_t align(uint64_t at, uint64_t to)
{
	return (at + to - 1) / to * to;
}

/* --- memory ----------------------------------------------------------- */

static const struct elf_symbol *launch_of(const struct elf_image *image)
{
	const struct elf_symbol *s = elf_variable(image, "ww_cl_launch");

	if (!s || s->addr < image->ram_base ||
	    s->addr - image->ram_base >
		    image->ram_size - sizeof(struct ww_cl_launch))
		return NULL;
	return s;
}

uint8_t *cl_memory_at(const struct cl_memory *memory, uint32_t addr)
{
	return memory->image->ram + (addr - memory->image->ram_base);
}

int cl_memory_open(struct elf_image *image, const struct machine *m,
		   struct cl_memory *memory)
{
	const struct elf_symbol *s = launch_of(image);
	uint64_t reserve = (uint64_t)m->cores * m->warps * WARP_HEAP;
	uint32_t heap, end;

	*memory = (struct cl_memory){ .image = image };
	if (!s)
		return CL_E_NO_PROGRAM;
	heap = bytes_u32(cl_memory_at(memory, s->addr) +
			 offsetof(struct ww_cl_launch, heap));
	end = bytes_u32(cl_memory_at(memory, s->addr) +
			offsetof(struct ww_cl_launch, heap_end));
	if (heap < image->ram_base || end < heap ||
	    end - image->ram_base > image->ram_size)
		return CL_E_DAMAGED;
	memory->heap = (uint32_t)align(heap, BLOCK_HEAD) + BLOCK_HEAD;
	memory->next = (uint32_t)align(memory->heap, WW_CL_ALIGN);
	memory->end = end - heap > reserve ? (uint32_t)(end - reserve) : heap;
	return CL_OK;
}

uint32_t cl_memory_take(struct cl_memory *memory, uint64_t bytes)
{
	uint32_t addr = memory->next;

	bytes = align(bytes ? bytes : 1, WW_CL_ALIGN);
	if (addr > memory->end || bytes > memory->end - addr)
		return 0;
	memory->next += (uint32_t)bytes;
	return addr;
}

/* The loaded part of IMAGE grows by what the buffers have. */
static int add_part(struct cl_memory *memory)
{
	struct elf_image *i = memory->image;
	struct elf_part *parts = realloc(i->parts, (i->part_count + 1) *
					 sizeof *parts);

	if (!parts)
		return CL_E_NOMEM;
	i->parts = parts;
	parts[i->part_count++] = (struct elf_part){
		memory->heap, memory->next - memory->heap
	};
	if (i->highest < memory->next)
		i->highest = memory->next;
	return CL_OK;
}

/* --- sizes ------------------------------------------------------------ */

/* Of 1024 threads of a launch in groups of N items, those that have one. */
static uint32_t use_of(const struct machine *m, uint32_t n)
{
	return 1024 * n / ((n + m->threads - 1) / m->threads * m->threads);
}

/* Items in a line, ALL of them, which need not be together: groups of N, or
 * larger ones if those leave fewer threads without items. */
static uint32_t larger_group(const struct machine *m, uint32_t all, uint32_t n)
{
	for (uint32_t k = n + 1; k <= CL_GROUP_MAX && k <= all; k++)
		if (all % k == 0 && use_of(m, k) > use_of(m, n))
			n = k;
	return n;
}

void cl_launch_choose_local(const struct machine *m, const struct cl_kernel *k,
			    struct cl_range *range)
{
	uint32_t left = m->threads;

	for (uint32_t d = 0; d < 3; d++) {
		uint32_t n = left < range->global[d] ? left : range->global[d];

		while (n > 1 && range->global[d] % n)
			n--;
		range->local[d] = k->required[0] ? k->required[d] :
				  n ? n : 1;
		left /= range->local[d];
	}
	if (!k->required[0] && !k->together && range->global[1] == 1 &&
	    range->global[2] == 1)
		range->local[0] = larger_group(m, range->global[0],
					       range->local[0]);
}

int cl_launch_check(const struct cl_kernel *k, const struct cl_range *range,
		    char *why, size_t size)
{
	uint64_t items = 1, groups = 1;

	for (uint32_t d = 0; d < 3; d++) {
		uint32_t global = range->global[d], local = range->local[d];

		if (k->required[0] && k->required[d] != local) {
			snprintf(why, size, "kernel %s requires groups of %"
				 PRIu32 ",%" PRIu32 ",%" PRIu32
				 " (reqd_work_group_size)", k->name,
				 k->required[0], k->required[1],
				 k->required[2]);
			return CL_E_RANGE;
		}
		if (!global || !local || global % local) {
			snprintf(why, size, "the local size %" PRIu32
				 " does not divide the global size %" PRIu32
				 " in dimension %" PRIu32, local, global, d);
			return CL_E_RANGE;
		}
		if ((uint64_t)range->offset[d] + global > UINT32_MAX) {
			snprintf(why, size, "dimension %" PRIu32 " goes beyond "
				 "2^32 - 1", d);
			return CL_E_RANGE;
		}
		items *= local;
		groups *= global / local;
		if (items > CL_GROUP_MAX) {
			snprintf(why, size, "a group has more than %d items",
				 CL_GROUP_MAX);
			return CL_E_GROUP;
		}
		if (groups > UINT32_MAX) {
			snprintf(why, size, "there are more than 2^32 - 1 "
				 "groups");
			return CL_E_RANGE;
		}
	}
	return CL_OK;
}

/* --- local memory ----------------------------------------------------- */

static uint32_t room_align(uint64_t bytes)
{
	return bytes < WW_CL_ALIGN ? SMALL_ALIGN : WW_CL_ALIGN;
}

uint32_t cl_launch_local(const struct cl_kernel *k, uint32_t bytes,
			 uint32_t *locals)
{
	uint32_t begin = (uint32_t)align(k->local_bytes, room_align(bytes));
	uint32_t at = (uint32_t)align(begin + *locals, room_align(bytes));

	*locals = at + bytes - k->local_bytes;
	return at;
}

static uint32_t least(uint64_t a, uint64_t b)
{
	return (uint32_t)(a < b ? a : b);
}

/* Gives each slot its room: in shared memory if one fits there, else in RAM. */
static int place_rooms(const struct machine *m, uint64_t bytes,
		       struct cl_memory *memory, struct ww_cl_launch *nd)
{
	bytes = align(bytes, room_align(bytes));
	if (bytes > m->ram_size)
		return CL_E_RAM;
	nd->room_bytes = (uint32_t)bytes;
	if (!bytes)
		return CL_OK;
	if (bytes <= m->smem_size) {
		nd->room = machine_smem(m);
		nd->slots = least(nd->slots, m->smem_size / bytes);
		return CL_OK;
	}
	nd->room = cl_memory_take(memory, bytes * nd->slots * m->cores);
	if (!nd->room && nd->slots > 1) {
		nd->slots = 1;
		nd->room = cl_memory_take(memory, bytes * m->cores);
	}
	nd->room_stride = nd->room_bytes * nd->slots;
	return nd->room ? CL_OK : CL_E_RAM;
}

/* Stacks for the rows of groups that are folded, onto WARPS warps: DEEP for
 * each, each with a struct above it. */
static int place_stacks(const struct machine *m, const struct cl_kernel *k,
			uint32_t stack_stride, uint32_t warps,
			struct cl_memory *memory, struct ww_cl_launch *nd)
{
	uint64_t step = (uint64_t)m->threads * stack_stride + ROW_HEAD;

	nd->deep = (nd->rows + m->warps - 1) / m->warps;
	nd->entry = k->folded;
	nd->stacks = cl_memory_take(memory, step * nd->deep * warps);
	nd->stack_step = (uint32_t)step;
	return nd->stacks ? CL_OK : CL_E_RAM;
}

/* --- the launch ------------------------------------------------------- */

static uint32_t divide_by(uint32_t d)
{
	return ((1U << WW_CL_BY) + d - 1) / d;
}

static void set_divisors(struct ww_cl_launch *nd)
{
	if (nd->local[1] == 1 && nd->local[2] == 1)
		return;
	nd->by_line = divide_by(nd->local[0]);
	nd->by_plane = divide_by(nd->local[0] * nd->local[1]);
}

static void set_sizes(const struct cl_range *range, struct ww_cl_launch *nd)
{
	nd->dims = range->dims;
	nd->items = nd->all = 1;
	for (uint32_t d = 0; d < 3; d++) {
		nd->global[d] = range->global[d];
		nd->local[d] = range->local[d];
		nd->offset[d] = range->offset[d];
		nd->groups[d] = range->global[d] / range->local[d];
		nd->items *= nd->local[d];
		nd->all *= nd->groups[d];
	}
	set_divisors(nd);
}

/* A slot or block takes each GROUPS-th group. */
static void set_step(struct ww_cl_launch *nd, uint32_t groups)
{
	uint32_t line = groups / nd->groups[0];

	nd->step[0] = groups % nd->groups[0];
	nd->step[1] = line % nd->groups[1];
	nd->step[2] = line / nd->groups[1];
}

/* Which rows a warp has, if items need not be together. */
static void divide_rows(const struct machine *m, struct ww_cl_launch *nd)
{
	uint64_t rows = (uint64_t)nd->all * nd->rows, by;

	/* A line of the cache has some 16 words. */
	for (nd->near = 16; nd->near > 1; nd->near /= 2)
		if (nd->near * m->threads <= 16 &&
		    rows / nd->near >= (uint64_t)MANY_TURNS * nd->warps)
			break;
	if (nd->warps & (nd->warps - 1))
		nd->far = (nd->warps - 1) * nd->near;
	else
		nd->turn = nd->warps * nd->near - 1;
	by = ((1ULL << 32) + nd->rows - 1) / nd->rows;
	if (nd->rows > 1 && (by * nd->rows - (1ULL << 32)) * rows <= UINT32_MAX)
		nd->by_rows = (uint32_t)by;
	nd->busy = least(nd->warps, (rows + nd->near - 1) / nd->near);
}

int cl_launch_plan(const struct machine *m, const struct cl_kernel *k,
		   const struct cl_range *range, uint32_t locals,
		   struct cl_memory *memory, struct ww_cl_launch *nd)
{
	*nd = (struct ww_cl_launch){ .entry = k->entry };
	set_sizes(range, nd);
	nd->rows = (nd->items + m->threads - 1) / m->threads;
	nd->warps = m->cores * m->warps;
	nd->together = k->together;
	if (!k->together) {
		divide_rows(m, nd);
		return CL_OK;
	}
	nd->places = cl_memory_take(memory, (uint64_t)nd->warps *
				    sizeof(struct ww_cl_here));
	if (!nd->places)
		return CL_E_RAM;
	if (nd->rows > m->warps &&
	    place_stacks(m, k, memory->image->stack_stride, nd->warps, memory,
			 nd))
		return CL_E_RAM;
	nd->slots = nd->deep ? 1 : m->warps / nd->rows;
	if (nd->rows > 1)
		nd->slots = least(nd->slots, m->barriers);
	nd->slots = least(nd->slots, nd->all);
	if (place_rooms(m, (uint64_t)k->local_bytes + locals, memory, nd))
		return CL_E_RAM;
	nd->busy = nd->deep ? nd->warps : nd->slots * nd->rows;
	set_step(nd, nd->slots * m->cores);
	return CL_OK;
}

/* --- blocks ----------------------------------------------------------- */

/* A block has a run of pages of shared memory. */
static uint32_t blocks_in_smem(const struct machine *m, uint32_t bytes)
{
	uint32_t page = m->smem_size / SMEM_PAGES;

	if (page < LEAST_PAGE)
		page = LEAST_PAGE < m->smem_size ? LEAST_PAGE : m->smem_size;
	return m->smem_size / page / ((bytes + page - 1) / page);
}

/* How many blocks of ND->pack groups a core holds. */
static uint32_t blocks_of(const struct machine *m,
			  const struct ww_cl_launch *nd,
			  const struct cl_blocks *b)
{
	uint32_t n = least(m->blocks, m->warps / nd->block_warps);

	if (b->barriers)
		n = least(n, m->barriers / b->barriers);
	return b->smem ? least(n, blocks_in_smem(m, b->smem)) : n;
}

/* How many blocks there are, of PACK groups each. */
static void set_blocks(const struct machine *m, uint32_t pack,
		       struct ww_cl_launch *nd, struct cl_blocks *b)
{
	nd->pack = pack;
	nd->block_warps = least(m->warps, (uint64_t)pack * nd->rows);
	b->barriers = nd->rows > 1 ? pack : 0;
	b->smem = nd->room_bytes <= m->smem_size ? pack * nd->room_bytes : 0;
	nd->blocks = least((nd->all + (uint64_t)pack - 1) / pack,
			   (uint64_t)blocks_of(m, nd, b) * m->cores);
}

/* Where local memory of all blocks is. */
static int place_block_rooms(const struct machine *m, struct cl_memory *memory,
			     struct ww_cl_launch *nd, struct cl_blocks *b)
{
	uint64_t bytes = nd->room_bytes;

	if (!bytes || b->smem)
		return CL_OK;
	nd->room_stride = nd->room_bytes;
	nd->room = cl_memory_take(memory, bytes * nd->pack * nd->blocks);
	if (!nd->room && nd->blocks * nd->pack > m->cores) {
		set_blocks(m, 1, nd, b);
		nd->blocks = least(nd->blocks, m->cores);
		nd->room = cl_memory_take(memory, bytes * nd->blocks);
	}
	return nd->room ? CL_OK : CL_E_RAM;
}

/* A block has a group, or several if a core has more warps than the groups of
 * as many blocks as it holds; when one ends the next takes its place. Where
 * items may return before a barrier there is a block for each group. */
static int plan_groups(const struct machine *m, const struct cl_kernel *k,
		       uint64_t local, uint32_t stack_stride,
		       struct cl_memory *memory, struct ww_cl_launch *nd,
		       struct cl_blocks *b)
{
	bool deep = nd->rows > m->warps;
	uint32_t slots = deep ? 1 : m->warps / nd->rows;

	local = align(local, room_align(local));
	if (local > m->ram_size)
		return CL_E_RAM;
	nd->room_bytes = (uint32_t)local;
	nd->leaves = k->leaves && !deep;
	if (nd->rows > 1)
		slots = least(slots, m->barriers);
	if (local && local <= m->smem_size)
		slots = least(slots, m->smem_size / local);
	slots = least(slots, (nd->all + (uint64_t)m->cores - 1) / m->cores);
	set_blocks(m, nd->leaves ? 1 : (slots + m->blocks - 1) / m->blocks, nd,
		   b);
	if (nd->leaves)
		nd->blocks = nd->all;
	if (place_block_rooms(m, memory, nd, b))
		return CL_E_RAM;
	nd->stride = nd->blocks * nd->pack;
	set_step(nd, nd->stride);
	if (!deep)
		return CL_OK;
	if (place_stacks(m, k, stack_stride, nd->blocks * nd->block_warps,
			 memory, nd))
		return CL_E_RAM;
	nd->folds = cl_memory_take(memory, (uint64_t)nd->blocks *
				   nd->block_warps * FOLD);
	return nd->folds ? CL_OK : CL_E_RAM;
}

int cl_launch_blocks(const struct machine *m, const struct cl_kernel *k,
		     const struct cl_range *range, uint32_t locals,
		     uint32_t stack_stride, struct cl_memory *memory,
		     struct ww_cl_launch *nd, struct cl_blocks *b)
{
	int bad = CL_OK;

	*b = (struct cl_blocks){ 0 };
	*nd = (struct ww_cl_launch){ .entry = k->entry };
	set_sizes(range, nd);
	nd->rows = (nd->items + m->threads - 1) / m->threads;
	nd->warps = m->cores * m->warps;
	nd->together = k->together;
	if (k->together) {
		bad = plan_groups(m, k, (uint64_t)k->local_bytes + locals,
				  stack_stride, memory, nd, b);
	} else {
		divide_rows(m, nd);
		nd->block_warps = least((m->warps + m->blocks - 1) / m->blocks,
					nd->busy);
		nd->blocks = (nd->busy + nd->block_warps - 1) /
			     nd->block_warps;
	}
	b->blocks = nd->blocks;
	b->threads = nd->block_warps * m->threads;
	return bad;
}

bool cl_launch_together(const struct machine *m, const struct ww_cl_launch *nd,
			const struct cl_blocks *b)
{
	uint64_t blocks = nd->leaves ? (uint64_t)blocks_of(m, nd, b) * m->cores
				     : nd->blocks;

	return !nd->together || nd->all <= blocks * nd->pack;
}

void cl_launch_words(const struct ww_cl_launch *nd, uint8_t *to)
{
	for (size_t i = 0; i < sizeof *nd / 4; i++) {
		uint32_t word;

		memcpy(&word, (const uint8_t *)nd + 4 * i, sizeof word);
		bytes_put_u32(to + 4 * i, word);
	}
}

int cl_launch_write(struct cl_memory *memory, const struct cl_kernel *k,
		    const uint8_t *args, struct ww_cl_launch *nd)
{
	const struct elf_symbol *s = launch_of(memory->image);
	uint8_t *to;

	if (!s)
		return CL_E_NO_PROGRAM;
	nd->args = cl_memory_take(memory, k->arg_bytes);
	if (!nd->args)
		return CL_E_RAM;
	if (k->arg_bytes)
		memcpy(cl_memory_at(memory, nd->args), args, k->arg_bytes);
	nd->taken = memory->next - memory->heap;
	to = cl_memory_at(memory, s->addr);
	nd->heap = bytes_u32(to + offsetof(struct ww_cl_launch, heap));
	nd->heap_end = bytes_u32(to + offsetof(struct ww_cl_launch, heap_end));
	cl_launch_words(nd, to);
	return add_part(memory);
}
