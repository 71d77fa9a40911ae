/* control_csr.h - the numbers of the writable CSRs, and the CSR map
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

/* Emitters, as in gen/control.h. decode.v: the existing CSRs. */
tpl_emit_fn emit_csr_decoder;

/* csr.v: a case item per CSR. */
tpl_emit_fn emit_csr_reader;

/* warp_control.v: a case item per writable CSR, from its number to its
 * address. */
tpl_emit_fn emit_csr_addresses;

/* decode.v: a case item per writable CSR, from its address to its number. */
tpl_emit_fn emit_csr_numbers;

/* execute.v, if CSRs are not numbered by counting: number and immediate as
 * slices of the instruction's value. */
tpl_emit_fn emit_csr_slices;

#endif
