/* cmd_status.h - the exit status of a command
 * SPDX-License-Identifier: Apache-2.0
 *
 * Functions that print their errors to stderr return it; 0 is success.
 */
#ifndef WW_SESSION_CMD_STATUS_H
#define WW_SESSION_CMD_STATUS_H

enum cmd_status {
	CMD_PASS = 0,
	CMD_FAIL = 1,           /* the program or the check failed */
	CMD_USAGE = 2,          /* wrong usage */
	CMD_REFUSED = 3,        /* input refused */
	CMD_TOOL = 4            /* a tool is missing or failed */
};

#endif
