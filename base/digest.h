/* digest.h - SHA-256 digests, which name the files of the cache
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_BASE_DIGEST_H
#define WW_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { DIGEST_TEXT = 65 };      /* 64 hex digits and a NUL */

struct digest {
	uint32_t state[8];
	uint64_t length;        /* bytes so far */
	uint8_t block[64];
};

void digest_start(struct digest *d);
void digest_add(struct digest *d, const void *data, size_t n);
/* Adds a string with its NUL, so "ab" "c" differs from "a" "bc". */
void digest_add_string(struct digest *d, const char *text);
/* Adds N and the N bytes at DATA, as digest_add_file does for a file. */
void digest_add_text(struct digest *d, const void *data, size_t n);
/* Adds the size and the contents of the file PATH: 0, or -1 with errno. */
int digest_add_file(struct digest *d, const char *path);
/* Ends the digest and writes it in hexadecimal. */
void digest_text(struct digest *d, char text[DIGEST_TEXT]);

#endif
