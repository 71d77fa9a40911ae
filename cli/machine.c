/* machine.c - the golden machine of a configuration, and a program in it
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/machine.h"

#include <inttypes.h>

void machine_from_config(const struct config *cfg, struct golden_config *out)
{
	*out = (struct golden_config){
		.warps = cfg->warps,
		.threads = cfg->threads,
		.stack_entries = cfg->stack,
		.barriers = cfg->barriers,
		.has_m = cfg->has_m,
		.reset_pc = cfg->reset_pc,
		.ram_base = cfg->ram_base,
		.ram_size = cfg->ram_size,
	};
}

void machine_place(const struct elf_image *image, uint32_t addr, char *buf,
		   size_t size)
{
	const struct elf_symbol *s = elf_symbol_at(image, addr);

	if (!s)
		snprintf(buf, size, "0x%08" PRIx32, addr);
	else if (s->addr == addr)
		snprintf(buf, size, "0x%08" PRIx32 " <%s>", addr, s->name);
	else
		snprintf(buf, size, "0x%08" PRIx32 " <%s+0x%" PRIx32 ">", addr,
			 s->name, addr - s->addr);
}

void machine_json_string(FILE *out, const char *s)
{
	putc('"', out);
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;
		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < 0x20 || c > 0x7E)
			fprintf(out, "\\u%04x", c);
		else
			putc(c, out);
	}
	putc('"', out);
}

/* TOML's hexadecimal numbers are strings in JSON; the rest is the same. */
static void json_value(FILE *out, const struct config *cfg,
		       const struct param *p)
{
	char text[80];

	config_text(cfg, p, text, sizeof text);
	if (p->kind == PARAM_ADDRESS)
		machine_json_string(out, text);
	else
		fputs(text, out);
}

void machine_json_config(FILE *out, const struct config *cfg)
{
	putc('{', out);
	for (int i = 0; i < PARAM_COUNT; i++) {
		const struct param *p = param_row((enum param_id)i);
		fprintf(out, "%s\n    \"%s\": ", i ? "," : "", p->path);
		json_value(out, cfg, p);
	}
	fputs("\n  }", out);
}
