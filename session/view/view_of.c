/* view_of.c - the option --view-of: a part of a run, by function or launch
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/view/view_of.h"

#include <stdlib.h>
#include <string.h>

static const char launch_prefix[] = "launch:";

bool view_of_parse(struct view_of *o, const char *text)
{
	size_t n = sizeof launch_prefix - 1;
	unsigned long launch;
	char *end;

	*o = (struct view_of){ .text = text };
	if (strncmp(text, launch_prefix, n))
		return *text;
	o->is_launch = true;
	if (text[n] < '0' || text[n] > '9')
		return false;
	launch = strtoul(text + n, &end, 10);
	o->launch = (uint32_t)launch;
	return !*end && launch < UINT32_MAX;
}

/* Is NAME that of the function, or NAME.PART of the kernel? */
static bool matches(const struct view_of *o, const char *name)
{
	size_t n = strlen(o->text);

	return !strncmp(name, o->text, n) && (!name[n] || name[n] == '.');
}

bool view_of_known(const struct view_of *o, const struct elf_image *image)
{
	if (!o->text || o->is_launch)
		return true;
	for (size_t i = 0; i < image->symbol_count; i++)
		if (matches(o, image->symbols[i].name))
			return true;
	return false;
}

bool view_of_has(const struct view_of *o, const struct elf_image *image,
		 const struct view_blocks *b, uint32_t warp, uint32_t pc)
{
	const struct elf_symbol *s;

	if (!o->text)
		return true;
	if (o->is_launch)
		return view_blocks_of(b, warp) == (int64_t)o->launch;
	s = elf_symbol_at(image, pc);
	return s && matches(o, s->name);
}
