/* mixed4.S - pseudo-random mixture number 4, with M
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"
#define SEED 31679
#define WITH_M
#include "mixed.inc"
