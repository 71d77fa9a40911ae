/* traps_sides.S - traps_nested.S on both sides of a divergent split
 * SPDX-License-Identifier: Apache-2.0
 */
#define FIRST 128
#include "traps_nested.S"
