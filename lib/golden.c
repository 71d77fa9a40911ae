/* golden.c - libwarpwright: the golden model as a device
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "lib/wwd.h"

/* Most instructions of a run: some hundredths of a second. */
enum { SLICE = 1 << 22 };

struct state {
	struct golden *golden;
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

	golden_done(s->golden, slot, &r);
	golden_acknowledge(s->golden, slot);
	wwd_ended(d, slot, &r, 0);
	s->stop = 1;
}

static int open_golden(struct wwd *d)
{
	struct state *s = calloc(1, sizeof *s);
	int bad = s ? golden_new_in(&d->machine, d->ram, &s->golden) :
		      GOLDEN_E_NOMEM;

	if (bad) {
		free(s);
		return wwd_fail(WWD_E_MEMORY, "%s", golden_strerror(bad));
	}
	d->state = s;
	golden_set_console(s->golden, put, d);
	golden_when_done(s->golden, done, d);
	golden_stop_when(s->golden, &s->stop);
	golden_stop_divergent(s->golden, d->name.strict);
	return 0;
}

static int close_golden(struct wwd *d, bool final)
{
	struct state *s = d->state;

	int error = wwd_profile_end(d, 0);

	(void)final;
	golden_free(s->golden);
	free(s);
	return error;
}

static int reset(struct wwd *d)
{
	golden_reset(((struct state *)d->state)->golden);
	wwd_profile_again(d, 0);
	return 0;
}

static int ring(struct wwd *d, uint32_t slot, const uint32_t *word)
{
	golden_ring(((struct state *)d->state)->golden, slot, word);
	wwd_profile_rung(d, slot, word);
	return 0;
}

static int abort_launch(struct wwd *d, uint32_t slot)
{
	golden_abort(((struct state *)d->state)->golden, slot);
	return 0;
}

static int run(struct wwd *d, enum wwd_went *how)
{
	struct state *s = d->state;

	s->stop = 0;
	switch (golden_run(s->golden, SLICE, 0, NULL)) {
	case GOLDEN_DEADLOCK:
		*how = WWD_WENT_NOWHERE;
		break;
	case GOLDEN_OVERFLOW:
		return wwd_overflowed(d, s->golden);
	case GOLDEN_DIVERGENT:
		return wwd_divergent(d, s->golden);
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
	golden_write(((struct state *)d->state)->golden, addr, from, n);
	return 0;
}

static int read_ram(struct wwd *d, uint32_t addr, void *to, size_t n)
{
	golden_read(((struct state *)d->state)->golden, addr, to, n);
	return 0;
}

static int cycles(const struct wwd *d, uint64_t *value)
{
	(void)d;
	*value = 0;
	return 0;
}

static const struct golden *model(const struct wwd *d)
{
	return ((const struct state *)d->state)->golden;
}

static void watch(struct wwd *d, uint32_t bytes, uint32_t stride)
{
	golden_watch_stacks(((struct state *)d->state)->golden, bytes, stride);
}

static void profile(struct wwd *d)
{
	wwd_profile_watch(d, ((struct state *)d->state)->golden);
}

const struct wwd_backend wwd_golden = {
	open_golden, close_golden, reset, ring, abort_launch, run, write_ram,
	read_ram, cycles, model, watch, profile
};
