/* programs.h - small programs for the ideal core
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each function writes words to P and returns how many. Programs start at
 * 0x80000000 with warp 0, thread 0.
 */
#ifndef WW_TESTS_COSIM_PROGRAMS_H
#define WW_TESTS_COSIM_PROGRAMS_H

#include "tests/cosim/asm.h"

enum { PROGRAM_WORDS = 256, RAM = (int)0x80000000 };

/* x5 = all threads active, x6 = thread, x7 = warp; clobbers x5. */
static inline uint32_t *all_threads(uint32_t *p)
{
	*p++ = asm_csr(5, 0xFC0);
	*p++ = asm_r(ISA_TMC, 0, 5, 0);
	*p++ = asm_csr(6, 0xCC0);
	*p++ = asm_csr(7, 0xCC1);
	return p;
}

/* The other warps, if any, start at the word TARGET words further on with
 * their x9 set to 7; x8 counts them. */
static inline uint32_t *spawn_all(uint32_t *p, int32_t target)
{
	uint32_t *begin = p;

	*p++ = asm_u(ISA_AUIPC, 11, 0);
	*p++ = asm_i(ISA_ADDI, 11, 11, 4 * target);
	*p++ = asm_i(ISA_ADDI, 12, 0, 7);
	*p++ = asm_csr(8, 0xFC1);
	*p++ = asm_i(ISA_ADDI, 8, 8, -1);
	*p++ = asm_b(ISA_BEQ, 8, 0, 12);
	*p++ = asm_r(ISA_WSPAWN, 9, 11, 12);
	*p++ = asm_b(ISA_BEQ, 0, 0, -12);
	return begin + 8;
}

/* All of the machine: every record kind and every kind of instruction. Common
 * work of all warps, then a barrier, then the end. */
static inline uint32_t mix(uint32_t *p)
{
	uint32_t *begin = p;

	p = spawn_all(p, 8);
	p = all_threads(p);
	*p++ = asm_u(ISA_LUI, 20, 0x80002000);
	*p++ = asm_i(ISA_SLLI, 21, 7, 7);
	*p++ = asm_r(ISA_ADD, 20, 20, 21);      /* 128 bytes per warp */
	*p++ = asm_i(ISA_SLLI, 21, 6, 2);
	*p++ = asm_r(ISA_ADD, 21, 20, 21);      /* 4 bytes per thread */
	*p++ = asm_i(ISA_ADDI, 22, 6, -3);
	*p++ = asm_s(ISA_SW, 22, 0, 21);
	*p++ = asm_i(ISA_LW, 23, 21, 0);
	*p++ = asm_r(ISA_ADD, 24, 23, 22);
	*p++ = asm_s(ISA_SH, 24, 2, 20);        /* all lanes, one place */
	*p++ = asm_i(ISA_LH, 25, 20, 2);
	*p++ = asm_s(ISA_SB, 6, 64, 20);
	*p++ = asm_i(ISA_LB, 26, 20, 64);
	*p++ = asm_i(ISA_LBU, 27, 21, 1);
	*p++ = asm_i(ISA_LHU, 27, 21, 0);
	*p++ = asm_0(ISA_FENCE);
	*p++ = asm_r(ISA_MUL, 28, 24, 6);
	*p++ = asm_r(ISA_DIVU, 28, 28, 24);
	*p++ = asm_csr(29, 0xB00);
	*p++ = asm_csr(29, 0xB02);
	*p++ = asm_csr(29, 0xB80);
	*p++ = asm_csr(29, 0xCC3);
	*p++ = asm_i(ISA_ANDI, 13, 6, 1);
	*p++ = asm_r(ISA_SPLIT, 0, 13, 0);      /* odd lanes, then even */
	*p++ = asm_i(ISA_ADDI, 14, 6, 100);
	*p++ = asm_r(ISA_ADD, 14, 14, 14);
	*p++ = asm_0(ISA_JOIN);
	*p++ = asm_i(ISA_ADDI, 15, 14, 1);
	*p++ = asm_r(ISA_SPLIT, 0, 0, 0);       /* uniform */
	*p++ = asm_0(ISA_JOIN);
	*p++ = asm_i(ISA_ADDI, 16, 0, 0);
	*p++ = asm_r(ISA_CLONE, 0, 16, 0);
	*p++ = asm_u(ISA_LUI, 17, 0xFFFFF000);
	*p++ = asm_i(ISA_ADDI, 18, 6, 'a');
	*p++ = asm_s(ISA_SW, 18, 0, 17);        /* console */
	*p++ = asm_csr(8, 0xFC1);
	*p++ = asm_i(ISA_ADDI, 10, 0, 1);
	*p++ = asm_r(ISA_BAR, 0, 10, 8);
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_0(ISA_FENCE_I);
	*p++ = asm_b(ISA_BNE, 7, 0, 8);
	*p++ = asm_0(ISA_EBREAK);
	*p++ = asm_r(ISA_TMC, 0, 0, 0);
	return (uint32_t)(p - begin);
}

