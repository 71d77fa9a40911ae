/* errors.h - addresses at which the memory has responded with an error
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_COSIM_ERRORS_H
#define WW_COSIM_ERRORS_H

#include "cosim/state/state.h"

/* Has memory responded with an error to an access of PORT to one of the BYTES
 * at ADDR? */
bool errors_at(const struct core *c, enum cosim_port port, uint32_t addr,
	       uint32_t bytes);
/* Records an error response to PORT for the BYTES at ADDR. Returns false if
 * memory runs out. */
bool errors_add(struct core *c, enum cosim_port port, uint32_t addr,
		uint32_t bytes);

#endif
