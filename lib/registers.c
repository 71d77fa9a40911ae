/* registers.c - libwarpwright: a device behind registers of a host
 * SPDX-License-Identifier: Apache-2.0
 *
 * doc/host.md has the registers. An access that the device refuses may be lost
 * without a sign, so what a write has done is read back.
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "lib/port.h"

/* Seconds of a run; seconds within which the device obeys. */
static const double SLICE = 0.02, PATIENCE = 5;
static const long FIRST_REST_NS = 20000, MOST_REST_NS = 1000000;

struct state {
	const struct wwd_port *port;
	void *at;               /* its state */
	/* The words that the slots hold. */
	uint32_t word[WWD_SLOTS_MOST][ISA_LAUNCH_WORDS];
	bool known[WWD_SLOTS_MOST];
};

static int peek(const struct wwd *d, uint32_t offset, uint32_t *value)
{
	const struct state *s = d->state;

	return s->port->peek(s->at, offset, value);
}

static int poke(const struct wwd *d, uint32_t offset, uint32_t value)
{
	const struct state *s = d->state;

	return s->port->poke(s->at, offset, value);
}

static uint32_t bit(uint32_t slot)
{
	return UINT32_C(1) << slot;
}

static uint32_t place(uint32_t slot, uint32_t word)
{
	return ISA_HOST_SLOTS + slot * ISA_HOST_SLOT_BYTES + 4 * word;
}

static void rest(long *ns)
{
	const struct timespec t = { 0, *ns };

	nanosleep(&t, NULL);
	if (*ns < MOST_REST_NS)
		*ns *= 2;
}

/* Waits until the bits MASK of a register are VALUE. */
static int becomes(const struct wwd *d, uint32_t offset, uint32_t mask,
		   uint32_t value, const char *what)
{
	double end = clock_now() + PATIENCE;
	long ns = FIRST_REST_NS;

	for (;;) {
		uint32_t now;
		int error = peek(d, offset, &now);

		if (error || (now & mask) == value)
			return error;
		if (clock_now() >= end)
			return wwd_fail(WWD_E_DEVICE, "the device does not %s: "
					"its register 0x%03" PRIx32 " is 0x%"
					PRIx32, what, offset, now);
		rest(&ns);
	}
}

/* --- open, reset and close ------------------------------------------------ */

static uint32_t field(uint32_t word, uint32_t mask, uint32_t low)
{
	return (word & mask) >> low;
}

