/* golden.c - libwarpwright: the golden model as a device
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "lib/wwd.h"

/* Most instructions of a run: some hundredths of a second. */
enum { SLICE = 1 << 22 };

struct state {
	volatile sig_atomic_t stop;     /* a launch is done */
};

static void put(void *context, uint8_t byte)
{
	wwd_console_byte(context, byte);
}

/* Within golden_run. */
static void done(void *context, uint32_t slot)
{
	struct wwd *d = context;
	struct state *s = d->state;
	struct golden_result r;

	golden_done(d->golden, slot, &r);
	golden_acknowledge(d->golden, slot);
	wwd_ended(d, slot, &r, 0);
	s->stop = 1;
}

static int open_golden(struct wwd *d)
{
	struct state *s = calloc(1, sizeof *s);
	int bad = s ? golden_new_in(&d->machine, d->ram, &d->golden) :
		      GOLDEN_E_NOMEM;

	if (bad) {
		free(s);
		return wwd_fail(WWD_E_MEMORY, "%s", golden_strerror(bad));
	}
	d->state = s;
	golden_set_console(d->golden, put, d);
	golden_when_done(d->golden, done, d);
	golden_stop_when(d->golden, &s->stop);
	golden_stop_divergent(d->golden, d->name.strict);
	return 0;
}

static int close_golden(struct wwd *d, bool final)
{
	struct state *s = d->state;

	int error = wwd_profile_end(d, 0);

	(void)final;
	golden_free(d->golden);
	free(s);
	return error;
}

static int reset(struct wwd *d)
{
	golden_reset(d->golden);
	wwd_profile_again(d, 0);
	return 0;
}

static int ring(struct wwd *d, uint32_t slot, const uint32_t *word)
{
	golden_ring(d->golden, slot, word);
	wwd_profile_rung(d, slot, word);
	return 0;
}

static int abort_launch(struct wwd *d, uint32_t slot)
{
	golden_abort(d->golden, slot);
	return 0;
}

static int run(struct wwd *d, enum wwd_went *how)
{
	struct state *s = d->state;

	s->stop = 0;
	switch (golden_run(d->golden, SLICE, 0, NULL)) {
	case GOLDEN_DEADLOCK:
		*how = WWD_WENT_NOWHERE;
		break;
	case GOLDEN_OVERFLOW:
		return wwd_overflowed(d);
	case GOLDEN_DIVERGENT:
		return wwd_divergent(d);
	case GOLDEN_PASS: case GOLDEN_FAULT:
		*how = WWD_WENT_IDLE;
		break;
	default:
		*how = WWD_WENT_ON;
		break;
	}
	return 0;
}

static int write_ram(struct wwd *d, uint32_t addr, const void *from, size_t n)
{
	golden_write(d->golden, addr, from, n);
	return 0;
}

static int read_ram(struct wwd *d, uint32_t addr, void *to, size_t n)
{
	golden_read(d->golden, addr, to, n);
	return 0;
}

static int cycles(const struct wwd *d, uint64_t *value)
{
	(void)d;
	*value = 0;
	return 0;
}

const struct wwd_backend wwd_golden = {
	open_golden, close_golden, reset, ring, abort_launch, run, write_ram,
	read_ram, cycles, wwd_profile_watch
};
