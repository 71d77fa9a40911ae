/* iss_launch.c - the launches of warpwright iss: --launch, and what became of
 * them
 * SPDX-License-Identifier: Apache-2.0
 *
 * Launches are rung in the order of the options, as soon as a slot is free.
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/iss/iss.h"
#include "cli/json.h"
#include "cosim/explain/report.h"

enum { TEXT = 256 };

/* --- the option ------------------------------------------------------- */

static bool number(const char *text, const char **end, uint32_t *out)
{
	char *behind;
	unsigned long long v;

	if (*text < '0' || *text > '9')
		return false;
	v = strtoull(text, &behind, 0);
	*end = behind;
	*out = (uint32_t)v;
	return v <= UINT32_MAX;
}

/* Reads X, XxY or XxYxZ into WORDS. */
static bool sides(const char *text, uint32_t *words)
{
	words[0] = words[1] = words[2] = 1;
	for (int i = 0; i < 3; i++) {
		if (!number(text, &text, &words[i]))
			return false;
		if (!*text)
			return true;
		if (*text++ != 'x')
			return false;
	}
	return false;
}

static bool flag(struct iss_launch *l, const char *text)
{
	static const struct { const char *name; uint32_t bit; } flags[] = {
		{ "ordered", ISA_LAUNCH_ORDERED },
		{ "whole", ISA_LAUNCH_WHOLE },
		{ "flush", ISA_LAUNCH_FLUSH }
	};

	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (strcmp(flags[i].name, text) == 0) {
			l->word[ISA_LAUNCH_FLAGS] |= flags[i].bit;
			return true;
		}
	return false;
}

/* Reads KEY=VALUE, or a flag. */
static bool item(struct iss_launch *l, char *text)
{
	char *value = strchr(text, '=');
	const char *end = "";
	uint32_t n = 0;

	if (!value)
		return flag(l, text);
	*value++ = '\0';
	if (strcmp(text, "grid") == 0)
		return sides(value, &l->word[ISA_LAUNCH_GRID_X]);
	if (strcmp(text, "block") == 0)
		return sides(value, &l->word[ISA_LAUNCH_DIM_X]);
	if (strcmp(text, "arg") == 0) {
		l->arg = value;
		return *value != '\0';
	}
	if (!number(value, &end, &n) || *end)
		return false;
	if (strcmp(text, "smem") == 0)
		l->word[ISA_LAUNCH_SMEM] = n;
	else if (strcmp(text, "barriers") == 0 && n < 256)
		l->word[ISA_LAUNCH_FLAGS] |= n << ISA_LAUNCH_LOW_BARRIERS;
	else
		return false;
	return true;
}

int iss_launch_option(struct options *o, struct iss *iss)
{
	struct iss_launch *l = &iss->launch[iss->launch_count];
	char *text, *next;

	if (iss->launch_count == ISS_LAUNCHES)
		return options_bad(o, "more than %d launches", ISS_LAUNCHES);
	*l = (struct iss_launch){ .text = strdup(o->value) };
	if (!l->text)
		return options_bad(o, "out of memory");
	iss->launch_count++;
	for (int i = ISA_LAUNCH_GRID_X; i <= ISA_LAUNCH_DIM_Z; i++)
		l->word[i] = 1;
	text = strchr(l->text, ',');
	for (; text; text = next) {
		*text++ = '\0';
		next = strchr(text, ',');
		if (next)
			*next = '\0';
		if (!item(l, text))
			return options_bad(o, "'%s' in '%s' is none of "
					   "grid=X[xY[xZ]], block=X[xY[xZ]], "
					   "smem=N, arg=N|NAME, barriers=N, "
					   "ordered, whole, flush", text,
					   o->value);
	}
	return *l->text ? 0 : options_bad(o, "a launch begins with the name "
					  "or the address of its kernel");
}

void iss_launch_free(struct iss *iss)
{
	for (size_t i = 0; i < iss->launch_count; i++)
		free(iss->launch[i].text);
}

/* --- the run ---------------------------------------------------------- */

/* The address that NAME of the program has, or that it is. */
static bool address_of(const struct iss *iss, const char *name, uint32_t *out)
{
	const struct elf_symbol *data = elf_variable(&iss->image, name);
	const char *end = "";

	if (number(name, &end, out))
		return *end == '\0';
	for (size_t i = 0; i < iss->image.symbol_count; i++)
		if (strcmp(iss->image.symbols[i].name, name) == 0) {
			*out = iss->image.symbols[i].addr;
			return true;
		}
	if (data)
		*out = data->addr;
	return data;
}

static int unknown(const struct iss *iss, const char *name)
{
	fprintf(stderr, "%s: error: --launch: the program has no '%s'\n",
		iss->program, name);
	return CMD_REFUSED;
}

