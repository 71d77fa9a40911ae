/* vx_spawn.c - the runtime kernel: requests, made and waited for by main
 * SPDX-License-Identifier: Apache-2.0
 *
 * Main is thread 0 of warp 0 of core 0. It posts a request to other cores.
 * Their warps 0 do for their cores what main does for its own: deal it out,
 * wake the others and take part.
 */
#include "vx_runtime.h"

#define INLINE static inline __attribute__((always_inline))
#define VX_CHOICE \
	(VX_ODD_WARPS | VX_EVEN_WARPS | VX_ODD_THREADS | VX_EVEN_THREADS)
/* What one core does without, so that the rest needs fewer registers. */
#define OVER_CORES static __attribute__((noinline, cold))

volatile uint32_t vx_main, vx_posted;
extern volatile uint32_t ww_ended; /* crt0.S */
static volatile uint32_t period;   /* of the timers */
static struct vx_request requests[VX_REQUESTS];
static struct vx_request *volatile awaited;
static vx_handle last_handle;
static uint32_t ready, next_member, next_core, open_requests;
static uint32_t all_began; /* of the cores: their structures can be read */

static struct vx_request *post[VX_REQUESTS]; /* the last of vx_posted */

/* What core C, from 1 on, tells main: how many posts it has read, and for each
 * element of requests the handle of the last request there that it has done.
 */
static struct answer {
	volatile uint32_t posts, done[VX_REQUESTS];
	uint32_t apart[7]; /* 64 bytes: of no other core's line */
} answers[VX_CORES] __attribute__((aligned(64)));

/* I: the hardware warps of core 0 from FIRST on that take part in R. */
#define for_members(i, r, first) \
	for (uint32_t i = (first), left_ = (r)->members >> i; left_; \
	     i++, left_ >>= 1) \
		if (left_ & 1)

/* Are there stacks for CORES cores? */
static void check_stacks(uint32_t cores)
{
	uint32_t stacks = cores * ww_num_warps() * ww_num_threads();

	if (stacks > (uint32_t)__stack_threads)
		vx_fail(VX_NO_STACK,
			"%u threads have no stack: the program is linked for "
			"__stack_threads = %u",
			stacks, (uint32_t)__stack_threads);
	if (vx_stack_shift() < 8)
		vx_fail(VX_NO_STACK,
			"stacks of %u bytes are too small, %u is the least: "
			"set __stack_shift, __stack_threads",
			1u << vx_stack_shift(), 256);
}

static uint8_t *take_memory(uint32_t size)
{
	uint8_t *memory = vx_heap_take(size);

	if (!memory)
		vx_fail(VX_NO_HEAP, "no memory: %u bytes for schedulers", size,
			0);
	return memory;
}

/* Gives the hardware warps H of CORE their schedulers' stacks. */
static void give_stacks(struct vx_hw *h, struct vx_core *core, uint8_t *memory)
{
	for (uint32_t i = 0; i < ww_num_warps(); i++, h++) {
		h->stack = (uint32_t)(memory += VX_SCHED_STACK);
		h->core = core;
	}
}

/* Once: the schedulers' stacks, and is there room for what each hardware warp
 * keeps? */
static void prepare(void)
{
	check_stacks(1);
	give_stacks(vx_first_hw, &vx_first_core,
		    take_memory(ww_num_warps() * VX_SCHED_STACK));
	ready = 1;
}

/* What a core other than the first has: itself and its hardware warps, then
 * shares, which are made when they are needed, then stacks. */
static inline uint32_t core_size(void)
{
	return sizeof(struct vx_core) + ww_num_warps() * sizeof(struct vx_hw);
}

static inline uint32_t shares_size(void)
{
	return ww_num_warps() * VX_REQUESTS * sizeof(struct vx_share);
}

