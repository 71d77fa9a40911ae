/* note.c - notes on stderr about steps that take long
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/note.h"

#include <stdio.h>
#include <unistd.h>

void note_step(bool verbose, const char *text, double seconds)
{
	if (seconds > 0)
		fprintf(stderr, "warpwright: %s: %.0f s\n", text, seconds);
	else if (verbose || isatty(STDERR_FILENO))
		fprintf(stderr, "warpwright: %s...\n", text);
}
