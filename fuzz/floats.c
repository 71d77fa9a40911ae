/* floats.c - floating point in random programs: operands at the corners,
 * rounding modes, flags
 * SPDX-License-Identifier: Apache-2.0
 *
 * An instruction with an illegal rounding mode traps. So frm holds a legal
 * mode, except for a few instructions that do not round, and at the end of a
 * warp.
 */
#include "fuzz/generate.h"

enum { MODES = 5, HIGHEST = 254, BIAS = 127, PLACES = 24 };
#define SIGN UINT32_C(0x80000000)
#define FRACTION UINT32_C(0x007fffff)

/* --- values ----------------------------------------------------------- */

static uint32_t fraction(struct gen *g)
{
	uint32_t n = below(g, 23), low = (UINT32_C(1) << n) - 1,
		 any = draw(g) & FRACTION;

	switch (below(g, 7)) {
	case 0: return 0;
	case 1: return FRACTION;
	case 2: return UINT32_C(1) << n;
	case 3: return low;
	case 4: return FRACTION & ~low;
	case 5: return any & ~low;
	default: return any;
	}
}

/* A biased exponent: random, or near one where behaviour changes: of subnormal
 * numbers, of 1, of the largest integers, of the largest numbers, and of
 * factors whose products lie there. */
static uint32_t exponent(struct gen *g)
{
	static const uint8_t around[] = { 2,   2,   BIAS, BIAS, BIAS, 150,
					  158, 252, 64,   190 };
	uint32_t any = below(g, HIGHEST + 1), near = below(g, 5) - 2;

	return one_in(g, 3) ? any : around[below(g, sizeof around)] + near;
}

uint32_t fuzz_float_value(struct gen *g)
{
	static const uint32_t some[] = {
		0, 0, 0, 0, 1, FRACTION, 0x800000, 0x3f800000, 0x3f000000,
		0x4f000000, 0x7f7fffff, 0x7f800000, 0x7f800000, 0x7f800000,
		0x7f800000, 0x7f800000,
		0x7f800001, 0x7fbfffff, 0x7fc00000, 0x7fffffff
	};
	uint32_t sign = draw(g) & SIGN, high;

	if (one_in(g, 2))
		return sign |
		       some[below(g, sizeof some / sizeof some[0])];
	high = exponent(g) << 23;
	return sign | high | fraction(g);
}

static uint32_t clamp_exponent(uint32_t e)
{
	return (int32_t)e < 0 ? 0 : e > HIGHEST ? HIGHEST : e;
}

/* A second operand for A: their sum cancels, they compare as neighbours, the
 * sum is a tie, or the product or quotient is near the least or the largest
 * number. */
static uint32_t partner(struct gen *g, uint32_t a)
{
	uint32_t e = a >> 23 & 255, any = draw(g), near = any % 5 - 2,
		 sign = any & SIGN;

	switch (below(g, 6)) {
	case 0: return a ^ SIGN;
	case 1: return a + near;
	case 2:
		return sign |
		       (((clamp_exponent(e - PLACES) << 23) + near) & ~SIGN);
	case 3:
		return sign | clamp_exponent(BIAS - e + near) << 23 |
		       fraction(g);
	case 4:
		return sign | clamp_exponent(BIAS + HIGHEST - e + near) << 23 |
		       fraction(g);
	default: return sign | clamp_exponent(e + near) << 23 | fraction(g);
	}
}

/* x[REG] = VALUE, and f[REG] too if the machine has registers f. */
static void load_all(struct gen *g, uint32_t reg, uint32_t value)
{
	constant(g, reg, value);
	if (fuzz_has_f(g))
		emit(g, ISA_FMV_W_X, reg, reg, 0, 0);
}

