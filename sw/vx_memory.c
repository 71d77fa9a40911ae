/* vx_memory.c - the runtime kernel's memory manager: heap, stacks,
 * shared memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * The heap is what main memory has between the program and the stacks of the
 * hardware warps, or constant memory before them: blocks in order of address,
 * the free ones in a list, first fit. Stacks of software warps beyond one per
 * hardware warp are such blocks. Of shared memory each core has a list of the
 * segments that its kernels use, and there is a list of what main has taken,
 * which is in use on all cores: so a request that goes to several finds its
 * place free in each. A new segment goes into the first gap. Segments are kept
 * in the heap, and those that are no longer in use by the core, for the next
 * ones. A kernel takes a lock of its own core only, and says that it takes;
 * main closes the lists of all cores and waits until nobody takes. A software
 * warp that goes in rounds has one block for all of them.
 */
#include "vx_runtime.h"

#define MAGIC 0x5A5A0FF1u
#define SHARED_BASE ((uint32_t)__smem_base)

struct block { /* 16 bytes before what is handed out */
	uint32_t size; /* with this */
	uint32_t magic; /* in use */
	struct block *next; /* free */
	uint32_t unused;
};

struct vx_segment {
	uint32_t base, size;
	struct vx_segment *next;
};

static struct block *free_blocks;
static struct vx_segment *main_segments; /* in order of base */
static volatile uint32_t closed; /* to kernels: main looks at all lists */
static uint32_t ready;
static uint32_t skipped; /* bytes at the begin that are no part of it */
uint32_t vx_main_shares;

static uint32_t round_up(uint32_t size)
{
	return (size + 15) & ~15u;
}

static void make_heap(void)
{
	uint32_t from = round_up((uint32_t)_end) + skipped,
		 to = (uint32_t)__heap_limit & ~15u;

	ready = 1;
	if (to < from + 2 * sizeof(struct block) || from < skipped)
		return;
	free_blocks = (struct block *)from;
	free_blocks->size = to - from;
	free_blocks->next = NULL;
}

static void *take(uint32_t size)
{
	struct block **at, *b, *rest;

	if (!ready)
		make_heap();
	if (size > 0x80000000u)
		return NULL;
	size = round_up(size) + (uint32_t)sizeof(struct block);
	for (at = &free_blocks; (b = *at) && b->size < size; at = &b->next)
		;
	if (!b)
		return NULL;
	if (b->size - size >= 2 * sizeof(struct block)) {
		rest = (struct block *)((uint8_t *)b + size);
		rest->size = b->size - size;
		rest->next = b->next;
		*at = rest;
		b->size = size;
	} else {
		*at = b->next;
	}
	b->magic = MAGIC;
	return b + 1;
}

static struct block *end_of(struct block *b)
{
	return (struct block *)((uint8_t *)b + b->size);
}

static void give(struct block *b)
{
	struct block *before = NULL, *after = free_blocks;

	b->magic = 0;
	for (; after && after < b; after = after->next)
		before = after;
	b->next = after;
	if (after && end_of(b) == after) {
		b->size += after->size;
		b->next = after->next;
	}
	if (!before) {
		free_blocks = b;
	} else if (end_of(before) == b) {
		before->size += b->size;
		before->next = b->next;
	} else {
		before->next = b;
	}
}

void vx_heap_skip(uint32_t size)
{
	skipped = round_up(size) + (uint32_t)sizeof(struct block);
}

void *vx_heap_take(uint32_t size)
{
	void *block;

	vx_lock(VX_LOCK_MEMORY);
	block = take(size);
	vx_unlock(VX_LOCK_MEMORY);
	return block;
}

void vx_heap_return(void *pointer)
{
	struct block *b = (struct block *)pointer - 1;

	if ((uint32_t)pointer & 15 || b < (struct block *)_end ||
	    pointer > (void *)__heap_limit || b->magic != MAGIC)
		vx_fail(VX_BAD_CALL,
			"vx_free: 0x%x is not in use, or not from vx_malloc",
			(uint32_t)pointer, 0);
	vx_lock(VX_LOCK_MEMORY);
	give(b);
	vx_unlock(VX_LOCK_MEMORY);
}

struct vx_warp *vx_stacks_take(uint32_t lanes)
{
	uint32_t size = lanes * vx_stack_stride();
	uint8_t *block = vx_heap_take(size);
	struct vx_warp *w;

