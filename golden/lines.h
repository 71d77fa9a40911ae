/* lines.h - the line numbers of a program that was compiled with -g
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads the line tables of DWARF 5 and 4, as GCC and clang write them. What is
 * malformed, of another version or without a file name costs lines, not the
 * program.
 */
#ifndef WW_GOLDEN_LINES_H
#define WW_GOLDEN_LINES_H

#include <stddef.h>
#include <stdint.h>

struct lines {
	/* By address: from ADDR to the next one it is line LINE of FILE; 0: of
	 * no line. Owned. */
	struct lines_row {
		uint32_t addr, line;
		uint32_t number;        /* in the order of the table */
		const char *file;
	} *rows;
	size_t count;
	char *names;            /* what FILE points into; owned */
};

/* LINE and NAMES: the sections .debug_line and .debug_line_str. Rows outside
 * LOWEST .. HIGHEST - 1 are left out. 0, or -1 if memory runs out. */
int lines_read(const uint8_t *line, size_t line_size, const uint8_t *names,
	       size_t names_size, uint32_t lowest, uint32_t highest,
	       struct lines *out);
void lines_free(struct lines *lines);

/* The row of ADDR, or NULL if its line is not known. */
const struct lines_row *lines_at(const struct lines *lines, uint32_t addr);

#endif
