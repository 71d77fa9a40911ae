/* device.c - libwarpwright: devices are opened, asked, reset, closed
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "cosim/device/sim.h"
#include "lib/inside.h"
#include "lib/port.h"
#include "machine/march.h"

/* --- turns ---------------------------------------------------------------- */

int wwd_take(struct wwd *d)
{
	uint64_t mine;

	pthread_mutex_lock(&d->lock);
	mine = d->next++;
	while (d->serving != mine)
		pthread_cond_wait(&d->turn, &d->lock);
	pthread_mutex_unlock(&d->lock);
	return d->failed;
}

int wwd_give(struct wwd *d, int error)
{
	pthread_mutex_lock(&d->lock);
	d->serving++;
	pthread_cond_broadcast(&d->turn);
	pthread_mutex_unlock(&d->lock);
	return error;
}

int wwd_broken(struct wwd *d, int error)
{
	d->failed = error;
	return error;
}

int wwd_failed(const struct wwd *d)
{
	return wwd_fail(d->failed, "the device has failed; wwd_reset begins "
			"anew");
}

/* --- the console ---------------------------------------------------------- */

void wwd_console_flush(struct wwd *d)
{
	size_t n = d->console_bytes;

	d->console_bytes = 0;
	if (d->put && n)
		d->put(d->put_context, d->console, n);
}

void wwd_console_byte(struct wwd *d, uint8_t byte)
{
	size_t room = 2 * d->console_room + 256;
	char *more;

	if (d->put && d->console_bytes == d->console_room) {
		more = realloc(d->console, room);
		if (!more)
			return;
		d->console = more;
		d->console_room = room;
	}
	if (d->put)
		d->console[d->console_bytes++] = (char)byte;
}

int wwd_console(struct wwd *d,
		void (*put)(void *context, const char *text, size_t n),
		void *context)
{
	if (!d)
		return wwd_missing(__func__);
	wwd_take(d);
	d->put = put;
	d->put_context = context;
	return wwd_give(d, 0);
}

/* --- open and close ------------------------------------------------------- */

static int find_backend(struct wwd *d)
{
	char list[128] = "golden";

	if (strcmp(d->name.kind, "golden") == 0)
		d->backend = &wwd_golden;
	else if (sim_find(d->name.kind))
		d->backend = &wwd_lockstep;
	else if (d->name.real)
		d->backend = &wwd_registers;
	for (size_t i = 0; sim_at(i); i++)
		strcat(strcat(list, ", "), sim_at(i)->name);
	for (size_t i = 0; wwd_port_at(i); i++)
		strcat(strcat(list, ", "), wwd_port_at(i)->kind);
	return d->backend ? 0 :
	       wwd_fail(WWD_E_NAME, "'%.64s' is no kind of device: %s",
			d->name.kind, list);
}

static void drop(struct wwd *d)
{
	wwd_profile_free(d);
	wwd_programs_free(d);
	while (d->tickets) {
		struct wwd_ticket *t = d->tickets;

		d->tickets = t->next;
		free(t);
	}
	free(d->console);
	free(d->range);
	wwd_name_free(&d->name);
	pthread_cond_destroy(&d->turn);
	pthread_mutex_destroy(&d->lock);
	free(d);
}

/* A device of this NAME, with all that the name says, not open. */
static int make(const char *name, struct wwd **out)
{
	struct wwd *d = calloc(1, sizeof *d);
	int error;

	if (!d)
		return wwd_fail(WWD_E_MEMORY, "out of memory");
	pthread_mutex_init(&d->lock, NULL);
	pthread_cond_init(&d->turn, NULL);
	error = wwd_name_read(&d->name, name);
	if (!error)
		error = find_backend(d);
	if (!error && !d->name.real)
		error = wwd_name_configure(d);
	if (error)
		drop(d);
	else
		*out = d;
	return error;
}

bool wwd_is_real(const char *kind, size_t n)
{
	char name[16];

	if (n >= sizeof name)
		return false;
	memcpy(name, kind, n);
	name[n] = '\0';
	return wwd_port_find(name);
}

