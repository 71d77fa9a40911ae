/* params.c - the parameters of a configuration, from params.def
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/params.h"

#include <inttypes.h>
#include <string.h>

#include "base/near.h"

#define NUMBER(d, l, h, s) \
	.kind = PARAM_NUMBER, .def = d, .lo = l, .hi = h, .shape = PARAM_##s
#define ADDRESS(d, l, h, s) \
	.kind = PARAM_ADDRESS, .def = d, .lo = l, .hi = h, .shape = PARAM_##s
#define FLAG(d) .kind = PARAM_FLAG, .def = d
#define NAME(d) .kind = PARAM_NAME, .name = d
#define CHOICE2(f, a, b) .kind = PARAM_CHOICE, .words = { #a, #b }
#define CHOICE3(f, a, b, c) .kind = PARAM_CHOICE, .words = { #a, #b, #c }
#define CHOICE4(f, a, b, c, d, word) \
	.kind = PARAM_CHOICE, .words = { #a, #b, #c, word }
#define PARAM(f, s, k, type, d) [PARAM_##f] = { \
	.field = #f, .path = #s "." #k, .section = #s, .key = #k, .doc = d, \
	.offset = offsetof(struct config, f), type },
static const struct param params[PARAM_COUNT] = {
#include "gen/params.def"
};
#undef PARAM

const struct param *param_row(enum param_id id)
{
	return &params[id];
}

const struct param *param_find(const char *path)
{
	for (size_t i = 0; i < PARAM_COUNT; i++)
		if (strcmp(params[i].path, path) == 0)
			return &params[i];
	return NULL;
}

const char *param_nearest(const char *path)
{
	struct near n;
	near_init(&n, path);
	for (size_t i = 0; i < PARAM_COUNT; i++)
		near_try(&n, params[i].path);
	if (near_best(&n))
		return n.best;
	for (size_t i = 0; i < PARAM_COUNT; i++)
		if (strcmp(params[i].key, path) == 0)
			return params[i].path;
	return NULL;
}

const char *param_word(const struct param *p, uint32_t i)
{
	uint32_t n = 0;
	while (p->words[n])
		n++;
	return i < n ? p->words[i] : "?";
}

void config_put(struct config *cfg, const struct param *p, uint32_t v)
{
	char *field = (char *)cfg + p->offset;
	if (p->kind == PARAM_FLAG)
		*(bool *)field = v != 0;
	else
		*(uint32_t *)(void *)field = v;
}

uint32_t config_get(const struct config *cfg, const struct param *p)
{
	const char *field = (const char *)cfg + p->offset;
	if (p->kind == PARAM_FLAG)
		return *(const bool *)field;
	return *(const uint32_t *)(const void *)field;
}

void config_init(struct config *cfg)
{
	memset(cfg, 0, sizeof *cfg);
	for (size_t i = 0; i < PARAM_COUNT; i++) {
		const struct param *p = &params[i];
		if (p->kind == PARAM_NAME)
			strcpy((char *)cfg + p->offset, p->name);
		else
			config_put(cfg, p, p->def);
	}
}

bool param_allows(const struct param *p, uint32_t v)
{
	if (v < p->lo || v > p->hi)
		return false;
	switch (p->shape) {
	case PARAM_ANY:
		return true;
	case PARAM_POW2:
		return v != 0 && (v & (v - 1)) == 0;
	case PARAM_POW2_OR_0:
		return (v & (v - 1)) == 0;
	case PARAM_WORD:
		return v % 4 == 0;
	}
	return false;
}

static void join_words(const struct param *p, char *buf, size_t size)
{
	size_t n = 0;
	for (size_t i = 0; p->words[i] && n < size; i++)
		n += (size_t)snprintf(buf + n, size - n, "%s%s",
				      i ? " | " : "", p->words[i]);
}

void param_domain(const struct param *p, char *buf, size_t size)
{
	static const char *const shapes[] = {
		[PARAM_ANY] = "", [PARAM_POW2] = "power of two, ",
		[PARAM_POW2_OR_0] = "0 or power of two, ",
		[PARAM_WORD] = "multiple of 4, ",
	};
	switch (p->kind) {
	case PARAM_NUMBER:
		snprintf(buf, size, "%s%" PRIu32 "..%" PRIu32,
			 shapes[p->shape], p->lo, p->hi);
		return;
	case PARAM_ADDRESS:
		snprintf(buf, size, "%s0x%" PRIx32 "..0x%" PRIx32,
			 shapes[p->shape], p->lo, p->hi);
		return;
	case PARAM_FLAG:
		snprintf(buf, size, "true | false");
		return;
	case PARAM_CHOICE:
		join_words(p, buf, size);
		return;
	case PARAM_NAME:
		snprintf(buf, size, "identifier of 1..%d characters",
			 CONFIG_NAME_LENGTH);
		return;
	}
}

void config_text(const struct config *cfg, const struct param *p,
		 char *buf, size_t size)
{
	switch (p->kind) {
	case PARAM_NUMBER:
		snprintf(buf, size, "%" PRIu32, config_get(cfg, p));
		return;
	case PARAM_ADDRESS:
		snprintf(buf, size, "0x%08" PRIx32, config_get(cfg, p));
		return;
	case PARAM_FLAG:
		snprintf(buf, size, config_get(cfg, p) ? "true" : "false");
		return;
	case PARAM_CHOICE:
		snprintf(buf, size, "\"%s\"",
			 param_word(p, config_get(cfg, p)));
		return;
	case PARAM_NAME:
		snprintf(buf, size, "\"%s\"", (const char *)cfg + p->offset);
		return;
	}
}

uint32_t config_harts(const struct config *cfg)
{
	uint32_t harts = 1;

	while (harts < cfg->cores * cfg->warps * cfg->threads)
		harts *= 2;
	return harts;
}

static void describe_ram(const struct config *cfg, char *doc, size_t size)
{
	uint32_t bytes = cfg->local_size * config_harts(cfg);
	char local[48] = "", constant[64] = "";

	if (bytes > cfg->local_size)
		snprintf(local, sizeof local, "; local memory from 0x%08" PRIx32
			 " on", cfg->ram_base + (cfg->ram_size - bytes));
	if (cfg->const_size)
		snprintf(constant, sizeof constant, "; constant from 0x%08"
			 PRIx32 " to 0x%08" PRIx32, cfg->const_base,
			 cfg->const_base + (cfg->const_size - 1));
	snprintf(doc, size, "RAM, %" PRIu32 " KiB%s%s", cfg->ram_size / 1024,
		 constant, local);
}

bool config_area(const struct config *cfg, size_t i, struct config_area *area)
{
	const uint32_t smem = cfg->smem_base;
	const uint32_t console = UINT32_C(0xfffff000);

	if (i > 0 && cfg->smem_size == 0)
		i++;
	if (i == 0) {
		area->first = cfg->ram_base;
		area->last = cfg->ram_base + (cfg->ram_size - 1);
		describe_ram(cfg, area->doc, sizeof area->doc);
	} else if (i == 1) {
		area->first = smem;
		area->last = smem + (cfg->smem_size - 1);
		snprintf(area->doc, sizeof area->doc,
			 "shared memory, %" PRIu32 " bytes; never on a bus",
			 cfg->smem_size);
	} else if (i == 2) {
		area->first = area->last = console;
		snprintf(area->doc, sizeof area->doc, "console: a store here "
			 "is one request, which prints its low byte");
	}
	return i <= 2;
}

static int refuse_type(const struct param *p, const struct toml_value *v,
		       const char *wants, struct diag *dg)
{
	static const char *const names[] = {
		[TOML_INTEGER] = "a number", [TOML_STRING] = "a string",
		[TOML_BOOL] = "true or false", [TOML_BARE] = "a word",
	};
	diag_error(dg, v->at, "value-type", "%s takes %s, not %s", p->path,
		   wants, names[v->type]);
	return -1;
}

/* The nearest allowed value at or below V, for "did you mean". */
static uint32_t allowed_near(const struct param *p, int64_t v)
{
	uint32_t best = p->lo;
	if (v > p->hi)
		v = p->hi;
	if (p->shape == PARAM_WORD)
		return v < p->lo ? p->lo : (uint32_t)v & ~3u;
	for (uint32_t x = 1; x != 0 && x <= v; x *= 2)
		if (x >= p->lo)
			best = x;
	return best;
}

