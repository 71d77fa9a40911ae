/* harness_axil.c - the host of a core with registers: AXI4-Lite, an interrupt
 * SPDX-License-Identifier: Apache-2.0
 *
 * It makes the launches of harness_host.c by writes and reads, and waits for
 * the interrupt. In random mode of the memory it also writes and reads
 * what it should not, beside that. Each response is foretold, each value that
 * is read compared with what golden and the bus say.
 */
#include "cosim/run/harness_state.h"

#include <stdio.h>
#include <string.h>

enum { BYTES = 15 };            /* all four of a word */

static uint32_t slot_word(uint32_t slot, uint32_t word)
{
	return ISA_HOST_SLOTS + slot * ISA_HOST_SLOT_BYTES + word * 4;
}

static uint32_t bit(uint32_t slot)
{
	return UINT32_C(1) << slot;
}

static uint32_t strobes(uint32_t strb)
{
	uint32_t mask = 0;

	for (int i = 0; i < 4; i++)
		mask |= strb >> i & 1 ? UINT32_C(255) << 8 * i : 0;
	return mask;
}

/* Is SLOT free, and may launches be made? */
static bool open_slot(const struct host *o, uint32_t slot, uint32_t slots)
{
	return slot < slots && !o->slot[slot].rung && !o->stopped &&
	       !o->axil.stopping && !o->axil.resetting;
}

/* --- what is written ---------------------------------------------------- */

static void write_register(struct host_axil *x, enum host_task task,
			   uint32_t addr, uint32_t value, uint32_t strb)
{
	const struct axil_write w = {
		addr | rnd_below(&x->bus.rnd, 4), value, strb, (int)task
	};

	axil_write(&x->bus, &w);
}

/* Is a write for TASK queued? */
static bool is_queued(const struct host_axil *x, enum host_task task)
{
	const struct axil_write *w;

	for (uint32_t i = 0; (w = axil_queued(&x->bus, i)); i++)
		if (w->task == (int)task)
			return true;
	return false;
}

/* Do slots become free before the next write acts, or may they? */
static bool frees(const struct host_axil *x)
{
	return x->resetting || is_queued(x, TASK_RESET) ||
	       is_queued(x, TASK_ACK);
}

/* A random write. What it does is foretold when it acts. */
static void write_noise(struct harness *h)
{
	static const uint32_t some[] = {
#define REG(id, name, offset, access, doc) offset,
#include "isa/host.def"
		ISA_HOST_SLOTS - 4, 2 * ISA_HOST_SLOTS, ISA_HOST_DOORBELL,
		ISA_HOST_IRQ_ENABLE, ISA_HOST_COUNTER_SELECT
	};
	struct host_axil *x = &h->host.axil;
	struct rnd *r = &x->bus.rnd;
	uint32_t addr = some[rnd_below(r, sizeof some / sizeof *some)];
	uint32_t strb = rnd_below(r, 16), value = rnd_u32(r);
	uint32_t slots = h->cfg.machine.launches;

	if (rnd_below(r, 2))
		addr = ISA_HOST_SLOTS +
		       (rnd_below(r, 16 * ISA_HOST_SLOT_BYTES) & ~3u);
	if (addr == ISA_HOST_DOORBELL) {
		/* a slot that is not free, or none */
		value = rnd_below(r, slots + 4);
		value += frees(x) || open_slot(&h->host, value, slots) ?
			 slots : 0;
		strb |= strb != 0;
	} else if (addr == ISA_HOST_CONTROL || addr == ISA_HOST_ACK ||
		   addr == ISA_HOST_ABORT) {
		value = 0;
	}
	write_register(x, TASK_NOISE, addr, value, strb);
}

/* The launches whose time has come to be aborted. */
static uint32_t due_aborts(const struct harness *h)
{
	uint32_t due = 0;

	for (uint32_t i = 0; i < h->cfg.machine.launches; i++)
		if (h->host.slot[i].rung &&
		    h->host.slot[i].abort <= h->cycle)
			due |= bit(i);
	return due;
}

