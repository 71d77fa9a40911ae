/* tpl_names.c - names in templates: values, conditions, misspellings
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/tpl_walk.h"

#include <string.h>

#include "base/near.h"

void walk_wrong(struct walk *w, unsigned col, const char *fmt, ...)
{
	char text[300];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	diag_error(w->t->dg, (struct diag_loc){ w->file, w->number, col },
		   "template", "%s", text);
	w->errors++;
}

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_';
}

bool walk_is_name(const char *s)
{
	size_t n = 0;
	while (is_name_char(s[n]))
		n++;
	return n > 0 && s[n] == '\0' && !(s[0] >= '0' && s[0] <= '9');
}

const struct tpl_name *walk_look_up(const struct tpl_dict *d, const char *name)
{
	for (size_t i = 0; i < d->count; i++)
		if (strcmp(d->names[i].name, name) == 0)
			return &d->names[i];
	return NULL;
}

const struct variable *walk_variable(const struct walk *w, const char *name)
{
	for (unsigned i = 0; i < w->var_count; i++)
		if (strcmp(w->vars[i].name, name) == 0)
			return &w->vars[i];
	return NULL;
}

void walk_unknown_name(struct walk *w, unsigned col, const char *name)
{
	const struct tpl_dict *d = w->t->dict;
	struct near n;

	near_init(&n, name);
	for (size_t i = 0; i < d->count; i++)
		near_try(&n, d->names[i].name);
	for (unsigned i = 0; i < w->var_count; i++)
		near_try(&n, w->vars[i].name);
	if (near_best(&n))
		walk_wrong(w, col, "unknown name '%s'; did you mean '%s'?",
			   name, n.best);
	else
		walk_wrong(w, col,
			   "unknown name '%s'; names are in params.def "
			   "and derive.def",
			   name);
}

static void substitute_name(struct walk *w, unsigned col, const char *name,
			    bool live)
{
	const struct variable *v = walk_variable(w, name);
	const struct tpl_name *n = v ? NULL : walk_look_up(w->t->dict, name);

	if (!v && !n)
		walk_unknown_name(w, col, name);
	else if (v && live)
		tpl_printf(w->out, "%u", (unsigned)v->value);
	else if (live)
		tpl_write(w->out, n->text, strlen(n->text));
}

const struct tpl_name *walk_find_stall(struct walk *w, unsigned col,
				       const char *name)
{
	char full[TPL_WORD_SIZE + 6];
	const struct tpl_name *n;

	snprintf(full, sizeof full, "stall_%s", name);
	n = walk_look_up(w->t->dict, full);
	if (!n || n->kind != TPL_NUMBER) {
		walk_wrong(w, col,
			   "there is no stall '%s'; stalls are in "
			   "stalls.def",
			   name);
		return NULL;
	}
	return n;
}

bool walk_has_congestors(const struct walk *w)
{
	const struct tpl_name *n = walk_look_up(w->t->dict, "congest");
	return n && n->kind == TPL_FLAG && n->number;
}

/* Replaces `${unless stall NAME}` and `${or stall NAME}`. See tpl.h. */
static bool substitute_stall(struct walk *w, unsigned col, const char *hole,
			     bool live)
{
	static const struct { const char *words, *verilog; } forms[] = {
		{ "unless stall ", " & ~" }, { "or stall ", " | " },
	};

	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		size_t n = strlen(forms[i].words);
		if (strncmp(hole, forms[i].words, n) != 0 ||
		    !walk_is_name(hole + n))
			continue;
		if (walk_find_stall(w, col, hole + n) && live &&
		    walk_has_congestors(w))
			tpl_printf(w->out, "%sstall_%s", forms[i].verilog,
				   hole + n);
		return true;
	}
	return false;
}

/* Replaces ${name} at P. Returns the position after it, or NULL after an
 * error. */
static const char *substitute(struct walk *w, const char *p, bool live)
{
	unsigned col = (unsigned)(p - w->line) + 1;
	const char *close = memchr(p, '}', (size_t)(w->eol - p));
	char hole[TPL_WORD_SIZE];
	size_t length;

	if (!close) {
		walk_wrong(w, col, "'${' without '}' on the line");
		return NULL;
	}
	length = (size_t)(close - p) - 2;
	snprintf(hole, sizeof hole, "%.*s",
		 (int)(length < sizeof hole ? length : 0), p + 2);
	if (walk_is_name(hole)) {
		substitute_name(w, col, hole, live);
	} else if (!substitute_stall(w, col, hole, live)) {
		walk_wrong(w, col,
			   "'${}' takes a name, not an expression: "
			   "'%.*s'",
			   (int)(length < 60 ? length : 60), p + 2);
		return NULL;
	}
	return close + 1;
}

const char *walk_find_two(const char *p, const char *eol, char a, char b)
{
	for (; eol - p >= 2; p++)
		if (p[0] == a && p[1] == b)
			return p;
	return NULL;
}

void walk_text(struct walk *w, const char *p, bool live)
{
	const char *hole;

	while ((hole = walk_find_two(p, w->eol, '$', '{'))) {
		if (live)
			tpl_write(w->out, p, (size_t)(hole - p));
		p = substitute(w, hole, live);
		if (!p)
			return;
	}
	if (live)
		tpl_write(w->out, p, (size_t)(w->eol - p));
}

static int known_word(struct walk *w, const struct tpl_name *n, unsigned col,
		      const char *text)
{
	struct near near;

	near_init(&near, text);
	for (size_t i = 0; n->words[i]; i++) {
		near_try(&near, n->words[i]);
		if (strcmp(n->words[i], text) == 0)
			return (int)i;
	}
	if (near_best(&near))
		walk_wrong(w, col, "'%s' is never '%s'; did you mean '%s'?",
			   n->name, text, near.best);
	else
		walk_wrong(w, col, "'%s' is never '%s'", n->name, text);
	return -1;
}

/* The truth of `name == word` in words F to F + 2. */
static bool compare_word(struct walk *w, unsigned f)
{
	const struct word *words = w->words;
	const struct tpl_name *n = walk_look_up(w->t->dict, words[f].text);
	int i;

	if (!n) {
		walk_unknown_name(w, words[f].col, words[f].text);
		return false;
	}
	if (n->kind != TPL_WORD) {
		walk_wrong(w, words[f].col,
			   "'%s' has no words; only a choice is "
			   "compared",
			   n->name);
		return false;
	}
	i = known_word(w, n, words[f + 2].col, words[f + 2].text);
	return i >= 0 && (uint32_t)i == n->number;
}

static bool flag_value(struct walk *w, unsigned f)
{
	const struct word *word = &w->words[f];
	const struct tpl_name *n = walk_look_up(w->t->dict, word->text);

	if (!n)
		walk_unknown_name(w, word->col, word->text);
	else if (n->kind != TPL_FLAG)
		walk_wrong(w, word->col,
			   "'%s' is not true or false; a number "
			   "needs a FLAG row in derive.def, a choice '== word'",
			   n->name);
	return n && n->kind == TPL_FLAG && n->number;
}

bool walk_condition(struct walk *w, unsigned f)
{
	unsigned n = w->word_count - f;

	if (n == 1)
		return flag_value(w, f);
	if (n == 2 && strcmp(w->words[f].text, "not") == 0)
		return !flag_value(w, f + 1);
	if (n == 3 && strcmp(w->words[f + 1].text, "==") == 0)
		return compare_word(w, f);
	walk_wrong(w, f < w->word_count ? w->words[f].col : 1,
		   "a condition is 'name', 'not name' or 'name == word'");
	return false;
}