#define FIELD_OF(word, reg, id) \
	field(word, (uint32_t)ISA_HOST_##reg##_##id, ISA_HOST_##reg##_LOW_##id)

static void take_extensions(struct machine *m, uint32_t word)
{
#define PLACE(at, bits, flag) m->flag = word >> at & ((1u << bits) - 1);
#include "isa/exts.def"
}

/* The machine whose registers SHAPE, LIMITS and so on are in WORD. */
static void take_shape(struct machine *m, const uint32_t *word)
{
	const uint32_t shape = word[0], limits = word[1];

	m->cores = FIELD_OF(shape, SHAPE, CORES);
	m->warps = FIELD_OF(shape, SHAPE, WARPS);
	m->threads = FIELD_OF(shape, SHAPE, THREADS);
	m->blocks = FIELD_OF(shape, SHAPE, BLOCKS);
	m->launches = FIELD_OF(limits, LIMITS, LAUNCHES);
	m->barriers = FIELD_OF(limits, LIMITS, BARRIERS);
	m->smem_size = FIELD_OF(limits, LIMITS, PAGES) <<
		       FIELD_OF(limits, LIMITS, PAGE_SHIFT);
	take_extensions(m, word[2]);
	m->ram_base = word[3];
	m->ram_size = word[4];
	m->local_size = word[5];
	m->const_base = word[6];
	m->const_size = word[7];
	m->smem_base = word[8];
}

static bool power_of_two(uint32_t n)
{
	return n && !(n & (n - 1));
}

static bool is_possible(const struct machine *m)
{
	return power_of_two(m->cores) && power_of_two(m->warps) &&
	       power_of_two(m->threads) && m->launches > 0 &&
	       m->launches <= WWD_SLOTS_MOST && power_of_two(m->ram_size) &&
	       !(m->ram_base & (m->ram_size - 1)) && m->dispatch &&
	       (!m->const_size ||
		(power_of_two(m->const_size) &&
		 m->const_base - m->ram_base < m->ram_size));
}

static int read_shape(struct wwd *d)
{
	static const uint32_t from[] = {
		ISA_HOST_SHAPE, ISA_HOST_LIMITS, ISA_HOST_ISA,
		ISA_HOST_RAM_BASE, ISA_HOST_RAM_SIZE, ISA_HOST_LOCAL_SIZE,
		ISA_HOST_CONST_BASE, ISA_HOST_CONST_SIZE, ISA_HOST_SMEM_BASE
	};
	enum { WORDS = sizeof from / sizeof *from, ALWAYS = WORDS - 3 };
	uint32_t word[WORDS] = { 0 }, id = 0, version = 0;
	size_t words;
	int error = peek(d, ISA_HOST_ID, &id);

	if (!error)
		error = peek(d, ISA_HOST_VERSION, &version);
	if (error)
		return error;
	if (id != ISA_HOST_MAGIC || (version != ISA_HOST_REVISION &&
				     version != ISA_HOST_REVISION_MAP))
		return wwd_fail(WWD_E_NAME, "%s: no registers of a host: ID is "
				"0x%08" PRIx32 ", VERSION %" PRIu32
				"; expected 0x%08x, %d or %d", d->name.config,
				id, version, ISA_HOST_MAGIC, ISA_HOST_REVISION,
				ISA_HOST_REVISION_MAP);
	words = version == ISA_HOST_REVISION_MAP ? WORDS : ALWAYS;
	for (size_t i = 0; !error && i < words; i++)
		error = peek(d, from[i], &word[i]);
	if (error)
		return error;
	take_shape(&d->machine, word);
	return is_possible(&d->machine) ? 0 :
	       wwd_fail(WWD_E_NAME, "%s: SHAPE 0x%08" PRIx32 ", LIMITS 0x%08"
			PRIx32 ", RAM_BASE and RAM_SIZE describe no device",
			d->name.config, word[0], word[1]);
}

static int reset(struct wwd *d)
{
	const uint32_t state = ISA_HOST_STATUS_RESETTING |
			       ISA_HOST_STATUS_ERROR | ISA_HOST_STATUS_STOPPED;
	struct state *s = d->state;
	int error;

	memset(s->known, 0, sizeof s->known);
	if (s->port->restart)
		return s->port->restart(s->at);
	error = poke(d, ISA_HOST_CONTROL, ISA_HOST_CONTROL_RESET);
	if (!error)
		error = becomes(d, ISA_HOST_BUSY, ~UINT32_C(0), 0,
				"cut its launches");
	return error ? error : becomes(d, ISA_HOST_STATUS, state, 0, "reset");
}

static int check_settings(const struct wwd *d, const struct wwd_port *p)
{
	enum { KEYS = sizeof p->keys / sizeof *p->keys };
	char list[128] = "";

	if (!d->name.config)
		return wwd_fail(WWD_E_NAME, "'%s' lacks its path: %s:PATH",
				p->kind, p->kind);
	for (size_t k = 0; k < KEYS && p->keys[k]; k++)
		strcat(strcat(list, k ? ", " : ""), p->keys[k]);
	for (size_t i = 0; i < d->name.count; i++) {
		const char *word = d->name.settings[i];
		size_t k = 0, n = strcspn(word, "=");

		while (k < KEYS && p->keys[k] && (strlen(p->keys[k]) != n ||
						  strncmp(p->keys[k], word, n)))
			k++;
		if (k == KEYS || !p->keys[k])
			return wwd_fail(WWD_E_NAME, "'%.64s': a device of kind "
					"%s has the settings %s", word, p->kind,
					list);
	}
	return 0;
}

static int close_device(struct wwd *d, bool final)
{
	struct state *s = d->state;
	int error = final && wwd_in_flight(d) ? reset(d) : 0;

	s->port->close(s->at);
	free(s);
	return error;
}

static int start(struct wwd *d)
{
	struct state *s = d->state;
	const struct machine *m = &d->machine;
	int error = read_shape(d);

	if (!error && s->port->map)
		error = s->port->map(s->at, m->ram_base, m->ram_size);
	/* Launches of an earlier host may be there. */
	return error || s->port->restart ? error : reset(d);
}

static int open_device(struct wwd *d)
{
	const struct wwd_port *port = wwd_port_find(d->name.kind);
	int error = check_settings(d, port);
	struct state *s;

	if (error)
		return error;
	s = calloc(1, sizeof *s);
	if (!s)
		return wwd_fail(WWD_E_MEMORY, "out of memory");
	s->port = port;
	d->state = s;
	d->line = 4;
	error = port->open(d, &s->at);
	if (error) {
		free(s);
		return error;
	}
	error = start(d);
	if (error)
		close_device(d, false);
	return error;
}

/* --- launches ------------------------------------------------------------- */

/* The device can take no launch any more, by its STATUS. */
static int has_failed(struct wwd *d, uint32_t status)
{
	uint32_t addr = 0;
	int error;

	if (!(status & ISA_HOST_STATUS_ERROR))
		return wwd_fail(WWD_E_DEVICE, "the device has been stopped or "
				"reset meanwhile: STATUS is 0x%" PRIx32,
				status);
	error = peek(d, ISA_HOST_ERROR_ADDR, &addr);
	return error ? error :
	       wwd_fail(WWD_E_DEVICE, "an access to memory has failed at 0x%08"
			PRIx32, addr);
}

/* The device has not obeyed; ERROR, unless its STATUS tells more. */
static int reason_of(struct wwd *d, int error)
{
	uint32_t status = 0;

	if (peek(d, ISA_HOST_STATUS, &status) ||
	    !(status & ~(uint32_t)ISA_HOST_STATUS_IDLE))
		return error;
	return has_failed(d, status);
}

static int ring(struct wwd *d, uint32_t slot, const uint32_t *word)
{
	struct state *s = d->state;
	int error = 0;

	for (uint32_t i = 0; !error && i < ISA_LAUNCH_WORDS; i++) {
		if (!s->known[slot] || s->word[slot][i] != word[i])
			error = poke(d, place(slot, i), word[i]);
		s->word[slot][i] = word[i];
	}
	s->known[slot] = !error;
	if (!error)
		error = poke(d, ISA_HOST_DOORBELL, slot);
	if (!error)
		error = becomes(d, ISA_HOST_BUSY, bit(slot), bit(slot),
				"begin a launch");
	return error ? reason_of(d, error) : 0;
}

static int abort_launch(struct wwd *d, uint32_t slot)
{
	int error = poke(d, ISA_HOST_ABORT, bit(slot));

	return error ? wwd_broken(d, error) : 0;
}

#define STATUS_OF(word, id) \
	field(word, (uint32_t)ISA_STATUS_##id, ISA_STATUS_LOW_##id)

static int read_trap(struct wwd *d, uint32_t slot, struct golden_result *r)
{
	int error = peek(d, place(slot, ISA_RESULT_TRAP_PC), &r->trap.pc);

	if (!error)
		error = peek(d, place(slot, ISA_RESULT_TRAP_TVAL),
			     &r->trap.tval);
	for (uint32_t i = 0; !error && i < 3; i++)
		error = peek(d, place(slot, ISA_RESULT_TRAP_X + i),
			     &r->place[i]);
	return error;
}

/* The launch in SLOT is done. */
static int read_result(struct wwd *d, uint32_t slot, struct golden_result *r)
{
	uint32_t status = 0;
	int error = peek(d, place(slot, ISA_RESULT_STATUS), &status);

	*r = (struct golden_result){
		.end = (enum isa_launch_end)STATUS_OF(status, END),
		.reason = (enum isa_refused)STATUS_OF(status, REASON),
		.trap = {
			.core = STATUS_OF(status, CORE),
			.warp = STATUS_OF(status, WARP),
			.cause = STATUS_OF(status, CAUSE)
		}
	};
	if (error)
		return error;
	if (r->end > ISA_LAUNCH_REFUSED || !STATUS_OF(status, DONE))
		return wwd_fail(WWD_E_DEVICE, "the result of a launch is 0x%08"
				PRIx32 ", which means nothing", status);
	r->trap.valid = r->end == ISA_LAUNCH_TRAPPED;
	return r->trap.valid ? read_trap(d, slot, r) : 0;
}

/* Frees the slots in DONE, and reports their launches. */
static int collect(struct wwd *d, uint32_t done)
{
	struct golden_result result[WWD_SLOTS_MOST];
	int error = 0;

	for (uint32_t i = 0; !error && i < d->machine.launches; i++)
		if (done & bit(i))
			error = read_result(d, i, &result[i]);
	if (!error)
		error = poke(d, ISA_HOST_ACK, done);
	if (!error)
		error = becomes(d, ISA_HOST_DONE, done, 0, "free a slot");
	for (uint32_t i = 0; !error && i < d->machine.launches; i++)
		if (done & bit(i))
			wwd_ended(d, i, &result[i], 0);
	return error;
}

static int look(struct wwd *d, uint32_t *done)
{
	const struct state *s = d->state;
	uint32_t status = 0;
	int error = peek(d, ISA_HOST_STATUS, &status);

	if (!error)
		error = peek(d, ISA_HOST_DONE, done);
	if (!error && s->port->console)
		error = s->port->console(s->at, d);
	if (!error && *done)
		error = collect(d, *done);
	if (!error && (status & ~(uint32_t)ISA_HOST_STATUS_IDLE))
		error = has_failed(d, status);
	return error;
}

static int run(struct wwd *d, enum wwd_went *how)
{
	double end = clock_now() + SLICE;
	long ns = FIRST_REST_NS;
	uint32_t done = 0;
	int error = 0;

	*how = WWD_WENT_IDLE;
	if (!wwd_in_flight(d))
		return 0;
	while (!error && !done) {
		error = look(d, &done);
		if (done || clock_now() >= end)
			break;
		rest(&ns);
	}
	*how = WWD_WENT_ON;
	return error;
}

/* --- memory --------------------------------------------------------------- */

static int write_ram(struct wwd *d, uint32_t addr, const void *from, size_t n)
{
	const struct state *s = d->state;
	int error = s->port->write(s->at, addr, from, n);

	return error ? wwd_broken(d, error) : 0;
}

static int read_ram(struct wwd *d, uint32_t addr, void *to, size_t n)
{
	const struct state *s = d->state;
	int error = s->port->read(s->at, addr, to, n);

	return error ? wwd_broken(d, error) : 0;
}

static int cycles(const struct wwd *d, uint64_t *value)
{
	uint32_t high = 0, low = 0, after = 0;
	int error = peek(d, ISA_HOST_CYCLESH, &after);

	do {
		high = after;
		if (!error)
			error = peek(d, ISA_HOST_CYCLES, &low);
		if (!error)
			error = peek(d, ISA_HOST_CYCLESH, &after);
	} while (!error && high != after);
	*value = (uint64_t)high << 32 | low;
	return error;
}

const struct wwd_backend wwd_registers = {
	open_device, close_device, reset, ring, abort_launch, run, write_ram,
	read_ram, cycles, NULL
};
