/* real.h - binary32 as the manual defines it, by the host's floating point
 * SPDX-License-Identifier: Apache-2.0
 *
 * Values are words with the bits of binary32. The host must have binary32 as
 * float, binary64 as double, and their four rounding modes. The host may detect
 * tiny results before or after rounding.
 */
#ifndef WW_ORACLE_REAL_H
#define WW_ORACLE_REAL_H

#include <stdbool.h>
#include <stdint.h>

enum { REAL_NX = 1, REAL_UF = 2, REAL_OF = 4, REAL_DZ = 8, REAL_NV = 16 };
enum { REAL_RNE, REAL_RTZ, REAL_RDN, REAL_RUP, REAL_RMM, REAL_MODES };

/* The rounding mode, and the flags raised so far. */
struct real {
	uint32_t mode, flags;
};

/* Arithmetic, rounded by the mode of R. Each function adds the flags that it
 * raises to those of R. */
uint32_t real_add(struct real *r, uint32_t a, uint32_t b);
uint32_t real_subtract(struct real *r, uint32_t a, uint32_t b);
uint32_t real_multiply(struct real *r, uint32_t a, uint32_t b);
uint32_t real_divide(struct real *r, uint32_t a, uint32_t b);
uint32_t real_root(struct real *r, uint32_t a);
/* a * b + c, rounded once. */
uint32_t real_fuse(struct real *r, uint32_t a, uint32_t b, uint32_t c);

/* The lesser, or the greater, of A and B; a number if the other is a NaN. */
uint32_t real_least(struct real *r, uint32_t a, uint32_t b);
uint32_t real_most(struct real *r, uint32_t a, uint32_t b);
/* Is A equal to B; is A less than B, or also equal to B if OR_EQUAL? False if
 * one is a NaN. */
bool real_equal(struct real *r, uint32_t a, uint32_t b);
bool real_less(struct real *r, uint32_t a, uint32_t b, bool or_equal);
/* A mask with one of ten bits set, as of fclass.s. */
uint32_t real_class(uint32_t a);

/* Converts to a word. A value out of range gives the nearest word, a NaN the
 * greatest, both with REAL_NV. */
uint32_t real_to_integer(struct real *r, uint32_t a, bool is_signed);
/* Converts a word to binary32. */
uint32_t real_from_integer(struct real *r, uint32_t a, bool is_signed);

#endif
