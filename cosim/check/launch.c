/* launch.c - launch records, what the host does, and results
 * SPDX-License-Identifier: Apache-2.0
 *
 * A launch is rung, read, goes or is skipped, is released and done, in this
 * order. Between read and go all cores make an acquire. What the host or a trap
 * asks for is recorded in the same cycle.
 */
#include "cosim/check/acquire.h"
#include "cosim/check/dispatch.h"
#include "cosim/cover/cover.h"
#include "cosim/state/mismatch.h"

static uint32_t bit(uint32_t slot)
{
	return UINT32_C(1) << slot;
}

static struct golden_slot slot_of(const struct cosim *c, uint32_t slot)
{
	return golden_slot(c->machine, slot % GOLDEN_MAX_LAUNCHES);
}

/* Does the launch in SLOT wait or run? */
static bool is_live(const struct cosim *c, uint32_t slot)
{
	enum golden_launch_state state = slot_of(c, slot).state;

	return state == GOLDEN_LAUNCH_QUEUED || state == GOLDEN_LAUNCH_RUNNING;
}

static void moves(struct cosim *c, uint32_t slot)
{
	c->dispatch.launch[slot].due.what = NULL;
}

void dispatch_reports(struct cosim *c, uint32_t slot,
		      enum cosim_launch_step step)
{
	if (c->on_launch)
		c->on_launch(c->on_launch_ctx, c->cycle, slot, step,
			     c->dispatch.launch[slot].pc);
}

/* --- the host ----------------------------------------------------------- */

static void host_aborts(struct cosim *c, uint32_t slots)
{
	for (uint32_t i = 0; i < c->cfg.launches; i++) {
		if (!(slots >> i & 1) || !is_live(c, i))
			continue;
		c->dispatch.asked |= bit(i);
		c->dispatch.cuts |= slot_of(c, i).cut ? 0 : bit(i);
	}
}

static void host_rings(struct cosim *c, uint32_t slot, const uint32_t *words)
{
	struct dispatch *d = &c->dispatch;

	if (slot >= c->cfg.launches || golden_ring(c->machine, slot, words))
		return;
	d->ring = true;
	d->slot = slot;
	d->launch[slot] = (struct slot_launch){ .pc = words[ISA_LAUNCH_PC] };
}

void cosim_host(struct cosim *c, const struct cosim_host *h)
{
	if (c->failed)
		return;
	c->dispatch.host = true;
	host_aborts(c, h->abort);
	if (h->ring)
		host_rings(c, h->slot, h->words);
	for (uint32_t i = 0; i < c->cfg.launches; i++)
		if (h->ack >> i & 1)
			golden_acknowledge(c->machine, i);
}

/* --- the record --------------------------------------------------------- */

static int check_synced(struct cosim *c)
{
	struct dispatch *d = &c->dispatch;

	if (d->sync == SYNC_NONE)
		return fail_shared(c, COSIM_LAUNCH_SYNC, "no acquire or "
				   "release has begun");
	if (d->sync == SYNC_RELEASE)
		return release_ends(c);
	d->acquired = true;
	moves(c, d->here);
	return acquire_ends(c);
}

/* Done is what has been released. */
static int check_done(struct cosim *c, const uint32_t *r)
{
	struct dispatch *d = &c->dispatch;
	uint32_t done = rec_launch_done(r), want = 0;

	if (rec_launch_synced(r)) {
		want = d->sync == SYNC_RELEASE ? bit(d->of) : 0;
		d->sync = SYNC_NONE;
	}
	if (done != want) {
		fail_shared(c, COSIM_LAUNCH_DONE, "other launches are done "
			    "than have been released");
		fail_row(c, "done", done, want);
		return 1;
	}
	if (want && !golden_finishes(c->machine, d->of))
		return fail_shared(c, COSIM_LAUNCH_DONE, "the launch in slot "
				   "%u has blocks", d->of);
	if (want)
		dispatch_reports(c, d->of, COSIM_LAUNCH_ENDED);
	return 0;
}

static int order_fail(struct cosim *c, uint32_t slot, const char *why)
{
	return fail_shared(c, COSIM_LAUNCH_ORDER, "the launch in slot %u %s",
			   slot, why);
}

static int reason_fail(struct cosim *c, const uint32_t *r, bool goes)
{
	uint32_t here = rec_launch_here(r);
	struct golden_slot s = slot_of(c, here);

	fail_shared(c, COSIM_LAUNCH_REASON, "the launch in slot %u %s", here,
		    goes ? "gets its blocks" : "gets no blocks");
	fail_diff(c, "goes", goes, !s.cut && !s.reason);
	fail_diff(c, "reason", rec_launch_reason(r), s.reason);
	fail_diff(c, "cut", !goes && !rec_launch_reason(r), s.cut);
	return 1;
}

