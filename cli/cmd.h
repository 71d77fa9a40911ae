/* cmd.h - entry points of the commands
 * SPDX-License-Identifier: Apache-2.0
 *
 * A command gets its own arguments, with its name in argv[0]. It returns the
 * exit status: 0 pass; 1 the program or the check failed; 2 wrong usage; 3
 * input refused; 4 a tool is missing or failed. Results go to stdout, errors to
 * stderr; main checks that stdout could be written.
 */
#ifndef WW_CLI_CMD_H
#define WW_CLI_CMD_H

enum cmd_status {
	CMD_PASS = 0, CMD_FAIL = 1, CMD_USAGE = 2, CMD_REFUSED = 3,
	CMD_TOOL = 4
};

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
