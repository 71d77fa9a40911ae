/* floats.c - executes instructions of binary32, and special functions
 * SPDX-License-Identifier: Apache-2.0
 *
 * Words are decoded by funct7, then funct3. Arithmetic is in real.c, special
 * functions are in special.c.
 */
#include "oracle/parts.h"
#include "oracle/real.h"
#include "oracle/special.h"

#define SIGN UINT32_C(0x80000000)

/* The operands of an instruction, its mode and its flags. */
struct operands {
	struct real r;
	uint32_t a, b, c;
};

/* A fused instruction: bit 3 of the opcode negates the product, bit 2 the
 * addend. */
static uint32_t execute_fused(struct operands *o, uint32_t word)
{
	return real_fuse(&o->r, o->a ^ (word >> 3 & 1) << 31, o->b,
			 o->c ^ (word >> 2 & 1) << 31);
}

/* Instructions with a rounding mode, by funct7. Returns false if WORD is
 * none. */
static bool execute_rounding(struct operands *o, uint32_t word, uint32_t *value)
{
	uint32_t which = word >> 20 & 31;
	struct real *r = &o->r;

	switch (word >> 25) {
	case 0x00: *value = real_add(r, o->a, o->b); return true;
	case 0x04: *value = real_subtract(r, o->a, o->b); return true;
	case 0x08: *value = real_multiply(r, o->a, o->b); return true;
	case 0x0c: *value = real_divide(r, o->a, o->b); return true;
	case 0x2c: *value = real_root(r, o->a); return which == 0;
	case 0x60: *value = real_to_integer(r, o->a, !which); return which < 2;
	case 0x68:
		*value = real_from_integer(r, o->a, !which);
		return which < 2;
	default: return false;
	}
}

/* Instructions without a mode, by funct7 and funct3. Returns false if WORD is
 * none. */
static bool execute_other(struct operands *o, uint32_t word, uint32_t *value)
{
	uint32_t a = o->a, b = o->b;
	struct real *r = &o->r;

	switch (word >> 25 << 4 | (word >> 12 & 7)) {
	case 0x100: *value = (a & ~SIGN) + (b & SIGN); return true;
	case 0x101: *value = (a & ~SIGN) + (SIGN - (b & SIGN)); return true;
	case 0x102: *value = (a & ~SIGN) + ((a ^ b) & SIGN); return true;
	case 0x140: *value = real_least(r, a, b); return true;
	case 0x141: *value = real_most(r, a, b); return true;
	case 0x500: *value = real_less(r, a, b, true); return true;
	case 0x501: *value = real_less(r, a, b, false); return true;
	case 0x502: *value = real_equal(r, a, b); return true;
	case 0x701: *value = real_class(a); return !(word >> 20 & 31);
	default: return false;
	}
}

/* Conversions to integers, comparisons, classes. */
bool float_gives_integer(uint32_t word)
{
	uint32_t funct7 = word >> 25;

	return (word & 0x7f) == 0x53 &&
	       (funct7 == 0x60 || funct7 == 0x50 || funct7 == 0x70);
}

bool float_insn(uint32_t word, uint32_t frm, const uint32_t *x,
		const uint32_t *f, uint32_t *value, uint32_t *flags)
{
	uint32_t rm = word >> 12 & 7, mode = rm == 7 ? frm : rm;
	bool of_integer = (word & 0x7f) == 0x53 && word >> 25 == 0x68;
	struct operands o = {
		.r = { .mode = mode },
		.a = (of_integer ? x : f)[word >> 15 & 31],
		.b = f[word >> 20 & 31], .c = f[word >> 27]
	};

	if ((word & 0x7f) == 0x2b) {
		*flags = 0;
		return word >> 20 == 0 && special_value(rm, o.a, value);
	}
	if ((word & 0x7f) != 0x53) {
		if (mode >= REAL_MODES || word >> 25 & 3)
			return false;
		*value = execute_fused(&o, word);
	} else if (!execute_other(&o, word, value) &&
		   (mode >= REAL_MODES || !execute_rounding(&o, word, value))) {
		return false;
	}
	*flags = o.r.flags;
	return true;
}
