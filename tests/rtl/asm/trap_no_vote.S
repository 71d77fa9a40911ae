/* trap_no_vote.S - without isa.vote each vote is illegal, in a warp of its own
 * SPDX-License-Identifier: Apache-2.0
 */
#define FIRST 0x0202850b
#define ABSENT 0x0202950b, 0x0202a50b, 0x0202b50b
#include "illegal.inc"
