/* control.h - emitters of the decoder, the CSR map, and their names
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each emitter writes Verilog text for one `//% emit` line. Rows are in
 * gen/control.def and gen/csr.def, encodings in isa/. control_rows.c numbers
 * the names of units, operand selections and operations; control_csr.c numbers
 * the CSRs. A module gets localparams for the names that it uses.
 */
#ifndef WW_GEN_CONTROL_H
#define WW_GEN_CONTROL_H

#include "gen/params.h"
#include "gen/tpl.h"

/* decode.v: a case item per instruction of the configuration; the existing
 * CSRs; localparams for all names of the control word. */
tpl_emit_fn emit_decoder;
tpl_emit_fn emit_csr_decoder;
tpl_emit_fn emit_decode_params;

/* csr.v: a case item per CSR. */
tpl_emit_fn emit_csr_reader;

/* The localparams of each module. */
tpl_emit_fn emit_issue_params;
tpl_emit_fn emit_issue_warp_params;
tpl_emit_fn emit_operand_params;
tpl_emit_fn emit_lane_params;
tpl_emit_fn emit_execute_params;
tpl_emit_fn emit_control_params;
tpl_emit_fn emit_trap_params;
tpl_emit_fn emit_end_params;
tpl_emit_fn emit_record_params;

/* warp_control.v: a case item per writable CSR, from its number to its
 * address. */
tpl_emit_fn emit_csr_addresses;

/* decode.v: a case item per writable CSR, from its address to its number. */
tpl_emit_fn emit_csr_numbers;

/* execute.v, if CSRs are not numbered by counting: number and immediate as
 * slices of the instruction word. */
tpl_emit_fn emit_csr_slices;

#endif
