/* mkrandom.c - makes a launch of Ventus of a random program
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: mkrandom SEED GROUPS WARPS THREADS LENGTH all|core|sfu NAME
 *
 * Writes NAME.metadata and NAME.data. core: only what cores have; sfu: what
 * cores with isa.sfu have.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/ventus/vt_random.h"

static uint32_t code[VT_RANDOM_WORDS];

static FILE *open_as(const char *name, const char *end)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof path, "%s%s", name, end);
	f = fopen(path, "w");
	if (!f) {
		perror(path);
		exit(2);
	}
	return f;
}

static void put64(FILE *f, uint64_t value)
{
	fprintf(f, "%08" PRIx32 "\n%08" PRIx32 "\n", (uint32_t)value,
		(uint32_t)(value >> 32));
}

/* Global memory begins with data; the rest is zero. */
static void write_data(const char *name, uint32_t words)
{
	FILE *f = open_as(name, ".data");

	for (uint32_t i = 0; i < words; i++)
		fprintf(f, "%08" PRIx32 "\n", code[i]);
	for (uint32_t i = 0; i < VT_RANDOM_GROUP_BYTES / 4; i++)
		fprintf(f, "%08" PRIx32 "\n",
			(i * UINT32_C(2654435761)) ^ (i << 7));
	fclose(f);
}

static uint32_t number(const char *text)
{
	return (uint32_t)strtoul(text, NULL, 0);
}

int main(int argc, char **argv)
{
	struct vt_random r;
	uint32_t words, groups;
	FILE *f;

	if (argc != 8) {
		fputs("usage: mkrandom SEED GROUPS WARPS THREADS LENGTH "
		      "all|core|sfu NAME\n", stderr);
		return 2;
	}
	r = (struct vt_random){ strtoull(argv[1], NULL, 0), number(argv[5]),
				strcmp(argv[6], "all") != 0,
				strcmp(argv[6], "sfu") == 0 };
	groups = number(argv[2]);
	words = vt_random(&r, code);
	if (!words) {
		fputs("mkrandom: the program is too long\n", stderr);
		return 1;
	}
	f = open_as(argv[7], ".metadata");
	for (size_t i = 0; i < 23; i++)
		put64(f, (const uint64_t[]){
			VT_RANDOM_CODE, 0, groups, 1, 1, number(argv[4]),
			number(argv[3]), VT_RANDOM_GLOBAL, VT_RANDOM_LDS_BYTES,
			VT_RANDOM_PDS_BYTES, 64, 256, VT_RANDOM_PRIVATE, 3,
			VT_RANDOM_CODE, VT_RANDOM_GLOBAL, VT_RANDOM_PRIVATE,
			words * 4, VT_RANDOM_GROUP_BYTES, 0, words * 4,
			groups * VT_RANDOM_GROUP_BYTES,
			groups * number(argv[3]) * number(argv[4]) *
			VT_RANDOM_PDS_BYTES }[i]);
	fclose(f);
	write_data(argv[7], words);
	return 0;
}
