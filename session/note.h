/* note.h - notes on stderr about steps that take long
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SESSION_NOTE_H
#define WW_SESSION_NOTE_H

#include <stdbool.h>

/* Notes that the step TEXT has lasted for SECONDS. A beginning, 0 seconds, is
 * noted if VERBOSE or on a terminal: most steps are short. */
void note_step(bool verbose, const char *text, double seconds);

#endif
