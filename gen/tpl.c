/* tpl - the template engine: Verilog with //% lines
 * SPDX-License-Identifier: Apache-2.0
 *
 * The text is walked line by line. A block that is not taken is walked all
 * the same, with live = false, so that its mistakes are found in every
 * configuration.
 */
#include "gen/tpl.h"

#include <assert.h>
#include <string.h>

#include "gen/near.h"

enum { TPL_DEPTH = 2, TPL_WORDS = 6, TPL_WORD_SIZE = 64 };

enum directive {
	D_IF, D_ELIF, D_ELSE, D_FOR, D_END, D_EMIT, D_TEXT, D_BAD, D_EOF
};

static const char *const directive_names[] = {
	[D_IF] = "if", [D_ELIF] = "elif", [D_ELSE] = "else", [D_FOR] = "for",
	[D_END] = "end", [D_EMIT] = "emit",
};

struct word {
	char text[TPL_WORD_SIZE];
	unsigned col;
};

struct variable {
	char name[TPL_WORD_SIZE];
	uint32_t value;
};

struct walk {
	const struct tpl *t;
	const char *file;
	const char *end;
	const char *next;       /* first byte after the current line */
	const char *line;
	unsigned number;        /* of the current line */
	unsigned errors;
	struct variable vars[TPL_DEPTH];
	unsigned var_count;
	unsigned depth;
	struct tpl_out *out;
	struct word words[TPL_WORDS];   /* of the current directive */
	unsigned word_count;
};

struct mark {
	const char *next;
	unsigned number;
};

__attribute__((format(printf, 3, 4)))
static void wrong(struct walk *w, unsigned col, const char *fmt, ...)
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

static bool is_name(const char *s)
{
	size_t n = 0;
	while (is_name_char(s[n]))
		n++;
	return n > 0 && s[n] == '\0' && !(s[0] >= '0' && s[0] <= '9');
}

static const struct tpl_name *look_up(const struct tpl_dict *d,
				      const char *name)
{
	for (size_t i = 0; i < d->count; i++)
		if (strcmp(d->names[i].name, name) == 0)
			return &d->names[i];
	return NULL;
}

static const struct variable *find_variable(const struct walk *w,
					    const char *name)
{
	for (unsigned i = 0; i < w->var_count; i++)
		if (strcmp(w->vars[i].name, name) == 0)
			return &w->vars[i];
	return NULL;
}

static void unknown_name(struct walk *w, unsigned col, const char *name)
{
	const struct tpl_dict *d = w->t->dict;
	struct near n;

	near_init(&n, name);
	for (size_t i = 0; i < d->count; i++)
		near_try(&n, d->names[i].name);
	for (unsigned i = 0; i < w->var_count; i++)
		near_try(&n, w->vars[i].name);
	if (near_best(&n))
		wrong(w, col, "unknown name '%s'; did you mean '%s'?", name,
		      n.best);
	else
		wrong(w, col, "unknown name '%s'; names are in params.def "
		      "and derive.def", name);
}

/* ${name} at P; returns past it, or NULL after an error. */
static const char *substitute(struct walk *w, const char *p, const char *eol,
			      bool live)
{
	unsigned col = (unsigned)(p - w->line) + 1;
	const char *close = memchr(p, '}', (size_t)(eol - p));
	const struct tpl_name *n;
	const struct variable *v;
	char name[TPL_WORD_SIZE];
	size_t length;

	if (!close) {
		wrong(w, col, "'${' without '}' on the line");
		return NULL;
	}
	length = (size_t)(close - p) - 2;
	if (length < sizeof name) {
		memcpy(name, p + 2, length);
		name[length] = '\0';
	}
	if (length >= sizeof name || !is_name(name)) {
		wrong(w, col, "'${}' takes a name, not an expression: "
		      "'%.*s'", (int)(length < 60 ? length : 60), p + 2);
		return NULL;
	}
	v = find_variable(w, name);
	n = v ? NULL : look_up(w->t->dict, name);
	if (!v && !n)
		unknown_name(w, col, name);
	else if (v && live)
		tpl_printf(w->out, "%u", (unsigned)v->value);
	else if (live)
		tpl_write(w->out, n->text, strlen(n->text));
	return close + 1;
}

static const char *find_two(const char *p, const char *eol, char a, char b)
{
	for (; eol - p >= 2; p++)
		if (p[0] == a && p[1] == b)
			return p;
	return NULL;
}

static void text_line(struct walk *w, bool live)
{
	const char *p = w->line, *hole;

	while ((hole = find_two(p, w->next, '$', '{'))) {
		if (live)
			tpl_write(w->out, p, (size_t)(hole - p));
		p = substitute(w, hole, w->next, live);
		if (!p)
			return;
	}
	if (live)
		tpl_write(w->out, p, (size_t)(w->next - p));
}

