/* load.c - reads configurations from files and overrides; writes them as text
 * SPDX-License-Identifier: Apache-2.0
 *
 * A configuration starts with the defaults. A file or a name in the directory
 * configs changes some values, then the overrides KEY=VALUE do. The checks run
 * once, at the end, if no error was reported before.
 */
#define _XOPEN_SOURCE 700

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/near.h"
#include "base/place.h"
#include "gen/gen.h"

static const char *chosen_datadir;

void gen_set_datadir(const char *dir)
{
	chosen_datadir = dir;
}

const char *gen_datadir(void)
{
	const char *dir = getenv("WARPWRIGHT_DATADIR");
	static char found[PATH_MAX];
	struct place place;

	if (dir && *dir)
		return dir;
	if (chosen_datadir)
		return chosen_datadir;
	if (!found[0]) {
		place_of(&place, "/proc/self/exe", 0, WW_BINDIR);
		place_part(&place, WW_SRCDIR, WW_PKGDATADIR, found);
	}
	return found;
}

static bool ends_with(const char *text, const char *tail)
{
	size_t n = strlen(text), m = strlen(tail);
	return n >= m && strcmp(text + n - m, tail) == 0;
}

static const char *nearest_section(const char *name)
{
	struct near n;
	near_init(&n, name);
	for (unsigned i = 0; i < PARAM_COUNT; i++)
		near_try(&n, param_row((enum param_id)i)->section);
	return near_best(&n);
}

static bool is_section(const char *name)
{
	for (unsigned i = 0; i < PARAM_COUNT; i++)
		if (strcmp(param_row((enum param_id)i)->section, name) == 0)
			return true;
	return false;
}

static void unknown_table(const struct toml_table *t, struct diag *dg)
{
	const char *near = nearest_section(t->name);
	if (near)
		diag_error(dg, t->at, "unknown-table", "unknown table [%.60s]; "
			   "did you mean [%s]?", t->name, near);
	else
		diag_error(dg, t->at, "unknown-table", "unknown table [%.60s]; "
			   "'warpwright print params' lists them", t->name);
}

/* Is PATH a property of the simulated memory, not of the core? Users look for
 * such keys. */
static bool is_memory_key(const char *path)
{
	static const char *const keys[] = {
		"mem.latency", "mem.bandwidth", "mem.random", "mem.error"
	};

	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (strcmp(path, keys[i]) == 0)
			return true;
	return false;
}

static void unknown_key(const char *path, struct diag_loc at, struct diag *dg)
{
	const char *near = param_nearest(path);
	if (is_memory_key(path))
		diag_error(dg, at, "unknown-key", "unknown key '%s'; the memory"
			   " is outside of the core: 'run' and 'cosim' have "
			   "the option --mem-%s", path, path + strlen("mem."));
	else if (near)
		diag_error(dg, at, "unknown-key", "unknown key '%.60s'; "
			   "did you mean '%s'?", path, near);
	else
		diag_error(dg, at, "unknown-key", "unknown key '%.60s'; "
			   "'warpwright print params' lists them", path);
}

/* Is PATH in an unknown table, which has been reported already? */
static bool in_unknown_table(const struct toml_doc *doc, const char *path)
{
	size_t n = strcspn(path, ".");
	for (struct toml_table *t = doc->tables; t; t = t->next)
		if (path[n] == '.' && strlen(t->name) == n &&
		    memcmp(t->name, path, n) == 0)
			return !is_section(t->name);
	return false;
}

static void apply(struct config *cfg, const struct toml_doc *doc,
		  struct diag *dg)
{
	for (struct toml_table *t = doc->tables; t; t = t->next)
		if (!is_section(t->name))
			unknown_table(t, dg);
	for (struct toml_entry *e = doc->entries; e; e = e->next) {
		const struct param *p = param_find(e->path);
		if (diag_full(dg))
			return;
		if (p)
			config_set(cfg, p, &e->value, dg);
		else if (!in_unknown_table(doc, e->path))
			unknown_key(e->path, e->at, dg);
	}
}

static void load_file(struct config *cfg, const char *path, struct diag *dg)
{
	struct diag_loc whole = { diag_file(dg, path), 0, 0 };
	struct toml_doc doc;
	size_t length;
	char *text = file_read(path, TOML_MAX_BYTES, &length, &dg->arena);

	if (!text)
		diag_error(dg, whole, NULL, "cannot read the configuration: "
			   "%s", file_strerror(errno));
	else if (toml_parse(whole.file, text, length, &doc, dg) == 0)
		apply(cfg, &doc, dg);
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Lists the names of the configurations in DIR, sorted, without the suffix. */
static size_t list_names(const char *dir, const char **names, size_t max,
			 struct diag *dg)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	size_t n = 0;

	while (d && n < max && (e = readdir(d)))
		if (ends_with(e->d_name, ".toml"))
			names[n++] = arena_copy(&dg->arena, e->d_name,
						strlen(e->d_name) - 5);
	if (d)
		closedir(d);
	qsort(names, n, sizeof *names, compare_names);
	return n;
}

