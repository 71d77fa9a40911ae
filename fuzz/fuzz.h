/* fuzz.h - random SIMT programs: generate, write as assembly, shrink
 * SPDX-License-Identifier: Apache-2.0
 *
 * A program depends only on its options (seed, length, weights) and the
 * machine; it is the same on every host. It ends on every correct machine:
 * loops count down registers that no other code writes, every warp of a barrier
 * arrives at it, and a trap is the last action of a warp. The golden model
 * decides which results are correct.
 *
 * fuzz_generate and fuzz_copy allocate a program; the caller frees it with
 * fuzz_free. Functions never print, except fuzz_write to its stream.
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
	/* sections of code: the one at reset_pc, and others anywhere in RAM */
	FUZZ_SECTIONS = 9,
	/* bytes of the failing range: at least a cache line */
	FUZZ_FAILING = 256
};

/* The instructions that a program may contain. */
enum fuzz_class {
	FUZZ_ANY,
	/* no instruction whose result depends on time: no race, no interrupt,
	 * no clock; threads exchange data only across barriers */
	FUZZ_ORDERED,
	/* one thread and standard instructions alone: RV32IM, F or Zfinx, and
	 * A; no CSR but the floating-point ones; at its end it stores its
	 * registers */
	FUZZ_SCALAR
};

struct fuzz_options {
	enum fuzz_class class;
	uint64_t seed;
	/* approximate number of instructions of each warp */
	uint32_t length;
	uint32_t weight[FUZZ_KINDS];
	bool late_errors;       /* a store that fails may do so at the end */
	/* The code of the blocks of a launch, ordered. A core of the machine
	 * stands for a block: as many cores as the grid has blocks in x, the
	 * warps of a block, its shared memory. */
	bool blocks;
};

/* How the immediate of an instruction follows from the address of its target
 * item: pc-relative, or the operands of lui and addi. */
enum fuzz_reloc { FUZZ_PLAIN, FUZZ_RELATIVE, FUZZ_HIGH, FUZZ_LOW };

struct fuzz_item {
	enum isa_op op;         /* ISA_INVALID: IMM is the word */
	uint8_t rd, rs1, rs2;
	enum fuzz_reloc reloc;
	bool removed;           /* removed by fuzz_shrink */
	uint8_t section;        /* of code: 0..sections-1 */
	int32_t imm;
	/* index of an item, if reloc is not FUZZ_PLAIN */
	uint32_t target;
	const char *name;       /* label, or NULL */
};

/* Ranges of memory: BYTES (a power of two) at ADDR, and as many at each address
 * that differs from ADDR in exactly one bit of BITS. */
struct fuzz_window {
	uint32_t addr, bytes, bits;
};

enum { FUZZ_HALTING = 4 };

struct fuzz_program {
	struct fuzz_options options;
	struct machine machine;
	struct fuzz_item *items;
	size_t count, room;
	/* address of the table; the program's other data follow it */
	uint32_t data;
	uint32_t end;           /* end address of these data */
	/* the bus reports an error for accesses to FUZZ_FAILING bytes at
	 * FAILING */
	bool fails;
	uint32_t failing;
	uint32_t sections;
	/* their addresses; section 0 begins at reset_pc */
	uint32_t section[FUZZ_SECTIONS];
	bool alias;             /* accesses a word near RAM's end */
	bool constant;          /* accesses constant memory */
	struct fuzz_window far; /* data outside the program's own range */
	/* on several cores: index of FUZZ_HALTING items, removed at first, that
	 * halt the cores from the immediate of the second on; else 0 */
	size_t halting;
	uint32_t table[FUZZ_TABLE];
	bool no_table;          /* the table is left zero */
};

/* Name, description and default weight of a kind (fuzz/kinds.def). */
const char *fuzz_kind_name(enum fuzz_kind kind);
const char *fuzz_kind_doc(enum fuzz_kind kind);
uint32_t fuzz_kind_weight(enum fuzz_kind kind);

/* Generates the program of OPTIONS for MACHINE into *OUT; the caller frees it.
 * Returns 0; -1 if the host is out of memory; -2 if RAM from reset_pc on, or
 * what is there of it before constant memory, is too small for the program.
 * *NEEDED is then the number of bytes that would suffice. */
int fuzz_generate(const struct fuzz_options *options,
		  const struct machine *machine, struct fuzz_program **out,
		  uint32_t *needed);
/* A copy that the caller frees; NULL: out of memory. */
struct fuzz_program *fuzz_copy(const struct fuzz_program *p);
void fuzz_free(struct fuzz_program *p);

/* Bytes from the reset pc of M to the end of RAM, or to constant memory before
 * that: a program and its data lie there. 0: constant memory has the reset
 * pc. */
uint32_t fuzz_room(const struct machine *m);

/* Number of instructions that are not removed. */
size_t fuzz_size(const struct fuzz_program *p);
/* The addresses of all items and the end of section 0, which the caller frees;
 * NULL: out of memory. END, of FUZZ_SECTIONS, if not NULL, receives the end
 * addresses of the sections. */
uint32_t *fuzz_addresses(const struct fuzz_program *p, uint32_t *end);
/* Byte address, and encoded instruction, of ITEM. fuzz_word returns 0 if it is
 * out of memory. */
uint32_t fuzz_address(const struct fuzz_program *p, size_t item);
uint32_t fuzz_word(const struct fuzz_program *p, size_t item);

/* Writes the program into RAM, a zeroed image of the RAM that begins at
 * machine.ram_base. PART[0..FUZZ_SECTIONS-1] receives the address ranges of the
 * code and table, the one from reset_pc on first. Returns the number of ranges,
 * or -1: out of memory. */
struct fuzz_part {
	uint32_t addr, bytes;
};
int fuzz_place(const struct fuzz_program *p, uint8_t *ram,
	       struct fuzz_part *part);
/* Number of bytes from ram_base to the end of the last byte that the program
 * may access without a trap. */
uint32_t fuzz_reach(const struct fuzz_program *p);

/* Writes assembly to OUT, from which `ww-cc --bare` makes the same program;
 * HEAD becomes a comment. Returns 0, or -1: out of memory. The caller checks
 * OUT for write errors. */
int fuzz_write(FILE *out, const struct fuzz_program *p, const char *head);

/* Writes the lines of TEXT to OUT, each as a comment. */
void fuzz_comment(FILE *out, const char *text);

/* Number of bytes at the end of the data of a FUZZ_SCALAR program for M, into
 * which the program stores its registers. */
uint32_t fuzz_dump_bytes(const struct machine *m);

/* Writes the options of `ww-cc --bare` that place the sections of P, each
 * preceded by a space. Returns the length, as snprintf does. */
int fuzz_link(const struct fuzz_program *p, char *text, size_t size);

/* Removes and simplifies as many instructions of P as possible: first whole
 * cores, all barriers and all but one warp, and all of an opcode; of a program
 * of Ventus (vt_program.h) work-groups and warps. FAILS(ctx, p)
 * returns > 0 if P still fails in the same way, 0 if it does not, < 0 to
 * stop. */
void fuzz_shrink(struct fuzz_program *p,
		 int (*fails)(void *ctx, const struct fuzz_program *p),
		 void *ctx);

#endif
