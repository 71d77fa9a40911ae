/* tpl_out.c - text under construction, and the dictionary of the templates
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gen/derive.h"
#include "gen/tpl.h"

static void reserve(struct tpl_out *out, size_t n)
{
	size_t need = out->length + n + 1;
	size_t capacity = out->capacity ? out->capacity : 4096;

	while (capacity < need)
		capacity *= 2;
	if (capacity == out->capacity)
		return;
	out->text = realloc(out->text, capacity);
	if (!out->text)
		arena_exhausted();
	out->capacity = capacity;
}

void tpl_write(struct tpl_out *out, const char *text, size_t n)
{
	reserve(out, n);
	memcpy(out->text + out->length, text, n);
	out->length += n;
	out->text[out->length] = '\0';
}

void tpl_printf(struct tpl_out *out, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	assert(n >= 0);
	reserve(out, (size_t)n);
	va_start(ap, fmt);
	vsnprintf(out->text + out->length, (size_t)n + 1, fmt, ap);
	va_end(ap);
	out->length += (size_t)n;
}

void tpl_out_free(struct tpl_out *out)
{
	free(out->text);
	*out = (struct tpl_out){ 0 };
}

static struct tpl_name *add_name(struct tpl_dict *d, const char *name,
				 enum tpl_kind kind, uint32_t number)
{
	struct tpl_name *n = &d->names[d->count];

	assert(d->count < TPL_DICT_SIZE);
	for (size_t i = 0; i < d->count; i++)
		assert(strcmp(d->names[i].name, name) != 0);
	*n = (struct tpl_name){ .name = name, .kind = kind, .number = number };
	snprintf(n->text, sizeof n->text, "%" PRIu32, number);
	d->count++;
	return n;
}

void tpl_add_number(struct tpl_dict *d, const char *name, uint32_t value)
{
	add_name(d, name, TPL_NUMBER, value);
}

void tpl_add_flag(struct tpl_dict *d, const char *name, bool value)
{
	add_name(d, name, TPL_FLAG, value);
}

void tpl_add_word(struct tpl_dict *d, const char *name,
		  const char *const *words, uint32_t index)
{
	struct tpl_name *n = add_name(d, name, TPL_WORD, index);
	n->words = words;
	snprintf(n->text, sizeof n->text, "%s", words[index]);
}

void tpl_add_text(struct tpl_dict *d, const char *name, const char *text)
{
	struct tpl_name *n = add_name(d, name, TPL_TEXT, 0);
	assert(strlen(text) < sizeof n->text);
	snprintf(n->text, sizeof n->text, "%s", text);
}

static void add_param(struct tpl_dict *d, const struct config *cfg,
		      const struct param *p)
{
	char text[16];

	switch (p->kind) {
	case PARAM_NUMBER:
		tpl_add_number(d, p->field, config_get(cfg, p));
		return;
	case PARAM_ADDRESS:
		snprintf(text, sizeof text, "32'h%08" PRIx32,
			 config_get(cfg, p));
		tpl_add_text(d, p->field, text);
		return;
	case PARAM_FLAG:
		tpl_add_flag(d, p->field, config_get(cfg, p) != 0);
		return;
	case PARAM_CHOICE:
		tpl_add_word(d, p->field, p->words, config_get(cfg, p));
		return;
	case PARAM_NAME:
		tpl_add_text(d, p->field, (const char *)cfg + p->offset);
		return;
	}
}

void tpl_dict_fill(struct tpl_dict *d, const struct config *cfg)
{
	const struct derive_row *row;
	struct derived values;

	derive(cfg, &values);
	for (unsigned i = 0; i < PARAM_COUNT; i++)
		add_param(d, cfg, param_row((enum param_id)i));
	for (size_t i = 0; (row = derive_row(i)); i++) {
		if (row->is_flag)
			tpl_add_flag(d, row->name, derive_get(&values, row));
		else
			tpl_add_number(d, row->name, derive_get(&values, row));
	}
}
