/* interrupt.h - Ctrl-C ends a run, not the command
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_INTERRUPT_H
#define WW_CLI_INTERRUPT_H

#include <signal.h>

/* From now on SIGINT and SIGTERM, unless they are ignored, only make what is
 * returned other than 0. */
const volatile sig_atomic_t *interrupt_catch(void);

#endif
