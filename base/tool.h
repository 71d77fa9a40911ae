/* tool.h - the version of a tool, asked once
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_BASE_TOOL_H
#define WW_BASE_TOOL_H

enum { TOOL_VERSION = 200 };

/* VERSION = the first line that TOOL (a path) prints for OPTION. The result is
 * cached in the directory CACHE until the file of TOOL or of BEHIND changes.
 * BEHIND is the program behind a script TOOL, looked up in PATH; or NULL.
 * Returns 0, or as proc_first_line if the tool fails; then nothing is
 * cached. */
int tool_version(const char *cache, const char *tool, const char *option,
		 const char *behind, char version[TOOL_VERSION]);

/* As tool_version, for the tool *NAME, or for the one that the environment
 * variable VARIABLE names: *NAME becomes it. VERSION is "" if the tool is
 * missing or fails. */
void tool_find_version(const char *cache, const char *variable,
		       const char **name, const char *option,
		       char version[TOOL_VERSION]);

#endif
