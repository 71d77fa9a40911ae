/* counters.h - performance counters of a configuration, and their emitters
 * SPDX-License-Identifier: Apache-2.0
 *
 * Events are the rows of isa/events.def; how the hardware counts those that are
 * no cycle accounts is in gen/counters.def.
 */
#ifndef WW_GEN_COUNTERS_H
#define WW_GEN_COUNTERS_H

#include "gen/tpl.h"

/* Bit N is set if a core of this configuration counts event N. */
uint64_t counters_events(const struct config *cfg);

/* Bit K is set if it has performance counter K, which counts. */
uint32_t counters_present(const struct config *cfg);

/* accounts.v: the numbers of the cycle accounts. */
tpl_emit_fn emit_account_params;
/* counters.v: which counters there are, and when each counts. */
tpl_emit_fn emit_counter_params;
tpl_emit_fn emit_counter_pulses;

#endif
