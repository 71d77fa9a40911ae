/* vx_print.h - names of Vortex for printing, in kernels
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_VX_PRINT_H
#define WW_VX_PRINT_H

#include "vx_intrinsics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prints for each active thread, one after the other; nothing of other warps
 * comes between. Conversions as vx.h says. Returns 0. */
int ww_vortex_printf(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#undef vx_printf
#define vx_printf ww_vortex_printf

static inline void vx_putchar(int c) { ww_putc((char)c); }

#ifdef __cplusplus
}
#endif

#endif