	if (!block)
		return NULL;
	w = (struct vx_warp *)(block + size - sizeof *w);
	w->room = lanes;
	return w;
}

void vx_stacks_return(struct vx_warp *w)
{
	vx_heap_return((uint8_t *)(w + 1) - w->room * vx_stack_stride());
}

/* One thread does it, all active ones get the result. */
#define BY_ONE(expression) BY_ONE_OF(vx_here(), expression)
#define BY_ONE_OF(hw, expression) __extension__ ({ \
	struct vx_hw *h_ = (hw); \
	__if(vx_leads()) { \
		h_->slot = (uint32_t)(expression); \
	} __endif \
	(void *)h_->slot; })

void *vx_try(size_t size)
{
	return BY_ONE(vx_heap_take(size));
}

void *vx_malloc(size_t size)
{
	void *block = vx_try(size);

	if (!block)
		vx_fail(VX_NO_HEAP,
			"vx_malloc: no %u bytes are left in one piece", size,
			0);
	return block;
}

void vx_free(void *block)
{
	__if(vx_leads() & (block != NULL)) {
		vx_heap_return(block);
	} __endif
}

size_t vx_sm_size(void)
{
	return ww_csr_read(WW_CSR_SMEM_SIZE);
}

/* The lists that a kernel of CORE uses are its own until leave: its core's and,
 * to read, main's. */
static void enter(struct vx_core *core)
{
	vx_lock_here(VX_LOCK_SHARED);
	while (vx_cores[1]) {
		core->takes = 1;
		ww_fence();
		if (!closed)
			break;
		core->takes = 0;
		ww_fence();
		while (closed)
			ww_fence();
	}
}

static void leave(struct vx_core *core)
{
	if (core->takes) {
		ww_fence();
		core->takes = 0;
	}
	vx_unlock_here(VX_LOCK_SHARED);
}

/* All lists are the caller's, who is on CORE, until open_lists. */
static void close_lists(struct vx_core *core)
{
	vx_lock(VX_LOCK_SHARED);
	if (!core->far[VX_LOCK_SHARED])
		return;
	closed = 1;
	ww_fence();
	for (uint32_t c = 0; c < ww_num_cores(); c++)
		while (vx_hws[c] && vx_cores[c]->takes)
			ww_fence();
}

static void open_lists(struct vx_core *core)
{
	if (core->far[VX_LOCK_SHARED])
		ww_fence();
	closed = 0;
	vx_unlock(VX_LOCK_SHARED);
}

/* Where SIZE bytes have their place from BASE on, as far as LIST says. */
static uint32_t past(const struct vx_segment *list, uint32_t base,
		     uint32_t size)
{
	for (; list && list->base < base + size; list = list->next)
		if (base < list->base + list->size)
			base = list->base + list->size;
	return base;
}

/* The first gap of SIZE bytes on CORES cores from FIRST on. */
static uint32_t gap(uint32_t first, uint32_t cores, uint32_t size)
{
	uint32_t base = SHARED_BASE, before;

	do {
		before = base;
		base = past(main_segments, base, size);
		for (uint32_t c = first; c < first + cores; c++)
			if (vx_hws[c])
				base = past(vx_cores[c]->shared, base, size);
	} while (base != before);
	return base;
}

static void insert(struct vx_segment **list, struct vx_segment *s)
{
	while (*list && (*list)->base < s->base)
		list = &(*list)->next;
	s->next = *list;
	*list = s;
}

static struct vx_segment *new_segment(struct vx_core *core)
{
	struct vx_segment *s = core->spare;

	if (!s)
		return vx_heap_take(sizeof *s);
	core->spare = s->next;
	return s;
}

static void spare(struct vx_core *core, struct vx_segment *s)
{
	s->next = core->spare;
	core->spare = s;
}

/* Puts a segment of SIZE bytes into LIST if the gap at BASE has room for it. */
static void *place(struct vx_core *core, struct vx_segment **list,
		   uint32_t base, uint32_t size)
{
	struct vx_segment *s;

	if (SHARED_BASE + vx_sm_size() - base < size)
		return NULL;
	s = new_segment(core);
	if (!s)
		return NULL;
	s->base = base;
	s->size = size;
	insert(list, s);
	return (void *)base;
}

