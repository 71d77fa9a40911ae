/* name.c - libwarpwright: the name of a device, and its configuration
 * SPDX-License-Identifier: Apache-2.0
 *
 * KIND[:CONFIG][,KEY=VALUE]...
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/place.h"
#include "lib/port.h"
#include "sanitize/san.h"
#include "session/machine.h"

/* The data of warpwright are found from where this library is. */
static void find_data(void)
{
	static char path[PATH_MAX];
	struct place place;
	Dl_info info;

	place_of(&place, dladdr((void *)wwd_open, &info) && info.dli_fname ?
			 info.dli_fname : "", 1, WW_LIBDIR);
	place_part(&place, WW_SRCDIR, WW_PKGDATADIR, path);
	gen_set_datadir(path);
}

/* Reads the number of WORD into *TO if WORD is KEY and a number; *BAD: a number
 * that is not between LOW and HIGH, or none. */
static bool number(const char *word, const char *key, uint32_t low,
		   uint32_t high, uint32_t *to, bool *bad)
{
	size_t n = strlen(key);
	unsigned long long value;
	char *end;

	if (strncmp(word, key, n) || word[n] != '=')
		return false;
	value = strtoull(word + n + 1, &end, 0);
	*bad = word[n + 1] < '0' || word[n + 1] > '9' || *end ||
	       value < low || value > high;
	if (*bad)
		wwd_fail(WWD_E_NAME, "'%s' has no number between %" PRIu32
			 " and %" PRIu32, word, low, high);
	else
		*to = (uint32_t)value;
	return true;
}

/* A setting of the memory behind a core. */
static bool memory_setting(struct wwd_name *n, const char *word, bool *bad)
{
	enum { CYCLES = 1000000 };

	if (number(word, "mem-latency", 1, CYCLES, &n->latency, bad) ||
	    number(word, "mem-bandwidth", 1, CYCLES, &n->bandwidth, bad))
		return true;
	if (!number(word, "mem-random", 0, UINT32_MAX, &n->seed, bad))
		return false;
	n->random = !*bad;
	return true;
}

static int add_setting(struct wwd_name *n, const char *word)
{
	if (n->count == sizeof n->settings / sizeof *n->settings)
		return wwd_fail(WWD_E_NAME, "more than %zu settings", n->count);
	n->settings[n->count++] = word;
	return 0;
}

static int read_word(struct wwd_name *n, const char *word)
{
	bool bad = false;

	if (!strchr(word, '='))
		return wwd_fail(WWD_E_NAME, "'%s' is no KEY=VALUE; the "
				"%s stands behind '%s:'", word,
				n->real ? "path" : "configuration", n->kind);
	if (n->real)
		return add_setting(n, word);
	if ((strncmp(word, "mem-", 4) == 0 || strncmp(word, "rtl=", 4) == 0) &&
	    strcmp(n->kind, "golden") == 0)
		return wwd_fail(WWD_E_NAME, "'%s' is for cores in a simulator, "
				"not for the golden model", word);
	if (strcmp(word, "strict=true") == 0 ||
	    strcmp(word, "strict=false") == 0) {
		n->strict = word[7] == 't';
		return 0;
	}
	if (strncmp(word, "strict=", 7) == 0)
		return wwd_fail(WWD_E_NAME, "'%s': expected strict=true or "
				"strict=false", word);
	if (strncmp(word, "check=", 6) == 0)
		return san_kinds(word + 6, &n->checks) ? 0 :
		       wwd_fail(WWD_E_NAME, "'%s': expected %s, but with + for "
				"each comma", word, SAN_KINDS);
	if (memory_setting(n, word, &bad))
		return bad ? WWD_E_NAME : 0;
	if (strncmp(word, "rtl=", 4) == 0) {
		free(n->rtl);
		n->rtl = realpath(word + 4, NULL);
		return n->rtl ? 0 : wwd_fail(WWD_E_NAME, "'%s' is no "
					     "directory", word);
	}
	return add_setting(n, word);
}

/* An emitted tree has its own configuration. */
static int use_tree(struct wwd_name *n)
{
	static const char file[] = "/config.toml";
	size_t size = strlen(n->rtl) + sizeof file;

	if (n->config || n->count)
		return wwd_fail(WWD_E_NAME, "rtl= has its own configuration; "
				"leave out '%s'",
				n->config ? n->config : n->settings[0]);
	n->rtl_config = malloc(size);
	if (!n->rtl_config)
		return wwd_fail(WWD_E_MEMORY, "out of memory");
	snprintf(n->rtl_config, size, "%s%s", n->rtl, file);
	n->config = n->rtl_config;
	return 0;
}

void wwd_name_free(struct wwd_name *n)
{
	free(n->text);
	free(n->rtl);
	free(n->rtl_config);
}

int wwd_name_read(struct wwd_name *n, const char *name)
{
	char *word, *next, *colon;
	int error = 0;

	*n = (struct wwd_name){
		.text = strdup(name), .latency = 4, .bandwidth = 1
	};
	if (!n->text)
		return wwd_fail(WWD_E_MEMORY, "out of memory");
	next = strchr(n->text, ',');
	if (next)
		*next++ = '\0';
	n->kind = n->text;
	colon = strchr(n->text, ':');
	if (colon) {
		*colon = '\0';
		n->config = colon[1] ? colon + 1 : NULL;
	}
	n->real = wwd_port_find(n->kind) != NULL;
	while (!error && next) {
		word = next;
		next = strchr(word, ',');
		if (next)
			*next++ = '\0';
		error = read_word(n, word);
	}
	return error || !n->rtl ? error : use_tree(n);
}

static void set_machine(struct wwd *d)
{
	const struct config *c = &d->cfg;
	const uint32_t lines[] = { c->icache_size ? c->icache_line : 0,
				   c->dcache_size ? c->dcache_line : 0 };

	d->machine = machine_from_config(c);
	d->line = 4;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (d->line < lines[i])
			d->line = lines[i];
}

int wwd_name_configure(struct wwd *d)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	const char *words[sizeof d->name.settings / sizeof(char *) + 2];
	bool core = strcmp(d->name.kind, "golden") != 0;
	struct wwd_stream s;
	struct diag dg;
	int bad;

	pthread_once(&once, find_data);
	memcpy(words, d->name.settings, d->name.count * sizeof *words);
	words[d->name.count] = "gpu.dispatch=true";
	words[d->name.count + 1] = "trace.retire=true";
	if (!wwd_stream(&s))
		return WWD_E_MEMORY;
	diag_init(&dg, s.out);
	bad = config_load(&d->cfg, d->name.config, words,
			  d->name.rtl ? 0 : d->name.count + 1 + core, &dg);
	diag_free(&dg);
	if (bad)
		return wwd_stream_fail(&s, WWD_E_NAME);
	wwd_stream_drop(&s);
	if (!d->cfg.dispatch || (core && !d->cfg.trace_retire))
		return wwd_fail(WWD_E_NAME, "%s: error: the design has no "
				"dispatcher, or no trace ports; emit it with "
				"gpu.dispatch=true and trace.retire=true",
				d->name.config);
	if (d->cfg.dialect == CONFIG_dialect_ventus)
		return wwd_fail(WWD_E_NAME, "%s: error: the core has Ventus' "
				"instruction set (isa.dialect)",
				d->name.config);
	/* Where the values come from is not known later. */
	memset(d->cfg.at, 0, sizeof d->cfg.at);
	set_machine(d);
	d->behind_l2 = core && d->cfg.l2_size;
	return 0;
}
