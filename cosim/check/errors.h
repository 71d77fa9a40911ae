/* errors.h - addresses that the memory has answered with an error
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_COSIM_ERRORS_H
#define WW_COSIM_ERRORS_H

#include "cosim/check/state.h"

/* Does PORT get errors from one of the BYTES at ADDR? */
bool errors_at(const struct core *c, enum cosim_port port, uint32_t addr,
	       uint32_t bytes);
/* From now on it does. False: memory is short. */
bool errors_add(struct core *c, enum cosim_port port, uint32_t addr,
		uint32_t bytes);

#endif
