/* interrupt.h - Ctrl-C ends a simulation, and the command still reports its
 * result
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SESSION_INTERRUPT_H
#define WW_SESSION_INTERRUPT_H

#include <signal.h>

/* From now on SIGINT, SIGTERM and SIGHUP only set the returned flag to a value
 * other than 0. Ignored signals remain ignored. */
const volatile sig_atomic_t *interrupt_catch(void);

/* Sets that flag. */
void interrupt_now(void);

#endif