/* Warp 0 of another core begins, in the memory that main has taken. */
static void begin_core(void)
{
	uint32_t number = ww_core_id(), size = core_size();
	struct vx_core *core = vx_cores[number];
	struct vx_hw *h = (struct vx_hw *)(core + 1);
	uint8_t *shares = (uint8_t *)core + size;

	for (uint32_t *p = (uint32_t *)core; p < (uint32_t *)shares; p += 4)
		p[0] = p[1] = p[2] = p[3] = 0;
	h->agent = 1;
	core->shares = (struct vx_share *)shares;
	for (uint32_t i = 0; i < ww_num_warps() * VX_REQUESTS; i++)
		core->shares[i].done = 0;
	give_stacks(h, core, shares + shares_size());
	vx_release();
	vx_hws[number] = h;
}

/* Once, when a request is to leave core 0 for the first time. */
OVER_CORES void prepare_cores(void)
{
	uint32_t cores = ww_num_cores();
	uint32_t bytes = core_size() + shares_size() +
			 ww_num_warps() * VX_SCHED_STACK;
	/* no other hardware warp could hold a lock */
	uint32_t locks = ww_active_warps() == 1 ? 0 : VX_LOCKS;
	uint8_t *memory;

	check_stacks(cores);
	memory = take_memory((cores - 1) * bytes);
	/* whoever holds a lock now holds it for this core alone */
	for (uint32_t i = 0; i < locks; i++)
		vx_lock((enum vx_lock_id)i);
	for (uint32_t c = 1; c < cores; c++, memory += bytes)
		vx_cores[c] = (struct vx_core *)memory; /* it begins */
	ww_fence();
	for (uint32_t i = 0; i < locks; i++)
		vx_unlock((enum vx_lock_id)i);
}

/* Whether all other cores have begun. */
static _Bool have_begun(void)
{
	if (all_began)
		return 1;
	for (uint32_t c = 1; c < ww_num_cores(); c++)
		if (!vx_hws[c])
			return 0;
	ww_fence();
	all_began = 1;
	return 1;
}

/* Whether other cores have found all that main has posted to them; then what
 * they have done with it can be read. */
_Bool vx_posts_are_read(void)
{
	if (!have_begun())
		return 0;
	for (uint32_t c = 1; c < ww_num_cores(); c++)
		if (answers[c].posts != vx_posted)
			return 0;
	ww_fence();
	return 1;
}

void vx_make_ids(const struct vx_request *r, uint32_t *tid, uint32_t *wid)
{
	if (r->flags & (VX_ODD_WARPS | VX_EVEN_WARPS))
		*wid = 2 * *wid + !!(r->flags & VX_ODD_WARPS);
	if (r->flags & (VX_ODD_THREADS | VX_EVEN_THREADS))
		*tid = 2 * *tid + !!(r->flags & VX_ODD_THREADS);
	if (r->ids)
		r->ids(tid, wid);
}

static uint32_t call_with_ids(uint32_t tid, uint32_t wid, uint32_t stride,
			      const volatile uint32_t *limit)
{
	const struct vx_request *r = vx_here()->current->share->request;

	do {
		uint32_t t = tid, w = wid;

		vx_make_ids(r, &t, &w);
		r->kernel(t, w);
		wid += stride;
		vx_running(wid);
	} while (wid < *limit);
	return wid;
}

void vx_check_alive(uint32_t number)
{
	uint32_t core = ww_core_id();
	const struct vx_hw *h = &vx_hws[core][number];

	if (!(number | core) || !h->awake ||
	    ww_active_warps() >> number & 1 || !h->awake)
		return;
	vx_fail(VX_TRAPPED,
		core ? "hardware warp %u of core %u has halted in the middle "
		       "of a kernel: a trap, or ebreak" :
		       "hardware warp %u has halted in the middle of a "
		       "kernel: a trap, or ebreak",
		number, core);
}

/* How many hardware warps of core CORE, which is not the first, take part in
 * R. What an older post has left in part[CORE] counts as none. */
INLINE uint32_t part_of(const struct vx_request *r, uint32_t core)
{
	uint32_t part = r->part[core];

	return part >> 8 == (r->post & 0xffffff) ? part & 0xff : 0;
}

