/* rig.h - a machine and a small assembler for the tests of golden/
 * SPDX-License-Identifier: Apache-2.0
 *
 * A rig is a machine of 64 KiB of RAM at RIG_BASE and a place where the next
 * instruction goes. Words are put together from the rows of isa/, which GNU as
 * and objdump arbitrate in tests/isa.
 */
#ifndef WW_TESTS_GOLDEN_RIG_H
#define WW_TESTS_GOLDEN_RIG_H

#include "golden/golden.h"
#include "tests/tap.h"

#define RIG_BASE UINT32_C(0x80000000)
#define RIG_SIZE UINT32_C(0x10000)
#define RIG_DATA (RIG_BASE + 0x8000)
#define RIG_CONSOLE UINT32_C(0xFFFFF000)

struct rig {
	struct golden *g;
	struct golden_core *core;
	uint32_t at;
	char text[256];         /* what the console got */
	size_t length;
};

/* The word of OP. CSR instructions take the CSR in IMM, with uimm in RS1; lui
 * and auipc all 32 bits of their value. */
static inline uint32_t enc(enum isa_op op, uint32_t rd, uint32_t rs1,
			   uint32_t rs2, uint32_t imm)
{
	return isa_encode(op, rd, rs1, rs2,
			  isa_insn(op)->format == ISA_FMT_U ? imm >> 12 : imm);
}

static inline void rig_put(void *ctx, uint8_t byte)
{
	struct rig *r = ctx;
	if (r->length < sizeof r->text - 1)
		r->text[r->length++] = (char)byte;
	r->text[r->length] = '\0';
}

static inline void rig_open_with(struct rig *r, const struct machine *cfg)
{
	int error;

	*r = (struct rig){ .at = RIG_BASE };
	error = golden_new(cfg, &r->g);
	if (error) {
		printf("Bail out! golden_new: %s\n", golden_strerror(error));
		exit(1);
	}
	r->core = golden_core(r->g, 0);
	golden_set_console(r->g, rig_put, r);
}

static inline struct machine rig_config(uint32_t warps, uint32_t threads)
{
	return (struct machine){ .cores = 1,
				       .warps = warps,
				       .threads = threads,
				       .stack = 4,
				       .barriers = 2,
#define EXT(id, name, flag, ...) .flag = true,
#include "isa/exts.def"
				       .reset_pc = RIG_BASE,
				       .ram_base = RIG_BASE,
				       .ram_size = RIG_SIZE };
}

static inline void rig_open(struct rig *r, uint32_t warps, uint32_t threads)
{
	struct machine cfg = rig_config(warps, threads);
	rig_open_with(r, &cfg);
}

static inline void rig_close(struct rig *r)
{
	golden_free(r->g);
}

/* Reset, with an empty program. */
static inline void rig_again(struct rig *r)
{
	golden_reset(r->g);
	r->at = RIG_BASE;
	r->length = 0;
	r->text[0] = '\0';
}

static inline void rig_word(struct rig *r, uint32_t word)
{
	uint8_t bytes[4] = { (uint8_t)word, (uint8_t)(word >> 8),
			     (uint8_t)(word >> 16), (uint8_t)(word >> 24) };
	golden_write(r->g, r->at, bytes, 4);
	r->at += 4;
}

static inline void rig_op(struct rig *r, enum isa_op op, uint32_t rd,
			  uint32_t rs1, uint32_t rs2, uint32_t imm)
{
	rig_word(r, enc(op, rd, rs1, rs2, imm));
}

/* rd = VALUE, always two instructions. */
static inline void rig_li(struct rig *r, uint32_t rd, uint32_t value)
{
	rig_op(r, ISA_LUI, rd, 0, 0, value + 0x800);
	rig_op(r, ISA_ADDI, rd, rd, 0, value & 0xFFF);
}

/* x5 = N; tmc x5. */
static inline void rig_tmc(struct rig *r, uint32_t n)
{
	rig_op(r, ISA_ADDI, 5, 0, 0, n);
	rig_op(r, ISA_TMC, 0, 5, 0, 0);
}

static inline uint32_t rig_ram(const struct rig *r, uint32_t addr)
{
	uint8_t b[4] = { 0 };
	golden_read(r->g, addr, b, 4);
	return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
	       (uint32_t)b[3] << 24;
}

/* Steps warp 0 N times; the last effect. */
static inline struct golden_effect rig_step(struct rig *r, unsigned n)
{
	struct golden_effect fx = { 0 };
	while (n-- > 0 && golden_step(r->core, 0, NULL, &fx) == 0)
		continue;
	return fx;
}

static inline uint32_t rig_random(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) +
		UINT64_C(1442695040888963407);
	return (uint32_t)(*seed >> 32);
}

#endif