static void unknown_name(const char *name, const char *dir, struct diag *dg)
{
	enum { MAX_NAMES = 64 };
	const char *names[MAX_NAMES];
	size_t n = list_names(dir, names, MAX_NAMES, dg);
	struct diag_loc at = { dir, 0, 0 };
	struct tpl_out list = { 0 };
	struct near near;

	if (!n) {
		diag_error(dg, at, NULL, "no configurations are there; "
			   "WARPWRIGHT_DATADIR can name the directory that has "
			   "configs/");
		return;
	}
	near_init(&near, name);
	for (size_t i = 0; i < n; i++) {
		near_try(&near, names[i]);
		tpl_printf(&list, "%s%s", i ? ", " : "", names[i]);
	}
	if (near_best(&near))
		diag_error(dg, at, NULL, "there is no configuration '%.60s'; "
			   "did you mean '%s'?", name, near.best);
	else
		diag_error(dg, at, NULL, "there is no configuration '%.60s'; "
			   "there are: %s (the path of a file has a '/' or "
			   "ends in .toml)", name, list.text);
	tpl_out_free(&list);
}

static void load_named(struct config *cfg, const char *name, struct diag *dg)
{
	const char *dir = arena_format(&dg->arena, "%s/configs",
				       gen_datadir());
	const char *path = arena_format(&dg->arena, "%s/%s.toml", dir, name);
	FILE *f = fopen(path, "r");

	if (!f) {
		unknown_name(name, dir, dg);
		return;
	}
	fclose(f);
	load_file(cfg, path, dg);
}

void config_override(struct config *cfg, const char *text, struct diag *dg)
{
	struct diag_loc at = { arena_format(&dg->arena, "-s %s", text), 0, 0 };
	const char *equals = strchr(text, '='), *word;
	const struct param *p;
	struct toml_value v;
	size_t n;
	char *key;

	if (!equals || equals == text || equals[1] == '\0') {
		diag_error(dg, at, NULL, "expected KEY=VALUE, for example "
			   "core.warps=8");
		return;
	}
	key = arena_copy(&dg->arena, text, (size_t)(equals - text));
	p = param_find(key);
	if (!p) {
		unknown_key(key, at, dg);
		return;
	}
	word = equals + 1;
	n = strlen(word);
	if (n >= 2 && word[0] == '"' && word[n - 1] == '"')
		v = (struct toml_value){ .type = TOML_STRING, .at = at,
			.string = arena_copy(&dg->arena, word + 1, n - 2) };
	else
		toml_word(word, at, &v);
	config_set(cfg, p, &v, dg);
}

int config_load(struct config *cfg, const char *name_or_path,
		const char *const *overrides, size_t n, struct diag *dg)
{
	unsigned before = dg->errors;

	config_init(cfg);
	if (name_or_path && (strchr(name_or_path, '/') ||
			     ends_with(name_or_path, ".toml")))
		load_file(cfg, name_or_path, dg);
	else if (name_or_path)
		load_named(cfg, name_or_path, dg);
	for (size_t i = 0; i < n; i++)
		config_override(cfg, overrides[i], dg);
	if (dg->errors == before)
		checks_run(cfg, dg);
	return dg->errors == before ? GEN_OK : GEN_REFUSED;
}

/* Checks the value of P in CFG as if it were read from a file. */
static void recheck(const struct config *cfg, const struct param *p,
		    struct diag *dg)
{
	struct config copy = *cfg;
	struct toml_value v = { .at = { "(configuration)", 0, 0 } };

	switch (p->kind) {
	case PARAM_NUMBER:
	case PARAM_ADDRESS:
		v.type = TOML_INTEGER;
		v.integer = config_get(cfg, p);
		break;
	case PARAM_FLAG:
		return;
	case PARAM_CHOICE:
		v.type = TOML_STRING;
		v.string = param_word(p, config_get(cfg, p));
		break;
	case PARAM_NAME:
		v.type = TOML_STRING;
		v.string = (const char *)cfg + p->offset;
		break;
	}
	config_set(&copy, p, &v, dg);
}

int config_check(const struct config *cfg, struct diag *dg)
{
	unsigned before = dg->errors;

	for (unsigned i = 0; i < PARAM_COUNT; i++)
		recheck(cfg, param_row((enum param_id)i), dg);
	if (dg->errors == before)
		checks_run(cfg, dg);
	return dg->errors == before ? GEN_OK : GEN_REFUSED;
}

void config_write_toml(const struct config *cfg, struct tpl_out *out)
{
	const char *section = "";
	char value[64];

	for (unsigned i = 0; i < PARAM_COUNT; i++) {
		const struct param *p = param_row((enum param_id)i);
		if (strcmp(p->section, section) != 0)
			tpl_printf(out, "%s[%s]\n", *section ? "\n" : "",
				   p->section);
		section = p->section;
		config_text(cfg, p, value, sizeof value);
		tpl_printf(out, "%-10s = %s\n", p->key, value);
	}
}
