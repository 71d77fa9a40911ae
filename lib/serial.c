/* serial.c - libwarpwright: the registers of a board behind its serial line
 * SPDX-License-Identifier: Apache-2.0
 *
 * The protocol is that of doc/boards.md. Boards have no caches.
 */
#include <stdlib.h>

#include "lib/port.h"
#include "session/link/link.h"

enum {
	BAUD = 115200, BAUD_MOST = 100000000,
	WAIT_MOST = 86400,      /* seconds */
	WRITE_MOST = 256        /* bytes of a request */
};

struct line {
	struct link link;
	const char *path;
	size_t write_most;      /* bytes of a request */
	uint16_t position;      /* bytes of the console that have come */
};

static int line_error(struct line *l, int error)
{
	if (error == 0)
		return 0;
	if (error == LINK_E_SILENT)
		return wwd_fail(WWD_E_DEVICE, "%s: the board does not respond "
				"at %u baud; is its bitstream loaded, the port "
				"the right one, and baud= that of the "
				"bitstream?", l->path,
				(unsigned)l->link.serial.baud);
	return wwd_fail(WWD_E_DEVICE, "%s: %s", l->path, link_reason(&l->link));
}

/* --- open and close ------------------------------------------------------- */

/* The core begins anew, with an empty console. */
static int restart(void *port)
{
	struct line *l = port;
	int error = link_stop(&l->link);

	l->position = 0;
	if (!error)
		error = link_run(&l->link);
	return line_error(l, error);
}

static int greet(struct line *l)
{
	struct link_info info;
	int error = line_error(l, link_info(&l->link, &info));

	if (error)
		return error;
	if (info.version != LINK_VERSION)
		return wwd_fail(WWD_E_NAME, "%s: the board speaks version %u "
				"of the protocol, this library version %d; "
				"make its bitstream anew", l->path,
				info.version, LINK_VERSION);
	if (!info.core.dispatch || !info.data_most)
		return wwd_fail(WWD_E_NAME, "%s: the board's core has no "
				"registers of a host; make its bitstream with "
				"gpu.dispatch=true and gpu.host=axil", l->path);
	l->write_most = info.data_most < WRITE_MOST ? info.data_most :
			WRITE_MOST;
	return restart(l);
}

static void close_line(void *port)
{
	struct line *l = port;

	l->link.patience_ms = 0;        /* the board may be gone */
	link_stop(&l->link);
	serial_close(&l->link.serial);
	free(l);
}

static int open_line(struct wwd *d, void **port)
{
	uint64_t baud = BAUD, seconds = 0;
	struct line *l;
	int error = wwd_setting_number(&d->name, "baud", 1, BAUD_MOST, &baud);

	if (!error)
		error = wwd_setting_number(&d->name, "patience", 0, WAIT_MOST,
					   &seconds);
	if (error)
		return error;
	if (!serial_has_rate((uint32_t)baud))
		return wwd_fail(WWD_E_NAME, "'%u' is no rate of a port; there "
				"are%s", (unsigned)baud, serial_rates);
	l = calloc(1, sizeof *l);
	if (!l)
		return wwd_fail(WWD_E_MEMORY, "out of memory");
	l->path = d->name.config;
	if (serial_open(&l->link.serial, l->path, (uint32_t)baud)) {
		error = wwd_fail(WWD_E_NAME, "%s: %s", l->path,
				 l->link.serial.why);
		free(l);
		return error;
	}
	link_init(&l->link, NULL);
	l->link.patience_ms = (uint32_t)(seconds * 1000);
	error = greet(l);
	if (error) {
		serial_close(&l->link.serial);
		free(l);
		return error;
	}
	*port = l;
	return 0;
}

/* --- registers and memory ------------------------------------------------- */

static int peek(void *port, uint32_t offset, uint32_t *value)
{
	struct line *l = port;

	return line_error(l, link_peek(&l->link, offset, value));
}

static int poke(void *port, uint32_t offset, uint32_t value)
{
	struct line *l = port;

	return line_error(l, link_poke(&l->link, offset, value));
}

static int read_ram(void *port, uint32_t addr, void *to, size_t n)
{
	struct line *l = port;

	return line_error(l, link_read(&l->link, addr, to, n));
}

static int write_ram(void *port, uint32_t addr, const void *from, size_t n)
{
	struct line *l = port;
	const uint8_t *bytes = from;
	int error = 0;

	while (n > 0 && !error) {
		size_t part = n < l->write_most ? n : l->write_most;

		error = link_write(&l->link, addr, bytes, part);
		addr += (uint32_t)part;
		bytes += part;
		n -= part;
	}
	return line_error(l, error);
}

static int console(void *port, struct wwd *d)
{
	struct line *l = port;
	struct link_status s;

	do {
		int error = line_error(l, link_status(&l->link, l->position,
						      &s));

		if (error)
			return error;
		if (!s.run || s.position != l->position)
			return wwd_fail(WWD_E_DEVICE, "%s: the board has been "
					"reset meanwhile", l->path);
		for (size_t i = 0; i < s.count; i++)
			wwd_console_byte(d, s.console[i]);
		l->position = (uint16_t)(l->position + s.count);
	} while (s.count);
	return 0;
}

const struct wwd_port wwd_serial = {
	.kind = "serial", .keys = { "baud", "patience" },
	.open = open_line, .close = close_line,
	.peek = peek, .poke = poke, .read = read_ram, .write = write_ram,
	.console = console, .restart = restart
};
