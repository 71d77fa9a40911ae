/* pins.h - the core's side of the pins, for tests without a core
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_COSIM_PINS_H
#define WW_TESTS_COSIM_PINS_H

#include <string.h>

#include "cosim/device/driver.h"

/* Outputs of a core that a test sets. */
struct pins {
	struct cosim_pins p;
	uint32_t strb[4], data[COSIM_BUS_WORDS];
	uint32_t perform[48], retire[48], control[9], issue[5];
};

static inline void pins_init(struct pins *x)
{
	memset(x, 0, sizeof *x);
	x->p.dbus.req_strb = x->strb;
	x->p.dbus.req_data = x->data;
	x->p.core[0].trace_perform = x->perform;
	x->p.core[0].trace_retire = x->retire;
	x->p.core[0].trace_control = x->control;
	x->p.core[0].trace_issue = x->issue;
	x->p.ibus.rsp_ready = x->p.dbus.rsp_ready = 1;
}

static inline void pins_fetch(struct pins *x, uint32_t tag, uint32_t addr)
{
	x->p.ibus.req_valid = 1;
	x->p.ibus.req_tag = tag;
	x->p.ibus.req_addr = addr;
}

/* A read of all bytes of STRB, or a write of DATA in the first word. */
static inline void pins_data(struct pins *x, uint32_t tag, uint32_t write,
			     uint32_t addr, uint32_t strb, uint32_t data)
{
	x->p.dbus.req_valid = 1;
	x->p.dbus.req_tag = tag;
	x->p.dbus.req_write = write;
	x->p.dbus.req_addr = addr;
	memset(x->strb, 0, sizeof x->strb);
	memset(x->data, 0, sizeof x->data);
	x->strb[0] = strb;
	x->data[0] = data;
}

#endif
