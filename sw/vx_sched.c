/* vx_sched.c - the runtime kernel's scheduler: what a hardware warp runs next
 * SPDX-License-Identifier: Apache-2.0
 *
 * A request is a range of software warps. Each hardware warp that takes part
 * owns a share of it and starts its software warps one after the other. Main,
 * or on another core the warp 0, puts shares into its inbox and touches nothing
 * else of it. A share of a small request is every N-th software warp. A share
 * of a large one is four pieces of neighbouring software warps, of a very large
 * one on several cores eight: what a software warp leaves in the cache is near
 * what the next one wants, hardware warps do not all wait for the same line,
 * and work that is heavy in a part of the range is still divided. From piece to
 * piece the shares change places, so work that is heavy at regular distances is
 * divided too.
 * With several requests at hand a hardware warp takes from each in turn. A
 * software warp that waits names a word that somebody will change: a hardware
 * warp looks at those of its own when it needs something to run. None moves, so
 * not to another core either.
 */
#include "vx_runtime.h"

_Static_assert(offsetof(struct vx_warp, loop) == VX_WARP_LOOP,
	       "vx_switch.S");
_Static_assert(offsetof(struct vx_warp, wid) == VX_WARP_WID, "vx_switch.S");
_Static_assert(offsetof(struct vx_warp, tid) == VX_WARP_TID, "vx_switch.S");
_Static_assert(offsetof(struct vx_warp, lanes) == VX_WARP_LANES, "vx_switch.S");
_Static_assert(offsetof(struct vx_warp, setup) == VX_WARP_SETUP, "vx_switch.S");
_Static_assert(offsetof(struct vx_warp, resume) == VX_WARP_RESUME,
	       "vx_switch.S");
_Static_assert(offsetof(struct vx_warp, hw) == VX_WARP_HW, "vx_switch.S");
_Static_assert(offsetof(struct vx_warp, sp) == VX_WARP_SP, "vx_switch.S");
_Static_assert(offsetof(struct vx_warp, share) == VX_WARP_SHARE,
	       "vx_barrier.S");
_Static_assert(offsetof(struct vx_share, request) == VX_SHARE_REQUEST,
	       "vx_barrier.S");
_Static_assert(offsetof(struct vx_share, meet) == VX_SHARE_MEET,
	       "vx_barrier.S");
_Static_assert(offsetof(struct vx_request, direct) == VX_REQUEST_DIRECT,
	       "vx_barrier.S");
_Static_assert(offsetof(struct vx_request, over) == VX_REQUEST_OVER,
	       "vx_barrier.S");
_Static_assert(offsetof(struct vx_request, cores) == VX_REQUEST_CORES,
	       "vx_barrier.S");
_Static_assert(offsetof(struct vx_request, stride) == VX_REQUEST_STRIDE,
	       "vx_switch.S");
_Static_assert(sizeof(struct vx_warp) == VX_WARP_SIZE, "vx_switch.S");
_Static_assert(offsetof(struct vx_hw, current) == VX_HW_CURRENT, "vx_switch.S");
_Static_assert(offsetof(struct vx_hw, stack) == VX_HW_STACK, "vx_switch.S");
_Static_assert(offsetof(struct vx_hw, ticked) == VX_HW_TICKED, "vx_switch.S");
_Static_assert(offsetof(struct vx_hw, limit) == VX_HW_LIMIT, "vx_switch.S");
_Static_assert(offsetof(struct vx_hw, main_sp) == VX_HW_MAIN_SP, "vx_switch.S");
_Static_assert(sizeof(struct vx_hw) == 1 << VX_HW_SHIFT, "vx_switch.S");

struct vx_hw vx_first_hw[VX_HARDWARE];
struct vx_core vx_first_core;
struct vx_core *volatile vx_cores[VX_CORES] = { &vx_first_core };
struct vx_hw *volatile vx_hws[VX_CORES] = { vx_first_hw };

/* Who waits for ever: rounds in which every hardware warp has looked at all
 * that waits. */
static volatile uint32_t round_number;
static uint32_t round_progress, quiet_rounds;

int vx_next(struct vx_warp *w);
struct vx_warp *vx_entered(struct vx_warp *own, struct vx_hw *h);
struct vx_warp *vx_ended(struct vx_warp *w);
struct vx_warp *vx_blocked(struct vx_warp *w);
struct vx_warp *vx_preempted(struct vx_warp *w);
static struct vx_warp *search(struct vx_hw *h);

