/* profile_rows.c - the instructions of a profile, found by their pc
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/profile/profile.h"

#include <stdlib.h>

enum { FIRST = 256 };

static const struct {
	const char *name, *doc;
} reasons[] = {
#define REASON(id, name, doc) { name, doc },
#include "session/profile/reasons.def"
#undef REASON
};

static const char *const counts[] = {
#define COUNT(id, name, doc) name,
#include "session/profile/counts.def"
#undef COUNT
};

const char *profile_count_name(enum profile_count count)
{
	return counts[count];
}

double profile_threads(const struct profile_sum *s)
{
	return s->counts[PROFILE_ISSUES] ?
	       (double)s->counts[PROFILE_THREADS] /
	       (double)s->counts[PROFILE_ISSUES] : 0;
}

const char *profile_reason_name(enum profile_reason reason)
{
	return reasons[reason].name;
}

const char *profile_reason_doc(enum profile_reason reason)
{
	return reasons[reason].doc;
}

void profile_add(struct profile_sum *into, const struct profile_sum *s)
{
	for (int i = 0; i < PROFILE_COUNTS; i++)
		into->counts[i] += s->counts[i];
	for (int r = 0; r < PROFILE_REASONS; r++)
		into->parts[r] += s->parts[r];
}

uint64_t profile_parts(const struct profile_sum *s)
{
	uint64_t all = 0;

	for (int r = 0; r < PROFILE_REASONS; r++)
		all += s->parts[r];
	return all;
}

enum profile_reason profile_wait(const struct profile_sum *s)
{
	enum profile_reason most = PROFILE_ISSUE;
	uint64_t parts = 0;

	for (int r = PROFILE_ISSUE + 1; r < PROFILE_REASONS; r++)
		if (s->parts[r] > parts) {
			most = (enum profile_reason)r;
			parts = s->parts[r];
		}
	return most;
}

/* --- the table -------------------------------------------------------- */

static bool is_row(const struct profile_row *r, uint32_t program, uint32_t pc)
{
	return r->pc == pc && r->program == program;
}

/* The slot of PC of PROGRAM: that of its row, or an empty one. */
static size_t slot_of(const struct profile_rows *rows, uint32_t program,
		      uint32_t pc)
{
	uint32_t hash = (pc + program) * UINT32_C(2654435769);
	size_t at = hash >> 4 & (rows->slots - 1);

	while (rows->table[at] &&
	       !is_row(&rows->at[rows->table[at] - 1], program, pc))
		at = (at + 1) & (rows->slots - 1);
	return at;
}

/* Makes the table and the rows larger; the table is at most half full. */
static bool grow(struct profile_rows *rows)
{
	size_t room = rows->room ? 2 * rows->room : FIRST;
	struct profile_row *at = realloc(rows->at, room * sizeof *at);
	uint32_t *table = calloc(2 * room, sizeof *table);

	if (at)
		rows->at = at;
	if (!at || !table) {
		free(table);
		return false;
	}
	free(rows->table);
	rows->table = table;
	rows->room = room;
	rows->slots = 2 * room;
	for (size_t i = 0; i < rows->count; i++)
		table[slot_of(rows, at[i].program, at[i].pc)] =
			(uint32_t)i + 1;
	return true;
}

uint32_t profile_row_at(struct profile_rows *rows, uint32_t program,
			uint32_t pc)
{
	size_t slot;

	if (rows->count == rows->room && !grow(rows))
		return UINT32_MAX;
	slot = slot_of(rows, program, pc);
	if (!rows->table[slot]) {
		rows->at[rows->count] = (struct profile_row){
			.pc = pc, .program = program
		};
		rows->table[slot] = (uint32_t)++rows->count;
	}
	return rows->table[slot] - 1;
}

void profile_rows_free(struct profile_rows *rows)
{
	free(rows->at);
	free(rows->table);
	*rows = (struct profile_rows){ 0 };
}

static int by_pc(const void *a, const void *b)
{
	const struct profile_row *x = a, *y = b;

	if (x->pc != y->pc)
		return x->pc < y->pc ? -1 : 1;
	return x->program < y->program ? -1 : x->program > y->program;
}

/* The table is of no use afterwards. */
void profile_rows_sort(struct profile_rows *rows)
{
	if (rows->count)
		qsort(rows->at, rows->count, sizeof *rows->at, by_pc);
	free(rows->table);
	rows->table = NULL;
	rows->slots = 0;
}
