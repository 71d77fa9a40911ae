/* json.h - the pieces of JSON that results are written with
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_JSON_H
#define WW_CLI_JSON_H

#include <stdint.h>
#include <stdio.h>

#include "gen/params.h"
#include "golden/elf.h"
#include "golden/golden.h"

/* TEXT as a JSON string, quotes included. */
void json_quoted(FILE *out, const char *text);

/* A further member: , "NAME": "TEXT" */
void json_key(FILE *out, const char *name, const char *text);

/* Further members that say where an instruction is and what it is. */
void json_place(FILE *out, const struct elf_image *image,
		const struct machine *m, uint32_t pc, uint32_t insn);

/* Further members: which thread has left its stack, and where. */
void json_overflow(FILE *out, const struct elf_image *image,
		   const struct golden_overflow *o);

/* The effective configuration, as the string of its TOML file. */
void json_config(FILE *out, const struct config *cfg);

#endif