/* As load_all; in a quarter of the cases each thread has another value. */
static void load(struct gen *g, uint32_t reg, uint32_t value)
{
	uint32_t bit = below(g, 32);

	if (g->class == FUZZ_SCALAR || !one_in(g, 4)) {
		load_all(g, reg, value);
		return;
	}
	constant(g, reg, value);
	read_csr(g, TEMP, ISA_CSR_THREAD_ID);
	emit(g, ISA_SLLI, TEMP, TEMP, 0, (int32_t)bit);
	emit(g, one_in(g, 2) ? ISA_ADD : ISA_XOR, reg, reg, TEMP, 0);
	if (fuzz_has_f(g))
		emit(g, ISA_FMV_W_X, reg, reg, 0, 0);
}

/* As load_all; in some threads OTHER in place of VALUE. */
static void load_mixed(struct gen *g, uint32_t reg, uint32_t value,
		       uint32_t other)
{
	uint32_t bit = below(g, 2), flip = below(g, 2);

	constant(g, reg, value);
	if (g->class != FUZZ_SCALAR) {
		read_csr(g, TEMP, ISA_CSR_THREAD_ID);
		emit(g, ISA_SRLI, TEMP, TEMP, 0, (int32_t)bit);
		emit(g, ISA_XORI, TEMP, TEMP, 0, (int32_t)flip);
		emit(g, ISA_ANDI, TEMP, TEMP, 0, 1);
		emit(g, ISA_SUB, TEMP, 0, TEMP, 0);
		constant(g, ADDR, value ^ other);
		emit(g, ISA_AND, TEMP, TEMP, ADDR, 0);
		emit(g, ISA_XOR, reg, reg, TEMP, 0);
	}
	if (fuzz_has_f(g))
		emit(g, ISA_FMV_W_X, reg, reg, 0, 0);
}

/* --- instructions ----------------------------------------------------- */

static void emit_float(struct gen *g, enum isa_op op, uint32_t rs1,
		       uint32_t rs2, uint32_t rs3)
{
	uint32_t rd = destination(g), mode = below(g, MODES + 3);

	if (mode >= MODES)
		mode = ISA_ROUND_DYN;
	emit(g, op, rd, rs1, rs2, (int32_t)(mode << 5 | rs3));
}

/* Emits any floating-point instruction with these operands. */
static void operate_on(struct gen *g, uint32_t rs1, uint32_t rs2)
{
	enum isa_op op = pick_of(g, LIST_FLOAT);

	emit_float(g, op, rs1, rs2, source(g));
}

void fuzz_float_op(struct gen *g)
{
	uint32_t rs1 = source(g), rs2 = source(g);

	operate_on(g, rs1, rs2);
}

static void operate_on_pair(struct gen *g)
{
	uint32_t a = work_reg(g), b = work_reg(g), value = fuzz_float_value(g),
		 other = partner(g, value);

	load(g, a, value);
	load(g, b, other);
	if (one_in(g, 2))
		operate_on(g, a, b);
	else
		operate_on(g, b, a);
}

/* --- ties ------------------------------------------------------------- */

/* An integer of PLACES + 1 bits, the first and the last of them ones: a tie. */
static uint32_t one_digit_more(struct gen *g)
{
	return 1u << PLACES | (draw(g) & FRACTION) << 1 | 1;
}

/* VALUE * 2^UP as a float; VALUE has at most PLACES bits. */
static uint32_t scaled(uint32_t value, uint32_t up)
{
	uint32_t zeros = (uint32_t)__builtin_clz(value);

	return (BIAS + 31 - zeros + up) << 23 |
	       (value << zeros >> 8 & FRACTION);
}

/* A number without sign whose last digit is half a unit in the last place of a
 * number with exponent E; rarely a quarter or a whole one. */
static uint32_t odd_halves(struct gen *g, uint32_t e)
{
	uint32_t last = below(g, PLACES), one = UINT32_C(1) << last,
		 digits = (draw(g) & FRACTION & ~(one - 1)) | one,
		 near = one_in(g, 4) ? below(g, 3) - 1 : 0;

	return clamp_exponent(e - 1 - last + near) << 23 | (digits & FRACTION);
}

/* A sum with an odd number of halves of a unit in the last place of A;
 * sometimes two numbers whose sum overflows. */
