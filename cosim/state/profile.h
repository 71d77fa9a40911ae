/* profile.h - counts what a program does, from its records
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. The counts are c->profile; nothing here checks.
 */
#ifndef WW_COSIM_PROFILE_H
#define WW_COSIM_PROFILE_H

#include "cosim/state/state.h"

/* Counts S, which has just issued. */
void profile_issued(struct core *c, struct slot *s);
/* Count a request of S that has performed, and an access of BEAT of S to shared
 * memory; profile_smem returns whether that is a bank conflict. */
void profile_request(struct core *c, struct slot *s);
bool profile_smem(struct core *c, struct slot *s, uint32_t beat);
/* Count a read that the bus has accepted; a row that the data cache has written
 * back; the end of S. */
void profile_bus_read(struct core *c, enum cosim_port port);
void profile_row_back(struct core *c, uint32_t addr);
void profile_retired(struct core *c, const struct slot *s);

#endif