/* Reads performance counters, of the core and of its parts, after work that
 * makes them count. */
static inline uint32_t counts(uint32_t *p)
{
	static const uint32_t csrs[] = {
		0xB03, 0xB0F, 0xB10, 0xB11, 0xB12, 0xB14, 0xB15, 0xB16, 0xB17,
		0xB0E, 0xB97, 0xC03, 0xC95, 0xB1B, 0xC0E
	};
	uint32_t *begin = p;

	p = spawn_all(p, 8);
	p = all_threads(p);
	*p++ = asm_u(ISA_LUI, 20, 0x80002000);
	*p++ = asm_i(ISA_SLLI, 21, 6, 4);
	*p++ = asm_r(ISA_ADD, 20, 20, 21);      /* one request per lane */
	*p++ = asm_i(ISA_ADDI, 21, 0, 3);
	*p++ = asm_s(ISA_SW, 6, 0, 20);
	*p++ = asm_i(ISA_LW, 22, 20, 0);
	*p++ = asm_i(ISA_ANDI, 13, 6, 1);
	*p++ = asm_r(ISA_SPLIT, 0, 13, 0);
	*p++ = asm_0(ISA_JOIN);
	*p++ = asm_i(ISA_ADDI, 21, 21, -1);
	*p++ = asm_b(ISA_BNE, 21, 0, -4 * 6);
	for (size_t i = 0; i < sizeof csrs / sizeof *csrs; i++)
		*p++ = asm_csr(29, csrs[i]);
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_b(ISA_BNE, 7, 0, 8);
	*p++ = asm_0(ISA_EBREAK);
	*p++ = asm_r(ISA_TMC, 0, 0, 0);
	return (uint32_t)(p - begin);
}

/* Shared memory: own words, conflicts, one byte for all lanes, and lanes that
 * go to RAM while others do not. */
static inline uint32_t shared(uint32_t *p)
{
	uint32_t *begin = p;

	p = spawn_all(p, 8);
	p = all_threads(p);
	*p++ = asm_u(ISA_LUI, 20, 0xFF000000);
	*p++ = asm_i(ISA_SLLI, 21, 7, 7);
	*p++ = asm_r(ISA_ADD, 20, 20, 21);
	*p++ = asm_i(ISA_SLLI, 22, 6, 2);
	*p++ = asm_r(ISA_ADD, 22, 20, 22);      /* a word per thread */
	*p++ = asm_i(ISA_SLLI, 24, 6, 4);
	*p++ = asm_r(ISA_ADD, 24, 20, 24);      /* four words per thread */
	*p++ = asm_i(ISA_ADDI, 28, 6, 0x181);
	*p++ = asm_s(ISA_SW, 28, 0, 22);
	*p++ = asm_i(ISA_LW, 23, 22, 0);
	*p++ = asm_s(ISA_SH, 23, 2, 24);
	*p++ = asm_i(ISA_LH, 25, 24, 2);
	*p++ = asm_s(ISA_SB, 6, 3, 20);
	*p++ = asm_i(ISA_LBU, 26, 20, 3);
	*p++ = asm_u(ISA_LUI, 14, 0x80002000);
	*p++ = asm_r(ISA_XOR, 14, 14, 20);
	*p++ = asm_i(ISA_ANDI, 13, 6, 1);
	*p++ = asm_r(ISA_MUL, 14, 14, 13);
	*p++ = asm_r(ISA_XOR, 14, 14, 22);      /* odd lanes in RAM */
	*p++ = asm_s(ISA_SW, 28, 64, 14);
	*p++ = asm_i(ISA_LW, 27, 14, 64);
	*p++ = asm_csr(8, 0xFC1);
	*p++ = asm_i(ISA_ADDI, 10, 0, 1);
	*p++ = asm_r(ISA_BAR, 0, 10, 8);
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_0(ISA_EBREAK);
	return (uint32_t)(p - begin);
}

