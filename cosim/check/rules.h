/* rules.h - the checks of records, counters, the timer and CSRs
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/check. checker.c distributes the records. Each kind has its
 * own file: issue.c, perform.c, smem.c, retire.c, control.c. The records of a
 * cache are checked by level/level_rows.c.
 */
#ifndef WW_COSIM_RULES_H
#define WW_COSIM_RULES_H

#include "cosim/state/state.h"

/* Check a record R of C. Return 0, or 1 after fail. */
int issue_record(struct core *c, const uint32_t *r);
int perform_record(struct core *c, const uint32_t *r);
int smem_record(struct core *c, const uint32_t *r);
int retire_record(struct core *c, const uint32_t *r);
int control_record(struct core *c, const uint32_t *r);

/* Sets the events of the performance counters after reset. (counters.c) */
void counters_begin(struct core *c);
/* S has just issued. counters_issued must precede profile_issued,
 * counters_select must follow it. */
void counters_issued(struct core *c, struct slot *s);
void counters_select(struct core *c, const struct slot *s);
/* The range of values of the counter that S reads; S has issued. */
void counters_range(const struct core *c, const struct slot *s, uint64_t *low,
		    uint64_t *high);
/* Checks the counters of C at the end of the run: N, by number, after COUNTED
 * cycles. Returns 0, or 1 after fail. */
int counters_check(struct core *c, const uint64_t *n, uint64_t counted);

/* Checks that WARP may issue now: an interrupt or an instruction. Returns 0, or
 * 1 after fail. timer_control acts on a checked control record of S.
 * (timer.c) */
int timer_issue(struct core *c, uint32_t warp, bool interrupt);
void timer_control(struct core *c, const struct slot *s);
/* Checks that V is possible now for the CSR that S reads, and gives it to
 * golden. Returns 0, or 1 after fail. (csr.c) */
int csr_bind(struct core *c, uint32_t warp, struct slot *s, uint32_t v);

#endif