static void leave_ring(struct vx_hw *h, struct vx_share *s)
{
	struct vx_share *before = s;

	while (before->next != s)
		before = before->next;
	before->next = s->next;
	h->ring = before == s ? NULL : before;
	s->next = NULL;
}

/* The last software warp of a run of S has begun. */
static inline void next_run(struct vx_hw *h, struct vx_share *s)
{
	const struct vx_request *r = s->request;
	uint32_t n = s->number + r->turn;

	if (s->runs == 0) {
		leave_ring(h, s);
		return;
	}
	if (n >= r->shares) /* the shares change places */
		n -= r->shares;
	s->number = (uint16_t)n;
	if (--s->runs) {
		s->wid = ((r->pieces - 1 - s->runs) * r->shares + n) * r->piece;
		s->end = s->wid + r->piece - 1;
	} else {
		s->wid = r->rest + n * r->each +
			 (n <= r->more ? n : r->more + 1);
		s->end = s->wid + r->each - (n > r->more);
	}
}

/* W becomes the next round of S, which has one. */
static inline void take(struct vx_hw *h, struct vx_share *s, struct vx_warp *w)
{
	const struct vx_request *r = s->request;
	uint32_t lanes = r->lanes, rest = r->last_tid - s->tid;

	w->wid = s->wid;
	w->tid = s->tid;
	if (rest >= lanes) {
		s->tid += lanes;
		w->lanes = lanes;
		return;
	}
	w->lanes = rest + 1;
	s->tid = 0;
	s->wid += r->stride;
	if (w->wid == s->end)
		next_run(h, s);
}

/* Of many: whether the loop of W, which has stored the wid of the next one, has
 * come to the end of the share's run. */
static inline _Bool is_behind(const struct vx_warp *w)
{
	return w->wid == w->share->end + w->share->request->stride;
}

/* The current software warp of H, W, is no longer one of many. */
static inline void settle(struct vx_hw *h, const struct vx_warp *w)
{
	struct vx_share *s = w->share;
	uint32_t last = is_behind(w) ? s->end : w->wid;

	if (!h->many)
		return;
	h->many = 0;
	s->wid = last + s->request->stride;
	if (last == s->end)
		next_run(h, s);
}

/* Whether something has come for H, or for its core if it is H that deals out
 * what comes for it. */
static inline _Bool has_news(const struct vx_hw *h)
{
	return h->tail != h->head || (h->agent && vx_has_post(h->core));
}

/* W has ended. Zero if something else than its share asks for attention. Else W
 * is the next round of that share; with VX_MANY vx_switch.S starts those behind
 * it in this run by itself until H is called. */
int vx_next(struct vx_warp *w)
{
	struct vx_hw *h = w->hw;
	struct vx_share *s = w->share;
	uint32_t end, stride;

	settle(h, w);
	if (s->next != s || h->first)
		return 0;
	end = s->end;
	stride = s->request->stride;
	if (s->wid == end || s->request->rounds) {
		if (has_news(h))
			return 0;
		take(h, s, w);
		w->resume = 0;
		return VX_ONE;
	}
	/* who sends news sets the limit to 0 behind that */
	h->limit = end + stride;
	vx_order();
	if (has_news(h)) {
		h->limit = 0;
		return 0;
	}
	w->wid = s->wid;
	w->resume = 0;
	h->many = 1;
	return VX_MANY;
}

static void wait_in_line(struct vx_hw *h, struct vx_warp *w)
{
	w->next = NULL;
	if (h->first)
		h->last->next = w;
	else
		h->first = w;
	h->last = w;
	h->waiting++;
}

/* Of S its request, number and meet are known. */
static void begin_share(struct vx_share *s)
{
	const struct vx_request *r = s->request;
	uint32_t n = s->number;

	s->tid = 0;
	s->open = 0;
	if (r->rest) {
		s->runs = (uint8_t)(r->pieces - 1);
		s->wid = n * r->piece;
		s->end = s->wid + r->piece - 1;
	} else {
		s->runs = 0;
		s->wid = n;
		s->end = n + (r->each - (n > r->more)) * r->shares;
	}
}

/* The next share in the inbox of H. */
static inline void open_next(struct vx_hw *h)
{
	struct vx_share *s;

	vx_order();
	s = h->inbox[h->head++ % VX_REQUESTS];
	begin_share(s);
	if (h->ring) {
		s->next = h->ring->next;
		h->ring->next = s;
	} else {
		s->next = s;
	}
	h->ring = s;
}

static void spare(struct vx_hw *h, struct vx_warp *w)
{
	w->next = h->spare;
	h->spare = w;
}

