/* options - options of the commands, and the configuration they share
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/near.h"
#include "cli/cmd.h"

enum { SHARED_CONFIG, SHARED_SET, SHARED_HELP, SHARED_BASE = 1000 };

const struct option_row options_shared[] = {
	[SHARED_CONFIG] = { 'c', "config", "NAME|PATH",
			    "the configuration: one of configs/, or a file" },
	[SHARED_SET] = { 's', "set", "KEY=VALUE",
			 "override one parameter, for example core.warps=8" },
	[SHARED_HELP] = { 'h', "help", NULL, "this text" },
	{ 0, NULL, NULL, NULL }
};

void options_init(struct options *o, int argc, char **argv,
		  const struct option_text *text,
		  const struct option_row *rows)
{
	*o = (struct options){ .text = text, .rows = rows, .argc = argc,
			       .argv = argv, .next = 1 };
	o->overrides = calloc((size_t)argc + 1, sizeof *o->overrides);
	o->outs = calloc((size_t)argc + 1, sizeof *o->outs);
	if (!o->overrides || !o->outs)
		arena_exhausted();
}

void options_free(struct options *o)
{
	free(o->overrides);
	free(o->outs);
	o->overrides = NULL;
	o->outs = NULL;
}

static void help_row(const struct option_row *r)
{
	char left[64];
	char letter[] = { '-', r->letter, ',', ' ', '\0' };

	snprintf(left, sizeof left, "%s--%s%s%s", r->letter ? letter : "    ",
		 r->name, r->arg ? " " : "", r->arg ? r->arg : "");
	printf("  %-26s %s\n", left, r->doc);
}

static int find_letter(const struct option_row *rows, char letter)
{
	for (int i = 0; rows[i].name; i++)
		if (rows[i].letter == letter)
			return i;
	return -1;
}

static int find_name(const struct option_row *rows, const char *name, size_t n)
{
	for (int i = 0; rows[i].name; i++)
		if (strlen(rows[i].name) == n &&
		    memcmp(rows[i].name, name, n) == 0)
			return i;
	return -1;
}

static int help(const struct options *o)
{
	printf("usage: warpwright %s\n", o->text->usage);
	if (o->text->doc)
		printf("\n%s\n", o->text->doc);
	puts("\noptions:");
	for (const struct option_row *r = o->rows; r->name; r++)
		help_row(r);
	for (const struct option_row *r = options_shared; r->name; r++)
		if (find_name(o->rows, r->name, strlen(r->name)) < 0)
			help_row(r);
	return OPTIONS_HELP;
}

/* Is WORD the beginning of NAME, or behind a dash its end? "out" of "output",
 * "latency" of "mem-latency". */
static bool is_part(const char *word, const char *name)
{
	size_t n = strlen(word), length = strlen(name);

	return n > 2 && n < length &&
	       (!memcmp(name, word, n) ||
		(name[length - n - 1] == '-' && !strcmp(name + length - n,
							word)));
}

/* The name of the option that was meant by WORD, or NULL. */
static const char *meant(const struct options *o, const char *word)
{
	const struct option_row *const tables[] = { o->rows, options_shared };
	const char *part = NULL;
	struct near n;

	near_init(&n, word);
	for (size_t t = 0; t < 2; t++)
		for (const struct option_row *r = tables[t]; r->name; r++) {
			near_try(&n, r->name);
			if (!part && is_part(word, r->name))
				part = r->name;
		}
	return near_best(&n) ? n.best : part;
}

/* "core.warps" for "warps" or "warp", or NULL. */
static const char *meant_parameter(const char *word)
{
	for (unsigned i = 0; i < PARAM_COUNT; i++) {
		const struct param *p = param_row((enum param_id)i);
		size_t n = strlen(p->key);

		if (n > 2 && (!strcmp(p->key, word) ||
			      (strlen(word) == n - 1 &&
			       p->key[n - 1] == 's' &&
			       !strncmp(p->key, word, n - 1))))
			return p->path;
	}
	return NULL;
}

int options_unknown(const struct options *o, const char *arg)
{
	const char *word, *best;
	char name[40];

	snprintf(name, sizeof name, "%.*s", (int)strcspn(arg, "="), arg);
	word = name + strspn(name, "-");
	best = meant_parameter(word);
	if (best)
		return options_bad(o, "unknown option '%s'; a parameter of the "
				   "core is set by -s %s=VALUE", name, best);
	best = word[0] && word[1] ? meant(o, word) : NULL;
	if (best)
		return options_bad(o, "unknown option '%s'; did you mean "
				   "'--%s'?", name, best);
	return options_bad(o, "unknown option '%s'", name);
}

