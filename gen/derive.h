/* derive.h - values computed from the parameters, from derive.def
 * SPDX-License-Identifier: Apache-2.0
 *
 * Owns nothing. Templates see every row under its name.
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

/* Computes all rows of a configuration that config_check accepts. */
void derive(const struct config *c, struct derived *d);

/* Row I, or NULL past the end. */
const struct derive_row *derive_row(size_t i);

/* Number or truth of a row. */
uint32_t derive_get(const struct derived *d, const struct derive_row *row);

#endif
