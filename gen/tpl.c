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

#include "base/near.h"
#include "gen/params.h"

enum { TPL_DEPTH = 2, TPL_WORDS = 6, TPL_WORD_SIZE = 64 };

enum directive {
	D_IF, D_ELIF, D_ELSE, D_FOR, D_END, D_EMIT, D_STALL, D_TEXT,
	D_GUARDED, D_BAD, D_EOF
};

static const char *const directive_names[] = {
	[D_IF] = "if", [D_ELIF] = "elif", [D_ELSE] = "else", [D_FOR] = "for",
	[D_END] = "end", [D_EMIT] = "emit", [D_STALL] = "stall",
};

/* The guards of lines that follow each other, as of the last one. */
struct guards {
	unsigned number;        /* its line */
	bool taken;             /* one of them held */
	bool ended;             /* by an else */
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
	const char *eol;        /* of its text */
	unsigned number;        /* of the current line */
	unsigned errors;
	struct variable vars[TPL_DEPTH];
	unsigned var_count;
	unsigned depth;
	struct tpl_out *out;
	struct word words[TPL_WORDS];   /* of the current directive */
	unsigned word_count;
	struct guards guards;
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

static void substitute_name(struct walk *w, unsigned col, const char *name,
			    bool live)
{
	const struct variable *v = find_variable(w, name);
	const struct tpl_name *n = v ? NULL : look_up(w->t->dict, name);

	if (!v && !n)
		unknown_name(w, col, name);
	else if (v && live)
		tpl_printf(w->out, "%u", (unsigned)v->value);
	else if (live)
		tpl_write(w->out, n->text, strlen(n->text));
}

/* The row of stall_NAME, or NULL after an error. */
static const struct tpl_name *find_stall(struct walk *w, unsigned col,
					 const char *name)
{
	char full[TPL_WORD_SIZE + 6];
	const struct tpl_name *n;

	snprintf(full, sizeof full, "stall_%s", name);
	n = look_up(w->t->dict, full);
	if (!n || n->kind != TPL_NUMBER) {
		wrong(w, col, "there is no stall '%s'; stalls are in "
		      "stalls.def", name);
		return NULL;
	}
	return n;
}

static bool stalls(const struct walk *w)
{
	const struct tpl_name *n = look_up(w->t->dict, "congest");
	return n && n->kind == TPL_FLAG && n->number;
}

/* What a stall does to an expression: `${unless stall NAME}` after what may
 * go on, `${or stall NAME}` after what holds it up. */
static bool substitute_stall(struct walk *w, unsigned col, const char *hole,
			     bool live)
{
	static const struct { const char *words, *verilog; } forms[] = {
		{ "unless stall ", " & ~" }, { "or stall ", " | " },
	};

	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		size_t n = strlen(forms[i].words);
		if (strncmp(hole, forms[i].words, n) != 0 ||
		    !is_name(hole + n))
			continue;
		if (find_stall(w, col, hole + n) && live && stalls(w))
			tpl_printf(w->out, "%sstall_%s", forms[i].verilog,
				   hole + n);
		return true;
	}
	return false;
}

/* ${name} at P; returns past it, or NULL after an error. */
static const char *substitute(struct walk *w, const char *p, bool live)
{
	unsigned col = (unsigned)(p - w->line) + 1;
	const char *close = memchr(p, '}', (size_t)(w->eol - p));
	char hole[TPL_WORD_SIZE];
	size_t length;

	if (!close) {
		wrong(w, col, "'${' without '}' on the line");
		return NULL;
	}
	length = (size_t)(close - p) - 2;
	snprintf(hole, sizeof hole, "%.*s",
		 (int)(length < sizeof hole ? length : 0), p + 2);
	if (is_name(hole)) {
		substitute_name(w, col, hole, live);
	} else if (!substitute_stall(w, col, hole, live)) {
		wrong(w, col, "'${}' takes a name, not an expression: "
		      "'%.*s'", (int)(length < 60 ? length : 60), p + 2);
		return NULL;
	}
	return close + 1;
}

static const char *find_two(const char *p, const char *eol, char a, char b)
{
	for (; eol - p >= 2; p++)
		if (p[0] == a && p[1] == b)
			return p;
	return NULL;
}

/* Text from P up to w->eol. */
static void text(struct walk *w, const char *p, bool live)
{
	const char *hole;

	while ((hole = find_two(p, w->eol, '$', '{'))) {
		if (live)
			tpl_write(w->out, p, (size_t)(hole - p));
		p = substitute(w, hole, live);
		if (!p)
			return;
	}
	if (live)
		tpl_write(w->out, p, (size_t)(w->eol - p));
}

