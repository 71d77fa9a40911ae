/* dwarf.h - reads bytes and numbers of DWARF sections
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to golden/. Input is not trusted: a cursor that reads past its end
 * yields zeros and becomes bad; the loops end then.
 */
#ifndef WW_GOLDEN_DWARF_H
#define WW_GOLDEN_DWARF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "golden/bytes.h"

/* Bytes from AT to END. After a read past END the cursor is bad, and all reads
 * yield zero. */
struct cursor {
	const uint8_t *at, *end;
	bool bad;
};

static inline const uint8_t *take(struct cursor *c, size_t n)
{
	static const uint8_t none[16];
	const uint8_t *p = c->at;

	if (c->bad || n > (size_t)(c->end - c->at)) {
		c->bad = true;
		return none;
	}
	c->at += n;
	return p;
}

static inline void skip(struct cursor *c, size_t n)
{
	if (n > (size_t)(c->end - c->at))
		c->bad = true;
	else
		c->at += n;
}

static inline uint32_t u8(struct cursor *c) { return *take(c, 1); }
static inline uint32_t u16(struct cursor *c) { return bytes_u16(take(c, 2)); }
static inline uint32_t u32(struct cursor *c) { return bytes_u32(take(c, 4)); }

/* Reads a LEB128 number; its low 32 bits are returned. */
static inline uint32_t leb(struct cursor *c, bool sign)
{
	uint32_t value = 0, shift = 0, byte;

	do {
		byte = u8(c);
		if (shift < 32)
			value |= (byte & 127) << shift;
		shift += 7;
	} while (byte & 128);
	if (sign && byte & 64 && shift < 32)
		value |= UINT32_MAX << shift;
	return value;
}

#endif
