/* vx_memory.c - the runtime kernel's memory manager: heap, stacks,
 * shared memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * The heap is what main memory has between the program and the stacks of the
 * hardware warps, or constant memory before them: blocks in order of address,
 * the free ones in a list, first fit. Stacks of software warps beyond one per
 * hardware warp are such blocks. Of shared memory there is a list of the
 * segments in use, which are kept in the heap; a new one goes into the first
 * gap. A kernel's is in use on its core, what main takes on all cores: so a
 * request that goes to several finds its place free in each. A software warp
 * that goes in rounds has one block for all of them.
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

enum { ALL_CORES = VX_CORES };

struct segment {
	uint32_t base, size;
	struct segment *next;
	uint32_t core; /* where it is in use */
};

static struct block *free_blocks;
static struct segment *segments; /* in order of base */
static uint32_t ready;
static uint32_t skipped; /* bytes at the begin that are no part of it */
static volatile uint32_t shared_given; /* how often */
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

/* Where who takes now has it. */
static uint32_t users(void)
{
	return vx_here()->current ? ww_core_id() : ALL_CORES;
}

static _Bool meet(uint32_t a, uint32_t b)
{
	return a == b || a == ALL_CORES || b == ALL_CORES;
}

/* Into the first gap, as its segment S. */
static void *place(struct segment *s, uint32_t size)
{
	uint32_t base = SHARED_BASE, end = SHARED_BASE + vx_sm_size();
	uint32_t core = users();
	struct segment **at, *next;

	for (next = segments; next; next = next->next) {
		if (!meet(next->core, core))
			continue;
		if (next->base >= base + size)
			break;
		if (base < next->base + next->size)
			base = next->base + next->size;
	}
	if (!next && end - base < size)
		return NULL;
	for (at = &segments; (next = *at) && next->base < base;
	     at = &next->next)
		;
	*s = (struct segment){ base, size, next, core };
	*at = s;
	vx_main_shares += core == ALL_CORES;
	return (void *)base;
}

static VX_CHECKED void *take_shared(uint32_t size)
{
	struct segment *s;
	void *block = NULL;

	if (size > vx_sm_size())
		return NULL;
	vx_lock(VX_LOCK_MEMORY);
	s = take(sizeof *s);
	if (s) {
		block = place(s, size ? round_up(size) : 16);
		if (!block)
			give((struct block *)s - 1);
	}
	vx_unlock(VX_LOCK_MEMORY);
	return block;
}

static VX_CHECKED void give_shared(void *block)
{
	uint32_t core = ww_core_id();
	struct segment **at, *s;

	vx_lock(VX_LOCK_MEMORY);
	for (at = &segments; (s = *at) && (s->base != (uint32_t)block ||
					   !meet(s->core, core));
	     at = &s->next)
		;
	if (s) {
		vx_main_shares -= s->core == ALL_CORES;
		*at = s->next;
		give((struct block *)s - 1);
		shared_given++;
	}
	vx_unlock(VX_LOCK_MEMORY);
	if (!s)
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

/* WAIT if a kernel holds what may become free. */
static uint32_t take_or_wait(uint32_t size)
{
	uint32_t block = (uint32_t)take_shared(size), core = ww_core_id();

	if (block || size > vx_sm_size())
		return block;
	vx_lock(VX_LOCK_MEMORY);
	for (struct segment *s = segments; s; s = s->next)
		if (s->core == core)
			block = WAIT;
	vx_unlock(VX_LOCK_MEMORY);
	return block;
}

/* For a software warp that goes in rounds: others like it have begun before
 * those that hold memory have ended. */
static __attribute__((noinline)) void *wait_for_shared(size_t size)
{
	static const char name[] = "vx_sm_malloc";
	struct vx_warp *w = vx_here()->current;
	uint32_t before, block;

	for (;;) {
		before = shared_given;
		block = vx_gather(name, take_or_wait, size);
		if (block != WAIT)
			return (void *)block;
		__if(vx_leads()) {
			w->word = &shared_given;
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