/* More lines than a small cache has, written, flushed in every way, read. */
static inline uint32_t flushes(uint32_t *p)
{
	uint32_t *begin = p;

	p = spawn_all(p, 8);
	p = all_threads(p);
	*p++ = asm_u(ISA_LUI, 20, 0x80003000);
	*p++ = asm_i(ISA_SLLI, 21, 7, 9);
	*p++ = asm_r(ISA_ADD, 20, 20, 21);
	*p++ = asm_i(ISA_SLLI, 21, 6, 4);
	*p++ = asm_r(ISA_ADD, 20, 20, 21);
	*p++ = asm_i(ISA_ADDI, 22, 0, 3);
	*p++ = asm_s(ISA_SW, 22, 0, 20);
	*p++ = asm_s(ISA_SH, 22, 66, 20);
	*p++ = asm_s(ISA_SB, 22, 129, 20);
	*p++ = asm_i(ISA_LW, 23, 20, 64);
	*p++ = asm_r(ISA_CSRRW, 0, 22, 0) | 0x7C0u << 20; /* 3, 2, 1 */
	*p++ = asm_i(ISA_LW, 24, 20, 0);
	*p++ = asm_r(ISA_ADD, 24, 24, 23);
	*p++ = asm_s(ISA_SW, 24, 192, 20);
	*p++ = asm_0(ISA_FENCE_I);
	*p++ = asm_i(ISA_LW, 25, 20, 128);
	*p++ = asm_i(ISA_ADDI, 22, 22, -1);
	*p++ = asm_b(ISA_BNE, 22, 0, -4 * 11);
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_0(ISA_EBREAK);
	return (uint32_t)(p - begin);
}

/* Without a race: each warp writes what the one before it reads after a
 * barrier, in RAM at x20 and, a page further on, bytes between those of
 * others. */
static inline uint32_t passes(uint32_t *p)
{
	uint32_t *begin = p;

	p = spawn_all(p, 8);
	p = all_threads(p);
	*p++ = asm_u(ISA_LUI, 20, 0x80002000);
	*p++ = asm_i(ISA_ADDI, 21, 0, 6);
	*p++ = asm_csr(8, 0xFC1);
	*p++ = asm_i(ISA_ADDI, 16, 8, -1);
	*p++ = asm_r(ISA_ADD, 17, 7, 21);       /* whose words now */
	*p++ = asm_r(ISA_AND, 17, 17, 16);
	*p++ = asm_i(ISA_SLLI, 18, 17, 7);
	*p++ = asm_i(ISA_SLLI, 19, 6, 2);
	*p++ = asm_r(ISA_ADD, 18, 18, 19);
	*p++ = asm_r(ISA_ADD, 18, 18, 20);
	*p++ = asm_i(ISA_LW, 22, 18, 0);
	*p++ = asm_i(ISA_ADDI, 22, 22, 77);
	*p++ = asm_s(ISA_SW, 22, 0, 18);
	*p++ = asm_u(ISA_LUI, 19, 0x1000);
	*p++ = asm_r(ISA_ADD, 19, 19, 20);
	*p++ = asm_r(ISA_ADD, 19, 19, 17);
	*p++ = asm_s(ISA_SB, 22, 0, 19);        /* false sharing */
	*p++ = asm_i(ISA_ADDI, 10, 0, 1);
	*p++ = asm_r(ISA_BAR, 0, 10, 8);
	*p++ = asm_i(ISA_LBU, 23, 19, 0);
	*p++ = asm_i(ISA_ADDI, 21, 21, -1);
	*p++ = asm_b(ISA_BNE, 21, 0, -4 * 17);
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_0(ISA_EBREAK);
	return (uint32_t)(p - begin);
}

/* Warp 0 produces words and says so by a flag in another line; the others spin
 * on it and then read the words. */
