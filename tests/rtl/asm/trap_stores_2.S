/* trap_stores_2.S - trap_stores with 2 of them
 * SPDX-License-Identifier: Apache-2.0
 */
#define STORES 2
#include "trap_stores.S"