static void tie_of_sum(struct gen *g, uint32_t a, uint32_t b)
{
	static const uint8_t ops[] = { ISA_FADD_S,   ISA_FADD_S,  ISA_FSUB_S,
				       ISA_FMADD_S,  ISA_FMSUB_S, ISA_FNMADD_S,
				       ISA_FNMSUB_S };
	uint32_t e = PLACES + 1 + below(g, HIGHEST - PLACES), any = draw(g);
	enum isa_op op = PICK(g, ops);
	bool subtracts = op == ISA_FSUB_S || op == ISA_FMSUB_S ||
			 op == ISA_FNMSUB_S;

	if (one_in(g, 8)) {
		e = HIGHEST - below(g, 2);
		load(g, a, (any & SIGN) | e << 23 | fraction(g));
		load(g, b, ((any & SIGN) ^ (subtracts ? SIGN : 0)) |
		     HIGHEST << 23 | fraction(g));
	} else {
		load(g, a, (any & SIGN) | e << 23 | fraction(g));
		load(g, b, any << 31 | odd_halves(g, e));
	}
	if (isa_reads(op) == 3) {
		emit_float(g, op, a, b, 0);
		return;
	}
	load_all(g, TEMP, scaled(1, 0));
	emit_float(g, op, a, TEMP, b);
}

/* A product of PLACES + 1 or PLACES + 2 bits; or half of a subnormal number. */
static void tie_of_product(struct gen *g, uint32_t a, uint32_t b)
{
	uint32_t digits = draw(g), half = PLACES / 2;

	if (one_in(g, 2)) {
		load(g, a, (digits & FRACTION) | 1);
		load_all(g, b, scaled(1, one_in(g, 2) ? 1 : 0u - 1));
		emit_float(g, one_in(g, 2) ? ISA_FDIV_S : ISA_FMUL_S, a, b, 0);
		return;
	}
	load(g, a, scaled(1u << half | (digits & 0xfff) | 1, below(g, 32)));
	load(g, b, scaled(1u << half | (digits >> 12 & 0xfff) | 1,
			  below(g, 32)));
	emit_float(g, ISA_FMUL_S, a, b, 0);
}

static void tie_of_integer(struct gen *g, uint32_t a)
{
	uint32_t value = draw(g) >> (8 + below(g, 23)) | 1;
	bool minus = one_in(g, 2);

	if (one_in(g, 2)) {
		value = one_digit_more(g) << below(g, 7);
		load(g, a, minus ? 0 - value : value);
		emit_float(g, minus ? ISA_FCVT_S_W : ISA_FCVT_S_WU, a, 0, 0);
		return;
	}
	load(g, a, scaled(value, 0u - 1) | (minus ? SIGN : 0));
	emit_float(g, minus ? ISA_FCVT_W_S : ISA_FCVT_WU_S, a, 0, 0);
}

static void emit_tie(struct gen *g)
{
	uint32_t a = work_reg(g), b = work_reg(g);

	switch (below(g, 5)) {
	case 0: tie_of_integer(g, a); break;
	case 1:
	case 2: tie_of_product(g, a, b); break;
	default: tie_of_sum(g, a, b); break;
	}
}

/* --- sums of products, and results near the least normal number ---------- */

static void emit_sum(struct gen *g, uint32_t a, uint32_t b)
{
	static const uint8_t ops[] = { ISA_FMADD_S, ISA_FMSUB_S, ISA_FNMADD_S,
				       ISA_FNMSUB_S };

	emit_float(g, PICK(g, ops), a, b, TEMP);
}

/* A fused sum in which the bits of the product overlap or adjoin those of the
 * addend; all have few bits, or many. A subnormal factor of few bits gives a
 * product of few bits, far below the usual range of alignment: the last digit
 * of the addend is then often near the last one of the product. */
