/* json.c - pieces of the JSON results
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/json.h"

#include "cosim/explain/report.h"
#include "gen/gen.h"

enum { TEXT = 256 };

void json_quoted(FILE *out, const char *text)
{
	putc('"', out);
	for (; *text; text++) {
		unsigned char ch = (unsigned char)*text;

		if (ch == '"' || ch == '\\')
			fprintf(out, "\\%c", ch);
		else if (ch < 0x20 || ch >= 0x7F)
			fprintf(out, "\\u%04x", ch);
		else
			putc(ch, out);
	}
	putc('"', out);
}

void json_key(FILE *out, const char *name, const char *text)
{
	fprintf(out, ", \"%s\": ", name);
	json_quoted(out, text);
}

void json_place(FILE *out, const struct elf_image *image,
		const struct machine *m, uint32_t pc, uint32_t insn,
		uint32_t prefix)
{
	char text[TEXT];

	fprintf(out, ", \"pc\": %u, \"insn\": %u", pc, insn);
	golden_disasm(m, pc, insn, prefix, text, sizeof text);
	json_key(out, "disassembly", text);
	report_place(image, pc, text, sizeof text);
	json_key(out, "place", text);
}

void json_overflow(FILE *out, const struct elf_image *image,
		   const struct golden *g)
{
	const struct golden_overflow *o = golden_overflow(g);
	char text[TEXT];

	fprintf(out, ", \"core\": %u, \"warp\": %u, \"thread\": %u, "
		"\"sp\": %u, \"stack\": %u, \"bytes\": %u, \"pc\": %u",
		o->core, o->warp, o->lane, o->sp, o->low, image->stack_bytes,
		o->pc);
	report_place(image, o->pc, text, sizeof text);
	json_key(out, "place", text);
}

void json_config(FILE *out, const struct config *cfg)
{
	struct tpl_out toml = { NULL, 0, 0 };

	config_write_toml(cfg, &toml);
	json_quoted(out, toml.text ? toml.text : "");
	tpl_out_free(&toml);
}
