/* trap_no_sfu.S - without isa.sfu each special function is illegal, in a warp of its own
 * SPDX-License-Identifier: Apache-2.0
 */
#define FIRST 0x0002832b
#define ABSENT 0x0002932b, 0x0002a32b, 0x0002b32b, 0x0002c32b, 0x0002d32b, 0x0002e32b
#include "illegal.inc"