/* Does slot AT hold VALUE in a word when all queued writes have acted? */
static bool will_hold(const struct host *o, uint32_t word, uint32_t value)
{
	const struct host_slot *s = &o->slot[o->at];
	bool valid = s->valid >> word & 1;
	uint32_t old = valid ? s->word[word] : 0;
	const struct axil_write *w;

	for (uint32_t i = 0; (w = axil_queued(&o->axil.bus, i)); i++) {
		if ((w->addr & ~3u) != slot_word(o->at, word))
			continue;
		old = (old & ~strobes(w->strb)) | (w->value & strobes(w->strb));
		valid |= w->strb == BYTES;
	}
	return valid && old == value;
}

/* Writes a word of the next launch, or rings it. */
static void write_launch(struct harness *h)
{
	struct host *o = &h->host;
	const uint32_t *word = h->cfg.launches[o->next].word;
	uint32_t at = 0;

	while (at < ISA_LAUNCH_WORDS && will_hold(o, at, word[at]))
		at++;
	if (at < ISA_LAUNCH_WORDS)
		write_register(&o->axil, TASK_WORD, slot_word(o->at, at),
			       word[at], BYTES);
	else
		write_register(&o->axil, TASK_RING, ISA_HOST_DOORBELL, o->at,
			       o->axil.bus.random ?
			       1 | rnd_below(&o->axil.bus.rnd, 16) : BYTES);
}

/* The host makes no more launches. Counters are read through a port then. */
static void write_end(struct host_axil *x)
{
	if (x->select)
		write_register(x, TASK_SELECT, ISA_HOST_COUNTER_SELECT, 0,
			       BYTES);
	else
		write_register(x, TASK_STOP, ISA_HOST_CONTROL,
			       ISA_HOST_CONTROL_STOP, BYTES);
}

/* May a launch be written? Not the next one before the doorbell acts. */
static bool launches(struct harness *h)
{
	struct host *o = &h->host;

	return !is_queued(&o->axil, TASK_RING) &&
	       ((o->writing && !o->stopped) || host_begins(h));
}

/* Has the host nothing more to do? A reset that is to come does not wait. */
static bool ends(const struct harness *h)
{
	return !harness_host_waits(h) && !h->host.axil.acks &&
	       !axil_queued(&h->host.axil.bus, 0);
}

/* What a write does is known when it acts, so some wait until those before them
 * have acted. */
static void choose_write(struct harness *h)
{
	struct host_axil *x = &h->host.axil;
	uint32_t aborts = is_queued(x, TASK_ABORT) ? 0 : due_aborts(h);

	if (x->resetting || is_queued(x, TASK_RESET)) {
		if (x->bus.random && !rnd_below(&x->bus.rnd, 6))
			write_noise(h);
		return;
	}
	if (x->stopping || is_queued(x, TASK_SELECT) ||
	    is_queued(x, TASK_STOP))
		return;
	if (x->reset <= h->cycle || (x->reset != UINT64_MAX && ends(h)))
		write_register(x, TASK_RESET, ISA_HOST_CONTROL,
			       ISA_HOST_CONTROL_RESET, BYTES);
	else if (!x->enabled && !is_queued(x, TASK_ENABLE))
		write_register(x, TASK_ENABLE, ISA_HOST_IRQ_ENABLE,
			       UINT32_MAX, BYTES);
	else if (aborts)
		write_register(x, TASK_ABORT, ISA_HOST_ABORT, aborts, BYTES);
	else if (x->bus.random && !rnd_below(&x->bus.rnd, 6))
		write_noise(h);
	else if (x->acks && !is_queued(x, TASK_ACK))
		write_register(x, TASK_ACK, ISA_HOST_ACK, x->acks, BYTES);
	else if (ends(h))
		write_end(x);
	else if (harness_host_waits(h) && launches(h))
		write_launch(h);
}

/* --- what a write does -------------------------------------------------- */

