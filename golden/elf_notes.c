/* elf_notes.c - what a program says of itself to those who look for errors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Malformed notes are left out.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "golden/elf_file.h"

enum { RELA_BYTES = 12, PCREL_HI20 = 23, HI20 = 26, GPREL_I = 47 };

static int by_word(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static bool read_names(const struct file *f, uint64_t start, uint32_t count,
		       uint64_t strings, struct elf_notes *n)
{
	n->names = calloc(count + 1u, sizeof *n->names);
	if (!n->names)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		uint64_t s = start + (uint64_t)i * SYMBOL_BYTES;
		const char *name = name_at(f, strings, word(f, s));
		struct elf_symbol *to = &n->names[n->name_count];

		if (half(f, s + 14) == 0 || !name || !*name)
			continue;
		to->addr = word(f, s + 4);
		to->size = word(f, s + 8);
		to->name = strdup(name);
		if (!to->name)
			return false;
		n->name_count++;
	}
	return true;
}

/* Adds the references of the relocations at AT to variables, of the COUNT
 * symbols at START. */
static bool add_refs(const struct file *f, uint64_t at, uint64_t start,
		     uint32_t count, struct elf_notes *n)
{
	uint32_t rows = word(f, at + 20) / RELA_BYTES;
	struct elf_ref *more;

	more = realloc(n->refs, (n->ref_count + rows + 1) * sizeof *more);
	if (!more)
		return false;
	n->refs = more;
	for (uint32_t i = 0; i < rows; i++) {
		uint64_t r = word(f, at + 16) + (uint64_t)i * RELA_BYTES;
		uint32_t type = word(f, r + 4) & 255;
		uint32_t number = word(f, r + 4) >> 8;
		uint64_t s = start + (uint64_t)number * SYMBOL_BYTES;

		if ((type == HI20 || type == PCREL_HI20 || type == GPREL_I) &&
		    number < count && is_data_symbol(f, s) && word(f, s + 8))
			n->refs[n->ref_count++] = (struct elf_ref){
				word(f, r), word(f, s + 4)
			};
	}
	return true;
}

static bool read_refs(const struct file *f, uint64_t start, uint32_t count,
		      struct elf_notes *n)
{
	for (uint32_t i = 0; i < half(f, 48); i++) {
		uint64_t at = section(f, i);
		uint64_t home = at ? section(f, word(f, at + 28)) : 0;

		if (at && word(f, at + 4) == SECTION_RELA && home &&
		    word(f, home + 8) & SECTION_EXEC && section_inside(f, at) &&
		    !add_refs(f, at, start, count, n))
			return false;
	}
	if (n->ref_count)
		qsort(n->refs, n->ref_count, sizeof *n->refs, by_word);
	return true;
}

static bool read_volatiles(const struct file *f, struct elf_notes *n)
{
	uint64_t at = find_section(f, ".debug_ww_volatile");
	uint32_t count = at ? word(f, at + 20) / 4 : 0;

	if (!count)
		return true;
	n->volatiles = malloc(count * sizeof *n->volatiles);
	if (!n->volatiles)
		return false;
	for (uint32_t i = 0; i < count; i++)
		n->volatiles[i] = word(f, word(f, at + 16) + 4 * (uint64_t)i);
	n->volatile_count = count;
	qsort(n->volatiles, count, sizeof *n->volatiles, by_word);
	return true;
}

/* Adds the record at offset AT of the file, which has N bytes at most: a pc,
 * a number, and a name that fills words. Returns its bytes, 0 if it is none. */
static uint32_t add_array(const struct file *f, uint32_t at, uint32_t n,
			  struct elf_notes *to)
{
	const char *name = (const char *)f->bytes + at + 8;
	const char *end = n > 8 ? memchr(name, '\0', n - 8) : NULL;
	struct elf_array *l = &to->arrays[to->array_count];

