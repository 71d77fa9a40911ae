/* lines.c - the line tables of DWARF 5 and 4: a small one of each,
 * and all that can be broken in them
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "golden/lines.h"
#include "tests/tap.h"

#define BASE UINT32_C(0x80000000)

static const uint8_t names[] = "/src\0one.c\0two.c";

#define OPCODES 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1

#define PROGRAM \
	0, 5, 2, 0x00, 0x00, 0x00, 0x80,        /* address */ \
	3, 9, 1,                /* line 10, a row */ \
	2, 8, 3, 0x7d, 1,       /* 8 bytes on, line 7 */ \
	13 + 14 * 4 + 5 + 2,    /* 4 bytes on, line 9 */ \
	4, 2, 9, 16, 0, 1,      /* file two, 16 bytes on */ \
	8,                      /* what opcode 255 would add */ \
	5, 3, 6, 1,             /* column; nothing; a row */ \
	2, 4, 0, 1, 1,          /* 4 bytes on, the end */ \
	0, 5, 2, 0x80, 0x00, 0x00, 0x80, 1,     /* another, line 1 */ \
	2, 4, 0, 1, 1

static const uint8_t table[] = {
	100, 0, 0, 0,           /* bytes that follow */
	5, 0, 4, 0,             /* version, bytes of an address, of a segment */
	47, 0, 0, 0,            /* bytes from here to the program */
	/* step, ops, is_stmt, line base, range, opcodes */
	1, 1, 1, 0xfb, 14, 13,
	OPCODES,
	1, 1, 0x1f,             /* folders: path as line_strp */
	1, 0, 0, 0, 0,
	2, 1, 0x1f, 2, 0x0b,    /* files: path, folder as data1 */
	3, 5, 0, 0, 0, 0, 5, 0, 0, 0, 0, 11, 0, 0, 0, 0,
	PROGRAM
};

static const uint8_t old_table[] = {
	94, 0, 0, 0,            /* bytes that follow */
	4, 0,                   /* version */
	43, 0, 0, 0,            /* bytes from here to the program */
	1, 1, 1, 0xfb, 14, 13,
	OPCODES,
	'/', 's', 'r', 'c', 0, 0,       /* folders */
	/* files: name, folder, time, size */
	'o', 'n', 'e', '.', 'c', 0, 1, 0, 0,
	't', 'w', 'o', '.', 'c', 0, 1, 0, 0,
	0,
	PROGRAM
};

static int read_table(const uint8_t *line, size_t size, struct lines *out)
{
	return lines_read(line, size, names, sizeof names, BASE, BASE + 0x100,
			  out);
}

static void is_line(const struct lines *l, uint32_t offset, const char *file,
		    uint32_t line)
{
	const struct lines_row *row = lines_at(l, BASE + offset);

	if (!line)
		ok(!row, "0x%x has no line", offset);
	else
		ok(row && row->line == line && strcmp(row->file, file) == 0,
		   "0x%x is %s:%u", offset, file, line);
}

static void small(const uint8_t *line, size_t size)
{
	struct lines l;

	is_u32(line[0], (uint32_t)size - 4, "its length is right");
	ok(read_table(line, size, &l) == 0, "the table is read");
	is_line(&l, 0u - 4, NULL, 0);
	is_line(&l, 0, "one.c", 10);
	is_line(&l, 4, "one.c", 10);
	is_line(&l, 8, "one.c", 7);
	is_line(&l, 12, "one.c", 9);
	is_line(&l, 24, "one.c", 9);
	is_line(&l, 28, "two.c", 9);
	is_line(&l, 45, "two.c", 9);
	is_line(&l, 49, NULL, 0);
	is_line(&l, 0x7c, NULL, 0);
	is_line(&l, 0x80, "one.c", 1);
	is_line(&l, 0x84, NULL, 0);
	lines_free(&l);
	lines_free(&l);
	ok(!lines_at(&l, BASE), "after free there is nothing");
}

static void other_version(void)
{
	uint8_t copy[sizeof table];
	struct lines l;

	memcpy(copy, table, sizeof copy);
	copy[4] = 3;
	ok(read_table(copy, sizeof copy, &l) == 0 && l.count == 0,
	   "another version has no lines");
	lines_free(&l);
	ok(read_table(table, 0, &l) == 0 && l.count == 0, "an empty table");
	lines_free(&l);
}

/* Whatever it says, it is read without harm: the sanitizers look on. */
static void broken(const uint8_t *line, size_t size)
{
	struct lines l;
	uint32_t failed = 0;

	for (size_t n = 0; n < size; n++) {
		uint8_t *copy = malloc(n + 1);

		memcpy(copy, line, n);
		failed += read_table(copy, n, &l) != 0;
		lines_free(&l);
		free(copy);
	}
	for (size_t i = 0; i < size; i++)
		for (uint32_t value = 0; value < 256; value++) {
			uint8_t *copy = malloc(size);

			memcpy(copy, line, size);
			copy[i] = (uint8_t)value;
			failed += read_table(copy, size, &l) != 0;
			for (uint32_t at = 0; at < 0x100; at += 4)
				lines_at(&l, BASE + at);
			lines_free(&l);
			free(copy);
		}
	is_u32(failed, 0, "what is broken costs lines only");
}

int main(void)
{
	small(table, sizeof table);
	small(old_table, sizeof old_table);
	other_version();
	broken(table, sizeof table);
	broken(old_table, sizeof old_table);
	return tap_done();
}
