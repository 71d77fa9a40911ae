/* profile_option.c - the option --profile
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/profile_option.h"

#include <string.h>

int profile_option(struct options *o, struct profile_files *f)
{
	struct profile_out *out = &f->list[f->count];

	if (f->count == PROFILE_FILES)
		return options_bad(o, "--profile: more than %d of them",
				   PROFILE_FILES);
	for (size_t i = 0; i < f->count; i++)
		if (strcmp(f->list[i].path, o->value) == 0)
			return options_bad(o, "--profile '%s' is given twice",
					   o->value);
	out->path = o->value;
	if (!profile_form_of(o->value, &out->form))
		return options_bad(o, "--profile '%s' %s", o->value,
				   profile_names);
	f->count++;
	return 0;
}
