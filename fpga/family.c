/* family.c - families of chips, their cells and the delays of these
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "fpga/family.h"

#include <fnmatch.h>
#include <stdbool.h>
#include <string.h>

const struct fpga_target fpga_targets[] = {
#define TARGET(family, name, device, hop, synth, map, resume, whole, apart, \
	doc) \
	{ family, name, device, hop, synth, map, resume, whole, apart, doc },
#include "fpga/targets.def"
#undef TARGET
};

const size_t fpga_target_count = sizeof fpga_targets / sizeof *fpga_targets;

static const struct {
	enum fpga_family family;
	const char *cell;
	enum fpga_class class;
	uint32_t count;
} cells[] = {
#define CELL(family, cell, class, count) { family, cell, class, count },
#include "fpga/cells.def"
#undef CELL
};

static const struct fpga_delay delays[] = {
#define DELAY(family, cell, from, to, when, ps) \
	{ family, cell, from, to, when, ps },
#define LOCAL(family, cell, pin)
#include "fpga/delays.def"
#undef DELAY
#undef LOCAL
};

static const struct {
	enum fpga_family family;
	const char *cell, *pin;
} locals[] = {
#define DELAY(family, cell, from, to, when, ps)
#define LOCAL(family, cell, pin) { family, cell, pin },
#include "fpga/delays.def"
#undef DELAY
#undef LOCAL
};

static bool is(const char *pattern, const char *text)
{
	return fnmatch(pattern, text, 0) == 0;
}

const struct fpga_target *fpga_target(const char *name)
{
	for (size_t i = 0; i < fpga_target_count; i++)
		if (strcmp(fpga_targets[i].name, name) == 0)
			return &fpga_targets[i];
	return NULL;
}

static void add_number(struct digest *d, uint32_t number)
{
	digest_add(d, &number, sizeof number);
}

void fpga_digest(const struct fpga_target *t, struct digest *d)
{
	digest_add_string(d, t->name);
	digest_add_string(d, t->device);
	digest_add_string(d, t->synth);
	digest_add_string(d, t->map);
	if (*t->map)
		digest_add_string(d, t->resume);
	digest_add_string(d, t->whole);
	digest_add_string(d, t->apart);
	add_number(d, t->hop);
	for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
		digest_add_string(d, cells[i].cell);
		add_number(d, cells[i].class);
		add_number(d, cells[i].count);
	}
	for (size_t i = 0; i < sizeof delays / sizeof *delays; i++) {
		digest_add_string(d, delays[i].cell);
		digest_add_string(d, delays[i].from);
		digest_add_string(d, delays[i].to);
		digest_add_string(d, delays[i].when);
		add_number(d, delays[i].ps);
	}
	for (size_t i = 0; i < sizeof locals / sizeof *locals; i++) {
		digest_add_string(d, locals[i].cell);
		digest_add_string(d, locals[i].pin);
	}
}

const char *fpga_class_name(enum fpga_class class)
{
	static const char *const names[FPGA_CLASSES] = {
		[LUT] = "LUT", [LUTRAM] = "LUTRAM", [FF] = "FF",
		[CARRY] = "carry",
		[BRAM] = "BRAM", [SPRAM] = "SPRAM", [DSP] = "DSP"
	};

	return names[class];
}

void fpga_classify(enum fpga_family family, const char *cell,
		   uint32_t counts[FPGA_CLASSES])
{
	memset(counts, 0, FPGA_CLASSES * sizeof *counts);
	for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
		if (cells[i].family == family && is(cells[i].cell, cell))
			counts[cells[i].class] += cells[i].count;
}

const struct fpga_delay *fpga_delay_next(enum fpga_family family,
					 const char *cell, size_t *next)
{
	while (*next < sizeof delays / sizeof *delays) {
		const struct fpga_delay *d = &delays[(*next)++];

		if (d->family == family && is(d->cell, cell))
			return d;
	}
	return NULL;
}

int fpga_is_local(enum fpga_family family, const char *cell, const char *pin)
{
	for (size_t i = 0; i < sizeof locals / sizeof *locals; i++)
		if (locals[i].family == family && is(locals[i].cell, cell) &&
		    is(locals[i].pin, pin))
			return 1;
	return 0;
}
