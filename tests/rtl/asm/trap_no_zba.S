/* trap_no_zba.S - without isa.zba each shifted addition is illegal, in a warp of its own
 * SPDX-License-Identifier: Apache-2.0
 */
#define FIRST 0x2062a533
#define ABSENT 0x2062c533, 0x2062e533
#include "illegal.inc"
