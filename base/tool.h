/* tool.h - which version a tool is, asked once
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_BASE_TOOL_H
#define WW_BASE_TOOL_H

enum { TOOL_VERSION = 200 };

/* The first line that TOOL (a path) prints for OPTION into VERSION. The
 * answer is kept in the directory CACHE for as long as the files of TOOL and of
 * BEHIND (a name to be looked up in PATH: the program that TOOL is a script
 * for; or NULL) stay as they are. Returns 0, or as proc_first_line if the tool
 * fails; then nothing is kept. */
int tool_version(const char *cache, const char *tool, const char *option,
		 const char *behind, char version[TOOL_VERSION]);

/* The same of the tool *NAME, in whose place the environment variable VARIABLE
 * may name another: *NAME becomes that. "" if it is not there or fails. */
void tool_find_version(const char *cache, const char *variable,
		       const char **name, const char *option,
		       char version[TOOL_VERSION]);

#endif