static void *take_for_main(uint32_t size)
{
	struct vx_core *core = vx_core();
	void *block;

	close_lists(core);
	block = place(core, &main_segments, gap(0, ww_num_cores(), size), size);
	vx_main_shares += block != NULL;
	open_lists(core);
	return block;
}

static VX_CHECKED void *take_shared(uint32_t size)
{
	struct vx_core *core = vx_core();
	void *block;

	if (size > vx_sm_size())
		return NULL;
	size = size ? round_up(size) : 16;
	if (!vx_here()->current)
		return take_for_main(size);
	enter(core);
	block = place(core, &core->shared, gap(ww_core_id(), 1, size), size);
	leave(core);
	return block;
}

/* Takes the segment at BASE out of LIST: it is CORE's to use again. */
static _Bool take_out(struct vx_core *core, struct vx_segment **list,
		    uint32_t base)
{
	struct vx_segment *s;

	while (*list && (*list)->base != base)
		list = &(*list)->next;
	s = *list;
	if (!s)
		return 0;
	*list = s->next;
	spare(core, s);
	return 1;
}

static _Bool give_of_main(struct vx_core *core, uint32_t base)
{
	_Bool given;

	close_lists(core);
	given = take_out(core, &main_segments, base);
	vx_main_shares -= given;
	open_lists(core);
	return given;
}

static VX_CHECKED void give_shared(void *block)
{
	struct vx_core *core = vx_core();
	_Bool given;

	enter(core);
	given = take_out(core, &core->shared, (uint32_t)block);
	core->given += given;
	leave(core);
	if (!given && !give_of_main(core, (uint32_t)block))
		vx_fail(VX_BAD_CALL,
			"vx_sm_free: 0x%x is not in use, or not from "
			"vx_sm_malloc",
			(uint32_t)block, 0);
}

/* Does the software warp that calls it go in rounds? Then all of these have the
 * block together. */
static _Bool in_rounds(const struct vx_hw *h)
{
	const struct vx_warp *w = h->current;

	return w && w->share->request->rounds;
}

static uint32_t take_for_all(uint32_t size)
{
	return (uint32_t)take_shared(size);
}

static uint32_t give_for_all(uint32_t block)
{
	give_shared((void *)block);
	return 0;
}

void *vx_sm_try(size_t size)
{
	static const char name[] = "vx_sm_malloc";
	struct vx_hw *h = vx_here();

	if (in_rounds(h))
		return (void *)vx_gather(name, take_for_all, size);
	return BY_ONE_OF(h, take_shared(size));
}

enum { WAIT = 1 }; /* is no block */

/* WAIT if a kernel of this core holds what may become free. */
static uint32_t take_or_wait(uint32_t size)
{
	uint32_t block = (uint32_t)take_shared(size);
	struct vx_core *core = vx_core();

	if (block || size > vx_sm_size())
		return block;
	enter(core);
	if (core->shared)
		block = WAIT;
	leave(core);
	return block;
}

/* For a software warp that goes in rounds: others like it have begun before
 * those that hold memory have ended. */
static __attribute__((noinline)) void *wait_for_shared(size_t size)
{
	static const char name[] = "vx_sm_malloc";
	struct vx_warp *w = vx_here()->current;
	struct vx_core *core = vx_core();
	uint32_t before, block;

	for (;;) {
		before = core->given;
		block = vx_gather(name, take_or_wait, size);
		if (block != WAIT)
			return (void *)block;
		__if(vx_leads()) {
			w->word = &core->given;
			w->value = before;
		} __endif
		vx_switch_out();
	}
}

void *vx_sm_malloc(size_t size)
{
	void *block = vx_sm_try(size);

	if (!block && in_rounds(vx_here()))
		block = wait_for_shared(size);
	if (!block)
		vx_fail(VX_NO_SHARED,
			"vx_sm_malloc: no %u bytes of shared memory are left "
			"in one piece; the core has %u",
			size, vx_sm_size());
	return block;
}

void vx_sm_free(void *block)
{
	static const char name[] = "vx_sm_free";

	if (in_rounds(vx_here())) {
		if (block)
			vx_gather(name, give_for_all, (uint32_t)block);
		return;
	}
	__if(vx_leads() & (block != NULL)) {
		give_shared(block);
	} __endif
}
