/* ventus.h - the control words and CSRs of cores with Ventus' instruction set
 * SPDX-License-Identifier: Apache-2.0
 *
 * The files gen/control*.c call these in place of what they do with the tables
 * of the other instruction set. Rows are in control.def and csr.def of this
 * folder, encodings in isa/ventus/.
 */
#ifndef WW_GEN_VENTUS_VENTUS_H
#define WW_GEN_VENTUS_VENTUS_H

#include "gen/control_rows.h"
#include "gen/tpl.h"

/* The first row that CFG has behind AFTER (NULL: the first of all), or NULL. */
const struct control_row *ventus_next(const struct config *cfg,
				      const struct control_row *after);

/* decode_word.v: a case item per instruction. */
void ventus_decoder(struct tpl_out *out, const struct config *cfg);

/* Writable CSRs are numbered by counting. */
uint32_t ventus_csr_bits(const struct config *cfg);
/* Localparams CSR_NAME of their numbers. */
void ventus_csr_params(struct tpl_out *out, const struct config *cfg);
/* Case items: as those of gen/control_csr.h. */
void ventus_csr_decoder(struct tpl_out *out, const struct config *cfg);
void ventus_csr_numbers(struct tpl_out *out, const struct config *cfg);
void ventus_csr_reader(struct tpl_out *out, const struct config *cfg);
void ventus_csr_addresses(struct tpl_out *out, const struct config *cfg);

#endif
