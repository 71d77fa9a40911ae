/* map.c - from pointers to numbers, and memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * Open addressing, at most half full. Keys are never taken out: a value that
 * is gone gets the number 0, since its address may come back.
 */
#include "clc/clc.h"

#include <stdlib.h>
#include <string.h>

void *map_alloc(int count, size_t size)
{
	void *p = calloc(count > 0 ? (size_t)count : 1, size);

	if (!p)
		report_fatal(CLC_TOOL, "out of memory");
	return p;
}

void *map_grow(void *old, int count, size_t size)
{
	void *p = realloc(old, (size_t)count * size);

	if (!p)
		report_fatal(CLC_TOOL, "out of memory");
	return p;
}

/* Where KEY is, or would be. */
static size_t place(const struct map *m, const void *key)
{
	size_t mask = (size_t)m->size - 1;
	size_t at = ((uintptr_t)key >> 4) * 0x9E3779B1u & mask;

	while (m->key[at] && m->key[at] != key)
		at = (at + 1) & mask;
	return at;
}

static void grow(struct map *m)
{
	struct map old = *m;

	m->size = old.size ? 2 * old.size : 64;
	m->key = map_alloc(m->size, sizeof *m->key);
	m->value = map_alloc(m->size, sizeof *m->value);
	for (int i = 0; i < old.size; i++)
		if (old.key[i]) {
			size_t at = place(m, old.key[i]);

			m->key[at] = old.key[i];
			m->value[at] = old.value[i];
		}
	map_free(&old);
}

void map_set(struct map *m, const void *key, int value)
{
	size_t at;

	if (2 * m->count >= m->size)
		grow(m);
	at = place(m, key);
	if (!m->key[at])
		m->count++;
	m->key[at] = key;
	m->value[at] = value;
}

int map_get(const struct map *m, const void *key, int otherwise)
{
	size_t at;

	if (!m->size)
		return otherwise;
	at = place(m, key);
	return m->key[at] ? m->value[at] : otherwise;
}

void map_free(struct map *m)
{
	free(m->key);
	free(m->value);
	*m = (struct map){ 0 };
}
