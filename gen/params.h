/* params.h - the parameters of a configuration, from params.def
 * SPDX-License-Identifier: Apache-2.0
 *
 * A struct config is plain data: it may be copied, and owns nothing. Its
 * locations point to file names of the diag that it was loaded with.
 */
#ifndef WW_GEN_PARAMS_H
#define WW_GEN_PARAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen/diag.h"
#include "gen/toml.h"

enum { CONFIG_NAME_LENGTH = 32 };

typedef char config_name[CONFIG_NAME_LENGTH + 1];

enum param_id {
#define PARAM(field, section, key, type, doc) PARAM_##field,
#include "gen/params.def"
#undef PARAM
	PARAM_COUNT
};

/* The words of a choice: CONFIG_regfile_block, CONFIG_regfile_auto ... */
#define NUMBER(def, lo, hi, shape)
#define ADDRESS(def, lo, hi, shape)
#define FLAG(def)
#define NAME(def)
#define CHOICE2(f, a, b) enum { CONFIG_##f##_##a, CONFIG_##f##_##b };
#define CHOICE3(f, a, b, c) \
	enum { CONFIG_##f##_##a, CONFIG_##f##_##b, CONFIG_##f##_##c };
#define CHOICE4(f, a, b, c, d, word) \
	enum { CONFIG_##f##_##a, CONFIG_##f##_##b, CONFIG_##f##_##c, \
	       CONFIG_##f##_##d };
#define PARAM(field, section, key, type, doc) type
#include "gen/params.def"
#undef PARAM
#undef NUMBER
#undef ADDRESS
#undef FLAG
#undef NAME
#undef CHOICE2
#undef CHOICE3
#undef CHOICE4

/* One field per row: cfg->warps, cfg->has_m, cfg->prefix ... */
#define NUMBER(def, lo, hi, shape) uint32_t
#define ADDRESS(def, lo, hi, shape) uint32_t
#define FLAG(def) bool
#define NAME(def) config_name
#define CHOICE2(f, a, b) uint32_t
#define CHOICE3(f, a, b, c) uint32_t
#define CHOICE4(f, a, b, c, d, word) uint32_t
#define PARAM(field, section, key, type, doc) type field;
struct config {
#include "gen/params.def"
	bool shared_axi;        /* derived for the AXI4 adapter of several cores
				 * alone: its ports are those of one core */
	struct diag_loc at[PARAM_COUNT];        /* place of each value; no file:
						 * default */
};
#undef PARAM
#undef NUMBER
#undef ADDRESS
#undef FLAG
#undef NAME
#undef CHOICE2
#undef CHOICE3
#undef CHOICE4

enum param_kind {
	PARAM_NUMBER, PARAM_ADDRESS, PARAM_FLAG, PARAM_CHOICE, PARAM_NAME
};

enum param_shape {
	PARAM_ANY, PARAM_POW2, PARAM_POW2_OR_0, PARAM_WORD
};

struct param {
	const char *field;
	const char *path;       /* "core.warps" */
	const char *section;
	const char *key;
	const char *doc;
	enum param_kind kind;
	enum param_shape shape;
	uint32_t def;           /* default of all kinds but names */
	uint32_t lo, hi;        /* numbers and addresses */
	const char *words[5];   /* choices, then NULL */
	const char *name;       /* default of a name */
	size_t offset;          /* of the field in struct config */
};

/* Row ID of params.def; ID must be below PARAM_COUNT. */
const struct param *param_row(enum param_id id);

/* The row of PATH ("core.warps"), or NULL. */
const struct param *param_find(const char *path);

/* The path nearest to a misspelt PATH, or NULL. */
const char *param_nearest(const char *path);

/* Fills CFG with the defaults. */
void config_init(struct config *cfg);

/* Sets parameter P to the value V. Returns 0, or -1 after a report. */
int config_set(struct config *cfg, const struct param *p,
	       const struct toml_value *v, struct diag *dg);

/* The number, truth (0 or 1) or word index of P in CFG. P must not be a
 * name. */
uint32_t config_get(const struct config *cfg, const struct param *p);

/* Stores V without a check. P must not be a name. */
void config_put(struct config *cfg, const struct param *p, uint32_t v);

/* Writes the value of P in TOML syntax to BUF, cut at SIZE bytes. */
void config_text(const struct config *cfg, const struct param *p,
		 char *buf, size_t size);

/* The threads of all cores, rounded up to a power of two: local memory has room
 * for so many. */
uint32_t config_harts(const struct config *cfg);

/* The default of smem.base. */
#define CONFIG_SMEM UINT32_C(0xff000000)

/* A range of the memory map. */
struct config_area {
	uint32_t first, last;
	char doc[112];
};

/* Writes area I of the memory map of CFG to *AREA. Returns false after the
 * last. */
bool config_area(const struct config *cfg, size_t i, struct config_area *area);

/* Describes the values of P in BUF, such as "power of two, 1..32". */
void param_domain(const struct param *p, char *buf, size_t size);

/* Word I of the choice P, or "?" if there is none. */
const char *param_word(const struct param *p, uint32_t i);

/* May the number or address P be V? */
bool param_allows(const struct param *p, uint32_t v);

#endif
