/* errors.c - addresses at which the memory has responded with an error
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/state/errors.h"

#include <stdlib.h>

bool errors_at(const struct core *c, enum cosim_port port, uint32_t addr,
	       uint32_t bytes)
{
	for (uint32_t i = 0; i < c->error_count; i++) {
		const struct failure *r = &c->errors[i];

		if (r->port == port && addr < r->addr + r->bytes &&
		    r->addr < addr + bytes)
			return true;
	}
	return false;
}

bool errors_add(struct core *c, enum cosim_port port, uint32_t addr,
		uint32_t bytes)
{
	uint32_t room = c->error_room ? 2 * c->error_room : 8;
	struct failure *more;

	if (errors_at(c, port, addr, bytes))
		return true;
	if (c->error_count == c->error_room) {
		more = realloc(c->errors, room * sizeof *more);
		if (!more)
			return false;
		c->errors = more;
		c->error_room = room;
	}
	c->errors[c->error_count++] = (struct failure){ port, addr, bytes };
	return true;
}