static inline uint32_t produces(uint32_t *p)
{
	uint32_t *begin = p;

	p = spawn_all(p, 8);
	p = all_threads(p);
	*p++ = asm_u(ISA_LUI, 20, 0x80002000);
	*p++ = asm_i(ISA_SLLI, 21, 6, 2);
	*p++ = asm_r(ISA_ADD, 21, 20, 21);
	*p++ = asm_i(ISA_ADDI, 22, 0, 5);       /* round */
	*p++ = asm_b(ISA_BNE, 7, 0, 4 * 8);
	*p++ = asm_s(ISA_SW, 22, 256, 21);
	*p++ = asm_s(ISA_SH, 22, 512, 21);
	*p++ = asm_0(ISA_FENCE);
	*p++ = asm_s(ISA_SW, 22, 0, 20);
	*p++ = asm_i(ISA_ADDI, 22, 22, -1);
	*p++ = asm_b(ISA_BNE, 22, 0, -4 * 5);
	*p++ = asm_b(ISA_BEQ, 0, 0, 4 * 6);
	*p++ = asm_i(ISA_LW, 23, 20, 0);
	*p++ = asm_b(ISA_BEQ, 23, 0, -4);
	*p++ = asm_0(ISA_FENCE);
	*p++ = asm_i(ISA_LW, 24, 21, 256);
	*p++ = asm_i(ISA_LHU, 25, 21, 512);
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_0(ISA_EBREAK);
	return (uint32_t)(p - begin);
}

/* All warps and lanes store to the same words and load them, no order. */
static inline uint32_t races(uint32_t *p)
{
	uint32_t *begin = p;

	p = spawn_all(p, 8);
	p = all_threads(p);
	*p++ = asm_u(ISA_LUI, 20, 0x80002000);
	*p++ = asm_i(ISA_ADDI, 21, 0, 20);
	for (int i = 0; i < 3; i++) {
		*p++ = asm_r(ISA_ADD, 22, 7, 21);
		*p++ = asm_s(ISA_SW, 22, 4 * i, 20);
		*p++ = asm_i(ISA_LW, 23, 20, 4 * i);
		*p++ = asm_s(ISA_SB, 6, 4 * i + 1, 20);
		*p++ = asm_i(ISA_LHU, 24, 20, 4 * i);
		*p++ = asm_s(ISA_SH, 24, 16, 20);
	}
	*p++ = asm_i(ISA_ADDI, 21, 21, -1);
	*p++ = asm_b(ISA_BNE, 21, 0, -4 * 19);
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_0(ISA_EBREAK);
	return (uint32_t)(p - begin);
}

/* All warps and lanes update the same words, reserve them, store beside and
 * among that; BASE: of memory. */
static inline uint32_t update_at(uint32_t *p, uint32_t base)
{
	static const enum isa_op ops[] = {
		ISA_AMOADD_W, ISA_AMOMAXU_W, ISA_AMOCAS_W, ISA_AMOSWAP_W,
		ISA_AMOMIN_W
	};
	uint32_t *begin = p;

	p = spawn_all(p, 8);
	p = all_threads(p);
	*p++ = asm_u(ISA_LUI, 20, base);
	*p++ = asm_i(ISA_ANDI, 19, 6, 1);
	*p++ = asm_i(ISA_SLLI, 19, 19, 2);
	*p++ = asm_r(ISA_ADD, 19, 19, 20);      /* one of two words */
	*p++ = asm_i(ISA_ADDI, 21, 0, 6);
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		*p++ = asm_r(ISA_ADD, 22, 7, 21);
		*p++ = asm_r(ops[i], 23, i % 2 ? 19 : 20, 22);
		*p++ = asm_r(ISA_LR_W, 24, 19, 0) | (i & 1) << 26;
		*p++ = asm_r(ops[i], 0, 20, 6) | (i & 3) << 25;
		*p++ = asm_r(ISA_SC_W, 25, 19, 23) | (i & 1) << 25;
		*p++ = asm_s(ISA_SW, 25, 0, 20);
		*p++ = asm_i(ISA_LW, 26, 19, 0);
	}
	*p++ = asm_i(ISA_ADDI, 21, 21, -1);
	*p++ = asm_b(ISA_BNE, 21, 0, -4 * 36);
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_0(ISA_EBREAK);
	return (uint32_t)(p - begin);
}

static inline uint32_t updates(uint32_t *p)
{
	return update_at(p, 0x80002000);
}

static inline uint32_t shared_updates(uint32_t *p)
{
	return update_at(p, 0xFF000000);
}

