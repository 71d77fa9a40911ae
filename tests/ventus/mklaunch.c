/* mklaunch.c - makes a launch of Ventus of a program
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: mklaunch PROG.elf NAME THREADS WARPS X Y Z LOCAL PRIVATE
 *
 * Writes NAME.metadata and NAME.data: X * Y * Z work-groups of WARPS warps of
 * THREADS threads, with LOCAL bytes of local memory for each and PRIVATE bytes
 * of private memory for each thread. The buffers are what PROG.elf loads, and
 * private memory at the symbol pds, if it has one. The symbol knl is the
 * address of the kernel's metadata, else 0.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "golden/bytes.h"
#include "golden/elf.h"

#define BASE UINT32_C(0x80000000)
#define BYTES UINT32_C(0x20000000)

enum { PROGRAM = 1, NAME, THREADS, WARPS, X, Y, Z, LOCAL, PRIVATE, ARGUMENTS };

struct buffer {
	uint32_t addr, bytes;
	const uint8_t *from;    /* NULL: zero */
};

static FILE *open_as(const char *name, const char *end)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof path, "%s%s", name, end);
	f = fopen(path, "w");
	if (!f) {
		perror(path);
		exit(4);
	}
	return f;
}

static void put64(FILE *f, uint64_t value)
{
	fprintf(f, "%08" PRIx32 "\n%08" PRIx32 "\n", (uint32_t)value,
		(uint32_t)(value >> 32));
}

static void write_metadata(char **argv, const uint64_t *n, uint32_t entry,
			   uint32_t knl, uint32_t pds,
			   const struct buffer *list, size_t count)
{
	const uint64_t head[] = { entry, 0, n[X], n[Y], n[Z], n[THREADS],
				  n[WARPS], knl, n[LOCAL], n[PRIVATE], 64,
				  256, pds, count };
	FILE *f = open_as(argv[NAME], ".metadata");

	for (size_t i = 0; i < sizeof head / sizeof *head; i++)
		put64(f, head[i]);
	for (size_t i = 0; i < count; i++)
		put64(f, list[i].addr);
	for (int column = 0; column < 2; column++)
		for (size_t i = 0; i < count; i++)
			put64(f, list[i].bytes);
	fclose(f);
}

static void write_data(const char *name, const struct buffer *list,
		       size_t count)
{
	FILE *f = open_as(name, ".data");

	for (size_t i = 0; i < count; i++)
		for (uint32_t at = 0; at < list[i].bytes; at += 4)
			fprintf(f, "%08" PRIx32 "\n", list[i].from ?
				bytes_u32(list[i].from + at) : 0);
	fclose(f);
}

int main(int argc, char **argv)
{
	struct buffer list[16];
	struct elf_image image;
	uint32_t knl = 0, pds = 0;
	uint64_t n[ARGUMENTS] = { 0 };
	size_t count = 0;
	char why[512];

	if (argc != ARGUMENTS) {
		fputs("usage: mklaunch PROG.elf NAME THREADS WARPS X Y Z LOCAL "
		      "PRIVATE\n", stderr);
		return 2;
	}
	for (int i = THREADS; i < ARGUMENTS; i++)
		n[i] = strtoull(argv[i], NULL, 0);
	if (elf_load(argv[PROGRAM], BASE, BYTES, &image, why, sizeof why)) {
		fprintf(stderr, "%s: error: %s\n", argv[PROGRAM], why);
		return 3;
	}
	for (; count < image.part_count && count < 15; count++)
		list[count] = (struct buffer){
			image.parts[count].addr, image.parts[count].bytes,
			image.ram + (image.parts[count].addr - BASE) };
	elf_value(&image, "knl", &knl);
	if (elf_value(&image, "pds", &pds))
		list[count++] = (struct buffer){ pds, (uint32_t)(n[X] * n[Y] *
			n[Z] * n[WARPS] * n[THREADS] * n[PRIVATE]), NULL };
	write_metadata(argv, n, image.entry, knl, pds, list, count);
	write_data(argv[NAME], list, count);
	elf_free(&image);
	return 0;
}