/* A write of a word; false: it must fail. */
static bool acts_on_slot(struct harness *h, uint32_t addr, uint32_t mask)
{
	struct host *o = &h->host;
	uint32_t slot = addr / ISA_HOST_SLOT_BYTES % 16, word = addr / 4 % 16;
	struct host_slot *s = &o->slot[slot];
	uint32_t old;

	if (!open_slot(o, slot, h->cfg.machine.launches) ||
	    word >= ISA_LAUNCH_WORDS)
		return false;
	old = s->valid >> word & 1 ? s->word[word] : 0;
	s->word[word] = (old & ~mask) |
			(axil_queued(&o->axil.bus, 0)->value & mask);
	if (mask == UINT32_MAX)
		s->valid |= bit(word);
	return true;
}

static bool rings(struct harness *h)
{
	struct host *o = &h->host;

	if (!open_slot(o, o->at, h->cfg.machine.launches))
		return false;
	host_rung(h);
	return true;
}

static struct cosim_device device_now(const struct harness *h, bool done)
{
	const struct host *o = &h->host;

	return (struct cosim_device){
		.resets = o->axil.resetting, .failed = o->stopped,
		.stopped = o->axil.stopping && done
	};
}

/* What was due for launches is so no more. */
static void begin_reset(struct harness *h)
{
	const struct cosim_device device = device_now(h, false);
	struct host_axil *x = &h->host.axil;

	cosim_cover_reset(h->cosim, &device);
	x->resetting = x->lost = true;
	x->reset = UINT64_MAX;
	x->acks = 0;
}

/* The effect of a write to a register that is no word of a launch. */
static bool acts_on_register(struct harness *h, uint32_t addr, uint32_t mask)
{
	struct host *o = &h->host;
	struct host_axil *x = &o->axil;
	const struct axil_write *w = axil_queued(&x->bus, 0);
	uint32_t value = w->value & mask;

	switch (addr) {
	case ISA_HOST_CONTROL:
		x->stopping |= (value & ISA_HOST_CONTROL_STOP) != 0;
		if (value & ISA_HOST_CONTROL_RESET)
			begin_reset(h);
		return true;
	case ISA_HOST_DOORBELL:
		return !mask || (w->task == TASK_RING && rings(h));
	case ISA_HOST_ACK:
		o->acts.ack = value;
		x->acks &= ~value;
		for (uint32_t i = 0; i < h->cfg.machine.launches; i++)
			if (value >> i & 1)
				o->slot[i].rung = false;
		return true;
	case ISA_HOST_ABORT:
		o->acts.abort = value;
		for (uint32_t i = 0; i < h->cfg.machine.launches; i++)
			if (value >> i & 1)
				o->slot[i].abort = UINT64_MAX;
		return true;
	case ISA_HOST_IRQ_ENABLE:
		x->enable = (x->enable & ~mask) | value;
		x->enabled = w->task == TASK_ENABLE;
		return true;
	case ISA_HOST_COUNTER_SELECT:
		x->select = (x->select & ~mask) | value;
		return true;
	default:
		return !mask;
	}
}

static void act(struct harness *h)
{
	struct host_axil *x = &h->host.axil;
	const struct axil_write *w = axil_queued(&x->bus, 0);
	uint32_t mask = strobes(w->strb);
	uint32_t addr = w->addr & (ISA_HOST_BYTES - 4);
	bool slot = addr >> 10 == ISA_HOST_SLOTS >> 10;
	bool good = slot ? !mask || acts_on_slot(h, addr, mask) :
		    acts_on_register(h, addr, mask);

	x->want_resp = good ? AXIL_OKAY : AXIL_SLVERR;
	cosim_cover_write(h->cosim, addr, w->strb, good);
}

/* --- what is read ------------------------------------------------------- */

static void read_noise(struct harness *h)
{
	struct host_axil *x = &h->host.axil;
	struct rnd *r = &x->bus.rnd;
	uint32_t size = ISA_HOST_BYTES;

	if (rnd_below(r, 2))
		size = machine_is_mapped(&h->cfg.machine) ? 0x6c : 0x60;
	x->reading = READ_NOISE;
	axil_read(&x->bus, rnd_below(r, size));
}

