/* stuck.c - libwarpwright: why a device does not go on, by its model
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>

#include "cosim/explain/report.h"
#include "lib/wwd.h"

enum { PLACE = 256, MOST_WARPS = 4 };

static void place(const struct wwd *d, uint32_t pc, char *text)
{
	const struct wwd_program *p = wwd_program_at(d, pc);

	report_place(p ? &p->image : NULL, pc, text, PLACE);
}

int wwd_overflowed(struct wwd *d)
{
	const struct golden *g = d->golden;
	const struct wwd_program *p =
		wwd_program_at(d, golden_overflow(g)->pc);
	struct wwd_stream s;

	if (!p)
		return wwd_fail(WWD_E_DEVICE, "stack overflow");
	if (!wwd_stream(&s))
		return WWD_E_DEVICE;
	report_overflow(s.out, &p->image, g);
	return wwd_stream_fail(&s, WWD_E_DEVICE);
}

int wwd_divergent(struct wwd *d)
{
	const struct golden *g = d->golden;
	const struct golden_divergence *v = golden_first_divergence(g);
	char text[PLACE];

	place(d, v->pc, text);
	return wwd_fail(WWD_E_DEVICE, "threads of a warp disagree on the "
			"branch at %s, %swarp %" PRIu32, text,
			report_core(g, v->core).text, v->warp);
}

/* The warps that wait, and where. */
static void put_waiting(const struct wwd *d, FILE *out)
{
	const struct golden *g = d->golden;
	const struct machine *m = &d->machine;
	char text[PLACE];
	uint32_t n = 0;

	for (uint32_t i = 0; i < m->cores * m->warps; i++) {
		const struct golden_core *c = golden_core(g, i / m->warps);
		uint32_t w = i % m->warps;

		if (!(golden_waiting(c) >> w & 1) || n++ >= MOST_WARPS)
			continue;
		/* The next pc is behind the barrier. */
		place(d, golden_pc(c, w) - 4, text);
		fprintf(out, "%s %swarp %" PRIu32 " at %s", n > 1 ? "," : ":",
			report_core(g, i / m->warps).text, w, text);
	}
	if (n > MOST_WARPS)
		fprintf(out, ", and %" PRIu32 " more", n - MOST_WARPS);
}

int wwd_stuck(struct wwd *d)
{
	struct wwd_stream s;

	if (!d->golden)
		return wwd_fail(WWD_E_DEADLOCK, "no launch in flight can go "
				"on");
	if (!wwd_stream(&s))
		return WWD_E_DEADLOCK;
	fputs(golden_any_ready(d->golden) ?
	      "warps wait at a barrier that others do not reach" :
	      "all warps wait at barriers that not all threads reach", s.out);
	put_waiting(d, s.out);
	fputc('\n', s.out);
	return wwd_stream_fail(&s, WWD_E_DEADLOCK);
}