OVER_CORES int is_done_elsewhere(struct vx_request *r)
{
	ww_fence();
	for (; r->at_core < r->cores; r->at_core++)
		if (part_of(r, r->at_core) &&
		    answers[r->at_core].done[r->handle % VX_REQUESTS] !=
			    r->handle)
			return 0;
	return 1;
}

INLINE int is_done(struct vx_request *r)
{
	for_members(i, r, 0)
		if (r->share[i].done != r->handle)
			return 0;
	return r->cores == 0 || is_done_elsewhere(r);
}

int vx_main_is_stuck(void)
{
	return vx_main != VX_MAIN_WAITS || !is_done(awaited);
}

/* Main's warp runs what is in its inbox. */
static void take_part(void)
{
	vx_main = VX_MAIN_SCHEDULES;
	vx_run_here();
	vx_main = VX_MAIN_RUNS;
}

static void close(struct vx_request *r)
{
	r->open = 0;
	open_requests--;
}

static void finish(struct vx_request *r)
{
	uint32_t looks = 0;

	awaited = r;
	vx_order();
	vx_main = VX_MAIN_WAITS;
	while (!is_done(r)) {
		for_members(i, r, 1)
			if (vx_first_hw[i].awake)
				vx_check_alive(i);
		if (vx_cores[1]) {
			if (++looks % 4 == 0)
				vx_judge();
			vx_rest();
		}
	}
	vx_main = VX_MAIN_RUNS;
	close(r);
	/* So that ww_spawn finds them halted. */
	if (open_requests == 0)
		while (ww_active_warps() != 1)
			;
	ww_fence();
}

/* H, this core's hardware warp NUMBER. */
INLINE void wake(const struct vx_hw *h, uint32_t number)
{
	uint32_t woken = 0;

	for (;;) {
		while (!(ww_active_warps() >> number & 1)) {
			if (h->awake)
				vx_check_alive(number);
			/* It wakes the lowest one that is halted, which halts
			 * again if it finds nothing. */
			__asm__ volatile("wspawn zero, %0, zero"
					 :
					 : "r"(vx_entry)
					 : "memory");
			woken = 1;
		}
		if (woken || h->awake)
			return;
	}
}

/* Share NUMBER of R is S, for hardware warp H. COUNT of its core take part. */
INLINE void deal(struct vx_request *r, struct vx_share *s, struct vx_hw *h,
		 uint32_t number, uint32_t count)
{
	s->request = r;
	s->number = (uint16_t)number;
	s->meet = (uint8_t)count;
	h->inbox[h->tail % VX_REQUESTS] = s;
}

/* This core, whose hardware warps are H, takes part in R with COUNT of them. */
static void deal_here(struct vx_request *r, struct vx_hw *h, uint32_t count)
{
	uint32_t core = ww_core_id(), from = r->from[core];
	struct vx_share *s = vx_share_of(r, core, 0);

	for (uint32_t i = 0; i < count; i++)
		deal(r, &s[i], &h[i], from + i, count);
	vx_order();
	for (uint32_t i = 0; i < count; i++)
		h[i].tail++;
}

void vx_attend(void)
{
	struct vx_core *core = vx_core();
	struct vx_hw *h = vx_here();
	uint32_t number = ww_core_id(), last = vx_posted;

	/* for all hardware warps of this core: what main has seen */
	ww_fence();
	if (last - core->posts > VX_REQUESTS)
		core->posts = last - VX_REQUESTS; /* these were not for us */
	while (core->posts != last) {
		struct vx_request *r = post[core->posts++ % VX_REQUESTS];
		uint32_t part = r->part[number];

		/* if not, main may have taken R for something else by now */
		if (part >> 8 == (core->posts & 0xffffff))
			deal_here(r, h, part & 0xff);
	}
	vx_release();
	answers[number].posts = last;
	if (core->period != period) {
		core->period = period;
		__asm__ volatile("csrw %0, %1"
				 :
				 : "i"(WW_CSR_MTICK), "r"(core->period)
				 : "memory");
	}
	core->waking = 1;
	for (uint32_t i = 1; i < ww_num_warps(); i++)
		if (h[i].tail != h[i].head) {
			h[i].limit = 0;
			wake(&h[i], i);
		}
	core->waking = 0;
}

