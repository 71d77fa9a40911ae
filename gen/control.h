/* control.h - emitters of the decoder, the CSR map and the names they share
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each writes Verilog text for one `//% emit` line. The rows are in
 * gen/control.def and gen/csr.def; encodings come from isa/. The names (units,
 * operand selections, operations) are numbered in control.c, CSRs in
 * control_csr.c; they are emitted as localparams where a module uses them.
 */
#ifndef WW_GEN_CONTROL_H
#define WW_GEN_CONTROL_H

#include "gen/params.h"
#include "gen/tpl.h"

/* decode.v: one case item per instruction of the configuration; the CSRs
 * that exist; the localparams of all names the control word is made of. */
tpl_emit_fn emit_decoder;
tpl_emit_fn emit_csr_decoder;
tpl_emit_fn emit_decode_params;

/* csr.v: one case item per CSR. */
tpl_emit_fn emit_csr_reader;

/* The localparams that these modules use. */
tpl_emit_fn emit_issue_params;
tpl_emit_fn emit_issue_warp_params;
tpl_emit_fn emit_operand_params;
tpl_emit_fn emit_lane_params;
tpl_emit_fn emit_execute_params;
tpl_emit_fn emit_control_params;
tpl_emit_fn emit_trap_params;
tpl_emit_fn emit_end_params;
tpl_emit_fn emit_record_params;

/* warp_control.v: the numbers of the CSRs that can be written, one case item
 * each with the address. */
tpl_emit_fn emit_csr_addresses;

/* decode.v: the same the other way round. */
tpl_emit_fn emit_csr_numbers;

/* execute.v, without the timer: where its number and immediate are. */
tpl_emit_fn emit_csr_slices;

/* The localparams of the CSRs that can be written and of mret: all, or those
 * that warp control has (two without the timer); that of the interrupt, which
 * no instruction is. */
void control_csr_params(struct tpl_out *out, const struct config *cfg);
void control_csr_own_params(struct tpl_out *out, const struct config *cfg);
void control_csr_interrupt(struct tpl_out *out, const struct config *cfg);

/* Have they numbers by counting, as there are others to tell? */
bool control_csr_counted(const struct config *cfg);

/* Bits of the number of a CSR that can be written. */
uint32_t control_csr_bits(const struct config *cfg);

/* Bits of the operations of warp control. */
uint32_t control_op_bits(void);

/* Bits of the operations of the ALU that CFG has. */
uint32_t control_alu_bits(const struct config *cfg);

#endif
