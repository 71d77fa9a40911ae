/* launch.c - the launches of a run, and what became of them
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/launch.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/explain/report.h"
#include "session/cmd_status.h"
#include "session/json.h"

enum { TEXT = 256 };

bool launches_number(const char *text, int base, const char **end,
		     uint32_t *out)
{
	char *behind;
	unsigned long long v;

	if (*text < '0' || *text > '9')
		return false;
	v = strtoull(text, &behind, base);
	*end = behind;
	*out = (uint32_t)v;
	return v <= UINT32_MAX;
}

void launches_one(uint32_t *words)
{
	for (int i = 0; i < ISA_LAUNCH_WORDS; i++)
		words[i] = i >= ISA_LAUNCH_GRID_X && i <= ISA_LAUNCH_DIM_Z;
}

void launches_free(struct launches *l)
{
	for (size_t i = 0; i < l->count; i++) {
		free(l->from[i].kernel);
		free(l->from[i].name);
	}
}

/* --- the program ------------------------------------------------------ */

/* The address that NAME of the program has, or that it is. */
static bool address_of(const struct elf_image *image, const char *name,
		       uint32_t *out)
{
	const struct elf_symbol *s = elf_named(image, name);
	const char *end = "";

	if (launches_number(name, 0, &end, out))
		return *end == '\0';
	if (s)
		*out = s->addr;
	return s;
}

static bool ends_in(const char *word, const char *ending)
{
	size_t n = strlen(word), m = strlen(ending);

	return n >= m && strcmp(word + n - m, ending) == 0;
}

/* A FROM that names the entry of a kernel gets the kernel's name for messages.
 * Returns the name of IMAGE that it stands for. */
static const char *find_entry(const struct elf_image *image,
			      struct launch_source *from)
{
	const char *name = from->kernel;

	if (!ends_in(name, LAUNCHES_ENTRY))
		return name;
	for (size_t i = 0; name == from->kernel && i < image->symbol_count; i++)
		if (ends_in(image->symbols[i].name, name))
			name = image->symbols[i].name;
	free(from->name);
	from->name = strdup(name);
	if (from->name)
		from->name[strlen(name) - strlen(LAUNCHES_ENTRY)] = '\0';
	return name;
}

/* The symbol of IMAGE by which the launch names its kernel. */
static const char *symbol_of(const struct elf_image *image, const char *kernel,
			     uint32_t addr)
{
	const struct elf_symbol *s = elf_symbol_at(image, addr);

	return isdigit((unsigned char)*kernel) && s && s->addr == addr ?
	       s->name : kernel;
}

/* Bytes of the __shared__ variables of kernel NAME, which ww-clc says. */
static uint32_t shared_of(const struct elf_image *image, const char *name)
{
	size_t n = strlen(name);
	const struct elf_symbol *s = NULL;
	char *symbol;

	if (ends_in(name, LAUNCHES_ENTRY))
		n -= strlen(LAUNCHES_ENTRY);
	symbol = malloc(n + sizeof LAUNCHES_SHARED);
	if (symbol) {
		memcpy(symbol, name, n);
		strcpy(symbol + n, LAUNCHES_SHARED);
		s = elf_variable(image, symbol);
	}
	free(symbol);
	return s ? s->addr : 0;
}

/* Blocks get room for these variables, too. */
static void add_shared(const struct elf_image *image,
		       struct launch_source *from, const char *name,
		       uint32_t *words)
{
	uint32_t given = words[ISA_LAUNCH_SMEM];

	from->shared = shared_of(image, symbol_of(image, name,
						  words[ISA_LAUNCH_PC]));
	words[ISA_LAUNCH_SMEM] = given > UINT32_MAX - from->shared ?
				 UINT32_MAX : given + from->shared;
}

/* The kernel of FROM as messages name it. */
static const char *name_of(const struct launch_source *from)
{
	return from->name ? from->name : from->kernel;
}

static int unknown(const char *program, const char *name)
{
	fprintf(stderr, "%s: error: --launch: the program has no '%s'\n",
		program, name);
	return CMD_REFUSED;
}

void launches_whole(struct launches *l, const struct elf_image *image,
		    uint32_t cores)
{
	uint32_t *words = l->list[0].word;

	launches_one(words);
	words[ISA_LAUNCH_PC] = image->entry;
	words[ISA_LAUNCH_GRID_X] = cores;
	words[ISA_LAUNCH_FLAGS] = ISA_LAUNCH_WHOLE;
	l->count = 1;
}

/* A reset is a write to a register of the host. */
static int no_reset(const char *program)
{
	fprintf(stderr, "%s: error: reset=N needs the registers of a host: "
		"-s gpu.host=axil\n", program);
	return CMD_REFUSED;
}