/* A share of R on this core, which is not the first, is done: the last one to
 * come here finds that all are. */
void vx_is_done_here(const struct vx_request *r)
{
	uint32_t core = ww_core_id();
	struct vx_share *s = vx_share_of(r, core, 0);

	vx_order();
	for (uint32_t i = s->meet; i-- > 0; s++)
		if (s->done != r->handle)
			return;
	answers[core].done[r->handle % VX_REQUESTS] = r->handle;
}

void vx_core_runs(void)
{
	uint32_t other = 0;

	begin_core();
	for (;;) {
		vx_rest();
		ww_fence();
		if (vx_has_post(vx_core()))
			vx_run_here();
		/* one in each turn: the next post is to be found soon */
		if (++other < ww_num_warps())
			vx_check_alive(other);
		else
			other = 0;
		if (ww_ended && ww_active_warps() == 1)
			ww_tmc(0);
	}
}

static struct vx_request *new_request(void)
{
	struct vx_request *r = &requests[++last_handle % VX_REQUESTS];

	__asm__("" : "+r"(r));
	if (r->open)
		vx_wait(r->handle);
	r->handle = last_handle;
	/* else the compiler computes it again for each word */
	__asm__("" : "+r"(r));
	return r;
}

static uint32_t chosen(uint64_t count, uint32_t odd, uint32_t even)
{
	uint64_t n = odd ? count / 2 : even ? (count + 1) / 2 : count;

	return (uint32_t)(n - 1);
}

INLINE _Bool is_main(void)
{
	return (ww_warp_id() | ww_core_id()) == 0 && !vx_first_hw->current;
}

static void check(uint64_t num_w, uint64_t num_t, _Bool kernel, uint32_t flags)
{
	const uint64_t most = (uint64_t)1 << 32;
	const uint32_t warps = VX_ODD_WARPS | VX_EVEN_WARPS;
	const uint32_t threads = VX_CHOICE & ~warps;

	if (!is_main() || ww_tmask() != 1)
		vx_fail(VX_BAD_CALL, "vx_spawnWarps: only main may call it", 0,
			0);
	if (!kernel)
		vx_fail(VX_BAD_CALL, "vx_spawnWarps: no kernel", 0, 0);
	if (num_w > most || num_t > most)
		vx_fail(VX_BAD_CALL,
			"vx_spawnWarps: more than 2^32 software warps or "
			"threads",
			0, 0);
	if (flags && ((flags & warps) == warps ||
		      (flags & threads) == threads || flags >= VX_SPREAD << 1))
		vx_fail(VX_BAD_CALL,
			"vx_spawnWarps: flags 0x%x: odd and even exclude each "
			"other, and others there are none",
			flags, 0);
}

/* Divides the software warps 0 to LAST among r->shares shares. */
static void divide(struct vx_request *r, uint32_t last)
{
	uint32_t shares = r->shares, pieces = VX_PIECES, all;

	r->rest = 0;
	if (last < shares) { /* one for each, at most */
		r->stride = shares;
		r->each = 0;
		r->more = last;
		return;
	}
	if (ww_num_cores() > 1 && (last + 1) >> VX_LONG >= shares)
		pieces = VX_LONG_PIECES;
	all = shares * pieces;
	r->stride = shares;
	if (last >= 4 * all - 1) {
		r->pieces = pieces;
		r->turn = shares / 4 + 1;
		r->stride = 1;
		r->piece = last / all + (last % all == all - 1);
		r->rest = (pieces - 1) * shares * r->piece;
		last -= r->rest;
	}
	r->each = last / shares;
	r->more = last - r->each * shares;
}

/* Other cores find R. */
static void publish_elsewhere(const struct vx_request *r)
{
	vx_release();
	vx_posted = r->post;
	vx_release();
	for (uint32_t c = 1; c < r->cores; c++)
		if (vx_hws[c])
			vx_hws[c]->limit = 0;
	vx_judge_anew();
}