	if (!end)
		return 0;
	*l = (struct elf_array){ word(f, at), word(f, at + 4), strdup(name) };
	to->array_count += l->name != NULL;
	return 8 + (((uint32_t)(end - name) + 4) & ~UINT32_C(3));
}

static bool read_arrays(const struct file *f, struct elf_notes *n)
{
	uint64_t at = find_section(f, ".debug_ww_notes");
	uint32_t bytes = at ? word(f, at + 20) : 0, record = 1;

	if (!bytes)
		return true;
	n->arrays = malloc((bytes / 12 + 1) * sizeof *n->arrays);
	if (!n->arrays)
		return false;
	for (uint32_t i = 0; record && i < bytes; i += record)
		record = add_array(f, word(f, at + 16) + i, bytes - i, n);
	qsort(n->arrays, n->array_count, sizeof *n->arrays, by_word);
	return true;
}

static bool read_constants(const struct file *f, struct elf_image *image)
{
	const uint32_t flags = SECTION_ALLOC | SECTION_WRITE | SECTION_EXEC;
	struct elf_notes *n = &image->notes;

	n->constants = malloc(half(f, 48) * sizeof *n->constants + 1);
	if (!n->constants)
		return false;
	for (uint32_t i = 0; i < half(f, 48); i++) {
		uint64_t at = section(f, i);
		uint32_t addr = at ? word(f, at + 12) : 0;
		uint32_t bytes = at ? word(f, at + 20) : 0;

		if (at && word(f, at + 4) == SECTION_PROGBITS &&
		    (word(f, at + 8) & flags) == SECTION_ALLOC &&
		    addr >= image->lowest && addr <= image->highest &&
		    bytes <= image->highest - addr)
			n->constants[n->constant_count++] =
				(struct elf_part){ addr, bytes };
	}
	return true;
}

bool elf_read_notes(struct file *f, uint64_t symbols, struct elf_image *image)
{
	uint64_t strings = symbols ? section(f, word(f, symbols + 24)) : 0;
	struct elf_notes *n = &image->notes;
	uint32_t start, count;

	if (!read_constants(f, image) || !read_volatiles(f, n) ||
	    !read_arrays(f, n))
		return false;
	if (!strings || !section_inside(f, symbols) ||
	    !section_inside(f, strings))
		return true;
	start = word(f, symbols + 16);
	count = word(f, symbols + 20) / SYMBOL_BYTES;
	return read_names(f, start, count, strings, n) &&
	       read_refs(f, start, count, n);
}

void elf_free_notes(struct elf_notes *notes)
{
	for (size_t i = 0; i < notes->name_count; i++)
		free(notes->names[i].name);
	for (size_t i = 0; i < notes->array_count; i++)
		free(notes->arrays[i].name);
	free(notes->arrays);
	free(notes->names);
	free(notes->constants);
	free(notes->refs);
	free(notes->volatiles);
}

bool elf_value(const struct elf_image *image, const char *name, uint32_t *value)
{
	const struct elf_notes *n = &image->notes;

	for (size_t i = 0; i < n->name_count; i++)
		if (strcmp(n->names[i].name, name) == 0) {
			*value = n->names[i].addr;
			return true;
		}
	return false;
}

uint32_t elf_ref_at(const struct elf_image *image, uint32_t pc)
{
	const struct elf_notes *n = &image->notes;
	const struct elf_ref *r = n->ref_count ?
		bsearch(&pc, n->refs, n->ref_count, sizeof *r, by_word) : NULL;

	return r ? r->addr : 0;
}

const struct elf_array *elf_array_at(const struct elf_image *image, uint32_t pc)
{
	const struct elf_notes *n = &image->notes;

	return n->array_count ? bsearch(&pc, n->arrays, n->array_count,
					sizeof *n->arrays, by_word) : NULL;
}

bool elf_is_volatile(const struct elf_image *image, uint32_t pc)
{
	const struct elf_notes *n = &image->notes;

	return n->volatile_count && bsearch(&pc, n->volatiles,
					    n->volatile_count, sizeof pc,
					    by_word);
}