static int refuse_shape(const struct param *p, const struct toml_value *v,
			struct diag *dg)
{
	uint32_t near = allowed_near(p, v->integer);
	const char *shape = p->shape == PARAM_WORD ? "a multiple of 4" :
			    p->shape == PARAM_POW2 ? "a power of two" :
			    "0 or a power of two";
	const char *check = p->shape == PARAM_WORD ? "multiple-of-4" :
			    "power-of-two";
	if (p->kind == PARAM_ADDRESS)
		diag_error(dg, v->at, check, "%s = 0x%" PRIx64 " is not %s; "
			   "0x%" PRIx32 " would be", p->path,
			   (uint64_t)v->integer, shape, near);
	else
		diag_error(dg, v->at, check, "%s = %" PRId64 " is not %s; "
			   "%" PRIu32 " would be", p->path, v->integer,
			   shape, near);
	return -1;
}

static int refuse_range(const struct param *p, const struct toml_value *v,
			struct diag *dg)
{
	bool hex = p->kind == PARAM_ADDRESS && v->integer >= 0;
	char domain[80], number[32];

	param_domain(p, domain, sizeof domain);
	snprintf(number, sizeof number, hex ? "0x%" PRIx64 : "%" PRId64,
		 v->integer);
	diag_error(dg, v->at, "value-range", "%s = %s is out of range (%s)",
		   p->path, number, domain);
	return -1;
}