static void sum_of_product(struct gen *g)
{
	uint32_t a = work_reg(g), b = work_reg(g), signs = draw(g);
	bool low = one_in(g, 2);
	uint32_t first = low ? 0 : exponent(g),
		 digits = low ? 1 + below(g, 31) : fraction(g),
		 apart = below(g, low ? 18 : 80),
		 product = one_in(g, 3) ? below(g, 32) : exponent(g),
		 second = clamp_exponent(product + BIAS - first), addend;

	if (one_in(g, low ? 2 : 4)) {
		product = second + (low ? 1 : first) - BIAS;
		addend = odd_halves(
			g, low ? product - PLACES - below(g, 5) : product);
	} else {
		addend = clamp_exponent(product + apart - 52) << 23 |
			 (fraction(g) & ~((1u << below(g, 23)) - 1));
	}
	load(g, a, (signs & SIGN) | first << 23 | digits);
	load(g, b, (signs << 1 & SIGN) | second << 23 | fraction(g));
	load_all(g, TEMP, (signs << 2 & SIGN) | addend);
	for (uint32_t n = 1 + below(g, 2); n; n--)
		if (signs & n)
			emit_sum(g, a, b);
		else
			emit_sum(g, b, a);
}

/* A sum of the least normal number, or a neighbour of it, and a fraction of its
 * unit in the last place. */
static void least_sum(struct gen *g, uint32_t a, uint32_t b)
{
	/* TWICE + 0..3: exponents near that place */
	enum { TWICE = 2 * BIAS - PLACES - 128 };
	uint32_t first = 1 + below(g, 100), signs = draw(g),
		 second = TWICE + below(g, 4) - first,
		 few = below(g, 3) - 1;

	load(g, a, (signs & SIGN) | first << 23 | fraction(g));
	load(g, b, second << 23 | (one_in(g, 2) ? 0 : fraction(g)));
	load_all(g, TEMP, (signs << 1 & SIGN) | (0x800000 + few));
	for (uint32_t n = 2 + below(g, 3); n; n--)
		emit_sum(g, a, b);
}

/* A product, or quotient, near the least normal number. */
static void least_product(struct gen *g, uint32_t a, uint32_t b)
{
	uint32_t up = below(g, 120), less = below(g, 4), more = below(g, 2),
		 signs = draw(g) & SIGN;
	enum isa_op op = one_in(g, 4) ? ISA_FDIV_S : ISA_FMUL_S;

	if (op == ISA_FDIV_S) {
		load(g, a, signs | (1 + up) << 23 | less);
		load(g, b, (BIAS + up) << 23 | more);
	} else {
		load(g, a, signs | (((BIAS - up) << 23) - less));
		load(g, b, (1 + up) << 23 | more);
	}
	for (uint32_t n = 1 + below(g, 3); n; n--)
		emit_float(g, op, a, b, 0);
}

/* A quotient near half of the least subnormal number. */
static void least_quotient(struct gen *g, uint32_t a, uint32_t b)
{
	enum { HALF = 150 };
	uint32_t divisor = HALF + 1 + below(g, 100),
		 dividend = divisor - HALF + below(g, 4);

	load(g, a, (draw(g) & SIGN) | dividend << 23 | fraction(g));
	load(g, b, divisor << 23 | fraction(g));
	for (uint32_t n = 1 + below(g, 3); n; n--)
		emit_float(g, ISA_FDIV_S, a, b, 0);
}

static void emit_least(struct gen *g)
{
	uint32_t a = work_reg(g), b = work_reg(g);

	switch (below(g, 5)) {
	case 0:
	case 1: least_sum(g, a, b); break;
	case 2: least_quotient(g, a, b); break;
	default: least_product(g, a, b); break;
	}
}

/* Zeros, infinities, NaNs and 1 in every operand of a fused operation. */
static void three_specials(struct gen *g)
{
	static const uint32_t some[] = { 0,          0x7f800000, 0x7f800000,
					 0x7f800001, 0x7fc00000, 0x3f800000 };
	enum { COUNT = sizeof some / sizeof some[0] };
	uint32_t a = work_reg(g), b = work_reg(g), signs = draw(g);

	load(g, a, (signs & SIGN) | some[below(g, COUNT)]);
	load(g, b, (signs << 1 & SIGN) | some[below(g, COUNT)]);
	load_all(g, TEMP, (signs << 2 & SIGN) | some[below(g, COUNT)]);
	emit_sum(g, a, b);
	emit_sum(g, b, a);
}