/* Takes the value of option ROW: after '=', joined to the letter, or the next
 * argument. */
static int take_value(struct options *o, const struct option_row *row,
		      const char *glued)
{
	o->value = glued;
	if (!row->arg && glued)
		return options_bad(o, "--%s takes no value", row->name);
	if (!row->arg || glued)
		return 0;
	if (o->next >= o->argc)
		return options_bad(o, "--%s needs %s", row->name, row->arg);
	o->value = o->argv[o->next++];
	return 0;
}

static int set_config(struct options *o)
{
	if (o->config)
		return options_bad(o, "two configurations: '%s' and '%s'",
				   o->config, o->value);
	o->config = o->value;
	return 0;
}

static int add_override(struct options *o)
{
	const char *equals = strchr(o->value, '=');

	if (!equals || equals == o->value || !equals[1])
		return options_bad(o, "-s %s: expected KEY=VALUE, for example "
				   "core.warps=8", o->value);
	o->overrides[o->override_count++] = o->value;
	return 0;
}

static int shared_option(struct options *o, int i)
{
	if (i == SHARED_HELP)
		return help(o);
	if (i == SHARED_CONFIG)
		return set_config(o);
	return add_override(o);
}

/* Handles the option ARG. Returns the index of the command's row; SHARED_BASE
 * after a shared option; or an error. */
static int handle_option(struct options *o, const char *arg)
{
	const char *equals = strchr(arg, '=');
	bool is_long = arg[1] == '-';
	size_t n = equals ? (size_t)(equals - arg) - 2 : strlen(arg) - 2;
	const char *glued = is_long ? (equals ? equals + 1 : NULL) :
			    arg[2] ? arg + 2 : NULL;
	int i = is_long ? find_name(o->rows, arg + 2, n) :
		find_letter(o->rows, arg[1]);
	int result;

	if (i >= 0) {
		result = take_value(o, &o->rows[i], glued);
		if (result == 0)
			options_note_out(o, &o->rows[i]);
		return result < 0 ? result : i;
	}
	i = is_long ? find_name(options_shared, arg + 2, n) :
	    find_letter(options_shared, arg[1]);
	if (i < 0)
		return options_unknown(o, arg);
	result = take_value(o, &options_shared[i], glued);
	if (result == 0)
		result = shared_option(o, i);
	return result < 0 ? result : SHARED_BASE;
}

static bool is_toml(const char *word)
{
	size_t n = strlen(word);
	return n > 5 && strcmp(word + n - 5, ".toml") == 0;
}

/* Handles a word: takes a .toml file as the configuration, returns OPTIONS_WORD
 * for others. */
static int handle_word(struct options *o, const char *arg)
{
	o->value = arg;
	if (!is_toml(arg))
		return OPTIONS_WORD;
	return set_config(o) < 0 ? OPTIONS_BAD : SHARED_BASE;
}

int options_next(struct options *o)
{
	int opt = SHARED_BASE, bad;

	while (opt == SHARED_BASE) {
		const char *arg;
		if (o->next >= o->argc) {
			bad = options_check_out(o);
			return bad ? bad : OPTIONS_END;
		}
		arg = o->argv[o->next++];
		if (o->only_words || arg[0] != '-' || arg[1] == '\0')
			opt = handle_word(o, arg);
		else if (strcmp(arg, "--") == 0)
			o->only_words = true;
		else
			opt = handle_option(o, arg);
	}
	return opt;
}

void options_override(struct options *o, const char *setting)
{
	o->overrides[o->override_count++] = setting;
}

int options_load(struct options *o, struct config *cfg, struct diag *dg)
{
	return config_load(cfg, o->config, o->overrides, o->override_count,
			   dg);
}

int options_number(struct options *o, uint64_t *out)
{
	int64_t v;
	const char *why = toml_integer(o->value, strlen(o->value), &v);

	if (why || v < 0)
		return options_bad(o, "'%s' is no number: %s", o->value,
				   why ? why : "it must not be negative");
	*out = (uint64_t)v;
	return 0;
}
