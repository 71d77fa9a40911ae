/* tpl.c - the template engine: Verilog with //% lines
 * SPDX-License-Identifier: Apache-2.0
 *
 * The text is processed line by line. A block that is not taken is processed
 * too, with LIVE false, so that its errors are found in every configuration.
 */
#include "gen/tpl_walk.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "gen/params.h"

enum directive {
	D_IF, D_ELIF, D_ELSE, D_FOR, D_END, D_EMIT, D_STALL, D_PORTS,
	D_CONNECT, D_TEXT, D_GUARDED, D_BAD, D_EOF
};

static const char *const directive_names[] = {
	[D_IF] = "if", [D_ELIF] = "elif", [D_ELSE] = "else", [D_FOR] = "for",
	[D_END] = "end", [D_EMIT] = "emit", [D_STALL] = "stall",
	[D_PORTS] = "ports", [D_CONNECT] = "connect",
};

struct mark {
	const char *next;
	unsigned number;
};

/* Splits the directive at P, after //%, into words. The expression of a stall
 * is not split. */
static bool split_words(struct walk *w, const char *p, const char *eol)
{
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
			walk_wrong(w, (unsigned)(start - w->line) + 1,
				   "this directive is too long");
			return false;
		}
		memcpy(word->text, start, (size_t)(p - start));
		word->text[p - start] = '\0';
		word->col = (unsigned)(start - w->line) + 1;
		w->word_count++;
		if (w->word_count == 2 &&
		    strcmp(w->words[0].text, "stall") == 0)
			return true;
	}
}

static enum directive name_directive(struct walk *w)
{
	const char *name = w->word_count ? w->words[0].text : "";
	struct near n;

	for (int i = D_IF; i <= D_CONNECT; i++)
		if (strcmp(directive_names[i], name) == 0)
			return (enum directive)i;
	near_init(&n, name);
	for (int i = D_IF; i <= D_CONNECT; i++)
		near_try(&n, directive_names[i]);
	if (near_best(&n))
		walk_wrong(w, 1,
			   "unknown directive '//%% %s'; did you mean "
			   "'//%% %s'?",
			   name, n.best);
	else
		walk_wrong(w, 1,
			   "unknown directive '//%% %s'; there are if, elif, "
			   "else, for, end, emit, stall, ports, connect",
			   name);
	return D_BAD;
}

/* The first //% from P to EOL, or NULL. */
static const char *find_sign(const char *p, const char *eol)
{
	while ((p = walk_find_two(p, eol, '/', '/'))) {
		if (eol - p > 2 && p[2] == '%')
			return p;
		p++;
	}
	return NULL;
}

/* Reads a guarded line: text up to SIGN, then 'if', 'elif' or 'else'. */
static enum directive read_guard(struct walk *w, const char *sign,
				 const char *eol)
{
	enum directive d;

	w->eol = sign;
	while (w->eol > w->line && (w->eol[-1] == ' ' || w->eol[-1] == '\t'))
		w->eol--;
	if (w->eol == w->line) {
		walk_wrong(w, (unsigned)(sign - w->line) + 1,
			   "'//%%' stands in column one, or behind text");
		return D_BAD;
	}
	if (!split_words(w, sign + 3, eol))
		return D_BAD;
	d = name_directive(w);
	if (d == D_IF || d == D_ELIF || d == D_ELSE)
		return D_GUARDED;
	if (d != D_BAD)
		walk_wrong(w, (unsigned)(sign - w->line) + 1,
			   "behind text there is "
			   "'//%% if', 'elif' or 'else', not '//%% %s'",
			   directive_names[d]);
	return D_BAD;
}

/* Reads the next line and returns its kind. */
static enum directive next_line(struct walk *w)
{
	const char *newline, *eol, *sign;

	w->line = w->next;
	if (w->line == w->end)
		return D_EOF;
	newline = memchr(w->line, '\n', (size_t)(w->end - w->line));
	eol = newline ? newline : w->end;
	w->next = newline ? newline + 1 : w->end;
	w->eol = w->next;
	w->number++;
	sign = find_sign(w->line, eol);
	if (!sign)
		return D_TEXT;
	if (sign != w->line)
		return read_guard(w, sign, eol);
	w->eol = eol;
	return split_words(w, sign + 3, eol) ? name_directive(w) : D_BAD;
}

