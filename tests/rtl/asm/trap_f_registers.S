/* trap_f_registers.S - double precision, and moves with a second register, are illegal
 * SPDX-License-Identifier: Apache-2.0
 */
#define FIRST 0x0002b287
#define ABSENT 0x0052b027, 0xe01282d3, 0xf01282d3, 0xe202a2d3, 0x00029287, 0x00529027
#include "illegal.inc"
