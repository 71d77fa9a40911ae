/* program.h - iss and cosim with a program that another command provides
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_PROGRAM_H
#define WW_CLI_PROGRAM_H

#include "cli/options.h"
#include "session/program.h"

extern const struct option_row iss_options[], cosim_options[], fuzz_options[];

/* As cmd_iss and cmd_cosim. FROM may be NULL: PROG.elf is a file. Else the word
 * PROG.elf in the arguments is only a name for messages. */
int iss_main(int argc, char **argv, const struct program_source *from);
int cosim_main(int argc, char **argv, const struct program_source *from);

#endif