/* The hardware warps of core 0 find R. */
static void publish(struct vx_request *r)
{
	vx_order();
	for_members(i, r, 0)
		vx_first_hw[i].tail++;
	vx_order();
	for_members(i, r, 1)
		vx_first_hw[i].limit = 0;
	vx_first_core.waking = 1;
	for_members(i, r, 1)
		wake(&vx_first_hw[i], i);
	vx_first_core.waking = 0;
}

/* COUNT hardware warps of core CORE, which is not the first, have shares of R
 * from FIRST on. */
INLINE void take_core(struct vx_request *r, uint32_t core, uint32_t count,
		      uint32_t first)
{
	r->from[core] = (uint16_t)first;
	r->part[core] = r->post << 8 | count;
	r->cores = core + 1;
}

/* To the hardware warps of all cores, equally many of each; of core 0 from warp
 * BASE on. Software warps with neighbouring numbers are on one core. The others
 * begin while core 0's part is dealt out. */
static void spread(struct vx_request *r, uint32_t last, uint32_t base)
{
	uint32_t cores = ww_num_cores(), warps = ww_num_warps();
	uint32_t all = cores * warps - base, count, given, more;

	r->shares = last < all ? last + 1 : all;
	if (r->shares > last && !r->rounds && !base && open_requests == 0)
		r->over = r->shares;
	divide(r, last);
	given = (r->shares + cores - 1) / cores;
	if (given > warps - base)
		given = warps - base;
	count = (r->shares - given) / (cores - 1);
	more = (r->shares - given) - count * (cores - 1);
	for (uint32_t c = 1, first = given; c < cores; c++) {
		uint32_t here = count + (c <= more);

		if (here)
			take_core(r, c, here, first);
		first += here;
	}
	publish_elsewhere(r);
	for (uint32_t i = 0; i < given; i++) {
		deal(r, &r->share[base + i], &vx_first_hw[base + i], i, given);
		r->members |= 1u << (base + i);
	}
}

/* R becomes the next post. */
static void post_it(struct vx_request *r)
{
	if (!vx_cores[1])
		prepare_cores();
	r->at_core = 1;
	r->post = vx_posted + 1;
	post[vx_posted % VX_REQUESTS] = r;
}

/* On several cores: false if R stays on core 0; else other cores have their
 * parts. More software warps than it has hardware warps go to all of them;
 * those that fit into a core stay on one, and if main goes on, on each in turn.
 * Where main has shared memory for them, they meet there. */
OVER_CORES _Bool leave(struct vx_request *r, uint32_t last)
{
	uint32_t warps = ww_num_warps(), async = r->flags & VX_ASYNC;

	if (vx_main_shares && !(r->flags & VX_SPREAD))
		return 0;
	if (last >= warps) {
		post_it(r);
		spread(r, last, async ? 1 : 0);
		return 1;
	}
	if (!async)
		return 0;
	if (++next_core >= ww_num_cores())
		next_core = warps == 1;
	if (next_core == 0)
		return 0;
	post_it(r);
	r->shares = last + 1;
	divide(r, last);
	take_core(r, next_core, last + 1, 0);
	publish_elsewhere(r);
	return 1;
}

static void stay(struct vx_request *r, uint32_t last)
{
	uint32_t warps = ww_num_warps(), base = 0, number = 0;

	if ((r->flags & VX_ASYNC) && warps > 1) {
		base = 1;
		warps--;
		number = next_member < warps ? next_member : 0;
	}
	r->shares = last < warps ? last + 1 : warps;
	r->direct = r->shares > last && !r->rounds && !base &&
				    open_requests == 0 ?
			    r->shares :
			    0;
	divide(r, last);
	for (uint32_t i = 0; i < r->shares; i++) {
		deal(r, &r->share[base + number], &vx_first_hw[base + number],
		     i, r->shares);
		r->members |= 1u << (base + number);
		if (++number == warps)
			number = 0;
	}
	if (base)
		next_member = number;
}