/* Stacks that others may need; ours stay. */
static void return_spares(struct vx_hw *h)
{
	struct vx_warp *w = h->spare, *next;

	h->spare = NULL;
	for (; w; w = next) {
		next = w->next;
		if (w == h->own)
			spare(h, w);
		else
			vx_stacks_return(w);
	}
}

static struct vx_warp *stacks(struct vx_hw *h, uint32_t lanes)
{
	struct vx_warp **at, *w;

	for (at = &h->spare; (w = *at); at = &w->next)
		if (w->room >= lanes) {
			*at = w->next;
			return w;
		}
	if (h->starved)
		return NULL;
	w = vx_stacks_take(lanes);
	h->starved = !w;
	return w;
}

/* A software warp of S that had not begun, on the stacks of W. */
static inline void start_on(struct vx_hw *h, struct vx_share *s,
			    struct vx_warp *w)
{
	w->share = s;
	w->hw = h;
	w->loop = s->request->loop;
	w->args = s->request->args;
	w->resume = 0;
	s->open++;
	h->ring = s;
	take(h, s, w);
}

/* Whether a software warp can begin; then the first spare stacks are for it. */
static _Bool can_start(struct vx_hw *h)
{
	struct vx_share *s = h->ring ? h->ring->next : NULL;
	struct vx_warp *w = s ? stacks(h, s->request->lanes) : NULL;

	if (w)
		spare(h, w);
	return w != NULL;
}

static inline int can_go_on(const struct vx_warp *w)
{
	return !w->word || *w->word != w->value;
}

/* Whether the one that waits longest can go on; if not it is the last in
 * line. */
static _Bool can_resume(struct vx_hw *h)
{
	struct vx_warp *w = h->first;

	if (can_go_on(w))
		return 1;
	if (w->next) {
		h->first = w->next;
		h->last->next = w;
		h->last = w;
		w->next = NULL;
	}
	return 0;
}

static void __attribute__((noreturn)) for_ever(void)
{
	uint32_t waiting = 0, begun = 1;

	for (uint32_t i = 0; i < ww_num_warps(); i++)
		vx_check_alive(i);
	for (uint32_t c = 0; c < VX_CORES && vx_hws[c]; c++)
		for (uint32_t i = 0; i < ww_num_warps(); i++) {
			waiting += vx_hws[c][i].waiting;
			begun &= !vx_hws[c][i].ring;
		}
	if (!begun)
		vx_fail(VX_NO_STACK,
			"no stack is left: %u software warps wait for others "
			"that cannot begin (stacks of %u bytes)",
			waiting, 1u << vx_stack_shift());
	vx_fail(VX_DEADLOCK, "all %u software warps wait for ever", waiting, 0);
}

/* All hardware warps have searched in vain since the round began. */
static int round_is_over(uint32_t members, uint32_t *progress)
{
	*progress = 0;
	for (uint32_t i = 0; i < ww_num_warps(); i++) {
		if ((members >> i & 1) && vx_first_hw[i].acked != round_number)
			return 0;
		*progress += vx_first_hw[i].progress;
	}
	return 1;
}

/* A round is over. If two rounds end with nothing found in between nobody will
 * ever find anything: in the second all looked at what nobody could change any
 * more. */
static void next_round(uint32_t progress)
{
	quiet_rounds = progress == round_progress && vx_main_is_stuck() ?
			       quiet_rounds + 1 :
			       0;
	if (quiet_rounds == 2)
		for_ever();
	round_progress = progress;
	ww_fence();
	round_number++;
}

static struct judged {
	uint32_t core;     /* how far, in this round */
	uint32_t progress; /* up to there */
} judged;

/* On several cores main alone judges, a core each time: nobody who had searched
 * in vain, or was halted, can have begun anything since that his progress does
 * not tell in the next round. */
void vx_judge(void)
{
	struct judged *j = &judged;
	uint32_t progress = j->progress;

	ww_fence();
	if (j->core == 0 && !vx_posts_are_read())
		return;
	for (uint32_t i = 0; i < ww_num_warps(); i++) {
		const struct vx_hw *h = &vx_hws[j->core][i];

		if (h->tail != h->head ||
		    (h->awake && h->acked != round_number))
			return;
		progress += h->progress;
	}
	j->progress = progress;
	if (++j->core < ww_num_cores())
		return;
	judged = (struct judged){ 0 };
	next_round(progress);
}

/* Main has handed out work: what has been seen so far says nothing. */
void vx_judge_anew(void)
{
	judged = (struct judged){ 0 };
	quiet_rounds = 0;
}