/* A store, and more than 256 instructions without memory. */
static inline uint32_t idles(uint32_t *p)
{
	uint32_t *begin = p;

	*p++ = asm_u(ISA_LUI, 5, 0x80002000);
	*p++ = asm_s(ISA_SW, 5, 0, 5);
	*p++ = asm_i(ISA_ADDI, 20, 0, 150);
	*p++ = asm_i(ISA_XORI, 0, 20, 1);
	*p++ = asm_i(ISA_ADDI, 20, 20, -1);
	*p++ = asm_b(ISA_BNE, 20, 0, -8);
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_0(ISA_EBREAK);
	return (uint32_t)(p - begin);
}

/* Overwrites the instruction that follows, without a fence.i and with one.
 * x10 counts what was executed; which of the two does not matter. */
static inline uint32_t modify(uint32_t *p)
{
	uint32_t *begin = p;

	*p++ = asm_u(ISA_AUIPC, 5, 0);
	*p++ = asm_i(ISA_LW, 6, 5, 4 * 5);
	*p++ = asm_i(ISA_ADDI, 9, 0, 20);
	*p++ = asm_u(ISA_LUI, 7, 0x00100000);   /* adds 1 to the immediate */
	*p++ = asm_s(ISA_SW, 6, 4 * 5, 5);
	*p++ = asm_i(ISA_ADDI, 10, 10, 1);      /* changes */
	*p++ = asm_r(ISA_ADD, 6, 6, 7);
	*p++ = asm_i(ISA_ADDI, 9, 9, -1);
	*p++ = asm_b(ISA_BNE, 9, 0, -16);
	*p++ = asm_0(ISA_FENCE_I);
	*p++ = asm_b(ISA_BEQ, 11, 0, 8);
	*p++ = asm_0(ISA_EBREAK);
	*p++ = asm_i(ISA_ADDI, 11, 0, 1);
	*p++ = asm_i(ISA_ADDI, 9, 0, 3);
	*p++ = asm_b(ISA_BEQ, 0, 0, -4 * 10);
	return (uint32_t)(p - begin);
}

/* Ends by a trap: a load from nowhere, after some harmless work. */
static inline uint32_t traps(uint32_t *p)
{
	uint32_t *begin = p;

	p = all_threads(p);
	*p++ = asm_i(ISA_ADDI, 10, 0, 3);
	*p++ = asm_r(ISA_ADD, 11, 10, 10);
	*p++ = asm_i(ISA_LW, 12, 10, 16);
	*p++ = asm_i(ISA_ADDI, 11, 0, 0);
	return (uint32_t)(p - begin);
}

/* Interrupts among divergence and accesses; each warp starts the ticks anew. */
static inline uint32_t ticks(uint32_t *p)
{
	uint32_t *begin = p;

	p = spawn_all(p, 8);
	p = all_threads(p);
	*p++ = asm_u(ISA_AUIPC, 11, 0);
	*p++ = asm_i(ISA_ADDI, 11, 11, 4 * 22);
	*p++ = asm_r(ISA_CSRRW, 0, 11, 0) | 0x305u << 20;
	*p++ = asm_i(ISA_ADDI, 12, 0, 8);
	*p++ = asm_r(ISA_CSRRW, 13, 12, 0) | 0x300u << 20;
	*p++ = asm_i(ISA_ADDI, 12, 0, 700);
	*p++ = asm_r(ISA_CSRRW, 0, 12, 0) | 0x7C1u << 20;
	*p++ = asm_u(ISA_LUI, 20, 0x80002000);
	*p++ = asm_i(ISA_ADDI, 9, 0, 40);
	*p++ = asm_i(ISA_ANDI, 14, 6, 1);
	*p++ = asm_r(ISA_SPLIT, 0, 14, 0);
	*p++ = asm_i(ISA_ADDI, 15, 15, 1);
	*p++ = asm_0(ISA_JOIN);
	*p++ = asm_s(ISA_SW, 15, 0, 20);
	*p++ = asm_i(ISA_LW, 17, 20, 4);
	*p++ = asm_i(ISA_ADDI, 18, 18, 1);
	*p++ = asm_i(ISA_ADDI, 19, 19, 1);
	*p++ = asm_i(ISA_ADDI, 9, 9, -1);
	*p++ = asm_b(ISA_BNE, 9, 0, -4 * 9);
	*p++ = asm_r(ISA_CSRRW, 0, 0, 0) | 0x300u << 20;
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_0(ISA_EBREAK);
	*p++ = asm_i(ISA_ADDI, 16, 16, 1);
	*p++ = asm_0(ISA_MRET);
	return (uint32_t)(p - begin);
}

