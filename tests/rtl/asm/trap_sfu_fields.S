/* trap_sfu_fields.S - words of custom-1 that no special function has, each in a warp of its own
 * SPDX-License-Identifier: Apache-2.0
 */
#define FIRST 0x0002f32b
#define ABSENT 0x0012832b, 0x0102932b, 0x0202a32b, 0x4002b32b, 0x8002c32b, 0x0802d32b, 0x1002e32b
#include "illegal.inc"