/* A program with a main runs as a launch of whole cores. */
static void whole_program(struct iss *iss)
{
	struct iss_launch *l = &iss->launch[0];

	if (iss->launch_count)
		return;
	for (int i = 0; i < ISA_LAUNCH_WORDS; i++)
		l->word[i] = i >= ISA_LAUNCH_GRID_X && i <= ISA_LAUNCH_DIM_Z;
	l->word[ISA_LAUNCH_PC] = iss->image.entry;
	l->word[ISA_LAUNCH_GRID_X] = iss->cfg.cores;
	l->word[ISA_LAUNCH_FLAGS] = ISA_LAUNCH_WHOLE;
	iss->launch_count = 1;
}

int iss_launch_names(struct iss *iss)
{
	if (!iss->cfg.dispatch)
		return CMD_PASS;
	whole_program(iss);
	for (size_t i = 0; i < iss->launch_count; i++) {
		struct iss_launch *l = &iss->launch[i];

		if (l->text &&
		    !address_of(iss, l->text, &l->word[ISA_LAUNCH_PC]))
			return unknown(iss, l->text);
		if (l->arg && !address_of(iss, l->arg,
					  &l->word[ISA_LAUNCH_ARG]))
			return unknown(iss, l->arg);
	}
	return CMD_PASS;
}

/* Rings as many launches as there are free slots. */
static void ring(struct iss *iss)
{
	for (uint32_t slot = 0; slot < iss->cfg.launches &&
	     iss->rung < iss->launch_count; slot++)
		if (golden_ring(iss->golden, slot,
				iss->launch[iss->rung].word) == 0)
			iss->launch[iss->rung++].slot = slot;
}

static void done(void *ctx, uint32_t slot)
{
	struct iss *iss = ctx;

	for (size_t i = 0; i < iss->rung; i++) {
		struct iss_launch *l = &iss->launch[i];

		if (l->slot == slot && !l->done)
			l->done = golden_done(iss->golden, slot, &l->result);
	}
	golden_acknowledge(iss->golden, slot);
	ring(iss);
}

void iss_launch_begin(struct iss *iss)
{
	if (!iss->cfg.dispatch)
		return;
	golden_when_done(iss->golden, done, iss);
	ring(iss);
}

/* --- results ---------------------------------------------------------- */

static bool exits(const struct iss_launch *l)
{
	return l->result.trap.valid && l->result.trap.cause == ISA_CAUSE_EXIT;
}

static bool is_good(const struct iss_launch *l)
{
	return l->done && (l->result.end == ISA_LAUNCH_COMPLETE ||
			   (exits(l) && l->result.trap.tval == 0));
}

bool iss_launch_good(const struct iss *iss)
{
	bool good = true;

	for (size_t i = 0; i < iss->launch_count; i++)
		good &= is_good(&iss->launch[i]);
	return good;
}

/* What became of L, in words. */
static void say(const struct iss *iss, const struct iss_launch *l, char *text,
		size_t size)
{
	const struct golden_result *r = &l->result;
	char place[TEXT];

	if (!l->done)
		snprintf(text, size, "not done");
	else if (r->reason)
		snprintf(text, size, "refused: %s",
			 isa_launch_reason(r->reason));
	else if (exits(l))
		snprintf(text, size, "exit code %" PRIu32, r->trap.tval);
	else if (r->trap.valid) {
		report_place(&iss->image, r->trap.pc, place, sizeof place);
		snprintf(text, size, "%s: block (%" PRIu32 ", %" PRIu32 ", %"
			 PRIu32 ") trapped at %s", isa_launch_end(r->end),
			 r->place[0], r->place[1], r->place[2], place);
	} else
		snprintf(text, size, "%s", isa_launch_end(r->end));
}

void iss_launch_report(const struct iss *iss)
{
	char text[2 * TEXT];

	for (size_t i = 0; i < iss->launch_count; i++) {
		if (is_good(&iss->launch[i]) || !iss->launch[i].text)
			continue;
		say(iss, &iss->launch[i], text, sizeof text);
		fprintf(stderr, "%s: error: launch %zu, %s: %s\n",
			iss->program, i, iss->launch[i].text, text);
	}
}

void iss_launch_json(FILE *out, const struct iss *iss)
{
	char text[2 * TEXT];

	if (!iss->cfg.dispatch)
		return;
	fputs("  \"launches\": [", out);
	for (size_t i = 0; i < iss->launch_count; i++) {
		const struct iss_launch *l = &iss->launch[i];

		fprintf(out, "%s\n    { \"kernel\": ", i ? "," : "");
		json_quoted(out, l->text ? l->text : "main");
		json_key(out, "end", l->done ? isa_launch_end(l->result.end) :
			 "not done");
		say(iss, l, text, sizeof text);
		json_key(out, "text", text);
		fputs(" }", out);
	}
	fputs(" ],\n", out);
}
