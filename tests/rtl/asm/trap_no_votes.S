/* trap_no_votes.S - without isa.vote each vote is illegal, in a warp of its own
 * SPDX-License-Identifier: Apache-2.0
 */
#define VOTES
#include "illegal.inc"