/* --- special functions ------------------------------------------------ */

/* An exponent for which the result of OP is mostly neither special nor the
 * operand itself. */
static uint32_t special_exponent(struct gen *g, enum isa_op op)
{
	switch (op) {
	case ISA_SFU_EXP2:
	case ISA_SFU_EXP:
		return BIAS - 12 + below(g, 20);
	case ISA_SFU_SIN:
	case ISA_SFU_COS:
		return BIAS - 13 + below(g, one_in(g, 2) ? 16 : 141);
	case ISA_SFU_LOG2:
		return one_in(g, 2) ? BIAS - below(g, 2) :
				      below(g, HIGHEST + 1);
	default:
		return below(g, HIGHEST + 1);
	}
}

/* An operand without sign where a function changes: from where sine is its
 * operand, powers are 1, infinite or subnormal, the bits of a shift do not hold
 * its amount. At both sides of a power of two, or anywhere above it. */
static uint32_t special_edge(struct gen *g, enum isa_op op)
{
	enum { PLACE_COUNT = 12 };
	static const uint8_t places[][PLACE_COUNT] = {
		{ 0, 0, 1, 2, 126, 127, 127, 127, 127, 128, 253, 254 },
		{ 7, 70, 71, 99, 102, 103, 133, 134, 134, 135, 135, 136 },
		{ 1, 62, 63, 93, 114, 115, 115, 115, 115, 116, 116, 127 },
	};
	bool power = op == ISA_SFU_EXP2 || op == ISA_SFU_EXP,
	     turn = op == ISA_SFU_SIN || op == ISA_SFU_COS;
	uint32_t any = draw(g) & FRACTION, near = below(g, 4),
		 high = places[turn ? 2 : power][below(g, PLACE_COUNT)] << 23;

	switch (below(g, 3)) {
	case 0: return high | any;
	case 1: return high ? high - 1 - near : near;
	default: return high + near;
	}
}

/* Special functions of two to seven operands in turn; in each thread they
 * select other rows of the tables. */
static void emit_special_function(struct gen *g)
{
	enum isa_op op = ISA_SFU_RCP + below(g, 7);
	uint32_t reg = work_reg(g), high = special_exponent(g, op) << 23,
		 low = one_in(g, 3) ? fraction(g) : draw(g) & FRACTION,
		 bit = 14 + below(g, 7), step = draw(g) >> 13 | 1,
		 sign = one_in(g, 3) ? SIGN : 0,
		 value = one_in(g, 4) ? fuzz_float_value(g) : sign | high | low;

	if (one_in(g, 2)) {
		value = sign | special_edge(g, op);
		step = one_in(g, 2) ? 1 : step;
	}
	constant(g, reg, value);
	if (g->class != FUZZ_SCALAR) {
		read_csr(g, TEMP, ISA_CSR_THREAD_ID);
		emit(g, ISA_SLLI, TEMP, TEMP, 0, (int32_t)bit);
		emit(g, ISA_XOR, reg, reg, TEMP, 0);
	}
	constant(g, TEMP, step);
	for (uint32_t n = 2 + below(g, 6); n; n--) {
		fuzz_to_f(g, op, reg, 0);
		emit(g, op, destination(g), reg, 0, 0);
		emit(g, ISA_ADD, reg, reg, TEMP, 0);
	}
}

/* --- modes and flags -------------------------------------------------- */

void fuzz_float_mode(struct gen *g, uint32_t rd)
{
	emit(g, ISA_CSRRWI, rd, below(g, MODES), 0, ISA_CSR_FRM);
}

/* Writes CSR by any of the six instructions; the operand is random, or of eight
 * bits. */