/* Splits the directive after //% into words. */
static bool split_words(struct walk *w, const char *eol)
{
	const char *p = w->line + 3;

	w->word_count = 0;
	for (;;) {
		const char *start;
		struct word *word = &w->words[w->word_count];
		while (p < eol && (*p == ' ' || *p == '\t'))
			p++;
		if (p == eol)
			return true;
		start = p;
		while (p < eol && *p != ' ' && *p != '\t')
			p++;
		if (w->word_count == TPL_WORDS ||
		    p - start >= TPL_WORD_SIZE) {
			wrong(w, (unsigned)(start - w->line) + 1,
			      "this directive is too long");
			return false;
		}
		memcpy(word->text, start, (size_t)(p - start));
		word->text[p - start] = '\0';
		word->col = (unsigned)(start - w->line) + 1;
		w->word_count++;
	}
}

static enum directive name_directive(struct walk *w)
{
	const char *name = w->word_count ? w->words[0].text : "";
	struct near n;

	for (int i = D_IF; i <= D_EMIT; i++)
		if (strcmp(directive_names[i], name) == 0)
			return (enum directive)i;
	near_init(&n, name);
	for (int i = D_IF; i <= D_EMIT; i++)
		near_try(&n, directive_names[i]);
	if (near_best(&n))
		wrong(w, 1, "unknown directive '//%% %s'; did you mean "
		      "'//%% %s'?", name, n.best);
	else
		wrong(w, 1, "unknown directive '//%% %s'; there are if, elif, "
		      "else, for, end, emit", name);
	return D_BAD;
}

/* The first //% up to EOL, or NULL. */
static const char *find_sign(const char *p, const char *eol)
{
	while ((p = find_two(p, eol, '/', '/'))) {
		if (eol - p > 2 && p[2] == '%')
			return p;
		p++;
	}
	return NULL;
}

/* Takes the next line and says what it is. */
static enum directive next_line(struct walk *w)
{
	const char *newline, *eol, *sign;

	w->line = w->next;
	if (w->line == w->end)
		return D_EOF;
	newline = memchr(w->line, '\n', (size_t)(w->end - w->line));
	eol = newline ? newline : w->end;
	w->next = newline ? newline + 1 : w->end;
	w->number++;
	sign = find_sign(w->line, eol);
	if (!sign)
		return D_TEXT;
	if (sign != w->line) {
		wrong(w, (unsigned)(sign - w->line) + 1,
		      "'//%%' stands in column one only");
		return D_BAD;
	}
	return split_words(w, eol) ? name_directive(w) : D_BAD;
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
		wrong(w, col, "'%s' is never '%s'; did you mean '%s'?",
		      n->name, text, near.best);
	else
		wrong(w, col, "'%s' is never '%s'", n->name, text);
	return -1;
}

/* name == word: words F..F+2. */
static bool compare(struct walk *w, unsigned f)
{
	const struct word *words = w->words;
	const struct tpl_name *n = look_up(w->t->dict, words[f].text);
	int i;

	if (!n) {
		unknown_name(w, words[f].col, words[f].text);
		return false;
	}
	if (n->kind != TPL_WORD) {
		wrong(w, words[f].col, "'%s' has no words; only a choice is "
		      "compared", n->name);
		return false;
	}
	i = known_word(w, n, words[f + 2].col, words[f + 2].text);
	return i >= 0 && (uint32_t)i == n->number;
}

static bool truth(struct walk *w, unsigned f)
{
	const struct word *word = &w->words[f];
	const struct tpl_name *n = look_up(w->t->dict, word->text);

	if (!n)
		unknown_name(w, word->col, word->text);
	else if (n->kind != TPL_FLAG)
		wrong(w, word->col, "'%s' is not true or false; a number "
		      "needs a FLAG row in derive.def, a choice '== word'",
		      n->name);
	return n && n->kind == TPL_FLAG && n->number;
}

/* The condition in words F and up. */
static bool condition(struct walk *w, unsigned f)
{
	unsigned n = w->word_count - f;

	if (n == 1)
		return truth(w, f);
	if (n == 2 && strcmp(w->words[f].text, "not") == 0)
		return !truth(w, f + 1);
	if (n == 3 && strcmp(w->words[f + 1].text, "==") == 0)
		return compare(w, f);
	wrong(w, f < w->word_count ? w->words[f].col : 1,
	      "a condition is 'name', 'not name' or 'name == word'");
	return false;
}

static void expect_words(struct walk *w, unsigned n)
{
	if (w->word_count > n)
		wrong(w, w->words[n].col, "unexpected '%s'", w->words[n].text);
}

static void emit_line(struct walk *w, bool live)
{
	const struct tpl_emitter *e = w->t->emitters;
	struct near n;

	if (w->word_count != 2) {
		wrong(w, 1, "expected '//%% emit NAME'");
		return;
	}
	near_init(&n, w->words[1].text);
	for (; e && e->name; e++) {
		near_try(&n, e->name);
		if (strcmp(e->name, w->words[1].text) == 0) {
			if (live)
				e->emit(w->out, w->t->cfg);
			return;
		}
	}
	if (near_best(&n))
		wrong(w, w->words[1].col, "unknown emitter '%s'; did you mean "
		      "'%s'?", w->words[1].text, n.best);
	else
		wrong(w, w->words[1].col, "unknown emitter '%s'; emitters "
		      "are in emitters.def", w->words[1].text);
}