/* This hardware warp has searched in vain and answers for the others. */
static void judge(struct vx_hw *h)
{
	uint32_t members = ww_active_warps(), progress;

	if (vx_main != VX_MAIN_SCHEDULES)
		members &= ~1u;
	if ((members & -members) == 1u << (h - vx_first_hw) &&
	    vx_main != VX_MAIN_RUNS && round_is_over(members, &progress))
		next_round(progress);
}

/* The same on several cores. */
static void judge_over_cores(void)
{
	if ((ww_warp_id() | ww_core_id()) == 0)
		vx_judge();
	for (uint32_t i = 0; i < ww_num_warps(); i++)
		vx_check_alive(i);
}

/* After a search that found nothing. */
static void found_nothing(struct vx_hw *h)
{
	return_spares(h);
	h->starved = 0;
	h->acked = h->seen;
	if (vx_cores[1])
		judge_over_cores();
	else
		judge(h);
	vx_pause();
	ww_fence();
	h->seen = round_number;
	ww_fence();
}

/* Nothing is left: true if so still after others can see that we are about to
 * halt. */
static int all_done(struct vx_hw *h)
{
	return_spares(h);
	h->awake = 0;
	vx_release();
	vx_order();
	if (h->tail == h->head)
		return 1;
	h->awake = 1;
	return 0;
}

/* What runs next on H, or null. It is mostly found in the first look, which
 * calls nothing and so saves no registers; if not, the search leaves things so
 * that it is. */
static __attribute__((noinline)) struct vx_warp *choose(struct vx_hw *h)
{
	uint32_t turn = h->turn ^ 1;
	struct vx_warp *w = h->first;
	struct vx_share *s;

	if (h->agent && vx_has_post(h->core))
		return search(h);
	while (h->head != h->tail)
		open_next(h);
	if (w && !turn) {
		if (!can_go_on(w))
			return search(h);
		h->first = w->next;
		h->waiting--;
	} else {
		w = h->spare;
		s = h->ring ? h->ring->next : NULL;
		if (!s || !w || w->room < s->request->lanes)
			return search(h);
		h->spare = w->next;
		start_on(h, s, w);
	}
	h->turn = turn;
	h->current = w;
	w->setup = w->lanes;
	h->ticked = 0;
	h->progress++;
	vx_order();
	return w;
}

static __attribute__((noinline)) struct vx_warp *search(struct vx_hw *h)
{
	uint32_t looked = 0;

	for (;;) {
		if (h->agent && vx_has_post(h->core))
			vx_attend();
		if (h->head != h->tail)
			return choose(h);
		h->turn ^= 1;
		if (h->turn || !h->first ? can_start(h) : can_resume(h)) {
			h->turn ^= 1;
			return choose(h);
		}
		if (!h->ring && !h->first && !h->core->waking && all_done(h))
			break;
		if (++looked > 2 * h->waiting) {
			found_nothing(h);
			looked = 0;
		}
	}
	h->current = NULL;
	return NULL;
}

/* Hardware warp H begins; OWN are its stacks. */
struct vx_warp *vx_entered(struct vx_warp *own, struct vx_hw *h)
{
	h->awake = 1;
	h->own = own;
	h->spare = NULL;
	own->room = ww_num_threads();
	spare(h, own);
	return choose(h);
}

struct vx_warp *vx_ended(struct vx_warp *w)
{
	struct vx_hw *h = w->hw;
	struct vx_share *s = w->share;

	spare(h, w);
	if (--s->open == 0 && !s->next) {
		vx_release();
		s->done = s->request->handle;
		if (h->core != &vx_first_core)
			vx_is_done_here(s->request);
		vx_release();
	}
	return choose(h);
}

struct vx_warp *vx_blocked(struct vx_warp *w)
{
	struct vx_hw *h = w->hw;

	w->resume = VX_BLOCKED;
	settle(h, w);
	h->limit = 0;
	wait_in_line(h, w);
	return choose(h);
}

struct vx_warp *vx_preempted(struct vx_warp *w)
{
	struct vx_hw *h = w->hw;

	/* If one of many comes here again, its loop may still stop in front of
	 * the same wid; in front of wid - 1 none stops. */
	if (h->many && !is_behind(w))
		w->value = w->wid;
	else if (h->many || w->resume != VX_PREEMPTED)
		w->value = w->wid - 1;
	w->resume = VX_PREEMPTED;
	w->word = NULL;
	settle(h, w);
	h->limit = 0;
	wait_in_line(h, w);
	return choose(h);
}
