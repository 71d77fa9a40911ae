/* elf_file.h - numbers, sections and symbols of an ELF file
 * SPDX-License-Identifier: Apache-2.0
 *
 * Internal to the files of golden/ that read programs. The functions half and
 * word read numbers of the file. Their callers have checked that the bytes are
 * inside the file.
 */
#ifndef WW_GOLDEN_ELF_FILE_H
#define WW_GOLDEN_ELF_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "golden/bytes.h"
#include "golden/elf.h"

enum {
	SECTION_BYTES = 40,
	SYMBOL_BYTES = 16,
	SECTION_PROGBITS = 1,
	SECTION_SYMTAB = 2,
	SECTION_RELA = 4,
	SECTION_WRITE = 1, SECTION_ALLOC = 2, SECTION_EXEC = 4, /* flags */
	SYMBOL_NOTYPE = 0,
	SYMBOL_OBJECT = 1,
	SYMBOL_FUNC = 2
};

struct file {
	uint8_t *bytes;
	size_t size;
	char *why;
	size_t why_size;
};

/* Do N bytes at OFFSET lie in the file? */
static inline bool is_inside(const struct file *f, uint64_t offset, uint64_t n)
{
	return offset <= f->size && n <= f->size - offset;
}

static inline uint16_t half(const struct file *f, uint64_t offset)
{
	return bytes_u16(f->bytes + offset);
}

static inline uint32_t word(const struct file *f, uint64_t offset)
{
	return bytes_u32(f->bytes + offset);
}

/* The offset in the file of section header I, or 0 if there is none. */
static inline uint64_t section(const struct file *f, uint32_t i)
{
	uint64_t at = word(f, 32) + (uint64_t)i * SECTION_BYTES;

	if (word(f, 32) == 0 || half(f, 46) != SECTION_BYTES ||
	    i >= half(f, 48) || !is_inside(f, at, SECTION_BYTES))
		return 0;
	return at;
}

static inline bool section_inside(const struct file *f, uint64_t at)
{
	return is_inside(f, word(f, at + 16), word(f, at + 20));
}

/* The name at INDEX of the string table at header STRINGS, or NULL. */
static inline const char *name_at(const struct file *f, uint64_t strings,
			   uint32_t index)
{
	uint32_t size = word(f, strings + 20);
	const char *start = (const char *)f->bytes + word(f, strings + 16);

	if (index >= size || !memchr(start + index, '\0', size - index))
		return NULL;
	return start + index;
}

/* Is the symbol at AT a function, or a label in code? */
static inline bool is_code_symbol(const struct file *f, uint64_t at)
{
	unsigned type = f->bytes[at + 12] & 15u;
	uint64_t home = section(f, half(f, at + 14));

	return type == SYMBOL_FUNC || (type == SYMBOL_NOTYPE && home &&
				       (word(f, home + 8) & SECTION_EXEC));
}

/* Is the symbol at AT known in its file alone? */
static inline bool is_local_symbol(const struct file *f, uint64_t at)
{
	return f->bytes[at + 12] >> 4 == 0;
}

/* Is the symbol at AT a variable, or a label of data? */
static inline bool is_data_symbol(const struct file *f, uint64_t at)
{
	unsigned type = f->bytes[at + 12] & 15u;
	uint64_t home = section(f, half(f, at + 14));

	return type == SYMBOL_OBJECT || (type == SYMBOL_NOTYPE && home &&
					 !(word(f, home + 8) & SECTION_EXEC));
}

/* The offset of the header of the section named WANTED, or 0. */
static inline uint64_t find_section(const struct file *f, const char *wanted)
{
	uint64_t names = section(f, half(f, 50));
	const char *name;

	if (!names || !section_inside(f, names))
		return 0;
	for (uint32_t i = 0; i < half(f, 48); i++) {
		uint64_t at = section(f, i);

		name = at ? name_at(f, names, word(f, at)) : NULL;
		if (name && strcmp(name, wanted) == 0 && section_inside(f, at))
			return at;
	}
	return 0;
}

/* elf_notes.c: reads the notes of the program, whose symbol table has its
 * header at SYMBOLS (0: it has none). False: out of memory. */
bool elf_read_notes(struct file *f, uint64_t symbols, struct elf_image *image);
void elf_free_notes(struct elf_notes *notes);

#endif
