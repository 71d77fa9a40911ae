/* errors.h - addresses that the memory answers with an error
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_COSIM_ERRORS_H
#define WW_COSIM_ERRORS_H

#include "cosim/check/state.h"

/* Does memory answer PORT with an error at one of the BYTES at ADDR? */
bool errors_at(const struct core *c, enum cosim_port port, uint32_t addr,
	       uint32_t bytes);
/* Adds these BYTES at ADDR of PORT. Returns false if memory runs out. */
bool errors_add(struct core *c, enum cosim_port port, uint32_t addr,
		uint32_t bytes);

#endif
