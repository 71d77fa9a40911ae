/* axi_check.h - checks the rules of AXI4 on the pins
 * SPDX-License-Identifier: Apache-2.0
 *
 * Checks both sides: the master against AXI4 and doc/bus.md, the memory against
 * AXI4. It reads the pins once per cycle and nothing else. Private to cosim/
 * and its tests.
 */
#ifndef WW_COSIM_AXI_CHECK_H
#define WW_COSIM_AXI_CHECK_H

#include "cosim/memory/mem.h"

struct axi_check;

/* A checker for the AXI4 port of CHANNEL, as CONFIG describes it; NULL if
 * memory runs out. Release with axi_check_free. */
struct axi_check *axi_check_new(const struct mem_config *config,
				uint32_t channel);
void axi_check_free(struct axi_check *k);

/* Checks a cycle of reset in which outputs must be defined. Returns 0, or 1 if
 * a rule was broken now or earlier. */
int axi_check_reset(struct axi_check *k, const struct cosim_axi_pins *pins);

/* Checks any other cycle, with settled pins. Returns as axi_check_reset. */
int axi_check_cycle(struct axi_check *k, const struct cosim_axi_pins *pins);

/* The rule that was broken, or NULL. */
const struct mem_error *axi_check_error(const struct axi_check *k);

#endif
