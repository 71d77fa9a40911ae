/* profile_traffic.c - bytes that move behind the caches
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/profile/profile_traffic.h"

void profile_traffic_add(struct profile_traffic *into,
			 const struct cosim_traffic *t)
{
	if (t->write)
		into->written += t->bytes;
	else if (t->port == COSIM_IBUS)
		into->insns += t->bytes;
	else
		into->read += t->bytes;
}

void profile_line_read(struct profile_lines_read *l, uint32_t addr,
		       uint32_t bytes)
{
	uint32_t at = addr / bytes % PROFILE_LINES;

	l->bytes = bytes;
	l->addr[at] = addr;
	l->there[at] = true;
}

uint32_t profile_line_taken(struct profile_lines_read *l, uint32_t addr)
{
	uint32_t at;

	if (!l->bytes)
		return 0;
	at = addr / l->bytes % PROFILE_LINES;
	if (!l->there[at] || addr - l->addr[at] >= l->bytes)
		return 0;
	l->there[at] = false;
	return l->bytes;
}
