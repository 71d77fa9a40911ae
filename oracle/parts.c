/* parts.c - stops a run early, and grows lists
 * SPDX-License-Identifier: Apache-2.0
 */
#include "oracle/parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void oracle_stop(struct oracle *o, enum oracle_status status, const char *fmt,
		 ...)
{
	va_list args;

	if (o->status != ORACLE_END)
		return;
	o->status = status;
	va_start(args, fmt);
	vsnprintf(o->why, sizeof o->why, fmt, args);
	va_end(args);
}

bool list_grow(void *list, size_t count, size_t *room, size_t size)
{
	size_t more = 2 * count + 64;
	void *old, *new;

	memcpy(&old, list, sizeof old);
	new = realloc(old, more * size);
	if (!new)
		return false;
	memcpy(list, &new, sizeof new);
	*room = more;
	return true;
}