static void write_any(struct gen *g, uint32_t csr)
{
	static const uint8_t ops[] = { ISA_CSRRW,  ISA_CSRRS,  ISA_CSRRC,
				       ISA_CSRRWI, ISA_CSRRSI, ISA_CSRRCI };
	enum isa_op op = PICK(g, ops);
	uint32_t rd = destination(g), rs1 = source(g);

	if (one_in(g, 2) && isa_insn(op)->format == ISA_FMT_CSR) {
		constant(g, TEMP, below(g, 256));
		rs1 = TEMP;
	}
	emit(g, op, rd, rs1, 0, (int32_t)csr);
}

/* frm has at most two bits set: sets up to two of its low bits more. The mode
 * stays legal, 0..3. */
static void set_bits(struct gen *g)
{
	uint32_t bits = below(g, 4), rd = destination(g);

	emit(g, ISA_CSRRWI, rd, below(g, 4), 0, ISA_CSR_FRM);
	if (one_in(g, 2)) {
		emit(g, ISA_CSRRSI, rd, bits, 0, ISA_CSR_FRM);
		return;
	}
	constant(g, TEMP, bits << 5 | below(g, 32));
	emit(g, ISA_CSRRS, rd, TEMP, 0, ISA_CSR_FCSR);
}

/* Writes any mode, then a legal one. The instruction between them does not use
 * the mode. */
static void write_mode(struct gen *g)
{
	static const uint16_t csrs[] = { ISA_CSR_FRM, ISA_CSR_FCSR };
	uint32_t rs1 = source(g), rs2 = source(g), rd = destination(g);

	write_any(g, csrs[below(g, 2)]);
	switch (below(g, 4)) {
	case 0:
		emit(g, ISA_FADD_S, rd, rs1, rs2,
		     (int32_t)(below(g, MODES) << 5));
		break;
	case 1:
		emit(g, ISA_FMAX_S, rd, rs1, rs2, 0);
		break;
	case 2:
		read_csr(g, rd, csrs[below(g, 2)]);
		break;
	default:
		break;
	}
	if (one_in(g, 3))
		emit(g, ISA_CSRRCI, destination(g), 4, 0, ISA_CSR_FRM);
	else
		fuzz_float_mode(g, destination(g));
}

/* Writes fcsr, and emits a sum whose rounding depends on the new mode. */
static void write_mode_and_round(struct gen *g)
{
	uint32_t a = work_reg(g), b = work_reg(g), rd = destination(g),
		 e = PLACES + 1 + below(g, HIGHEST - PLACES), any = draw(g);

	load(g, a, (any & SIGN) | e << 23 | fraction(g));
	load(g, b, any << 31 | (e - PLACES) << 23);
	constant(g, TEMP, below(g, MODES) << 5 | below(g, 32));
	for (uint32_t n = below(g, 3); n; n--)
		fuzz_alu(g);
	emit(g, ISA_CSRRW, one_in(g, 2) ? 0 : destination(g), TEMP, 0,
	     ISA_CSR_FCSR);
	emit(g, one_in(g, 2) ? ISA_FADD_S : ISA_FSUB_S, rd, a, b,
	     ISA_ROUND_DYN << 5);
	if (one_in(g, 2))
		read_csr(g, destination(g), ISA_CSR_FCSR);
}

void fuzz_float_flags(struct gen *g)
{
	write_any(g, ISA_CSR_FFLAGS);
}

static void access_csr(struct gen *g)
{
	static const uint16_t csrs[] = { ISA_CSR_FFLAGS, ISA_CSR_FFLAGS,
					 ISA_CSR_FCSR, ISA_CSR_FRM };

	switch (below(g, 9)) {
	case 0:
	case 1:
		fuzz_float_flags(g);
		break;
	case 8:
		write_mode_and_round(g);
		break;
	case 2:
		set_bits(g);
		break;
	case 3:
		write_mode(g);
		break;
	case 4:
		fuzz_float_mode(g, destination(g));
		break;
	default:
		read_csr(g, destination(g), csrs[below(g, 4)]);
		break;
	}
}

