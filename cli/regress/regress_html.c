/* regress_html.c - the results of a regression as one self-contained page
 * SPDX-License-Identifier: Apache-2.0
 *
 * Failed runs come first, in groups that failed alike, each run with the end of
 * its output. A table of all runs follows, with a filter.
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/regress/regress.h"

enum { REPORTS = 200 };         /* most outputs on the page */

static const char head[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
	"charset=\"utf-8\"/>\n"
	"<title>warpwright regress</title>\n<style>\n"
	"body { font: 15px/1.45 sans-serif; margin: 2em auto; max-width: 75em; "
	"padding: 0 1em; "
	"color: #222; background: #fff; }\n"
	"h1 { font-size: 1.4em; } h2 { font-size: 1.15em; margin-top: 2em; }\n"
	"table { border-collapse: collapse; width: 100%; }\n"
	"th, td { text-align: left; padding: .25em .6em; border-bottom: 1px "
	"solid #ddd; "
	"vertical-align: top; }\n"
	"td.n { text-align: right; font-variant-numeric: tabular-nums; "
	"white-space: nowrap; }\n"
	"code, pre { font: 13px/1.35 monospace; } td code { overflow-wrap: "
	"anywhere; }\n"
	"pre { background: #f6f6f6; padding: .8em; overflow: auto; max-height: "
	"32em; }\n"
	"summary { cursor: pointer; }\n"
	".ok { color: #14722b; } .failed, .broken { color: #b3131b; "
	"font-weight: bold; } "
	".waiting { color: #8a6100; }\n"
	"input { font: inherit; width: 24em; padding: .3em; } label { "
	"margin-right: 1em; }\n"
	"tr.gone { display: none; }\n"
	"</style>\n</head>\n<body>\n";

static const char script[] =
	"<script>\n"
	"var find = document.getElementById('find'), bad = "
	"document.getElementById('bad');\n"
	"function filter() {\n"
	"  var words = find.value.toLowerCase().split(' '), seen = 0;\n"
	"  document.querySelectorAll('#runs tbody tr').forEach(function (row) "
	"{\n"
	"    var text = row.textContent.toLowerCase();\n"
	"    var good = words.every(function (w) { return text.indexOf(w) >= "
	"0; });\n"
	"    if (bad.checked) { good = good ? row.className.indexOf('row-ok') "
	"!== 0 : good; }\n"
	"    row.classList.toggle('gone', !good);\n"
	"    seen += good ? 1 : 0;\n"
	"  });\n"
	"  document.getElementById('seen').textContent = seen + ' runs';\n"
	"}\n"
	"find.addEventListener('input', filter);\n"
	"bad.addEventListener('change', filter);\n"
	"filter();\n"
	"</script>\n";

static void put(FILE *out, const char *text)
{
	for (; text && *text; text++)
		switch (*text) {
		case '&': fputs("&amp;", out); break;
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '"': fputs("&quot;", out); break;
		default: putc(*text, out); break;
		}
}

static const char *outcome(const struct regress_run *run)
{
	switch (run->result.outcome) {
	case REGRESS_WAITING: return "waiting";
	case REGRESS_OK: return "ok";
	case REGRESS_FAILED: return "failed";
	case REGRESS_BROKEN: break;
	}
	return "broken";
}

static bool is_bad(const struct regress_run *run)
{
	return run->result.outcome == REGRESS_FAILED ||
	       run->result.outcome == REGRESS_BROKEN;
}

static void totals(FILE *out, const struct regress *r,
		   const struct regress_totals *t)
{
	fputs("<h1>Regression <code>", out);
	put(out, r->list);
	fprintf(out,
		"</code></h1>\n<p>%zu runs: <span class=\"ok\">%zu ok</span>, "
		"<span class=\"%s\">%zu failed</span>, <span class=\"%s\">%zu "
		"broken</span>, <span class=\"waiting\">%zu not run</span>. "
		"%" PRIu64 " instructions in %" PRIu64 " cycles, %" PRIu64
		" records checked; %.1f s of CPU.</p>\n",
		r->count, t->ok, t->failed ? "failed" : "ok", t->failed,
		t->broken ? "broken" : "ok", t->broken, t->waiting,
		t->instructions, t->cycles, t->checks, t->cpu);
}

static void report(FILE *out, const struct regress *r,
		   const struct regress_run *run, bool open)
{
	char *text = regress_output(r, run);

	fprintf(out, "<details%s><summary><code>",
		open ? " open=\"open\"" : "");
	put(out, regress_command(r, run));
	fprintf(out, "</code> (%s, line %u)</summary>\n<pre>", run->id,
		run->line);
	put(out, text ? text : "(no output)");
	fputs("</pre></details>\n", out);
	free(text);
}

/* Writes a group of runs that failed alike, the first run unfolded. */
static void cluster(FILE *out, const struct regress *r,
		    const struct regress_cluster *c, size_t *left)
{
	char signature[128];
	bool first = true;

	fputs("<h3 class=\"failed\">", out);
	put(out, c->signature);
	fprintf(out, " (%zu)</h3>\n", c->runs);
	for (size_t i = 0; i < r->count && *left; i++) {
		if (!is_bad(&r->runs[i]))
			continue;
		regress_signature(&r->runs[i], signature, sizeof signature);
		if (strcmp(signature, c->signature) != 0)
			continue;
		report(out, r, &r->runs[i], first);
		first = false;
		--*left;
	}
}

static void failures(FILE *out, const struct regress *r,
		     const struct regress_totals *t)
{
	size_t left = REPORTS;

	if (!t->cluster_count)
		return;
	fputs("<h2>What failed</h2>\n<table><thead><tr><th>Failed "
	      "the same way</th><th>Runs</th><th>First</th></tr></thead>"
	      "<tbody>\n",
	      out);
	for (size_t i = 0; i < t->cluster_count; i++) {
		fputs("<tr><td>", out);
		put(out, t->clusters[i].signature);
		fprintf(out, "</td><td class=\"n\">%zu</td><td><code>",
			t->clusters[i].runs);
		put(out, regress_command(r, t->clusters[i].first));
		fputs("</code></td></tr>\n", out);
	}
	fputs("</tbody></table>\n", out);
	for (size_t i = 0; i < t->cluster_count; i++)
		cluster(out, r, &t->clusters[i], &left);
	if (t->failed + t->broken > REPORTS)
		fprintf(out,
			"<p>The outputs of the first %d are here, all are in "
			"<code>runs/</code>.</p>\n",
			REPORTS);
}

static void row(FILE *out, const struct regress *r,
		const struct regress_run *run)
{
	char signature[128];

	regress_signature(run, signature, sizeof signature);
	fprintf(out, "<tr class=\"row-%s\"><td class=\"%s\">%s</td><td>",
		outcome(run), outcome(run), outcome(run));
	put(out, signature);
	fputs("</td><td><code>", out);
	put(out, regress_command(r, run));
	fprintf(out,
		"</code></td><td class=\"n\">%.1f</td><td class=\"n\">%" PRIu64
		"</td><td class=\"n\">%" PRIu64 "</td></tr>\n",
		run->result.wall, run->result.instructions, run->result.cycles);
}

void regress_html(FILE *out, const struct regress *r,
		  const struct regress_totals *t)
{
	fputs(head, out);
	totals(out, r, t);
	failures(out, r, t);
	fputs("<h2>All runs</h2>\n<p><label>Show <input id=\"find\" "
	      "type=\"search\" placeholder=\"words, for example: fuzz "
	      "tiny\"/></label><label><input id=\"bad\" type=\"checkbox\" "
	      "style=\"width: auto\"/> only those not ok</label><span "
	      "id=\"seen\"></span></p>\n<table "
	      "id=\"runs\"><thead><tr><th>Outcome</th><th>Result</"
	      "th><th>Command</th><th>Seconds</th><th>Instructions</"
	      "th><th>Cycles</th></tr></thead><tbody>\n",
	      out);
	for (size_t i = 0; i < r->count; i++)
		if (is_bad(&r->runs[i]))
			row(out, r, &r->runs[i]);
	for (size_t i = 0; i < r->count; i++)
		if (!is_bad(&r->runs[i]))
			row(out, r, &r->runs[i]);
	fputs("</tbody></table>\n", out);
	fputs(script, out);
	fputs("</body>\n</html>\n", out);
}
