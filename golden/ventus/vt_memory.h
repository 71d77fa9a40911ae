/* vt_memory.h - a sparse memory of 4 GiB with mapped ranges
 * SPDX-License-Identifier: Apache-2.0
 *
 * The owner maps the ranges that a program may access. Pages are allocated when
 * they are first written; others read zero. Without memory for a page the write
 * is lost, and vt_memory_short is true from then on.
 */
#ifndef WW_VT_MEMORY_H
#define WW_VT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct vt_memory;

/* An empty memory without a mapped range, or NULL without memory. */
struct vt_memory *vt_memory_new(void);
void vt_memory_free(struct vt_memory *m);
bool vt_memory_short(const struct vt_memory *m);

/* Maps BYTES from ADDR on, rounded out to whole words, at most to the end of
 * the address space. Ranges may overlap. 0, or -1 without memory. */
int vt_memory_map(struct vt_memory *m, uint32_t addr, uint32_t bytes);
/* Is the aligned word that contains ADDR in a mapped range? */
bool vt_memory_mapped(struct vt_memory *m, uint32_t addr);

/* A byte, mapped or not. */
uint8_t vt_memory_get(const struct vt_memory *m, uint32_t addr);
void vt_memory_put(struct vt_memory *m, uint32_t addr, uint8_t value);

#endif