static enum directive block(struct walk *w, bool live);

static void open_block(struct walk *w)
{
	if (++w->depth > TPL_DEPTH)
		wrong(w, 1, "blocks are at most %d deep; move this one to a "
		      "module or an emitter", TPL_DEPTH);
}

static void unclosed(struct walk *w, const char *what, unsigned line)
{
	unsigned here = w->number;
	w->number = line;
	wrong(w, 1, "'//%% %s' without '//%% end'", what);
	w->number = here;
}

static void if_block(struct walk *w, bool live)
{
	unsigned opener = w->number;
	bool taken = condition(w, 1), run = taken, after_else = false;
	enum directive d;

	open_block(w);
	while ((d = block(w, live && run)) == D_ELIF || d == D_ELSE) {
		bool cond = true;
		if (after_else)
			wrong(w, 1, "'//%% %s' after '//%% else'",
			      directive_names[d]);
		if (d == D_ELIF)
			cond = condition(w, 1);
		else
			expect_words(w, 1);
		after_else = after_else || d == D_ELSE;
		run = !taken && cond;
		taken = taken || cond;
	}
	if (d == D_EOF)
		unclosed(w, "if", opener);
	w->depth--;
}

/* Checks //% for VAR in NAME; the count, or 0 after an error. */
static uint32_t for_count(struct walk *w)
{
	const struct tpl_name *n;

	if (w->word_count != 4 || strcmp(w->words[2].text, "in") != 0 ||
	    !is_name(w->words[1].text)) {
		wrong(w, 1, "expected '//%% for VAR in NAME'");
		return 0;
	}
	if (look_up(w->t->dict, w->words[1].text) ||
	    find_variable(w, w->words[1].text))
		wrong(w, w->words[1].col, "'%s' already has a meaning; choose "
		      "another variable", w->words[1].text);
	n = look_up(w->t->dict, w->words[3].text);
	if (!n)
		unknown_name(w, w->words[3].col, w->words[3].text);
	else if (n->kind != TPL_NUMBER)
		wrong(w, w->words[3].col, "'%s' is no number", n->name);
	return n && n->kind == TPL_NUMBER ? n->number : 0;
}

/* Walks the body once; D_END is how it should end. */
static void for_body(struct walk *w, unsigned opener, bool live)
{
	enum directive d;
	while ((d = block(w, live)) == D_ELIF || d == D_ELSE)
		wrong(w, 1, "'//%% %s' without '//%% if'", directive_names[d]);
	if (d == D_EOF)
		unclosed(w, "for", opener);
}

static void for_block(struct walk *w, bool live)
{
	uint32_t count = for_count(w);
	struct mark body = { w->next, w->number };
	unsigned before = w->errors;
	struct variable *v = w->var_count < TPL_DEPTH ?
			     &w->vars[w->var_count] : NULL;

	open_block(w);
	if (v) {
		memcpy(v->name, w->words[1].text, sizeof v->name);
		v->value = 0;
		w->var_count++;
	}
	for_body(w, body.number, live && count > 0);
	for (uint32_t i = 1; live && v && i < count && w->errors == before;
	     i++) {
		w->next = body.next;
		w->number = body.number;
		v->value = i;
		for_body(w, body.number, true);
	}
	if (v)
		w->var_count--;
	w->depth--;
}

/* Walks lines up to the one that ends or continues the block. */
static enum directive block(struct walk *w, bool live)
{
	for (;;) {
		enum directive d = next_line(w);
		switch (d) {
		case D_TEXT:
			text_line(w, live);
			break;
		case D_EMIT:
			emit_line(w, live);
			break;
		case D_IF:
			if_block(w, live);
			break;
		case D_FOR:
			for_block(w, live);
			break;
		case D_BAD:
			break;
		case D_END:
			expect_words(w, 1);
			return d;
		case D_ELIF:
		case D_ELSE:
		case D_EOF:
			return d;
		}
	}
}

int tpl_expand(const struct tpl *t, const char *file, const char *text,
	       size_t length, struct tpl_out *out)
{
	struct walk w = { .t = t, .file = file, .end = text + length,
			  .next = text, .out = out };
	enum directive d;

	while ((d = block(&w, true)) != D_EOF)
		wrong(&w, 1, "'//%% %s' without '//%% if'%s",
		      directive_names[d],
		      d == D_END ? " or '//% for'" : "");
	return w.errors ? -1 : 0;
}

int tpl_condition(const struct tpl *t, struct diag_loc at, const char *cond)
{
	struct walk w = { .t = t, .file = at.file, .number = at.line };
	char line[TPL_WORDS * TPL_WORD_SIZE];
	int n = snprintf(line, sizeof line, "//%% if %s", cond);
	bool holds;

	assert(n > 0 && n < (int)sizeof line);
	w.line = line;
	if (!split_words(&w, line + n))
		return -1;
	holds = condition(&w, 1);
	return w.errors ? -1 : holds;
}