/* The launch that was read begins. */
static int check_begin(struct cosim *c, const uint32_t *r)
{
	struct dispatch *d = &c->dispatch;
	uint32_t here = rec_launch_here(r), reason = rec_launch_reason(r);
	bool goes = rec_launch_go(r);
	struct golden_slot s = slot_of(c, here);

	if (!d->taken || here != d->here || (goes && rec_launch_skip(r)))
		return order_fail(c, here, "was not read");
	if (!d->acquired)
		return order_fail(c, here, "begins without an acquire");
	if (reason != s.reason || goes == (s.cut || s.reason))
		return reason_fail(c, r, goes);
	if (c->core->cover)
		cover_launch(c, here, reason);
	if (goes ? !golden_goes(c->machine, here) :
		   !golden_skips(c->machine, here, s.reason))
		return order_fail(c, here, "begins before its turn");
	d->taken = d->acquired = false;
	d->launch[here].gone = goes;
	moves(c, here);
	return 0;
}

static int check_take(struct cosim *c, uint32_t slot)
{
	struct dispatch *d = &c->dispatch;
	int oldest = golden_oldest(c->machine);

	if (d->taken)
		return order_fail(c, slot, "is read beside another one");
	if ((int)slot != oldest) {
		order_fail(c, slot, "is read, which is not the next one");
		fail_row(c, "slot", slot, (uint32_t)oldest);
		return 1;
	}
	d->taken = true;
	d->acquired = false;
	d->here = slot;
	moves(c, slot);
	return 0;
}

static void begin_sync(struct cosim *c, enum dispatch_sync sync, bool flush)
{
	struct dispatch *d = &c->dispatch;

	d->sync = sync;
	d->flush = flush;
	d->began = c->event;
	d->landed = 0;
	d->performed = sync == SYNC_ACQUIRE ? d->released :
		       dispatch_performed(c);
}

static int sync_fail(struct cosim *c, const char *why)
{
	return fail_shared(c, COSIM_LAUNCH_SYNC, "%s", why);
}

/* An ordered launch sees what all in front of it have stored. */
static int check_acquire(struct cosim *c, const uint32_t *r)
{
	struct dispatch *d = &c->dispatch;
	struct golden_slot s = slot_of(c, d->here);
	bool in_front = false;

	for (uint32_t i = 0; i < c->cfg.launches; i++)
		in_front |= slot_of(c, i).state == GOLDEN_LAUNCH_RUNNING;
	if (!d->taken || d->acquired)
		return sync_fail(c, "an acquire begins, and no launch needs "
				 "it");
	if (s.flags & ISA_LAUNCH_ORDERED && !s.cut && in_front)
		return sync_fail(c, "the acquire of an ordered launch begins "
				 "before all in front of it are done");
	d->keep = (s.flags & ISA_LAUNCH_KEEP) != 0;
	if (rec_launch_keep(r) != d->keep) {
		sync_fail(c, "an acquire does not do what its launch wants");
		fail_row(c, "keep", rec_launch_keep(r), d->keep);
		return 1;
	}
	begin_sync(c, SYNC_ACQUIRE, false);
	moves(c, d->here);
	return 0;
}

static int check_release(struct cosim *c, const uint32_t *r)
{
	struct dispatch *d = &c->dispatch;
	uint32_t mask = rec_launch_released(r);
	uint32_t slot = mask ? lowest(mask) : 0;
	struct golden_slot s = slot_of(c, slot);
	bool flush = d->launch[slot].gone && s.flags & ISA_LAUNCH_FLUSH;

	if (!mask || mask & (mask - 1) || slot >= c->cfg.launches)
		return sync_fail(c, "a release is not that of one launch");
	if (s.state != GOLDEN_LAUNCH_RUNNING || !s.out || s.resident)
		return sync_fail(c, "a release begins of a launch that has not "
				 "ended");
	if (rec_launch_flush(r) != flush) {
		sync_fail(c, "a release does not do what its launch wants");
		fail_row(c, "flush", rec_launch_flush(r), flush);
		return 1;
	}
	begin_sync(c, SYNC_RELEASE, flush);
	d->of = slot;
	moves(c, slot);
	return 0;
}

static int check_sync(struct cosim *c, const uint32_t *r)
{
	bool acquire = rec_launch_acquire(r), release = rec_launch_release(r);

	if (!release && (rec_launch_released(r) || rec_launch_flush(r)))
		return sync_fail(c, "no release begins, yet one is described");
	if (!acquire && rec_launch_keep(r))
		return sync_fail(c, "no acquire begins, yet one is described");
	if (!acquire && !release)
		return 0;
	if (c->dispatch.sync != SYNC_NONE || (acquire && release))
		return sync_fail(c, "an acquire or release begins beside "
				 "another one");
	return acquire ? check_acquire(c, r) : check_release(c, r);
}

static int check_ring(struct cosim *c, const uint32_t *r)
{
	struct dispatch *d = &c->dispatch;

	if (!d->ring || rec_launch_rung(r) != d->slot) {
		fail_shared(c, COSIM_LAUNCH_RING, "slot %u is rung",
			    rec_launch_rung(r));
		fail_diff(c, "rung", 1, d->ring);
		fail_diff(c, "slot", rec_launch_rung(r), d->slot);
		return 1;
	}
	d->ring = false;
	dispatch_reports(c, d->slot, COSIM_LAUNCH_RUNG);
	return 0;
}

