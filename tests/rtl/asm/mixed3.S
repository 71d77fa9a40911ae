/* mixed3.S - pseudo-random mixture number 3, with M
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"
#define SEED 23760
#define WITH_M
#include "mixed.inc"
