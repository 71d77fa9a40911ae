/* regions.c - the regions of a program that has marked some (ww_profile.h)
 * SPDX-License-Identifier: Apache-2.0
 *
 * The section .debug_ww_regions has for each mark the address of an
 * instruction, and a name that ends with a zero byte.
 */
#include <stdlib.h>
#include <string.h>

#include "golden/regions.h"

enum { WORD = 4 };

static uint32_t read_word(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
	       (uint32_t)at[3] << 24;
}

static int by_addr(const void *a, const void *b)
{
	const struct elf_region *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/* The end of the mark at P, or NULL if it is not whole. */
static const uint8_t *mark_end(const uint8_t *p, const uint8_t *end)
{
	const uint8_t *zero = end - p > WORD ?
			      memchr(p + WORD, 0, (size_t)(end - p - WORD)) :
			      NULL;

	return zero ? zero + 1 : NULL;
}

int regions_read(const uint8_t *data, size_t size, struct elf_image *image)
{
	const uint8_t *p, *next, *end;
	size_t count = 0;

	image->region_text = malloc(size + 1);
	if (!image->region_text)
		return -1;
	if (size)
		memcpy(image->region_text, data, size);
	p = (const uint8_t *)image->region_text;
	end = p + size;
	for (const uint8_t *q = p; (q = mark_end(q, end));)
		count++;
	image->regions = malloc((count + 1) * sizeof *image->regions);
	if (!image->regions)
		return -1;
	for (; (next = mark_end(p, end)); p = next)
		image->regions[image->region_count++] = (struct elf_region){
			read_word(p), (const char *)p + WORD
		};
	qsort(image->regions, count, sizeof *image->regions, by_addr);
	return 0;
}

void regions_free(struct elf_image *image)
{
	free(image->regions);
	free(image->region_text);
}

const char *elf_region_at(const struct elf_image *image, uint32_t addr)
{
	const struct elf_region key = { .addr = addr }, *found = NULL;

	if (image->region_count)
		found = bsearch(&key, image->regions, image->region_count,
				sizeof key, by_addr);
	return found ? found->name : NULL;
}