static void choose_read(struct harness *h)
{
	struct host *o = &h->host;
	struct host_axil *x = &o->axil;

	if (x->bus.random && !rnd_below(&x->bus.rnd, 4)) {
		read_noise(h);
	} else if (x->bus.r_due) {
		return;
	} else if (o->reading && !x->resetting) {
		x->reading = READ_RESULT;
		axil_read(&x->bus, slot_word(x->from, ISA_RESULT_STATUS +
					     x->words));
	} else if (x->irq && !x->acks && !x->stopping && !x->resetting) {
		x->reading = READ_DONE;
		axil_read(&x->bus, ISA_HOST_DONE);
	}
}

/* --- what a read must show ---------------------------------------------- */

static uint32_t shape_word(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	return a | b << 8 | c << 16 | d << 24;
}

/* A page of shared memory is a 16th of it, but 64 bytes at least, or all. */
static uint32_t limits(const struct machine *m)
{
	uint32_t pages = 16, shift = 0;

	while (pages > 1 && m->smem_size / pages < 64)
		pages /= 2;
	while (m->smem_size / pages >> (shift + 1))
		shift++;
	return shape_word(m->launches, pages, m->barriers, shift);
}

static uint32_t extensions(const struct machine *m)
{
	uint32_t word = 0;

#define PLACE(at, bits, flag) word |= (uint32_t)m->flag << at;
#include "isa/exts.def"
	return word;
}

/* The slots in a state from FROM to TO. */
static uint32_t slots_in(const struct harness *h, enum golden_launch_state from,
			 enum golden_launch_state to)
{
	uint32_t slots = 0;

	for (uint32_t i = 0; i < h->cfg.machine.launches; i++) {
		enum golden_launch_state s = golden_slot(h->golden, i).state;

		slots |= s >= from && s <= to ? bit(i) : 0;
	}
	return slots;
}

static uint32_t status(const struct harness *h, const struct cosim_pins *p)
{
	bool idle = !slots_in(h, GOLDEN_LAUNCH_QUEUED, GOLDEN_LAUNCH_RUNNING);

	return (idle ? ISA_HOST_STATUS_IDLE : 0) |
	       (h->host.stopped ? ISA_HOST_STATUS_ERROR : 0) |
	       (h->host.axil.resetting ? ISA_HOST_STATUS_RESETTING : 0) |
	       (h->host.axil.stopping && p->done ? ISA_HOST_STATUS_STOPPED : 0);
}

/* What a register shows; false: it does not exist. *MASK: the bits that are
 * known. */
static bool register_value(const struct harness *h, const struct cosim_pins *p,
			   uint32_t addr, uint32_t *value, uint32_t *mask)
{
	const struct machine *m = &h->cfg.machine;
	const struct host_axil *x = &h->host.axil;
	const struct { uint32_t at, value; bool known; } all[] = {
		{ ISA_HOST_ID, ISA_HOST_MAGIC, true },
		{ ISA_HOST_VERSION, machine_is_mapped(m) ?
		  ISA_HOST_REVISION_MAP : ISA_HOST_REVISION, true },
		{ ISA_HOST_SHAPE, shape_word(m->cores, m->warps, m->threads,
					     m->blocks), true },
		{ ISA_HOST_LIMITS, limits(m), true },
		{ ISA_HOST_ISA, extensions(m), true },
		{ ISA_HOST_RAM_BASE, m->ram_base, true },
		{ ISA_HOST_RAM_SIZE, m->ram_size, true },
		{ ISA_HOST_LOCAL_SIZE, m->local_size, true },
		{ ISA_HOST_CONTROL, 0, true },
		{ ISA_HOST_STATUS, status(h, p), true },
		{ ISA_HOST_BUSY, slots_in(h, GOLDEN_LAUNCH_QUEUED,
					  GOLDEN_LAUNCH_DONE), true },
		{ ISA_HOST_DONE, slots_in(h, GOLDEN_LAUNCH_DONE,
					  GOLDEN_LAUNCH_DONE), true },
		{ ISA_HOST_DOORBELL, 0, true }, { ISA_HOST_ACK, 0, true },
		{ ISA_HOST_ABORT, 0, true },
		{ ISA_HOST_IRQ_ENABLE, x->enable, true },
		{ ISA_HOST_ERROR_ADDR, x->error_addr, true },
		{ ISA_HOST_GIVEN, x->given, true },
		{ ISA_HOST_ENDED, x->ended, true },
		{ ISA_HOST_CYCLES, (uint32_t)h->cycle, true },
		{ ISA_HOST_CYCLESH, (uint32_t)(h->cycle >> 32), true },
		{ ISA_HOST_COUNTER_SELECT, x->select, true },
		{ ISA_HOST_COUNTER, 0, false }, { ISA_HOST_COUNTERH, 0, false },
		{ ISA_HOST_CONST_BASE, m->const_base, true },
		{ ISA_HOST_CONST_SIZE, m->const_size, true },
		{ ISA_HOST_SMEM_BASE, machine_smem(m), true }
	};

	if (addr >= ISA_HOST_CONST_BASE && !machine_is_mapped(m))
		return false;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i].at == addr) {
			*value = all[i].value;
			*mask = all[i].known ? UINT32_MAX : 0;
			return true;
		}
	return false;
}