/* Warp 0 ends the run, the others never do. */
static inline uint32_t exits(uint32_t *p)
{
	uint32_t *begin = p;

	p = spawn_all(p, 8);
	p = all_threads(p);
	*p++ = asm_i(ISA_ADDI, 9, 0, 30);
	*p++ = asm_i(ISA_ADDI, 9, 9, -1);
	*p++ = asm_b(ISA_BNE, 9, 7, -4);
	*p++ = asm_i(ISA_ADDI, 10, 6, 21);
	*p++ = asm_b(ISA_BNE, 7, 0, -4 * 3);
	*p++ = asm_r(ISA_CSRRW, 5, 10, 0) | 0x7C2u << 20;
	*p++ = asm_b(ISA_BEQ, 0, 0, 0);
	return (uint32_t)(p - begin);
}

/* Jumps out of RAM. */
static inline uint32_t leaves(uint32_t *p)
{
	*p++ = asm_i(ISA_ADDI, 10, 0, 64);
	*p++ = asm_i(ISA_JALR, 1, 10, 0);
	return 2;
}

/* One thread stores to a line that it has written back, forgets it, stores
 * beside that and perhaps loads. */
static inline uint32_t *again(uint32_t *p)
{
	*p++ = asm_u(ISA_LUI, 20, 0x80002000);
	*p++ = asm_i(ISA_ADDI, 5, 0, 11);
	*p++ = asm_s(ISA_SW, 5, 0, 20);
	*p++ = asm_0(ISA_FENCE_I);
	*p++ = asm_i(ISA_ADDI, 5, 0, 22);
	*p++ = asm_s(ISA_SW, 5, 0, 20);
	*p++ = asm_i(ISA_ADDI, 6, 0, 3);
	*p++ = asm_r(ISA_CSRRW, 0, 6, 0) | 0x7C0u << 20;
	*p++ = asm_s(ISA_SW, 5, 4, 20);
	return p;
}

static inline uint32_t stores_again(uint32_t *p)
{
	uint32_t *end = again(p);

	*end++ = asm_0(ISA_EBREAK);
	return (uint32_t)(end - p);
}

static inline uint32_t loads_again(uint32_t *p)
{
	uint32_t *end = again(p);

	*end++ = asm_i(ISA_LW, 7, 20, 0);
	*end++ = asm_0(ISA_EBREAK);
	return (uint32_t)(end - p);
}

/* Warp 0 alone stores to the page at 0x80004000, loads from it and runs on to
 * the page at 0x80001000; memory may refuse either. */
static inline uint32_t refused(uint32_t *p)
{
	uint32_t *begin = p;

	p = all_threads(p);
	*p++ = asm_u(ISA_LUI, 20, 0x80004000);
	*p++ = asm_i(ISA_SLLI, 21, 6, 2);
	*p++ = asm_r(ISA_ADD, 20, 20, 21);
	*p++ = asm_s(ISA_SW, 6, 64, 20);
	*p++ = asm_i(ISA_LW, 22, 20, 0);
	*p++ = asm_i(ISA_ADDI, 23, 0, 9);
	*p++ = asm_s(ISA_SW, 23, 128, 20);
	*p++ = asm_0(ISA_FENCE);
	*p++ = asm_u(ISA_LUI, 24, 0x80001000);
	*p++ = asm_i(ISA_JALR, 1, 24, 0);
	return (uint32_t)(p - begin);
}

/* Lanes that disagree on a branch. */
static inline uint32_t disagrees(uint32_t *p)
{
	uint32_t *begin = p;

	p = all_threads(p);
	*p++ = asm_b(ISA_BEQ, 6, 0, 8);
	*p++ = asm_i(ISA_ADDI, 6, 6, 1);
	*p++ = asm_i(ISA_ADDI, 10, 0, 0);
	*p++ = asm_0(ISA_EBREAK);
	return (uint32_t)(p - begin);
}

#endif
