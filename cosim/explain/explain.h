/* explain.h - finds the values of an instruction in the checker's state
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. Nothing here changes that state.
 */
#ifndef WW_COSIM_EXPLAIN_H
#define WW_COSIM_EXPLAIN_H

#include "cosim/state/state.h"

/* The slot of instruction NUMBER of WARP, or NULL if it is gone. */
const struct slot *explain_slot(const struct core *c, uint32_t warp,
				uint64_t number);
/* The slot of the instruction of mismatch M, or NULL. */
const struct slot *explain_mismatch(const struct cosim *c,
				    const struct cosim_mismatch *m);
/* Reads register and thread of a row "x5 lane 3". False if it is another
 * row. */
bool explain_row(const struct cosim_row *row, uint32_t *reg, uint32_t *lane);
/* Golden's REG of LANE before instruction NUMBER of WARP. False if it is not
 * known any more. */
bool explain_value(const struct core *c, uint32_t warp, uint64_t number,
		   uint32_t reg, uint32_t lane, uint32_t *value);
/* The register whose value before its last write explains the wrong result of
 * M; 0 if there is none. */
uint32_t guess_stale_register(const struct cosim *c,
			      const struct cosim_mismatch *m);

#endif
