/* mkrandom.c - makes a launch of Ventus of a random program
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: mkrandom SEED GROUPS WARPS THREADS LENGTH all|core|sfu NAME
 *
 * Writes NAME.metadata and NAME.data. core: only what cores have; sfu: what
 * cores with isa.sfu have.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/ventus/vt_program.h"

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

static uint32_t number(const char *text)
{
	return (uint32_t)strtoul(text, NULL, 0);
}

int main(int argc, char **argv)
{
	struct fuzz_program *p;
	struct machine shape = { 0 };
	struct vt_random r;
	FILE *f;
	int bad;

	if (argc != 8) {
		fputs("usage: mkrandom SEED GROUPS WARPS THREADS LENGTH "
		      "all|core|sfu NAME\n", stderr);
		return 2;
	}
	r = (struct vt_random){ .seed = strtoull(argv[1], NULL, 0),
				.length = number(argv[5]),
				.core = strcmp(argv[6], "all") != 0,
				.vregs = 64,
				.special = strcmp(argv[6], "sfu") == 0 };
	shape.vregs = 64;
	shape.cores = number(argv[2]);
	shape.warps = number(argv[3]);
	shape.threads = number(argv[4]);
	if (vt_program_make(&r, &shape, &p)) {
		fputs("mkrandom: the program is too long\n", stderr);
		return 1;
	}
	f = open_as(argv[7], ".metadata");
	vt_program_metadata(f, p);
	fclose(f);
	f = open_as(argv[7], ".data");
	bad = vt_program_contents(f, p);
	fclose(f);
	fuzz_free(p);
	return bad ? 1 : 0;
}
