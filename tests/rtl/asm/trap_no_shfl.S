/* trap_no_shfl.S - without isa.shfl each shuffle is illegal, in a warp of its own
 * SPDX-License-Identifier: Apache-2.0
 */
#define FIRST 0x0262c50b
#define ABSENT 0x0262d50b, 0x0262e50b, 0x0262f50b
#include "illegal.inc"
