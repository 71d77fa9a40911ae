/* fuzz.h - random SIMT programs: make them, write them down, make them smaller
 * SPDX-License-Identifier: Apache-2.0
 *
 * A program follows from a seed, a machine and a few options alone and is the
 * same everywhere. It ends on every correct machine: loops count down registers
 * that nothing else writes, all warps of a barrier come to it, and a trap is
 * the last thing a warp does. What it computes is left to the golden model.
 * Functions never print; those that allocate say so.
 */
#ifndef WW_FUZZ_FUZZ_H
#define WW_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "isa/isa.h"
#include "machine/machine.h"

enum fuzz_kind {
#define KIND(id, name, weight, doc) FUZZ_##id,
#include "fuzz/kinds.def"
#undef KIND
	FUZZ_KINDS
};

enum {
	FUZZ_TABLE = 64, FUZZ_LONGEST = 5000, FUZZ_MOST_WEIGHT = 1000,
	/* of code: the one at reset_pc, and some anywhere in RAM */
	FUZZ_SECTIONS = 9,
	FUZZ_FAILING = 256      /* bytes, a line whatever the cache */
};

/* What a program may do. */
enum fuzz_class {
	FUZZ_ANY,
	/* nothing that depends on time: no race, no interrupt, no clock; what
	 * threads exchange goes through barriers */
	FUZZ_ORDERED,
	/* RV32IM and Zfinx, no other CSRs, one thread; it ends with its
	 * registers in memory */
	FUZZ_SCALAR
};

struct fuzz_options {
	enum fuzz_class class;
	uint64_t seed;
	uint32_t length;        /* instructions of a warp's own code, about */
	uint32_t weight[FUZZ_KINDS];
};

/* How the immediate of an instruction follows from where another one is. */
enum fuzz_reloc { FUZZ_PLAIN, FUZZ_RELATIVE, FUZZ_HIGH, FUZZ_LOW };

struct fuzz_item {
	enum isa_op op;         /* ISA_INVALID: the word IMM */
	uint8_t rd, rs1, rs2;
	enum fuzz_reloc reloc;
	bool gone;              /* taken out: the next one has its place */
	uint8_t section;        /* it stands behind the one before in there */
	int32_t imm;
	uint32_t target;        /* an item, if there is a reloc */
	const char *name;       /* what begins here, or NULL */
};

/* BYTES (a power of two) at ADDR, and the same at each address that differs
 * from it in one of BITS alone. */
struct fuzz_window {
	uint32_t addr, bytes, bits;
};

struct fuzz_program {
	struct fuzz_options options;
	struct machine machine;
	struct fuzz_item *items;
	size_t count, room;
	/* address of the table; more memory behind it */
	uint32_t data;
	uint32_t end;           /* of that */
	/* accesses of FUZZ_FAILING bytes at FAILING do, and it knows */
	bool fails;
	uint32_t failing;
	uint32_t sections;
	/* where they begin, the first at reset_pc */
	uint32_t section[FUZZ_SECTIONS];
	struct fuzz_window far; /* memory elsewhere */
	uint32_t table[FUZZ_TABLE];
	bool no_table;          /* all zero */
};

/* Name and meaning of a kind, and its usual weight. */
const char *fuzz_kind_name(enum fuzz_kind kind);
const char *fuzz_kind_doc(enum fuzz_kind kind);
uint32_t fuzz_kind_weight(enum fuzz_kind kind);

/* Makes the program of OPTIONS for MACHINE. 0, and *OUT is to be freed; -1 if
 * there is not enough memory here; -2 if RAM behind reset_pc is too small
 * there, for which *NEEDED bytes would do. */
int fuzz_generate(const struct fuzz_options *options,
		  const struct machine *machine, struct fuzz_program **out,
		  uint32_t *needed);
/* NULL: no memory */
struct fuzz_program *fuzz_copy(const struct fuzz_program *p);
void fuzz_free(struct fuzz_program *p);

/* Instructions that are not gone. */
size_t fuzz_size(const struct fuzz_program *p);
/* Address and word of an item. */
uint32_t fuzz_address(const struct fuzz_program *p, size_t item);
uint32_t fuzz_word(const struct fuzz_program *p, size_t item);

/* Writes the program into RAM, which begins at machine.ram_base and was zero;
 * PART says what was written, the part from reset_pc on first. How many, up to
 * FUZZ_SECTIONS, or -1: no memory here. */
struct fuzz_part {
	uint32_t addr, bytes;
};
int fuzz_place(const struct fuzz_program *p, uint8_t *ram,
	       struct fuzz_part *part);
/* Behind the last byte of RAM that it may access without a trap, from ram_base
 * on. */
uint32_t fuzz_reach(const struct fuzz_program *p);

/* Assembly that `ww-cc --bare` makes the same program of, with HEAD as a
 * comment. 0, or -1: no memory here; errors of OUT stay with OUT. */
int fuzz_write(FILE *out, const struct fuzz_program *p, const char *head);

/* Bytes at the end of the data of a FUZZ_SCALAR program of M to which it stores
 * its registers. */
uint32_t fuzz_dump_bytes(const struct machine *m);

/* Options for `ww-cc --bare` that put its sections where they belong: each
 * begins with a space. The length, as of snprintf. */
int fuzz_link(const struct fuzz_program *p, char *text, size_t size);

/* Takes out and simplifies as many instructions as possible while FAILS(ctx, p)
 * says that it still fails in the same way: > 0 it does, 0 it does not, < 0
 * stop. */
void fuzz_shrink(struct fuzz_program *p,
		 int (*fails)(void *ctx, const struct fuzz_program *p),
		 void *ctx);

#endif
