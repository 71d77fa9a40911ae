/* cmd.h - entry points of the commands
 * SPDX-License-Identifier: Apache-2.0
 *
 * A command gets its own arguments, with its name in argv[0]. It returns the
 * exit status (cmd_status.h). Results go to stdout, errors to stderr; main
 * checks that stdout could be written.
 */
#ifndef WW_CLI_CMD_H
#define WW_CLI_CMD_H

#include "session/cmd_status.h"

int cmd_gen(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_image(int argc, char **argv);
int cmd_print(int argc, char **argv);
int cmd_iss(int argc, char **argv);
int cmd_cosim(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_new(int argc, char **argv);
int cmd_coverage(int argc, char **argv);
int cmd_fuzz(int argc, char **argv);
int cmd_synth(int argc, char **argv);
int cmd_load(int argc, char **argv);
int cmd_sweep(int argc, char **argv);
int cmd_regress(int argc, char **argv);

#endif
