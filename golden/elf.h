/* elf.h - load a statically linked RV32 ELF executable into a memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every offset, size and address of the file is checked before use; a malformed
 * file is refused with a reason and nothing is written. Segments go to their
 * physical address. A malformed symbol table costs symbols, not the program.
 */
#ifndef WW_GOLDEN_ELF_H
#define WW_GOLDEN_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "golden/lines.h"

struct elf_image {
	uint32_t entry;
	uint8_t *ram; /* ram_size bytes, zero where nothing was loaded; owned */
	uint32_t ram_base, ram_size;
	uint32_t lowest, highest; /* loaded range: [lowest, highest) */
	/* What was loaded, sorted; all else of RAM is zero. Owned. */
	struct elf_part { uint32_t addr, bytes; } *parts;
	size_t part_count;
	/* Sections of instructions, each in RAM; owned. */
	struct elf_part *code;
	size_t code_count;
	/* Function symbols for reports, sorted by address; owned. */
	struct elf_symbol { uint32_t addr, size; char *name; } *symbols;
	size_t symbol_count;
	struct elf_symbol *variables; /* unsorted; owned */
	size_t variable_count;
	struct lines lines;     /* of the sources, if compiled with -g; owned */
	/* Bytes of stack that the runtime gives to a thread, and from one to
	 * the next; 0 without it. */
	uint32_t stack_bytes, stack_stride;
	/* The RAM that sw/link.ld was told of; a size of 0 if it was not
	 * used. */
	uint32_t linked_base, linked_size;
	/* What it was compiled for, as its attributes say: "rv32i2p1_m2p0";
	 * NULL if they do not. Owned. */
	char *arch;
	bool has_f;             /* functions take floats in registers f */
};

/* Reads PATH. On success 0 and *OUT is filled (release with elf_free). Else -1
 * and WHY (size WHY_SIZE) says what is wrong and what would be right, without
 * the path. */
int elf_load(const char *path, uint32_t ram_base, uint32_t ram_size,
	     struct elf_image *out, char *why, size_t why_size);
void elf_free(struct elf_image *image);

/* The symbol that contains ADDR, or NULL. One without size (a label in
 * assembly) reaches to the next symbol. */
const struct elf_symbol *elf_symbol_at(const struct elf_image *image,
				       uint32_t addr);
/* The variable, or label of data, NAME, or NULL. */
const struct elf_symbol *elf_variable(const struct elf_image *image,
				      const char *name);

#endif
