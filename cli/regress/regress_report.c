/* regress_report.c - reports of a regression: counts, runs that failed alike,
 * TAP, JUnit XML
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/regress/regress.h"

/* --- counts ----------------------------------------------------------- */

static void into_cluster(struct regress_totals *t,
			 const struct regress_run *run)
{
	char signature[128];
	size_t i = 0;

	regress_signature(run, signature, sizeof signature);
	while (i < t->cluster_count &&
	       strcmp(t->clusters[i].signature, signature) != 0)
		i++;
	if (i == t->cluster_count) {
		t->cluster_count++;
		t->clusters[i].first = run;
		memcpy(t->clusters[i].signature, signature, sizeof signature);
	}
	t->clusters[i].runs++;
}

static int by_runs(const void *a, const void *b)
{
	const struct regress_cluster *x = a, *y = b;

	if (x->runs != y->runs)
		return x->runs < y->runs ? 1 : -1;
	return strcmp(x->signature, y->signature);
}

void regress_count(const struct regress *r, struct regress_totals *t)
{
	*t = (struct regress_totals){ .wall = clock_now() - r->begun };
	t->clusters = arena_alloc(&r->dg->arena,
				  (r->count + 1) * sizeof *t->clusters);
	for (size_t i = 0; i < r->count; i++) {
		const struct regress_result *res = &r->runs[i].result;

		t->ok += res->outcome == REGRESS_OK;
		t->failed += res->outcome == REGRESS_FAILED;
		t->broken += res->outcome == REGRESS_BROKEN;
		t->waiting += res->outcome == REGRESS_WAITING;
		t->cpu += res->cpu;
		t->cycles += res->cycles;
		t->instructions += res->instructions;
		t->checks += res->checks;
		if (res->outcome == REGRESS_FAILED ||
		    res->outcome == REGRESS_BROKEN)
			into_cluster(t, &r->runs[i]);
	}
	qsort(t->clusters, t->cluster_count, sizeof *t->clusters, by_runs);
}

void regress_summary(const struct regress *r, const struct regress_totals *t)
{
	if (t->cluster_count)
		printf("failed the same way:\n");
	for (size_t i = 0; i < t->cluster_count; i++)
		printf("  %5zu  %s, first %s\n", t->clusters[i].runs,
		       t->clusters[i].signature, t->clusters[i].first->id);
	printf("%zu runs: %zu ok, %zu failed, %zu broken, %zu not run; %" PRIu64
	       " instructions, %" PRIu64 " cycles, %" PRIu64
	       " records checked; %.1f s of CPU\n",
	       r->count, t->ok, t->failed, t->broken, t->waiting,
	       t->instructions, t->cycles, t->checks, t->cpu);
}

/* --- TAP -------------------------------------------------------------- */

static void tap_lines(FILE *out, const char *text)
{
	while (text && *text) {
		size_t n = strcspn(text, "\n");

		fprintf(out, "# %.*s\n", (int)n, text);
		text += n + (text[n] == '\n');
	}
}

/* Escapes # in a name, which would begin a directive of TAP. */
static void tap_name(FILE *out, const char *text)
{
	for (; *text; text++)
		fprintf(out, *text == '#' || *text == '\\' ? "\\%c" : "%c",
			*text);
}

static void tap_run(FILE *out, const struct regress *r, size_t i)
{
	const struct regress_run *run = &r->runs[i];
	char signature[128], *text;

	fprintf(out, "%sok %zu - ", run->result.outcome == REGRESS_OK ||
		run->result.outcome == REGRESS_WAITING ? "" : "not ", i + 1);
	tap_name(out, regress_command(r, run));
	if (run->result.outcome == REGRESS_WAITING)
		fprintf(out, " # SKIP not run");
	putc('\n', out);
	if (run->result.outcome != REGRESS_FAILED &&
	    run->result.outcome != REGRESS_BROKEN)
		return;
	regress_signature(run, signature, sizeof signature);
	fprintf(out, "# %s\n", signature);
	text = regress_output(r, run);
	tap_lines(out, text);
	free(text);
}

void regress_tap(FILE *out, const struct regress *r)
{
	fprintf(out, "1..%zu\n", r->count);
	for (size_t i = 0; i < r->count; i++)
		tap_run(out, r, i);
}

/* --- JUnit XML -------------------------------------------------------- */

static void xml(FILE *out, const char *text)
{
	for (; text && *text; text++)
		switch (*text) {
		case '&': fputs("&amp;", out); break;
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '"': fputs("&quot;", out); break;
		default:
			/* XML has no other control characters. */
			putc((unsigned char)*text >= 0x20 || *text == '\n' ||
					     *text == '\t' ?
				     *text :
				     '?',
			     out);
			break;
		}
}

static void junit_failure(FILE *out, const struct regress *r,
			  const struct regress_run *run)
{
	const char *tag = run->result.outcome == REGRESS_FAILED ? "failure" :
								  "error";
	char signature[128], *text = regress_output(r, run);

	regress_signature(run, signature, sizeof signature);
	fprintf(out, "      <%s type=\"%s\" message=\"", tag, tag);
	xml(out, signature);
	fputs("\">", out);
	xml(out, text);
	fprintf(out, "</%s>\n", tag);
	free(text);
}

static void junit_run(FILE *out, const struct regress *r,
		      const struct regress_run *run)
{
	enum regress_outcome outcome = run->result.outcome;

	fprintf(out, "    <testcase classname=\"");
	xml(out, run->words[0]);
	fputs("\" name=\"", out);
	xml(out, regress_command(r, run));
	fprintf(out, "\" time=\"%.3f\"", run->result.wall);
	if (outcome == REGRESS_OK) {
		fputs("/>\n", out);
		return;
	}
	fputs(">\n", out);
	if (outcome == REGRESS_WAITING)
		fputs("      <skipped message=\"not run\"/>\n", out);
	else
		junit_failure(out, r, run);
	fputs("    </testcase>\n", out);
}

void regress_junit(FILE *out, const struct regress *r,
		   const struct regress_totals *t)
{
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  "
	      "<testsuite name=\"",
	      out);
	xml(out, r->list);
	fprintf(out,
		"\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" "
		"skipped=\"%zu\" time=\"%.3f\">\n",
		r->count, t->failed, t->broken, t->waiting, t->wall);
	for (size_t i = 0; i < r->count; i++)
		junit_run(out, r, &r->runs[i]);
	fputs("  </testsuite>\n</testsuites>\n", out);
}