static int set_number(struct config *cfg, const struct param *p,
		      const struct toml_value *v, struct diag *dg)
{
	if (v->type != TOML_INTEGER)
		return refuse_type(p, v, "a number", dg);
	if (v->integer < p->lo || v->integer > p->hi)
		return refuse_range(p, v, dg);
	if (!param_allows(p, (uint32_t)v->integer))
		return refuse_shape(p, v, dg);
	config_put(cfg, p, (uint32_t)v->integer);
	return 0;
}

static int set_flag(struct config *cfg, const struct param *p,
		    const struct toml_value *v, struct diag *dg)
{
	if (v->type != TOML_BOOL)
		return refuse_type(p, v, "true or false", dg);
	config_put(cfg, p, v->boolean);
	return 0;
}

static int refuse_choice(const struct param *p, const struct toml_value *v,
			 struct diag *dg)
{
	char words[80];
	struct near n;

	near_init(&n, v->string);
	for (size_t i = 0; p->words[i]; i++)
		near_try(&n, p->words[i]);
	join_words(p, words, sizeof words);
	if (near_best(&n))
		diag_error(dg, v->at, "choice", "%s = '%.60s'; did you mean "
			   "'%s'? (%s)", p->path, v->string, n.best, words);
	else
		diag_error(dg, v->at, "choice", "%s = '%.60s' is none of %s",
			   p->path, v->string, words);
	return -1;
}

static int set_choice(struct config *cfg, const struct param *p,
		      const struct toml_value *v, struct diag *dg)
{
	if (v->type != TOML_STRING && v->type != TOML_BARE)
		return refuse_type(p, v, "a word in quotes", dg);
	for (uint32_t i = 0; p->words[i]; i++) {
		if (strcmp(p->words[i], v->string) == 0) {
			config_put(cfg, p, i);
			return 0;
		}
	}
	return refuse_choice(p, v, dg);
}

static bool is_identifier(const char *s)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	static const char all[] = "abcdefghijklmnopqrstuvwxyz"
				  "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	return strspn(s, letters) > 0 && s[strspn(s, all)] == '\0';
}

static int set_name(struct config *cfg, const struct param *p,
		    const struct toml_value *v, struct diag *dg)
{
	if (v->type != TOML_STRING && v->type != TOML_BARE)
		return refuse_type(p, v, "a name in quotes", dg);
	if (!is_identifier(v->string) ||
	    strlen(v->string) > CONFIG_NAME_LENGTH) {
		diag_error(dg, v->at, "identifier", "%s = '%.60s' is no "
			   "identifier (a letter or '_', then letters, digits "
			   "and '_', at most %d)", p->path, v->string,
			   CONFIG_NAME_LENGTH);
		return -1;
	}
	strcpy((char *)cfg + p->offset, v->string);
	return 0;
}

int config_set(struct config *cfg, const struct param *p,
	       const struct toml_value *v, struct diag *dg)
{
	cfg->at[p - params] = v->at;
	switch (p->kind) {
	case PARAM_NUMBER:
	case PARAM_ADDRESS:
		return set_number(cfg, p, v, dg);
	case PARAM_FLAG:
		return set_flag(cfg, p, v, dg);
	case PARAM_CHOICE:
		return set_choice(cfg, p, v, dg);
	case PARAM_NAME:
		return set_name(cfg, p, v, dg);
	}
	return -1;
}
