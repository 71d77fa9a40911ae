/* trap_no_f_registers.S - flw, fsw and moves are illegal without registers f
 * SPDX-License-Identifier: Apache-2.0
 */
#define FIRST 0x0002a287
#define ABSENT 0x0052a027, 0xe00282d3, 0xf00282d3
#include "illegal.inc"
