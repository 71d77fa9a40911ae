/* machine.h - the golden machine of a configuration, and a program in it
 * SPDX-License-Identifier: Apache-2.0
 *
 * The generator and the golden model do not know each other; the commands
 * translate here.
 */
#ifndef WW_CLI_MACHINE_H
#define WW_CLI_MACHINE_H

#include <stdint.h>
#include <stdio.h>

#include "gen/params.h"
#include "golden/elf.h"
#include "golden/golden.h"

/* The reset pc is that of CFG; a run sets it to the entry of its program. */
void machine_from_config(const struct config *cfg, struct golden_config *out);

/* Writes "0x80000010 <main+0x10>" (no symbol: the address alone) to BUF. */
void machine_place(const struct elf_image *image, uint32_t addr, char *buf,
		   size_t size);

/* Writes S as a JSON string, quotes included. */
void machine_json_string(FILE *out, const char *s);

/* Writes CFG as a JSON object: "core.warps": 4, ... */
void machine_json_config(FILE *out, const struct config *cfg);

#endif
