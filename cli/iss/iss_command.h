/* iss_command.h - the results of warpwright iss
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_ISS_COMMAND_H
#define WW_CLI_ISS_COMMAND_H

#include "session/iss/iss.h"
#include "session/iss/iss_ventus.h"

/* Prints the summary and the explanation of a failure; writes the JSON file.
 * Returns the exit status. */
int iss_result(const struct iss *iss);
/* Writes the report and the files of a run of launches of Ventus. Returns the
 * exit status. */
int ventus_result(struct ventus *v);

#endif
