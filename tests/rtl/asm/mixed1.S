/* mixed1.S - pseudo-random mixture number 1, without M
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"
#define SEED 7922
#include "mixed.inc"
