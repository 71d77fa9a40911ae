/* run.c - vortex.h on libwarpwright: kernels run
 * SPDX-License-Identifier: Apache-2.0
 *
 * A launch of whole cores runs main on all of them. When each has called
 * vx_spawn_threads, that launch ends (sw/vortex.h); then comes the grid, then
 * all mains go on. vx_ready_wait goes from one to the next.
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "lib/vortex/vx.h"
#include "sw/vortex.h"

enum { LEAST_PAGE = 64, PAGES = 16 };

/* --- shapes --------------------------------------------------------------- */

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static uint32_t round_up(uint32_t n, uint32_t by)
{
	return n / by + (n % by != 0);
}

struct vx_share vx_share_of(const struct vx_device *d, uint32_t threads)
{
	uint32_t blocks = least(d->warps / round_up(threads, d->threads),
				d->blocks);
	uint32_t page = d->smem / PAGES > LEAST_PAGE ? d->smem / PAGES :
			least(d->smem, LEAST_PAGE);
	uint32_t each = d->smem / blocks;
	struct vx_share s = { 0, d->barriers / blocks };

	if (page)
		s.smem = each < page ? page : each - each % page;
	return s;
}

/* Blocks of one thread are threads of blocks of the hardware, of as many warps
 * as make all warps of a core busy. */
static void make_single(const struct vx_device *d, struct wwd_launch *l)
{
	uint32_t room = d->threads * round_up(d->warps, d->blocks);

	for (int i = 0; i < 3; i++) {
		l->block[i] = least(l->grid[i], room);
		l->grid[i] = round_up(l->grid[i], l->block[i]);
		room /= l->block[i];
	}
}

static struct wwd_launch make_grid(const struct vx_device *d,
				   const struct ww_vortex *v)
{
	uint32_t threads = v->block[0] * v->block[1] * v->block[2];
	struct wwd_launch l = { .pc = d->entries.groups, .arg = d->arg };
	struct vx_share s;

	memcpy(l.grid, v->grid, sizeof l.grid);
	memcpy(l.block, v->block, sizeof l.block);
	if (threads == 1) {
		l.pc = d->entries.threads;
		make_single(d, &l);
		threads = l.block[0] * l.block[1] * l.block[2];
	}
	s = vx_share_of(d, threads);
	l.smem = s.smem;
	l.flags = WWD_ORDERED | WWD_BARRIERS_OF(s.barriers);
	return l;
}

static struct wwd_launch make_mains(const struct vx_device *d, uint32_t pc)
{
	return (struct wwd_launch){
		.pc = pc, .arg = d->arg, .grid = { d->cores, 1, 1 },
		.block = { 1, 1, 1 }, .flags = WWD_ORDERED | WWD_WHOLE
	};
}

/* --- from launch to launch ------------------------------------------------ */

static int launch(const char *function, struct vx_device *d,
		  enum vx_phase phase, struct wwd_launch l)
{
	int error = wwd_start(d->wwd, &l, &d->ticket);

	d->phase = error ? VX_READY : phase;
	return vx_result(function, error);
}

/* All mains have returned. */
static int returned(const char *function, struct vx_device *d,
		    const struct ww_vortex *v)
{
	for (uint32_t c = 0; c < d->cores; c++) {
		d->cycles[c] = v[c].cycles;
		d->instructions[c] = v[c].instructions;
	}
	d->counted = true;
	for (uint32_t c = 0; c < d->cores; c++)
		if (v[c].code)
			return vx_fail(function, "main has returned %" PRId32
				       " on core %" PRIu32, (int32_t)v[c].code,
				       c);
	return 0;
}

/* Has V what sw/vortex.c writes? A wild store of the kernel may be there. */
static bool is_sound(const struct vx_device *d, const struct ww_vortex *v)
{
	uint64_t most = d->warps * d->threads, threads = 1;

	if (v->state != WW_VORTEX_SPAWNS)
		return v->state == WW_VORTEX_RETURNED;
	for (int i = 0; i < 3; i++) {
		if (!v->grid[i] || !v->block[i] || v->block[i] > most)
			return false;
		threads *= v->block[i];
	}
	return threads <= most;
}

/* Do these two spawn the same, or both not? */
static bool is_same(const struct ww_vortex *v, const struct ww_vortex *other)
{
	if (v->state != other->state)
		return false;
	return v->state != WW_VORTEX_SPAWNS ||
	       (v->kernel == other->kernel &&
		!memcmp(v->grid, other->grid, sizeof v->grid) &&
		!memcmp(v->block, other->block, sizeof v->block));
}

/* All mains have come to a call of vx_spawn_threads, or returned. */
static int mains_ended(const char *function, struct vx_device *d)
{
	struct ww_vortex v[VX_MOST_CORES];
	int error = wwd_read(d->wwd, d->entries.cores, v,
			     d->cores * sizeof *v);

	d->phase = VX_READY;
	if (error)
		return vx_result(function, error);
	for (uint32_t c = 0; c < d->cores; c++) {
		if (!is_sound(d, &v[c]))
			return vx_fail(function, "main has ended on core %"
				       PRIu32 " without return or "
				       "vx_spawn_threads, or a wild store has "
				       "changed its variables", c);
		if (!is_same(&v[c], v))
			return vx_fail(function, "main does not call "
				       "vx_spawn_threads on core %" PRIu32
				       " as on core 0", c);
	}
	return v->state == WW_VORTEX_RETURNED ? returned(function, d, v) :
	       launch(function, d, VX_GRID, make_grid(d, v));
}

