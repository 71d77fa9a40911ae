/* shape.h - how a core is built, from shape.def and cache.def
 * SPDX-License-Identifier: Apache-2.0
 *
 * Plain data, for checker, memory, simulators and coverage.
 */
#ifndef WW_MACHINE_SHAPE_H
#define WW_MACHINE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

/* A cache; SIZE 0: there is none, and the rest says nothing. Size, line and
 * ways are powers of two. */
struct shape_cache {
	uint32_t size, line;    /* bytes */
	uint32_t ways;
	bool write_back;        /* else written through, without allocation */
	uint32_t mshrs;         /* lines that it may wait for */
	uint32_t hashed;        /* bits of the tag that the set depends on */
	uint32_t banks;         /* of the second-level cache: at most 8 */
};

/* The fields of a structure that has a shape. */
#define NUMBER(field, value, doc) uint32_t field;
#define FLAG(field, value, doc) bool field;
#define CACHE(name, line, back, hashed, banks, doc) struct shape_cache name;
struct shape {
#include "machine/shape.def"
#include "machine/cache.def"
};
#undef NUMBER
#undef FLAG

#endif
