/* port.c - libwarpwright: kinds of ports, and the settings of their names
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/port.h"

static const struct wwd_port *const ports[] = { &wwd_serial, &wwd_window };

const struct wwd_port *wwd_port_at(size_t i)
{
	return i < sizeof ports / sizeof *ports ? ports[i] : NULL;
}

const struct wwd_port *wwd_port_find(const char *kind)
{
	const struct wwd_port *p = NULL;

	for (size_t i = 0; (p = wwd_port_at(i)) != NULL; i++)
		if (strcmp(p->kind, kind) == 0)
			break;
	return p;
}

const char *wwd_setting(const struct wwd_name *n, const char *key)
{
	size_t size = strlen(key);

	for (size_t i = 0; i < n->count; i++)
		if (strncmp(n->settings[i], key, size) == 0 &&
		    n->settings[i][size] == '=')
			return n->settings[i] + size + 1;
	return NULL;
}

int wwd_setting_number(const struct wwd_name *n, const char *key, uint64_t low,
		       uint64_t high, uint64_t *value)
{
	const char *text = wwd_setting(n, key);
	unsigned long long number;
	char *end;

	if (!text)
		return 0;
	number = strtoull(text, &end, 0);
	if (*text < '0' || *text > '9' || *end || number < low || number > high)
		return wwd_fail(WWD_E_NAME, "'%s=%s' has no number between %"
				PRIu64 " and %" PRIu64, key, text, low, high);
	*value = number;
	return 0;
}
