/* ventus_core.h - cores whose instruction set is Ventus'
 * SPDX-License-Identifier: Apache-2.0
 *
 * Internal to golden/. A core of MACHINE_VENTUS has a model of its own,
 * golden/ventus/, which has the registers, the divergence stacks and the CSRs
 * of its warps. The pc, the mask, the depth of the stack, frm and fflags of a
 * warp are in struct golden_warp, too. Blocks, barriers, memory, traps and ends
 * are golden's own.
 */
#ifndef WW_GOLDEN_VENTUS_CORE_H
#define WW_GOLDEN_VENTUS_CORE_H

#include "golden/core.h"

/* The model of C, or NULL without memory; and its end. */
struct vt *ventus_core_new(struct golden_core *c);
void ventus_core_free(struct vt *m);
/* The registers of W, fflags and frm are zero. */
void ventus_core_clear(struct golden_core *c, struct golden_warp *w);
/* W, which golden_start has started, is a warp of its block. */
void ventus_core_start(struct golden_core *c, const struct golden_warp *w);

/* The registers, as golden_reg counts them. A scalar register has its value in
 * all lanes; a write to lane 0 sets it. */
uint32_t ventus_core_reg(const struct golden_core *c, uint32_t warp,
			 uint32_t lane, uint32_t reg);
void ventus_core_set_reg(struct golden_core *c, uint32_t warp, uint32_t lane,
			 uint32_t reg, uint32_t value);
const uint32_t *ventus_core_lanes(const struct golden_core *c, uint32_t warp,
				  uint32_t reg);
/* An entry of the divergence stack of WARP, 0 the oldest; each has a pc. */
struct golden_stacked ventus_core_entry(const struct golden_core *c,
					uint32_t warp, uint32_t place);
bool ventus_core_csr(const struct golden_core *c, uint32_t warp,
		     uint32_t address, uint32_t *value);

/* Names and texts. */
const char *ventus_core_reg_name(uint32_t reg);
void ventus_core_disasm(uint32_t pc, uint32_t insn, uint32_t prefix, char *buf,
			size_t size);
uint32_t ventus_core_reg_count(const struct machine *m);

/* golden_step of a warp that can step. */
int ventus_core_step(struct golden_core *c, struct golden_warp *w,
		     const uint32_t *insn, struct golden_effect *fx);
/* Executes up to LEFT instructions of W, which must be able to step. */
void ventus_core_run(struct golden_core *c, struct golden_warp *w,
		     uint32_t left);

#endif