/* Splits what stands at P, after //%, into words; what belongs to a stall is
 * an expression and stays as it is. */
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
			wrong(w, (unsigned)(start - w->line) + 1,
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

	for (int i = D_IF; i <= D_STALL; i++)
		if (strcmp(directive_names[i], name) == 0)
			return (enum directive)i;
	near_init(&n, name);
	for (int i = D_IF; i <= D_STALL; i++)
		near_try(&n, directive_names[i]);
	if (near_best(&n))
		wrong(w, 1, "unknown directive '//%% %s'; did you mean "
		      "'//%% %s'?", name, n.best);
	else
		wrong(w, 1, "unknown directive '//%% %s'; there are if, elif, "
		      "else, for, end, emit, stall", name);
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

/* A line of text up to SIGN: 'if', 'elif' or 'else' follows. */
static enum directive guard_at(struct walk *w, const char *sign,
			       const char *eol)
{
	enum directive d;

	w->eol = sign;
	while (w->eol > w->line && (w->eol[-1] == ' ' || w->eol[-1] == '\t'))
		w->eol--;
	if (w->eol == w->line) {
		wrong(w, (unsigned)(sign - w->line) + 1,
		      "'//%%' stands in column one, or behind text");
		return D_BAD;
	}
	if (!split_words(w, sign + 3, eol))
		return D_BAD;
	d = name_directive(w);
	if (d == D_IF || d == D_ELIF || d == D_ELSE)
		return D_GUARDED;
	if (d != D_BAD)
		wrong(w, (unsigned)(sign - w->line) + 1, "behind text there is "
		      "'//%% if', 'elif' or 'else', not '//%% %s'",
		      directive_names[d]);
	return D_BAD;
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
	w->eol = w->next;
	w->number++;
	sign = find_sign(w->line, eol);
	if (!sign)
		return D_TEXT;
	if (sign != w->line)
		return guard_at(w, sign, eol);
	w->eol = eol;
	return split_words(w, sign + 3, eol) ? name_directive(w) : D_BAD;
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

/* What stands behind the NAME of a stall. */
static const char *stall_expression(const struct walk *w)
{
	const char *p = w->line + w->words[1].col - 1 +
			strlen(w->words[1].text);

	while (p < w->eol && *p == ' ')
		p++;
	return p;
}

/* POINT is the number of the stall, P its expression. */
static void write_stall(struct walk *w, const char *name, const char *point,
			const char *p)
{
	tpl_printf(w->out, "  wire stall_%s;\n\n  %s_congestor u_stall_%s (\n"
		   "    .clk(clk), .rst(rst), .congest(congest), "
		   ".point(8'd%s),\n    .wants(", name, w->t->cfg->prefix,
		   name, point);
	text(w, p, true);
	tpl_printf(w->out, "),\n    .stall(stall_%s), .hit(congested[%s])\n"
		   "  );\n\n", name, point);
}

/* //% stall NAME EXPRESSION: the wire stall_NAME and its congestor, which
 * counts where EXPRESSION would go on. With `never` its bit of `congested`
 * alone. */
static void stall_line(struct walk *w, bool live)
{
	const char *name = w->words[1].text;
	const char *p = w->word_count == 2 ? stall_expression(w) : w->eol;
	const struct tpl_name *n;

	if (p == w->eol) {
		wrong(w, 1, "expected '//%% stall NAME EXPRESSION'");
		return;
	}
	n = find_stall(w, w->words[1].col, name);
	if (!n || !live || !stalls(w))
		text(w, p, false);
	else if (w->eol - p == 5 && strncmp(p, "never", 5) == 0)
		tpl_printf(w->out, "  assign congested[%s] = 1'b0;\n",
			   n->text);
	else
		write_stall(w, name, n->text, p);
}

static enum directive block(struct walk *w, bool live);

static void open_block(struct walk *w)
{
	if (++w->depth > TPL_DEPTH)
		wrong(w, 1, "blocks are at most %d deep; move this one to a "
		      "module or an emitter", TPL_DEPTH);
}

/* TEXT //% if COND, or elif or else after another such line. */
static void guarded_line(struct walk *w, bool live)
{
	bool first = strcmp(w->words[0].text, "if") == 0;
	bool last = strcmp(w->words[0].text, "else") == 0;
	struct guards *g = &w->guards;
	bool run;

	open_block(w);
	if (!first && (!g->number || g->number + 1 != w->number ||
		       g->ended))
		wrong(w, w->words[0].col, "'%s' without an 'if' behind the "
		      "line before", w->words[0].text);
	if (first)
		g->taken = false;
	if (last)
		expect_words(w, 1);
	run = (last || condition(w, 1)) && !g->taken;
	*g = (struct guards){ w->number, g->taken || run, last };
	text(w, w->line, live && run);
	if (live && run)
		tpl_write(w->out, "\n", 1);
	w->depth--;
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
			text(w, w->line, live);
			break;
		case D_GUARDED:
			guarded_line(w, live);
			break;
		case D_EMIT:
			emit_line(w, live);
			break;
		case D_STALL:
			stall_line(w, live);
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
	if (!split_words(&w, line + 3, line + n))
		return -1;
	holds = condition(&w, 1);
	return w.errors ? -1 : holds;
}