/* A launch that is done in this cycle may be cut or not. */
static int check_cut(struct cosim *c, uint32_t cut, uint32_t done)
{
	struct dispatch *d = &c->dispatch;
	uint32_t may = d->asked;

	for (uint32_t i = 0; dispatch_failed(c) && i < c->cfg.launches; i++)
		may |= is_live(c, i) ? bit(i) : 0;
	if (cut & ~may) {
		fail_shared(c, COSIM_LAUNCH_CUT, "launches are cut, and "
			    "nothing asks for it");
		fail_row(c, "cut", cut, cut & may);
		return 1;
	}
	d->cuts &= ~(cut | done);
	for (; cut; cut &= cut - 1) {
		uint32_t slot = lowest(cut);

		dispatch_dropped(c, slot);
		if (c->core->cover && !slot_of(c, slot).cut)
			cover_cut(c, slot, d->taken && d->here == slot);
		if (golden_launch_cut(c->machine, slot))
			d->launch[slot].cut_cycle = c->cycle;
		moves(c, slot);
	}
	return 0;
}

static int check_header(struct cosim *c, const uint32_t *r)
{
	uint32_t head[1] = { r[0] & ~record_head_bits(REC_KIND_launch, 0) };

	c->event++;
	c->stats.records++;
	if (head[0] == REC_KIND_launch << REC_LOW_head_kind && !r[1])
		return 0;
	return fail_shared(c, COSIM_HEADER, "header 0x%08x, seq word 0x%08x, "
			   "in the place of a launch record", r[0], r[1]);
}

int launch_record(struct cosim *c, const uint32_t *r)
{
	c->dispatch.changes = true;
	return check_header(c, r) ||
	       (rec_launch_synced(r) && check_synced(c)) ||
	       check_done(c, r) ||
	       ((rec_launch_skip(r) || rec_launch_go(r)) &&
		check_begin(c, r)) ||
	       (rec_launch_take(r) && check_take(c, rec_launch_taken(r))) ||
	       check_sync(c, r) || (rec_launch_ring(r) && check_ring(c, r)) ||
	       check_cut(c, rec_launch_cut(r), rec_launch_done(r));
}

int dispatch_settle(struct cosim *c)
{
	struct dispatch *d = &c->dispatch;

	dispatch_offers(c);
	if (d->ring)
		return fail_shared(c, COSIM_LAUNCH_RING, "the host rings for "
				   "slot %u, and no record says so", d->slot);
	if (d->cuts) {
		fail_shared(c, COSIM_LAUNCH_CUT, "launches are not cut, though "
			    "the host or a trap asks for it");
		fail_row(c, "cut", 0, d->cuts);
		return 1;
	}
	d->host = false;
	d->asked = 0;
	return 0;
}

/* --- results ------------------------------------------------------------ */

bool cosim_launch_result(const struct cosim *c, uint32_t slot,
			 struct golden_result *result)
{
	return golden_done(c->machine, slot, result);
}

static const char *const names[] = {
#define RESULT(id, number, doc) #id,
#include "isa/launch.def"
};

enum { WORDS = sizeof names / sizeof *names };

/* The bits that say something: the trap alone if there is one. */
static void want_words(const struct golden_result *r, uint32_t *want,
		       uint32_t *mask)
{
	const struct golden_trap *t = &r->trap;
	bool trapped = r->end == ISA_LAUNCH_TRAPPED;
	const uint32_t all[WORDS] = {
		(uint32_t)ISA_STATUS_DONE | r->end << ISA_STATUS_LOW_END |
		(uint32_t)r->reason << ISA_STATUS_LOW_REASON |
		(trapped ? t->cause << ISA_STATUS_LOW_CAUSE |
			   t->core << ISA_STATUS_LOW_CORE |
			   t->warp << ISA_STATUS_LOW_WARP : 0),
		t->pc, t->tval, r->place[0], r->place[1], r->place[2]
	};

	for (int i = 0; i < WORDS; i++) {
		want[i] = all[i];
		mask[i] = trapped ? UINT32_MAX : 0;
	}
	mask[0] = trapped ? UINT32_MAX :
		  ~(uint32_t)(ISA_STATUS_CAUSE | ISA_STATUS_CORE |
			      ISA_STATUS_WARP);
}

int cosim_check_result(struct cosim *c, uint32_t slot, const uint32_t *words)
{
	uint32_t want[WORDS], mask[WORDS];
	struct golden_result r;
	int bad = 0;

	if (c->failed)
		return 1;
	if (!golden_done(c->machine, slot, &r))
		return fail_shared(c, COSIM_LAUNCH_RESULT, "the launch in slot "
				   "%u is not done, and is shown so", slot);
	want_words(&r, want, mask);
	for (int i = 0; i < WORDS; i++) {
		if (!((words[i] ^ want[i]) & mask[i]))
			continue;
		if (!bad++)
			fail_shared(c, COSIM_LAUNCH_RESULT, "the result of the "
				    "launch in slot %u is wrong", slot);
		fail_row(c, names[i], words[i] & mask[i], want[i] & mask[i]);
	}
	return bad != 0;
}
