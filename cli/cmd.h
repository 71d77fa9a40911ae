/* cmd.h - entry points of the commands
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_CMD_H
#define WW_CLI_CMD_H
#endif