static int ended(const char *function, struct vx_device *d,
		 const struct wwd_result *r)
{
	char text[512];

	if (r->end == WWD_COMPLETE)
		return d->phase == VX_MAINS ? mains_ended(function, d) :
		       launch(function, d, VX_MAINS,
			      make_mains(d, d->entries.resume));
	d->phase = VX_READY;
	if (wwd_explain(d->wwd, r, text, sizeof text))
		return vx_fail(function, "the kernel has failed");
	return vx_fail(function, "the kernel has failed: %s", text);
}

void vx_cut(struct vx_device *d)
{
	wwd_abort(d->wwd, d->ticket);
	wwd_wait(d->wwd, d->ticket, 10, NULL);
	d->phase = VX_READY;
}

static double clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int vx_finish(const char *function, struct vx_device *d, double seconds)
{
	double end = clock_now() + seconds, left = seconds;
	struct wwd_result r;
	int error = 0;

	while (!error && d->phase != VX_READY) {
		uint32_t ticket = d->ticket;

		if (seconds >= 0 && left < 0)
			left = 0;
		error = wwd_wait(d->wwd, ticket, left, &r);
		if (error == WWD_E_TIMEOUT)
			return 1;
		if (error) {
			vx_result(function, error);
			vx_cut(d);
			return -1;
		}
		error = ended(function, d, &r);
		left = end - clock_now();
	}
	return error;
}

/* --- calls ---------------------------------------------------------------- */

/* Variables without initial value are 0 in each run. */
static int clear(struct vx_device *d)
{
	static const char zero[4096];
	uint32_t bss[2];
	int error = wwd_read(d->wwd, d->entries.bss, bss, sizeof bss);

	while (!error && bss[0] < bss[1]) {
		uint32_t n = least(bss[1] - bss[0], sizeof zero);

		error = wwd_write(d->wwd, bss[0], zero, n);
		bss[0] += n;
	}
	return error;
}

static int start(const char *function, struct vx_device *d, vx_buffer_h kernel,
		 vx_buffer_h arguments)
{
	struct vx_buffer *k = vx_find_buffer(d, kernel);
	struct vx_buffer *a = vx_find_buffer(d, arguments);
	int error;

	if (!k || !a)
		return vx_fail(function, "%s: the handle is no buffer of this "
			       "device", k ? "arguments" : "kernel");
	if (!k->program)
		return vx_fail(function, "the buffer is no kernel: "
			       "vx_upload_kernel_file makes one");
	if (vx_finish(function, d, -1))
		return -1;
	d->entries = k->entries;
	d->arg = a->addr;
	d->counted = false;
	error = clear(d);
	if (error)
		return vx_result(function, error);
	return launch(function, d, VX_MAINS, make_mains(d, d->entries.main));
}

int vx_start(vx_device_h hdevice, vx_buffer_h hkernel, vx_buffer_h harguments)
{
	struct vx_device *d = vx_take_device(__func__, hdevice);

	return vx_give(d ? start(__func__, d, hkernel, harguments) : -1);
}

int vx_ready_wait(vx_device_h hdevice, uint64_t timeout)
{
	struct vx_device *d = vx_take_device(__func__, hdevice);

	return vx_give(d && !vx_finish(__func__, d, (double)timeout / 1e3) ? 0 :
		       -1);
}

/* --- occupancy ------------------------------------------------------------ */

static int occupancy(const char *function, vx_device_h h, uint32_t threads,
		     struct vx_share *s)
{
	struct vx_device *d = vx_take_device(function, h);

	if (d && threads && threads <= d->warps * d->threads) {
		*s = vx_share_of(d, threads);
		return vx_give(0);
	}
	return vx_give(d ? vx_fail(function, "a block of %" PRIu32 " threads; "
				   "a core has 1 to %" PRIu32, threads,
				   d->warps * d->threads) : -1);
}

int (vx_check_occupancy)(vx_device_h hdevice, uint32_t group_size,
			 uint32_t *max_localmem)
{
	struct vx_share s;

	if (!max_localmem)
		return vx_fail(__func__, "an argument is NULL");
	if (occupancy(__func__, hdevice, group_size, &s))
		return -1;
	*max_localmem = s.smem;
	return 0;
}

int vx_check_occupancy4(vx_device_h hdevice, uint32_t group_size,
			uint32_t *max_barriers, uint32_t *max_localmem)
{
	struct vx_share s;

	if (!max_barriers || !max_localmem)
		return vx_fail(__func__, "an argument is NULL");
	if (occupancy(__func__, hdevice, group_size, &s))
		return -1;
	*max_barriers = s.barriers;
	*max_localmem = s.smem;
	return 0;
}