int launches_names(struct launches *l, const struct elf_image *image,
		   const char *program, const struct config *cfg)
{
	l->cfg = cfg;
	for (size_t i = 0; i < l->count; i++) {
		struct launch_source *from = &l->from[i];
		uint32_t *words = l->list[i].word;
		const char *name = from->kernel ? find_entry(image, from) :
				   NULL;

		if (l->list[i].reset && cfg->host == CONFIG_host_none)
			return no_reset(program);
		if (name && !address_of(image, name, &words[ISA_LAUNCH_PC]))
			return unknown(program, from->kernel);
		if (name)
			add_shared(image, from, name, words);
		if (from->arg &&
		    !address_of(image, from->arg, &words[ISA_LAUNCH_ARG]))
			return unknown(program, from->arg);
	}
	return CMD_PASS;
}

/* --- results ---------------------------------------------------------- */

static bool exits(const struct harness_launch *l)
{
	return l->result.trap.valid && l->result.trap.cause == ISA_CAUSE_EXIT;
}

static bool is_good(const struct harness_launch *l)
{
	return l->done && (l->result.end == ISA_LAUNCH_COMPLETE ||
			   (exits(l) && l->result.trap.tval == 0));
}

bool launches_good(const struct launches *l)
{
	bool good = true;

	for (size_t i = 0; i < l->count; i++)
		good &= is_good(&l->list[i]);
	return good;
}

/* Why launch I of L was refused, with what it asks for and what there is. */
static void say_refused(const struct launches *l, size_t i, char *text,
			size_t size)
{
	const uint32_t *word = l->list[i].word;
	const struct config *c = l->cfg;
	int n = snprintf(text, size, "refused: %s",
			 isa_launch_reason(l->list[i].result.reason));

	text += n;
	size -= (size_t)n;
	if (l->list[i].result.reason == ISA_REFUSED_SMEM)
		snprintf(text, size, ": %" PRIu32 " bytes, %" PRIu32 " of them "
			 "__shared__ variables; the core has smem.size=%"
			 PRIu32, word[ISA_LAUNCH_SMEM], l->from[i].shared,
			 c->smem_size);
	else if (l->list[i].result.reason == ISA_REFUSED_THREADS)
		snprintf(text, size, ": the core has core.warps=%" PRIu32
			 ", core.threads=%" PRIu32, c->warps, c->threads);
}

/* What became of launch I of L, in words. */
static void say(const struct launches *launches, size_t i,
		const struct elf_image *image, char *text, size_t size)
{
	const struct harness_launch *l = &launches->list[i];
	const struct golden_result *r = &l->result;
	char place[TEXT];

	if (!l->done)
		snprintf(text, size, "not done");
	else if (r->reason)
		say_refused(launches, i, text, size);
	else if (exits(l))
		snprintf(text, size, "exit code %" PRIu32, r->trap.tval);
	else if (r->trap.valid) {
		report_place(image, r->trap.pc, place, sizeof place);
		snprintf(text, size, "%s: block (%" PRIu32 ", %" PRIu32 ", %"
			 PRIu32 ") trapped at %s: %s", isa_launch_end(r->end),
			 r->place[0], r->place[1], r->place[2], place,
			 isa_cause_name(r->trap.cause));
	} else
		snprintf(text, size, "%s", isa_launch_end(r->end));
}

void launches_report(const struct launches *l, const struct elf_image *image,
		     const char *program)
{
	char text[2 * TEXT];

	for (size_t i = 0; i < l->count; i++) {
		if (is_good(&l->list[i]) || !l->from[i].kernel)
			continue;
		say(l, i, image, text, sizeof text);
		fprintf(stderr, "%s: error: launch %zu, %s: %s\n", program, i,
			name_of(&l->from[i]), text);
	}
}

void launches_json(FILE *out, const struct launches *l,
		   const struct elf_image *image)
{
	char text[2 * TEXT];

	if (!l->count)
		return;
	fputs("  \"launches\": [", out);
	for (size_t i = 0; i < l->count; i++) {
		const struct harness_launch *at = &l->list[i];

		fprintf(out, "%s\n    { \"kernel\": ", i ? "," : "");
		json_quoted(out, l->from[i].kernel ? name_of(&l->from[i]) :
			    "main");
		json_key(out, "end", at->done ?
			 isa_launch_end(at->result.end) : "not done");
		say(l, i, image, text, sizeof text);
		json_key(out, "text", text);
		if (at->ended)
			fprintf(out, ", \"cycles\": %" PRIu64,
				at->ended - at->rung);
		fputs(" }", out);
	}
	fputs(" ],\n", out);
}
