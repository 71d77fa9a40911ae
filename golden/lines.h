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

/* The files of a unit; an entry without a name is NULL. */
struct lines_unit {
	uint32_t offset;        /* of the unit in .debug_line */
	uint32_t files, folders;
	const char **file, **folder;
	uint32_t *home;         /* of each file: the number of its folder */
};

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
	struct lines_unit *units;       /* by offset; owned */
	size_t unit_count;
	/* Code that was inlined: addresses from LOW to below HIGH, which are
	 * called in LINE of FILE. Nested ones have a higher DEPTH. Owned. */
	struct lines_inline {
		uint32_t low, high, depth, line;
		const char *file, *folder;
	} *inlines;
	size_t inline_count;
	char *names;            /* the texts that FILE points into; owned */
};

/* Reads LINE and NAMES, the sections .debug_line and .debug_line_str (NULL if
 * there is none), into *OUT. Rows outside LOWEST .. HIGHEST are left out.
 * Returns 0, or -1 if memory runs out. Release *OUT with lines_free. */
int lines_read(const uint8_t *line, size_t line_size, const uint8_t *names,
	       size_t names_size, uint32_t lowest, uint32_t highest,
	       struct lines *out);
void lines_free(struct lines *lines);

/* The sections of DWARF that say what was inlined; DATA NULL: there is none. */
struct lines_section { const uint8_t *data; size_t size; };
struct lines_info {
	struct lines_section info, abbrev, ranges, rnglists;
};

/* inlines.c: reads what was inlined into *LINES, which lines_read has filled.
 * A unit that is malformed or of another version contributes none. Returns 0,
 * or -1 if memory runs out. */
int lines_read_inlines(const struct lines_info *sections, struct lines *lines);

/* The line of ADDR that its user has written: code that was inlined from
 * another folder than that of its caller counts for the line that calls it. 0,
 * or -1 if no line is known. */
int lines_user(const struct lines *lines, uint32_t addr,
	       struct lines_row *out);

/* The row of ADDR, or NULL if its line is not known. */
const struct lines_row *lines_at(const struct lines *lines, uint32_t addr);

#endif
