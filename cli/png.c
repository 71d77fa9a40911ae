/* png.c - write a picture as PNG
 * SPDX-License-Identifier: Apache-2.0
 *
 * The rows, each behind a byte that says "not filtered", are one block of
 * deflate (RFC 1951) with its fixed code. Repetitions are looked for in two places: one
 * pixel and one row back.
 */
#include "cli/png.h"

#include <stdlib.h>
#include <string.h>

enum {
	CHUNK = 8192,
	GREY = 0, RGB = 2,              /* colour types */
	SHORTEST = 3, LONGEST = 258,    /* repetitions */
	FARTHEST = 32768,
	END_OF_BLOCK = 256, FIRST_LENGTH = 257, LAST_LENGTH = 285,
	ADLER = 65521
};

struct png {
	FILE *out;
	uint8_t chunk[CHUNK];           /* of IDAT, to be written */
	uint32_t filled;
	uint32_t bits, bit_count;       /* not yet in the chunk, lowest first */
};

/* --- chunks ----------------------------------------------------------- */

static void put_u32(uint8_t *at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint32_t crc(uint32_t sum, const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		sum ^= bytes[i];
		for (int bit = 0; bit < 8; bit++)
			sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
	}
	return sum;
}

static void write_chunk(FILE *out, const char *type, const uint8_t *bytes,
			uint32_t n)
{
	uint8_t head[8], tail[4];

	put_u32(head, n);
	memcpy(head + 4, type, 4);
	put_u32(tail, ~crc(crc(0xFFFFFFFF, head + 4, 4), bytes, n));
	fwrite(head, 1, sizeof head, out);
	fwrite(bytes, 1, n, out);
	fwrite(tail, 1, sizeof tail, out);
}

/* --- the compressed stream -------------------------------------------- */

static void put_byte(struct png *p, uint8_t byte)
{
	p->chunk[p->filled++] = byte;
	if (p->filled < CHUNK)
		return;
	write_chunk(p->out, "IDAT", p->chunk, p->filled);
	p->filled = 0;
}

static void put_bits(struct png *p, uint32_t value, uint32_t count)
{
	p->bits |= value << p->bit_count;
	p->bit_count += count;
	for (; p->bit_count >= 8; p->bit_count -= 8, p->bits >>= 8)
		put_byte(p, (uint8_t)p->bits);
}

/* Huffman codes come highest bit first. */
static void put_code(struct png *p, uint32_t code, uint32_t count)
{
	while (count > 0)
		put_bits(p, code >> --count & 1, 1);
}

/* A byte, END_OF_BLOCK or a length, in the fixed code. */
static void put_symbol(struct png *p, uint32_t symbol)
{
	if (symbol < 144)
		put_code(p, 0x30 + symbol, 8);
	else if (symbol < 256)
		put_code(p, 0x190 + symbol - 144, 9);
	else if (symbol < 280)
		put_code(p, symbol - 256, 7);
	else
		put_code(p, 0xC0 + symbol - 280, 8);
}

static uint32_t log2_of(uint32_t value)
{
	uint32_t n = 0;

	while (value >>= 1)
		n++;
	return n;
}

static void put_length(struct png *p, uint32_t length)
{
	uint32_t over = length - SHORTEST, extra;

	if (length == LONGEST) {
		put_symbol(p, LAST_LENGTH);
	} else if (over < 8) {
		put_symbol(p, FIRST_LENGTH + over);
	} else {
		extra = log2_of(over) - 2;
		put_symbol(p, FIRST_LENGTH + 4 * (extra + 1) +
			      (over >> extra & 3));
		put_bits(p, over & ((1u << extra) - 1), extra);
	}
}

static void put_distance(struct png *p, uint32_t distance)
{
	uint32_t over = distance - 1, extra;

	if (over < 4) {
		put_code(p, over, 5);
	} else {
		extra = log2_of(over) - 1;
		put_code(p, 2 * (extra + 1) + (over >> extra & 1), 5);
		put_bits(p, over & ((1u << extra) - 1), extra);
	}
}

/* How far the bytes at AT repeat those DISTANCE before; 0 if not possible. */
static uint32_t repetition(const uint8_t *bytes, size_t at, size_t n,
			   uint32_t distance)
{
	uint32_t length = 0;

	if (distance > at || distance > FARTHEST)
		return 0;
	while (length < LONGEST && at + length < n &&
	       bytes[at + length] == bytes[at + length - distance])
		length++;
	return length;
}

static void put_block(struct png *p, const uint8_t *bytes, size_t n,
		      uint32_t pixel, uint32_t row)
{
	uint32_t length, other, distance;

	put_bits(p, 3, 3); /* the last block, fixed code */
	for (size_t at = 0; at < n; at += length) {
		distance = pixel;
		length = repetition(bytes, at, n, pixel);
		other = repetition(bytes, at, n, row);
		if (other > length) {
			distance = row;
			length = other;
		}
		if (length < SHORTEST) {
			length = 1;
			put_symbol(p, bytes[at]);
			continue;
		}
		put_length(p, length);
		put_distance(p, distance);
	}
	put_symbol(p, END_OF_BLOCK);
	put_bits(p, 0, (8 - p->bit_count) % 8);
}

static uint32_t adler(const uint8_t *bytes, size_t n)
{
	uint32_t a = 1, b = 0;

	for (size_t i = 0; i < n; i++) {
		a = (a + bytes[i]) % ADLER;
		b = (b + a) % ADLER;
	}
	return b << 16 | a;
}

static void write_data(FILE *out, const uint8_t *bytes, size_t n,
		       uint32_t pixel, uint32_t row)
{
	struct png p = { .out = out };
	uint8_t sum[4];

	put_byte(&p, 0x78); /* a zlib stream, window of 32 KiB */
	put_byte(&p, 0x01);
	put_block(&p, bytes, n, pixel, row);
	put_u32(sum, adler(bytes, n));
	for (int i = 0; i < 4; i++)
		put_byte(&p, sum[i]);
	if (p.filled)
		write_chunk(out, "IDAT", p.chunk, p.filled);
}

/* --- the file --------------------------------------------------------- */

int png_write(FILE *out, uint32_t width, uint32_t height, uint32_t channels,
	      const uint8_t *pixels)
{
	static const uint8_t magic[] = { 0x89, 'P', 'N', 'G', 13, 10, 26, 10 };
	uint32_t row = width * channels;
	size_t n = (size_t)height * (row + 1);
	uint8_t head[13] = { 0 }, *bytes = malloc(n);

	if (!bytes)
		return -1;
	for (uint32_t y = 0; y < height; y++) {
		bytes[(size_t)y * (row + 1)] = 0;
		memcpy(bytes + (size_t)y * (row + 1) + 1,
		       pixels + (size_t)y * row, row);
	}
	put_u32(head, width);
	put_u32(head + 4, height);
	head[8] = 8; /* bits per channel */
	head[9] = channels == 1 ? GREY : RGB;
	fwrite(magic, 1, sizeof magic, out);
	write_chunk(out, "IHDR", head, sizeof head);
	write_data(out, bytes, n, channels, row + 1);
	write_chunk(out, "IEND", head, 0);
	free(bytes);
	return 0;
}