/* The same of a word of a launch. Results are compared as a whole. */
static bool word_value(const struct harness *h, uint32_t addr, uint32_t *value,
		       uint32_t *mask)
{
	uint32_t slot = addr / ISA_HOST_SLOT_BYTES % 16, word = addr / 4 % 16;
	const struct host_slot *s = &h->host.slot[slot];

	if (slot >= h->cfg.machine.launches)
		return false;
	if (word < ISA_LAUNCH_WORDS && s->valid >> word & 1) {
		*value = s->word[word];
		*mask = UINT32_MAX;
	} else if (word >= ISA_LAUNCH_WORDS &&
		   golden_slot(h->golden, slot).state != GOLDEN_LAUNCH_DONE) {
		*value = 0;
		*mask = UINT32_MAX;
	}
	return true;
}

static void foretell(struct harness *h, const struct cosim_pins *p)
{
	struct host_axil *x = &h->host.axil;
	uint32_t addr = x->bus.read.addr & (ISA_HOST_BYTES - 4);
	struct cosim_device device;

	x->want = x->mask = 0;
	x->asked = x->reading;
	x->lost = x->resetting;
	x->asked_at = addr;
	x->want_read = (addr >> 10 == ISA_HOST_SLOTS >> 10 ?
			word_value(h, addr, &x->want, &x->mask) :
			register_value(h, p, addr, &x->want, &x->mask)) ?
		       AXIL_OKAY : AXIL_SLVERR;
	if (x->want_read != AXIL_OKAY)
		x->mask = UINT32_MAX;
	device = device_now(h, p->done);
	cosim_cover_read(h->cosim, addr, &device);
}

/* --- the cycle ---------------------------------------------------------- */

/* The host gives a launch that a reset has met the result of one that is
 * cut. */
static void lose(struct harness_launch *l)
{
	l->done = true;
	l->result = (struct golden_result){ .end = ISA_LAUNCH_CUT };
}

void harness_axil_leave(struct harness *h)
{
	struct host *o = &h->host;

	for (uint32_t i = 0; i < h->cfg.machine.launches; i++) {
		if (o->slot[i].rung)
			lose(&h->cfg.launches[o->slot[i].launch]);
		o->slot[i].rung = false;
	}
	o->reading = o->writing = o->stopped = false;
	o->axil.stopping = false;
	o->axil.given = o->axil.ended = 0;
}

void harness_axil_init(struct harness *h)
{
	h->host.axil.reset = UINT64_MAX;
	axil_init(&h->host.axil.bus, h->cfg.mem.random ?
		  h->cfg.mem.seed + 1 : 0);
}

void harness_axil_drive(struct harness *h, struct cosim_host_pins *p)
{
	struct host *o = &h->host;

	o->acts = (struct cosim_host){ .ring = false };
	if (axil_room(&o->axil.bus))
		choose_write(h);
	if (!o->axil.bus.read.busy)
		choose_read(h);
	axil_drive(&o->axil.bus, p);
}