/* Emits the end of a warp: an illegal rounding mode, in the instruction or in
 * frm. */
void fuzz_float_trap(struct gen *g)
{
	enum isa_op op;
	uint32_t rd = work_reg(g), rs1 = source(g), rs2 = source(g), mode;

	do
		op = pick_of(g, LIST_FLOAT);
	while (!isa_insn(op)->rounds);
	if (one_in(g, 3)) {
		mode = 5 + below(g, 2);
		emit(g, ISA_INVALID, 0, 0, 0,
		     (int32_t)isa_encode(op, rd, rs1, rs2, mode << 5));
		return;
	}
	emit(g, ISA_CSRRWI, 0, 5 + below(g, 3), 0, ISA_CSR_FRM);
	emit(g, op, rd, rs1, rs2, ISA_ROUND_DYN << 5);
}

/* Cases that are rare by chance. */
static void emit_rare(struct gen *g)
{
	switch (below(g, g->machine->has_sfu ? 5 : 4)) {
	case 0:
	case 1: emit_least(g); break;
	case 2: sum_of_product(g); break;
	case 3: three_specials(g); break;
	default: emit_special_function(g); break;
	}
}

/* --- coincidences ----------------------------------------------------- */

/* A product whose digits end with a half, in some threads; in others a factor
 * is a NaN, zero or infinite. What is added is nothing, a NaN, or too little to
 * matter but for the half. */
static void tie_beside_special(struct gen *g)
{
	static const uint32_t specials[] = { 0, SIGN, 0x7fc00000, 0x7f800001,
					     0x7f800000 };
	static const uint32_t addends[] = { 0, SIGN, 0x7fc00000, 0x7f800001,
					    1, SIGN | 1 };
	enum { SPECIALS = sizeof specials / sizeof *specials,
	       ADDENDS = sizeof addends / sizeof *addends };
	uint32_t a = work_reg(g), b = work_reg(g), digits = draw(g),
		 half = PLACES / 2, little = draw(g) & (SIGN | 0x1fffffff),
		 added = one_in(g, 2) ? little : addends[below(g, ADDENDS)];

	load_mixed(g, a, scaled(1u << half | (digits & 0x7ff) | 1,
				below(g, 8)) | (little << 1 & SIGN),
		   specials[below(g, SPECIALS)]);
	load_all(g, b, scaled(1u << half | (digits >> 12 & 0x7ff) | 1, 0));
	load_all(g, TEMP, added);
	if (one_in(g, 4))
		emit_float(g, ISA_FMUL_S, a, b, 0);
	else
		emit_sum(g, a, b);
}

/* Operations between an instruction that clears the flags and one that reads
 * them. A flag that was raised before would hide that one is lost. */
static void flags_alone(struct gen *g)
{
	uint32_t mode = below(g, MODES), rd = destination(g);

	if (one_in(g, 3)) {
		constant(g, TEMP, mode << 5);
		emit(g, ISA_CSRRW, rd, TEMP, 0, ISA_CSR_FCSR);
	} else {
		emit(g, ISA_CSRRWI, rd, 0, 0, ISA_CSR_FFLAGS);
	}
	switch (below(g, 4)) {
	case 0: tie_beside_special(g); break;
	case 1: emit_tie(g); break;
	case 2: emit_least(g); break;
	default: fuzz_float_op(g); break;
	}
	read_csr(g, destination(g), ISA_CSR_FFLAGS);
}

/* Every second warp writes flags or modes in a row, while the others raise
 * flags. */
