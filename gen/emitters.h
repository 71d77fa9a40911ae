/* emitters.h - the table of C functions that templates call by //% emit
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GEN_EMITTERS_H
#define WW_GEN_EMITTERS_H

#include "gen/params.h"
#include "gen/tpl.h"

/* The last row has no name. */
extern const struct tpl_emitter emitters[];

#define EMITTER(name, function) tpl_emit_fn function;
#include "gen/emitters.def"
#undef EMITTER

/* Writes the ports of the top module, without clk and rst, as rows of a
 * Markdown table: name, direction, bits, text. */
tpl_emit_fn port_rows;

/* Writes the registers of the host as rows of a table. */
void host_rows(struct tpl_out *out, const struct config *cfg);
/* Has the host register REG (isa/host.def)? Those of constant and shared memory
 * are there if these are not as usual. And the text of REG, where DOC is that
 * of the table. */
bool host_has(const struct config *cfg, const char *reg);
const char *host_doc(const struct config *cfg, const char *reg,
		     const char *doc);

#endif
