/* kernels.c - kernels in C without a main: their parameters, and their entries
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/run/kernels.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct token {
	const char *text;
	size_t length;
	unsigned line;
};

struct tokens {
	struct arena *arena;
	struct token *list;
	size_t count, size;
	char *why;
	unsigned *line;
};

__attribute__((format(printf, 3, 4)))
static int bad(const struct tokens *t, size_t at, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(t->why, KERNELS_WHY, format, ap);
	va_end(ap);
	*t->line = at < t->count ? t->list[at].line : 0;
	return -1;
}

/* --- tokens ----------------------------------------------------------- */

static void add(struct tokens *t, const char *text, size_t length,
		unsigned line)
{
	if (t->count == t->size) {
		size_t size = t->size ? 2 * t->size : 1024;
		struct token *more = arena_alloc(t->arena,
						 size * sizeof *more);

		if (t->count)
			memcpy(more, t->list, t->count * sizeof *more);
		t->list = more;
		t->size = size;
	}
	t->list[t->count++] = (struct token){ text, length, line };
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* The characters of the string that begins at S, or of the word or sign. */
static size_t token_length(const char *s)
{
	size_t n = 1;

	if (*s == '"' || *s == '\'') {
		while (s[n] && s[n] != *s && s[n] != '\n')
			n += s[n] == '\\' && s[n + 1] ? 2 : 1;
		return n + (s[n] == *s);
	}
	while (is_word(*s) && is_word(s[n]))
		n++;
	return n;
}

/* Behind the line of the preprocessor at S: "# 5 "file"" names the next
 * line. */
static const char *skip_mark(const char *s, unsigned *line)
{
	const char *number = s + 1 + strspn(s + 1, " ");

	(*line)++;
	if (isdigit((unsigned char)*number))
		*line = (unsigned)strtoul(number, NULL, 10);
	s += strcspn(s, "\n");
	return s + (*s == '\n');
}

static void cut(struct tokens *t, const char *s)
{
	unsigned line = 1;
	bool first = true;

	while (*s) {
		size_t n = token_length(s);

		if (*s == '#' && first) {
			s = skip_mark(s, &line);
			continue;
		}
		if (*s == '\n') {
			line++;
			first = true;
		} else if (!isspace((unsigned char)*s)) {
			add(t, s, n, line);
			first = false;
		}
		s += n;
	}
}

static bool is(const struct tokens *t, size_t i, const char *text)
{
	return i < t->count && strlen(text) == t->list[i].length &&
	       !memcmp(text, t->list[i].text, t->list[i].length);
}

static bool is_name(const struct tokens *t, size_t i)
{
	return i < t->count && is_word(*t->list[i].text) &&
	       !isdigit((unsigned char)*t->list[i].text);
}

static const char *name_of(const struct tokens *t, size_t i)
{
	return arena_copy(t->arena, t->list[i].text, t->list[i].length);
}

/* Behind the bracket at I and what it encloses. */
static size_t skip_brackets(const struct tokens *t, size_t i)
{
	int deep = 0;

	do {
		if (is(t, i, "(") || is(t, i, "[") || is(t, i, "{"))
			deep++;
		else if (is(t, i, ")") || is(t, i, "]") || is(t, i, "}"))
			deep--;
		i++;
	} while (deep && i < t->count);
	return i;
}

/* Behind the attributes at I. */
static size_t skip_attributes(const struct tokens *t, size_t i)
{
	while (is(t, i, "__attribute__") || is(t, i, "__attribute"))
		i = skip_brackets(t, i + 1);
	return i;
}

/* --- parameters ------------------------------------------------------- */

/* TEXT with token I behind it. */
static const char *join(const struct tokens *t, const char *text, size_t i)
{
	size_t n = strlen(text);
	bool close = !n || strchr("[(", text[n - 1]) || is(t, i, "*") ||
		     is(t, i, ")") || is(t, i, "[") || is(t, i, "]");

	return arena_format(t->arena, "%s%s%s", text, close ? "" : " ",
			    name_of(t, i));
}

/* The parameter's name among the tokens from I to END, or END: the last one
 * in front of a bracket or of attributes, or the one in (*NAME). */
static size_t find_name(const struct tokens *t, size_t i, size_t end)
{
	size_t name = end;

	for (; i < end && !is(t, i, "["); i++) {
		size_t behind = skip_attributes(t, i);

		if (behind > i)
			i = behind - 1;
		else if (is(t, i, ")") && name < end)
			break;
		else if (is_name(t, i))
			name = i;
	}
	return name;
}

/* The words of a parameter, of which NAME is the name. */
static void set_words(const struct tokens *t, size_t i, size_t end, size_t name,
		      struct kernel_param *p)
{
	unsigned stars = 0;
	bool is_void = false;

	p->type = p->declaration = "";
	while ((i = skip_attributes(t, i)) < end) {
		stars += is(t, i, "*");
		is_void |= is(t, i, "void");
		if (i != name)
			p->type = join(t, p->type, i);
		if (i == name && is(t, i + 1, "[")) {
			i = skip_brackets(t, i + 1);
			p->pointer = true;
			p->type = arena_format(t->arena, is(t, i, "[") ?
					       "%s (*)" : "%s*", p->type);
			p->declaration = arena_format(
				t->arena, "%s (*%s)", p->declaration, p->name);
			continue;
		}
		p->declaration = join(t, p->declaration, i++);
	}
	p->pointer |= stars > 0;
	p->bytes = is_void && stars == 1;
}

static int read_param(const struct tokens *t, size_t i, size_t end,
		      const char *kernel, struct kernel_param *p)
{
	size_t name = find_name(t, i, end);

	if (name == end || name == i)
		return bad(t, i, "a parameter of %s has no name", kernel);
	p->name = name_of(t, name);
	if (is(t, name + 1, ")") && is(t, name + 2, "("))
		return bad(t, i, "parameter %s of %s is a function; a kernel "
			   "takes values and buffers", p->name, kernel);
	set_words(t, i, end, name, p);
	return 0;
}

/* Where the parameter at I ends: a comma, or END. */
static size_t param_end(const struct tokens *t, size_t i, size_t end)
{
	while (i < end && !is(t, i, ","))
		i = is(t, i, "(") || is(t, i, "[") ? skip_brackets(t, i) :
		    i + 1;
	return i;
}

/* Reads the parameters between the brackets at OPEN and END. */
static int read_params(const struct tokens *t, size_t open, size_t end,
		       struct kernel_source *k)
{
	size_t i = open + 1, next;

	k->params = arena_alloc(t->arena, (end - open) * sizeof *k->params);
	if (i == end || (i + 1 == end && is(t, i, "void")))
		return 0;
	for (; i < end; i = next + 1) {
		next = param_end(t, i, end);
		k->params[k->count] = (struct kernel_param){ .name = NULL };
		if (read_param(t, i, next, k->name, &k->params[k->count++]))
			return -1;
	}
	return 0;
}

/* --- kernels ---------------------------------------------------------- */

/* The name of the function that is declared at I, and the bracket behind it in
 * *OPEN; 0 if none is. */
static size_t function_at(const struct tokens *t, size_t i, size_t *open)
{
	for (; i < t->count && !is(t, i, ";") && !is(t, i, "{"); i++) {
		if (!is_name(t, i) || !is(t, i + 1, "("))
			continue;
		if (is(t, i, "__attribute__") ||
		    is(t, i, "__launch_bounds__")) {
			i = skip_brackets(t, i + 1) - 1;
			continue;
		}
		*open = i + 1;
		return i;
	}
	return 0;
}

static void add_kernel(const struct tokens *t, struct kernels *k,
		       const struct kernel_source *one)
{
	struct kernel_source *more = arena_alloc(t->arena, (k->count + 1) *
						 sizeof *more);

	if (k->count)
		memcpy(more, k->list, k->count * sizeof *more);
	more[k->count++] = *one;
	k->list = more;
}

/* NAME of NAME__threads. */
static const char *without_ending(struct arena *a, const char *function)
{
	static const char ending[] = "__threads";
	size_t n = strlen(function), m = sizeof ending - 1;

	return n > m && !strcmp(function + n - m, ending) ?
	       arena_copy(a, function, n - m) : function;
}

/* Reads the kernel whose __global__ is token I. */
static int read_kernel(const struct tokens *t, size_t i, struct kernels *k)
{
	struct kernel_source one = { .name = NULL };
	size_t open, end, name = function_at(t, i + 1, &open);

	if (!name)
		return bad(t, i, "__global__ stands in front of a kernel: "
			   "__global__ void name(...)");
	end = skip_brackets(t, open);
	if (!is(t, skip_attributes(t, end), "{"))
		return 0;
	one.function = name_of(t, name);
	one.name = without_ending(t->arena, one.function);
	one.line = t->list[name].line;
	if (read_params(t, open, end - 1, &one))
		return -1;
	add_kernel(t, k, &one);
	return 0;
}

static bool is_broken(const struct tokens *t)
{
	int deep = 0;

	for (size_t i = 0; i < t->count; i++)
		deep += strchr("([{", *t->list[i].text) ? 1 :
			strchr(")]}", *t->list[i].text) ? -1 : 0;
	return deep != 0;
}

/* Refuses the __shared__ of token I if its variable has an initial value. */
static int check_shared(const struct tokens *t, size_t i)
{
	const size_t at = i;

	for (; i < t->count && !is(t, i, ";"); i = skip_brackets(t, i))
		if (is(t, i, "="))
			return bad(t, at, "a __shared__ variable has no "
				   "initial value: assign it in the kernel, "
				   "in front of __syncthreads()");
	return 0;
}

int kernels_read(struct arena *a, const char *text, struct kernels *k,
		 char *why, unsigned *line)
{
	struct tokens t = { .arena = a, .why = why, .line = line };
	size_t i = 0;

	*k = (struct kernels){ .count = 0 };
	cut(&t, text);
	k->broken = is_broken(&t);
	for (size_t n = 0; n < t.count && !k->broken; n++)
		if (is(&t, n, "__shared__") && check_shared(&t, n))
			return -1;
	while (!k->broken && i < t.count) {
		if (is(&t, i, "__global__") && read_kernel(&t, i, k))
			return -1;
		if (is(&t, i, "main") && is(&t, i + 1, "(") &&
		    is(&t, skip_brackets(&t, i + 1), "{"))
			k->has_main = true;
		i = is(&t, i, "{") ? skip_brackets(&t, i) : i + 1;
	}
	return 0;
}

/* --- arrays whose size the launch decides ------------------------------ */

/* The characters of the comment that begins at S, or 0. */
static size_t comment_length(const char *s)
{
	const char *end;

	if (!strncmp(s, "//", 2))
		return strcspn(s, "\n");
	if (strncmp(s, "/*", 2) != 0)
		return 0;
	end = strstr(s + 2, "*/");
	return end ? (size_t)(end + 2 - s) : strlen(s);
}

static bool is_at(const char *s, size_t n, const char *word)
{
	return n == strlen(word) && !memcmp(s, word, n);
}

void kernels_mark_dynamic(char *text)
{
	static const char shared[] = "__shared__", dynamic[] = "ww_dynamic";
	bool outside = false, directive = false, first = true;

	for (size_t n; *text; text += n) {
		n = comment_length(text);
		if (n)
			continue;
		n = token_length(text);
		directive |= first && *text == '#';
		first = *text == '\n' ||
			(first && isspace((unsigned char)*text));
		if (is_at(text, n, "\\") && text[1] == '\n')
			n = 2;
		else if (strchr(";{}", *text) || (directive && *text == '\n'))
			directive = outside = false;
		else if (is_at(text, n, "extern"))
			outside = true;
		else if (is_at(text, n, shared) && outside)
			memcpy(text, dynamic, n);
	}
}

/* --- what stands behind the source ------------------------------------ */

void kernels_put_string(FILE *out, const char *path)
{
	for (; *path; path++) {
		if (*path == '"' || *path == '\\')
			putc('\\', out);
		putc(*path, out);
	}
}

static void write_params(FILE *out, const struct kernel_source *k)
{
	fprintf(out, "struct ww_args_%s {", k->name);
	for (size_t i = 0; i < k->count; i++)
		fprintf(out, " %s;", k->params[i].declaration);
	fprintf(out, " };\nstatic const struct ww_cl_arg ww_list_%s[] = {\n",
		k->name);
	for (size_t i = 0; i < k->count; i++) {
		const struct kernel_param *p = &k->params[i];

		fprintf(out, "WW_%s_(%s, %s, \"",
			p->bytes ? "BYTES" : p->pointer ? "BUFFER" : "VALUE",
			k->name, p->name);
		kernels_put_string(out, p->type);
		fputs("\"),\n", out);
	}
	fputs("{ 0 } };\n", out);
}

/* The entry of K; the lines of what it does itself are K's. */
static void write_entry(FILE *out, const struct kernel_source *k,
			const char *path)
{
	fprintf(out, "#line %u \"", k->line);
	kernels_put_string(out, path);
	fprintf(out, "\"\nWW_GRID_(%s) { WW_GRID_ARGS_(%s) %s(", k->name,
		k->name, k->function);
	for (size_t i = 0; i < k->count; i++)
		fprintf(out, "%sww_a_->%s", i ? ", " : "", k->params[i].name);
	fputs("); }\n", out);
}

void kernels_write(FILE *out, const struct kernels *k, const char *path,
		   const char *datadir)
{
	fputs("\n#line 1 \"warpwright run\"\n#include \"", out);
	kernels_put_string(out, datadir);
	fputs("/sw/cl/blocks.h\"\n", out);
	for (size_t i = 0; i < k->count; i++)
		write_params(out, &k->list[i]);
	fputs("static const struct ww_cl_kernel ww_kernels_[] = {\n", out);
	for (size_t i = 0; i < k->count; i++)
		fprintf(out, "WW_ROW_(%s, %zu),\n", k->list[i].name,
			k->list[i].count);
	fprintf(out, "{ 0 } };\nWW_GRID_PROGRAM_(%zu)\n", k->count);
	if (!k->has_main)
		fputs("int main(void) { return 0; }\n", out);
	for (size_t i = 0; i < k->count; i++)
		write_entry(out, &k->list[i], path);
}
