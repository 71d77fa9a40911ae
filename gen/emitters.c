/* emitters.c - the table of C functions that templates call by //% emit
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/emitters.h"

const struct tpl_emitter emitters[] = {
#define EMITTER(name, function) { name, function },
#include "gen/emitters.def"
#undef EMITTER
	{ NULL, NULL }
};
