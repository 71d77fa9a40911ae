/* tpl_dict.c - the dictionary of the templates: parameters and derived values
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "gen/derive.h"
#include "gen/tpl.h"

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
