/* control.h - emitters of the decoder and of the names in modules
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each emitter writes Verilog text for one `//% emit` line. Rows are in
 * gen/control.def, encodings in isa/. control_rows.c numbers the names of
 * units, operand selections and operations; control_csr.h has the CSRs. A
 * module gets localparams for the names that it uses.
 */
#ifndef WW_GEN_CONTROL_H
#define WW_GEN_CONTROL_H

#include "gen/params.h"
#include "gen/tpl.h"

/* decode.v: a case item per instruction of the configuration; localparams for
 * all names of the control word. */
tpl_emit_fn emit_decoder;
tpl_emit_fn emit_decode_params;

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

#endif
