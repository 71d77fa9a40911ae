/* stdio.h - printing by the names of C
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each active thread prints, one after the other, as vx_printf says, whose
 * conversions these are. There are no results, and no files.
 */
#ifndef WW_C_STDIO_H
#define WW_C_STDIO_H

#include "vx.h"

#define printf(...) vx_printf(__VA_ARGS__)
#define puts(text) vx_printf("%s\n", (const char *)(text))
#define putchar(byte) vx_printf("%c", (int)(byte))

#endif
