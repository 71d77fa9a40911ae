/* dot.c - graphs of the functions that threads execute, for Graphviz
 * SPDX-License-Identifier: Apache-2.0
 *
 * A block is a box with the lines of the source that its instructions come
 * from, and with what it does to the threads of its warp. A branch on which
 * threads may disagree has a coloured box. Only functions with lines are drawn:
 * those of the user.
 */
#include "clc/clc.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

static FILE *out;
static int graphs;

void dot_open(const char *path)
{
	if (!path)
		return;
	out = fopen(path, "w");
	if (!out)
		report_fatal(CLC_TOOL, "cannot write '%s'", path);
	fputs("digraph {\n"
	      "  node [shape=box, fontname=\"sans-serif\", fontsize=11, "
	      "style=filled, fillcolor=white]\n"
	      "  edge [fontname=\"sans-serif\", fontsize=10]\n", out);
}

void dot_close(const char *path)
{
	bool bad;

	if (!out)
		return;
	fputs("}\n", out);
	bad = ferror(out);
	bad |= fclose(out) != 0;
	if (bad)
		report_fatal(CLC_TOOL, "cannot write '%s'", path);
}

/* What instruction I does to the threads of the warp, or NULL. */
static const char *effect(LLVMValueRef i)
{
	if (!LLVMIsACallInst(i))
		return NULL;
	if (check_is_meeting(i))
		return "barrier";
	if (!strcmp(module_asm(i), STRUCTURE_SPLIT))
		return "split";
	if (!strcmp(module_asm(i), STRUCTURE_JOIN))
		return "join";
	if (!strcmp(module_asm(i), STRUCTURE_TURN))
		return "join, split";
	return strcmp(module_asm(i), BATCH_VOTE) ? NULL : "vote";
}

static void put_lines(LLVMBasicBlockRef b)
{
	unsigned first = 0, last = 0;

	for EACH_INSTRUCTION(i, b) {
		unsigned line = report_line(i);

		if (line && (!first || line < first))
			first = line;
		if (line > last)
			last = line;
	}
	if (!first)
		fputs("no line", out);
	else if (first == last)
		fprintf(out, "line %u", first);
	else
		fprintf(out, "lines %u to %u", first, last);
}

static void put_block(const struct graph *g, int b, const struct map *divergent)
{
	LLVMValueRef t = graph_branch(g, b);

	fprintf(out, "    g%d_%d [label=\"", graphs, b);
	put_lines(g->block[b]);
	for EACH_INSTRUCTION(i, g->block[b])
		if (effect(i))
			fprintf(out, "\\n%s", effect(i));
	fprintf(out, "\"%s]\n", t && map_get(divergent, t, 0) ?
		", fillcolor=\"#ffd27f\"" : "");
	for (int k = 0; k < g->out.first[b + 1] - g->out.first[b]; k++) {
		int to = g->out.to[g->out.first[b] + k];

		if (to < g->n)
			fprintf(out, "    g%d_%d -> g%d_%d%s\n", graphs, b,
				graphs, to, !t ? "" : k ? " [label=\"no\"]" :
				" [label=\"yes\"]");
	}
}

static void put_function(LLVMValueRef f, const char *when)
{
	struct graph *g = graph_new(f);
	struct map divergent = { 0 };

	uniform_find(g, f, &divergent);
	fprintf(out, "  subgraph cluster_%d {\n    label=\"%s %s\"\n", graphs,
		module_name(f), when);
	for (int b = 0; b < g->n; b++)
		put_block(g, b, &divergent);
	fputs("  }\n", out);
	graphs++;
	map_free(&divergent);
	graph_free(g);
}

void dot_write(LLVMModuleRef m, const struct map *threads, const char *when)
{
	if (!out)
		return;
	for EACH_FUNCTION(f, m)
		if (map_get(threads, f, 0) && LLVMGetSubprogram(f))
			put_function(f, when);
}
