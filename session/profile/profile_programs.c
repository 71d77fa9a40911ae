/* profile_programs.c - the programs of a profile, found by address
 * SPDX-License-Identifier: Apache-2.0
 *
 * A device may run many programs, and those that come later may lie where
 * others were. So a row has a program as well as a pc. A program that comes
 * back as it was has the rows that it had.
 */
#define _XOPEN_SOURCE 700
#include "session/profile/profile_state.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 8 };

static const struct elf_image none;

static uint64_t hash_on(uint64_t hash, const void *data, size_t n)
{
	const uint8_t *at = data;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ at[i]) * UINT64_C(1099511628211);
	return hash;
}

static uint64_t hash_of(const struct elf_image *i)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (size_t k = 0; k < i->part_count; k++) {
		hash = hash_on(hash, &i->parts[k], sizeof i->parts[k]);
		hash = hash_on(hash, i->ram + (i->parts[k].addr - i->ram_base),
			       i->parts[k].bytes);
	}
	return hash;
}

/* The next program, or NULL without memory. */
static struct profile_program *add(struct profile *p)
{
	uint32_t room = p->program_room ? 2 * p->program_room : FIRST;
	struct profile_program *more;

	if (p->program_count == p->program_room) {
		more = realloc(p->program, room * sizeof *more);
		if (!more)
			return NULL;
		p->program = more;
		p->program_room = room;
	}
	return &p->program[p->program_count++];
}

bool profile_load(struct profile *p, const struct elf_image *image)
{
	uint64_t hash = hash_of(image);
	struct profile_program *it;

	for (uint32_t i = 0; i < p->program_count; i++)
		if (!p->program[i].live && p->program[i].hash == hash) {
			p->program[i].live = true;
			return false;
		}
	it = add(p);
	if (!it || !profile_scopes_regions(&p->scopes, image)) {
		p->wrong = profile_no_memory;
		return false;
	}
	*it = (struct profile_program){
		.image = image, .hash = hash, .live = true
	};
	return true;
}

void profile_unload(struct profile *p, uint32_t addr)
{
	uint32_t program = profile_program_at(p, addr);

	if (program < p->program_count)
		p->program[program].live = false;
}

static bool has(const struct profile *p, uint32_t program, uint32_t pc)
{
	const struct profile_program *it = &p->program[program];

	return program < p->program_count && it->live &&
	       pc >= it->image->lowest && pc < it->image->highest;
}

uint32_t profile_program_at(struct profile *p, uint32_t pc)
{
	uint32_t i = p->program_count;

	if (has(p, p->last_program, pc))
		return p->last_program;
	while (i-- > 0)
		if (has(p, i, pc)) {
			p->last_program = i;
			return i;
		}
	return p->program_count == 1 ? 0 : UINT32_MAX;
}

const struct elf_image *profile_image(const struct profile *p, uint32_t program)
{
	return program < p->program_count ? p->program[program].image : &none;
}

void profile_source(struct profile *p, uint32_t addr, const char *name,
		    const char *text)
{
	uint32_t i = profile_program_at(p, addr);
	struct profile_program *it = &p->program[i];

	if (i >= p->program_count || it->text)
		return;
	it->name = strdup(name);
	it->text = strdup(text);
	if (!it->name || !it->text)
		p->wrong = profile_no_memory;
}

const char *profile_text(const struct profile *p, uint32_t program,
			 const char *file)
{
	const struct profile_program *it = &p->program[program];
	const char *slash = file ? strrchr(file, '/') : NULL;

	if (!file || program >= p->program_count || !it->text)
		return NULL;
	return strcmp(slash ? slash + 1 : file, it->name) ? NULL : it->text;
}

void profile_programs_free(struct profile *p)
{
	for (uint32_t i = 0; i < p->program_count; i++) {
		free(p->program[i].name);
		free(p->program[i].text);
	}
	free(p->program);
}
