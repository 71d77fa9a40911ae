/* trap_float_static.S - rounding modes 5 and 6 in a word, and 7 with each frm that is none
 * SPDX-License-Identifier: Apache-2.0
 */
#define FIRST 0x0062d2d3
#define ABSENT 0x0062e2d3, 0x0062d2c3, 0x5802d2d3, 0xc002e2d3, 0xd002d2d3
#include "illegal.inc"
