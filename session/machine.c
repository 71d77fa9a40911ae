/* machine.c - the golden machine of a configuration
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/machine.h"

#include <ctype.h>
#include <stdio.h>

#include "gen/derive.h"
#include "machine/arch.h"
#include "machine/march.h"
#include "session/cmd_status.h"

struct machine machine_from_config(const struct config *cfg)
{
	return (struct machine){
#define NUMBER(field, doc) .field = cfg->field,
#define FLAG(field, doc) .field = cfg->field,
#include "machine/machine.def"
#undef NUMBER
#undef FLAG
	};
}

struct shape shape_from_config(const struct config *c)
{
	struct derived derived, *const d = &derived;

	derive(c, d);
	return (struct shape){
#define NUMBER(field, value, doc) .field = (value),
#define FLAG(field, value, doc) .field = (value),
#define CACHE(name, line_of, back, hashed, banks, doc) \
		.name = { c->name##_size, c->line_of##_line, c->name##_ways, \
			  back, c->name##_mshrs, hashed, banks },
#include "machine/shape.def"
#include "machine/cache.def"
#undef NUMBER
#undef FLAG
	};
}

static bool holds(const struct elf_part *part, uint32_t addr)
{
	return addr - part->addr < part->bytes;
}

/* The address of the first data byte in local memory, BYTES from FIRST on; 0:
 * none. Threads would find the byte elsewhere, since local memory is
 * interleaved. Zero bytes are the same everywhere. A file without sections does
 * not tell code from data. */
static uint32_t misplaced(const struct elf_image *image, uint32_t first,
			  uint32_t bytes)
{
	size_t last = 0;

	if (!image->code_count)
		return 0;
	for (uint32_t at = first; at - first < bytes; at++) {
		if (!image->ram[at - image->ram_base] ||
		    holds(&image->code[last], at))
			continue;
		for (last = 0; last < image->code_count; last++)
			if (holds(&image->code[last], at))
				break;
		if (last == image->code_count)
			return at;
	}
	return 0;
}

/* Prints the settings, "isa.a = true and isa.f = f", or the names, "A and
 * F". */
static void put_lacks(const struct machine_lacks *l, bool settings)
{
	for (size_t i = 0; i < l->count; i++) {
		const struct machine_lack *lack = &l->list[i];

		fputs(!i ? "" : i + 1 < l->count ? ", " : " and ", stderr);
		if (settings)
			fputs(lack->setting, stderr);
		else
			fprintf(stderr, "%c%s", toupper(lack->name[0]),
				lack->name + 1);
	}
}

/* Keeps only the extensions that no machine has, if there are any. */
static bool keep_unknown(struct machine_lacks *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->count; i++)
		if (!l->list[i].setting)
			l->list[n++] = l->list[i];
	if (n)
		l->count = n;
	return n;
}

int machine_lacks_arch(const struct machine *m, const struct elf_image *image,
		       const char *program, const char *core, const char *to)
{
	struct machine_lacks l = machine_arch_lacks(m, image->arch);

	if (image->has_f && m->fp != CONFIG_fp_f)
		machine_lacks_add(&l, "f", "isa.f = f");
	if (!l.count)
		return 0;
	fprintf(stderr, "%s: error: compiled for ", program);
	if (keep_unknown(&l)) {
		put_lacks(&l, false);
		fputs(", which no core has", stderr);
	} else {
		put_lacks(&l, false);
		fprintf(stderr, ", which %s lacks: %s ", core, to);
		put_lacks(&l, true);
		fputs(", or", stderr);
	}
	fprintf(stderr, "%s compile it with -march=%s\n",
		l.list[0].setting ? "" : ":", machine_march(m).text);
	return CMD_REFUSED;
}

int machine_refuses(const struct config *cfg, const struct elf_image *image,
		    const char *program)
{
	const struct machine machine = machine_from_config(cfg);
	uint32_t window, bytes = golden_window(&machine, &window);
	uint32_t at = misplaced(image, window, bytes);

	if (cfg->dialect == CONFIG_dialect_ventus) {
		fprintf(stderr, "%s: error: the core has Ventus' instruction "
			"set (isa.dialect): it runs launches, NAME.metadata\n",
			program);
		return CMD_REFUSED;
	}
	if (at) {
		fprintf(stderr, "%s: error: data at 0x%08x, where local memory "
			"is (local.size, from 0x%08x on): its threads would "
			"find them elsewhere; link them below\n", program, at,
			window);
		return CMD_REFUSED;
	}
	return machine_lacks_arch(&machine, image, program, "this core", "set");
}
