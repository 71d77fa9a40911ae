/* launch_option.c - the option --launch of iss and cosim
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/launch_option.h"

#include <string.h>

const char launches_arg[] = "KERNEL,...";
const char launches_doc[] =
	"launch blocks: KERNEL[,grid=X[xY[xZ]]][,block=X[xY[xZ]]][,smem=N]"
	"[,arg=N]";
const char launches_whole_doc[] =
	"the program with a main is a launch of whole cores";

/* Reads X, XxY or XxYxZ into WORDS, decimal numbers: 0x4 is 0 and 4. */
static bool sides(const char *text, uint32_t *words)
{
	words[0] = words[1] = words[2] = 1;
	for (int i = 0; i < 3; i++) {
		if (!launches_number(text, 10, &text, &words[i]))
			return false;
		if (!*text)
			return true;
		if (*text++ != 'x')
			return false;
	}
	return false;
}

static bool flag(uint32_t *words, const char *text)
{
	static const struct { const char *name; uint32_t bit; } flags[] = {
		{ "ordered", ISA_LAUNCH_ORDERED },
		{ "whole", ISA_LAUNCH_WHOLE },
		{ "flush", ISA_LAUNCH_FLUSH },
		{ "keep", ISA_LAUNCH_KEEP }
	};

	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (strcmp(flags[i].name, text) == 0) {
			words[ISA_LAUNCH_FLAGS] |= flags[i].bit;
			return true;
		}
	return false;
}

/* Reads KEY=VALUE, or a flag, into L; *ARG becomes the VALUE of arg. */
static bool item(struct harness_launch *l, char *text, const char **arg)
{
	char *value = strchr(text, '=');
	const char *end = "";
	uint32_t *words = l->word;
	uint32_t n = 0;

	if (!value)
		return flag(words, text);
	*value++ = '\0';
	if (strcmp(text, "grid") == 0)
		return sides(value, &words[ISA_LAUNCH_GRID_X]);
	if (strcmp(text, "block") == 0)
		return sides(value, &words[ISA_LAUNCH_DIM_X]);
	if (strcmp(text, "arg") == 0) {
		*arg = value;
		return *value != '\0';
	}
	if (!launches_number(value, 0, &end, &n) || *end)
		return false;
	if (strcmp(text, "smem") == 0)
		words[ISA_LAUNCH_SMEM] = n;
	else if (strcmp(text, "barriers") == 0 && n < 256)
		words[ISA_LAUNCH_FLAGS] |= n << ISA_LAUNCH_LOW_BARRIERS;
	else if (strcmp(text, "abort") == 0 && n)
		l->abort = n;
	else if (strcmp(text, "reset") == 0 && n)
		l->reset = n;
	else
		return false;
	return true;
}

/* Reads what is behind the kernel of launch I of L. */
static int items(struct options *o, struct launches *l, size_t i)
{
	char *text = strchr(l->from[i].kernel, ','), *next;

	for (; text; text = next) {
		*text++ = '\0';
		next = strchr(text, ',');
		if (next)
			*next = '\0';
		if (!item(&l->list[i], text, &l->from[i].arg))
			return options_bad(o, "'%s' in '%s' is none of "
					   "grid=X[xY[xZ]], block=X[xY[xZ]], "
					   "smem=N, arg=N|NAME, barriers=N, "
					   "abort=N, reset=N, ordered, whole, "
					   "flush", text, o->value);
	}
	return 0;
}

int launches_option(struct options *o, struct launches *l)
{
	size_t i = l->count;

	if (i == LAUNCHES)
		return options_bad(o, "more than %d launches", LAUNCHES);
	l->from[i] = (struct launch_source){ .kernel = strdup(o->value) };
	if (!l->from[i].kernel)
		return options_bad(o, "out of memory");
	l->count++;
	launches_one(l->list[i].word);
	if (items(o, l, i))
		return OPTIONS_BAD;
	return *l->from[i].kernel ? 0 :
	       options_bad(o, "a launch begins with the name or the address "
			   "of its kernel");
}
