/* interrupt.c - Ctrl-C ends a simulation, and the command still reports its
 * result
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/interrupt.h"

#include <stddef.h>

static volatile sig_atomic_t interrupted;

void interrupt_now(void)
{
	interrupted = 1;
}

static void on_signal(int number)
{
	(void)number;
	interrupted = 1;
}

static void catch(int number)
{
	struct sigaction act = { .sa_handler = on_signal }, before;

	sigemptyset(&act.sa_mask);
	if (!sigaction(number, NULL, &before) && before.sa_handler != SIG_IGN)
		sigaction(number, &act, NULL);
}

const volatile sig_atomic_t *interrupt_catch(void)
{
	catch(SIGINT);
	catch(SIGTERM);
	catch(SIGHUP);
	return &interrupted;
}
