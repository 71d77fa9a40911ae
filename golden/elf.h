/* elf.h - loads a statically linked RV32 ELF executable
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every offset, size and address of the file is checked before use. A malformed
 * file is refused with a reason. Segments go to their physical addresses. If
 * the symbol table or the line table is malformed, symbols or lines are
 * missing, but the program loads.
 */
#ifndef WW_GOLDEN_ELF_H
#define WW_GOLDEN_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "golden/lines.h"

/* LOCAL: of one file alone, such as a static function; others may have the same
 * name. */
struct elf_symbol { uint32_t addr, size; char *name; bool local; };

/* What a program says of itself to those who look for errors in it. All is
 * owned. */
struct elf_notes {
	/* Sections of the loaded range that are neither code nor written. */
	struct elf_part { uint32_t addr, bytes; } *constants;
	size_t constant_count;
	/* All symbols with a name, also those of the linker script. */
	struct elf_symbol *names;
	size_t name_count;
	/* Instructions that form the address of a variable, by pc: of a program
	 * that was linked with -q. */
	struct elf_ref { uint32_t pc, addr; } *refs;
	size_t ref_count;
	/* Instructions that note something of an array of COUNT bytes or
	 * elements, by pc: section .debug_ww_notes. NAME is owned. */
	struct elf_array { uint32_t pc, count; char *name; } *arrays;
	size_t array_count;
	/* The pcs of volatile accesses, sorted: section .debug_ww_volatile. */
	uint32_t *volatiles;
	size_t volatile_count;
};

struct elf_image {
	uint32_t entry;
	uint8_t *ram; /* ram_size bytes, zero where nothing was loaded; owned */
	uint32_t ram_base, ram_size;
	uint32_t lowest, highest; /* loaded range: [lowest, highest) */
	/* The loaded segments by address; the rest of RAM is zero. Owned. */
	struct elf_part *parts;
	size_t part_count;
	/* Sections of instructions in the loaded range; owned. */
	struct elf_part *code;
	size_t code_count;
	/* Functions, and labels of code, by address; owned. */
	struct elf_symbol *symbols;
	size_t symbol_count;
	/* And labels of data, and names of code whose address a symbol has;
	 * unsorted; owned. */
	struct elf_symbol *variables;
	size_t variable_count;
	struct lines lines;     /* line numbers of -g; owned */
	/* Marks of ww_profile.h by address: a region begins behind the
	 * instruction at ADDR, or with NAME "" one ends there. Owned. */
	struct elf_region { uint32_t addr; const char *name; } *regions;
	size_t region_count;
	char *region_text;      /* that NAME points into; owned */
	struct elf_notes notes;
	/* The runtime's stacks: bytes of a thread's stack, and bytes from one
	 * stack to the next. 0: the program does not use the runtime. */
	uint32_t stack_bytes, stack_stride;
	/* Address of ww_task (sw/spawn.S), to which x4 of the threads of
	 * ww_spawn points. 0: the program has none. */
	uint32_t spawn_task;
	/* The RAM that the program was linked for; size 0: not linked with
	 * sw/link.ld. */
	uint32_t linked_base, linked_size;
	/* The ISA string of the file's attributes, as "rv32i2p1_m2p0", and
	 * behind it, as "_xvote", the extensions for which ww-cc has defined a
	 * symbol __march_NAME; or NULL. Owned. */
	char *arch;
	bool has_f;             /* ABI: floats are passed in registers f */
};

/* Reads PATH into *OUT (release with elf_free) and returns 0. On failure
 * returns -1, leaves *OUT alone, and writes to WHY (WHY_SIZE bytes) the fault
 * and the remedy, without the path. RAM_SIZE is in bytes. */
int elf_load(const char *path, uint32_t ram_base, uint32_t ram_size,
	     struct elf_image *out, char *why, size_t why_size);
void elf_free(struct elf_image *image);

/* The symbol of code that contains ADDR, or NULL. A symbol without size (a
 * label in assembly) extends to the next symbol. */
const struct elf_symbol *elf_symbol_at(const struct elf_image *image,
				       uint32_t addr);
/* The NAME of the mark at ADDR, or NULL. */
const char *elf_region_at(const struct elf_image *image, uint32_t addr);
/* The variable or data label of that name, or the second name of code, or
 * NULL. Of several, one that is not local. */
const struct elf_symbol *elf_variable(const struct elf_image *image,
				      const char *name);
/* The code of that name, or what elf_variable finds, or NULL; a local one only
 * if there is no other. */
const struct elf_symbol *elf_named(const struct elf_image *image,
				   const char *name);
/* The value of the symbol NAME, of any kind; false if there is none. */
bool elf_value(const struct elf_image *image, const char *name,
	       uint32_t *value);
/* The address of the variable whose address the instruction at PC forms, or
 * 0. */
uint32_t elf_ref_at(const struct elf_image *image, uint32_t pc);
/* The array that the instruction at PC notes something of, or NULL. */
const struct elf_array *elf_array_at(const struct elf_image *image,
				     uint32_t pc);
/* Is the instruction at PC a volatile access, as far as the program says? */
bool elf_is_volatile(const struct elf_image *image, uint32_t pc);

#endif
