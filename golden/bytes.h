/* bytes.h - little-endian words in byte arrays, at any alignment
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GOLDEN_BYTES_H
#define WW_GOLDEN_BYTES_H

#include <stdint.h>
#include <string.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BYTES_ORDER16(v) (v)
#define BYTES_ORDER32(v) (v)
#else
#define BYTES_ORDER16(v) __builtin_bswap16(v)
#define BYTES_ORDER32(v) __builtin_bswap32(v)
#endif

/* Read a little-endian word of 16 or 32 bits at AT. */
static inline uint16_t bytes_u16(const uint8_t *at)
{
	uint16_t value;
	memcpy(&value, at, sizeof value);
	return BYTES_ORDER16(value);
}

static inline uint32_t bytes_u32(const uint8_t *at)
{
	uint32_t value;
	memcpy(&value, at, sizeof value);
	return BYTES_ORDER32(value);
}

/* Write a little-endian word of 16 or 32 bits at AT. */
static inline void bytes_put_u16(uint8_t *at, uint16_t value)
{
	value = BYTES_ORDER16(value);
	memcpy(at, &value, sizeof value);
}

static inline void bytes_put_u32(uint8_t *at, uint32_t value)
{
	value = BYTES_ORDER32(value);
	memcpy(at, &value, sizeof value);
}

#endif
