/* explain.h - what the checker's books know of an instruction's values
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. Nothing here changes the books.
 */
#ifndef WW_COSIM_EXPLAIN_H
#define WW_COSIM_EXPLAIN_H

#include "cosim/check/state.h"

/* Instruction NUMBER of WARP, or NULL if its books are gone. */
const struct slot *explain_slot(const struct core *c, uint32_t warp,
				uint64_t number);
/* That of mismatch M, or NULL. */
const struct slot *explain_mismatch(const struct cosim *c,
				    const struct cosim_mismatch *m);
/* The register and thread of a row "x5 lane 3"; false: it is another one. */
bool explain_row(const struct cosim_row *row, uint32_t *reg, uint32_t *lane);
/* Golden's REG of LANE before instruction NUMBER of WARP; false if that is not
 * known any more. */
bool explain_value(const struct core *c, uint32_t warp, uint64_t number,
		   uint32_t reg, uint32_t lane, uint32_t *value);
/* The register whose value before its last writer explains the wrong result of
 * M; 0: there is none. */
uint32_t guess_stale_register(const struct cosim *c,
			      const struct cosim_mismatch *m);

#endif