static void distribute(struct vx_request *r, uint32_t last)
{
	r->members = 0;
	r->direct = 0;
	r->over = 0;
	r->cores = 0;
	if (ww_num_cores() == 1 || !leave(r, last))
		stay(r, last);
	r->open = 1;
	open_requests++;
	publish(r);
}

static vx_handle spawn(uint64_t num_w, uint64_t num_t, vx_loop loop,
		       vx_kernel kernel, void *args, uint32_t flags, vx_ids ids)
{
	uint32_t threads = ww_num_threads(), last_wid, last_tid;
	struct vx_request *r;

	check(num_w, num_t, loop != NULL, flags);
	if (num_w <= !!(flags & VX_ODD_WARPS) ||
	    num_t <= !!(flags & VX_ODD_THREADS))
		return 0;
	if (!ready)
		prepare();
	last_wid = (uint32_t)(num_w - 1);
	last_tid = (uint32_t)(num_t - 1);
	if (flags & VX_CHOICE) {
		last_wid = chosen(num_w, flags & VX_ODD_WARPS,
				  flags & VX_EVEN_WARPS);
		last_tid = chosen(num_t, flags & VX_ODD_THREADS,
				  flags & VX_EVEN_THREADS);
	}
	r = new_request();
	r->loop = loop;
	r->kernel = kernel;
	r->args = args;
	r->ids = ids;
	r->flags = flags;
	r->last_tid = last_tid;
	r->lanes = last_tid < threads ? last_tid + 1 : threads;
	r->rounds = last_tid < threads ? 0 : last_tid / threads;
	distribute(r, last_wid);
	if (!(flags & VX_ASYNC)) {
		take_part();
		finish(r);
	}
	return r->handle;
}

vx_handle vx_spawn(uint64_t num_w, uint64_t num_t, vx_kernel kernel, void *args,
		   uint32_t flags, vx_ids ids)
{
	vx_loop loop = call_with_ids;

	if ((flags & ~(VX_ASYNC | VX_SPREAD)) == 0 && !ids)
		loop = (vx_loop)((uint32_t)kernel | VX_POINTER);
	return spawn(num_w, num_t, kernel ? loop : NULL, kernel, args, flags,
		     ids);
}

vx_handle vx_spawn_loop(uint64_t num_w, uint64_t num_t, vx_loop loop,
			void *args, uint32_t flags)
{
	return spawn(num_w, num_t, loop, NULL, args, flags, NULL);
}

static struct vx_request *find(vx_handle handle)
{
	struct vx_request *r = &requests[handle % VX_REQUESTS];

	if (!is_main())
		vx_fail(VX_BAD_CALL,
			"vx_wait, vx_done: only main may call them", 0, 0);
	if (handle > last_handle)
		vx_fail(VX_BAD_CALL,
			"vx_wait, vx_done: handle %u was never given", handle,
			0);
	return r->open && r->handle == handle ? r : NULL;
}

void vx_wait(vx_handle handle)
{
	struct vx_request *r = find(handle);

	if (!r)
		return;
	if (vx_first_hw->tail != vx_first_hw->head)
		take_part();
	finish(r);
}

int vx_done(vx_handle handle)
{
	struct vx_request *r = find(handle);

	if (!r)
		return 1;
	if (vx_first_hw->tail != vx_first_hw->head)
		take_part();
	if (!is_done(r))
		return 0;
	close(r);
	ww_fence();
	return 1;
}

int vx_preempt(uint32_t cycles)
{
	uint32_t least = VX_LEAST_TICK * ww_num_warps();

	if (cycles && cycles < least)
		cycles = least;
	if (!is_main())
		vx_fail(VX_BAD_CALL, "vx_preempt: only main may call it", 0, 0);
	__asm__ volatile("csrw %0, %1"
			 :
			 : "i"(WW_CSR_MTICK), "r"(cycles)
			 : "memory");
	period = cycles; /* other cores' with the next request */
	return ww_csr_read(WW_CSR_MTICK) == cycles;
}
