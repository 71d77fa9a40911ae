/* control_csr.h - the numbers of the writable CSRs
 * SPDX-License-Identifier: Apache-2.0
 *
 * Rows are in gen/csr.def, addresses in isa/csrs.def.
 */
#ifndef WW_GEN_CONTROL_CSR_H
#define WW_GEN_CONTROL_CSR_H

#include "gen/params.h"
#include "gen/tpl.h"

/* Localparams: of all writable CSRs and mret; of those that warp control has
 * (fewer without the timer); of the interrupt, which is no instruction. */
void control_csr_params(struct tpl_out *out, const struct config *cfg);
void control_csr_own_params(struct tpl_out *out, const struct config *cfg);
void control_csr_interrupt(struct tpl_out *out, const struct config *cfg);

/* Are the writable CSRs numbered by counting? Otherwise bits of their addresses
 * are their numbers. */
bool control_csr_counted(const struct config *cfg);

/* Bits of the number of a writable CSR. */
uint32_t control_csr_bits(const struct config *cfg);

#endif
