/* engine.h - arithmetic, memory access and loop macros for run_lanes.h
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included only by files that define T, the number of threads in a warp, and
 * RUN, the name of their function.
 */
#include "golden/bytes.h"
#include "golden/core.h"
#include "golden/float_lanes.h"
#include "golden/sfu.h"

static inline int32_t s(uint32_t word)
{
	return (int32_t)word;
}

static inline uint32_t mulh(uint32_t a, uint32_t b)
{
	return (uint32_t)(((int64_t)s(a) * s(b)) >> 32);
}

static inline uint32_t mulhsu(uint32_t a, uint32_t b)
{
	return (uint32_t)(((int64_t)s(a) * (int64_t)b) >> 32);
}

static inline uint32_t mulhu(uint32_t a, uint32_t b)
{
	return (uint32_t)(((uint64_t)a * b) >> 32);
}

/* Division by zero gives all ones; the one overflow gives the dividend. */
static inline uint32_t div_signed(uint32_t a, uint32_t b)
{
	if (b == 0)
		return UINT32_MAX;
	if (b == UINT32_MAX)
		return 0 - a;
	return (uint32_t)(s(a) / s(b));
}

static inline uint32_t rem_signed(uint32_t a, uint32_t b)
{
	if (b == 0)
		return a;
	if (b == UINT32_MAX)
		return 0;
	return (uint32_t)(s(a) % s(b));
}

/* Zbb operations without branches, so that the lane loops can be vectorized. */
static inline uint32_t ones(uint32_t a)
{
	a -= a >> 1 & 0x55555555;
	a = (a & 0x33333333) + (a >> 2 & 0x33333333);
	a = (a + (a >> 4)) & 0x0F0F0F0F;
	return a * 0x01010101 >> 24;
}

static inline uint32_t leading_zeros(uint32_t a)
{
	a |= a >> 1;
	a |= a >> 2;
	a |= a >> 4;
	a |= a >> 8;
	a |= a >> 16;
	return ones(~a);
}

static inline uint32_t trailing_zeros(uint32_t a)
{
	return ones(~a & (a - 1));
}

static inline uint32_t rotate_right(uint32_t a, uint32_t by)
{
	return a >> (by & 31) | a << ((0 - by) & 31);
}

static inline uint32_t or_in_bytes(uint32_t a)
{
	a |= (a & 0x0F0F0F0F) << 4 | (a >> 4 & 0x0F0F0F0F);
	a |= (a & 0x33333333) << 2 | (a >> 2 & 0x33333333);
	a |= (a & 0x55555555) << 1 | (a >> 1 & 0x55555555);
	return a;
}

static inline uint32_t reverse_bytes(uint32_t a)
{
	return a << 24 | (a & 0xFF00) << 8 | (a >> 8 & 0xFF00) | a >> 24;
}

enum { FLOAT_DYN = 7 };         /* field rm: the mode is in frm */
#define SIGN UINT32_C(0x80000000)

static inline int8_t get_int8_t(const uint8_t *at)
{
	return (int8_t)*at;
}

static inline uint8_t get_uint8_t(const uint8_t *at)
{
	return *at;
}

static inline int16_t get_int16_t(const uint8_t *at)
{
	return (int16_t)bytes_u16(at);
}

static inline uint16_t get_uint16_t(const uint8_t *at)
{
	return bytes_u16(at);
}

static inline uint32_t get_uint32_t(const uint8_t *at)
{
	return bytes_u32(at);
}

static inline void put_uint8_t(uint8_t *at, uint32_t value)
{
	*at = (uint8_t)value;
}

static inline void put_uint16_t(uint8_t *at, uint32_t value)
{
	bytes_put_u16(at, (uint16_t)value);
}

static inline void put_uint32_t(uint8_t *at, uint32_t value)
{
	bytes_put_u32(at, value);
}

/* Rows of registers are equal or disjoint, so no lane depends on another. */
#if defined __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* some loops stay scalar */
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif
#define EACH_OF(n) INDEPENDENT for (uint32_t lane = 0; lane < (n); lane++)
#define LABEL(mode, id) LABEL_(mode, id)
#define LABEL_(mode, id) mode##_##id