static int fail_value(struct harness *h, enum cosim_check check,
		      const char *what, uint32_t is, uint32_t want)
{
	cosim_report(h->cosim, check, h->cycle, what);
	cosim_report_row(h->cosim, "value", is, want);
	return 1;
}

int harness_axil_act(struct harness *h, const struct cosim_pins *p)
{
	struct host_axil *x = &h->host.axil;
	uint32_t irq, done;

	if (axil_reads(&x->bus, &p->host))
		foretell(h, p);
	done = slots_in(h, GOLDEN_LAUNCH_DONE, GOLDEN_LAUNCH_DONE);
	irq = (done & x->enable) || (h->host.stopped && x->enable >> 31);
	cosim_cover_irq(h->cosim, done, h->host.stopped, x->enable);
	if (x->resetting)
		h->host.acts.abort = bit(h->cfg.machine.launches) - 1;
	if (axil_acts(&x->bus, &p->host))
		act(h);
	x->irq = p->host.irq;
	return h->cfg.check && p->host.irq != irq &&
	       fail_value(h, COSIM_HOST_IRQ, "the interrupt is wrong",
			  p->host.irq, irq);
}

/* The blocks that begin and end in this cycle. */
static void count_blocks(struct host_axil *x, const struct harness *h,
			 const struct cosim_pins *p)
{
	bool given = false, ended = false;

	for (uint32_t i = 0; i < h->cfg.machine.cores; i++) {
		const uint32_t *r = p->core[i].trace_block;

		if (!(p->core[i].trace_valid & REC_BIT_block))
			continue;
		given |= rec_block_gives(r);
		ended |= rec_block_ends(r);
	}
	x->given += given;
	x->ended += ended;
}

/* A read is complete. */
static int take_value(struct harness *h)
{
	struct host *o = &h->host;
	struct host_axil *x = &o->axil;
	char text[64];

	snprintf(text, sizeof text, "the host reads 0x%03x", x->asked_at);
	if (h->cfg.check && x->bus.resp[1] != x->want_read)
		return fail_value(h, COSIM_HOST_RESPONSE, text, x->bus.resp[1],
				  x->want_read);
	if (h->cfg.check && (x->bus.value ^ x->want) & x->mask)
		return fail_value(h, COSIM_HOST_REGISTER, text,
				  x->bus.value & x->mask, x->want & x->mask);
	if (x->lost)
		return 0;
	o->done = x->asked == READ_DONE ? x->bus.value : 0;
	if (x->asked == READ_DONE && x->bus.value) {
		o->reading = true;
		x->words = 0;
		for (x->from = 0; !(x->bus.value >> x->from & 1); x->from++)
			;
	} else if (x->asked == READ_RESULT) {
		o->result[x->words++] = x->bus.value;
		if (x->words < HOST_RESULTS)
			return 0;
		o->reading = false;
		x->acks |= bit(x->from);
		return host_result(h, x->from);
	}
	return 0;
}

int harness_axil_sample(struct harness *h, const struct cosim_pins *p)
{
	struct host *o = &h->host;
	struct host_axil *x = &o->axil;
	const char *bad = axil_sample(&x->bus, &p->host);

	if (h->before && !h->leaving && h->edges == h->reset_edges - 1)
		x->resetting = false;
	if (h->cfg.check && !h->leaving && h->edges >= h->reset_edges)
		count_blocks(x, h, p);
	if (p->fault_valid && !o->stopped)
		x->error_addr = p->fault_tval;
	o->stopped |= p->fault_valid;
	if (bad && h->cfg.check) {
		cosim_report(h->cosim, COSIM_HOST_BUS, h->cycle, bad);
		return 1;
	}
	if (h->cfg.check && x->bus.written && x->bus.resp[0] != x->want_resp)
		return fail_value(h, COSIM_HOST_RESPONSE, "the host writes",
				  x->bus.resp[0], x->want_resp);
	return x->bus.answered && take_value(h);
}
