/* lines.h - the line table of a program that was compiled with -g
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads DWARF 5 and 4 as GCC and clang write them. A unit that is malformed or
 * of another version contributes no lines; a row without a file name has no
 * line.
 */
#ifndef WW_GOLDEN_LINES_H
#define WW_GOLDEN_LINES_H

#include <stddef.h>
#include <stdint.h>

struct lines {
	/* Rows by address: addresses from ADDR to the next row's are of line
	 * LINE of FILE; LINE 0: of no line. Owned. */
	struct lines_row {
		uint32_t addr, line;
		uint32_t number;        /* in the order of the table */
		/* FOLDER may be relative, or NULL: not known */
		const char *file, *folder;
	} *rows;
	size_t count;
	char *names;            /* the texts that FILE points into; owned */
};

/* Reads LINE and NAMES, the sections .debug_line and .debug_line_str (NULL if
 * there is none), into *OUT. Rows outside LOWEST .. HIGHEST are left out.
 * Returns 0, or -1 if memory runs out. Release *OUT with lines_free. */
int lines_read(const uint8_t *line, size_t line_size, const uint8_t *names,
	       size_t names_size, uint32_t lowest, uint32_t highest,
	       struct lines *out);
void lines_free(struct lines *lines);

/* The row of ADDR, or NULL if its line is not known. */
const struct lines_row *lines_at(const struct lines *lines, uint32_t addr);

#endif