int wwd_describe(const char *name, struct config *cfg, struct machine *m)
{
	struct wwd *d;
	int error = make(name, &d);

	if (error)
		return error;
	*cfg = d->cfg;
	*m = d->machine;
	drop(d);
	return 0;
}

const struct machine *wwd_machine(const struct wwd *d)
{
	return &d->machine;
}

/* Opens D, all of whose name is known; drops it after an error. */
static int open_made(struct wwd *d, struct wwd **out)
{
	int error = d->backend->open(d);
	bool opened = !error;

	if (!error)
		error = wwd_check_begin(d);
	if (!error)
		error = wwd_flush_prepare(d);
	if (error && opened) {
		wwd_check_end(d);
		d->backend->close(d, false);
	}
	if (error)
		drop(d);
	else
		*out = d;
	return error;
}

int wwd_open(const char *name, struct wwd **out)
{
	struct wwd *d;
	int error;

	if (!name || !out)
		return wwd_missing(__func__);
	*out = NULL;
	error = make(name, &d);
	return error ? error : open_made(d, out);
}

int wwd_open_in(const char *name, void *ram, struct wwd **out)
{
	struct wwd *d;
	int error = make(name, &d);

	*out = NULL;
	if (error)
		return error;
	if (d->backend != &wwd_golden) {
		drop(d);
		return wwd_fail(WWD_E_NAME, "only the golden model takes "
				"memory of the host");
	}
	d->ram = ram;
	return open_made(d, out);
}

int wwd_close(struct wwd *d)
{
	int error, failed;

	if (!d)
		return 0;
	failed = wwd_take(d);
	wwd_check_end(d);
	error = d->backend->close(d, !failed);
	wwd_console_flush(d);
	wwd_give(d, 0);
	drop(d);
	return error;
}

int wwd_reset(struct wwd *d)
{
	int error;

	if (!d)
		return wwd_missing(__func__);
	wwd_take(d);
	wwd_cut_all(d);
	d->failed = 0;
	d->flushed = true;
	error = d->backend->reset(d);
	wwd_console_flush(d);
	return wwd_give(d, error ? wwd_broken(d, error) : 0);
}

/* --- properties ----------------------------------------------------------- */

/* Instructions of the core of D that has executed most. */
static uint64_t instructions(const struct wwd *d)
{
	const struct golden *g = d->golden;
	uint64_t most = 0;

	for (uint32_t i = 0; g && i < d->machine.cores; i++) {
		uint64_t n = golden_stats(golden_core(g, i))->instructions;

		most = n > most ? n : most;
	}
	return most;
}

static int property(const struct wwd *d, enum wwd_cap cap, uint64_t *value)
{
	const struct machine *m = &d->machine;

	switch (cap) {
	case WWD_CORES: *value = m->cores; return 0;
	case WWD_WARPS: *value = m->warps; return 0;
	case WWD_THREADS: *value = m->threads; return 0;
	case WWD_SMEM: *value = m->smem_size; return 0;
	case WWD_BARRIERS: *value = m->barriers; return 0;
	case WWD_BLOCKS: *value = m->blocks; return 0;
	case WWD_SLOTS: *value = m->launches; return 0;
	case WWD_RAM_BASE: *value = m->ram_base; return 0;
	case WWD_RAM_SIZE: *value = m->ram_size; return 0;
	case WWD_LINE: *value = d->line; return 0;
	case WWD_RAM_FREE: *value = wwd_range_free(d); return 0;
	case WWD_CYCLES: return d->backend->cycles(d, value);
	case WWD_INSTRUCTIONS: *value = instructions(d); return 0;
	case WWD_CONST_BASE: *value = m->const_base; return 0;
	case WWD_CONST_SIZE: *value = m->const_size; return 0;
	}
	return wwd_fail(WWD_E_ARGUMENT, "%d is no property of a device",
			(int)cap);
}

int wwd_query(struct wwd *d, enum wwd_cap cap, uint64_t *value)
{
	if (!d || !value)
		return wwd_missing(__func__);
	wwd_take(d);
	return wwd_give(d, property(d, cap, value));
}

int wwd_march(struct wwd *d, char *text, size_t size)
{
	if (!d || !text)
		return wwd_missing(__func__);
	snprintf(text, size, "%s", machine_march(&d->machine).text);
	return 0;
}
