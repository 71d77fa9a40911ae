/* ports.h - which ports of the core have a meaning in a cycle, from ports.def
 * SPDX-License-Identifier: Apache-2.0
 *
 * C and C++: compiled with models, too.
 */
#ifndef WW_COSIM_PORTS_H
#define WW_COSIM_PORTS_H

#include "cosim/device/driver.h"

/* pin_PORT(P): whether PORT is set in P. */
static inline int pin_NONE(const struct cosim_pins *p)
{
	(void)p;
	return 1;
}
#define IN(name, field, valid, unless, bit) \
static inline int pin_##name(const struct cosim_pins *p) \
{ \
	return p->field != 0; \
}
#define OUT(name, field, check, valid, bit) IN(name, field, valid, NONE, bit)
#define IN_WORDS(name, field, valid, unless, bit)
#define OUT_WORDS(name, field, check, valid, bit)
#include "cosim/device/ports.def"

/* The outputs that some forms of a bus lack. */
static inline void ports_begin(struct cosim_pins *p)
{
	p->ibus.rsp_ready = p->dbus.rsp_ready = p->dbus.req_last = 1;
}

#endif
