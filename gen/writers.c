/* writers.c - writes the small text files of an emitted tree
 * SPDX-License-Identifier: Apache-2.0
 */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "gen/manifest.h"

static uint32_t cksum_byte(uint32_t crc, uint32_t byte)
{
	crc ^= byte << 24;
	for (int i = 0; i < 8; i++)
		crc = crc << 1 ^ (crc >> 31 ? UINT32_C(0x04c11db7) : 0);
	return crc;
}

uint32_t writers_cksum(const char *text, size_t n)
{
	uint32_t crc = 0;
	for (size_t i = 0; i < n; i++)
		crc = cksum_byte(crc, (unsigned char)text[i]);
	for (; n; n >>= 8)
		crc = cksum_byte(crc, n & 0xff);
	return ~crc;
}

void write_config(struct tpl_out *out, const struct tree *tree)
{
	tpl_printf(out, "# config.toml - complete configuration of %s\n\n",
		   tree->top);
	config_write_toml(tree->cfg, out);
}

/* Must be the last row of the manifest: all other texts exist then. */
void write_manifest(struct tpl_out *out, const struct tree *tree)
{
	tpl_printf(out, "%s\n", MANIFEST_MAGIC);
	for (size_t i = 0; i < tree->count; i++) {
		const struct tree_file *f = &tree->files[i];
		if (&f->text != out)
			tpl_printf(out, "%" PRIu32 " %zu %s\n",
				   writers_cksum(f->text.text,
						 f->text.length),
				   f->text.length, f->name);
	}
}

static void upper(char *out, const char *a, const char *b, const char *c)
{
	const char *const parts[] = { "WW_", a, "_", b, c ? "_" : "", c };
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		for (const char *p = parts[i]; p && *p; p++)
			*out++ = *p == '-' ?
				'_' : (char)toupper((unsigned char)*p);
	*out = '\0';
}

static void define_choice(struct tpl_out *out, const struct config *cfg,
			  const struct param *p)
{
	char name[80];
	for (uint32_t i = 0; p->words[i]; i++) {
		upper(name, p->section, p->key, p->words[i]);
		tpl_printf(out, "#define %s %d\n", name,
			   config_get(cfg, p) == i);
	}
}

static void define(struct tpl_out *out, const struct config *cfg,
		   const struct param *p)
{
	char name[80], value[64];

	tpl_printf(out, "\n/* %s */\n", p->doc);
	if (p->kind == PARAM_CHOICE) {
		define_choice(out, cfg, p);
		return;
	}
	upper(name, p->section, p->key, NULL);
	config_text(cfg, p, value, sizeof value);
	if (p->kind == PARAM_FLAG)
		strcpy(value, config_get(cfg, p) ? "1" : "0");
	tpl_printf(out, "#define %s %s\n", name, value);
}

void write_march(struct tpl_out *out, const struct config *cfg)
{
	tpl_printf(out, "rv32i");
#define MARCH(flag, parameter, value, letters) \
	if (cfg->flag) \
		tpl_printf(out, "%s", letters);
#define PART(id, name, flag, parameter, value, letters) \
	MARCH(flag, parameter, value, letters)
#define EXT(id, name, flag, key, on, letters, doc) \
	MARCH(flag, key, "true", letters)
#include "isa/exts.def"
}

void write_header(struct tpl_out *out, const struct tree *tree)
{
	struct derived d;

	derive(tree->cfg, &d);
	tpl_printf(out, "/* warpwright_config.h - the configuration of %s, for "
		   "C and assembly\n"
		   " * SPDX-License-Identifier: Apache-2.0\n */\n"
		   "#ifndef WARPWRIGHT_CONFIG_H\n"
		   "#define WARPWRIGHT_CONFIG_H\n", tree->top);
	for (unsigned i = 0; i < PARAM_COUNT; i++)
		define(out, tree->cfg, param_row((enum param_id)i));
	tpl_printf(out, "\n/* physical lanes, never 0 */\n"
		   "#define WW_LANES %" PRIu32 "\n\n"
		   "/* behind the -march= of ww-cc */\n"
		   "#define WW_MARCH \"", d.lanes);
	write_march(out, tree->cfg);
	tpl_printf(out, "\"\n\n#endif\n");
}
