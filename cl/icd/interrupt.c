/* interrupt.c - the OpenCL driver: SIGINT ends a kernel
 * SPDX-License-Identifier: Apache-2.0
 *
 * A host that dies of SIGINT needs nothing. One with a handler of its own, such
 * as Python, comes to that handler's result only when its call has returned.
 * While a kernel runs or a model is built, a handler in front of it notes the
 * signal.
 */
#define _XOPEN_SOURCE 700
#include "cl/icd/icd.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupted;
static struct sigaction before;
static bool watching;
static unsigned depth;          /* of interrupt_begin */

static void on_signal(int number, siginfo_t *info, void *context)
{
	interrupted = 1;
	if (before.sa_flags & SA_SIGINFO)
		before.sa_sigaction(number, info, context);
	else
		before.sa_handler(number);
}

void interrupt_begin(void)
{
	struct sigaction ours;

	if (depth++)
		return;
	interrupted = 0;
	watching = !sigaction(SIGINT, NULL, &before) &&
		   ((before.sa_flags & SA_SIGINFO) ||
		    (before.sa_handler != SIG_DFL &&
		     before.sa_handler != SIG_IGN));
	if (!watching)
		return;
	ours = before;
	ours.sa_flags |= SA_SIGINFO;
	ours.sa_sigaction = on_signal;
	sigaction(SIGINT, &ours, NULL);
}

void interrupt_end(void)
{
	struct sigaction now;

	if (--depth)
		return;
	/* A handler that the host has set meanwhile stays. */
	if (watching && !sigaction(SIGINT, NULL, &now) &&
	    (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_signal)
		sigaction(SIGINT, &before, NULL);
	watching = false;
}

bool interrupt_seen(void)
{
	return interrupted;
}

const volatile sig_atomic_t *interrupt_flag(void)
{
	return watching ? &interrupted : NULL;
}
