/* json.h - pieces of the JSON results
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SESSION_JSON_H
#define WW_SESSION_JSON_H

#include <stdint.h>
#include <stdio.h>

#include "gen/params.h"
#include "golden/elf.h"
#include "golden/golden.h"

/* Writes TEXT as a JSON string with its quotes. */
void json_quoted(FILE *out, const char *text);

/* Writes a further member: , "NAME": "TEXT" */
void json_key(FILE *out, const char *name, const char *text);

/* Writes further members of an instruction: pc, word, disassembly behind PREFIX
 * (golden_disasm), and place in the source or symbols. */
void json_place(FILE *out, const struct elf_image *image,
		const struct machine *m, uint32_t pc, uint32_t insn,
		uint32_t prefix);

/* Writes further members of a stack overflow: warp, thread, stack pointer and
 * place. */
void json_overflow(FILE *out, const struct elf_image *image,
		   const struct golden *g);

/* Writes the effective configuration as a string that holds its TOML file. */
void json_config(FILE *out, const struct config *cfg);

#endif
