/* port.h - libwarpwright: the ways to a device with registers of a host
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to lib/. A port reads and writes the registers of isa/host.def and
 * the memory of a device; registers.c makes a backend of it. Functions with a
 * result return 0 or a wwd_status, with wwd_fail.
 */
#ifndef WW_LIB_PORT_H
#define WW_LIB_PORT_H

#include "lib/wwd.h"

struct wwd_port {
	const char *kind;
	const char *keys[4];    /* settings that its names may have */
	/* Opens the device of D->name, with all its registers reset, if the
	 * port can do that. *PORT is its state. */
	int (*open)(struct wwd *d, void **port);
	void (*close)(void *port);
	/* A register. */
	int (*peek)(void *port, uint32_t offset, uint32_t *value);
	int (*poke)(void *port, uint32_t offset, uint32_t value);
	/* Memory: N bytes, all of them in RAM. */
	int (*read)(void *port, uint32_t addr, void *to, size_t n);
	int (*write)(void *port, uint32_t addr, const void *from, size_t n);
	/* Takes from the console what is there; NULL: there is none. */
	int (*console)(void *port, struct wwd *d);
	/* Resets the whole device and its registers; NULL: CONTROL does. */
	int (*restart)(void *port);
	/* The registers have told where RAM is: it is mapped. NULL: it need
	 * not be. */
	int (*map)(void *port, uint32_t ram_base, uint32_t ram_size);
};

extern const struct wwd_port wwd_serial, wwd_window;

/* The port of this kind, or NULL. */
const struct wwd_port *wwd_port_find(const char *kind);
/* The Ith port, or NULL. */
const struct wwd_port *wwd_port_at(size_t i);
/* The value of the setting KEY of a name, or NULL. */
const char *wwd_setting(const struct wwd_name *n, const char *key);
/* *VALUE becomes the number of setting KEY, if there is one; WWD_E_NAME: it is
 * no number between LOW and HIGH. */
int wwd_setting_number(const struct wwd_name *n, const char *key, uint64_t low,
		       uint64_t high, uint64_t *value);

#endif
