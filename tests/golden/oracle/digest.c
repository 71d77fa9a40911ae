/* digest.c - CRC-32, Adler-32 and a sponge over a buffer
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

enum { SIZE = 3000 };

static uint8_t buffer[SIZE];

static uint32_t crc32(const uint8_t *at, int n)
{
	uint32_t crc = 0xFFFFFFFF;

	while (n--) {
		crc ^= *at++;
		for (int i = 0; i < 8; i++)
			crc = crc >> 1 ^ (0xEDB88320 & (0 - (crc & 1)));
	}
	return ~crc;
}

static uint32_t adler32(const uint8_t *at, int n)
{
	uint32_t a = 1, b = 0;

	while (n--) {
		a = (a + *at++) % 65521;
		b = (b + a) % 65521;
	}
	return b << 16 | a;
}

static uint32_t rotate(uint32_t v, int n)
{
	return v << n | v >> (32 - n);
}

static void permute(uint32_t s[4])
{
	for (int round = 0; round < 20; round++) {
		s[0] += s[1];
		s[3] = rotate(s[3] ^ s[0], 16);
		s[2] += s[3];
		s[1] = rotate(s[1] ^ s[2], 12);
		s[0] += s[1] + (uint32_t)round;
		s[3] = rotate(s[3] ^ s[0], 8);
	}
}

static uint32_t sponge(const uint8_t *at, int n)
{
	uint32_t s[4] = { 1, 2, 3, 4 };

	for (int i = 0; i + 2 <= n; i += 2) {
		s[i / 2 % 2] ^= *(const uint16_t *)(at + i);
		permute(s);
	}
	return s[0] ^ s[1] ^ s[2] ^ s[3];
}

int main(void)
{
	put_line("check", crc32((const uint8_t *)"123456789", 9));
	for (int i = 0; i < SIZE; i++)
		buffer[i] = (uint8_t)next_random();
	for (int n = 0; n <= SIZE; n += 500) {
		put_line("crc32", crc32(buffer, n));
		put_line("adler32", adler32(buffer, n));
		put_line("sponge", sponge(buffer, n));
	}
	return 0;
}