static void expect_words(struct walk *w, unsigned n)
{
	if (w->word_count > n)
		walk_wrong(w, w->words[n].col, "unexpected '%s'",
			   w->words[n].text);
}

static void emit_line(struct walk *w, bool live)
{
	const struct tpl_emitter *e = w->t->emitters;
	struct near n;

	if (w->word_count != 2) {
		walk_wrong(w, 1, "expected '//%% emit NAME'");
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
		walk_wrong(w, w->words[1].col,
			   "unknown emitter '%s'; did you mean '%s'?",
			   w->words[1].text, n.best);
	else
		walk_wrong(w, w->words[1].col,
			   "unknown emitter '%s'; emitters are in "
			   "emitters.def",
			   w->words[1].text);
}

static enum directive walk_block(struct walk *w, bool live);

static void open_block(struct walk *w)
{
	if (++w->depth > TPL_DEPTH)
		walk_wrong(w, 1,
			   "blocks are at most %d deep; move this one to a "
			   "module or an emitter",
			   TPL_DEPTH);
}

/* Processes TEXT //% if COND; or elif or else, after another guarded line. */
static void walk_guarded(struct walk *w, bool live)
{
	bool first = strcmp(w->words[0].text, "if") == 0;
	bool last = strcmp(w->words[0].text, "else") == 0;
	struct guards *g = &w->guards;
	bool run;

	open_block(w);
	if (!first && (!g->number || g->number + 1 != w->number ||
		       g->ended))
		walk_wrong(w, w->words[0].col,
			   "'%s' without an 'if' behind the line before",
			   w->words[0].text);
	if (first)
		g->taken = false;
	if (last)
		expect_words(w, 1);
	run = (last || walk_condition(w, 1)) && !g->taken;
	*g = (struct guards){ w->number, g->taken || run, last };
	walk_text(w, w->line, live && run);
	if (live && run)
		tpl_write(w->out, "\n", 1);
	w->depth--;
}

static void fail_unclosed(struct walk *w, const char *directive, unsigned line)
{
	unsigned here = w->number;
	w->number = line;
	walk_wrong(w, 1, "'//%% %s' without '//%% end'", directive);
	w->number = here;
}

static void walk_if(struct walk *w, bool live)
{
	unsigned opener = w->number;
	bool taken = walk_condition(w, 1), run = taken, after_else = false;
	enum directive d;

	open_block(w);
	while ((d = walk_block(w, live && run)) == D_ELIF || d == D_ELSE) {
		bool cond = true;
		if (after_else)
			walk_wrong(w, 1, "'//%% %s' after '//%% else'",
				   directive_names[d]);
		if (d == D_ELIF)
			cond = walk_condition(w, 1);
		else
			expect_words(w, 1);
		after_else = after_else || d == D_ELSE;
		run = !taken && cond;
		taken = taken || cond;
	}
	if (d == D_EOF)
		fail_unclosed(w, "if", opener);
	w->depth--;
}

/* Checks //% for VAR in NAME. Returns the count, or 0 after an error. */
static uint32_t check_for(struct walk *w)
{
	const struct tpl_name *n;

	if (w->word_count != 4 || strcmp(w->words[2].text, "in") != 0 ||
	    !walk_is_name(w->words[1].text)) {
		walk_wrong(w, 1, "expected '//%% for VAR in NAME'");
		return 0;
	}
	if (walk_look_up(w->t->dict, w->words[1].text) ||
	    walk_variable(w, w->words[1].text))
		walk_wrong(w, w->words[1].col,
			   "'%s' already has a meaning; choose another "
			   "variable",
			   w->words[1].text);
	n = walk_look_up(w->t->dict, w->words[3].text);
	if (!n)
		walk_unknown_name(w, w->words[3].col, w->words[3].text);
	else if (n->kind != TPL_NUMBER)
		walk_wrong(w, w->words[3].col, "'%s' is no number", n->name);
	return n && n->kind == TPL_NUMBER ? n->number : 0;
}

/* Processes the body once, up to its end. */
static void walk_for_body(struct walk *w, unsigned opener, bool live)
{
	enum directive d;
	while ((d = walk_block(w, live)) == D_ELIF || d == D_ELSE)
		walk_wrong(w, 1, "'//%% %s' without '//%% if'",
			   directive_names[d]);
	if (d == D_EOF)
		fail_unclosed(w, "for", opener);
}

static void walk_for(struct walk *w, bool live)
{
	uint32_t count = check_for(w);
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
	walk_for_body(w, body.number, live && count > 0);
	for (uint32_t i = 1; live && v && i < count && w->errors == before;
	     i++) {
		w->next = body.next;
		w->number = body.number;
		v->value = i;
		walk_for_body(w, body.number, true);
	}
	if (v)
		w->var_count--;
	w->depth--;
}

static void walk_text_of(struct walk *w, bool live)
{
	enum directive d;

	while ((d = walk_block(w, live)) != D_EOF)
		walk_wrong(w, 1, "'//%% %s' without '//%% if'%s",
			   directive_names[d],
			   d == D_END ? " or '//% for'" : "");
}

/* The lines of a template from "module" to ");" as a walk of their own. */
static bool find_ports(struct walk *in, const char *text, size_t length)
{
	const char *end = text + length, *line, *next;
	bool inside = false;

	for (line = text; line < end; line = next) {
		next = memchr(line, '\n', (size_t)(end - line));
		next = next ? next + 1 : end;
		if (!inside && end - line > 7 &&
		    memcmp(line, "module ", 7) == 0) {
			inside = true;
			in->next = line;
		}
		if (inside && next - line == 3 && memcmp(line, ");", 2) == 0) {
			in->end = next;
			return true;
		}
		in->number += !inside;
	}
	return false;
}

/* The template whose list of ports TEXT takes, in NAME; false: it has its own.
 */
static bool takes_ports(const char *text, char name[TPL_WORD_SIZE])
{
	const char *sign = strstr(text, "\n//% ports ");

	return sign && sscanf(sign, "\n//%% ports %63s", name) == 1;
}

/* The list of parameters and ports of the template NAME, in the folder of FILE,
 * goes to OUT. */
static void write_ports(struct walk *w, const char *file, const char *name,
			struct tpl_out *out, bool live)
{
	const struct tpl *t = w->t;
	struct walk in = { .t = t, .out = out };
	char other[TPL_WORD_SIZE];
	const char *text;
	size_t length = 0;

	text = t->read ? t->read(t, file, name, &in.file, &length) : NULL;
	if (!text)
		walk_wrong(w, w->words[1].col,
			   "no template '%s' in this folder", name);
	else if (find_ports(&in, text, length))
		walk_text_of(&in, live);
	else if (takes_ports(text, other) && strcmp(name, other) != 0)
		write_ports(w, in.file, other, out, live);
	else
		walk_wrong(w, w->words[1].col,
			   "'%s' has no list of ports, from 'module' to ');'",
			   name);
	w->errors += in.errors;
}

static void walk_ports(struct walk *w, struct tpl_out *out, bool live)
{
	if (w->word_count == 2)
		write_ports(w, w->file, w->words[1].text, out, live);
	else
		walk_wrong(w, 1, "expected '//%% %s TEMPLATE'",
			   w->words[0].text);
}

static void walk_connect(struct walk *w, bool live)
{
	struct tpl_out ports = { 0 };

	walk_ports(w, &ports, live);
	if (live && ports.text && !tpl_connect(w->out, ports.text))
		walk_wrong(w, 1, "'//%% connect' stands at the end of an "
			   "instance");
	tpl_out_free(&ports);
}

/* Processes lines up to the one that ends or continues the block. */
static enum directive walk_block(struct walk *w, bool live)
{
	for (;;) {
		enum directive d = next_line(w);
		switch (d) {
		case D_TEXT:
			walk_text(w, w->line, live);
			break;
		case D_GUARDED:
			walk_guarded(w, live);
			break;
		case D_EMIT:
			emit_line(w, live);
			break;
		case D_STALL:
			walk_stall(w, live);
			break;
		case D_PORTS:
			walk_ports(w, w->out, live);
			break;
		case D_CONNECT:
			walk_connect(w, live);
			break;
		case D_IF:
			walk_if(w, live);
			break;
		case D_FOR:
			walk_for(w, live);
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

	walk_text_of(&w, true);
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
	if (!split_words(&w, line + 3, line + n))
		return -1;
	holds = walk_condition(&w, 1);
	return w.errors ? -1 : holds;
}
