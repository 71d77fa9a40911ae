/* tpl_stall.c - stalls of test.congest in templates: wires and congestors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/tpl_walk.h"

#include <string.h>

#include "gen/params.h"

/* The expression after the NAME of a stall. */
static const char *stall_expression(const struct walk *w)
{
	const char *p = w->line + w->words[1].col - 1 +
			strlen(w->words[1].text);

	while (p < w->eol && *p == ' ')
		p++;
	return p;
}

/* Writes the wire and the congestor of a stall. POINT is its number, P its
 * expression. */
static void write_stall(struct walk *w, const char *name, const char *point,
			const char *p)
{
	tpl_printf(w->out, "  wire stall_%s;\n\n  %s_congestor u_stall_%s (\n"
		   "    .clk(clk), .rst(rst), .congest(congest), "
		   ".point(8'd%s),\n    .wants(", name, w->t->cfg->prefix,
		   name, point);
	walk_text(w, p, true);
	tpl_printf(w->out, "),\n    .stall(stall_%s), .hit(congested[%s])\n"
		   "  );\n\n", name, point);
}

/* Processes //% stall NAME EXPRESSION: the wire stall_NAME and its congestor,
 * which counts the stalled cycles in which EXPRESSION is true. With `never`,
 * only its bit of `congested`. */
void walk_stall(struct walk *w, bool live)
{
	const char *name = w->words[1].text;
	const char *p = w->word_count == 2 ? stall_expression(w) : w->eol;
	const struct tpl_name *n;

	if (p == w->eol) {
		walk_wrong(w, 1, "expected '//%% stall NAME EXPRESSION'");
		return;
	}
	n = walk_find_stall(w, w->words[1].col, name);
	if (!n || !live || !walk_has_congestors(w))
		walk_text(w, p, false);
	else if (w->eol - p == 5 && strncmp(p, "never", 5) == 0)
		tpl_printf(w->out, "  assign congested[%s] = 1'b0;\n",
			   n->text);
	else
		write_stall(w, name, n->text, p);
}
