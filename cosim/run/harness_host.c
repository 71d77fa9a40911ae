/* harness_host.c - the host of a core with a dispatcher: it makes launches
 * SPDX-License-Identifier: Apache-2.0
 *
 * The host writes the words of each launch into a free slot, rings it, reads
 * the result when the launch is done, and acknowledges it: one step in a cycle.
 * Beside that it aborts launches.
 * Words that the slot holds already are not written again. A core with
 * registers has its host in harness_axil.c. After a failed
 * access of the core it makes no more launches.
 */
#include "cosim/run/harness_state.h"

#include <string.h>

/* The slot of a launch that is done, or host slots. */
static uint32_t done_slot(const struct host *o, uint32_t slots)
{
	uint32_t at = 0;

	while (at < slots && !(o->slot[at].rung && o->done >> at & 1))
		at++;
	return at;
}

static uint32_t free_slot(const struct host *o, uint32_t slots)
{
	uint32_t at = 0;

	while (at < slots && o->slot[at].rung)
		at++;
	return at;
}

/* Writes the next word of the launch that differs from what the slot holds;
 * false: there is none. */
static bool write_word(struct host *o, const uint32_t *word,
		       struct cosim_launch_pins *p)
{
	struct host_slot *s = &o->slot[o->at];

	while (o->word < ISA_LAUNCH_WORDS && s->valid >> o->word & 1 &&
	       s->word[o->word] == word[o->word])
		o->word++;
	if (o->word == ISA_LAUNCH_WORDS)
		return false;
	p->write = 1;
	p->where = o->at << 4 | o->word;
	p->strb = 15;
	p->data = s->word[o->word] = word[o->word];
	s->valid |= UINT32_C(1) << o->word++;
	return true;
}

void host_rung(struct harness *h)
{
	struct host *o = &h->host;
	struct harness_launch *l = &h->cfg.launches[o->next];
	struct host_slot *s = &o->slot[o->at];

	s->rung = true;
	s->abort = l->abort ? h->cycle + l->abort : UINT64_MAX;
	if (l->reset && h->cycle + l->reset < o->axil.reset)
		o->axil.reset = h->cycle + l->reset;
	s->launch = o->next++;
	o->writing = false;
	o->acts.ring = true;
	o->acts.slot = o->at;
	o->acts.words = l->word;
}

/* Writes a word of the next launch, or rings it. */
static void launch(struct harness *h, struct cosim_launch_pins *p)
{
	struct host *o = &h->host;

	if (write_word(o, h->cfg.launches[o->next].word, p))
		return;
	p->slot = o->at;
	p->ring = 1;
	host_rung(h);
}

bool host_begins(struct harness *h)
{
	struct host *o = &h->host;
	uint32_t slots = h->cfg.machine.launches, at = free_slot(o, slots);

	o->word = 0;
	o->writing = at < slots && o->next < h->cfg.launch_count &&
		     h->cycle >= h->cfg.first_launch && !o->stopped;
	o->at = o->writing ? at : 0;
	return o->writing;
}

/* Begins with what is due: a result to be read, or the next launch. */
static void choose(struct harness *h)
{
	struct host *o = &h->host;
	uint32_t slots = h->cfg.machine.launches;
	uint32_t at = done_slot(o, slots);

	if (at == slots) {
		host_begins(h);
		return;
	}
	o->word = 0;
	o->reading = true;
	o->at = at;
}

bool harness_host_waits(const struct harness *h)
{
	const struct host *o = &h->host;

	for (uint32_t i = 0; i < h->cfg.machine.launches; i++)
		if (o->slot[i].rung)
			return true;
	return (h->cfg.open || o->next < h->cfg.launch_count) && !o->stopped;
}

/* Aborts the launches whose time has come. */
static void abort_launches(struct harness *h, struct cosim_launch_pins *p)
{
	struct host *o = &h->host;

	for (uint32_t i = 0; i < h->cfg.machine.launches; i++)
		if (o->slot[i].rung && o->slot[i].abort == h->cycle)
			p->abort |= UINT32_C(1) << i;
	o->acts.abort = p->abort;
}

static void drive(struct harness *h, struct cosim_launch_pins *p)
{
	struct host *o = &h->host;

	*p = (struct cosim_launch_pins){ .more = harness_host_waits(h) };
	o->acts = (struct cosim_host){ .ring = false };
	abort_launches(h, p);
	if (!o->reading && !o->writing)
		choose(h);
	if (o->reading && o->word == HOST_RESULTS)
		o->acts.ack = p->ack = UINT32_C(1) << o->at;
	else if (o->reading)
		p->read = o->at << 4 | (ISA_RESULT_STATUS + o->word);
	else if (o->writing)
		launch(h, p);
}

void harness_host_drive(struct harness *h, struct cosim_pins *p)
{
	if (h->cfg.shape.host)
		harness_axil_drive(h, &p->host);
	else
		drive(h, &p->launch);
}

int harness_host_act(struct harness *h, const struct cosim_pins *p)
{
	return h->cfg.shape.host && harness_axil_act(h, p);
}

/* The field of a status word whose mask is MASK, and its lowest bit LOW. */
static uint32_t field(uint32_t word, uint32_t mask, uint32_t low)
{
	return (word & mask) >> low;
}

#define STATUS(word, id) field(word, (uint32_t)ISA_STATUS_##id, \
			       ISA_STATUS_LOW_##id)

static uint32_t result_word(const uint32_t *words, enum isa_result_word word)
{
	return words[word - ISA_RESULT_STATUS];
}

static struct golden_result result_of(const uint32_t *words)
{
	uint32_t status = words[0];
	struct golden_result r = {
		.end = (enum isa_launch_end)STATUS(status, END),
		.reason = (enum isa_refused)STATUS(status, REASON),
		.place = { result_word(words, ISA_RESULT_TRAP_X),
			   result_word(words, ISA_RESULT_TRAP_Y),
			   result_word(words, ISA_RESULT_TRAP_Z) }
	};

	if (r.end == ISA_LAUNCH_TRAPPED)
		r.trap = (struct golden_trap){
			.valid = true, .core = STATUS(status, CORE),
			.warp = STATUS(status, WARP),
			.cause = STATUS(status, CAUSE),
			.pc = result_word(words, ISA_RESULT_TRAP_PC),
			.tval = result_word(words, ISA_RESULT_TRAP_TVAL)
		};
	return r;
}

int host_result(struct harness *h, uint32_t slot)
{
	struct host *o = &h->host;
	struct harness_launch *l = &h->cfg.launches[o->slot[slot].launch];

	l->done = true;
	l->result = result_of(o->result);
	return h->cfg.check && cosim_check_result(h->cosim, slot, o->result);
}

int harness_host_sample(struct harness *h, const struct cosim_pins *p)
{
	struct host *o = &h->host;

	if (h->cfg.shape.host)
		return harness_axil_sample(h, p);
	o->done = p->launch.done;
	o->stopped |= p->fault_valid;
	if (o->acts.ack) {
		o->slot[o->at].rung = o->reading = false;
		o->done = 0;
		return 0;
	}
	if (!o->reading)
		return 0;
	o->result[o->word++] = p->launch.word;
	return o->word == HOST_RESULTS && host_result(h, o->at);
}
