/* vt_fields.h - immediates of random programs of Ventus in their fields
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_FUZZ_VENTUS_VT_FIELDS_H
#define WW_FUZZ_VENTUS_VT_FIELDS_H

#include <stdint.h>

/* OFFSET, of bytes, in the fields of a branch. */
static inline uint32_t imm_b(uint32_t offset)
{
	return (offset >> 12 & 1) << 31 | (offset >> 5 & 63) << 25 |
	       (offset >> 1 & 15) << 8 | (offset >> 11 & 1) << 7;
}

/* The same of jal. */
static inline uint32_t imm_j(uint32_t offset)
{
	return (offset >> 20 & 1) << 31 | (offset >> 1 & 1023) << 21 |
	       (offset >> 11 & 1) << 20 | (offset >> 12 & 255) << 12;
}

#endif
