/* diag.c - located diagnostics: file:line:col: error: text [check-name]
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/diag.h"

#include <string.h>

enum { DIAG_TEXT = 600 };       /* longest text of one message */

void diag_init(struct diag *dg, FILE *out)
{
	*dg = (struct diag){ .out = out };
}

void diag_free(struct diag *dg)
{
	arena_free(&dg->arena);
}

const char *diag_file(struct diag *dg, const char *name)
{
	return arena_copy(&dg->arena, name, strlen(name));
}

bool diag_full(const struct diag *dg)
{
	return dg->errors >= DIAG_LIMIT;
}

/* Writes TEXT with control characters escaped, since terminals obey them. */
static void put_text(FILE *out, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c < 0x20 || c == 0x7f)
			fprintf(out, "\\x%02x", c);
		else
			putc(c, out);
	}
}

static void put_message(struct diag *dg, struct diag_loc at, const char *kind,
			const char *check, const char *fmt, va_list ap)
{
	char text[DIAG_TEXT];
	int n;

	if (!dg->out)
		return;
	n = vsnprintf(text, sizeof text, fmt, ap);
	put_text(dg->out, at.file);
	if (at.line)
		fprintf(dg->out, ":%u", at.line);
	if (at.line && at.col)
		fprintf(dg->out, ":%u", at.col);
	fprintf(dg->out, ": %s: ", kind);
	put_text(dg->out, text);
	if (n >= (int)sizeof text)
		fputs("...", dg->out);
	if (check)
		fprintf(dg->out, " [%s]", check);
	putc('\n', dg->out);
}

void diag_error(struct diag *dg, struct diag_loc at, const char *check,
		const char *fmt, ...)
{
	va_list ap;
	dg->errors++;
	va_start(ap, fmt);
	put_message(dg, at, "error", check, fmt, ap);
	va_end(ap);
}

void diag_note(struct diag *dg, struct diag_loc at, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	put_message(dg, at, "note", NULL, fmt, ap);
	va_end(ap);
}
