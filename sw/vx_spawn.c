/* vx_spawn.c - the runtime kernel: requests, made and waited for by main
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vx_runtime.h"

volatile uint32_t vx_main;
volatile uint32_t vx_waking;
static struct vx_request requests[VX_REQUESTS];
static struct vx_request *volatile awaited;
static vx_handle last_handle;
static uint32_t ready, next_member, open_requests;

/* I: the hardware warps from FIRST on that take part in R. */
#define for_members(i, r, first) \
	for (uint32_t i = (first), left_ = (r)->members >> i; left_; \
	     i++, left_ >>= 1) \
		if (left_ & 1)

/* Once: the schedulers' stacks, and is there room for what each hardware warp
 * keeps? */
static void prepare(void)
{
	uint32_t warps = ww_num_warps(), stacks = warps * ww_num_threads();
	uint8_t *memory;

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
	memory = vx_heap_take(warps * VX_SCHED_STACK);
	if (!memory)
		vx_fail(VX_NO_HEAP, "no memory: %u bytes for schedulers",
			warps * VX_SCHED_STACK, 0);
	for (uint32_t i = 0; i < warps; i++)
		vx_hw[i].stack = (uint32_t)(memory += VX_SCHED_STACK);
	ready = 1;
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

static void call_with_ids(uint32_t tid, uint32_t wid)
{
	const struct vx_request *r = vx_here()->current->share->request;

	vx_make_ids(r, &tid, &wid);
	r->kernel(tid, wid);
}

void vx_check_alive(uint32_t number)
{
	if (number && vx_hw[number].awake &&
	    !(ww_active_warps() >> number & 1) && vx_hw[number].awake)
		vx_fail(VX_TRAPPED,
			"hardware warp %u has halted in the middle of a "
			"kernel: a trap, or ebreak",
			number, 0);
}

static int is_done(struct vx_request *r)
{
	for_members(i, r, 0)
		if (!r->share[i].done)
			return 0;
	return 1;
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
	awaited = r;
	ww_fence();
	vx_main = VX_MAIN_WAITS;
	while (!is_done(r))
		for_members(i, r, 1)
			vx_check_alive(i);
	vx_main = VX_MAIN_RUNS;
	close(r);
	/* So that ww_spawn finds them halted. */
	if (open_requests == 0)
		while (ww_active_warps() != 1)
			;
	ww_fence();
}

static void wake(uint32_t number)
{
	uint32_t woken = 0;

	for (;;) {
		while (!(ww_active_warps() >> number & 1)) {
			vx_check_alive(number);
			/* It wakes the lowest one that is halted, which halts
			 * again if it finds nothing. */
			__asm__ volatile("wspawn zero, %0, zero"
					 :
					 : "r"(vx_entry)
					 : "memory");
			woken = 1;
		}
		if (woken || vx_hw[number].awake)
			return;
	}
}

static struct vx_request *new_request(void)
{
	struct vx_request *r = &requests[++last_handle % VX_REQUESTS];

	if (r->open)
		vx_wait(r->handle);
	r->handle = last_handle;
	return r;
}

static uint32_t chosen(uint64_t count, uint32_t odd, uint32_t even)
{
	uint64_t n = odd ? count / 2 : even ? (count + 1) / 2 : count;

	return (uint32_t)(n - 1);
}

static void check(uint64_t num_w, uint64_t num_t, vx_kernel kernel,
		  uint32_t flags)
{
	const uint64_t most = (uint64_t)1 << 32;
	const uint32_t warps = VX_ODD_WARPS | VX_EVEN_WARPS;
	const uint32_t threads = VX_ODD_THREADS | VX_EVEN_THREADS;

	if (ww_warp_id() || vx_here()->current || ww_tmask() != 1)
		vx_fail(VX_BAD_CALL, "vx_spawnWarps: only main may call it", 0,
			0);
	if (!kernel)
		vx_fail(VX_BAD_CALL, "vx_spawnWarps: no kernel", 0, 0);
	if (num_w > most || num_t > most)
		vx_fail(VX_BAD_CALL,
			"vx_spawnWarps: more than 2^32 software warps or "
			"threads",
			0, 0);
	if ((flags & warps) == warps || (flags & threads) == threads ||
	    flags >= VX_EVEN_THREADS << 1)
		vx_fail(VX_BAD_CALL,
			"vx_spawnWarps: flags 0x%x: odd and even exclude each "
			"other, and others there are none",
			flags, 0);
}

/* The share of hardware warp NUMBER: software warps FIRST, FIRST + r->step
 * ... */
static void deal(struct vx_request *r, uint32_t number, uint32_t first,
		 uint32_t last)
{
	struct vx_hw *h = &vx_hw[number];
	uint32_t left = last - first;

	r->share[number] = (struct vx_share){ .request = r, .wid = first,
		.left = r->step == 1 ? left : left / r->step };
	h->inbox[h->tail % VX_REQUESTS] = r;
	r->members |= 1u << number;
}

static void publish(struct vx_request *r)
{
	ww_fence();
	for_members(i, r, 0)
		vx_hw[i].tail++;
	ww_fence();
	vx_waking = 1;
	for_members(i, r, 1)
		wake(i);
	vx_waking = 0;
}

static void distribute(struct vx_request *r, uint32_t last)
{
	uint32_t warps = ww_num_warps(), base = 0, number = 0;

	if ((r->flags & VX_ASYNC) && warps > 1) {
		base = 1;
		warps--;
		number = next_member < warps ? next_member : 0;
	}
	r->step = last < warps ? last + 1 : warps;
	r->members = 0;
	r->direct = r->step > last && !r->rounds && !base &&
				    open_requests == 0 ?
			    r->step :
			    0;
	for (uint32_t i = 0; i < r->step; i++) {
		deal(r, base + number, i, last);
		if (++number == warps)
			number = 0;
	}
	if (base)
		next_member = number;
	r->open = 1;
	open_requests++;
	publish(r);
}

vx_handle vx_spawn(uint64_t num_w, uint64_t num_t, vx_kernel kernel, void *args,
		   uint32_t flags, vx_ids ids)
{
	uint32_t threads = ww_num_threads(), last_wid, last_tid;
	struct vx_request *r;

	check(num_w, num_t, kernel, flags);
	if (num_w <= !!(flags & VX_ODD_WARPS) ||
	    num_t <= !!(flags & VX_ODD_THREADS))
		return 0;
	if (!ready)
		prepare();
	last_wid = chosen(num_w, flags & VX_ODD_WARPS, flags & VX_EVEN_WARPS);
	last_tid = chosen(num_t, flags & VX_ODD_THREADS,
			  flags & VX_EVEN_THREADS);
	r = new_request();
	r->entry = (flags & ~VX_ASYNC) || ids ? call_with_ids : kernel;
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

static struct vx_request *find(vx_handle handle)
{
	struct vx_request *r = &requests[handle % VX_REQUESTS];

	if (ww_warp_id() || vx_here()->current)
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
	if (vx_hw[0].tail != vx_hw[0].head)
		take_part();
	finish(r);
}

int vx_done(vx_handle handle)
{
	struct vx_request *r = find(handle);

	if (!r)
		return 1;
	if (vx_hw[0].tail != vx_hw[0].head)
		take_part();
	if (!is_done(r))
		return 0;
	close(r);
	return 1;
}

int vx_preempt(uint32_t cycles)
{
	if (ww_warp_id() || vx_here()->current)
		vx_fail(VX_BAD_CALL, "vx_preempt: only main may call it", 0, 0);
	__asm__ volatile("csrw %0, %1"
			 :
			 : "i"(WW_CSR_MTICK), "r"(cycles)
			 : "memory");
	return ww_csr_read(WW_CSR_MTICK) == cycles;
}