static void write_row(struct gen *g)
{
	static const uint16_t csrs[] = { ISA_CSR_FFLAGS, ISA_CSR_FFLAGS,
					 ISA_CSR_FRM, ISA_CSR_FCSR };
	uint32_t csr = csrs[below(g, 4)], bits = below(g, 32), over, end, rd;

	if (g->class == FUZZ_SCALAR) {
		flags_alone(g);
		return;
	}
	read_csr(g, TEMP, ISA_CSR_WARP_ID);
	emit(g, ISA_ANDI, TEMP, TEMP, 0, 1);
	over = jump(g, one_in(g, 2) ? ISA_BEQ : ISA_BNE, TEMP, 0, 0);
	for (uint32_t n = 5 + below(g, 12); n; n--) {
		rd = one_in(g, 2) ? 0 : destination(g);
		if (csr == ISA_CSR_FRM)
			fuzz_float_mode(g, rd);
		else
			emit(g, ISA_CSRRWI, rd, bits, 0, (int32_t)csr);
	}
	end = jump(g, ISA_JAL, 0, 0, 0);
	land(g, over);
	for (uint32_t n = 2 + below(g, 3); n; n--)
		flags_alone(g);
	land(g, end);
}

/* An instruction of a unit that has credits. */
static void emit_credited(struct gen *g)
{
	uint32_t rd = destination(g), rs1 = source(g), rs2 = source(g);

	switch (below(g, g->machine->has_sfu ? 6 : 5)) {
	case 0: emit_float(g, ISA_FDIV_S, rs1, rs2, 0); break;
	case 1:
		emit(g, ISA_LW, rd, TABLE, 0,
		     (int32_t)(4 * below(g, FUZZ_TABLE)));
		break;
	case 5: emit(g, ISA_SFU_RCP + below(g, 7), rd, rs1, 0, 0); break;
	default: fuzz_float_op(g); break;
	}
}

static void wait_some(struct gen *g)
{
	for (uint32_t n = below(g, 5); n; n--)
		emit(g, ISA_ADDI, 0, 0, 0, 0);
}

/* A loop whose taken branches stand before instructions of units: these are
 * squashed in each turn, often in the cycle in which an older instruction ends.
 * So a unit that loses one credit each time has none left. */
static void squashed_rows(struct gen *g)
{
	uint32_t counter = COUNTER + g->loops, top, over;

	emit(g, ISA_ADDI, counter, 0, 0, (int32_t)(15 + below(g, 25)));
	top = here(g);
	for (uint32_t n = below(g, 4); n; n--)
		emit_credited(g);
	wait_some(g);
	over = jump(g, ISA_BEQ, counter, counter, 0);
	for (uint32_t n = 1 + below(g, 4); n; n--)
		emit_credited(g);
	land(g, over);
	if (one_in(g, 2))
		wait_some(g);
	emit(g, ISA_ADDI, counter, counter, 0, -1);
	jump(g, ISA_BLT, 0, counter, top);
	for (uint32_t n = below(g, 4); n; n--)
		emit_credited(g);
}

static void emit_coincidence(struct gen *g)
{
	switch (below(g, g->machine->has_sfu ? 10 : 6)) {
	case 0: tie_beside_special(g); break;
	case 1:
	case 2: flags_alone(g); break;
	case 3: write_row(g); break;
	case 4:
	case 5:
		if (g->loops < LOOPS && !g->in_function)
			squashed_rows(g);
		else
			flags_alone(g);
		break;
	default: emit_special_function(g); break;
	}
}

void fuzz_float(struct gen *g)
{
	uint32_t how = below(g, 14), reg;

	if (one_in(g, 8))
		emit_coincidence(g);
	if (one_in(g, 7)) {
		emit_rare(g);
	} else if (how < 2) {
		operate_on_pair(g);
	} else if (how < 4) {
		emit_tie(g);
	} else if (how < 8) {
		reg = work_reg(g);
		load(g, reg, fuzz_float_value(g));
		if (one_in(g, 2))
			operate_on(g, reg, source(g));
		else
			operate_on(g, source(g), reg);
	} else if (how == 8) {
		access_csr(g);
	} else if (how == 9) {
		fuzz_access(g, TABLE, 4 * FUZZ_TABLE, false);
		fuzz_float_op(g);
	} else {
		fuzz_float_op(g);
	}
}
