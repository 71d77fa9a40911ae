/* past.h - snapshots of a session, to which it can go back
 * SPDX-License-Identifier: Apache-2.0
 *
 * A snapshot is a process forked in front of an instruction. It waits for an
 * order. Then it forks again, and the new process has the session; the one that
 * gave the order has ended. So the session has many processes, one after the
 * other, which share the line to GDB. The process that began it waits until the
 * last one ends, and ends with its status.
 */
#ifndef WW_GDB_PAST_H
#define WW_GDB_PAST_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "gdb/rsp.h"

struct past;

/* Begins to keep snapshots. The caller continues in a new process; the old one
 * closes R, and when *STOP (STOP may be NULL) is set it ends the session.
 * NOTES are BYTES of memory that all processes share, zero at first. NULL: the
 * machine has no room for that; then the caller is the old process. */
struct past *past_begin(struct rsp *r, const volatile sig_atomic_t *stop,
			void **notes, size_t bytes);
/* In front of instruction number POSITION, which is called for each in turn:
 * takes a snapshot if it is time, or if NOW. Returns true in a process that has
 * just been woken by an order. */
bool past_keep(struct past *p, uint64_t position, bool now);
/* Wakes the last snapshot in front of or at POSITION, and ends this process.
 * Returns if there is none. */
void past_wake(struct past *p, uint64_t position);
/* The position of the first snapshot, and of the one that woke this process. */
uint64_t past_first(const struct past *p);
uint64_t past_woken(const struct past *p);
/* From here on nothing is as it was: drops all snapshots. */
void past_forget(struct past *p);
void past_free(struct past *p);

#endif
