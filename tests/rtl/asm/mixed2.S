/* mixed2.S - pseudo-random mixture number 2, without M
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"
#define SEED 15841
#include "mixed.inc"
