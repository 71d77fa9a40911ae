/* view_of.h - the option --view-of: a part of a run, by function or launch
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SESSION_VIEW_OF_H
#define WW_SESSION_VIEW_OF_H

#include <stdbool.h>
#include <stdint.h>

#include "golden/elf.h"
#include "session/view/view_blocks.h"

/* What is shown: all if TEXT is NULL. */
struct view_of {
	const char *text;       /* borrowed */
	bool is_launch;
	uint32_t launch;
};

/* Takes TEXT: launch:N, or a function. False: N is no number. */
bool view_of_parse(struct view_of *o, const char *text);
/* Has IMAGE the function, or a part of a kernel of that name? */
bool view_of_known(const struct view_of *o, const struct elf_image *image);
/* Is an instruction at PC of WARP, counted through all cores, shown? */
bool view_of_has(const struct view_of *o, const struct elf_image *image,
		 const struct view_blocks *b, uint32_t warp, uint32_t pc);

#endif
