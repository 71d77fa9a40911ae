/* derive.h - values computed from the parameters, from derive.def
 * SPDX-License-Identifier: Apache-2.0
 *
 * Templates use every row by its name.
 */
#ifndef WW_GEN_DERIVE_H
#define WW_GEN_DERIVE_H

#include "gen/params.h"
#include "isa/isa.h"

struct derived {
#define NUMBER uint32_t
#define FLAG bool
#define DERIVED(name, type, value, doc) type name;
#include "gen/derive.def"
#undef DERIVED
#undef NUMBER
#undef FLAG
};

struct derive_row {
	const char *name;
	const char *doc;
	bool is_flag;
	size_t offset;          /* of the field in struct derived */
};

/* Computes all rows of C, a configuration that config_check accepts. */
void derive(const struct config *c, struct derived *d);

/* Row I of derive.def, or NULL after the last. */
const struct derive_row *derive_row(size_t i);

/* The value of ROW in D; a flag is 0 or 1. */
uint32_t derive_get(const struct derived *d, const struct derive_row *row);

#endif
