/* counters.h - performance counters of a configuration, and their emitters
 * SPDX-License-Identifier: Apache-2.0
 *
 * Events are the rows of isa/events.def. gen/counters.def has the condition
 * under which the hardware counts an event that is no cycle account.
 */
#ifndef WW_GEN_COUNTERS_H
#define WW_GEN_COUNTERS_H

#include "gen/tpl.h"

/* Mask of events: bit N is set if a core of CFG counts event N. */
uint64_t counters_events(const struct config *cfg);

/* Mask of counters: bit K is set if CFG has performance counter K, and it
 * counts. */
uint32_t counters_present(const struct config *cfg);

/* accounts.v: the numbers of the cycle accounts. */
tpl_emit_fn emit_account_params;
/* counters.v: the existing counters; the condition of each event. */
tpl_emit_fn emit_counter_params;
tpl_emit_fn emit_counter_pulses;

#endif
