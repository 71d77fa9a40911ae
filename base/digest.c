/* digest.c - SHA-256 as in FIPS 180-4
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"

static const uint32_t round_constants[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
	0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
	0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
	0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
	0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

static uint32_t rotate(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static void expand(const uint8_t *block, uint32_t w[64])
{
	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 |
		       (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 |
		       (uint32_t)block[4 * i + 3];
	for (int i = 16; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];

		w[i] = w[i - 16] + w[i - 7] +
		       (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) +
		       (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
	}
}

static void compress(uint32_t state[8], const uint8_t *block)
{
	uint32_t w[64], s[8];

	expand(block, w);
	memcpy(s, state, sizeof s);
	for (int i = 0; i < 64; i++) {
		uint32_t e = s[4], a = s[0];
		uint32_t t1 = s[7] + (rotate(e, 6) ^ rotate(e, 11) ^
				      rotate(e, 25)) +
			      ((e & s[5]) ^ (~e & s[6])) + round_constants[i] +
			      w[i];
		uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) +
			      ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));

		memmove(s + 1, s, 7 * sizeof *s);
		s[4] += t1;
		s[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		state[i] += s[i];
}

void digest_start(struct digest *d)
{
	static const uint32_t start[8] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
	};

	memcpy(d->state, start, sizeof start);
	d->length = 0;
}

void digest_add(struct digest *d, const void *data, size_t n)
{
	const uint8_t *p = data;

	while (n) {
		size_t at = d->length % 64, part = 64 - at;

		part = part < n ? part : n;
		memcpy(d->block + at, p, part);
		d->length += part;
		p += part;
		n -= part;
		if (d->length % 64 == 0)
			compress(d->state, d->block);
	}
}

void digest_add_string(struct digest *d, const char *text)
{
	digest_add(d, text, strlen(text) + 1);
}

void digest_add_text(struct digest *d, const void *data, size_t n)
{
	digest_add(d, &n, sizeof n);
	digest_add(d, data, n);
}

int digest_add_file(struct digest *d, const char *path)
{
	size_t size;
	char *data = proc_read_file(path, &size);

	if (!data)
		return -1;
	digest_add_text(d, data, size);
	free(data);
	return 0;
}

void digest_text(struct digest *d, char text[DIGEST_TEXT])
{
	uint64_t bits = d->length * 8;
	uint8_t tail[8];

	for (int i = 0; i < 8; i++)
		tail[i] = (uint8_t)(bits >> (56 - 8 * i));
	digest_add(d, "\x80", 1);
	while (d->length % 64 != 56)
		digest_add(d, "", 1);
	digest_add(d, tail, sizeof tail);
	for (int i = 0; i < 8; i++)
		snprintf(text + 8 * i, 9, "%08x", d->state[i]);
}
